"""Where a query puts the element that it gives: a number, one of constant sets, or a mask.

before:  First(g in groups of c in Cell where …, else none)
after:   %1 = the mask of the group; 0, which is the empty set, where there is none
"""

from __future__ import annotations

import attrs

from interpreter.native.errors import NotCompilableError
from interpreter.native.evaluate.constant_sets import ConstSet, SpilledSet, TabledSet
from interpreter.native.evaluate.lane import moved
from interpreter.native.evaluate.scalars import Scalar, SpilledScalar
from interpreter.native.evaluate.sets import MaskSet, SpilledRow, Value
from interpreter.native.evaluate.unit import Code
from interpreter.native.ir.bits import Bitset
from interpreter.native.ir.nodes import NONE, Operand
from rulelang.core.intervals import Range, join
from rulelang.freezing import define

_MEND = "ask for what is wanted of each, as in `highest of count g for g in …`"


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
            case TabledSet(table=table, number=number):
                if self.tabled is not None and self.tabled.table.name != table.name:
                    raise NotCompilableError("a query gives one of sets of several sorts", _MEND)
                self.tabled = found
                return number
            case SpilledScalar() | SpilledSet() | SpilledRow():
                raise AssertionError("what is spilled is loaded where it is read")
            case _:
                return self._masked(found)

    def _masked(self, found: Value) -> Operand:
        assert not isinstance(found, Scalar | SpilledScalar | SpilledSet | SpilledRow)
        bitset = found.bitset(self.code) if found.is_plain else None
        if bitset is None or (self.bitset is not None and not _fits(bitset, self.bitset)):
            raise NotCompilableError("a query gives one of sets that have no mask", _MEND)
        if self.bitset is None:
            self.bitset, self.mask = bitset, self.code.b.variable(bitset.width)
        self.most = max(self.most, found.most)
        return moved(self.code.b, bitset, self.bitset.base, self.bitset.width)

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
        b = self.code.b
        is_none = isinstance(found, Scalar) and found.range.is_none
        if self.tabled is not None and not is_none:
            raise NotCompilableError("a query gives one of sets of several sorts", _MEND)
        if self.bitset is not None:
            empty = is_none or (isinstance(found, ConstSet) and not found.values)
            b.set(self.variable, 0 if empty else self.operand(found))
        elif self.tabled is not None:
            b.set(self.number, NONE)
        elif isinstance(found, Scalar):
            self.ranges.append(found.range)
            b.set(self.number, found.op)
        else:
            b.set(self.variable, self.operand(found))

    def value(self) -> Value:
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


def _fits(bitset: Bitset, into: Bitset) -> bool:
    return bitset.base >= into.base and bitset.range.high <= into.base + into.width - 1
