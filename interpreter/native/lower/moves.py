"""Code for components that move: out of one zone, into another (`contents`).

    before:  Move(what=Lookup(Mark, p), source=supply, target=on(c))
    after:   take the kind from one family of slots, put it into the other

What cannot be done is a fault, and then nothing is written: no slot is ever left.
"""

from __future__ import annotations

from interpreter.native.evaluate import asking
from interpreter.native.evaluate.buffers import buffered
from interpreter.native.evaluate.places import index_of
from interpreter.native.evaluate.scalars import Scalar
from interpreter.native.evaluate.sets import Value, ZoneSet
from interpreter.native.evaluate.unit import Code, Env
from interpreter.native.ir.nodes import NONE, Operand
from interpreter.native.ir.statuses import FAULT
from interpreter.native.lower import contents, records
from interpreter.native.lower.contents import Spot
from interpreter.native.memory.slots import ZoneSlots
from rulelang import core
from rulelang.core.intervals import Range


def spot(code: Code, place: core.Place, env: Env) -> Spot:
    """Return the family and the place in it that a place names."""
    return code.unit.slots.zones[place.zone], index_of(code, place, env)


def move(code: Code, node: core.Move, env: Env) -> None:
    """Write a `Move`."""
    b = code.b
    if node.what is None:
        assert node.source is not None, "what moves as a whole has a source"
        target = spot(code, node.target, env)
        move_all(code, spot(code, node.source, env), target, beneath=node.beneath)
        return
    target = spot(code, node.target, env)
    kind = asking.scalar(code, node.what, env)
    if kind.range.is_none:
        b.fault(FAULT)
        return
    if kind.range.maybe:
        is_there = b.op("ne", kind.op, NONE)
        b.fault_unless(is_there, FAULT)
        # Behind a fault the code goes on: with what has a place in every array of kinds.
        sure = kind.range.sure
        kind = Scalar(b.op("select", is_there, kind.op, sure.low, width=64), sure)
    if node.source is None:
        _fetch(code, kind, target, beneath=node.beneath)
        return
    source = spot(code, node.source, env)
    count = asking.number(code, node.count, env)
    if count.range.low < 0:
        b.fault_unless(b.op("ge", count.op, 0), FAULT)
    transfer(code, (source, target), kind, count, beneath=node.beneath)


def transfer(
    code: Code, places: tuple[Spot, Spot], kind: Scalar, count: Scalar, *, beneath: bool = False
) -> None:
    """Move so many of a kind from one zone to another; a fault where that cannot be."""
    b = code.b
    source, target = places
    ok = contents.has(code, source, kind, count)
    with b.when(_settled(code, ok)):
        contents.remove(code, source, kind, count)
        fits = b.op(
            "and",
            contents.has_room(code, target, count),
            contents.may_hold(code, target, kind),
            width=1,
        )
        with b.when(_settled(code, fits)):
            contents.put(code, target, kind, count, beneath=beneath)
            records.moved(code, places, kind, count)


def _settled(code: Code, ok: Operand) -> Operand:
    """Note a fault where a condition fails, and return it."""
    code.b.fault_unless(ok, FAULT)
    return ok


def _fetch(code: Code, kind: Scalar, target: Spot, *, beneath: bool) -> None:
    """Move the only copy of a kind from wherever it lies."""
    b = code.b
    done = b.block("fetched")
    one = Scalar(1, Range(1, 1))
    for slots in code.unit.slots.zones:
        if slots.kinds.high < kind.range.low or kind.range.high < slots.kinds.low:
            continue

        def look(cell: Operand, slots: ZoneSlots = slots) -> None:
            here, after = b.block(), b.block()
            b.branch(contents.has(code, (slots, cell), kind, one), here, after)
            b.enter(here)
            transfer(code, ((slots, cell), target), kind, one, beneath=beneath)
            b.jump(done)
            b.enter(after)

        b.count_up(0, slots.cells, look)
    b.fault(FAULT)
    b.jump(done)
    b.enter(done)


