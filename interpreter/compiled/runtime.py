"""What is the same for every game, in LLVM's text: driving roots, playouts, numbers of chance.

The exported functions, all named `rulelang_…`; `s` is a state, `c` a context
(`emit_llvm.CONTEXT`):

* `start(s, c)`: set-up, up to the first point.
* `take(s, c, id)`: an action or outcome, up to the next point.
* `legal(s, c)`: the rows of legal actions here. After `start` and `take` they are there already.
* `chance(s, c)`: the outcomes of chance here.
* `ids(c, out)`: the rows as action numbers, ascending; returns how many.
* `step(from, to, c, id, out)`: a copy, `take`, `ids`; returns how many are legal.
* `playouts(start, c, n, seed, first, out, stop, sums)`: random playouts; see `_PLAYOUTS`. In them
  the points themselves draw what is taken (the context's `auto`), and play does not leave its code.

Numbers of chance follow Ref §16, so that playouts are those of the reference engine.
"""

from __future__ import annotations

from typing import Final

from interpreter.compiled.code import CROWDED, DEAD_END, SPENT
from interpreter.compiled.emit_llvm import CONTEXT, PREFIX
from interpreter.compiled.instances import ROOT
from interpreter.compiled.ir import Op, Reg
from interpreter.compiled.lower import Lowered

MAX_LOOKS: Final = 10_000
"""Looks ahead from one position; the reference decides where there would be more. Ref §29."""

RESULT: Final = ("choices", "decisions", "chances", "branches", "widest")
"""What a playout tells, 64 bits each, before the returns of the players."""


_FIGURES: Final = (
    "auto", "minds", "luck", "choices", "chances", "decisions", "branches", "widest",
)  # fmt: skip


def _slot(name: str) -> int:
    return 8 * CONTEXT[name]


_COMMON: Final = f"""
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
  %at = getelementptr i8, ptr %c, i64 {_slot("steps")}
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
  %at = getelementptr i8, ptr %c, i64 {_slot("rows")}
  %n = load i64, ptr %at
  %after = add i64 %n, %rows
  %room = getelementptr i8, ptr %c, i64 {_slot("capacity")}
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
  %at = getelementptr i8, ptr %c, i64 {_slot("rows")}
  %n = load i64, ptr %at
  %buffers = getelementptr i8, ptr %c, i64 {_slot("row_buffer")}
  %rows = load ptr, ptr %buffers
  %twice = shl i64 %n, 1
  %first = getelementptr i64, ptr %rows, i64 %twice
  store i64 %base, ptr %first
  %second = getelementptr i64, ptr %first, i64 1
  store i64 %mask, ptr %second
  %next = add i64 %n, 1
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
  %at = getelementptr i8, ptr %c, i64 {_slot("outcomes")}
  %n = load i64, ptr %at
  %room = getelementptr i8, ptr %c, i64 {_slot("outcome_capacity")}
  %most = load i64, ptr %room
  %fits = icmp slt i64 %n, %most
  br i1 %fits, label %put, label %crowded
put:
  %buffers = getelementptr i8, ptr %c, i64 {_slot("outcome_buffer")}
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

define internal i64 @{PREFIX}count(ptr noalias nocapture %c) alwaysinline nounwind {{
  %own_at = getelementptr i8, ptr %c, i64 {_slot("own")}
  %own = load i64, ptr %own_at
  %extra_at = getelementptr i8, ptr %c, i64 {_slot("extra")}
  %extra = load i64, ptr %extra_at
  %closing_at = getelementptr i8, ptr %c, i64 {_slot("closing")}
  %closing = load i64, ptr %closing_at
  %open = add i64 %own, %extra
  %all = add i64 %open, %closing
  ret i64 %all
}}

define internal i64 @{PREFIX}nth(ptr noalias nocapture %c, i64 %place) nounwind {{
entry:
  %buffers = getelementptr i8, ptr %c, i64 {_slot("row_buffer")}
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
  %at = getelementptr i8, ptr %c, i64 {_slot("rows")}
  %n = load i64, ptr %at
  %buffers = getelementptr i8, ptr %c, i64 {_slot("row_buffer")}
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


_BIT_BY_LOOP: Final = f"""
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

