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
from interpreter.compiled.slots import ZoneSlots
from interpreter.compiled.static import Evaluator, NotStaticError, free_locals, is_static
from rulelang import core

SHIFTS: Final = 16
"""Distances between lanes that are worth a shift each."""


def compared(code: Code, e: core.Compare, env: Env, lane: Lane) -> Operand | None:
    """Return where a zone holds a kind, or holds nothing."""
    b = code.b
    left, right = (e.left, e.right) if lane.slot in free_locals(e.left) else (e.right, e.left)
    if lane.slot in free_locals(right):
        return None
    if isinstance(left, core.Held) and e.op in ("is", "is not"):
        kind = right
        if not is_safe(code, core.Compare("is", kind, core.Const(None)), env, lane):
            return None
        found = _where_kind(
            code, left, expressions.scalar(code, kind, (*env, blank(lane))), (env, lane)
        )
        flips = e.op == "is not"
    elif isinstance(left, core.Size) and isinstance(left.source, core.Contents):
        asks = _asks_empty(e, left)
        if asks is None:
            return None
        none = Scalar(NONE, Range(0, -1, maybe=True))
        found = _where_kind(code, left.source, none, (env, lane))
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


def _where_kind(
    code: Code, zone: core.Held | core.Contents, kind: Scalar, where: tuple[Env, Lane]
) -> Operand | None:
    """Return the lanes whose zone holds a kind; with `none`, those whose zone is empty."""
    _, lane = where
    slots = code.unit.slots.zones[zone.zone]
    if slots.boards is None or len(zone.args) != 1:
        return None
    board = _board(code, slots, kind)
    return _gathered(code, zone.args[0], (board, slots.lanes), lane)


def _board(code: Code, slots: ZoneSlots, kind: Scalar) -> Operand:
    """Return the places where a kind lies, or with `none` nothing."""
    b, boards, width = code.b, slots.boards, slots.lanes
    assert boards is not None
    empty: Operand = 0
    if kind.range.maybe:
        for at in range(slots.span):
            empty = b.op("or", empty, b.load(boards, at, width), width=width)
        empty = b.op("xor", empty, (1 << slots.cells) - 1, width=width)
        if kind.range.is_none:
            return empty
    offset = b.op("sub", kind.op, slots.base)
    if kind.range.within(slots.base, slots.base + slots.span - 1):
        return b.load(boards, offset, width)
    inside = b.op("and", b.op("ge", offset, 0), b.op("lt", offset, slots.span), width=1)
    board = b.load(boards, b.op("select", inside, offset, 0, width=64), width)
    there = b.op("select", inside, board, 0, width=width)
    if not kind.range.maybe:
        return there
    return b.op("select", b.op("eq", kind.op, NONE), empty, there, width=width)


def _gathered(
    code: Code,
    index: core.Expr,
    board: tuple[Operand, Width],
    lane: Lane,
) -> Operand | None:
    """Return for each lane the bit of a board at its index."""
    mask, width = board
    if isinstance(index, core.Local) and index.slot == lane.slot:
        return moved(code, Lanes(0, width, mask), lane.low, lane.width)
    if free_locals(index) != {lane.slot} or not is_static(index, code.unit.spec):
        return None
    evaluator = Evaluator(code.unit.spec)
    pairs: list[tuple[int, int]] = []
    for at in range(lane.count):
        try:
            place = evaluator.value(index, {lane.slot: lane.low + at})
        except NotStaticError:
            return None
        if not isinstance(place, int):
            return None  # asked for `none`: a fault
        pairs.append((at, place))
    return shifted(code, pairs, board, lane)


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
