"""Moves that change possible plays, in LLVM's text, over `chain_text`: the same for every game.

They are those of `interpreter.knowledge.moves`, number by number, and why they may be made is said
there. What is open for moves stands in the job, so it follows from what the player saw.

* `chain_moves(job)`: make `count` moves; returns how many were made before one met a step that the
  reference has to take. That move is undone, its numbers are not drawn.
* `chain_step(job)`: take the play one step on, by lot; 1, 0 where nothing agrees, 2 where the
  reference has to. The share of what agrees is in `ratio`.
"""

from __future__ import annotations

from typing import Final

from interpreter.native.emit.text import PREFIX
from interpreter.native.memory.shares import LEFT, NEAR, SHARES, TAKEN, UNTAKEN
from interpreter.native.runtime.chain_changes_text import CHAIN_CHANGES
from interpreter.native.runtime.chain_names_text import CHAIN_NAMES
from interpreter.native.runtime.chain_slots import CHAIN as P
from interpreter.native.runtime.chain_slots import JOB, slots, stored
from interpreter.native.runtime.telling_text import UNTOLD

_SWAP: Final = f"""
define internal i64 @{P}swap(ptr %job) nounwind {{
entry:
{slots("numbers", "draws", "draw_count")}
  %one = call i64 @{P}lot(ptr %job, i64 %draw_count)
  %fewer = sub i64 %draw_count, 1
  %two = call i64 @{P}lot(ptr %job, i64 %fewer)
  %behind = icmp sge i64 %two, %one
  %by = zext i1 %behind to i64
  %other = add i64 %two, %by
  %one_at = getelementptr i64, ptr %draws, i64 %one
  %u = load i64, ptr %one_at
  %other_at = getelementptr i64, ptr %draws, i64 %other
  %v = load i64, ptr %other_at
  %in_order = icmp slt i64 %u, %v
  %first = select i1 %in_order, i64 %u, i64 %v
  %second = select i1 %in_order, i64 %v, i64 %u
  %renames = call i64 @{P}lot(ptr %job, i64 2)
  %mine_at = getelementptr i64, ptr %numbers, i64 %first
  %mine = load i64, ptr %mine_at
  %its_at = getelementptr i64, ptr %numbers, i64 %second
  %its = load i64, ptr %its_at
  %same = icmp eq i64 %mine, %its
  br i1 %same, label %stay, label %change
stay:
  ret i64 {UNTAKEN}
change:
  call void @{P}keep(ptr %job, i64 %first, i1 false)
  store i64 %its, ptr %mine_at
  store i64 %mine, ptr %its_at
  %too = icmp ne i64 %renames, 0
  br i1 %too, label %rename, label %decide
rename:
  %further = call i64 @{P}rename(ptr %job, i64 %first, i64 %mine, i64 %its, i64 %second)
  br label %decide
decide:
  %last = phi i64 [ %second, %change ], [ %further, %rename ]
  %done = call i64 @{P}decide(ptr %job, i64 %first, i64 %last, i64 -1)
  ret i64 %done
}}
"""

