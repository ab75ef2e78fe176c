"""Collections in buffers: made in play, in an order of their own, with copies.

before:  all m in lines(Cell, 3) where some c in m where on(c) is empty
after:   a buffer of the numbers of those lines, and how many there are
"""

from __future__ import annotations

import attrs

from interpreter.native.errors import NotCompilableError, too_many
from interpreter.native.evaluate.lane import fits, moved
from interpreter.native.evaluate.listed_sets import BufferSet, TabledSet, renumbered
from interpreter.native.evaluate.scalars import Scalar
from interpreter.native.evaluate.sets import (
    FEWER,
    MAX_BUFFER,
    MaskSet,
    SetValue,
    Value,
    ZoneSet,
)
from interpreter.native.evaluate.unit import Code
from interpreter.native.ir.bits import Bitset, write_mask
from interpreter.native.ir.nodes import Operand
from interpreter.native.memory.tables import SetTable
from rulelang.core.intervals import Range, join
from rulelang.freezing import define


def materialise(code: Code, found: SetValue) -> SetValue:
    """Return a set that later effects do not change."""
    if not isinstance(found, ZoneSet):
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
