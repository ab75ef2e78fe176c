"""What the code of every game has beside its rules: the files in `game`, and its own numbers.

`entering` says how play is begun and gone on with, `playouts` what random play tells. Only
functions that call one of many, by number, are written here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from interpreter.layout import MAX_DEPTH, MAX_LOOKS
from interpreter.native.emit.llvm import Processor
from interpreter.native.emit.text import PREFIX
from interpreter.native.ir.clean import going_on
from interpreter.native.ir.nodes import CallFunction, Function, Spend
from interpreter.native.ir.statuses import MOST_GONE_THROUGH
from interpreter.native.memory.lowered import COROUTINE, Lowered, state_size
from interpreter.native.runtime.texts import ROW, joined

_ALWAYS: Final = (
    "numbers", "common", "outcomes", "drawing", "entering", "looking", "playouts",
)  # fmt: skip


def runtime(lowered: Lowered, processor: Processor, *, is_watched: bool = False) -> str:
    """Return the runtime for one game instance.

    `processor`: what it does at once. `is_watched`: what is put beside it has its own `look`.
    """
    files = [
        *_ALWAYS,
        "bit_at_once" if processor.deposits_bits else "bit_by_loop",
        "cut" if lowered.is_cut else "uncut",
        _words(lowered, processor),
        "apart" if lowered.playouts else "alike",
        "counted" if _counts(lowered) else "uncounted",
    ]
    if not is_watched:
        files.append("unwatched")
    coroutines = lowered.coroutines
    parts = [
        joined((f"game/{file}" for file in files), _numbers(lowered)),
        _by_number("enter", "i64", coroutines, ", i64 %local"),
        _by_number("legal_at", "void", lowered.legal, ", i64 %only_closing"),
        _by_number("chance_at", "void", lowered.chances, ""),
    ]
    if lowered.playouts:
        parts.append(
            _by_number("enter_playout", "i64", coroutines | lowered.playouts, ", i64 %local")
        )
    return "\n".join(parts)


def _words(lowered: Lowered, processor: Processor) -> str:
    """Return the file that makes the numbers of choices.

    By eight only where nothing goes round between two choices: there the processor foresees when
    the next eight are made.
    """
    if lowered.chances:
        return "words_at_once"
    playouts = [lowered.module.functions[name] for name in lowered.playouts.values()]
    is_short = bool(playouts) and not any(map(_goes_round, playouts))
    return "words_by_eight" if processor.multiplies_eight and is_short else "words_ahead"


def _goes_round(function: Function) -> bool:
    """Return whether there are loops in a loop of choices."""
    draws = [
        block.label
        for block in function.blocks
        for node in block.instructions
        if isinstance(node, CallFunction) and node.name == "draw_place"
    ]
    return bool(going_on(function, draws))


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
        "COROUTINE_SHIFT": COROUTINE.bit_length() - 1,
        "LOCAL_MASK": COROUTINE - 1,
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
