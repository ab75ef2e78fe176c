"""Tree search in LLVM's text, the same for every game: it calls a game's code by its addresses.

`interpreter.bots.search` says what is done; here it is done in memory that the caller owns, which
`search_slots` lays out. The path of an iteration, the legal actions and the row that a playout
tells have buffers of their own. `search(job)` returns 0, or the code of the fault at which the
game's code gave up.
"""

from __future__ import annotations

from typing import Final

from interpreter.native.emit.text import PREFIX
from interpreter.native.runtime.drawing_text import outcome_by_weight
from interpreter.native.runtime.runtime_text import NUMBERS, slot_at
from interpreter.native.runtime.search_choices import CHOOSE
from interpreter.native.runtime.search_slots import JOB, NO_ROOM, NODE, part, slots
from interpreter.native.runtime.search_slots import SEARCH as P

_TOLD: Final = 6
"""Figures that a playout tells before its returns."""

_CHOICES: Final = 1
_CHANCES: Final = 3
"""Which of these are its choices and its chances."""

_LONGEST: Final = 4095
"""Up to where the length of a line counts."""

_NODES: Final = f"""
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i64 @llvm.ctlz.i64(i64, i1)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)
declare double @llvm.sqrt.f64(double)

define internal ptr @{P}node(ptr %job, i64 %number) alwaysinline nounwind {{
{slots("nodes", "stride")}
  %place = mul i64 %number, %stride
  %node = getelementptr i64, ptr %nodes, i64 %place
  ret ptr %node
}}

; A new node for an action or outcome, before a sibling; {NO_ROOM} where there is no room.
define internal i64 @{P}made(ptr %job, i64 %action, i64 %sibling) nounwind {{
{slots("used", "most")}
  %full = icmp sge i64 %used, %most
  br i1 %full, label %none, label %room
none:
  ret i64 {NO_ROOM}
room:
  %more = add i64 %used, 1
  store i64 %more, ptr %used_at
  %node = call ptr @{P}node(ptr %job, i64 %used)
  store i64 %action, ptr %node
  %sibling_at = getelementptr i64, ptr %node, i64 {NODE["sibling"]}
  store i64 %sibling, ptr %sibling_at
  ret i64 %used
}}

define internal i64 @{P}draw(ptr %job, i64 %limit) nounwind {{
{slots("mind", "draws")}
  %more = add i64 %draws, 1
  store i64 %more, ptr %draws_at
  %drawn = call i64 @{PREFIX}below(i64 %mind, i64 %draws, i64 %limit)
  ret i64 %drawn
}}
"""

_BOUND: Final = f"""
; The logarithm of a whole number, as `interpreter.bots.search.logarithm` has it.
define internal double @{P}logarithm(ptr %job, i64 %number) alwaysinline nounwind {{
{slots("logarithms", "ln_2")}
  %zeros = call i64 @llvm.ctlz.i64(i64 %number, i1 false)
  %beyond = sub i64 52, %zeros
  %shift = call i64 @llvm.smax.i64(i64 %beyond, i64 0)
  %entry = lshr i64 %number, %shift
  %found_at = getelementptr double, ptr %logarithms, i64 %entry
  %found = load double, ptr %found_at
  %times = sitofp i64 %shift to double
  %more = fmul double %times, %ln_2
  %sum = fadd double %found, %more
  ret double %sum
}}

; The upper confidence bound of a node for a player.
define internal double @{P}bound(ptr %job, ptr %node, i64 %player) nounwind {{
{slots("low", "high", "exploration")}
{part("visits", "node")}
{part("available", "node")}
  %past = add i64 %player, {len(NODE)}
  %total_at = getelementptr i64, ptr %node, i64 %past
  %total = load i64, ptr %total_at
  %least_at = getelementptr i64, ptr %low, i64 %player
  %least = load i64, ptr %least_at
  %highest_at = getelementptr i64, ptr %high, i64 %player
  %highest = load i64, ptr %highest_at
  %range = sub i64 %highest, %least
  %base = mul i64 %node_visits, %least
  %above = sub i64 %total, %base
  %most = mul i64 %node_visits, %range
  %part = sitofp i64 %above to double
  %whole = sitofp i64 %most to double
  %share = fdiv double %part, %whole
  %flat = icmp eq i64 %range, 0
  %value = select i1 %flat, double 0.5, double %share
  %log = call double @{P}logarithm(ptr %job, i64 %node_available)
  %visits = sitofp i64 %node_visits to double
  %rare = fdiv double %log, %visits
  %spread = call double @llvm.sqrt.f64(double %rare)
  %bonus = fmul double %exploration, %spread
  %bound = fadd double %value, %bonus
  ret double %bound
}}
"""

