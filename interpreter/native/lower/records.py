"""Code that records what happens, so that plays can be compared by what one player sees of them.

    before:  store(coins, 3, p)
    after:   call record_changed(cell, old, 3); store(coins, 3, p)

Where a unit `logs`, effects call functions of `runtime/game/observer_log.ll`, which note only
what the observer sees. Elsewhere these functions write nothing, and the code is that of play
which nobody follows.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod
from typing import Final

from interpreter.labels import label
from interpreter.native.evaluate.scalars import Scalar
from interpreter.native.evaluate.sets import Value, ZoneSet
from interpreter.native.evaluate.unit import Code
from interpreter.native.ir.builder import Builder
from interpreter.native.ir.nodes import NONE, Field, Operand
from interpreter.native.memory.records import ENDED, PHASE, REVEALED, SHOWN, TURN
from interpreter.native.memory.slots import VariableSlots, ZoneSlots
from rulelang import core
from rulelang.core.intervals import Range
from rulelang.rule_types import Number, Type

Spot = tuple[ZoneSlots, Operand]

MOST_WORDINGS: Final = 16_384
"""A text of more wordings is not recorded."""


def cell_of(code: Code, place: Spot) -> Operand:
    """Return the number of a cell of a position."""
    slots, at = place
    return code.b.op("add", at, slots.first)


def _open_move(code: Code, places: tuple[Spot, Spot]) -> None:
    source, target = (cell_of(code, place) for place in places)
    code.b.call_runtime("record_moved", source, target)


def _close(code: Code) -> None:
    code.b.call_runtime("record_all")


def _kind(code: Code, kind: Operand, times: Operand) -> None:
    code.b.call_runtime("record_kind", kind, times)


def _contents(code: Code, place: Spot) -> None:
    """Record what lies in a zone."""

    def record(found: Value) -> None:
        assert isinstance(found, Scalar)
        _kind(code, found.op, 1)

    ZoneSet(*place).each(code, record)


def moved(code: Code, places: tuple[Spot, Spot], kind: Scalar, count: Scalar) -> None:
    """Record that some of a kind moved."""
    if code.unit.logs:
        _open_move(code, places)
        _kind(code, kind.op, count.op)
        _close(code)


def all_moved(code: Code, places: tuple[Spot, Spot]) -> None:
    """Record that what lies in a zone is about to move."""
    if code.unit.logs:
        _open_move(code, places)
        _contents(code, places[0])
        _close(code)


def first_moved(code: Code, places: tuple[Spot, Spot], count: Operand) -> None:
    """Record that the first components of a row are about to move."""
    if not code.unit.logs:
        return
    b, (slots, cell) = code.b, places[0]
    items = slots.items
    assert items is not None, "a row has items"
    _open_move(code, places)
    start = b.op("mul", cell, slots.room)
    b.count_up(0, count, lambda at: _kind(code, b.load(items, b.op("add", start, at)), 1))
    _close(code)


def rolled(code: Code, place: tuple[ZoneSlots, Field], faces: Field, count: Field) -> None:
    """Record how dice were rolled; the fields hold where, what they show, how many they are."""
    if code.unit.logs:
        b, (slots, at) = code.b, place
        cell = cell_of(code, (slots, b.load(at)))
        b.call_runtime("record_rolled", cell, int(slots.zone.shape == "row"))
        b.count_up(0, b.load(count), lambda at: _kind(code, b.load(faces, at), 1))
        _close(code)


def changed(code: Code, slots: VariableSlots, at: Operand, value: Operand) -> None:
    """Record that a variable is about to get a value, if that is another one."""
    if code.unit.logs:
        b = code.b
        cell = b.op("add", at, slots.first)
        b.call_runtime("record_changed", cell, b.load(slots.value, at), value)


def revealed(code: Code, slots: ZoneSlots, at: Operand | None) -> None:
    """Record, for all to see, what lies in a zone, or in all of its family."""
    if not code.unit.logs:
        return

    def record(cell: Operand) -> None:
        code.b.call_runtime("record_shown", REVEALED, cell_of(code, (slots, cell)), -1)
        _contents(code, (slots, cell))
        _close(code)

    if at is None:
        code.b.count_up(0, slots.cells, record)
    else:
        record(at)


def shown(code: Code, place: Spot, player: Operand) -> None:
    """Record, for one player, what lies in a zone."""
    if code.unit.logs:
        code.b.call_runtime("record_shown", SHOWN, cell_of(code, place), player)
        _contents(code, place)
        _close(code)


def said(code: Code, text: core.Text, values: tuple[Value, ...], player: Operand | None) -> None:
    """Record a text with its values; of one of too many wordings, only that it is not recorded."""
    if code.unit.logs:
        to = -1 if player is None else player
        code.b.call_runtime("record_said", to, _text_number(code, text, values))


def _text_number(code: Code, text: core.Text, values: tuple[Value, ...]) -> Operand:
    """Return a number that is the same where the texts are; -1 for one without."""
    types = [part.type for part in text.parts if not isinstance(part, str)]
    single = [
        (value.op, _narrowed(value.range, of))
        for value, of in zip(values, types, strict=True)
        if isinstance(value, Scalar)
    ]
    spans = [found.high - found.low + 1 + found.maybe for _, found in single]
    if len(single) < len(values) or prod(spans) > MOST_WORDINGS:
        return -1
    b = code.b
    at: Operand = 0
    for (op, found), span in zip(single, spans, strict=True):
        at = b.op("add", b.op("mul", at, span), _place(b, op, found))
    numbers = tuple(map(code.unit.text_number, _wordings(code, text, [on for _, on in single])))
    return numbers[at] if isinstance(at, int) else b.table(code.unit.constants.table(numbers), at)


def _narrowed(found: Range, of: Type) -> Range:
    """Return what a value can be that is of a type: a sum is often proved to be less."""
    if not isinstance(of, Number):
        return found
    return Range(max(found.low, of.low), min(found.high, of.high), maybe=found.maybe)


def _values(found: Range) -> tuple[int | None, ...]:
    """Return what a range holds, none last."""
    return (*range(found.low, found.high + 1), *((None,) if found.maybe else ()))


def _place(b: Builder, value: Operand, found: Range) -> Operand:
    """Return which of `_values` a value is."""
    at = b.op("sub", value, found.low)
    if not found.maybe:
        return at
    return b.op("select", b.op("eq", value, NONE), found.high - found.low + 1, at, width=64)


def _wordings(code: Code, text: core.Text, ranges: list[Range]) -> Iterator[str]:
    """Yield a text with all values filled in, the last one first to change."""
    found = iter(ranges)
    parts = (
        (part,)
        if isinstance(part, str)
        else tuple(_label(code, value, part.type) for value in _values(next(found)))
        for part in text.parts
    )
    return map("".join, product(*parts))


def _label(code: Code, value: int | None, of: Type) -> str:
    """Return how a value is written. What no value of the type is, play does not come to."""
    try:
        return label(value, of, code.unit.spec)
    except LookupError:
        return ""


def turn_began(code: Code, player: Field, turn: Field | None) -> None:
    """Record whose turn it is, and its number where turns are counted."""
    if code.unit.logs:
        number = 0 if turn is None else code.b.load(turn)
        code.b.call_runtime("record_note", TURN, code.b.load(player), number)


def phase_began(code: Code, name: str) -> None:
    """Record that a stretch of play begins."""
    if code.unit.logs:
        code.b.call_runtime("record_note", PHASE, code.unit.text_number(name), 0)


def ended(code: Code, returns: Field) -> None:
    """Record what everybody got."""
    if code.unit.logs:
        for player in range(returns.count):
            won = code.b.load(returns, player)
            code.b.call_runtime("record_note", ENDED, player, won)
