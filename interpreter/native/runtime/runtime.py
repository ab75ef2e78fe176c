"""What is the same for every game, in LLVM's text: driving roots, playouts, numbers of chance.

The exported functions, all named `rulelang_…`; `s` is a state, `c` a context
(`emit_llvm.CONTEXT`):

* `start(s, c)`: set-up, up to the first point.
* `take(s, c, id)`: an action or outcome, up to the next point.
* `legal(s, c)`: the rows of legal actions here. After `start` and `take` they are there already.
* `chance(s, c)`: the outcomes of chance here.
* `ids(c, out)`: the rows as action numbers, ascending; returns how many.
* `step(from, to, c, id, out)`: a copy, `take`, `ids`; returns how many are legal.
* `playouts(start, c, n, seed, first, out, stop, sums)`: random playouts; see `PLAYOUTS`. In them
  the points themselves draw what is taken (the context's `auto`), and play does not leave its code.

Numbers of chance follow Ref §16, so that playouts are those of the reference engine.
"""

from __future__ import annotations

from typing import Final

from interpreter.layout import MAX_DEPTH, MAX_LOOKS
from interpreter.native.emit.text import PREFIX, RESULT
from interpreter.native.ir.nodes import Op, Reg
from interpreter.native.ir.statuses import CROWDED, DEAD_END
from interpreter.native.memory.lowered import ROOT, Lowered
from interpreter.native.runtime.drawing_text import drawn
from interpreter.native.runtime.playout_text import CUT, PLAYOUTS, UNCUT
from interpreter.native.runtime.runtime_text import (
    BIT_AT_ONCE,
    BIT_BY_LOOP,
    COMMON,
    NUMBERS,
    slot_at,
    slots,
)

_FIGURES: Final = (
    "auto", "minds", "luck", "choices", "chances", "decisions", "branches", "widest",
    "scratch",
)  # fmt: skip


def runtime(lowered: Lowered, *, deposits_bits: bool, look: str = "look") -> str:
    """Return the runtime for one game instance, with the intrinsics that its code uses.

    `deposits_bits`: the processor finds the n-th bit of a mask at once (x86's BMI2). `look`: what
    looks ahead is called; code that wraps it has a `look` of its own.
    """
    module = lowered.module
    roots = sorted(
        int(name.removeprefix("root")) for name in module.functions if name.startswith("root")
    )
    bit = BIT_AT_ONCE if deposits_bits else BIT_BY_LOOP
    parts = [
        f"@{PREFIX}budget = private unnamed_addr constant i64 {lowered.budget}",
        NUMBERS,
        COMMON,
        bit,
        drawn(is_cut=lowered.is_cut),
        _intrinsics(lowered),
        _drive(roots),
        _entries(lowered),
        _look(module.size, look),
    ]
    names = _names(lowered)
    cut = CUT if lowered.is_cut else UNCUT
    names |= {
        name: text.format(P=PREFIX, horizon=slot_at("horizon")) for name, text in cut.items()
    }
    parts.append(PLAYOUTS.format(**names))
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
  %steps = getelementptr i8, ptr %c, i64 {slot_at("steps")}
  store i64 0, ptr %steps
  %looks = getelementptr i8, ptr %c, i64 {slot_at("looks")}
  store i64 0, ptr %looks
  %gone_through = getelementptr i8, ptr %c, i64 {slot_at("gone_through")}
  store i64 0, ptr %gone_through
  ret void
}}

define internal void @{PREFIX}go(ptr noalias nocapture %s, ptr noalias nocapture %c, i64 %id) nounwind {{
  %taken = getelementptr i8, ptr %c, i64 {slot_at("taken")}
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
  %rows = getelementptr i8, ptr %c, i64 {slot_at("rows")}
  store i64 0, ptr %rows
  %pc = call i64 @{PREFIX}pc(ptr %s)
{_switch(lowered.legal, ", i64 0")}
}}

define void @{PREFIX}chance(ptr noalias nocapture %s, ptr noalias nocapture %c) nounwind {{
  %rows = getelementptr i8, ptr %c, i64 {slot_at("outcomes")}
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


def _look(size: int, name: str) -> str:
    """Return the look ahead: whether a pick, taken on a copy, comes to no dead end. Ref §29."""
    return f"""
define internal i64 @{PREFIX}{name}(ptr noalias nocapture %s, ptr noalias nocapture %c, i64 %id,
    i64 %choose) nounwind {{
{slots("depth")}
  %deep = icmp sge i64 %depth, {MAX_DEPTH}
  br i1 %deep, label %unsearched, label %count
unsearched:
  ret i64 1
count:
{slots("looks")}
  %more = add i64 %looks, 1
  store i64 %more, ptr %looks_at
  ; The reference decides where there would be more.
  %many = icmp sge i64 %looks, {MAX_LOOKS}
  br i1 %many, label %crowded, label %search
crowded:
  call void @{PREFIX}fault(ptr %c, i64 {CROWDED})
  ret i64 1
search:
  %deeper = add i64 %depth, 1
  store i64 %deeper, ptr %depth_at
{slots("looking", "taken", "actor", "auto", "rows", "capacity", "row_buffer")}
  store i64 %choose, ptr %looking_at
  %copy = alloca i8, i64 {max(8, size)}, align 16
  call void @llvm.memcpy.p0.p0.i64(ptr %copy, ptr %s, i64 {size}, i1 false)
  %old_fault = load i64, ptr %c
  store i64 0, ptr %c
  store i64 0, ptr %auto_at
  %left = sub i64 %capacity, %rows
  store i64 %left, ptr %capacity_at
  %twice = shl i64 %rows, 1
  %free = getelementptr i64, ptr %row_buffer, i64 %twice
  store ptr %free, ptr %row_buffer_at
  call void @{PREFIX}go(ptr %copy, ptr %c, i64 %id)
  store i64 %depth, ptr %depth_at
  store i64 %looking, ptr %looking_at
  store ptr %row_buffer, ptr %row_buffer_at
  store i64 %capacity, ptr %capacity_at
  store i64 %rows, ptr %rows_at
  store i64 %auto, ptr %auto_at
  store i64 %actor, ptr %actor_at
  store i64 %taken, ptr %taken_at
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
        **{name: slot_at(name) for name in _FIGURES},
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
