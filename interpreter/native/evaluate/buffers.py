"""Collections in buffers: made in play, in an order of their own, with copies.

before:  all m in lines(Cell, 3) where some c in m where on(c) is empty
after:   a buffer of the numbers of those lines, and how many there are
"""

from __future__ import annotations

import attrs

from interpreter.native.errors import NotCompilableError, too_many
from interpreter.native.evaluate.constant_sets import TabledSet, renumbered
from interpreter.native.evaluate.lane import fits, moved
from interpreter.native.evaluate.scalars import Scalar
from interpreter.native.evaluate.sets import (
    FEWER,
    MAX_BUFFER,
    Body,
    MaskSet,
    SetValue,
    SpilledMask,
    Value,
    ZoneSet,
    gathered,
)
from interpreter.native.evaluate.unit import Code
from interpreter.native.ir.bits import Bitset, read_mask, write_mask
from interpreter.native.ir.nodes import Field, Operand, Width
from interpreter.native.memory.slots import mask_width
from interpreter.native.memory.tables import MAX_BITSET, SetTable
from rulelang.core.intervals import Range, join
from rulelang.freezing import define, frozen


@frozen
class BufferSet:
    """Elements in a buffer, in order: slots `start` to below `start + length`.

    `nested`: each element is a mask with this base and width, and takes a slot for each 64 bits.
    `table`: each is the number of a set in it.
    """

    buffer: int
    start: Operand
    length: Operand
    range: Range
    most: int
    is_plain: bool
    nested: Width = 0
    table: SetTable | None = None

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
        if self.table is not None:
            return TabledSet(self.table, code.b.peek(self.buffer, slot))
        if not self.nested:
            return Scalar(code.b.peek(self.buffer, slot), self.range)
        mask = read_mask(code.b, self.buffer, slot, self.nested)
        found = self.range
        bitset = Bitset(found.low, self.nested, mask, found.high - found.low + 1)
        return MaskSet(bitset, self.nested)

    def size(self, _code: Code) -> Operand:
        """Return the number of elements."""
        return self.length

    @property
    def holds_sets(self) -> bool:
        """Whether the elements are sets."""
        return bool(self.nested) or self.table is not None

    def bitset(self, code: Code) -> Bitset | None:
        """Return the elements as a mask."""
        found = self.range
        width = mask_width(found.low, found.high)
        if self.holds_sets or found.maybe or width > MAX_BITSET:
            return None
        mask = gathered(code, self, found.low, width)
        return Bitset(found.low, width, mask, found.high - found.low + 1)


@frozen
class SpilledRow:
    """A collection with an order of its own, in the state: `length` slots of a field.

    `table`: each slot has the number of a set in it.
    """

    field: Field
    length: Field
    range: Range
    table: SetTable | None

    def loaded(self, code: Code) -> BufferSet:
        """Return the collection, in a buffer."""
        b, most = code.b, self.field.count
        buffer, length = b.buffer(most), b.load(self.length)
        b.count_up(0, length, lambda at: b.poke(buffer, at, b.load(self.field, at)))
        return BufferSet(buffer, 0, length, self.range, most, is_plain=False, table=self.table)


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
    """A buffer for up to `most` elements of one sort.

    They are single values; or sets of a table, by their numbers in it; or masks, which all have
    the base and width of the first.
    """

    code: Code
    most: int
    buffer: int | None = None
    ranges: list[Range] = attrs.field(factory=list)
    first: Bitset | None = None
    table: SetTable | None = None

    def put(self, at: Operand, element: Value) -> None:
        """Put the element with this number; it follows those before it."""
        b = self.code.b
        match element:
            case Scalar(op=op, range=inside) if self.table is None and self.first is None:
                self.ranges.append(inside)
                b.poke(self._reserved(1), at, op)
            case TabledSet() if not self.ranges:
                found = renumbered(self.code, element, self.table)
                self.table = found.table
                b.poke(self._reserved(1), at, found.number)
            case MaskSet(where=bitset) if self._goes_with(bitset):
                into = self.first = self.first or bitset
                self.ranges.append(bitset.range)
                words, mask = into.width // 64, moved(b, bitset, into.base, into.width)
                write_mask(b, self._reserved(words), b.op("mul", at, words), mask, into.width)
            case _:
                raise NotCompilableError(
                    "a collection has others in it, of several sorts, such as lines and groups",
                    "ask about each sort by itself: "
                    "`some l in lines(…) where … or some g in groups of … where …`",
                )

    def _goes_with(self, bitset: Bitset) -> bool:
        if self.first is None:
            return self.table is None and not self.ranges
        return fits(bitset, self.first.base, self.first.width)

    def _reserved(self, words: int) -> int:
        if self.buffer is None:
            size = self.most * words
            if size > MAX_BUFFER:
                raise too_many("elements in one set", size, MAX_BUFFER, FEWER)
            self.buffer = self.code.b.buffer(size)
        return self.buffer

    def found(self, length: Operand, *, is_plain: bool) -> BufferSet:
        """Return the collection; `length`: how many elements it has."""
        buffer, first, table = self._reserved(1), self.first, self.table
        inside = join(*self.ranges) if self.ranges else Range(0, -1)
        if first is not None:
            inside = Range(first.base, inside.high)
        elif table is not None:
            inside = Range(0, len(table.sets) - 1)
        nested = 0 if first is None else first.width
        return BufferSet(buffer, 0, length, inside, self.most, is_plain, nested, table)
