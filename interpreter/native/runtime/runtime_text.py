"""The text of `runtime`: LLVM functions that are the same for every game.

Names in braces are filled in: at once where they are settled here, by `runtime` where they depend
on the game.
"""

from __future__ import annotations

from typing import Final

from interpreter.native.emit.text import CONTEXT, PREFIX
from interpreter.native.ir.statuses import CROWDED, MOST_GONE_THROUGH, SPENT
from interpreter.native.runtime.memory_text import word, words

_KINDS: Final = dict.fromkeys(("row_buffer", "outcome_buffer"), "ptr")


def slot_at(name: str) -> int:
    """Return where a slot of the context lies, in bytes."""
    return 8 * CONTEXT[name]


def slots(*names: str, context: str = "c") -> str:
    """Return the lines that read slots of the context into registers of their names."""
    return words(context, CONTEXT, names, _KINDS)


NUMBERS: Final = f"""
define internal i64 @{PREFIX}mix(i64 %x) alwaysinline nounwind {{
  %z0 = add i64 %x, {0x9E3779B97F4A7C15 - (1 << 64)}
  %s0 = lshr i64 %z0, 30
  %x0 = xor i64 %z0, %s0
  %z1 = mul i64 %x0, {0xBF58476D1CE4E5B9 - (1 << 64)}
  %s1 = lshr i64 %z1, 27
  %x1 = xor i64 %z1, %s1
  %z2 = mul i64 %x1, {0x94D049BB133111EB - (1 << 64)}
  %s2 = lshr i64 %z2, 31
  %x2 = xor i64 %z2, %s2
  ret i64 %x2
}}

define internal i64 @{PREFIX}below(i64 %stream, i64 %index, i64 %limit) alwaysinline nounwind {{
  %x = xor i64 %stream, %index
  %word = call i64 @{PREFIX}mix(i64 %x)
  %wide = zext i64 %word to i128
  %most = zext i64 %limit to i128
  %product = mul i128 %wide, %most
  %high = lshr i128 %product, 64
  %found = trunc i128 %high to i64
  ret i64 %found
}}
"""
"""Numbers of chance: Ref §16."""

