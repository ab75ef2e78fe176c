"""What the code of every game has beside its rules: the files in `game`, and its own numbers.

`entering` says how play is begun and gone on with, `playouts` what random play tells. Functions
that call one of many, by number, are made of IR here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from interpreter.layout import MAX_DEPTH, MAX_LOOKS
from interpreter.native.emit.llvm import Processor
from interpreter.native.emit.text import emit_function
from interpreter.native.ir.builder import Builder
from interpreter.native.ir.clean import going_on
from interpreter.native.ir.nodes import Function, Spend, Width
from interpreter.native.ir.runtime_calls import calls
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
        _by_number("enter", coroutines, 1, 64),
        _by_number("legal_at", lowered.legal, 1, 0),
        _by_number("chance_at", lowered.chances, 0, 0),
    ]
    if lowered.playouts:
        parts.append(_by_number("enter_playout", coroutines | lowered.playouts, 1, 64))
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
        if calls(node, "draw_place")
    ]
    return bool(going_on(function, draws))


def _counts(lowered: Lowered) -> bool:
    """Return whether a loop counts, or somebody looks ahead."""
    nodes = (node for function in lowered.module.functions.values() for node in function.nodes)
    return any(isinstance(node, Spend) or calls(node, "look") for node in nodes)


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


def _by_number(name: str, functions: Mapping[int, str], more: int, result: Width) -> str:
    """Return a function that calls the one of a number; where there is none, it stops play.

    `more`: how many parameters they have; it takes the number before these.
    """
    b = Builder(name, 1 + more, result)
    b.function.is_inlined = True
    number, *rest = b.function.parameters
    cases, none = [(which, b.block()) for which in functions], b.block("none")
    b.switch(number, cases, none)
    for which, case in cases:
        b.enter(case)
        found = b.call(functions[which], tuple(rest), result)
        b.give(found if result else None)
    b.enter(none)
    b.give(-1 if result else None)
    return emit_function(b.function)
