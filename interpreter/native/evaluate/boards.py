"""Masks that boards answer: where a family of zones holds a kind, or nothing.

    before:  on(north(c)) is Mark(p), for all c
    after:   the board of Mark(p), shifted, without the lanes that have no north

An index that is not the lane itself is a fixed relation: lanes and places at one distance are one
shift of the board.
"""

from __future__ import annotations

from typing import Final

from interpreter.native.evaluate import asking, drafts
from interpreter.native.evaluate.lane import Lane, blanks, moved
from interpreter.native.evaluate.scalars import Scalar
from interpreter.native.evaluate.unit import Code, Env
from interpreter.native.ir.bits import Bitset, bit_of
from interpreter.native.ir.nodes import NONE, Operand, OpName, Width
from interpreter.native.memory.slots import Boards
from interpreter.native.plan.static import is_static
from rulelang import core
from rulelang.core.constants import NotStaticError
from rulelang.core.intervals import Range
from rulelang.core.walk import free

SHIFTS: Final = 16
"""Distances between lanes that are worth a shift each."""


def compared(code: Code, e: core.Compare, env: Env, lane: Lane) -> Operand | None:
    """Return which lane is a value, where a zone holds a kind or nothing, a variable a value."""
    b = code.b
    left, right = (e.left, e.right) if lane.slots & free(e.left) else (e.right, e.left)
    if lane.slots & free(right):
        return None
    flips = e.op == "is not"
    if isinstance(left, core.Local) and left.slot == lane.slot and e.op in ("is", "is not"):
        found = _one_lane(code, right, env, lane)
    elif isinstance(left, core.Held | core.Read) and e.op in ("is", "is not"):
        if not drafts.is_safe(code, core.Compare("is", right, core.Const(0)), env, lane):
            return None
        wanted = asking.scalar(code, right, (*env, *blanks(lane)))
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


def _one_lane(code: Code, e: core.Expr, env: Env, lane: Lane) -> Operand | None:
    """Return the lane that is the value of an expression; none where it is another value."""
    if not drafts.is_safe(code, core.Compare("is", e, core.Const(0)), env, lane):
        return None
    b, high = code.b, lane.low + lane.count - 1
    wanted = asking.value(code, e, (*env, *blanks(lane)))
    if not isinstance(wanted, Scalar) or (wanted.range.maybe and lane.low <= NONE <= high):
        return None
    at = b.op("sub", wanted.op, lane.low)
    if wanted.range.within(lane.low, high):
        return bit_of(b, at, lane.width)
    inside = b.op("and", b.op("ge", at, 0), b.op("lt", at, lane.count), width=1)
    bit = bit_of(b, b.op("select", inside, at, 0, width=64), lane.width)
    return b.op("select", inside, bit, 0, width=lane.width)


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
    boards = _boards_of(code, place)
    if boards is None or len(place.args) != 1:
        return None
    if boards.classes and not wanted.range.is_none:
        return None  # other values may lie on its board
    return _gathered(code, place.args[0], (_board(code, boards, wanted), boards), lane)


def where_class(
    code: Code, place: core.Held | core.Read, number: int, lane: Lane
) -> Operand | None:
    """Return the lanes whose zone or variable has a value of a board, given by its number."""
    boards = _boards_of(code, place)
    assert boards is not None, "there are values of its boards"
    board = code.b.load(boards.field, number, boards.width)
    return _gathered(code, place.args[0], (board, boards), lane)


def classes_at(code: Code, place: core.Held | core.Read) -> tuple[tuple[int, ...], ...] | None:
    """Return the values of each board of a zone or variable; None where it has none."""
    boards = _boards_of(code, place)
    return None if boards is None else boards.values


def may_be_none(code: Code, place: core.Held | core.Read) -> bool:
    """Return whether a zone or variable may hold nothing."""
    if isinstance(place, core.Held):
        return True
    return code.unit.slots.variables[place.variable].range.maybe


def _boards_of(code: Code, place: core.Held | core.Contents | core.Read) -> Boards | None:
    slots = code.unit.slots
    if isinstance(place, core.Read):
        return slots.variables[place.variable].boards
    return slots.zones[place.zone].boards


def _board(code: Code, boards: Boards, wanted: Scalar) -> Operand:
    """Return the places that have a value, or with `none` nothing."""
    b, field, width = code.b, boards.field, boards.width
    empty: Operand = 0
    if wanted.range.maybe:
        for at in range(boards.field.count):
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
        return moved(code.b, Bitset(boards.first, boards.width, mask), lane.low, lane.width)
    if not free(index) <= lane.slots or not is_static(index, code.unit.spec):
        return None
    evaluator = code.unit.evaluator
    pairs: list[tuple[int, int]] = []
    for at, known in lane.known():
        try:
            place = evaluator.value(index, known)
        except NotStaticError:
            return None
        if not isinstance(place, int) or not boards.first <= place <= last:
            return None  # a fault for this lane
        pairs.append((at, place - boards.first))
    return shifted(code, pairs, (mask, boards.width), lane)


def shifted(
    code: Code, pairs: list[tuple[int, int]], board: tuple[Operand, Width], lane: Lane
) -> Operand | None:
    """Return for each lane whether a bit at one of its places is set: `(lane, place)` pairs.

    Distances go by their size, so that what is asked further and further in one direction begins
    alike.
    """
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
    for distance, lanes in sorted(by_distance.items(), key=lambda item: abs(item[0])):
        assert abs(distance) < wide, "lanes and places have bits"
        op: OpName = "shr" if distance >= 0 else "shl"
        part = b.op(op, whole, abs(distance), width=wide)
        if isinstance(part, int) or lanes | lane.dead != lane.full:
            part = b.op("and", part, lanes, width=wide)
        total = b.op("or", total, part, width=wide)
    return total if wide == lane.width else b.op("narrow", total, width=lane.width)