_BIT_AT_ONCE: Final = f"""
declare i64 @llvm.x86.bmi.pdep.64(i64, i64)
define internal i64 @{PREFIX}bit(i64 %mask, i64 %skip) alwaysinline nounwind {{
  %one = shl i64 1, %skip
  %there = call i64 @llvm.x86.bmi.pdep.64(i64 %one, i64 %mask)
  %at = call i64 @llvm.cttz.i64(i64 %there, i1 true)
  ret i64 %at
}}
"""


_DRAWN: Final = f"""
; A player's action by lot, noted; called where legal actions are listed.
define internal i64 @{PREFIX}draw_action(ptr noalias nocapture %s, ptr noalias nocapture %c) alwaysinline nounwind {{
  %steps = getelementptr i8, ptr %c, i64 {_slot("steps")}
  store i64 0, ptr %steps
  %looks = getelementptr i8, ptr %c, i64 {_slot("looks")}
  store i64 0, ptr %looks
  %count = call i64 @{PREFIX}count(ptr %c)
  %minds_at = getelementptr i8, ptr %c, i64 {_slot("minds")}
  %minds = load i64, ptr %minds_at
  %choices_at = getelementptr i8, ptr %c, i64 {_slot("choices")}
  %choices = load i64, ptr %choices_at
  %place = call i64 @{PREFIX}below(i64 %minds, i64 %choices, i64 %count)
  %id = call i64 @{PREFIX}nth(ptr %c, i64 %place)
  %choices1 = add i64 %choices, 1
  store i64 %choices1, ptr %choices_at
  %open = icmp sgt i64 %count, 1
  %one = zext i1 %open to i64
  %decisions_at = getelementptr i8, ptr %c, i64 {_slot("decisions")}
  %decisions = load i64, ptr %decisions_at
  %decisions1 = add i64 %decisions, %one
  store i64 %decisions1, ptr %decisions_at
  %branches_at = getelementptr i8, ptr %c, i64 {_slot("branches")}
  %branches = load i64, ptr %branches_at
  %branches1 = add i64 %branches, %count
  store i64 %branches1, ptr %branches_at
  %widest_at = getelementptr i8, ptr %c, i64 {_slot("widest")}
  %widest = load i64, ptr %widest_at
  %widest1 = call i64 @llvm.smax.i64(i64 %widest, i64 %count)
  store i64 %widest1, ptr %widest_at
  ret i64 %id
}}

; An outcome of chance, noted; called where outcomes are listed.
define internal i64 @{PREFIX}draw_outcome(ptr noalias nocapture %s, ptr noalias nocapture %c) nounwind {{
entry:
  %steps = getelementptr i8, ptr %c, i64 {_slot("steps")}
  store i64 0, ptr %steps
  %looks = getelementptr i8, ptr %c, i64 {_slot("looks")}
  store i64 0, ptr %looks
  %luck_at = getelementptr i8, ptr %c, i64 {_slot("luck")}
  %luck = load i64, ptr %luck_at
  %index_at = getelementptr i8, ptr %c, i64 {_slot("chances")}
  %index = load i64, ptr %index_at
  %index1 = add i64 %index, 1
  store i64 %index1, ptr %index_at
  %at = getelementptr i8, ptr %c, i64 {_slot("outcomes")}
  %n = load i64, ptr %at
  %buffers = getelementptr i8, ptr %c, i64 {_slot("outcome_buffer")}
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
  %place = call i64 @{PREFIX}below(i64 %luck, i64 %index, i64 %total)
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
  %id = load i64, ptr %idp
  ret i64 %id
}}
"""


