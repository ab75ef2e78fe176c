"""A variable all of whose values are asked at once, and masks on their way between domains.

Each value is a lane, as in SIMD: one bit of every mask.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from interpreter.native.evaluate.scalars import Scalar
from interpreter.native.ir.bits import Bitset
from interpreter.native.ir.builder import Builder
from interpreter.native.ir.nodes import Operand, Width
from rulelang import core
from rulelang.core import Value as Constant
from rulelang.core.intervals import Range
from rulelang.freezing import frozen

MAX_WIDTH: Final = 4096


@frozen
class Lane:
    """A variable that has a different value in each lane: its slot, and the values from `low` on.

    `links`: for each slot behind that of the lane what it holds at each value of the lane, so that
    what is asked of a pair is asked of the lane alone. `dead`: the values that do not count; what
    a mask says of them means nothing. `copies`: how often this is written, once for each distance
    of the pairs around it. `masks`: what was asked of this lane already, by the code into which it
    was written; all of that runs before what is asked next.
    """

    slot: int
    low: int
    count: int
    width: Width
    links: tuple[tuple[int, ...], ...] = ()
    dead: int = 0
    copies: int = 1
    masks: dict[tuple[Builder, core.Expr, tuple[object, ...]], Operand | None] = attrs.field(
        init=False, eq=False, repr=False, factory=dict
    )

    @property
    def full(self) -> int:
        """The mask of all values."""
        return (1 << self.count) - 1

    @property
    def depth(self) -> int:
        """How many locals are bound with the lane and its links."""
        return self.slot + 1 + len(self.links)

    @property
    def slots(self) -> frozenset[int]:
        """The slots of the lane and its links."""
        return frozenset(range(self.slot, self.depth))

    def known(self) -> Iterator[tuple[int, dict[int, Constant]]]:
        """Yield the bits that count, each with what the slots hold there."""
        for at in range(self.count):
            if not self.dead >> at & 1:
                links = (link[at] for link in self.links)
                yield at, dict(enumerate((self.low + at, *links), self.slot))


_ASIDE: Final = "aside"


def aside() -> Builder:
    """Return a builder whose code is dropped."""
    return Builder(_ASIDE, 0, 64)


def is_aside(b: Builder) -> bool:
    """Return whether code is dropped: it needs no place in memory."""
    return b.function.name == _ASIDE


def blanks(lane: Lane) -> tuple[Scalar, ...]:
    """Return what stands in the slots of the lane where they are not read."""
    firsts = (lane.low, *(link[0] for link in lane.links))
    return tuple(Scalar(first, Range(first, first)) for first in firsts)


def anything(b: Builder, lane: Lane) -> tuple[Scalar, ...]:
    """Return what stands in the slots of the lane where any of its values may be there."""
    values = (range(lane.low, lane.low + lane.count), *lane.links)
    return tuple(Scalar(b.register(), Range(min(of), max(of))) for of in values)


def fits(found: Bitset, low: int, width: Width) -> bool:
    """Return whether `moved` loses no bit of a mask."""
    return found.base >= low and found.range.high <= low + width - 1


def moved(b: Builder, found: Bitset, low: int, width: Width) -> Operand:
    """Return a mask as one whose bit 0 is `low`, with another width; it `fits`."""
    mask, have = found.mask, found.width
    shift = found.base - low
    if isinstance(mask, int):
        return mask << shift if shift >= 0 else mask >> -shift
    if width > have:
        mask, have = b.op("widen", mask, width=width), width
    if shift > 0:
        mask = b.op("shl", mask, shift, width=have)
    elif shift < 0:
        mask = b.op("shr", mask, -shift, width=have)
    return b.op("narrow", mask, width=width) if have > width else mask
