"""Recording playouts in LLVM's text, the same for every game: it calls a game by its addresses.

`record(job)` plays the playouts of a `JOB`, which is memory that the caller owns, and returns how
many came to their end. It stops where it is told to, and at a playout that gives up: `fault` is
its code then. What such a playout has noted up to there stays in the counters, so the caller
counts it out again, or does not ask for its figures.

The playouts are those of `PLAYOUTS` with the same seed and numbers, choice for choice, unless a
seat is barred from some actions: where it would choose one of them it chooses again among the
others, by numbers of their own. So a playout is the same up to the first choice that is barred.

Without counters (`offered` is 0) only returns, lengths and, where asked for, choices are noted.
"""

from __future__ import annotations

from typing import Final

from interpreter.native.emit.text import PREFIX
from interpreter.native.runtime.drawing_text import outcome_by_weight
from interpreter.native.runtime.recording_slots import CALLED, GIVEN, job_slots
from interpreter.native.runtime.restricting_text import (
    ALLOWED,
    FREELY,
    IS_FINE,
    LEAN,
    ONCE_MORE,
)
from interpreter.native.runtime.runtime_text import NUMBERS

OPTIONS: Final = 3
FATES: Final = 4


def _add(base: str, index: str, amount: str, name: str) -> str:
    """Return the lines that add to an entry of an array of numbers."""
    return (
        f"  %{name}_at = getelementptr i64, ptr {base}, i64 {index}\n"
        f"  %{name}_old = load i64, ptr %{name}_at\n"
        f"  %{name}_new = add i64 %{name}_old, {amount}\n"
        f"  store i64 %{name}_new, ptr %{name}_at"
    )


_DRAWING: Final = f"""
define internal i64 @{PREFIX}drawn_outcome(ptr %c, i64 %luck, i64 %chances) nounwind {{
entry:
{outcome_by_weight("c", f"call i64 @{PREFIX}below(i64 %luck, i64 %chances, i64 %total)")}
  ret i64 %id
}}
"""

_CHOICE: Final = f"""
; A player's action by lot, noted.
define internal i64 @{PREFIX}noted_choice(
    ptr %job, i64 %minds, i64 %again, i64 %choices, i64 %playout
) nounwind {{
entry:
{job_slots("ids", "context", "list", "players", "actions", "bands", "width", "arm_of", "barred")}
{job_slots("offered", "chosen", "arm_offered", "arm_chosen", "options", "stamps", "could", "used")}
{job_slots("decision")}
{FREELY}
  %n = call i64 @{PREFIX}allowed(ptr %job, i64 %all, i64 %actor)
  %whole_list = icmp eq i64 %n, %all
  br i1 %whole_list, label %settled, label %asked
asked:
{IS_FINE}
  br i1 %fine, label %settled, label %once_more
{ONCE_MORE}
settled:
  %picked = phi i64 [ %freely, %entry ], [ %freely, %asked ], [ %other, %once_more ]
  %now = add i64 %decision, 1
  store i64 %now, ptr %decision_at
  %far = sdiv i64 %choices, %width
  %last = sub i64 %bands, 1
  %band = call i64 @llvm.smin.i64(i64 %far, i64 %last)
  %three = mul i64 %band, {OPTIONS}
{_add("%options", "%three", "1", "decisions")}
  %second = add i64 %three, 1
{_add("%options", "%second", "%n", "wide")}
  %single = icmp eq i64 %n, 1
  %forced_one = zext i1 %single to i64
  %third = add i64 %three, 2
{_add("%options", "%third", "%forced_one", "forced")}
  %row = mul i64 %actor, %actions
  br label %next
next:
  %i = phi i64 [ 0, %settled ], [ %i1, %on ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %look, label %pick
look:
  %id_at = getelementptr i64, ptr %list, i64 %i
  %id = load i64, ptr %id_at
  %seen = add i64 %row, %id
{_add("%offered", "%seen", "1", "offers")}
  %arm_at = getelementptr i32, ptr %arm_of, i64 %id
  %arm32 = load i32, ptr %arm_at
  %arm = zext i32 %arm32 to i64
  %stamp_at = getelementptr i64, ptr %stamps, i64 %arm
  %stamp = load i64, ptr %stamp_at
  %known = icmp eq i64 %stamp, %now
  br i1 %known, label %on, label %new
new:
  store i64 %now, ptr %stamp_at
  %arm_row = mul i64 %arm, %players
  %cell = add i64 %arm_row, %actor
  %could_to = getelementptr i64, ptr %could, i64 %cell
  store i64 %playout, ptr %could_to
  %cell_row = mul i64 %cell, %bands
  %entry_of = add i64 %cell_row, %band
{_add("%arm_offered", "%entry_of", "1", "arm_offers")}
  br label %on
on:
  %i1 = add i64 %i, 1
  br label %next
pick:
  %taken = add i64 %row, %picked
{_add("%chosen", "%taken", "1", "picks")}
  %parm_at = getelementptr i32, ptr %arm_of, i64 %picked
  %parm32 = load i32, ptr %parm_at
  %parm = zext i32 %parm32 to i64
  %parm_row = mul i64 %parm, %players
  %pcell = add i64 %parm_row, %actor
  %used_to = getelementptr i64, ptr %used, i64 %pcell
  store i64 %playout, ptr %used_to
  %pcell_row = mul i64 %pcell, %bands
  %pentry = add i64 %pcell_row, %band
{_add("%arm_chosen", "%pentry", "1", "arm_picks")}
  ret i64 %picked
}}
"""