def runtime(lowered: Lowered, *, deposits_bits: bool) -> str:
    """Return the runtime for one game instance, with the intrinsics that its code uses.

    `deposits_bits`: the processor finds the n-th bit of a mask at once (x86's BMI2).
    """
    module = lowered.module
    roots = sorted(
        int(name.removeprefix("root")) for name in module.functions if name.startswith("root")
    )
    bit = _BIT_AT_ONCE if deposits_bits else _BIT_BY_LOOP
    parts = [
        f"@{PREFIX}budget = private unnamed_addr constant i64 {lowered.budget}",
        _COMMON,
        bit,
        _DRAWN,
        _intrinsics(lowered),
        _drive(roots),
        _entries(lowered),
        _look(module.size),
    ]
    parts.append(_PLAYOUTS.format(**_names(lowered)))
    return "\n".join(parts)


def _intrinsics(lowered: Lowered) -> str:
    """Declare LLVM's bit counts for every width that the code uses."""
    widths = {64}
    for function in lowered.module.functions.values():
        for block in function.blocks:
            widths |= {
                arg.width
                for node in block.instructions
                if isinstance(node, Op) and node.op in ("popcount", "ctz", "clz")
                for arg in node.args
                if isinstance(arg, Reg)
            }
    return "\n".join(
        f"declare i{width} @llvm.ctpop.i{width}(i{width})\n"
        f"declare i{width} @llvm.cttz.i{width}(i{width}, i1)\n"
        f"declare i{width} @llvm.ctlz.i{width}(i{width}, i1)"
        for width in sorted(widths)
    )


def _drive(roots: list[int]) -> str:
    """Return the loop that enters roots by label until one stops."""
    cases = " ".join(f"i64 {root}, label %r{root}" for root in roots)
    blocks = "\n".join(
        f"r{root}:\n  %n{root} = call i64 @{PREFIX}root{root}(ptr %s, ptr %c, i64 %local)\n"
        f"  br label %on"
        for root in roots
    )
    joined = ", ".join(f"[ %n{root}, %r{root} ]" for root in roots)
    return f"""
define internal void @{PREFIX}drive(ptr noalias nocapture %s, ptr noalias nocapture %c, i64 %label) nounwind {{
entry:
  br label %loop
loop:
  %at = phi i64 [ %label, %entry ], [ %next, %on ]
  %go = icmp sge i64 %at, 0
  br i1 %go, label %enter, label %done
enter:
  %root = lshr i64 %at, {ROOT.bit_length() - 1}
  %local = and i64 %at, {ROOT - 1}
  switch i64 %root, label %done [ {cases} ]
{blocks}
on:
  %next = phi i64 {joined}
  br label %loop
done:
  ret void
}}
"""


