"""Where something is found for each lane: shifts of masks, for the pairs that a relation ties.

    before:  some e in Cell where disc(e) is p and every x in between(c, e) has disc(x) is q
    after:   for each distance from c to e: board of p >> distance, and board of q >> each step

The relation is what the rules say of lane and element before play; lanes and elements at one
distance are one shift. What else is asked of both is asked of the lanes, with the element *linked*
to them: at one distance each lane has one element.

    before:  some x in between(a, c) where on(x) is not empty
    after:   for each x that is not empty: or of a row of lanes, from a table over a and x

The second form is for a domain that also depends on a local outside: the element is asked alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import prod
from typing import Final

import attrs

from interpreter.native.evaluate import asking, boards, drafts, tabled, tallies
from interpreter.native.evaluate.lane import MAX_WIDTH, Lane, anything, aside, blanks, moved
from interpreter.native.evaluate.scalars import Scalar
from interpreter.native.evaluate.sets import Value
from interpreter.native.evaluate.spaces import rays, slides
from interpreter.native.evaluate.unit import Code, Env
from interpreter.native.ir.bits import Bitset
from interpreter.native.ir.nodes import Operand, Reg, Width
from interpreter.native.memory.slots import mask_width
from interpreter.native.plan.static import is_static, written_out
from rulelang import core
from rulelang.core import Value as Constant
from rulelang.core.constants import NotStaticError
from rulelang.core.intervals import Range
from rulelang.core.walk import free
from rulelang.freezing import frozen

DISTANCES: Final = 512
"""Distances times words of a mask at which pairs are worth being asked one by one, those of pairs
within pairs multiplied."""

MOST_PAIRS: Final = 1 << 17
"""Pairs that are worth being looked at before play, for all distances together."""

MOST_ROWS: Final = 1 << 16
"""Bytes of a table of rows; what does not stay near the processor is slower than a loop."""

Pairs = list[tuple[int, int]]


@frozen
class _Parts:
    """The parts of a condition.

    What is fixed of lane and element before play; what is asked during play of the element alone,
    and of both.
    """

    fixed: tuple[core.Expr, ...]
    alone: tuple[core.Expr, ...]
    both: tuple[core.Expr, ...]


def found(code: Code, search: core.Search, env: Env, lane: Lane) -> Operand | None:
    """Return for which lanes something is found; None where that takes a loop."""
    binder, *more = search.binders
    if binder.followed or binder.slot != lane.depth:
        return None
    where = search.where
    if more:
        where = core.Fold("some", core.Search(tuple(more), where))
    spec = code.unit.spec
    if not is_static(binder.domain, spec):
        domain = tallies.numbered(code, binder, env, lane, with_copies=True)
        if domain is None:
            return None
        numbers, among = domain
        where = among if where is None else core.And((among, where))
        binder = attrs.evolve(binder, domain=core.Const(tuple(numbers)))
    if not free(binder.domain) <= lane.slots:
        asked = written_out(where, lane.depth + 1, spec)
        return _by_rows(code, (binder.domain, asked), env, lane)
    settled = _settled(code, binder, where, env, lane)
    if settled is None:
        return None
    parts, held = settled
    return _asked(code, parts, env, (held, lane)) if held else 0


def _settled(
    code: Code, binder: core.Binder, where: core.Expr | None, env: Env, lane: Lane
) -> tuple[_Parts, Pairs] | None:
    """Return the pairs for which what is fixed holds, and what else is asked of them.

    None where they cannot be told before play.
    """
    pairs = _pairs(code, binder, lane)
    if pairs is None:
        return None
    if not pairs:
        return _Parts((), (), ()), []
    parts = _parts(code, written_out(where, lane.depth + 1, code.unit.spec), env, (pairs, lane))
    held = _held(code, pairs, parts.fixed, lane)
    return None if held is None else (parts, held)


def _by_rows(
    code: Code, what: tuple[core.Expr, tuple[core.Expr, ...]], env: Env, lane: Lane
) -> Operand | None:
    """Return for which lanes a domain has an element for which some parts hold.

    `what`: the domain, fixed by the lane and by locals outside, and the parts.
    """
    domain, asked = what
    if any(lane.slots & free(part) for part in asked):
        return None
    whole = _range_of(code, domain, env, lane)
    if whole is None:
        return None
    width = mask_width(whole.low, whole.high)
    inner = Lane(lane.depth, whole.low, whole.high - whole.low + 1, width)
    there: Operand | None = inner.full
    if asked:
        there = asking.lane_mask(code, core.And(asked), (*env, *blanks(lane)), inner)
    rows = _rows(code, domain, lane, inner)
    outer = sorted(free(domain) - lane.slots)
    if inner.count * lane.width // 8 * _choices(code, outer, env) > MOST_ROWS:
        return None
    met = tabled.by_locals(code, outer, env, rows.met)
    if there is None or met is None:
        return None
    b = code.b
    inside = whole.low >= lane.low and whole.high < lane.low + lane.width
    if inside and isinstance(there, Reg):  # rays count zeros, which constants have not
        placed = moved(code.b, Bitset(inner.low, width, there, inner.count), lane.low, lane.width)
        beyond = rays.along(code, (outer, rows.placed, rows.each.of), env, lane, placed)
        if beyond is not None:
            return beyond
    total = b.variable(lane.width)
    b.set(total, 0)
    fits = True

    def lay(bit: Operand) -> None:
        nonlocal fits
        element = Scalar(b.op("add", bit, inner.low), whole)
        row = tabled.by_locals(
            code, [*outer, inner.slot], (*env, *blanks(lane), element), rows.each
        )
        fits = row is not None
        if row is not None:
            b.set(total, b.op("or", b.get(total), row, width=lane.width))

    b.each_bit(b.op("and", there, met, width=width), width, lay)
    return b.get(total) if fits else None


def _range_of(code: Code, domain: core.Expr, env: Env, lane: Lane) -> Range | None:
    """Return between which numbers the elements of a domain lie; None where a mask has no room.

    Nor has it for collections, whose range may be that of their numbers in a table.
    """
    draft, elements = Code(code.unit, aside()), list[Value]()
    found = asking.set_of(draft, domain, (*env, *anything(draft.b, lane)))
    found.each(draft, elements.append)
    whole = found.range
    fits = not whole.maybe and whole.low >= 0 and 0 < whole.high - whole.low < MAX_WIDTH
    return whole if fits and all(isinstance(one, Scalar) for one in elements) else None


def _choices(code: Code, slots: list[int], env: Env) -> int:
    """Return how many values some locals may have together."""
    found = (asking.value(Code(code.unit, aside()), core.Local(slot), env) for slot in slots)
    spans = (one.range.high - one.range.low + 1 for one in found if isinstance(one, Scalar))
    return prod(spans)


@frozen
class _Rows:
    """How tables are made: `each` of the lanes that have an element, `met` of all elements.

    `placed`: the rows of all elements, by their places among the lanes.
    """

    each: tabled.Made
    met: tabled.Made
    placed: rays.Rows


def _rows(code: Code, domain: core.Expr, lane: Lane, inner: Lane) -> _Rows:
    evaluator, outer = code.unit.evaluator, sorted(free(domain) - lane.slots)

    @cache
    def rows(*values: Constant) -> dict[Constant, int]:
        known, found = dict(zip(outer, values, strict=True)), dict[Constant, int]()
        for at, here in lane.known():
            for element in evaluator.elements(domain, {**known, **here}):
                found[element] = found.get(element, 0) | 1 << at
        return found

    def each(values: tuple[Constant, ...]) -> int:
        return rows(*values[:-1]).get(values[-1], 0)

    def met(values: tuple[Constant, ...]) -> int:
        found = (element for element in rows(*values) if isinstance(element, int))
        return sum(1 << element - inner.low for element in found)

    def placed(values: tuple[Constant, ...]) -> dict[int, int]:
        return {e - lane.low: row for e, row in rows(*values).items() if isinstance(e, int)}

    of = ("rows", domain, lane)
    share = -(-lane.count // inner.count)
    return _Rows(
        tabled.Made((*of, "each"), share, lane.width, each),
        tabled.Made((*of, "met"), lane.count, inner.width, met),
        placed,
    )


def _parts(code: Code, asked: tuple[core.Expr, ...], env: Env, what: tuple[Pairs, Lane]) -> _Parts:
    """Return the parts of a condition by what they depend on.

    What is fixed but comes behind a part that may fault is asked with the others.
    """
    pairs, lane = what
    places = [place for _, place in pairs]
    linked = attrs.evolve(lane, links=(*lane.links, (min(places), max(places))))
    fixed: list[core.Expr] = []
    alone: list[core.Expr] = []
    both: list[core.Expr] = []
    unsure: list[core.Expr] = []
    for part in asked:
        slots = free(part)
        if slots <= linked.slots and is_static(part, code.unit.spec):
            unsure = [one for one in unsure if not drafts.is_safe(code, one, env, linked)]
            if not unsure:
                fixed.append(part)
                continue
        unsure.append(part)
        (both if slots & lane.slots else alone).append(part)
    return _Parts(tuple(fixed), tuple(alone), tuple(both))


def _held(code: Code, pairs: Pairs, fixed: tuple[core.Expr, ...], lane: Lane) -> Pairs | None:
    """Return the pairs for which what is fixed holds; None where it cannot be told."""
    if not fixed:
        return pairs
    holds, known, held = code.unit.evaluator.function(core.And(fixed)), dict(lane.known()), []
    try:
        for at, element in pairs:
            here = known[at]
            here[lane.depth] = element
            if holds(here):
                held.append((at, element))
    except NotStaticError:
        return None
    return held


def tied(
    code: Code, what: tuple[core.Choice, list[core.Expr]], env: Env, lane: Lane
) -> Operand | None:
    """Return the lanes for which a binding that follows has a value; None where it takes a loop.

    `what`: the binding, and what is asked of it. Its domain must be a relation of few distances.
    """
    choice, asked = what
    if choice.pair or free(choice.domain) != {lane.slot}:
        return None
    if not is_static(choice.domain, code.unit.spec):
        return None
    binder = core.Binder(choice.slot, choice.domain)
    pairs = _pairs(code, binder, lane)
    if pairs is None or len({place - at for at, place in pairs}) > boards.SHIFTS:
        return None
    search = core.Search((binder,), core.And(tuple(asked)) if asked else None)
    if found(Code(code.unit, aside()), search, env, lane) is None:
        return None
    return found(code, search, env, lane)


def by_distance(
    code: Code, what: tuple[core.Choice, list[core.Expr]], env: Env, lane: Lane
) -> dict[int, tuple[Operand, int]] | None:
    """Return for each distance the lanes for which a binding that follows has the value there.

    And those for which it ever may. `what` as `tied` has it; None where it takes a loop. The
    distances ascend.
    """
    choice, asked = what
    if choice.pair or choice.slot != lane.depth or not free(choice.domain) <= {lane.slot}:
        return None
    if not is_static(choice.domain, code.unit.spec):
        return None
    binder = core.Binder(choice.slot, choice.domain)
    settled = _settled(code, binder, core.And(tuple(asked)), env, lane)
    if settled is None:
        return None
    parts, held = settled
    if len({place - at for at, place in held}) > boards.SHIFTS:
        return None
    masks: dict[int, Operand | None] = {}
    if held:
        there = _alone(code, parts, env, (held, lane))
        masks = dict(_masks(code, parts, env, (held, lane, there)))
    may: dict[int, int] = {}
    for at, place in held:
        may[place - at] = may.get(place - at, 0) | 1 << at
    known = {at: (mask, may[at]) for at, mask in sorted(masks.items()) if mask is not None}
    return known if len(known) == len(masks) else None


def _pairs(code: Code, binder: core.Binder, lane: Lane) -> Pairs | None:
    """Return the lanes, each with the elements of its domain; None where it has no masks."""
    elements_at = code.unit.evaluator.function(binder.domain)
    pairs: Pairs = []
    try:
        for at, known in lane.known():
            elements = elements_at(known)
            for element in elements if isinstance(elements, tuple) else ():
                if not isinstance(element, int) or element < 0:
                    return None
                pairs.append((at, element))
            if len(pairs) * lane.copies > MOST_PAIRS:
                return None
    except NotStaticError:
        return None
    return pairs


def _asked(code: Code, parts: _Parts, env: Env, what: tuple[Pairs, Lane]) -> Operand | None:
    """Return the lanes for which the parts hold of some pair."""
    pairs, lane = what
    there = _alone(code, parts, env, what)
    if there is None:
        return None
    if not parts.both:
        return boards.shifted(code, pairs, there, lane)
    if len(parts.both) == 1:
        slid = slides.slid(code, parts.both[0], env, (pairs, lane, there))
        if slid is not None:
            return slid
    total: Operand = 0
    for _, mask in _masks(code, parts, env, (pairs, lane, there)):
        if mask is None:
            return None
        total = code.b.op("or", total, mask, width=lane.width)
    return total


def _alone(
    code: Code, parts: _Parts, env: Env, what: tuple[Pairs, Lane]
) -> tuple[Operand, Width] | None:
    """Return the elements, from 0 on, for which what is asked of them alone holds."""
    pairs, lane = what
    count = max(place for _, place in pairs) + 1
    width = mask_width(0, count - 1)
    # The element searched for is a lane of its own, behind the slots of this one.
    inner = Lane(lane.depth, 0, count, width, copies=lane.copies)
    there: Operand | None = inner.full
    if parts.alone:
        there = asking.lane_mask(code, core.And(parts.alone), (*env, *blanks(lane)), inner)
    return None if there is None else (there, width)


def _masks(
    code: Code, parts: _Parts, env: Env, what: tuple[Pairs, Lane, tuple[Operand, Width] | None]
) -> Iterator[tuple[int, Operand | None]]:
    """Yield for each distance the lanes for which the parts hold of the pair there, nearest first.

    None where that takes a loop. `what`: the pairs, and the elements that may be their second.
    """
    pairs, lane, there = what
    tied_by = dict[int, Pairs]()
    for at, place in pairs:
        tied_by.setdefault(place - at, []).append((at, place))
    copies = lane.copies * len(tied_by)
    # With more distances than lanes a loop through these is shorter.
    few = len(tied_by) <= lane.count
    if there is None or not few or copies * max(there[1], lane.width) // 64 > DISTANCES:
        yield 0, None
        return
    near = attrs.evolve(lane, copies=copies)
    for distance, tied in sorted(tied_by.items(), key=lambda item: abs(item[0])):
        yield distance, _at_distance(code, parts.both, env, (tied, near, there))


def _at_distance(
    code: Code,
    both: tuple[core.Expr, ...],
    env: Env,
    what: tuple[Pairs, Lane, tuple[Operand, int]],
) -> Operand | None:
    """Return the lanes for which the parts hold of the pair at one distance."""
    pairs, lane, there = what
    b, width = code.b, lane.width
    ties = dict(pairs)
    element = tuple(ties.get(at, pairs[0][1]) for at in range(lane.count))
    tied = sum(1 << at for at in ties)
    linked = attrs.evolve(lane, links=(*lane.links, element), dead=lane.full & ~tied | lane.dead)
    mask = boards.shifted(code, pairs, there, linked)
    for part in both:
        holds = asking.lane_mask(code, part, env, linked)
        if mask is None or holds is None:
            return None
        mask = b.op("and", mask, holds, width=width)
    assert mask is not None
    return b.op("and", mask, tied, width=width)
