"""Values while code is written: single ones, and the shapes in which sets come.

Those that are known then are in `constant_sets`. A set that lies in a zone is read where it is
used; `materialise` takes a copy of it. Masks have bit `i` for the element `base + i`. Who goes
through a set with `distinct` takes alike elements once or several times, as is easier: it makes no
difference to him.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, TypeAlias

import attrs

from interpreter.native.errors import NotCompilableError, too_many
from interpreter.native.evaluate.scalars import Scalar, SpilledScalar
from interpreter.native.ir.bits import Bitset, bit_of, read_mask, write_mask
from interpreter.native.ir.builder import Builder
from interpreter.native.ir.nodes import NONE, Field, Operand, Width
from interpreter.native.memory.slots import ZoneSlots, mask_width
from interpreter.native.memory.tables import MAX_BITSET
from rulelang.core.intervals import Range, join
from rulelang.freezing import define, frozen

if TYPE_CHECKING:
    from interpreter.native.evaluate.constant_sets import ConstSet, SpilledSet, TabledSet
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

    is_plain = True

    @property
    def range(self) -> Range:
        """The range of the elements."""
        return Range(self.base, self.base + self.width - 1)

    def each(self, code: Code, body: Body, *, distinct: bool = False) -> None:  # noqa: ARG002
        """Run the body for every element."""
        each_in(code, self.bitset(code), body)

    def size(self, code: Code) -> Operand:
        """Return the number of elements."""
        return code.b.op("popcount", self.bitset(code).mask, width=64)

    def bitset(self, code: Code) -> Bitset:
        """Return the elements as a mask."""
        return Bitset(self.base, self.width, code.b.load(self.field, width=self.width))


@frozen
class SpilledRow:
    """A collection with an order of its own, in the state: `length` slots of a field."""

    field: Field
    length: Field
    range: Range

    def loaded(self, code: Code) -> BufferSet:
        """Return the collection, in a buffer."""
        b, most = code.b, self.field.count
        buffer, length = b.buffer(most), b.load(self.length)
        b.count_up(0, length, lambda at: b.poke(buffer, at, b.load(self.field, at)))
        return BufferSet(buffer, 0, length, self.range, most, is_plain=False)


def each_in(code: Code, bitset: Bitset | None, body: Body) -> None:
    """Run the body for every element of a mask."""
    if bitset is None:
        raise NotCompilableError(
            f"a set whose elements lie more than {MAX_BITSET:,} values apart", _FEWER
        )
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

        each_in(code, self.bitset(code), run)

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
        mask = _gathered(code, self, slots.base, slots.width)
        return Bitset(slots.base, slots.width, mask, slots.span)


@frozen
class BufferSet:
    """Elements in a buffer, in order: slots `start` to below `start + length`.

    `nested`: each element is a mask with this base and width, and takes a slot for each 64 bits.
    """

    buffer: int
    start: Operand
    length: Operand
    range: Range
    most: int
    is_plain: bool
    nested: Width = 0

    def each(self, code: Code, body: Body, *, distinct: bool = False) -> None:  # noqa: ARG002
        """Run the body for every element."""
        b = code.b
        words = max(1, self.nested // 64)

        def run(at: Operand) -> None:
            slot = b.op("add", self.start, b.op("mul", at, words))
            body(self.element(code, slot))

        b.count_up(0, self.length, run)

    def element(self, code: Code, slot: Operand) -> Value:
        """Return what begins in a slot."""
        if not self.nested:
            return Scalar(code.b.peek(self.buffer, slot), self.range)
        mask = read_mask(code.b, self.buffer, slot, self.nested)
        found = self.range
        bitset = Bitset(found.low, self.nested, mask, found.high - found.low + 1)
        return MaskSet(bitset, self.nested)

    def size(self, _code: Code) -> Operand:
        """Return the number of elements."""
        return self.length

    def bitset(self, code: Code) -> Bitset | None:
        """Return the elements as a mask."""
        found = self.range
        width = mask_width(found.low, found.high)
        if self.nested or found.maybe or width > MAX_BITSET:
            return None
        mask = _gathered(code, self, found.low, width)
        return Bitset(found.low, width, mask, found.high - found.low + 1)


def _gathered(code: Code, found: ZoneSet | BufferSet, low: int, width: Width) -> Operand:
    """Return the elements of a set as a mask, noted one by one."""
    b = code.b
    mask = b.variable(width)
    b.set(mask, 0)

    def note(element: Value) -> None:
        assert isinstance(element, Scalar)
        bit = bit_of(b, b.op("sub", element.op, low), width)
        b.set(mask, b.op("or", b.get(mask), bit, width=width))

    found.each(code, note)
    return b.get(mask)


def materialise(code: Code, found: SetValue) -> SetValue:
    """Return a set that later effects do not change."""
    if not isinstance(found, SpilledMask | ZoneSet):
        return found
    if found.is_plain:
        bitset = found.bitset(code)
        if bitset is not None:
            return MaskSet(bitset, found.most)
    return buffered(code, found)


def buffered(code: Code, found: SetValue) -> BufferSet:
    """Return the elements of a set in a buffer, in order, copies too."""
    if isinstance(found, BufferSet):
        return found
    buffer, length = Buffered(code, found.most), code.b.variable()
    fill(code, found, buffer, length)
    return buffer.found(code.b.get(length), is_plain=found.is_plain)


def fill(code: Code, found: SetValue, buffer: Buffered, length: int) -> None:
    """Put the elements of a set into a buffer; `length` is the variable that counts them."""
    b = code.b
    b.set(length, 0)

    def put(element: Value) -> None:
        at = b.get(length)
        buffer.put(at, element)
        b.set(length, b.op("add", at, 1))

    found.each(code, put)


@define
class Buffered:
    """A buffer for up to `most` elements: single values, or masks of one base and width."""

    code: Code
    most: int
    buffer: int | None = None
    ranges: list[Range] = attrs.field(factory=list)
    nested: Width = 0

    def put(self, at: Operand, element: Value) -> None:
        """Put the element with this number; it follows those before it."""
        b = self.code.b
        if isinstance(element, Scalar):
            self._of(0)
            self.ranges.append(element.range)
            b.poke(self._reserved(), at, element.op)
            return
        bitset = element.where if isinstance(element, MaskSet) else None
        if bitset is None:
            raise NotCompilableError("sets of constant sets are put in order", _ONE_BY_ONE)
        self._of(bitset.width)
        self.ranges.append(bitset.range)
        slot = b.op("mul", at, bitset.width // 64)
        write_mask(b, self._reserved(), slot, bitset.mask, bitset.width)

    def _of(self, nested: Width) -> None:
        if self.buffer is not None and self.nested != nested:
            raise NotCompilableError("sets of several sorts are put in order", _ONE_BY_ONE)
        self.nested = nested

    def _reserved(self) -> int:
        if self.buffer is None:
            words = self.most * max(1, self.nested // 64)
            if words > MAX_BUFFER:
                raise too_many("elements in one set", words, MAX_BUFFER, _FEWER)
            self.buffer = self.code.b.buffer(words)
        return self.buffer

    def found(self, length: Operand, *, is_plain: bool) -> BufferSet:
        """Return the set, once all is put."""
        inside = join(*self.ranges) if self.ranges else Range(0, -1)
        if self.nested and len({one.low for one in self.ranges}) > 1:
            raise NotCompilableError("sets of several sorts are put in order", _ONE_BY_ONE)
        buffer = self._reserved()
        return BufferSet(buffer, 0, length, inside, self.most, is_plain, self.nested)


_ONE_BY_ONE: Final = "go through them with `for`, or ask a query about each"
_FEWER: Final = "ask a query about them, or let a `where` in the domain leave fewer"


SetValue: TypeAlias = (
    "ConstSet | TabledSet | RangeSet | MaskSet | SpilledMask | ZoneSet | BufferSet"
)
Stored: TypeAlias = "SpilledScalar | SpilledSet | SpilledRow"
"""Locals in the state that are loaded where they are read."""

Value: TypeAlias = "Scalar | Stored | SetValue"
Body: TypeAlias = Callable[[Value], None]