def move_all(code: Code, source: Spot, target: Spot, *, beneath: bool = False) -> None:
    """Move everything that lies in a zone, in its order."""
    b = code.b
    slots, cell = source
    if slots.kind is not None:
        kind = b.load(slots.kind, cell)
        with b.when(b.op("ne", kind, NONE)):
            one = Scalar(1, Range(1, 1))
            if slots is target[0]:
                with b.when(_settled(code, _room_without(code, source, target, one))):
                    contents.shift(code, source, target[1], kind)
                    records.moved(code, (source, target), Scalar(kind, slots.kinds), one)
                return
            transfer(code, (source, target), Scalar(kind, slots.kinds), one, beneath=beneath)
        return
    records.all_moved(code, (source, target))
    if slots.mask is not None and target[0].mask is not None and slots is not target[0]:
        _pour(code, source, target)
        return
    held = ZoneSet(slots, cell)
    found = buffered(code, held)
    count = Scalar(found.length, Range(0, found.most))
    with b.when(_settled(code, _room_without(code, source, target, count))):
        contents.empty(code, source)

        def lay(at: Operand) -> None:
            # Beneath, the last of them goes first, so that they keep their order.
            place = b.op("sub", b.op("sub", found.length, 1), at) if beneath else at
            kind = Scalar(b.peek(found.buffer, b.op("add", found.start, place)), slots.kinds)
            with b.when(_settled(code, contents.may_hold(code, target, kind))):
                contents.put(code, target, kind, Scalar(1, Range(1, 1)), beneath=beneath)

        b.count_up(0, found.length, lay)


def _pour(code: Code, source: Spot, target: Spot) -> None:
    """Move everything from a zone without order to another family's, kind by kind."""
    b = code.b
    slots, cell = source
    held = ZoneSet(slots, cell)
    count = Scalar(held.size(code), Range(0, held.most))
    with b.when(_settled(code, contents.has_room(code, target, count))):

        def lay(found: Value) -> None:
            assert isinstance(found, Scalar)
            copies = Scalar(1, Range(1, 1))
            if slots.counts is not None:
                at = b.op(
                    "add", b.op("mul", cell, slots.span), contents.offset(code, slots, found)
                )
                copies = Scalar(b.load(slots.counts, at), Range(1, slots.room))
                b.store(slots.counts, 0, at)
            with b.when(_settled(code, contents.may_hold(code, target, found))):
                contents.put(code, target, found, copies)

        held.each(code, lay, distinct=True)
        assert slots.mask is not None
        b.store(slots.mask, 0, cell, slots.width)
        if slots.total is not None:
            b.store(slots.total, 0, cell)


def _room_without(code: Code, source: Spot, target: Spot, count: Scalar) -> Operand:
    """Return whether all of `source` fits into `target`; what moves to where it lies fits."""
    b = code.b
    fits = contents.has_room(code, target, count)
    if source[0] is not target[0]:
        return fits
    return b.op("or", fits, b.op("eq", source[1], target[1]), width=1)


def draw_at_once(code: Code, places: tuple[Spot, Spot], count: Operand) -> None:
    """Move the first components of a row or a `one`."""
    b = code.b
    (slots, cell), target = places
    one = Scalar(1, Range(1, 1))
    if slots.items is None:
        assert slots.kind is not None
        with b.when(b.op("ne", count, 0)):
            kind = Scalar(b.load(slots.kind, cell), slots.kinds)
            transfer(code, places, kind, one)
        return
    room = Scalar(count, Range(0, slots.room))
    items = slots.items
    with b.when(_settled(code, _room_without(code, places[0], target, room))):
        records.first_moved(code, places, count)
        start = b.op("mul", cell, slots.room)

        def pass_on(_: Operand) -> None:
            kind = Scalar(b.load(items, start), slots.kinds)
            contents.remove_from_row(code, places[0], kind)
            with b.when(_settled(code, contents.may_hold(code, target, kind))):
                contents.put(code, target, kind, one)

        b.count_up(0, count, pass_on)