_REDRAW: Final = f"""
; A point of a list by lot.
define internal i64 @{P}one_of(ptr %job, ptr %points, i64 %count) nounwind {{
  %place = call i64 @{P}lot(ptr %job, i64 %count)
  %point_at = getelementptr i64, ptr %points, i64 %place
  %point = load i64, ptr %point_at
  ret i64 %point
}}

; A point at which something may be drawn anew, or -1.
define internal i64 @{P}open_point(ptr %job) nounwind {{
entry:
{slots("draws", "draw_count", "unseen", "unseen_count", "near", "near_count")}
{slots("rare", "rare_count")}
  %sort = call i64 @{P}lot(ptr %job, i64 16)
  %is_first = icmp eq i64 %sort, 0
  %some_rare = icmp sgt i64 %rare_count, 0
  %asks_rare = and i1 %is_first, %some_rare
  br i1 %asks_rare, label %rarely, label %usually
rarely:
  %rare_point = call i64 @{P}one_of(ptr %job, ptr %rare, i64 %rare_count)
  ret i64 %rare_point
usually:
  %third = urem i64 %sort, 3
  %in_turn = icmp eq i64 %third, 1
  %no_draws = icmp eq i64 %draw_count, 0
  %either = or i1 %in_turn, %no_draws
  %some_unseen = icmp sgt i64 %unseen_count, 0
  %asks_unseen = and i1 %some_unseen, %either
  br i1 %asks_unseen, label %unseenly, label %drawing
unseenly:
  %odd = and i64 %sort, 1
  %nearly = icmp ne i64 %odd, 0
  %points = select i1 %nearly, ptr %near, ptr %unseen
  %count = select i1 %nearly, i64 %near_count, i64 %unseen_count
  %unseen_point = call i64 @{P}one_of(ptr %job, ptr %points, i64 %count)
  ret i64 %unseen_point
drawing:
  br i1 %no_draws, label %none, label %some
some:
  %draw_point = call i64 @{P}one_of(ptr %job, ptr %draws, i64 %draw_count)
  ret i64 %draw_point
none:
  ret i64 -1
}}

define internal i64 @{P}redraw(ptr %job) nounwind {{
entry:
{slots("numbers", "states", "stride", "roles")}
  %point = call i64 @{P}open_point(ptr %job)
  %renames = call i64 @{P}lot(ptr %job, i64 4)
  %open = icmp sge i64 %point, 0
  br i1 %open, label %look, label %stay
stay:
  ret i64 {UNTAKEN}
look:
  %place = mul i64 %point, %stride
  %from = getelementptr i8, ptr %states, i64 %place
  %n = call i64 @{P}ways_at(ptr %job, ptr %from, i64 %point, i64 1)
  call void @{P}spend(ptr %job, i64 1)
  %sum = call i64 @{P}sum(ptr %job, i64 %n)
  %now = call i64 @{P}drawn(ptr %job, i64 %sum)
  %before_at = getelementptr i64, ptr %numbers, i64 %point
  %before = load i64, ptr %before_at
  %same = icmp eq i64 %now, %before
  br i1 %same, label %stay, label %change
change:
  call void @{P}keep(ptr %job, i64 %point, i1 false)
  store i64 %now, ptr %before_at
  %trades = icmp ne i64 %renames, 0
  br i1 %trades, label %pair, label %decide
pair:
  %role_at = getelementptr i64, ptr %roles, i64 %point
  %role = load i64, ptr %role_at
  %tossed = icmp eq i64 %role, 2
  br i1 %tossed, label %outcomes, label %actions
outcomes:
{stored("one", "%before")}
{stored("other", "%now")}
  br label %paired
actions:
  %some = call i1 @{P}named(ptr %job, i64 %before, i64 %now)
  br i1 %some, label %paired, label %decide
paired:
{slots("one", "other")}
  %redrawn = call i64 @{P}redraw_later(ptr %job, i64 %point, i64 %one, i64 %other)
  %too = icmp sgt i64 %renames, 1
  br i1 %too, label %rename, label %decide
rename:
  %further = call i64 @{P}rename(ptr %job, i64 %point, i64 %one, i64 %other, i64 %redrawn)
  br label %decide
decide:
  %last = phi i64 [ %point, %change ], [ %point, %actions ], [ %redrawn, %paired ],
                  [ %further, %rename ]
  %done = call i64 @{P}decide(ptr %job, i64 %point, i64 %last, i64 %point)
  ret i64 %done
}}
"""