COMMON: Final = f"""
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare i64 @llvm.smin.i64(i64, i64)
declare i64 @llvm.smax.i64(i64, i64)

define internal i64 @{PREFIX}floordiv(i64 %a, i64 %b) alwaysinline nounwind {{
  %q = sdiv i64 %a, %b
  %r = srem i64 %a, %b
  %some = icmp ne i64 %r, 0
  %x = xor i64 %r, %b
  %apart = icmp slt i64 %x, 0
  %less = and i1 %some, %apart
  %one = zext i1 %less to i64
  %f = sub i64 %q, %one
  ret i64 %f
}}

define internal i64 @{PREFIX}floormod(i64 %a, i64 %b) alwaysinline nounwind {{
  %r = srem i64 %a, %b
  %some = icmp ne i64 %r, 0
  %x = xor i64 %r, %b
  %apart = icmp slt i64 %x, 0
  %more = and i1 %some, %apart
  %add = select i1 %more, i64 %b, i64 0
  %f = add i64 %r, %add
  ret i64 %f
}}

define internal void @{PREFIX}fault(ptr noalias nocapture %c, i64 %code) cold noinline nounwind {{
  %old = load i64, ptr %c
  %clear = icmp eq i64 %old, 0
  %new = select i1 %clear, i64 %code, i64 %old
  store i64 %new, ptr %c
  ret void
}}

define internal i1 @{PREFIX}spend(ptr noalias nocapture %c, i64 %steps) alwaysinline nounwind {{
{word("c", CONTEXT["steps"], "old")}
  %new = add i64 %old, %steps
  store i64 %new, ptr %old_at
  %most = load i64, ptr @{PREFIX}budget
  %over = icmp sgt i64 %new, %most
  br i1 %over, label %spent, label %on
spent:
  call void @{PREFIX}fault(ptr %c, i64 {SPENT})
  ret i1 true
on:
  ret i1 false
}}

define internal i1 @{PREFIX}count_one(ptr noalias nocapture %c) alwaysinline nounwind {{
{word("c", CONTEXT["gone_through"], "old")}
  %new = add i64 %old, 1
  store i64 %new, ptr %old_at
  %over = icmp sgt i64 %new, {MOST_GONE_THROUGH}
  br i1 %over, label %spent, label %on
spent:
  call void @{PREFIX}fault(ptr %c, i64 {SPENT})
  ret i1 false
on:
  ret i1 true
}}

define internal i1 @{PREFIX}room(ptr noalias nocapture %c, i64 %wanted) alwaysinline nounwind {{
{slots("rows", "capacity")}
  %after = add i64 %rows, %wanted
  %fits = icmp sle i64 %after, %capacity
  br i1 %fits, label %on, label %crowded
crowded:
  call void @{PREFIX}fault(ptr %c, i64 {CROWDED})
  ret i1 false
on:
  ret i1 true
}}

define internal void @{PREFIX}row_unchecked(ptr noalias nocapture %c, i64 %base, i64 %mask) alwaysinline nounwind {{
{slots("rows", "row_buffer")}
  %twice = shl i64 %rows, 1
  %first = getelementptr i64, ptr %row_buffer, i64 %twice
  store i64 %base, ptr %first
  %second = getelementptr i64, ptr %first, i64 1
  store i64 %mask, ptr %second
  %some = icmp ne i64 %mask, 0
  %one = zext i1 %some to i64
  %next = add i64 %rows, %one
  store i64 %next, ptr %rows_at
  ret void
}}

define internal void @{PREFIX}row(ptr noalias nocapture %c, i64 %base, i64 %mask) alwaysinline nounwind {{
  %fits = call i1 @{PREFIX}room(ptr %c, i64 1)
  br i1 %fits, label %put, label %done
put:
  call void @{PREFIX}row_unchecked(ptr %c, i64 %base, i64 %mask)
  ret void
done:
  ret void
}}

define internal void @{PREFIX}outcome(ptr noalias nocapture %c, i64 %id, i64 %weight) alwaysinline nounwind {{
{slots("outcomes", "outcome_capacity", "outcome_buffer")}
  %fits = icmp slt i64 %outcomes, %outcome_capacity
  br i1 %fits, label %put, label %crowded
put:
  %twice = shl i64 %outcomes, 1
  %first = getelementptr i64, ptr %outcome_buffer, i64 %twice
  store i64 %id, ptr %first
  %second = getelementptr i64, ptr %first, i64 1
  store i64 %weight, ptr %second
  %next = add i64 %outcomes, 1
  store i64 %next, ptr %outcomes_at
  ret void
crowded:
  call void @{PREFIX}fault(ptr %c, i64 {CROWDED})
  ret void
}}

define internal i64 @{PREFIX}count(ptr noalias nocapture %c) alwaysinline nounwind {{
{slots("own", "extra", "closing")}
  %open = add i64 %own, %extra
  %all = add i64 %open, %closing
  ret i64 %all
}}

define internal i64 @{PREFIX}nth(ptr noalias nocapture %c, i64 %place) nounwind {{
entry:
{slots("row_buffer")}
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %pass ]
  %left = phi i64 [ %place, %entry ], [ %fewer, %pass ]
  %twice = shl i64 %i, 1
  %first = getelementptr i64, ptr %row_buffer, i64 %twice
  %second = getelementptr i64, ptr %first, i64 1
  %mask = load i64, ptr %second
  %bits = call i64 @llvm.ctpop.i64(i64 %mask)
  %here = icmp slt i64 %left, %bits
  br i1 %here, label %found, label %pass
pass:
  %fewer = sub i64 %left, %bits
  %next = add i64 %i, 1
  br label %loop
found:
  %base = load i64, ptr %first
  %bit = call i64 @{PREFIX}bit(i64 %mask, i64 %left)
  %id = add i64 %base, %bit
  ret i64 %id
}}

define i64 @{PREFIX}ids(ptr noalias nocapture %c, ptr noalias nocapture %out) nounwind {{
entry:
{slots("rows", "row_buffer")}
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %emptied ]
  %count = phi i64 [ 0, %entry ], [ %sofar, %emptied ]
  %go = icmp slt i64 %i, %rows
  br i1 %go, label %body, label %done
body:
  %twice = shl i64 %i, 1
  %first = getelementptr i64, ptr %row_buffer, i64 %twice
  %second = getelementptr i64, ptr %first, i64 1
  %base = load i64, ptr %first
  %whole = load i64, ptr %second
  br label %bits
bits:
  %mask = phi i64 [ %whole, %body ], [ %rest, %put ]
  %sofar = phi i64 [ %count, %body ], [ %more, %put ]
  %some = icmp ne i64 %mask, 0
  br i1 %some, label %put, label %emptied
put:
  %bit = call i64 @llvm.cttz.i64(i64 %mask, i1 true)
  %id = add i64 %base, %bit
  %slot = getelementptr i64, ptr %out, i64 %sofar
  store i64 %id, ptr %slot
  %more = add i64 %sofar, 1
  %less = sub i64 %mask, 1
  %rest = and i64 %mask, %less
  br label %bits
emptied:
  %next = add i64 %i, 1
  br label %loop
done:
  ret i64 %count
}}
"""


BIT_BY_LOOP: Final = f"""
define internal i64 @{PREFIX}bit(i64 %mask, i64 %skip) alwaysinline nounwind {{
entry:
  br label %loop
loop:
  %m = phi i64 [ %mask, %entry ], [ %rest, %more ]
  %k = phi i64 [ %skip, %entry ], [ %fewer, %more ]
  %there = icmp eq i64 %k, 0
  br i1 %there, label %done, label %more
more:
  %less = sub i64 %m, 1
  %rest = and i64 %m, %less
  %fewer = sub i64 %k, 1
  br label %loop
done:
  %at = call i64 @llvm.cttz.i64(i64 %m, i1 true)
  ret i64 %at
}}
"""

BIT_AT_ONCE: Final = f"""
declare i64 @llvm.x86.bmi.pdep.64(i64, i64)
define internal i64 @{PREFIX}bit(i64 %mask, i64 %skip) alwaysinline nounwind {{
  %one = shl i64 1, %skip
  %there = call i64 @llvm.x86.bmi.pdep.64(i64 %one, i64 %mask)
  %at = call i64 @llvm.cttz.i64(i64 %there, i1 true)
  ret i64 %at
}}
"""