def _entries(lowered: Lowered) -> str:
    """Return the functions by which play is begun and gone on with."""
    bits = 8 * lowered.pc.bytes
    points = len(lowered.control.points) + 1
    return f"""
define internal i64 @{PREFIX}pc(ptr noalias nocapture %s) alwaysinline nounwind {{
  %at = getelementptr i8, ptr %s, i64 {lowered.pc.offset}
  %n = load i{bits}, ptr %at
  %pc = {"sext" if bits < 64 else "bitcast"} i{bits} %n to i64
  ret i64 %pc
}}

define i64 @{PREFIX}sort(ptr noalias nocapture %s) nounwind {{
  %pc = call i64 @{PREFIX}pc(ptr %s)
  %at = getelementptr [{points} x i64], ptr @{PREFIX}sorts, i64 0, i64 %pc
  %sort = load i64, ptr %at
  ret i64 %sort
}}

define void @{PREFIX}start(ptr noalias nocapture %s, ptr noalias nocapture %c) nounwind {{
  call void @{PREFIX}clear(ptr %c)
  call void @{PREFIX}drive(ptr %s, ptr %c, i64 0)
  ret void
}}

define internal void @{PREFIX}clear(ptr noalias nocapture %c) alwaysinline nounwind {{
  store i64 0, ptr %c
  %steps = getelementptr i8, ptr %c, i64 {_slot("steps")}
  store i64 0, ptr %steps
  %looks = getelementptr i8, ptr %c, i64 {_slot("looks")}
  store i64 0, ptr %looks
  ret void
}}

define internal void @{PREFIX}go(ptr noalias nocapture %s, ptr noalias nocapture %c, i64 %id) nounwind {{
  %taken = getelementptr i8, ptr %c, i64 {_slot("taken")}
  store i64 %id, ptr %taken
  %pc = call i64 @{PREFIX}pc(ptr %s)
  %at = getelementptr [{points} x i64], ptr @{PREFIX}labels, i64 0, i64 %pc
  %label = load i64, ptr %at
  call void @{PREFIX}drive(ptr %s, ptr %c, i64 %label)
  ret void
}}

define void @{PREFIX}take(ptr noalias nocapture %s, ptr noalias nocapture %c, i64 %id) nounwind {{
  call void @{PREFIX}clear(ptr %c)
  call void @{PREFIX}go(ptr %s, ptr %c, i64 %id)
  ret void
}}

define void @{PREFIX}legal(ptr noalias nocapture %s, ptr noalias nocapture %c) nounwind {{
  call void @{PREFIX}clear(ptr %c)
  %rows = getelementptr i8, ptr %c, i64 {_slot("rows")}
  store i64 0, ptr %rows
  %pc = call i64 @{PREFIX}pc(ptr %s)
{_switch(lowered.legal, ", i64 0")}
}}

define void @{PREFIX}chance(ptr noalias nocapture %s, ptr noalias nocapture %c) nounwind {{
  %rows = getelementptr i8, ptr %c, i64 {_slot("outcomes")}
  store i64 0, ptr %rows
  %pc = call i64 @{PREFIX}pc(ptr %s)
{_switch(lowered.chances, "")}
}}

define i64 @{PREFIX}step(ptr noalias nocapture %from, ptr noalias nocapture %s, ptr noalias nocapture %c, i64 %id, ptr noalias nocapture %out) nounwind {{
  call void @llvm.memcpy.p0.p0.i64(ptr %s, ptr %from, i64 {lowered.module.size}, i1 false)
  call void @{PREFIX}take(ptr %s, ptr %c, i64 %id)
  %fault = load i64, ptr %c
  %failed = icmp ne i64 %fault, 0
  br i1 %failed, label %bad, label %fine
bad:
  %minus = sub i64 0, %fault
  ret i64 %minus
fine:
  %sort = call i64 @{PREFIX}sort(ptr %s)
  %asks = icmp eq i64 %sort, 1
  br i1 %asks, label %list, label %none
list:
  %n = call i64 @{PREFIX}ids(ptr %c, ptr %out)
  ret i64 %n
none:
  ret i64 0
}}
"""


def _switch(functions: dict[int, str], more: str) -> str:
    cases = " ".join(f"i64 {point}, label %p{point}" for point in functions)
    blocks = "\n".join(
        f"p{point}:\n  call void @{PREFIX}{name}(ptr %s, ptr %c{more})\n  ret void"
        for point, name in functions.items()
    )
    return f"  switch i64 %pc, label %none [ {cases} ]\n{blocks}\nnone:\n  ret void"


