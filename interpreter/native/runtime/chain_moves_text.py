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
from interpreter.native.memory.shares import (
    ARGUMENT_WORDS,
    ARM_WORDS,
    HEAD_WORDS,
    LEFT,
    NEAR,
    RETRY_COST,
    SHARES,
    TAKEN,
    UNTAKEN,
)
from interpreter.native.runtime.chain_slots import AGREED, JOB, REFUSED, slots
from interpreter.native.runtime.chain_slots import CHAIN as P
from interpreter.native.runtime.runtime_text import NUMBERS
from interpreter.native.runtime.telling_text import UNTOLD

SHARE_UNIT: Final = "0x3CA0000000000000"
"""2 to the power of -53."""


def _stored(name: str, value: str, kind: str = "i64") -> str:
    """Return the lines that write a register to a slot of the job."""
    at = value.strip("%").replace(".", "_")
    return (
        f"  %put_{name}_{at} = getelementptr i64, ptr %job, i64 {JOB[name]}\n"
        f"  store {kind} {value}, ptr %put_{name}_{at}"
    )


_LOTS: Final = f"""
declare i64 @llvm.smin.i64(i64, i64)
{NUMBERS}
; The next number below a limit.
define internal i64 @{P}lot(ptr %job, i64 %limit) nounwind {{
{slots("stream", "index")}
  %found = call i64 @{PREFIX}below(i64 %stream, i64 %index, i64 %limit)
  %index1 = add i64 %index, 1
  store i64 %index1, ptr %index_at
  ret i64 %found
}}

; The next number as one from 0 up to 1.
define internal double @{P}share(ptr %job) nounwind {{
{slots("stream", "index")}
  %x = xor i64 %stream, %index
  %word = call i64 @{PREFIX}mix(i64 %x)
  %index1 = add i64 %index, 1
  store i64 %index1, ptr %index_at
  %upper = lshr i64 %word, 11
  %whole = uitofp i64 %upper to double
  %share = fmul double %whole, {SHARE_UNIT}
  ret double %share
}}

define internal void @{P}spend(ptr %job, i64 %more) nounwind {{
{slots("spent")}
  %spent1 = add i64 %spent, %more
  store i64 %spent1, ptr %spent_at
  ret void
}}

; What the first `n` of the ways weigh.
define internal i64 @{P}sum(ptr %job, i64 %n) nounwind {{
entry:
{slots("ways")}
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %on ]
  %sum = phi i64 [ 0, %entry ], [ %sum1, %on ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %on, label %done
on:
  %twice = shl i64 %i, 1
  %odd = or i64 %twice, 1
  %weight_at = getelementptr i64, ptr %ways, i64 %odd
  %weight = load i64, ptr %weight_at
  %sum1 = add i64 %sum, %weight
  %i1 = add i64 %i, 1
  br label %loop
done:
  ret i64 %sum
}}

; One of the ways, by weight; `sum` is what all weigh.
define internal i64 @{P}drawn(ptr %job, i64 %sum) nounwind {{
entry:
{slots("ways")}
  %place = call i64 @{P}lot(ptr %job, i64 %sum)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %on ]
  %left = phi i64 [ %place, %entry ], [ %left1, %on ]
  %twice = shl i64 %i, 1
  %way = getelementptr i64, ptr %ways, i64 %twice
  %weight_at = getelementptr i64, ptr %way, i64 1
  %weight = load i64, ptr %weight_at
  %left1 = sub i64 %left, %weight
  %i1 = add i64 %i, 1
  %here = icmp slt i64 %left1, 0
  br i1 %here, label %found, label %on
on:
  br label %loop
found:
  %number = load i64, ptr %way
  ret i64 %number
}}

; What can happen at a state before a point, into `ways`: `all` of it, or what shows what was seen.
define internal i64 @{P}ways_at(ptr %job, ptr %from, i64 %point, i64 %all) nounwind {{
{slots("trial_states", "stride", "length")}
  %behind = add i64 %length, 1
  %place = mul i64 %behind, %stride
  %room = getelementptr i8, ptr %trial_states, i64 %place
{_stored("scratch", "%room", "ptr")}
{_stored("first", "%from", "ptr")}
{_stored("begin", "%point")}
{_stored("all", "%all")}
  %n = call i64 @{PREFIX}chain_ways(ptr %job)
  ret i64 %n
}}
"""