_CHANCE: Final = f"""
; An outcome of chance by its weight, which is noted as chosen.
define internal void @{P}toss(ptr %job) nounwind {{
entry:
{slots("context", "state", "chance")}
  %chosen_at = getelementptr i64, ptr %job, i64 {JOB["chosen"]}
  call void %chance(ptr %state, ptr %context)
{outcome_by_weight("context", f"call i64 @{P}draw(ptr %job, i64 %total)")}
  store i64 %id, ptr %chosen_at
  ret void
}}

; The node of the outcome that was chosen.
define internal i64 @{P}after(ptr %job, i64 %parent) nounwind {{
entry:
{slots("chosen")}
  %top = call ptr @{P}node(ptr %job, i64 %parent)
{part("child", "top")}
  br label %loop
loop:
  %here = phi i64 [ %top_child, %entry ], [ %node_sibling, %pass ]
  %some = icmp ne i64 %here, 0
  br i1 %some, label %compare, label %make
compare:
  %node = call ptr @{P}node(ptr %job, i64 %here)
{part("action", "node")}
{part("sibling", "node")}
  %same = icmp eq i64 %node_action, %chosen
  br i1 %same, label %found, label %pass
pass:
  br label %loop
found:
  ret i64 %here
make:
  %made = call i64 @{P}made(ptr %job, i64 %chosen, i64 %top_child)
  %full = icmp slt i64 %made, 0
  br i1 %full, label %done, label %fill
fill:
  store i64 %made, ptr %top_child_at
  br label %done
done:
  ret i64 %made
}}
"""

_WALK: Final = f"""
; Down the tree from the root, on the state in `state`: returns how many nodes the path has; a
; fault's code with its sign turned where the game's code gave up.
define internal i64 @{P}walk(ptr %job) nounwind {{
entry:
{slots("state", "context", "root", "size", "options", "path", "depth", "keyed")}
{slots("sort", "legal", "take", "ids")}
  %chosen_at = getelementptr i64, ptr %job, i64 {JOB["chosen"]}
  %actor_at = getelementptr i8, ptr %context, i64 {slot_at("actor")}
  call void @llvm.memcpy.p0.p0.i64(ptr %state, ptr %root, i64 %size, i1 false)
  call void %legal(ptr %state, ptr %context)
  store i64 0, ptr %path
  br label %loop
loop:
  %node = phi i64 [ 0, %entry ], [ %next, %further ]
  %length = phi i64 [ 1, %entry ], [ %length2, %further ]
  %sort_here = call i64 %sort(ptr %state)
  switch i64 %sort_here, label %done [ i64 1, label %choice i64 2, label %toss ]
choice:
  %player = load i64, ptr %actor_at
  %n = call i64 %ids(ptr %context, ptr %options)
  %child = call i64 @{P}choose(ptr %job, i64 %node, i64 %player, i64 %n)
  br label %step
toss:
  call void @{P}toss(ptr %job)
  %has_node = icmp ne i64 %keyed, 0
  br i1 %has_node, label %enter, label %step
enter:
  %outcome = call i64 @{P}after(ptr %job, i64 %node)
  br label %step
step:
  %next = phi i64 [ %child, %choice ], [ %node, %toss ], [ %outcome, %enter ]
  %chosen = load i64, ptr %chosen_at
  call void %take(ptr %state, ptr %context, i64 %chosen)
  %fault = load i64, ptr %context
  %failed = icmp ne i64 %fault, 0
  br i1 %failed, label %bad, label %fine
bad:
  %minus = sub i64 0, %fault
  ret i64 %minus
fine:
  %stays = icmp eq i64 %next, %node
  br i1 %stays, label %further, label %move
move:
  %full = icmp slt i64 %next, 0
  br i1 %full, label %done, label %note
note:
  %path_end = getelementptr i64, ptr %path, i64 %length
  store i64 %next, ptr %path_end
  %length1 = add i64 %length, 1
  %reached = call ptr @{P}node(ptr %job, i64 %next)
{part("visits", "reached")}
  %fresh = icmp eq i64 %reached_visits, 0
  %deep = icmp sge i64 %length1, %depth
  %ends = or i1 %fresh, %deep
  br i1 %ends, label %done, label %further
further:
  %length2 = phi i64 [ %length, %fine ], [ %length1, %note ]
  br label %loop
done:
  %told = phi i64 [ %length, %loop ], [ %length, %move ], [ %length1, %note ]
  ret i64 %told
}}
"""

