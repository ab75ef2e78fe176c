"""Masks that boards answer: where a family of zones holds a kind, or nothing.

    before:  on(north(c)) is Mark(p), for all c
    after:   the board of Mark(p), shifted, without the lanes that have no north

An index that is not the lane itself is a fixed relation: lanes and places at one distance are one
shift of the board.
"""

from __future__ import annotations

from typing import Final

from interpreter.compiled import expressions
from interpreter.compiled.code import Code, Env
from interpreter.compiled.ir import NONE, Operand, OpName, Width
from interpreter.compiled.lane import Lane, blank, is_safe, moved
from interpreter.compiled.masks import Lanes
from interpreter.compiled.ranges import Range
from interpreter.compiled.sets import Scalar
from interpreter.compiled.slots import Boards
from interpreter.compiled.static import Evaluator, NotStaticError, free_locals, is_static
from rulelang import core

SHIFTS: Final = 16
"""Distances between lanes that are worth a shift each."""


def compared(code: Code, e: core.Compare, env: Env, lane: Lane) -> Operand | None:
    """Return where a zone holds a kind or nothing, or where a variable has a value."""
    b = code.b
    left, right = (e.left, e.right) if lane.slot in free_locals(e.left) else (e.right, e.left)
    if lane.slot in free_locals(right):
        return None
    flips = e.op == "is not"
    if isinstance(left, core.Held | core.Read) and e.op in ("is", "is not"):
        if not is_safe(code, core.Compare("is", right, core.Const(None)), env, lane):
            return None
        wanted = expressions.scalar(code, right, (*env, blank(lane)))
        found = where_value(code, left, wanted, lane)
    elif isinstance(left, core.Size) and isinstance(left.source, core.Contents):
        asks = _asks_empty(e, left)
        if asks is None:
            return None
        none = Scalar(NONE, Range(0, -1, maybe=True))
        found = where_value(code, left.source, none, lane)
        flips = not asks
    else:
        return None
    if found is None:
        return None
    return b.op("xor", found, lane.full, width=lane.width) if flips else found


def _asks_empty(e: core.Compare, size: core.Size) -> bool | None:
    """Return whether a comparison asks if a zone is empty (True) or not (False)."""
    if not isinstance(e.right, core.Const) or e.left is not size:
        return None
    return {
        ("is", 0): True,
        ("<", 1): True,
        ("<=", 0): True,
        ("is not", 0): False,
        (">", 0): False,
        (">=", 1): False,
    }.get((e.op, e.right.value))  # type: ignore[arg-type]  # other values are not among them


def where_value(
    code: Code, place: core.Held | core.Contents | core.Read, wanted: Scalar, lane: Lane
) -> Operand | None:
    """Return the lanes whose zone or variable has a value; `none`: those that have nothing."""
    slots = code.unit.slots
    if isinstance(place, core.Read):
        boards = slots.variables[place.variable].boards
    else:
        boards = slots.zones[place.zone].boards
    if boards is None or len(place.args) != 1:
        return None
    return _gathered(code, place.args[0], (_board(code, boards, wanted), boards), lane)


def values_at(code: Code, place: core.Held | core.Read) -> tuple[int | None, ...] | None:
    """Return what a zone or variable that has boards may hold; None where it has none."""
    slots = code.unit.slots
    if isinstance(place, core.Read):
        boards = slots.variables[place.variable].boards
        maybe = slots.variables[place.variable].range.maybe
    else:
        boards = slots.zones[place.zone].boards
        maybe = True
    if boards is None:
        return None
    values = tuple(range(boards.low, boards.low + boards.span))
    return (*values, None) if maybe else values


def _board(code: Code, boards: Boards, wanted: Scalar) -> Operand:
    """Return the places that have a value, or with `none` nothing."""
    b, field, width = code.b, boards.field, boards.width
    empty: Operand = 0
    if wanted.range.maybe:
        for at in range(boards.span):
            empty = b.op("or", empty, b.load(field, at, width), width=width)
        empty = b.op("xor", empty, (1 << boards.cells) - 1, width=width)
        if wanted.range.is_none:
            return empty
    offset = b.op("sub", wanted.op, boards.low)
    if wanted.range.within(boards.low, boards.low + boards.span - 1):
        return b.load(field, offset, width)
    inside = b.op("and", b.op("ge", offset, 0), b.op("lt", offset, boards.span), width=1)
    board = b.load(field, b.op("select", inside, offset, 0, width=64), width)
    there = b.op("select", inside, board, 0, width=width)
    if not wanted.range.maybe:
        return there
    return b.op("select", b.op("eq", wanted.op, NONE), empty, there, width=width)


def _gathered(
    code: Code, index: core.Expr, board: tuple[Operand, Boards], lane: Lane
) -> Operand | None:
    """Return for each lane the bit of a board at its index; None where that might not fit."""
    mask, boards = board
    last = boards.first + boards.cells - 1
    if isinstance(index, core.Local) and index.slot == lane.slot:
        if not boards.first <= lane.low <= lane.low + lane.count - 1 <= last:
            return None
        return moved(code, Lanes(boards.first, boards.width, mask), lane.low, lane.width)
    if free_locals(index) != {lane.slot} or not is_static(index, code.unit.spec):
        return None
    evaluator = Evaluator(code.unit.spec)
    pairs: list[tuple[int, int]] = []
    for at in range(lane.count):
        try:
            place = evaluator.value(index, {lane.slot: lane.low + at})
        except NotStaticError:
            return None
        if not isinstance(place, int) or not boards.first <= place <= last:
            return None  # a fault for this lane
        pairs.append((at, place - boards.first))
    return shifted(code, pairs, (mask, boards.width), lane)


def shifted(
    code: Code, pairs: list[tuple[int, int]], board: tuple[Operand, Width], lane: Lane
) -> Operand | None:
    """Return for each lane whether a bit at one of its places is set: `(lane, place)` pairs."""
    b = code.b
    mask, width = board
    by_distance: dict[int, int] = {}
    for at, place in pairs:
        by_distance[place - at] = by_distance.get(place - at, 0) | 1 << at
    if len(by_distance) > SHIFTS:
        return None
    wide = max(width, lane.width)
    whole = mask if width == wide else b.op("widen", mask, width=wide)
    total: Operand = 0
    for distance, lanes in sorted(by_distance.items()):
        if abs(distance) >= wide:
            return None
        op: OpName = "shr" if distance >= 0 else "shl"
        part = b.op(op, whole, abs(distance), width=wide)
        total = b.op("or", total, b.op("and", part, lanes, width=wide), width=wide)
    return total if wide == lane.width else b.op("narrow", total, width=lane.width)
