"""Code for what lies in one zone: asking for it, taking it out, putting something in.

    before:  put a kind into a zone with a mask
    after:   r4 = mask[r1]   r5 = r4 | r3   mask[r1] := r5

Who takes or puts has asked before whether that can be.
"""

from __future__ import annotations

from interpreter.native.evaluate.scalars import Scalar
from interpreter.native.evaluate.sets import Value, ZoneSet
from interpreter.native.evaluate.unit import Code
from interpreter.native.ir.bits import bit_of, tested
from interpreter.native.ir.builder import Builder
from interpreter.native.ir.nodes import NONE, Field, Operand
from interpreter.native.ir.statuses import FAULT
from interpreter.native.memory.slots import Boards, ZoneSlots

Spot = tuple[ZoneSlots, Operand]


def _inside(code: Code, slots: ZoneSlots, kind: Scalar) -> Operand:
    """Return whether a kind is one of those that the family's slots can hold."""
    b, found = code.b, slots.kinds
    if kind.range.within(found.low, found.high):
        return 1
    return b.op("and", b.op("ge", kind.op, found.low), b.op("le", kind.op, found.high), width=1)


def offset(code: Code, slots: ZoneSlots, kind: Scalar) -> Operand:
    """Return the place of a kind in masks and counts; 0 where it has none."""
    b = code.b
    at = b.op("sub", kind.op, slots.base)
    inside = _inside(code, slots, kind)
    return b.op("select", inside, at, 0, width=64)


def has(code: Code, place: Spot, kind: Scalar, count: Scalar) -> Operand:
    """Return whether so many of a kind lie in a zone."""
    b = code.b
    slots, cell = place
    none = b.op("eq", count.op, 0)
    if slots.kind is not None:
        same = b.op("eq", b.load(slots.kind, cell), kind.op)
        there = b.op("and", same, b.op("eq", count.op, 1), width=1)
    elif slots.items is not None:
        there = _in_row(code, place, kind, count)
    elif slots.counts is not None:
        at = b.op("add", b.op("mul", cell, slots.span), offset(code, slots, kind))
        enough = b.op("ge", b.load(slots.counts, at), count.op)
        there = b.op("and", _inside(code, slots, kind), enough, width=1)
    else:
        assert slots.mask is not None
        mask = b.load(slots.mask, cell, slots.width)
        lies = tested(b, mask, offset(code, slots, kind), slots.width)
        one = b.op("and", lies, b.op("eq", count.op, 1), width=1)
        there = b.op("and", _inside(code, slots, kind), one, width=1)
    return b.op("or", none, there, width=1)


def _in_row(code: Code, place: Spot, kind: Scalar, count: Scalar) -> Operand:
    b = code.b
    seen = b.variable()
    b.set(seen, 0)

    def look(found: Value) -> None:
        assert isinstance(found, Scalar)
        same = b.flag(b.op("eq", found.op, kind.op))
        b.set(seen, b.op("add", b.get(seen), same))

    ZoneSet(*place).each(code, look)
    return b.op("ge", b.get(seen), count.op)


def has_room(code: Code, place: Spot, count: Scalar) -> Operand:
    """Return whether so many components still fit."""
    b = code.b
    slots, cell = place
    if slots.zone.capacity is None and slots.kind is None:
        return 1
    held = ZoneSet(slots, cell).size(code)
    room = 1 if slots.kind is not None else slots.zone.capacity
    assert room is not None
    fits = b.op("le", b.op("add", held, count.op), room)
    return b.op("or", fits, b.op("eq", count.op, 0), width=1)


def may_hold(code: Code, place: Spot, kind: Scalar) -> Operand:
    """Return whether a zone is declared to hold a kind."""
    b = code.b
    slots, _ = place
    inside = _inside(code, slots, kind)
    if len(slots.zone.kinds) == slots.span:
        return inside
    among = tuple(int(slots.base + at in slots.zone.kinds) for at in range(slots.span))
    listed = b.table(code.unit.constants.table(among), offset(code, slots, kind))
    return b.op("and", inside, b.op("ne", listed, 0), width=1)


# ---------------------------------------------------------------- taking and putting


def remove(code: Code, place: Spot, kind: Scalar, count: Scalar) -> None:
    """Take components out of a zone where they are known to lie."""
    b = code.b
    slots, cell = place
    if slots.kind is not None:
        with b.when(b.op("ne", count.op, 0)):
            b.store(slots.kind, NONE, cell)
            _turn_bits(code, slots, kind.op, (cell,))
        return
    if slots.items is not None:
        b.count_up(0, count.op, lambda _: remove_from_row(code, place, kind))
        return
    assert slots.mask is not None
    digit = offset(code, slots, kind)
    bit = bit_of(b, digit, slots.width)
    mask = b.load(slots.mask, cell, slots.width)
    without = b.op(
        "and", mask, b.op("xor", bit, (1 << slots.width) - 1, width=slots.width), width=slots.width
    )
    if slots.counts is None or slots.total is None:
        some = b.op("ne", count.op, 0)
        b.store(
            slots.mask, b.op("select", some, without, mask, width=slots.width), cell, slots.width
        )
        return
    at = b.op("add", b.op("mul", cell, slots.span), digit)
    left = b.op("sub", b.load(slots.counts, at), count.op)
    b.store(slots.counts, left, at)
    gone = b.op("eq", left, 0)
    b.store(slots.mask, b.op("select", gone, without, mask, width=slots.width), cell, slots.width)
    b.store(slots.total, b.op("sub", b.load(slots.total, cell), count.op), cell)


