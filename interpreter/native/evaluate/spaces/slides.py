"""Lanes from which elements of one sort lead straight to one of another: masks that spread.

    before:  some e in Cell where disc(e) is p and every x in between(c, e) has disc(x) is q
    after:   for each step: what is p spreads over what is q, one step further each time

Pairs that lie further and further apart in one direction are not asked apart: what reaches an
element reaches what stands before it. Each mask that is found lies one step nearer to the lanes,
and where a step leads off the board, a mask of the places that have one stops it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from interpreter.native.evaluate import asking
from interpreter.native.evaluate.lane import Lane, blanks
from interpreter.native.evaluate.scalars import Scalar
from interpreter.native.evaluate.unit import Code, Env
from interpreter.native.ir.builder import Builder
from interpreter.native.ir.nodes import Operand, Width
from interpreter.native.memory.slots import mask_width
from interpreter.native.plan.static import is_static
from rulelang import core
from rulelang.core.constants import NotStaticError
from rulelang.core.intervals import Range
from rulelang.core.walk import free
from rulelang.freezing import frozen

MOST_STEPS: Final = 16
"""Directions in which masks are worth being spread."""

DOUBLED: Final = 4
"""Steps of a way that is worth being doubled: three doublings go as far as seven steps."""

Pairs = list[tuple[int, int]]


@frozen
class Slide:
    """The pairs in one direction, from a place to the one that is `least..most` steps further on.

    `begins`: the places that have a step. `ends`: no place has more than `most` of them.
    """

    step: int
    least: int
    most: int
    begins: int
    ends: bool


def slid(
    code: Code,
    asked: core.Expr,
    env: Env,
    what: tuple[Pairs, Lane, tuple[Operand, Width]],
) -> Operand | None:
    """Return the lanes of the pairs for which a condition holds; None where pairs are no slides.

    The condition is asked of all that lies between two of a pair. `what`: the pairs, lanes with
    elements from 0 on; and the elements of which the second may be one.
    """
    pairs, lane, (there, wide) = what
    between = _between(code, asked, lane)
    if between is None or lane.links:
        return None
    binder, stops = between
    try:
        slides = _slides(code, binder.domain, pairs, lane)
    except NotStaticError:
        return None
    if slides is None:
        return None
    count = 1 + max(max(at + lane.low, place) for at, place in pairs)
    width = max(mask_width(0, count - 1), wide, lane.width)
    inner = Lane(lane.depth + 1, 0, count, mask_width(0, count - 1), copies=lane.copies)
    element = Scalar(pairs[0][1], Range(pairs[0][1], pairs[0][1]))
    stopped = asking.lane_mask(code, stops, (*env, *blanks(lane), element), inner)
    if stopped is None:
        return None
    b = code.b
    open_ = _widened(b, b.op("xor", stopped, inner.full, width=inner.width), inner.width, width)
    whole = _widened(b, there, wide, width)
    total: Operand = 0
    for slide in slides:
        total = b.op("or", total, _origins(b, slide, (whole, open_), width), width=width)
    low = b.op("shr", total, lane.low, width=width)
    return low if width == lane.width else b.op("narrow", low, width=lane.width)


def _widened(b: Builder, mask: Operand, have: Width, width: Width) -> Operand:
    return mask if have == width else b.op("widen", mask, width=width)


def _between(code: Code, asked: core.Expr, lane: Lane) -> tuple[core.Binder, core.Expr] | None:
    """Return what a condition asks of none between two, and through what that goes."""
    match asked:
        case core.Not(
            expr=core.Fold(fold="some", search=core.Search(binders=(binder,), where=stops))
        ) if stops is not None and not binder.followed:
            both = lane.slots | {lane.depth}
            fits = binder.slot == lane.depth + 1 and free(binder.domain) <= both
            if fits and is_static(binder.domain, code.unit.spec) and not free(stops) & both:
                return binder, stops
    return None


def _slides(code: Code, domain: core.Expr, pairs: Pairs, lane: Lane) -> list[Slide] | None:
    """Return slides that say what some pairs say; None where none do."""
    evaluator, known = code.unit.evaluator, dict(lane.known())
    ways: dict[int, dict[int, set[int]]] = {}
    for at, place in pairs:
        begin = at + lane.low
        path = evaluator.elements(domain, {**known[at], lane.depth: place})
        along = sorted((one for one in path if isinstance(one, int)), reverse=place < begin)
        if len(along) != len(path):
            return None
        stops = [begin, *along, place]
        step = stops[1] - begin
        if stops != list(range(begin, place + (1 if step > 0 else -1), step or 1)):
            return None
        ways.setdefault(step, {}).setdefault(len(along) + 1, set()).add(begin)
        if len(ways) > MOST_STEPS:
            return None
    found = [_slide(step, by_length) for step, by_length in ways.items()]
    slides = [one for one in found if one is not None]
    longest = max(one.most for one in slides) if slides else 0
    return slides if len(slides) == len(found) and longest > 1 else None


def _slide(step: int, begins: dict[int, set[int]]) -> Slide | None:
    """Return the slide of which the places of each length begin; None where there is none."""
    least, most = min(begins), max(begins)
    if least > 2:
        return None
    steps = {
        one + step * at for length, some in begins.items() for one in some for at in range(length)
    }

    def lead(length: int) -> set[int]:
        return {one for one in steps if all(one + step * at in steps for at in range(length))}

    if any(lead(length) != begins.get(length, set()) for length in range(least, most + 1)):
        return None
    return Slide(step, least, most, _mask(steps), ends=not lead(most + 1))


def _mask(places: Iterable[int]) -> int:
    return sum(1 << place for place in places)


def _origins(b: Builder, slide: Slide, masks: tuple[Operand, Operand], width: Width) -> Operand:
    """Return the places from which a slide leads over open ones to one that is there."""
    there, open_ = masks

    def before(mask: Operand, steps: int = 1) -> Operand:
        by = slide.step * steps
        return b.op("shr" if by > 0 else "shl", mask, abs(by), width=width)

    passed = b.op("and", open_, slide.begins, width=width)
    spread, further = there, slide.most - slide.least
    if slide.ends and further >= DOUBLED:
        steps = 1
        while steps <= further:
            more = b.op("and", passed, before(spread, steps), width=width)
            spread = b.op("or", spread, more, width=width)
            passed = b.op("and", passed, before(passed, steps), width=width)
            steps *= 2
        passed = b.op("and", open_, slide.begins, width=width)
    else:
        for _ in range(further):
            more = b.op("and", passed, before(spread), width=width)
            spread = b.op("or", there, more, width=width)
    if slide.least == 2:
        spread = b.op("and", passed, before(spread), width=width)
    return b.op("and", before(spread), slide.begins, width=width)
