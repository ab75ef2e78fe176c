"""Changes of possible plays in LLVM's text: numbers drawn by lot, put, tried and taken over."""

from __future__ import annotations

from typing import Final

from interpreter.native.emit.text import PREFIX
from interpreter.native.memory.shares import LEFT, RETRY_COST, TAKEN, UNTAKEN
from interpreter.native.runtime.chain_slots import AGREED, REFUSED, slots, stored
from interpreter.native.runtime.chain_slots import CHAIN as P
from interpreter.native.runtime.runtime_text import NUMBERS

SHARE_UNIT: Final = "0x3CA0000000000000"
"""2 to the power of -53."""


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
{stored("scratch", "%room", "ptr")}
{stored("first", "%from", "ptr")}
{stored("begin", "%point")}
{stored("all", "%all")}
  %n = call i64 @{PREFIX}chain_ways(ptr %job)
  ret i64 %n
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
{stored("begin", "%start")}
{stored("end", "%length")}
{stored("last", "%final")}
{stored("first", "%from", "ptr")}
{stored("ratio", "1.0", "double")}
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

CHAIN_CHANGES: Final = f"{_LOTS}{_CHANGES}"