_END: Final = f"""
; The end of a playout: its returns, and what became of those who used an arm, or could have.
define internal void @{PREFIX}noted_end(ptr %job, i64 %i, i64 %playout) nounwind {{
entry:
{job_slots("scratch", "returns", "players", "arms", "won", "could", "used", "fates", "whole")}
  %from = getelementptr i8, ptr %scratch, i64 %returns
  %row_at = mul i64 %i, %players
  %row = getelementptr i64, ptr %won, i64 %row_at
  br label %best
best:
  %p = phi i64 [ 0, %entry ], [ %p1, %best ]
  %most = phi i64 [ {-(1 << 62)}, %entry ], [ %most1, %best ]
  %ties = phi i64 [ 0, %entry ], [ %ties2, %best ]
  %value_at = getelementptr i64, ptr %from, i64 %p
  %value = load i64, ptr %value_at
  %to = getelementptr i64, ptr %row, i64 %p
  store i64 %value, ptr %to
  %above = icmp sgt i64 %value, %most
  %level = icmp eq i64 %value, %most
  %most1 = select i1 %above, i64 %value, i64 %most
  %one = zext i1 %level to i64
  %ties1 = add i64 %ties, %one
  %ties2 = select i1 %above, i64 1, i64 %ties1
  %p1 = add i64 %p, 1
  %more = icmp slt i64 %p1, %players
  br i1 %more, label %best, label %ended
ended:
  %lean = icmp eq ptr %fates, null
  br i1 %lean, label %done, label %shares
shares:
  %share = sdiv i64 %whole, %ties2
  %cells = mul i64 %arms, %players
  br label %next
next:
  %k = phi i64 [ 0, %shares ], [ %k1, %on ]
  %going = icmp slt i64 %k, %cells
  br i1 %going, label %cell, label %done
cell:
  %could_to = getelementptr i64, ptr %could, i64 %k
  %offered = load i64, ptr %could_to
  %here = icmp eq i64 %offered, %playout
  br i1 %here, label %count, label %on
count:
  %seat = srem i64 %k, %players
  %mine_at = getelementptr i64, ptr %row, i64 %seat
  %mine = load i64, ptr %mine_at
  %wins = icmp eq i64 %mine, %most1
  %points = select i1 %wins, i64 %share, i64 0
  %used_to = getelementptr i64, ptr %used, i64 %k
  %by = load i64, ptr %used_to
  %did = icmp eq i64 %by, %playout
  %shift = select i1 %did, i64 0, i64 2
  %four = mul i64 %k, {FATES}
  %base = add i64 %four, %shift
{_add("%fates", "%base", "1", "games")}
  %behind = add i64 %base, 1
{_add("%fates", "%behind", "%points", "gained")}
  br label %on
on:
  %k1 = add i64 %k, 1
  br label %next
done:
  ret void
}}
"""

