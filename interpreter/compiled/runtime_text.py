"""The text of `runtime`: LLVM functions that are the same for every game.

Names in braces are filled in: at once where they are settled here, by `runtime` where they depend
on the game.
"""

from __future__ import annotations

from typing import Final

from interpreter.compiled.code import CROWDED, SPENT
from interpreter.compiled.emit_llvm import CONTEXT, PREFIX


def slot_at(name: str) -> int:
    """Return where a slot of the context lies, in bytes."""
    return 8 * CONTEXT[name]


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
  %at = getelementptr i8, ptr %c, i64 {slot_at("steps")}
  %old = load i64, ptr %at
  %new = add i64 %old, %steps
  store i64 %new, ptr %at
  %most = load i64, ptr @{PREFIX}budget
  %over = icmp sgt i64 %new, %most
  br i1 %over, label %spent, label %on
spent:
  call void @{PREFIX}fault(ptr %c, i64 {SPENT})
  ret i1 true
on:
  ret i1 false
}}

define internal i1 @{PREFIX}room(ptr noalias nocapture %c, i64 %rows) alwaysinline nounwind {{
  %at = getelementptr i8, ptr %c, i64 {slot_at("rows")}
  %n = load i64, ptr %at
  %after = add i64 %n, %rows
  %room = getelementptr i8, ptr %c, i64 {slot_at("capacity")}
  %most = load i64, ptr %room
  %fits = icmp sle i64 %after, %most
  br i1 %fits, label %on, label %crowded
crowded:
  call void @{PREFIX}fault(ptr %c, i64 {CROWDED})
  ret i1 false
on:
  ret i1 true
}}

define internal void @{PREFIX}row_unchecked(ptr noalias nocapture %c, i64 %base, i64 %mask) alwaysinline nounwind {{
  %at = getelementptr i8, ptr %c, i64 {slot_at("rows")}
  %n = load i64, ptr %at
  %buffers = getelementptr i8, ptr %c, i64 {slot_at("row_buffer")}
  %rows = load ptr, ptr %buffers
  %twice = shl i64 %n, 1
  %first = getelementptr i64, ptr %rows, i64 %twice
  store i64 %base, ptr %first
  %second = getelementptr i64, ptr %first, i64 1
  store i64 %mask, ptr %second
  %some = icmp ne i64 %mask, 0
  %one = zext i1 %some to i64
  %next = add i64 %n, %one
  store i64 %next, ptr %at
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
  %at = getelementptr i8, ptr %c, i64 {slot_at("outcomes")}
  %n = load i64, ptr %at
  %room = getelementptr i8, ptr %c, i64 {slot_at("outcome_capacity")}
  %most = load i64, ptr %room
  %fits = icmp slt i64 %n, %most
  br i1 %fits, label %put, label %crowded
put:
  %buffers = getelementptr i8, ptr %c, i64 {slot_at("outcome_buffer")}
  %rows = load ptr, ptr %buffers
  %twice = shl i64 %n, 1
  %first = getelementptr i64, ptr %rows, i64 %twice
  store i64 %id, ptr %first
  %second = getelementptr i64, ptr %first, i64 1
  store i64 %weight, ptr %second
  %next = add i64 %n, 1
  store i64 %next, ptr %at
  ret void
crowded:
  call void @{PREFIX}fault(ptr %c, i64 {CROWDED})
  ret void
}}

define internal i64 @{PREFIX}count(ptr noalias nocapture %c) alwaysinline nounwind {{
  %own_at = getelementptr i8, ptr %c, i64 {slot_at("own")}
  %own = load i64, ptr %own_at
  %extra_at = getelementptr i8, ptr %c, i64 {slot_at("extra")}
  %extra = load i64, ptr %extra_at
  %closing_at = getelementptr i8, ptr %c, i64 {slot_at("closing")}
  %closing = load i64, ptr %closing_at
  %open = add i64 %own, %extra
  %all = add i64 %open, %closing
  ret i64 %all
}}

define internal i64 @{PREFIX}nth(ptr noalias nocapture %c, i64 %place) nounwind {{
entry:
  %buffers = getelementptr i8, ptr %c, i64 {slot_at("row_buffer")}
  %rows = load ptr, ptr %buffers
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %pass ]
  %left = phi i64 [ %place, %entry ], [ %fewer, %pass ]
  %twice = shl i64 %i, 1
  %first = getelementptr i64, ptr %rows, i64 %twice
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
  %at = getelementptr i8, ptr %c, i64 {slot_at("rows")}
  %n = load i64, ptr %at
  %buffers = getelementptr i8, ptr %c, i64 {slot_at("row_buffer")}
  %rows = load ptr, ptr %buffers
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %emptied ]
  %count = phi i64 [ 0, %entry ], [ %sofar, %emptied ]
  %go = icmp slt i64 %i, %n
  br i1 %go, label %body, label %done
body:
  %twice = shl i64 %i, 1
  %first = getelementptr i64, ptr %rows, i64 %twice
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


_ONE_LESS: Final = f"""
  %auto_at = getelementptr i8, ptr %c, i64 {slot_at("auto")}
  %auto = load i64, ptr %auto_at
  %auto_on = icmp ne i64 %auto, 0
  %auto_by = sext i1 %auto_on to i64
  %auto1 = add i64 %auto, %auto_by
  store i64 %auto1, ptr %auto_at"""
"""In playouts that are cut: the context's `auto` is how much is still drawn; 0: none of it here."""


