"""How many elements are tied to each lane, counted for all lanes at once.

    before:  m in Meld where (count c in hand(p) where part(m, c)) is size(m)
    after:   for each card in hand: row of its melds, added to counters of which each bit is a mask

What ties them is what the rules say of lane and element before play. A row is added as hardware
adds: one bit of all counters is a mask, and what is carried another. Then lanes are taken by what
their counters say.
"""

from __future__ import annotations

from typing import Final

from interpreter.native.evaluate import asking, drafts
from interpreter.native.evaluate.lane import MAX_WIDTH, Lane, aside, blanks
from interpreter.native.evaluate.unit import Code, Env
from interpreter.native.ir.nodes import Operand
from interpreter.native.memory.slots import mask_width
from interpreter.native.plan.static import is_static, written_out
from rulelang import core
from rulelang.core.constants import NotStaticError
from rulelang.core.walk import free, substituted, unfolded

MOST_TIED: Final = 15
"""Elements that may be tied to one lane: counters of four bits."""


def numbered(
    code: Code, binder: core.Binder, env: Env, lane: Lane, *, with_copies: bool
) -> tuple[range, core.Among] | None:
    """Return all numbers that elements of a domain may have, and what asks which have them.

    The domain is the same for all lanes, so that is asked of the elements alone, and of copies
    once. None where it has no mask. `with_copies`: whether there may be any.
    """
    domain = binder.domain
    if lane.slots & free(domain):
        return None
    draft = Code(code.unit, aside())
    found = asking.set_of(draft, domain, (*env, *blanks(lane)))
    whole = found.range
    is_small = not whole.maybe and whole.low >= 0 and whole.high < MAX_WIDTH
    if not is_small or found.bitset(draft) is None or not (found.is_plain or with_copies):
        return None
    outside = {slot: core.Local(slot) for slot in free(domain)}
    inside = substituted(domain, outside, 1)  # what it binds comes behind the element
    return range(whole.low, whole.high + 1), core.Among(core.Local(binder.slot), inside)


def compared(code: Code, e: core.Compare, env: Env, lane: Lane) -> Operand | None:
    """Return for which lanes a count compares with what is fixed; None where a loop is as good.

    Elements have to be fewer than lanes.
    """
    match unfolded(e.left, lane.depth, code.unit.spec):
        case core.Fold(
            fold="count", search=core.Search(binders=(core.Binder() as binder,), where=where)
        ) if where is not None and binder.slot == lane.depth and not binder.followed:
            pass
        case _:
            return None
    if not free(e.right) <= lane.slots or not is_static(e.right, code.unit.spec):
        return None
    domain = numbered(code, binder, env, lane, with_copies=False)  # each of them counts
    if domain is None or not 0 < len(domain[0]) < lane.count:
        return None
    elements, among = domain
    parts = written_out(where, lane.depth + 1, code.unit.spec)
    tied = [part for part in parts if lane.slots & free(part)]
    alone = [part for part in parts if not lane.slots & free(part)]
    known = {*lane.slots, binder.slot}
    if not tied or not all(free(p) <= known and is_static(p, code.unit.spec) for p in tied):
        return None
    rows = _rows(code, tied, lane, elements)
    if rows is None or not drafts.is_safe(code, e, env, lane):
        return None
    width = mask_width(elements[0], elements[-1])
    inner = Lane(lane.depth, elements[0], len(elements), width)
    there = asking.lane_mask(code, core.And((among, *alone)), (*env, *blanks(lane)), inner)
    wanted = _wanted(code, e, _most(rows, lane), lane)
    if there is None or wanted is None:
        return None
    counters = _counted(code, rows, (there, inner), lane)
    return _taken(code, wanted, counters, lane)


def _rows(
    code: Code, tied: list[core.Expr], lane: Lane, elements: range
) -> tuple[int, ...] | None:
    """Return for each element the mask of lanes that it is tied to; None where that is unknown."""
    masks, key = code.unit.masks, ("tied", *tied, lane, elements)
    known = masks.get(key)
    if known is None:
        known = masks[key] = _found_rows(code, core.And(tuple(tied)), lane, elements)
    return known if 0 < _most(known, lane) <= MOST_TIED else None


def _found_rows(code: Code, tied: core.And, lane: Lane, elements: range) -> tuple[int, ...]:
    """Return the masks that `_rows` returns; none where they cannot be told."""
    asked = code.unit.evaluator.function(tied)
    rows = [0] * len(elements)
    try:
        for at, known in lane.known():
            for place, element in enumerate(elements):
                known[lane.depth] = element
                if asked(known):
                    rows[place] |= 1 << at
    except NotStaticError:
        return ()
    return tuple(rows)


def _most(rows: tuple[int, ...], lane: Lane) -> int:
    """Return how many elements are tied to one lane at most."""
    return max(sum(row >> at & 1 for row in rows) for at in range(lane.count))


def _counted(
    code: Code, rows: tuple[int, ...], what: tuple[Operand, Lane], lane: Lane
) -> list[Operand]:
    """Return the bits of the counters of all lanes, the lowest first; `what`: the elements."""
    b, (there, inner) = code.b, what
    table = code.unit.constants.table(rows, lane.width // 8)
    met = sum(1 << place for place, row in enumerate(rows) if row)
    bits = [b.variable(lane.width) for _ in range(_most(rows, lane).bit_length())]
    for bit in bits:
        b.set(bit, 0)

    def add(place: Operand) -> None:
        carried = b.table(table, place, width=lane.width)
        for bit in bits:
            before = b.get(bit)
            b.set(bit, b.op("xor", before, carried, width=lane.width))
            carried = b.op("and", before, carried, width=lane.width)

    b.each_bit(b.op("and", there, met, width=inner.width), inner.width, add)
    return [b.get(bit) for bit in bits]


def _wanted(code: Code, e: core.Compare, most: int, lane: Lane) -> list[int] | None:
    """Return for each count the lanes whose own value it compares with; None where one has none.

    Counts are those that counters can hold which come to `most`.
    """
    compared = [
        code.unit.evaluator.function(core.Compare(e.op, core.Const(count), e.right))
        for count in range(1 << most.bit_length())
    ]
    try:
        return [sum(1 << at for at, known in lane.known() if asked(known)) for asked in compared]
    except NotStaticError:
        return None


def _taken(code: Code, wanted: list[int], counters: list[Operand], lane: Lane) -> Operand:
    """Return the lanes whose counter holds what is wanted there."""
    b, width = code.b, lane.width
    total: Operand = 0
    for count, fitting in enumerate(wanted):
        if not fitting:
            continue
        held: Operand = fitting
        for place, bit in enumerate(counters):
            same = bit if count >> place & 1 else b.op("xor", bit, lane.full, width=width)
            held = b.op("and", held, same, width=width)
        total = b.op("or", total, held, width=width)
    return total
