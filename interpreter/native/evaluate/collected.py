"""Code that collects all that a search finds, in order, for what goes through it afterwards."""

from __future__ import annotations

import attrs

from interpreter.facts.coverage_points import deciding_probes
from interpreter.native.errors import too_many
from interpreter.native.evaluate import asking, queries
from interpreter.native.evaluate.drafts import bound
from interpreter.native.evaluate.listed_sets import TabledSet
from interpreter.native.evaluate.scalars import Scalar
from interpreter.native.evaluate.sets import MAX_BUFFER, MaskSet, Value
from interpreter.native.evaluate.unit import Code, Env
from interpreter.native.ir.bits import read_mask, write_mask
from interpreter.native.ir.nodes import Operand
from interpreter.native.memory.coverage import are_noted, note_decided
from rulelang import core
from rulelang.core.intervals import Range, join
from rulelang.freezing import define, frozen

_KEPT = "numbers that a loop has to keep of what it found"
_FEWER = "go through one thing after another, with a `for` in a `for`"

_NEVER = Range(0, -1)
"""The range of an element where there is none, be it a value or a collection."""


@define
class Shape:
    """What a slot of a collected tuple holds: learnt from the first tuple that is written."""

    sample: Value
    words: int
    range: Range


@frozen
class Collected:
    """Tuples in a buffer: `stride` slots each, the shapes first, then the sorting keys."""

    buffer: int
    stride: int
    length: Operand
    shapes: tuple[Shape, ...]
    most: int


def collect(code: Code, search: core.Search, keys: tuple[core.Key, ...], env: Env) -> Collected:
    """Return all that a search finds, sorted by the keys; equal ones stay in order."""
    b = code.b
    most = bound(code, search, env)
    shapes = _shapes(code, search, env)
    words = sum(shape.words for shape in shapes)
    stride = words + len(keys)
    if most * stride > MAX_BUFFER:
        raise too_many(_KEPT, most * stride, MAX_BUFFER, _FEWER)
    buffer, length = b.buffer(most * stride), b.variable()
    b.set(length, 0)

    def note(inner: Env) -> None:
        slot: Operand = b.op("mul", b.get(length), stride)
        for element, shape in zip(inner[len(env) :], shapes, strict=True):
            _note_element(code, buffer, slot, element)
            shape.range = _wider(shape.range, element)
            slot = b.op("add", slot, shape.words)
        for at, key in enumerate(keys):
            found = asking.number(code, key.value, inner).op
            b.poke(buffer, b.op("add", slot, at), b.op("sub", 0, found) if key.most else found)
        b.set(length, b.op("add", b.get(length), 1))

    queries.each_found(code, search, env, note)
    found = Collected(buffer, stride, b.get(length), tuple(shapes), most)
    if keys:
        _sort(code, found, words)
        _note_order(code, keys, found)
    return found


def _shapes(code: Code, search: core.Search, env: Env) -> list[Shape]:
    """Return what the slots of a tuple hold, by writing code that is dropped."""
    aside = Code(code.unit, type(code.b)("aside", 0, 64))
    seen: list[Env] = []
    queries.each_found(aside, attrs.evolve(search, where=None), env, seen.append)
    if not seen:
        return [Shape(Scalar(0, _NEVER), 1, _NEVER) for _ in _slots(search)]
    return [
        Shape(
            element, _words(element), element.range if isinstance(element, Scalar) else Range(0, 0)
        )
        for element in seen[0][len(env) :]
    ]


def _slots(search: core.Search) -> list[int]:
    return [slot for binder in search.binders for slot in range(2 if binder.followed else 1)]


def _words(element: Value) -> int:
    return element.where.width // 64 if isinstance(element, MaskSet) else 1


def _wider(known: Range, element: Value) -> Range:
    return join(known, element.range) if isinstance(element, Scalar) else known


def _note_element(code: Code, buffer: int, slot: Operand, element: Value) -> None:
    match element:
        case Scalar(op=op):
            code.b.poke(buffer, slot, op)
        case TabledSet(number=number):
            code.b.poke(buffer, slot, number)
        case _:
            assert isinstance(element, MaskSet), "else it is a value, or a constant set"
            where = element.where
            write_mask(code.b, buffer, slot, where.mask, where.width)


def elements(code: Code, found: Collected, at: Operand) -> list[Value]:
    """Return the elements of one collected tuple."""
    b = code.b
    slot: Operand = b.op("mul", at, found.stride)
    values: list[Value] = []
    for shape in found.shapes:
        match shape.sample:
            case MaskSet(where=where, most=most):
                mask = read_mask(b, found.buffer, slot, where.width)
                values.append(MaskSet(attrs.evolve(where, mask=mask), most))
            case TabledSet(table=table):
                values.append(TabledSet(table, b.peek(found.buffer, slot)))
            case _:
                values.append(Scalar(b.peek(found.buffer, slot), shape.range))
        slot = b.op("add", slot, shape.words)
    return values


def _note_order(code: Code, keys: tuple[core.Key, ...], found: Collected) -> None:
    """Note which keys put neighbours in order, and whether none does; in watched play."""
    b, words = code.b, found.stride - len(keys)
    if not are_noted(keys, code.unit.spec):
        return
    tie, *probes = deciding_probes(keys, code.unit.spec)

    def compare(at: Operand) -> None:
        own = b.op("mul", at, found.stride)
        before = b.op("sub", own, found.stride)
        two = [
            (
                b.peek(found.buffer, b.op("add", before, slot)),
                b.peek(found.buffer, b.op("add", own, slot)),
            )
            for slot in range(found.stride)
        ]
        note_decided(b, (None, *probes, *(tie,) * words), (*two[words:], *two[:words]))

    b.count_up(1, found.length, compare)


def _sort(code: Code, found: Collected, words: int) -> None:
    """Sort collected tuples by their keys: by insertion, as they are few."""
    b = code.b
    keys = range(words, found.stride)
    place = b.variable()

    def insert(at: Operand) -> None:
        b.set(place, at)
        head, compare, swap, done = b.block("sink"), b.block(), b.block(), b.block()
        b.jump(head)
        b.enter(head)
        here = b.get(place)
        b.branch(b.op("gt", here, 0), compare, done)
        b.enter(compare)
        own = b.op("mul", here, found.stride)
        before = b.op("sub", own, found.stride)
        behind: Operand = 0
        level: Operand = 1
        for key in keys:
            one = b.peek(found.buffer, b.op("add", before, key))
            other = b.peek(found.buffer, b.op("add", own, key))
            greater = b.op("and", level, b.op("gt", one, other), width=1)
            behind = b.op("or", behind, greater, width=1)
            level = b.op("and", level, b.op("eq", one, other), width=1)
        b.branch(behind, swap, done)
        b.enter(swap)
        for slot in range(found.stride):
            one = b.peek(found.buffer, b.op("add", before, slot))
            other = b.peek(found.buffer, b.op("add", own, slot))
            b.poke(found.buffer, b.op("add", before, slot), other)
            b.poke(found.buffer, b.op("add", own, slot), one)
        b.set(place, b.op("sub", here, 1))
        b.jump(head)
        b.enter(done)

    b.count_up(1, found.length, insert)
