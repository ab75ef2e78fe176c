"""Rows of lanes of which the nearest element decides, on each ray from a place.

    before:  for each x that is not empty: or of a row of lanes, from a table over a and x
    after:   for each ray from a: of what is not empty on it the nearest, and all lanes beyond it

That is for what lies between two places of a board: of what stands on a ray only the nearest
matters, and beyond it lie all lanes of the ray. A ray goes up, or down, by the numbers of its
places.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from itertools import product
from typing import Final

from interpreter.native.evaluate import asking, tabled
from interpreter.native.evaluate.lane import Lane
from interpreter.native.evaluate.scalars import Scalar
from interpreter.native.evaluate.unit import Code, Env
from interpreter.native.ir.builder import Builder
from interpreter.native.ir.nodes import Operand, Width
from rulelang import core
from rulelang.core import Value as Constant
from rulelang.core.constants import NotStaticError
from rulelang.freezing import frozen

MOST_RAYS: Final = 8
"""Rays from one place; of more a loop through the elements is as good."""

Rows = Callable[[tuple[Constant, ...]], Mapping[int, int]]
"""From the values of some locals to rows: for the place of each element, among the lanes, its
lanes."""


@frozen
class Rays:
    """The rays from one place as masks of lanes: those that go up, and those that go down."""

    up: tuple[int, ...]
    down: tuple[int, ...]


def along(
    code: Code, what: tuple[list[int], Rows, object], env: Env, lane: Lane, there: Operand
) -> Operand | None:
    """Return the lanes of the rows of all elements that are there; None where no rays say it.

    `what`: the locals that the rows depend on, the rows, and what equal rows share. `there`: a
    mask of places among the lanes.
    """
    outer, rows, of = what
    rays = cache(lambda values: rays_of(rows(values)))
    values = _values(code, outer, env)
    if values is None or len(values) * lane.count > tabled.TABLED:
        return None
    try:
        each = [rays(one) for one in values]
    except NotStaticError:  # more would have to be gone through before play than is worth it
        return None
    found = [one for one in each if one is not None]
    ups, downs = (max((len(way(one)) for one in found), default=0) for way in (_up, _down))
    if len(found) < len(each) or ups + downs > MOST_RAYS:
        return None
    b, width = code.b, lane.width
    total: Operand = 0
    for way, count, beyond in ((_up, ups, _above), (_down, downs, _below)):
        for number in range(count):

            def mask(one: tuple[Constant, ...], way: _Way = way, number: int = number) -> int:
                known = rays(one)
                assert known is not None, "all of them have rays"
                return next(iter(way(known)[number:]), 0)

            made = tabled.Made((of, way, number), lane.count, width, mask)
            ray = tabled.by_locals(code, outer, env, made)
            assert ray is not None, "its table is as large as all rows, of which there is one"
            met = b.op("and", ray, there, width=width)
            total = b.op("or", total, beyond(b, met, ray, width), width=width)
    return total


_Way = Callable[[Rays], tuple[int, ...]]


def _up(rays: Rays) -> tuple[int, ...]:
    return rays.up


def _down(rays: Rays) -> tuple[int, ...]:
    return rays.down


def _values(code: Code, outer: list[int], env: Env) -> list[tuple[Constant, ...]] | None:
    """Return all values that some locals may have together; None where that is not known."""
    ranges: list[range] = []
    for slot in outer:
        local = asking.value(code, core.Local(slot), env)
        if not isinstance(local, Scalar) or local.range.maybe or local.range.is_none:
            return None
        ranges.append(range(local.range.low, local.range.high + 1))
    return list(product(*ranges))


def _above(b: Builder, met: Operand, ray: Operand, width: Width) -> Operand:
    """Return what of a ray lies above the lowest that is met; nothing where nothing is."""
    upto = b.op("xor", met, b.op("sub", met, 1, width=width), width=width)
    return b.op("and", ray, b.op("xor", upto, (1 << width) - 1, width=width), width=width)


def _below(b: Builder, met: Operand, ray: Operand, width: Width) -> Operand:
    """Return what of a ray lies below the highest that is met; nothing where nothing is."""
    some = b.op("or", met, 1, width=width)  # below the lowest bit lies nothing
    highest = b.op("sub", width - 1, b.op("clz", some, width=64))
    wide = highest if width == 64 else b.op("widen", highest, width=width)
    under = b.op("sub", b.op("shl", 1, wide, width=width), 1, width=width)
    return b.op("and", ray, under, width=width)


def rays_of(rows: Mapping[int, int]) -> Rays | None:
    """Return rays that say what some rows of lanes say, by the places of their elements.

    >>> rays_of({1: 0b1100, 2: 0b1000}), rays_of({3: 0b111, 1: 0b1, 2: 0b11})
    (Rays(up=(14,), down=()), Rays(up=(), down=(15,)))
    >>> rays_of({1: 0b1100, 2: 0b1000, 4: 0b0001}), rays_of({1: 0b101})
    (Rays(up=(14,), down=(17,)), None)
    """
    ups: list[int] = []
    downs: list[int] = []
    for place, row in sorted(rows.items(), key=lambda item: -item[1].bit_count()):
        is_up = not row & _beyond(place, is_up=False) and not row >> place & 1
        rays = ups if is_up else downs
        if not any(ray >> place & 1 and ray & _beyond(place, is_up=is_up) == row for ray in rays):
            rays.append(row | 1 << place)
    for rays, is_up in ((ups, True), (downs, False)):
        for ray in rays:
            for place in range(ray.bit_length()):
                beyond = ray & _beyond(place, is_up=is_up)
                if ray >> place & 1 and beyond != rows.get(place, 0):
                    return None
    return Rays(tuple(ups), tuple(downs))


def _beyond(place: int, *, is_up: bool) -> int:
    """Return all places above one, or all below."""
    return -1 << place + 1 if is_up else (1 << place) - 1
