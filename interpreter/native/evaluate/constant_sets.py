"""Sets that are known when code is written: one of them, or one of several by its number.

before:  Lookup(neighbours, p)
after:   PoolSet(pool of all neighbours, %3)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from interpreter.native.evaluate.scalars import Scalar, single
from interpreter.native.evaluate.sets import Body, Value
from interpreter.native.ir.bits import Bitset
from interpreter.native.ir.nodes import Field, Operand
from interpreter.native.memory.slots import mask_width
from interpreter.native.memory.tables import MAX_BITSET, Pool, mask_of
from rulelang.core import Value as Constant
from rulelang.core.intervals import Range, of_values
from rulelang.freezing import frozen

if TYPE_CHECKING:
    from interpreter.native.evaluate.unit import Code

UNROLLED: Final = 3
"""Constant sets of so many elements are gone through without a loop."""


def constant(value: Constant) -> Value:
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
        if len(values) <= UNROLLED:
            for value in values:
                body(constant(value))
            return
        pooled(code, values).each(code, body)

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


def pooled(code: Code, values: tuple[Constant, ...]) -> PoolSet:
    """Return a constant set as one of a pool."""
    return PoolSet(code.unit.constants.pool((values,)), 0)


@frozen
class PoolSet:
    """One of the constant sets of a pool."""

    pool: Pool
    number: Operand

    @property
    def range(self) -> Range:
        """The range of the elements."""
        return self.pool.range

    @property
    def most(self) -> int:
        """How many elements there may be."""
        return self.pool.most

    @property
    def is_plain(self) -> bool:
        """Whether the elements are distinct and ascend."""
        return self.pool.distinct and self.pool.ascending

    def each(self, code: Code, body: Body, *, distinct: bool = False) -> None:  # noqa: ARG002
        """Run the body for every element."""
        b, pool = code.b, self.pool
        start = b.table(f"{pool.name}.start", self.number)
        limit = b.op("add", start, b.table(f"{pool.name}.length", self.number))

        def run(at: Operand) -> None:
            item = b.table(f"{pool.name}.items", at)
            body(PoolSet(pool.inner, item) if pool.inner else Scalar(item, pool.range))

        b.count_up(start, limit, run)

    def size(self, code: Code) -> Operand:
        """Return the number of elements."""
        return code.b.table(f"{self.pool.name}.length", self.number)

    def bitset(self, code: Code) -> Bitset | None:
        """Return the elements as a mask."""
        pool = self.pool
        if not pool.width:
            return None
        mask = code.b.table(f"{pool.name}.mask", self.number, width=pool.width)
        return Bitset(pool.range.low, pool.width, mask, pool.range.high - pool.range.low + 1)


@frozen
class KeptPool:
    """A local in the state that is one of the constant sets of a pool."""

    field: Field
    pool: Pool

    def loaded(self, code: Code) -> PoolSet:
        """Return the set."""
        return PoolSet(self.pool, code.b.load(self.field))
