"""The shapes in which sets come while code is written; single values are in `scalars`.

Sets that are lists are in `listed_sets`. A set that lies in a zone is read where it is used;
`buffers.materialise` takes a copy of it. Masks have bit `i` for the element `base + i`. `each`
with `distinct` may give alike elements once or several times, whichever is easier: that is for
callers to whom it makes no difference.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

from interpreter.native.evaluate.lane import moved
from interpreter.native.evaluate.scalars import Scalar, SpilledScalar
from interpreter.native.ir.bits import Bitset, bit_of
from interpreter.native.ir.builder import Builder
from interpreter.native.ir.nodes import NONE, Field, Operand, Width
from interpreter.native.memory.slots import ZoneSlots, mask_width
from interpreter.native.memory.tables import MAX_BITSET
from rulelang.core.intervals import Range
from rulelang.freezing import frozen

if TYPE_CHECKING:
    from interpreter.native.evaluate.listed_sets import (
        BufferSet,
        ConstSet,
        SpilledRow,
        SpilledSet,
        TabledSet,
    )
    from interpreter.native.evaluate.unit import Code

MAX_BUFFER: Final = 1 << 17


@frozen
class RangeSet:
    """The numbers from `low` to `high`."""

    low: Scalar
    high: Scalar

    @property
    def range(self) -> Range:
        """The range of the elements."""
        return Range(self.low.range.low, max(self.low.range.low, self.high.range.high))

    @property
    def most(self) -> int:
        """How many elements there may be."""
        return max(0, self.high.range.high - self.low.range.low + 1)

    is_plain = True

    def each(self, code: Code, body: Body, *, distinct: bool = False) -> None:  # noqa: ARG002
        """Run the body for every element."""
        self.each_number(code, body)

    def each_number(self, code: Code, body: Callable[[Scalar], None]) -> None:
        """Run the body for every number, ascending."""
        limit = code.b.op("add", self.high.op, 1)
        code.b.count_up(self.low.op, limit, lambda at: body(Scalar(at, self.range)))

    def size(self, code: Code) -> Operand:
        """Return the number of elements."""
        b = code.b
        return b.op("max", 0, b.op("add", b.op("sub", self.high.op, self.low.op), 1))

    def bitset(self, code: Code) -> Bitset | None:
        """Return the elements as a mask."""
        low, width = self.range.low, mask_width(self.range.low, self.range.high)
        if width > MAX_BITSET:
            return None
        b = code.b
        # Ones below `high + 1`, without those below `low`; each shift stays below the width.
        ones = (1 << width) - 1
        count = self.size(code)
        empty = b.op("eq", count, 0)
        drop = b.op("select", empty, 0, b.op("sub", width, count), width=64)
        run = b.op("shr", ones, _wide(b, drop, width), width=width)
        shift = b.op("select", empty, 0, b.op("sub", self.low.op, low), width=64)
        mask = b.op("shl", run, _wide(b, shift, width), width=width)
        found = b.op("select", empty, 0, mask, width=width)
        return Bitset(low, width, found, self.range.high - low + 1)


def _wide(b: Builder, value: Operand, width: Width) -> Operand:
    return value if isinstance(value, int) or width == 64 else b.op("widen", value, width=width)


@frozen
class MaskSet:
    """Distinct elements, ascending."""

    where: Bitset
    most: int

    is_plain = True

    @property
    def range(self) -> Range:
        """The range of the elements."""
        return self.where.range

    def each(self, code: Code, body: Body, *, distinct: bool = False) -> None:  # noqa: ARG002
        """Run the body for every element."""
        each_in(code, self.where, body)

    def size(self, code: Code) -> Operand:
        """Return the number of elements."""
        return code.b.op("popcount", self.where.mask, width=64)

    def bitset(self, _code: Code) -> Bitset | None:
        """Return the elements as a mask."""
        return self.where


@frozen
class SpilledMask:
    """Distinct elements, ascending, in the state."""

    field: Field
    base: int
    width: Width
    most: int

    def loaded(self, code: Code) -> MaskSet:
        """Return the set."""
        mask = code.b.load(self.field, width=self.width)
        return MaskSet(Bitset(self.base, self.width, mask), self.most)


def each_in(code: Code, bitset: Bitset, body: Body) -> None:
    """Run the body for every element of a mask."""
    b = code.b
    found = bitset.range
    b.each_bit(
        bitset.mask,
        bitset.width,
        lambda bit: body(Scalar(b.op("add", bit, bitset.base), found)),
    )


@frozen
class ZoneSet:
    """What lies in a zone now; `cell` is its place in the family."""

    slots: ZoneSlots
    cell: Operand

    @property
    def range(self) -> Range:
        """The range of the elements."""
        return self.slots.kinds

    @property
    def most(self) -> int:
        """How many elements there may be."""
        return self.slots.room

    @property
    def is_plain(self) -> bool:
        """Whether the elements are distinct and ascend."""
        return self.slots.room <= 1 or (self.slots.mask is not None and self.slots.counts is None)

    def each(self, code: Code, body: Body, *, distinct: bool = False) -> None:
        """Run the body for every component, copies too unless `distinct`."""
        b, slots = code.b, self.slots
        if slots.kind is not None:
            kind = b.load(slots.kind, self.cell)
            with b.when(b.op("ne", kind, NONE)):
                body(Scalar(kind, slots.kinds))
        elif slots.items is not None and slots.length is not None:
            start = b.op("mul", self.cell, slots.room)
            limit = b.op("add", start, b.load(slots.length, self.cell))
            items = slots.items
            b.count_up(start, limit, lambda at: body(Scalar(b.load(items, at), slots.kinds)))
        else:
            self._each_kind(code, body, distinct=distinct)

    def _each_kind(self, code: Code, body: Body, *, distinct: bool) -> None:
        b, slots = code.b, self.slots

        def run(found: Value) -> None:
            assert isinstance(found, Scalar)
            if distinct or slots.counts is None:
                body(found)
                return
            at = b.op("sub", b.op("add", b.op("mul", self.cell, slots.span), found.op), slots.base)
            b.count_up(0, b.load(slots.counts, at), lambda _: body(found))

        bitset = self.bitset(code)
        assert bitset is not None, "a set has a mask of its kinds, however many there are"
        each_in(code, bitset, run)

    def size(self, code: Code) -> Operand:
        """Return the number of components."""
        b, slots = code.b, self.slots
        if slots.kind is not None:
            return b.flag(b.op("ne", b.load(slots.kind, self.cell), NONE))
        if slots.length is not None:
            return b.load(slots.length, self.cell)
        if slots.total is not None:
            return b.load(slots.total, self.cell)
        bitset = self.bitset(code)
        assert bitset is not None
        return b.op("popcount", bitset.mask, width=64)

    def bitset(self, code: Code) -> Bitset | None:
        """Return the kinds there as a mask."""
        b, slots = code.b, self.slots
        if slots.mask is not None:
            mask = b.load(slots.mask, self.cell, slots.width)
            return Bitset(slots.base, slots.width, mask, slots.span)
        if slots.kind is not None and slots.width <= MAX_BITSET:
            kind = b.load(slots.kind, self.cell)
            empty = b.op("eq", kind, NONE)
            at = b.op("select", empty, 0, b.op("sub", kind, slots.base), width=64)
            bit = bit_of(b, at, slots.width)
            mask = b.op("select", empty, 0, bit, width=slots.width)
            return Bitset(slots.base, slots.width, mask, slots.span)
        if slots.width > MAX_BITSET:
            return None
        mask = gathered(code, self, slots.base, slots.width)
        return Bitset(slots.base, slots.width, mask, slots.span)


def masked(code: Code, found: SetValue, low: int, width: Width) -> Operand:
    """Return a set of single values as a mask whose bit 0 is `low`; no element lies outside."""
    bitset = found.bitset(code)
    if bitset is None:  # its elements lie too far apart for masks of their own
        return gathered(code, found, low, width)
    return moved(code.b, bitset, low, width)


def gathered(code: Code, found: SetValue, low: int, width: Width) -> Operand:
    """Return the elements of a set as a mask, noted one by one."""
    b = code.b
    mask = b.variable(width)
    b.set(mask, 0)

    def note(element: Value) -> None:
        assert isinstance(element, Scalar)
        bit = bit_of(b, b.op("sub", element.op, low), width)
        b.set(mask, b.op("or", b.get(mask), bit, width=width))

    found.each(code, note, distinct=True)
    return b.get(mask)


FEWER: Final = "ask a query about them, or let a `where` in the domain leave fewer"


SetValue: TypeAlias = "ConstSet | TabledSet | RangeSet | MaskSet | ZoneSet | BufferSet"
Loaded: TypeAlias = "Scalar | SetValue"
"""What expressions give."""

Stored: TypeAlias = "SpilledScalar | SpilledSet | SpilledMask | SpilledRow"
"""Locals in the state that are loaded where they are read."""

Value: TypeAlias = "Loaded | Stored"
Body: TypeAlias = Callable[[Value], None]