_ANEW: Final = f"""
; The share of what shows what was seen at a state before a point: -1.0 where that is not said. The
; numbers are in `ways`, what they weigh in `weighed`.
define internal double @{P}agreeing(ptr %job, ptr %from, i64 %point) nounwind {{
entry:
  %n = call i64 @{P}ways_at(ptr %job, ptr %from, i64 %point, i64 0)
  %told = icmp sge i64 %n, 0
  br i1 %told, label %weigh, label %unsaid
unsaid:
  ret double -1.0
weigh:
  %cost = add i64 %n, 1
  call void @{P}spend(ptr %job, i64 %cost)
  %sum = call i64 @{P}sum(ptr %job, i64 %n)
{stored("weighed", "%sum")}
{slots("total")}
  %part = sitofp i64 %sum to double
  %whole = sitofp i64 %total to double
  %share = fdiv double %part, %whole
  ret double %share
}}

; Take a number that is possible from one state to another, and note its factor; what was said.
define internal i64 @{P}put(
    ptr %job, ptr %from, ptr %to, i64 %point, i64 %number, ptr %at) nounwind {{
entry:
  %told = call i1 @{P}expect(ptr %job, i64 %point)
  br i1 %told, label %weigh, label %unsaid
weigh:
  %factor = call double @{P}factor(ptr %job, ptr %from, i64 %point, i64 %number, i1 false)
  %possible = fcmp ogt double %factor, 0.0
  br i1 %possible, label %take, label %refused
take:
  %said = call i64 @{P}taken(ptr %job, ptr %from, ptr %to, i64 %number)
  %agreed = icmp eq i64 %said, 1
  br i1 %agreed, label %note, label %not
not:
  %untold = icmp eq i64 %said, {UNTOLD}
  br i1 %untold, label %unsaid, label %refused
note:
  store double %factor, ptr %at
  ret i64 {TAKEN}
refused:
  ret i64 {UNTAKEN}
unsaid:
  ret i64 {LEFT}
}}

define internal i64 @{P}anew(ptr %job) nounwind {{
entry:
{slots("length", "anchor", "states", "trial_states", "stride", "roles", "own", "trial_numbers")}
{slots("trial_factors")}
  %near = call i64 @{P}lot(ptr %job, i64 8)
  %open = sub i64 %length, %anchor
  %close = call i64 @llvm.smin.i64(i64 {NEAR}, i64 %open)
  %nearly = icmp ne i64 %near, 0
  %reach = select i1 %nearly, i64 %close, i64 %open
  %some = icmp sgt i64 %reach, 0
  br i1 %some, label %begin, label %stay
stay:
  ret i64 {UNTAKEN}
leave:
  ret i64 {LEFT}
begin:
  %back = call i64 @{P}lot(ptr %job, i64 %reach)
  %end = sub i64 %length, 1
  %start = sub i64 %end, %back
  %place = mul i64 %start, %stride
  %first = getelementptr i8, ptr %states, i64 %place
  br label %loop
loop:
  %t = phi i64 [ %start, %begin ], [ %t1, %on ]
  %from = phi ptr [ %first, %begin ], [ %to, %on ]
  %ratio = phi double [ 1.0, %begin ], [ %ratio1, %on ]
  %more = icmp slt i64 %t, %length
  br i1 %more, label %look, label %weigh
look:
  %role_at = getelementptr i64, ptr %roles, i64 %t
  %role = load i64, ptr %role_at
  %t1 = add i64 %t, 1
  %next = mul i64 %t1, %stride
  %to = getelementptr i8, ptr %trial_states, i64 %next
  %is_own = icmp eq i64 %role, 0
  br i1 %is_own, label %mine, label %others
mine:
  %chosen_at = getelementptr i64, ptr %own, i64 %t
  %own_number = load i64, ptr %chosen_at
  br label %push
others:
  %share = call double @{P}agreeing(ptr %job, ptr %from, i64 %t)
  %told = fcmp oge double %share, 0.0
  br i1 %told, label %any, label %leave
any:
  %possible = fcmp ogt double %share, 0.0
  br i1 %possible, label %draw, label %stay
draw:
{slots("weighed")}
  %drawn = call i64 @{P}drawn(ptr %job, i64 %weighed)
  %less = fmul double %ratio, %share
  br label %push
push:
  %number = phi i64 [ %own_number, %mine ], [ %drawn, %draw ]
  %ratio1 = phi double [ %ratio, %mine ], [ %less, %draw ]
  call void @{P}spend(ptr %job, i64 1)
  %number_at = getelementptr i64, ptr %trial_numbers, i64 %t
  store i64 %number, ptr %number_at
  %factor_at = getelementptr double, ptr %trial_factors, i64 %t
  %said = call i64 @{P}put(ptr %job, ptr %from, ptr %to, i64 %t, i64 %number, ptr %factor_at)
  switch i64 %said, label %leave [ i64 {TAKEN}, label %on i64 {UNTAKEN}, label %stay ]
on:
  br label %loop
weigh:
  br label %back_loop
back_loop:
  %s = phi i64 [ %start, %weigh ], [ %s1, %back_on ]
  %rate = phi double [ %ratio, %weigh ], [ %rate1, %back_on ]
  %left = icmp slt i64 %s, %length
  br i1 %left, label %back_look, label %toss
back_look:
  %s1 = add i64 %s, 1
  %old_role_at = getelementptr i64, ptr %roles, i64 %s
  %old_role = load i64, ptr %old_role_at
  %was_own = icmp eq i64 %old_role, 0
  br i1 %was_own, label %back_on, label %back_others
back_others:
  %old_place = mul i64 %s, %stride
  %old = getelementptr i8, ptr %states, i64 %old_place
  %old_share = call double @{P}agreeing(ptr %job, ptr %old, i64 %s)
  %old_told = fcmp oge double %old_share, 0.0
  br i1 %old_told, label %divide, label %leave
divide:
  %divided = fdiv double %rate, %old_share
  br label %back_on
back_on:
  %rate1 = phi double [ %rate, %back_look ], [ %divided, %divide ]
  br label %back_loop
toss:
  %unsure = fcmp olt double %rate, 1.0
  br i1 %unsure, label %lot, label %take
lot:
  %chance = call double @{P}share(ptr %job)
  %fails = fcmp oge double %chance, %rate
  br i1 %fails, label %stay, label %take
take:
  call void @{P}keep(ptr %job, i64 %start, i1 true)
  call void @{P}accept(ptr %job, i64 %start, i64 %length)
  ret i64 {TAKEN}
}}
"""