_NAMES: Final = f"""
; Where the arm of an action stands among the names, or 0.
define internal i64 @{P}arm(ptr %names, i64 %number) nounwind {{
entry:
  %arms = load i64, ptr %names
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %on ]
  %more = icmp slt i64 %i, %arms
  br i1 %more, label %look, label %none
look:
  %words = mul i64 %i, {ARM_WORDS}
  %at = add i64 %words, {HEAD_WORDS}
  %first_at = getelementptr i64, ptr %names, i64 %at
  %first = load i64, ptr %first_at
  %end_at = getelementptr i64, ptr %first_at, i64 1
  %end = load i64, ptr %end_at
  %behind = icmp sge i64 %number, %first
  %before = icmp slt i64 %number, %end
  %inside = and i1 %behind, %before
  br i1 %inside, label %found, label %on
on:
  %i1 = add i64 %i, 1
  br label %loop
found:
  ret i64 %at
none:
  ret i64 0
}}

; An action in which two kinds trade places.
define internal i64 @{P}traded(ptr %names, i64 %number, i64 %one, i64 %other) nounwind {{
entry:
  %at = call i64 @{P}arm(ptr %names, i64 %number)
  %some = icmp sgt i64 %at, 0
  br i1 %some, label %begun, label %none
none:
  ret i64 %number
begun:
  %kinds_at = getelementptr i64, ptr %names, i64 1
  %kinds = load i64, ptr %kinds_at
  %first_at = getelementptr i64, ptr %names, i64 %at
  %first = load i64, ptr %first_at
  %count_at = getelementptr i64, ptr %first_at, i64 2
  %count = load i64, ptr %count_at
  %records_at = getelementptr i64, ptr %first_at, i64 3
  %records = load i64, ptr %records_at
  %rest = sub i64 %number, %first
  br label %loop
loop:
  %j = phi i64 [ 0, %begun ], [ %j1, %on ]
  %now = phi i64 [ %number, %begun ], [ %now1, %on ]
  %more = icmp slt i64 %j, %count
  br i1 %more, label %look, label %done
look:
  %words = mul i64 %j, {ARGUMENT_WORDS}
  %place = add i64 %records, %words
  %step_at = getelementptr i64, ptr %names, i64 %place
  %step = load i64, ptr %step_at
  %size_at = getelementptr i64, ptr %step_at, i64 1
  %size = load i64, ptr %size_at
  %values_at = getelementptr i64, ptr %step_at, i64 2
  %values = load i64, ptr %values_at
  %places_at = getelementptr i64, ptr %step_at, i64 3
  %places = load i64, ptr %places_at
  %named = icmp sge i64 %values, 0
  br i1 %named, label %read, label %on
read:
  %steps = udiv i64 %rest, %step
  %digit = urem i64 %steps, %size
  %value_place = add i64 %values, %digit
  %value_at = getelementptr i64, ptr %names, i64 %value_place
  %value = load i64, ptr %value_at
  %is_one = icmp eq i64 %value, %one
  %is_other = icmp eq i64 %value, %other
  %either = or i1 %is_one, %is_other
  br i1 %either, label %turn, label %on
turn:
  %wanted = select i1 %is_one, i64 %other, i64 %one
  %known = icmp ult i64 %wanted, %kinds
  br i1 %known, label %find, label %on
find:
  %digit_place = add i64 %places, %wanted
  %digit_at = getelementptr i64, ptr %names, i64 %digit_place
  %new_digit = load i64, ptr %digit_at
  %there = icmp sge i64 %new_digit, 0
  br i1 %there, label %put, label %on
put:
  %by = sub i64 %new_digit, %digit
  %change = mul i64 %by, %step
  %changed = add i64 %now, %change
  br label %on
on:
  %now1 = phi i64 [ %now, %look ], [ %now, %read ], [ %now, %turn ], [ %now, %find ],
                  [ %changed, %put ]
  %j1 = add i64 %j, 1
  br label %loop
done:
  ret i64 %now
}}

; The kinds in which two actions of one arm differ, into `one` and `other`, if it is in that alone.
define internal i1 @{P}named(ptr %job, i64 %a, i64 %b) nounwind {{
entry:
{slots("names")}
  %at = call i64 @{P}arm(ptr %names, i64 %a)
  %its = call i64 @{P}arm(ptr %names, i64 %b)
  %some = icmp sgt i64 %at, 0
  %alike = icmp eq i64 %at, %its
  %fits = and i1 %some, %alike
  br i1 %fits, label %begun, label %none
none:
  ret i1 false
begun:
  %first_at = getelementptr i64, ptr %names, i64 %at
  %first = load i64, ptr %first_at
  %count_at = getelementptr i64, ptr %first_at, i64 2
  %count = load i64, ptr %count_at
  %records_at = getelementptr i64, ptr %first_at, i64 3
  %records = load i64, ptr %records_at
  %rest_a = sub i64 %a, %first
  %rest_b = sub i64 %b, %first
  br label %loop
loop:
  %j = phi i64 [ 0, %begun ], [ %j1, %on ]
  %apart = phi i64 [ 0, %begun ], [ %apart1, %on ]
  %more = icmp slt i64 %j, %count
  br i1 %more, label %look, label %done
look:
  %words = mul i64 %j, {ARGUMENT_WORDS}
  %place = add i64 %records, %words
  %step_at = getelementptr i64, ptr %names, i64 %place
  %step = load i64, ptr %step_at
  %size_at = getelementptr i64, ptr %step_at, i64 1
  %size = load i64, ptr %size_at
  %values_at = getelementptr i64, ptr %step_at, i64 2
  %values = load i64, ptr %values_at
  %steps_a = udiv i64 %rest_a, %step
  %digit_a = urem i64 %steps_a, %size
  %steps_b = udiv i64 %rest_b, %step
  %digit_b = urem i64 %steps_b, %size
  %same = icmp eq i64 %digit_a, %digit_b
  br i1 %same, label %on, label %differ
differ:
  %kinds = icmp sge i64 %values, 0
  br i1 %kinds, label %note, label %none
note:
  %a_place = add i64 %values, %digit_a
  %a_at = getelementptr i64, ptr %names, i64 %a_place
  %kind_a = load i64, ptr %a_at
  %b_place = add i64 %values, %digit_b
  %b_at = getelementptr i64, ptr %names, i64 %b_place
  %kind_b = load i64, ptr %b_at
{_stored("one", "%kind_a")}
{_stored("other", "%kind_b")}
  %apart_here = add i64 %apart, 1
  br label %on
on:
  %apart1 = phi i64 [ %apart, %look ], [ %apart_here, %note ]
  %j1 = add i64 %j, 1
  br label %loop
done:
  %just_one = icmp eq i64 %apart, 1
  ret i1 %just_one
}}
"""