def shift(code: Code, source: Spot, target: Operand, kind: Operand) -> None:
    """Move what lies in a slot to an empty one of the same family, on its board by one store."""
    b = code.b
    slots, cell = source
    assert slots.kind is not None
    b.store(slots.kind, NONE, cell)
    b.store(slots.kind, kind, target)
    _turn_bits(code, slots, kind, (cell, target))


def _turn_bits(code: Code, slots: ZoneSlots, kind: Operand, cells: tuple[Operand, ...]) -> None:
    """Set or clear places on the board of a kind."""
    b = code.b
    boards = slots.boards
    if boards is not None:
        number = b.op("sub", kind, boards.low)
        if boards.classes:
            number = b.table(code.unit.constants.table(boards.classes), number)
        _turn_bits_at(b, boards, number, cells)


def turn_bit(b: Builder, boards: Boards, value: Operand, cell: Operand) -> None:
    """Set or clear a place on the board of a value that has one of its own."""
    _turn_bits_at(b, boards, b.op("sub", value, boards.low), (cell,))


def _turn_bits_at(b: Builder, boards: Boards, at: Operand, cells: tuple[Operand, ...]) -> None:
    """Set or clear places on a board, given by its number."""
    width = boards.width
    board = b.load(boards.field, at, width)
    bits: Operand = 0
    for cell in cells:
        bits = b.op("xor", bits, bit_of(b, cell, width), width=width)
    b.store(boards.field, b.op("xor", board, bits, width=width), at, width)


def _row(code: Code, place: Spot) -> tuple[Field, Field, Operand, Operand]:
    """Return the fields of a row's items and length, where it starts, and how many it holds."""
    slots, cell = place
    assert slots.items is not None
    assert slots.length is not None
    start = code.b.op("mul", cell, slots.room)
    return slots.items, slots.length, start, code.b.load(slots.length, cell)


def remove_from_row(code: Code, place: Spot, kind: Scalar) -> None:
    """Take the first of a kind out of a row; what lies behind moves up."""
    b = code.b
    slots, cell = place
    items, length, start, held = _row(code, place)
    gone = b.variable(1)
    b.set(gone, 0)

    def shift(at: Operand) -> None:
        slot = b.op("add", start, at)
        item = b.load(items, slot)
        with b.when(b.get(gone)):
            b.store(items, item, b.op("sub", slot, 1))
        b.set(gone, b.op("or", b.get(gone), b.op("eq", item, kind.op), width=1))

    b.count_up(0, held, shift)
    b.store(length, b.op("sub", held, 1), cell)
    if slots.pictured:
        b.store(items, 0, b.op("add", start, b.op("max", 0, b.op("sub", held, 1))))


def put(code: Code, place: Spot, kind: Scalar, count: Scalar, *, beneath: bool = False) -> None:
    """Lay components into a zone that is known to have room and to hold them."""
    b = code.b
    slots, cell = place
    if slots.kind is not None:
        with b.when(b.op("ne", count.op, 0)):
            b.store(slots.kind, kind.op, cell)
            _turn_bits(code, slots, kind.op, (cell,))
        return
    if slots.items is not None:
        b.count_up(0, count.op, lambda _: _put_in_row(code, place, kind.op, beneath=beneath))
        return
    assert slots.mask is not None
    digit = offset(code, slots, kind)
    bit = bit_of(b, digit, slots.width)
    mask = b.load(slots.mask, cell, slots.width)
    with_it = b.op("or", mask, bit, width=slots.width)
    some = b.op("ne", count.op, 0)
    b.store(slots.mask, b.op("select", some, with_it, mask, width=slots.width), cell, slots.width)
    if slots.counts is not None and slots.total is not None:
        at = b.op("add", b.op("mul", cell, slots.span), digit)
        b.store(slots.counts, b.op("add", b.load(slots.counts, at), count.op), at)
        b.store(slots.total, b.op("add", b.load(slots.total, cell), count.op), cell)


def _put_in_row(code: Code, place: Spot, kind: Operand, *, beneath: bool) -> None:
    b = code.b
    slots, cell = place
    items, length, start, held = _row(code, place)
    b.fault_unless(b.op("lt", held, slots.room), FAULT)
    with b.when(b.op("lt", held, slots.room)):
        if beneath:

            def shift(at: Operand) -> None:
                slot = b.op("sub", b.op("add", start, held), at)
                b.store(items, b.load(items, b.op("sub", slot, 1)), slot)

            b.count_up(0, held, shift)
            b.store(items, kind, start)
        else:
            b.store(items, kind, b.op("add", start, held))
        b.store(length, b.op("add", held, 1), cell)


def empty(code: Code, place: Spot) -> None:
    """Take everything out of a zone for many things."""
    b = code.b
    slots, cell = place
    if slots.items is not None:
        items, length, start, held = _row(code, place)
        if slots.pictured:
            b.count_up(0, held, lambda at: b.store(items, 0, b.op("add", start, at)))
        b.store(length, 0, cell)
    else:
        assert slots.mask is not None
        b.store(slots.mask, 0, cell, slots.width)
        if slots.counts is not None and slots.total is not None:
            counts, start = slots.counts, b.op("mul", cell, slots.span)
            b.count_up(0, slots.span, lambda at: b.store(counts, 0, b.op("add", start, at)))
            b.store(slots.total, 0, cell)
