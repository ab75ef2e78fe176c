"""Where a query puts the element that it gives: a number, one of constant sets, or a mask.

before:  first g in groups of c in Cell where … else none
after:   r1 = the mask of the group; 0, which is the empty set, where there is none
"""

from __future__ import annotations

import attrs

from interpreter.native.errors import NotCompilableError
from interpreter.native.evaluate.lane import fits, moved
from interpreter.native.evaluate.listed_sets import (
    ConstSet,
    SpilledRow,
    SpilledSet,
    TabledSet,
    renumbered,
    tabled_set,
)
from interpreter.native.evaluate.scalars import Scalar, SpilledScalar
from interpreter.native.evaluate.sets import Loaded, MaskSet, SpilledMask, Value
from interpreter.native.evaluate.unit import Code
from interpreter.native.ir.bits import Bitset
from interpreter.native.ir.nodes import NONE, Operand
from rulelang.core.intervals import Range, join
from rulelang.freezing import define


@define
class Given:
    """What the elements that were found so far are, and the variable that holds one of them.

    `number` stands for a single value or for one of constant sets; `mask` for a set made in play.
    What is not found is `none`, which has no elements: for a set the empty one.
    """

    code: Code
    number: int
    ranges: list[Range] = attrs.field(factory=list)
    tabled: TabledSet | None = None
    mask: int | None = None
    bitset: Bitset | None = None
    most: int = 0

    def operand(self, found: Value) -> Operand:
        """Return what stands for an element, and remember of what sort it is."""
        match found:
            case Scalar(op=op, range=inside):
                self.ranges.append(inside)
                return op
            case TabledSet() if self.bitset is None:
                known = None if self.tabled is None else self.tabled.table
                self.tabled = renumbered(self.code, found, known)
                return self.tabled.number
            case _:
                return self._masked(found)

    def _masked(self, found: Value) -> Operand:
        stored = SpilledScalar | SpilledSet | SpilledMask | SpilledRow
        assert not isinstance(found, Scalar | stored)
        bitset = found.bitset(self.code) if found.is_plain and self.tabled is None else None
        into = self.bitset or bitset
        if bitset is None or into is None or not fits(bitset, into.base, into.width):
            raise NotCompilableError(
                "a query gives a collection, or else one of another sort",
                "let an `if` choose: "
                "`if some g in … where … then (first g in … where … else none) else …`",
            )
        if self.bitset is None:
            self.bitset, self.mask = into, self.code.b.variable(into.width)
        self.most = max(self.most, found.most)
        return moved(self.code.b, bitset, into.base, into.width)

    @property
    def variable(self) -> int:
        """The variable that holds the element."""
        return self.number if self.mask is None else self.mask

    @property
    def width(self) -> int:
        """The width of the variable."""
        return 64 if self.bitset is None else self.bitset.width

    def otherwise(self, found: Value) -> None:
        """Put what the query gives where nothing is found."""
        is_none = isinstance(found, Scalar) and found.range.is_none
        is_empty = is_none or (isinstance(found, ConstSet) and not found.values)
        if self.bitset is not None and is_empty:
            operand: Operand = 0
        elif self.tabled is not None and is_empty:
            operand = NONE
        elif isinstance(found, ConstSet) and self.bitset is None:
            operand = self.operand(tabled_set(self.code, found.values))
        else:
            operand = self.operand(found)
        self.code.b.set(self.variable, operand)

    def value(self) -> Loaded:
        """Return the element, once all has been put."""
        b = self.code.b
        if self.bitset is not None:
            return MaskSet(attrs.evolve(self.bitset, mask=b.get(self.variable)), self.most)
        op = b.get(self.number)
        if self.tabled is not None:
            sets = self.code.unit.constants.set_table((*self.tabled.table.sets, ()))
            empty = sets.sets.index(())
            return TabledSet(sets, b.op("select", b.op("eq", op, NONE), empty, op, width=64))
        return Scalar(op, join(*self.ranges))