_TELL: Final = f"""
; Add what the playout told to the nodes of the path, and to the range of returns.
define internal void @{P}tell(ptr %job, i64 %length) nounwind {{
entry:
{slots("row", "path", "players", "low", "high", "played")}
  %known = icmp ne i64 %played, 0
  store i64 1, ptr %played_at
  %choices_at = getelementptr i64, ptr %row, i64 {_CHOICES}
  %choices = load i64, ptr %choices_at
  %chances_at = getelementptr i64, ptr %row, i64 {_CHANCES}
  %chances = load i64, ptr %chances_at
  %drawn = add i64 %choices, %chances
  %whole = add i64 %drawn, %length
  %long = call i64 @llvm.smin.i64(i64 %whole, i64 {_LONGEST})
  %won = getelementptr i64, ptr %row, i64 {_TOLD}
  br label %range
range:
  %p = phi i64 [ 0, %entry ], [ %p1, %widen ]
  %each = icmp slt i64 %p, %players
  br i1 %each, label %widen, label %nodes
widen:
  %part_at = getelementptr i64, ptr %won, i64 %p
  %part = load i64, ptr %part_at
  %low_at_p = getelementptr i64, ptr %low, i64 %p
  %high_at_p = getelementptr i64, ptr %high, i64 %p
  %least = load i64, ptr %low_at_p
  %most = load i64, ptr %high_at_p
  %lower = call i64 @llvm.smin.i64(i64 %least, i64 %part)
  %higher = call i64 @llvm.smax.i64(i64 %most, i64 %part)
  %least1 = select i1 %known, i64 %lower, i64 %part
  %most1 = select i1 %known, i64 %higher, i64 %part
  store i64 %least1, ptr %low_at_p
  store i64 %most1, ptr %high_at_p
  %p1 = add i64 %p, 1
  br label %range
nodes:
  %at = phi i64 [ 0, %range ], [ %at1, %told ]
  %more = icmp slt i64 %at, %length
  br i1 %more, label %visit, label %done
visit:
  %number_at = getelementptr i64, ptr %path, i64 %at
  %number = load i64, ptr %number_at
  %node = call ptr @{P}node(ptr %job, i64 %number)
{part("visits", "node")}
  %visits1 = add i64 %node_visits, 1
  store i64 %visits1, ptr %node_visits_at
  %totals = getelementptr i64, ptr %node, i64 {len(NODE)}
  %delays = getelementptr i64, ptr %totals, i64 %players
  br label %adding
adding:
  %q = phi i64 [ 0, %visit ], [ %q1, %add ]
  %for_each = icmp slt i64 %q, %players
  br i1 %for_each, label %add, label %told
add:
  %gain_at = getelementptr i64, ptr %won, i64 %q
  %gain = load i64, ptr %gain_at
  %total_at = getelementptr i64, ptr %totals, i64 %q
  %total = load i64, ptr %total_at
  %total1 = add i64 %total, %gain
  store i64 %total1, ptr %total_at
  %delay_at = getelementptr i64, ptr %delays, i64 %q
  %delay = load i64, ptr %delay_at
  %late = mul i64 %gain, %long
  %delay1 = add i64 %delay, %late
  store i64 %delay1, ptr %delay_at
  %q1 = add i64 %q, 1
  br label %adding
told:
  %at1 = add i64 %at, 1
  br label %nodes
done:
  ret void
}}
"""

_ONE_ROW: Final = "ptr %row, ptr %stop, i64 0"

_ITERATE: Final = f"""
define i64 @{PREFIX}search(ptr %job) nounwind {{
entry:
{slots("count", "first", "seed", "stream", "state", "context", "row", "stop", "playouts")}
  %mind_at = getelementptr i64, ptr %job, i64 {JOB["mind"]}
  %draws_at = getelementptr i64, ptr %job, i64 {JOB["draws"]}
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %told ]
  %more = icmp slt i64 %i, %count
  br i1 %more, label %iterate, label %done
iterate:
  %number = add i64 %first, %i
  %mixed = xor i64 %stream, %number
  %mind = call i64 @{PREFIX}mix(i64 %mixed)
  store i64 %mind, ptr %mind_at
  store i64 0, ptr %draws_at
  %length = call i64 @{P}walk(ptr %job)
  %gave_up = icmp slt i64 %length, 0
  br i1 %gave_up, label %bad, label %play
bad:
  %code = sub i64 0, %length
  ret i64 %code
play:
  call i64 %playouts(ptr %state, ptr %context, i64 1, i64 %seed, i64 %number, {_ONE_ROW})
  %fault = load i64, ptr %row
  %failed = icmp ne i64 %fault, 0
  br i1 %failed, label %faulty, label %told
faulty:
  ret i64 %fault
told:
  call void @{P}tell(ptr %job, i64 %length)
  %i1 = add i64 %i, 1
  br label %loop
done:
  ret i64 0
}}
"""

_PARTS: Final = (NUMBERS, _NODES, _BOUND, CHOOSE, _CHANCE, _WALK, _TELL, _ITERATE)
SEARCH: Final = "\n".join(_PARTS)
