"""Code for the outcomes of chance: a function for each chance point, which lists them. Ref §16."""

from __future__ import annotations

from interpreter.native.errors import too_many
from interpreter.native.evaluate import asking, queries
from interpreter.native.evaluate.listed_sets import TabledSet
from interpreter.native.evaluate.scalars import Scalar
from interpreter.native.evaluate.sets import Value, ZoneSet
from interpreter.native.evaluate.unit import Code, Env
from interpreter.native.ir.builder import Builder
from interpreter.native.ir.nodes import Field, Operand
from interpreter.native.ir.nodes import Outcome as OutcomeNode
from interpreter.native.lower import contents
from interpreter.native.lower.flow import Flow
from interpreter.native.memory.frames import Point
from interpreter.native.memory.slots import ZoneSlots
from rulelang import core
from rulelang.core.intervals import Range, join

MAX_PICKED = 1 << 14
"""The values that `random` may give lie in a stretch of at most this length."""


def _function(flow: Flow, point: Point) -> Code:
    name = f"chance{point.number}"
    flow.program.chances[point.number] = name
    return Code(flow.program.unit, Builder(name, 0, 0))


def _finish(flow: Flow, code: Code) -> None:
    code.b.give(None)
    flow.program.unit.finish(code.b)


def drawing(flow: Flow, point: Point, source: tuple[ZoneSlots, Field]) -> None:
    """Write the outcomes of a draw: the kinds in a bag, by copies."""
    code = _function(flow, point)
    b = code.b
    slots, at = source
    cell = b.load(at)

    def note(found: Value) -> None:
        assert isinstance(found, Scalar)
        weight: Operand = 1
        if slots.counts is not None:
            slot = b.op("sub", b.op("add", b.op("mul", cell, slots.span), found.op), slots.base)
            weight = b.load(slots.counts, slot)
        b.add(OutcomeNode(found.op, weight))

    ZoneSet(slots, cell).each(code, note, distinct=True)
    _finish(flow, code)


def _faces(flow: Flow, slots: ZoneSlots) -> tuple[tuple[int, ...], ...]:
    """Return the faces of each kind that may lie in a zone; () for what is no die."""
    kinds = flow.program.unit.spec.kinds
    return tuple(kinds[slots.base + at].faces for at in range(slots.span))


def die_table(flow: Flow, slots: ZoneSlots) -> str:
    """Return the table of which kinds in a zone are dice."""
    return flow.program.unit.constants.table(tuple(int(bool(f)) for f in _faces(flow, slots)))


def rolling(flow: Flow, point: Point, slots: ZoneSlots, fields: tuple[Field, Field]) -> None:
    """Write the outcomes of a roll: the faces of the next die."""
    code = _function(flow, point)
    b = code.b
    dice, done = fields
    table = flow.program.unit.constants.set_table(_faces(flow, slots))
    faces = _faces(flow, slots)
    places = tuple(table.sets.index(one) for one in faces)
    die = b.op("sub", b.load(dice, b.load(done)), slots.base)
    row = b.table(flow.program.unit.constants.table(places), die)

    def note(found: Value) -> None:
        assert isinstance(found, Scalar)
        b.add(OutcomeNode(found.op, 1))

    TabledSet(table, row).each(code, note)
    _finish(flow, code)


def lay_dice(
    flow: Flow,
    place: tuple[ZoneSlots, Operand],
    fields: tuple[Field, Field, Field],
    is_die: str,
) -> None:
    """Write how rolled dice change: a row keeps their places."""
    b = flow.b
    slots, cell = place
    dice, faces, count = fields
    one = Scalar(1, Range(1, 1))
    if slots.items is None:
        for field, act in ((dice, contents.remove), (faces, contents.put)):
            b.count_up(
                0,
                b.load(count),
                lambda at, f=field, do=act: do(  # type: ignore[misc]  # bound at once
                    flow.code, place, Scalar(b.load(f, at), slots.kinds), one
                ),
            )
        return
    items, length = slots.items, slots.length
    assert length is not None
    start, next_face = b.op("mul", cell, slots.room), b.variable()
    b.set(next_face, 0)

    def turn(at: Operand) -> None:
        slot = b.op("add", start, at)
        kind = b.load(items, slot)
        with b.when(b.op("ne", b.table(is_die, b.op("sub", kind, slots.base)), 0)):
            b.store(items, b.load(faces, b.get(next_face)), slot)
            b.set(next_face, b.op("add", b.get(next_face), 1))

    b.count_up(0, b.load(length, cell), turn)


def picking(flow: Flow, point: Point, search: core.Search, env: Env) -> Range:
    """Write the outcomes of a `random`, and return the range of what it picks.

    Values found several times weigh as often.
    """
    code = _function(flow, point)
    b = code.b
    domain = asking.set_of(code, search.binders[0].domain, env)
    found = domain.range
    if domain.is_plain:

        def note(inner: Env) -> None:
            assert isinstance(inner[-1], Scalar)
            b.add(OutcomeNode(inner[-1].op, 1))

        queries.each_found(code, search, env, note)
        _finish(flow, code)
        return found
    span = found.high - found.low + 1
    assert not found.maybe, "no collection holds `none`"
    if span > MAX_PICKED:
        raise too_many("values to pick from", span, MAX_PICKED, "let the domain be narrower")
    weights = b.buffer(span)
    b.count_up(0, span, lambda at: b.poke(weights, at, 0))

    def weigh(inner: Env) -> None:
        element = inner[-1]
        assert isinstance(element, Scalar)
        at = b.op("sub", element.op, found.low)
        b.poke(weights, at, b.op("add", b.peek(weights, at), 1))

    queries.each_found(code, search, env, weigh)

    def tell(at: Operand) -> None:
        weight = b.peek(weights, at)
        with b.when(b.op("gt", weight, 0)):
            b.add(OutcomeNode(b.op("add", at, found.low), weight))

    b.count_up(0, span, tell)
    _finish(flow, code)
    return join(found)