_CHANGES: Final = f"""
; Keep the numbers from a point on aside, or put them back.
define internal void @{P}keep(ptr %job, i64 %point, i1 %back) nounwind {{
{slots("numbers", "trial_numbers", "length")}
  %mine = getelementptr i64, ptr %numbers, i64 %point
  %aside = getelementptr i64, ptr %trial_numbers, i64 %point
  %count = sub i64 %length, %point
  %bytes = shl i64 %count, 3
  %from = select i1 %back, ptr %aside, ptr %mine
  %to = select i1 %back, ptr %mine, ptr %aside
  call void @llvm.memcpy.p0.p0.i64(ptr %to, ptr %from, i64 %bytes, i1 false)
  ret void
}}

; Let two kinds trade places in the hidden choices behind a point; the last point changed, `last`
; at least.
define internal i64 @{P}rename(ptr %job, i64 %point, i64 %one, i64 %other, i64 %last) nounwind {{
entry:
{slots("numbers", "names", "choices", "choice_count")}
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %on ]
  %end = phi i64 [ %last, %entry ], [ %end1, %on ]
  %more = icmp slt i64 %i, %choice_count
  br i1 %more, label %look, label %done
look:
  %later_at = getelementptr i64, ptr %choices, i64 %i
  %later = load i64, ptr %later_at
  %i1 = add i64 %i, 1
  %behind = icmp sgt i64 %later, %point
  br i1 %behind, label %turn, label %on
turn:
  %number_at = getelementptr i64, ptr %numbers, i64 %later
  %number = load i64, ptr %number_at
  %new = call i64 @{P}traded(ptr %names, i64 %number, i64 %one, i64 %other)
  %same = icmp eq i64 %new, %number
  br i1 %same, label %on, label %put
put:
  store i64 %new, ptr %number_at
  %after = icmp sgt i64 %later, %end
  %end_here = select i1 %after, i64 %later, i64 %end
  br label %on
on:
  %end1 = phi i64 [ %end, %look ], [ %end, %turn ], [ %end_here, %put ]
  br label %loop
done:
  ret i64 %end
}}

; Let two outcomes trade places in the hidden draws behind a point; the last point changed.
define internal i64 @{P}redraw_later(ptr %job, i64 %point, i64 %one, i64 %other) nounwind {{
entry:
{slots("numbers", "draws", "draw_count")}
  %both = add i64 %one, %other
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %on ]
  %end = phi i64 [ %point, %entry ], [ %end1, %on ]
  %more = icmp slt i64 %i, %draw_count
  br i1 %more, label %look, label %done
look:
  %later_at = getelementptr i64, ptr %draws, i64 %i
  %later = load i64, ptr %later_at
  %i1 = add i64 %i, 1
  %behind = icmp sgt i64 %later, %point
  br i1 %behind, label %turn, label %on
turn:
  %number_at = getelementptr i64, ptr %numbers, i64 %later
  %number = load i64, ptr %number_at
  %is_one = icmp eq i64 %number, %one
  %is_other = icmp eq i64 %number, %other
  %either = or i1 %is_one, %is_other
  br i1 %either, label %put, label %on
put:
  %new = sub i64 %both, %number
  store i64 %new, ptr %number_at
  br label %on
on:
  %end1 = phi i64 [ %end, %look ], [ %end, %turn ], [ %later, %put ]
  br label %loop
done:
  ret i64 %end
}}

; Take over factors and states that were tried between two points.
define internal void @{P}accept(ptr %job, i64 %begin, i64 %stopped) nounwind {{
{slots("factors", "states", "trial_factors", "trial_states", "stride")}
  %count = sub i64 %stopped, %begin
  %factor_at = getelementptr double, ptr %factors, i64 %begin
  %trial_factor_at = getelementptr double, ptr %trial_factors, i64 %begin
  %bytes = shl i64 %count, 3
  call void @llvm.memcpy.p0.p0.i64(ptr %factor_at, ptr %trial_factor_at, i64 %bytes, i1 false)
  %next = add i64 %begin, 1
  %place = mul i64 %next, %stride
  %state_at = getelementptr i8, ptr %states, i64 %place
  %trial_at = getelementptr i8, ptr %trial_states, i64 %place
  %all = mul i64 %count, %stride
  call void @llvm.memcpy.p0.p0.i64(ptr %state_at, ptr %trial_at, i64 %all, i1 false)
  ret void
}}

; Take other numbers, or leave it at those kept aside. `redrawn`: the point of a redraw, or -1.
define internal i64 @{P}decide(ptr %job, i64 %start, i64 %final, i64 %redrawn) nounwind {{
entry:
{slots("length", "states", "stride", "factors", "trial_factors")}
  %place = mul i64 %start, %stride
  %from = getelementptr i8, ptr %states, i64 %place
{_stored("begin", "%start")}
{_stored("end", "%length")}
{_stored("last", "%final")}
{_stored("first", "%from", "ptr")}
{_stored("ratio", "1.0", "double")}
  call void @{P}spend(ptr %job, i64 {RETRY_COST})
  %stopped = call i64 @{PREFIX}chain_replay(ptr %job)
{slots("status", "ratio")}
  switch i64 %status, label %leave [ i64 {AGREED}, label %weigh i64 {REFUSED}, label %back ]
weigh:
  %redraws = icmp sge i64 %redrawn, 0
  br i1 %redraws, label %mend, label %compare
mend:
  %old_at = getelementptr double, ptr %factors, i64 %redrawn
  %old = load double, ptr %old_at
  %new_at = getelementptr double, ptr %trial_factors, i64 %redrawn
  %new = load double, ptr %new_at
  %by = fdiv double %old, %new
  %mended = fmul double %ratio, %by
  br label %compare
compare:
  %likelier = phi double [ %ratio, %weigh ], [ %mended, %mend ]
  %surely = fcmp oge double %likelier, 1.0
  br i1 %surely, label %take, label %toss
toss:
  %share = call double @{P}share(ptr %job)
  %lucky = fcmp olt double %share, %likelier
  br i1 %lucky, label %take, label %back
take:
  call void @{P}accept(ptr %job, i64 %start, i64 %stopped)
  ret i64 {TAKEN}
back:
  call void @{P}keep(ptr %job, i64 %start, i1 true)
  ret i64 {UNTAKEN}
leave:
  call void @{P}keep(ptr %job, i64 %start, i1 true)
  ret i64 {LEFT}
}}
"""

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
{_stored("one", "%before")}
{_stored("other", "%now")}
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
{_stored("weighed", "%sum")}
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
  %factor = call double @{P}factor(ptr %job, ptr %from, i64 %point, i64 %number)
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
{_stored("taken", "%taken")}
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
{_stored("ratio", "%agreed", "double")}
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

CHAIN_MOVES: Final = f"{_LOTS}{_NAMES}{_CHANGES}{_SWAP}{_REDRAW}{_ANEW}{_MOVES}"