_MOVES: Final = f"""
define internal i64 @{P}move(ptr %job) nounwind {{
{slots("swaps")}
  %kind = call i64 @{P}lot(ptr %job, i64 {SHARES})
  %is_anew = icmp eq i64 %kind, 0
  br i1 %is_anew, label %anew, label %others
anew:
  %made = call i64 @{P}anew(ptr %job)
  ret i64 %made
others:
  %is_swap = icmp sle i64 %kind, %swaps
  br i1 %is_swap, label %swap, label %redraw
swap:
  %swapped = call i64 @{P}swap(ptr %job)
  ret i64 %swapped
redraw:
  %redrawn = call i64 @{P}redraw(ptr %job)
  ret i64 %redrawn
}}

define i64 @{PREFIX}chain_moves(ptr %job) nounwind {{
entry:
{slots("count")}
  %index_at = getelementptr i64, ptr %job, i64 {JOB["index"]}
  %spent_at = getelementptr i64, ptr %job, i64 {JOB["spent"]}
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %on ]
  %taken = phi i64 [ 0, %entry ], [ %taken1, %on ]
  %more = icmp slt i64 %k, %count
  br i1 %more, label %make, label %done
make:
  %index = load i64, ptr %index_at
  %spent = load i64, ptr %spent_at
  %said = call i64 @{P}move(ptr %job)
  %left = icmp eq i64 %said, {LEFT}
  br i1 %left, label %undo, label %on
on:
  %taken1 = add i64 %taken, %said
  %k1 = add i64 %k, 1
  br label %loop
undo:
  store i64 %index, ptr %index_at
  store i64 %spent, ptr %spent_at
  br label %done
done:
{stored("taken", "%taken")}
  ret i64 %k
}}

define i64 @{PREFIX}chain_step(ptr %job) nounwind {{
entry:
{slots("length", "states", "stride", "roles", "own", "numbers", "factors", "index", "spent")}
  %place = mul i64 %length, %stride
  %from = getelementptr i8, ptr %states, i64 %place
  %to = getelementptr i8, ptr %from, i64 %stride
  %role_at = getelementptr i64, ptr %roles, i64 %length
  %role = load i64, ptr %role_at
  %is_own = icmp eq i64 %role, 0
  br i1 %is_own, label %mine, label %others
mine:
  %chosen_at = getelementptr i64, ptr %own, i64 %length
  %own_number = load i64, ptr %chosen_at
  br label %push
others:
  %share = call double @{P}agreeing(ptr %job, ptr %from, i64 %length)
  %told = fcmp oge double %share, 0.0
  br i1 %told, label %any, label %leave
any:
  %possible = fcmp ogt double %share, 0.0
  br i1 %possible, label %draw, label %none
none:
  ret i64 {UNTAKEN}
draw:
{slots("weighed")}
  %drawn = call i64 @{P}drawn(ptr %job, i64 %weighed)
  br label %push
push:
  %number = phi i64 [ %own_number, %mine ], [ %drawn, %draw ]
  %agreed = phi double [ 1.0, %mine ], [ %share, %draw ]
  %number_at = getelementptr i64, ptr %numbers, i64 %length
  store i64 %number, ptr %number_at
  %factor_at = getelementptr double, ptr %factors, i64 %length
  %said = call i64 @{P}put(ptr %job, ptr %from, ptr %to, i64 %length, i64 %number, ptr %factor_at)
{stored("ratio", "%agreed", "double")}
  %unsaid = icmp eq i64 %said, {LEFT}
  br i1 %unsaid, label %leave, label %done
done:
  ret i64 %said
leave:
  store i64 %index, ptr %index_at
  store i64 %spent, ptr %spent_at
  ret i64 {LEFT}
}}
"""

CHAIN_MOVES: Final = f"{CHAIN_CHANGES}{CHAIN_NAMES}{_SWAP}{_REDRAW}{_ANEW}{_MOVES}"