def _look(size: int) -> str:
    """Return the look ahead: whether a pick, taken on a copy, comes to no dead end. Ref §29."""
    return f"""
define internal i64 @{PREFIX}look(ptr noalias nocapture %s, ptr noalias nocapture %c, i64 %id) nounwind {{
  %looks_at = getelementptr i8, ptr %c, i64 {_slot("looks")}
  %looks = load i64, ptr %looks_at
  %more = add i64 %looks, 1
  store i64 %more, ptr %looks_at
  %many = icmp sge i64 %looks, {MAX_LOOKS}
  br i1 %many, label %crowded, label %search
crowded:
  call void @{PREFIX}fault(ptr %c, i64 {CROWDED})
  ret i64 1
search:
  %copy = alloca i8, i64 {max(8, size)}, align 16
  call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr %s, i64 {size}, i1 false)
  %old_fault = load i64, ptr %c
  store i64 0, ptr %c
  %steps_at = getelementptr i8, ptr %c, i64 {_slot("steps")}
  %old_steps = load i64, ptr %steps_at
  store i64 0, ptr %steps_at
  %taken_at = getelementptr i8, ptr %c, i64 {_slot("taken")}
  %old_taken = load i64, ptr %taken_at
  %actor_at = getelementptr i8, ptr %c, i64 {_slot("actor")}
  %old_actor = load i64, ptr %actor_at
  %auto_at = getelementptr i8, ptr %c, i64 {_slot("auto")}
  %old_auto = load i64, ptr %auto_at
  store i64 0, ptr %auto_at
  %rows_at = getelementptr i8, ptr %c, i64 {_slot("rows")}
  %rows = load i64, ptr %rows_at
  %room_at = getelementptr i8, ptr %c, i64 {_slot("capacity")}
  %room = load i64, ptr %room_at
  %buffer_at = getelementptr i8, ptr %c, i64 {_slot("row_buffer")}
  %buffer = load ptr, ptr %buffer_at
  %left = sub i64 %room, %rows
  store i64 %left, ptr %room_at
  %twice = shl i64 %rows, 1
  %free = getelementptr i64, ptr %buffer, i64 %twice
  store ptr %free, ptr %buffer_at
  call void @{PREFIX}go(ptr %copy, ptr %c, i64 %id)
  store ptr %buffer, ptr %buffer_at
  store i64 %room, ptr %room_at
  store i64 %rows, ptr %rows_at
  store i64 %old_auto, ptr %auto_at
  store i64 %old_actor, ptr %actor_at
  store i64 %old_steps, ptr %steps_at
  store i64 %old_taken, ptr %taken_at
  %fault = load i64, ptr %c
  store i64 %old_fault, ptr %c
  %spent = icmp sgt i64 %fault, {DEAD_END}
  br i1 %spent, label %hard, label %soft
hard:
  call void @{PREFIX}fault(ptr %c, i64 %fault)
  ret i64 1
soft:
  %dead = icmp eq i64 %fault, {DEAD_END}
  %leads = select i1 %dead, i64 0, i64 1
  ret i64 %leads
}}
"""


def _names(lowered: Lowered) -> dict[str, object]:
    players = lowered.returns.count
    return {
        "P": PREFIX,
        "size": max(8, lowered.module.size),
        "returns": lowered.returns.offset,
        "players": players,
        **{name: _slot(name) for name in _FIGURES},
        "width": 8 * (len(RESULT) + players + 1),
        "players_key": _signed(_mixed("players")),
        "chance_key": _signed(_mixed("chance")),
    }


def _mixed(key: str) -> int:
    """Return the first mix of a key of numbers: Ref §16."""
    mask = (1 << 64) - 1
    z = (int.from_bytes(key.encode("ascii"), "big") + 0x9E3779B97F4A7C15) & mask
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & mask
    z = (z ^ z >> 27) * 0x94D049BB133111EB & mask
    return z ^ z >> 31


def _signed(value: int) -> int:
    return value - (1 << 64) if value >> 63 else value


