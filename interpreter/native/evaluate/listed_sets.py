"""Sets that are lists: one known when code is written, one of several by its number, a buffer.

before:  Lookup(neighbours, p)
after:   TabledSet(table of all neighbours, r3)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from interpreter.native.evaluate.scalars import Scalar, single
from interpreter.native.evaluate.sets import Body, Loaded, MaskSet, Value, gathered
from interpreter.native.ir.bits import Bitset, read_mask
from interpreter.native.ir.nodes import Field, Operand, Width
from interpreter.native.memory.slots import mask_width
from interpreter.native.memory.tables import MAX_BITSET, SetTable, mask_of
from rulelang.core import Value as Constant
from rulelang.core.intervals import Range, of_values
from rulelang.freezing import frozen

if TYPE_CHECKING:
    from interpreter.native.evaluate.unit import Code

UNROLLED: Final = 3
"""Constant sets of so many single values are gone through without a loop."""


def constant(value: Constant) -> Loaded:
    """Return a constant as a value."""
    return ConstSet(value) if isinstance(value, tuple) else single(value)


@frozen
class ConstSet:
    """A constant set, perhaps of sets."""

    values: tuple[Constant, ...]

    @property
    def nested(self) -> bool:
        """Whether the elements are sets."""
        return any(isinstance(value, tuple) for value in self.values)

    @property
    def range(self) -> Range:
        """The range of the elements."""
        return Range(0, 0) if self.nested else of_values(self.values)

    @property
    def most(self) -> int:
        """How many elements there may be."""
        return len(self.values)

    def each(self, code: Code, body: Body, *, distinct: bool = False) -> None:
        """Run the body for every element."""
        values = tuple(dict.fromkeys(self.values)) if distinct else self.values
        if len(values) <= UNROLLED and not self.nested:
            for value in values:
                body(constant(value))
            return
        tabled_set(code, values).each(code, body)

    def size(self, _code: Code) -> Operand:
        """Return the number of elements."""
        return len(self.values)

    def bitset(self, _code: Code) -> Bitset | None:
        """Return the elements as a mask."""
        found = None if self.nested else self.range
        if found is None or found.maybe or not self.values:
            return None if found is None or found.maybe else Bitset(0, 64, 0)
        width = mask_width(found.low, found.high)
        return (
            Bitset(found.low, width, mask_of(self.values, found.low), found.high - found.low + 1)
            if width <= MAX_BITSET
            else None
        )

    @property
    def is_plain(self) -> bool:
        """Whether the elements are distinct and ascend."""
        numbers = [value for value in self.values if isinstance(value, int)]
        return len(numbers) == len(self.values) and numbers == sorted(set(numbers))


def tabled_set(code: Code, values: tuple[Constant, ...]) -> TabledSet:
    """Return a constant set as one of a set table."""
    return TabledSet(code.unit.constants.set_table((values,)), 0)


@frozen
class TabledSet:
    """One of the sets of a set table."""

    table: SetTable
    number: Operand

    @property
    def range(self) -> Range:
        """The range of the elements."""
        return self.table.range

    @property
    def most(self) -> int:
        """How many elements there may be."""
        return self.table.most

    @property
    def is_plain(self) -> bool:
        """Whether the elements are distinct and ascend."""
        return self.table.distinct and self.table.ascending

    def each(self, code: Code, body: Body, *, distinct: bool = False) -> None:  # noqa: ARG002
        """Run the body for every element."""
        b, table = code.b, self.table
        start = b.table(f"{table.name}.start", self.number)
        limit = b.op("add", start, b.table(f"{table.name}.length", self.number))

        def run(at: Operand) -> None:
            item = b.table(f"{table.name}.items", at)
            body(TabledSet(table.inner, item) if table.inner else Scalar(item, table.range))

        b.count_up(start, limit, run)

    def size(self, code: Code) -> Operand:
        """Return the number of elements."""
        return code.b.table(f"{self.table.name}.length", self.number)

    def bitset(self, code: Code) -> Bitset | None:
        """Return the elements as a mask."""
        table = self.table
        if not table.width:
            return None
        mask = code.b.table(f"{table.name}.mask", self.number, width=table.width)
        return Bitset(table.range.low, table.width, mask, table.range.high - table.range.low + 1)


def renumbered(code: Code, found: TabledSet, known: SetTable | None) -> TabledSet:
    """Return one of constant sets by its number in a table that has all of a known one as well.

    What was in the known table keeps its number.
    """
    if known is None or known.name == found.table.name:
        return found
    both, places = code.unit.constants.joined(known, found.table)
    if isinstance(found.number, int):
        return TabledSet(both, places[found.number])
    return TabledSet(both, code.b.table(code.unit.constants.table(places), found.number))


@frozen
class SpilledSet:
    """A local in the state that is one of the sets of a set table."""

    field: Field
    table: SetTable

    def loaded(self, code: Code) -> TabledSet:
        """Return the set."""
        return TabledSet(self.table, code.b.load(self.field))


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