def _drawing(name: str, pick: str, counted: str) -> str:
    """Return the function that draws an action; `pick`: the one that finds it by its place."""
    return f"""
; A player's action by lot, noted; called where legal actions are listed.
define internal i64 @{PREFIX}{name}(ptr noalias nocapture %s, ptr noalias nocapture %c) alwaysinline nounwind {{{counted}
  %steps = getelementptr i8, ptr %c, i64 {slot_at("steps")}
  store i64 0, ptr %steps
  %looks = getelementptr i8, ptr %c, i64 {slot_at("looks")}
  store i64 0, ptr %looks
  %count = call i64 @{PREFIX}count(ptr %c)
  %minds_at = getelementptr i8, ptr %c, i64 {slot_at("minds")}
  %minds = load i64, ptr %minds_at
  %choices_at = getelementptr i8, ptr %c, i64 {slot_at("choices")}
  %choices = load i64, ptr %choices_at
  %place = call i64 @{PREFIX}below(i64 %minds, i64 %choices, i64 %count)
  %id = call i64 @{PREFIX}{pick}(ptr %c, i64 %place)
  %choices1 = add i64 %choices, 1
  store i64 %choices1, ptr %choices_at
  %open = icmp sgt i64 %count, 1
  %one = zext i1 %open to i64
  %decisions_at = getelementptr i8, ptr %c, i64 {slot_at("decisions")}
  %decisions = load i64, ptr %decisions_at
  %decisions1 = add i64 %decisions, %one
  store i64 %decisions1, ptr %decisions_at
  %branches_at = getelementptr i8, ptr %c, i64 {slot_at("branches")}
  %branches = load i64, ptr %branches_at
  %branches1 = add i64 %branches, %count
  store i64 %branches1, ptr %branches_at
  %widest_at = getelementptr i8, ptr %c, i64 {slot_at("widest")}
  %widest = load i64, ptr %widest_at
  %widest1 = call i64 @llvm.smax.i64(i64 %widest, i64 %count)
  store i64 %widest1, ptr %widest_at
  ret i64 %id
}}
"""


FROM_ROW: Final = f"""
; The action at a place where all are in the first row.
define internal i64 @{PREFIX}from_row(ptr noalias nocapture %c, i64 %place) alwaysinline nounwind {{
  %buffers = getelementptr i8, ptr %c, i64 {slot_at("row_buffer")}
  %first = load ptr, ptr %buffers
  %second = getelementptr i64, ptr %first, i64 1
  %base = load i64, ptr %first
  %mask = load i64, ptr %second
  %bit = call i64 @{PREFIX}bit(i64 %mask, i64 %place)
  %id = add i64 %base, %bit
  ret i64 %id
}}
"""


def drawn(*, is_cut: bool) -> str:
    """Return the functions that draw actions and outcomes; `is_cut`: playouts have a horizon."""
    counted = _ONE_LESS if is_cut else ""
    actions = (("draw_action", "nth"), ("draw_from_row", "from_row"))
    drawing = "".join(_drawing(name, pick, counted) for name, pick in actions)
    return f"{FROM_ROW}{drawing}\n{_outcome_drawn(counted)}"


def outcome_by_weight(context: str, place: str) -> str:
    """Return the lines that find one of the outcomes listed, `%id`, from the block `entry`.

    `place` draws a number below `%total`, the sum of the weights.
    """
    return f"""\
  %at = getelementptr i8, ptr %{context}, i64 {slot_at("outcomes")}
  %n = load i64, ptr %at
  %buffers = getelementptr i8, ptr %{context}, i64 {slot_at("outcome_buffer")}
  %rows = load ptr, ptr %buffers
  br label %sum
sum:
  %i = phi i64 [ 0, %entry ], [ %i1, %add ]
  %total = phi i64 [ 0, %entry ], [ %total1, %add ]
  %go = icmp slt i64 %i, %n
  br i1 %go, label %add, label %pick
add:
  %twice = shl i64 %i, 1
  %odd = or i64 %twice, 1
  %wp = getelementptr i64, ptr %rows, i64 %odd
  %w = load i64, ptr %wp
  %total1 = add i64 %total, %w
  %i1 = add i64 %i, 1
  br label %sum
pick:
  %place = {place}
  br label %find
find:
  %j = phi i64 [ 0, %pick ], [ %j1, %pass ]
  %left = phi i64 [ %place, %pick ], [ %left1, %pass ]
  %twice2 = shl i64 %j, 1
  %idp = getelementptr i64, ptr %rows, i64 %twice2
  %wp2 = getelementptr i64, ptr %idp, i64 1
  %w2 = load i64, ptr %wp2
  %here = icmp slt i64 %left, %w2
  br i1 %here, label %found, label %pass
pass:
  %left1 = sub i64 %left, %w2
  %j1 = add i64 %j, 1
  br label %find
found:
  %id = load i64, ptr %idp"""


def _outcome_drawn(counted: str) -> str:
    return f"""
; An outcome of chance, noted; called where outcomes are listed.
define internal i64 @{PREFIX}draw_outcome(ptr noalias nocapture %s, ptr noalias nocapture %c) nounwind {{
entry:{counted}
  %steps = getelementptr i8, ptr %c, i64 {slot_at("steps")}
  store i64 0, ptr %steps
  %looks = getelementptr i8, ptr %c, i64 {slot_at("looks")}
  store i64 0, ptr %looks
  %luck_at = getelementptr i8, ptr %c, i64 {slot_at("luck")}
  %luck = load i64, ptr %luck_at
  %index_at = getelementptr i8, ptr %c, i64 {slot_at("chances")}
  %index = load i64, ptr %index_at
  %index1 = add i64 %index, 1
  store i64 %index1, ptr %index_at
{outcome_by_weight("c", f"call i64 @{PREFIX}below(i64 %luck, i64 %index, i64 %total)")}
  ret i64 %id
}}
"""