_PLAYOUTS: Final = """
; For each playout, in `out`: fault, choices, decisions, chances, branches, widest, returns. With
; `sums` the figures of all are added up in the first row.
define i64 @{P}playouts(ptr noalias nocapture %begin, ptr noalias nocapture %c, i64 %n, i64 %seed, i64 %first, ptr noalias nocapture %out, ptr noalias nocapture %stop, i64 %sums) nounwind {{
entry:
  %s = alloca i8, i64 {size}, align 64
  %kx = xor i64 {players_key}, %seed
  %minds_seed = call i64 @{P}mix(i64 %kx)
  %cx = xor i64 {chance_key}, %seed
  %luck_seed = call i64 @{P}mix(i64 %cx)
  %auto_at = getelementptr i8, ptr %c, i64 {auto}
  %minds_at = getelementptr i8, ptr %c, i64 {minds}
  %luck_at = getelementptr i8, ptr %c, i64 {luck}
  %choices_at = getelementptr i8, ptr %c, i64 {choices}
  %chances_at = getelementptr i8, ptr %c, i64 {chances}
  %decisions_at = getelementptr i8, ptr %c, i64 {decisions}
  %branches_at = getelementptr i8, ptr %c, i64 {branches}
  %widest_at = getelementptr i8, ptr %c, i64 {widest}
  %adds = icmp ne i64 %sums, 0
  %stride = select i1 %adds, i64 0, i64 {width}
  br label %next
next:
  %i = phi i64 [ 0, %entry ], [ %i1, %told ]
  %halt = load volatile i32, ptr %stop
  %halted = icmp ne i32 %halt, 0
  %all = icmp sge i64 %i, %n
  %leave = or i1 %halted, %all
  br i1 %leave, label %done, label %play
done:
  ret i64 %i
play:
  %number = add i64 %first, %i
  %mx = xor i64 %minds_seed, %number
  %minds = call i64 @{P}mix(i64 %mx)
  store i64 %minds, ptr %minds_at
  %lx = xor i64 %luck_seed, %number
  %luck = call i64 @{P}mix(i64 %lx)
  store i64 %luck, ptr %luck_at
  store i64 0, ptr %choices_at
  store i64 0, ptr %chances_at
  store i64 0, ptr %decisions_at
  store i64 0, ptr %branches_at
  store i64 0, ptr %widest_at
  call void @{P}clear(ptr %c)
  call void @llvm.memcpy.p0.p0.i64(ptr align 64 %s, ptr %begin, i64 {size}, i1 false)
  %sort = call i64 @{P}sort(ptr %s)
  switch i64 %sort, label %over [ i64 1, label %choose i64 2, label %draw ]
choose:
  call void @{P}legal(ptr %s, ptr %c)
  %id = call i64 @{P}draw_action(ptr %s, ptr %c)
  br label %run
draw:
  call void @{P}chance(ptr %s, ptr %c)
  %outcome = call i64 @{P}draw_outcome(ptr %s, ptr %c)
  br label %run
run:
  %taken = phi i64 [ %id, %choose ], [ %outcome, %draw ]
  store i64 1, ptr %auto_at
  call void @{P}go(ptr %s, ptr %c, i64 %taken)
  store i64 0, ptr %auto_at
  br label %over
over:
  %offset = mul i64 %i, %stride
  %row = getelementptr i8, ptr %out, i64 %offset
  %fault = load i64, ptr %c
  call void @{P}tell(ptr %row, i64 0, i64 %fault, i1 %adds)
  %v1 = load i64, ptr %choices_at
  call void @{P}tell(ptr %row, i64 1, i64 %v1, i1 %adds)
  %v2 = load i64, ptr %decisions_at
  call void @{P}tell(ptr %row, i64 2, i64 %v2, i1 %adds)
  %v3 = load i64, ptr %chances_at
  call void @{P}tell(ptr %row, i64 3, i64 %v3, i1 %adds)
  %v4 = load i64, ptr %branches_at
  call void @{P}tell(ptr %row, i64 4, i64 %v4, i1 %adds)
  %v5 = load i64, ptr %widest_at
  call void @{P}tell(ptr %row, i64 5, i64 %v5, i1 %adds)
  %won = getelementptr i8, ptr %s, i64 {returns}
  br label %telling
telling:
  %p = phi i64 [ 0, %over ], [ %p1, %tells ]
  %more = icmp slt i64 %p, {players}
  br i1 %more, label %tells, label %told
tells:
  %part_at = getelementptr i64, ptr %won, i64 %p
  %part = load i64, ptr %part_at
  %place = add i64 %p, 6
  call void @{P}tell(ptr %row, i64 %place, i64 %part, i1 %adds)
  %p1 = add i64 %p, 1
  br label %telling
told:
  %i1 = add i64 %i, 1
  br label %next
}}

define internal void @{P}tell(ptr noalias nocapture %row, i64 %place, i64 %value, i1 %adds) alwaysinline nounwind {{
  %at = getelementptr i64, ptr %row, i64 %place
  %old = load i64, ptr %at
  %kept = select i1 %adds, i64 %old, i64 0
  %sum = add i64 %kept, %value
  store i64 %sum, ptr %at
  ret void
}}
"""