_RECORD: Final = f"""
define i64 @{PREFIX}record(ptr %job) nounwind {{
entry:
{job_slots(*CALLED, *GIVEN)}
{job_slots("lengths", "chances", "offered", "ends", "fault")}
  %lean = icmp eq ptr %offered, null
  %in_order = icmp eq ptr %numbers, null
  %ends_go = icmp eq ptr %ends, null
  br label %playout
playout:
  %i = phi i64 [ 0, %entry ], [ %i1, %next ]
  %halt = load volatile i32, ptr %stop
  %halted = icmp ne i32 %halt, 0
  %all = icmp sge i64 %i, %asked
  %leave = or i1 %halted, %all
  br i1 %leave, label %done, label %begin_it
done:
  ret i64 %i
begin_it:
  br i1 %in_order, label %count_on, label %look_up
count_on:
  %counted = add i64 %first, %i
  br label %numbered
look_up:
  %number_at = getelementptr i64, ptr %numbers, i64 %i
  %looked_up = load i64, ptr %number_at
  br label %numbered
numbered:
  %number = phi i64 [ %counted, %count_on ], [ %looked_up, %look_up ]
  %mark = add i64 %number, 1
  %mx = xor i64 %minds, %number
  %my_minds = call i64 @{PREFIX}mix(i64 %mx)
  %lx = xor i64 %luck, %number
  %my_luck = call i64 @{PREFIX}mix(i64 %lx)
  %ax = xor i64 %again, %number
  %my_again = call i64 @{PREFIX}mix(i64 %ax)
  call void @llvm.memcpy.p0.p0.i64(ptr align 64 %scratch, ptr %begin, i64 %size, i1 false)
  call void %legal(ptr %scratch, ptr %context)
  br label %point
point:
  %made = phi i64 [ 0, %numbered ], [ %made1, %run ]
  %drawn = phi i64 [ 0, %numbered ], [ %drawn1, %run ]
  %waits = call i64 %sort(ptr %scratch)
  switch i64 %waits, label %over [ i64 1, label %choose i64 2, label %draw ]
choose:
  br i1 %lean, label %choose_lean, label %choose_noted
choose_lean:
  %lean_id = call i64 @{PREFIX}lean_choice(
    ptr %job, i64 %my_minds, i64 %my_again, i64 %made)
  br label %run
choose_noted:
  %noted_id = call i64 @{PREFIX}noted_choice(
    ptr %job, i64 %my_minds, i64 %my_again, i64 %made, i64 %mark)
  br label %run
draw:
  call void %chance(ptr %scratch, ptr %context)
  %outcome = call i64 @{PREFIX}drawn_outcome(ptr %context, i64 %my_luck, i64 %drawn)
  br label %run
run:
  %taken = phi i64 [ %lean_id, %choose_lean ], [ %noted_id, %choose_noted ], [ %outcome, %draw ]
  %chose = phi i64 [ 1, %choose_lean ], [ 1, %choose_noted ], [ 0, %draw ]
  %drew = phi i64 [ 0, %choose_lean ], [ 0, %choose_noted ], [ 1, %draw ]
  %made1 = add i64 %made, %chose
  %drawn1 = add i64 %drawn, %drew
  call void %take(ptr %scratch, ptr %context, i64 %taken)
  %code = load i64, ptr %context
  %fine = icmp eq i64 %code, 0
  br i1 %fine, label %point, label %failed
failed:
  store i64 %code, ptr %fault_at
  ret i64 %i
over:
  %length = getelementptr i64, ptr %lengths, i64 %i
  store i64 %made, ptr %length
  %luck_to = getelementptr i64, ptr %chances, i64 %i
  store i64 %drawn, ptr %luck_to
  call void @{PREFIX}noted_end(ptr %job, i64 %i, i64 %mark)
  br i1 %ends_go, label %next, label %keep
keep:
  %end_at = mul i64 %i, %size
  %end = getelementptr i8, ptr %ends, i64 %end_at
  call void @llvm.memcpy.p0.p0.i64(ptr %end, ptr %scratch, i64 %size, i1 false)
  br label %next
next:
  %i1 = add i64 %i, 1
  br label %playout
}}
"""

RECORDING: Final = (
    "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n"
    "declare i64 @llvm.smin.i64(i64, i64)\n"
    + NUMBERS
    + _DRAWING
    + ALLOWED
    + _CHOICE
    + LEAN
    + _END
    + _RECORD
)
