"""What the code of every game has beside its rules: the files in `game`, and its own numbers.

`entering` says how play is begun and gone on with, `playouts` what random play tells. Only
functions that call one of many, by number, are written here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from interpreter.layout import MAX_DEPTH, MAX_LOOKS
from interpreter.native.emit.text import PREFIX
from interpreter.native.ir.nodes import CallFunction, Spend
from interpreter.native.ir.statuses import MOST_GONE_THROUGH
from interpreter.native.memory.lowered import ROOT, Lowered, state_size
from interpreter.native.runtime.texts import ROW, joined

_ALWAYS: Final = (
    "numbers", "common", "outcomes", "drawing", "entering", "looking", "playouts",
)  # fmt: skip


def runtime(lowered: Lowered, *, deposits_bits: bool, is_watched: bool = False) -> str:
    """Return the runtime for one game instance.

    `deposits_bits`: the processor finds the n-th bit of a mask at once (x86's BMI2). `is_watched`:
    what is put beside it has its own `look`.
    """
    files = [
        *_ALWAYS,
        "bit_at_once" if deposits_bits else "bit_by_loop",
        "cut" if lowered.is_cut else "uncut",
        "words_at_once" if lowered.chances else "words_ahead",
        "apart" if lowered.playouts else "alike",
        "counted" if _counts(lowered) else "uncounted",
    ]
    if not is_watched:
        files.append("unwatched")
    roots = lowered.roots
    parts = [
        joined((f"game/{file}" for file in files), _numbers(lowered)),
        _by_number("enter", "i64", roots, ", i64 %local"),
        _by_number("legal_at", "void", lowered.legal, ", i64 %only_closing"),
        _by_number("chance_at", "void", lowered.chances, ""),
    ]
    if lowered.playouts:
        parts.append(_by_number("enter_playout", "i64", roots | lowered.playouts, ", i64 %local"))
    return "\n".join(parts)


def _counts(lowered: Lowered) -> bool:
    """Return whether a loop counts, or somebody looks ahead."""
    nodes = (node for function in lowered.module.functions.values() for node in function.nodes)
    return any(
        isinstance(node, Spend) or (isinstance(node, CallFunction) and node.name == "look")
        for node in nodes
    )


def _numbers(lowered: Lowered) -> dict[str, int]:
    players = lowered.returns.count
    return {
        "size": state_size(lowered),
        "pc": lowered.pc.offset,
        "pc_bits": 8 * lowered.pc.bytes,
        "returns": lowered.returns.offset,
        "players": players,
        "width": 8 * (ROW["row.returns"] + players),
        "budget": lowered.budget,
        "ROOT_SHIFT": ROOT.bit_length() - 1,
        "LOCAL_MASK": ROOT - 1,
        "MAX_DEPTH": MAX_DEPTH,
        "MAX_LOOKS": MAX_LOOKS,
        "MOST_GONE_THROUGH": MOST_GONE_THROUGH,
    }


def _by_number(name: str, result: str, functions: Mapping[int, str], more: str) -> str:
    """Return a function that calls the one of a number; where there is none, it stops play.

    `more`: what they take behind the state and the context.
    """
    takes = f"ptr noalias nocapture %s, ptr noalias nocapture %c, i64 %number{more}"
    cases = " ".join(f"i64 {number}, label %n{number}" for number in functions)
    lines = [
        f"define internal {result} @{PREFIX}{name}({takes}) alwaysinline nounwind {{",
        f"  switch i64 %number, label %none [ {cases} ]",
    ]
    for number, called in functions.items():
        call = f"call {result} @{PREFIX}{called}(ptr %s, ptr %c{more})"
        if result == "void":
            lines += [f"n{number}:", f"  {call}", "  ret void"]
        else:
            lines += [f"n{number}:", f"  %r{number} = {call}", f"  ret {result} %r{number}"]
    lines += ["none:", "  ret void" if result == "void" else f"  ret {result} -1", "}", ""]
    return "\n".join(lines)
