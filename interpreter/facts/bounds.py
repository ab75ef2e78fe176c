"""Which numbers can stand where, and how many of something there can be: bounds from the text.

A range is sound: whatever the play, the value lies in it. Where nothing is known it is None, and
a number of things is `BEYOND`.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Final, TypeAlias, assert_never

import attrs

from rulelang import core
from rulelang.core.folds import FOLDS, value_of
from rulelang.core.intervals import (
    FLAG,
    Range,
    TooWideError,
    checked,
    combine,
    join,
    of_values,
    range_of,
)
from rulelang.rule_types import SetOf

BEYOND: Final = 1_000_000_000

Known: TypeAlias = dict[int, Range]
"""What is known of the locals: a range for each slot; what is not in it may be anything."""


@attrs.frozen(eq=False)
class Bounds:
    """Reads the bounds of values from the text of one game."""

    spec: core.Spec

    # ------------------------------------------------------------ numbers

    def most(self, expr: core.Expr, held: Known) -> int:
        """Return the highest number that an expression may be, `BEYOND` at most."""
        found = self.value(expr, held)
        return BEYOND if found is None else max(0, min(BEYOND, found.numbers.high))

    def value(self, expr: core.Expr, held: Known) -> Range | None:
        """Return the range of a single value, or None."""
        try:
            return self.range(expr, held)
        except (_UnboundedError, TooWideError):
            return None

    def range(self, expr: core.Expr, held: Known) -> Range:  # noqa: C901 - one arm a node
        """Return the least and highest value that an expression may have.

        Raises:
            _UnboundedError: nothing is held of it.
        """
        match expr:
            case core.Const(value=value):
                return of_values([value])
            case core.Local(slot=slot) if slot in held:
                return held[slot]
            case core.Read(variable=variable):
                return range_of(self.spec.variables[variable].type)
            case core.Call(fact=fact):
                return range_of(self.spec.facts[fact].type)
            case core.Lookup():
                return self._looked_up(expr, held)
            case core.Held(zone=zone):
                kinds = self.spec.zones[zone].kinds
                return Range(min(kinds, default=0), max(kinds, default=-1), maybe=True)
            case core.Arithmetic(op=op, left=left, right=right):
                return combine(op, self.range(left, held), self.range(right, held))
            case core.IfThen(then=then, other=other):
                return join(self.range(then, held), self.range(other, held))
            case core.Fold():
                return self._folded(expr, held)
            case core.Size(source=source):
                return Range(0, self.size(source, held))
            case core.Compare() | core.Not() | core.And() | core.Or() | core.Among():
                return FLAG
            case core.Within():
                return FLAG
            case core.Trail(search=search):
                return Range(0, self.tuples(search, held))
            case core.Recalled(memory=memory):
                return Range(0, self.spec.memories[memory].most)
            case (
                core.Local()
                | core.Contents()
                | core.Interval()
                | core.Around()
                | core.Spread()
                | core.Groups()
                | core.Border()
                | core.Regions()
                | core.ReturnOf()
            ):
                raise _UnboundedError
            case _:
                assert_never(expr)

    def _folded(self, e: core.Fold, held: Known) -> Range:
        rule = FOLDS[e.fold]
        match rule.gives:
            case "flag":
                return FLAG
            case "element":
                found = self._element(e.search, held)
            case "value":
                found = self.range(value_of(e), self.bound(e.search, held))
            case "number":
                of = Range(1, 1)
                if e.value is not None:
                    of = self.range(e.value, self.bound(e.search, held)).numbers
                low, high = rule.reach((of.low, of.high), (0, self.tuples(e.search, held)))
                found = checked(Range(low, high))
            case "elements":
                raise _UnboundedError
            case _:
                assert_never(rule.gives)
        return found if e.otherwise is None else join(found, self.range(e.otherwise, held))

    def _looked_up(self, expr: core.Lookup, held: Known) -> Range:
        """Return the range of an entry; the default is one where the arguments may lead to it."""
        table = self.spec.tables[expr.table]
        args = [self.value(arg, held) for arg in expr.args]
        sure = [arg for arg in args if arg is not None and not arg.maybe and arg.low <= arg.high]
        found = [
            value
            for at, value in table.entries
            if len(sure) < len(args) or all(map(_inside, at, sure))
        ]
        wanted = prod(arg.high - arg.low + 1 for arg in sure)
        if len(sure) < len(args) or len(found) < wanted:
            found.append(table.default)
        return of_values(found)

    def _element(self, search: core.Search, held: Known) -> Range:
        slot = search.binders[0].slot
        inside = self.bound(search, held)
        if slot not in inside:
            raise _UnboundedError
        return inside[slot]

    def bound(self, search: core.Search, held: Known) -> Known:
        """Return what is held inside a search: of its binders too."""
        inside = dict(held)
        for binder in search.binders:
            try:
                elements = self._elements(binder.domain, inside)
            except (_UnboundedError, TooWideError):
                elements = None
            for slot in range(binder.slot, binder.slot + 1 + binder.followed):
                inside.pop(slot, None)
                if elements is not None:
                    inside[slot] = elements
        return inside

    # ------------------------------------------------------------ sets

    def _elements(self, expr: core.Expr, held: Known) -> Range:
        """Return the range of the elements of a set."""
        match expr:
            case core.Const(value=tuple(values)):
                return of_values(values)
            case core.Contents(zone=zone):
                return of_values(self.spec.zones[zone].kinds)
            case core.Interval(low=low, high=high):
                return Range(
                    self.range(low, held).numbers.low, self.range(high, held).numbers.high
                )
            case core.Lookup(table=table):
                return of_values(
                    one for value in _values(self.spec.tables[table]) for one in _members(value)
                )
            case core.Call(fact=fact):
                return range_of(self.spec.facts[fact].type)
            case core.Around(source=source):
                return self._elements(source, held)
            case core.Fold(fold="all", search=search):
                return self._element(search, held)
            case core.IfThen(then=then, other=other):
                return join(self._elements(then, held), self._elements(other, held))
            case (
                core.Const()
                | core.Local()
                | core.Read()
                | core.Held()
                | core.Arithmetic()
                | core.Compare()
                | core.Not()
                | core.And()
                | core.Or()
                | core.Size()
                | core.Among()
                | core.Spread()
                | core.Fold()
                | core.Groups()
                | core.Trail()
                | core.Border()
                | core.Regions()
                | core.Within()
                | core.Recalled()
                | core.ReturnOf()
            ):
                raise _UnboundedError
            case _:
                assert_never(expr)

    def tuples(self, search: core.Search, held: Known) -> int:
        """Return how many tuples a search finds at most."""
        inside = self.bound(search, held)
        return min(BEYOND, prod(self.size(one.domain, inside) for one in search.binders))

    def size(self, expr: core.Expr, held: Known) -> int:
        """Return how many elements a set has at most; `BEYOND` where nothing is held."""
        match expr:
            case core.Const(value=value):
                return len(_members(value))
            case core.Contents(zone=zone):
                return self.room(zone)
            case core.Interval():
                found = self._try_elements(expr, held)
                return BEYOND if found is None else max(0, found.high - found.low + 1)
            case core.Lookup(table=table):
                return max(len(_members(value)) for value in _values(self.spec.tables[table]))
            case core.Call(fact=fact):
                kind = self.spec.facts[fact].type
                return kind.size if isinstance(kind, SetOf) else 1
            case core.Around(source=source):
                return self.size(source, held)
            case core.Fold(fold="all", search=search):
                return self.tuples(search, held)
            case core.IfThen(then=then, other=other):
                return max(self.size(then, held), self.size(other, held))
            case (
                core.Local()
                | core.Read()
                | core.Held()
                | core.Arithmetic()
                | core.Compare()
                | core.Not()
                | core.And()
                | core.Or()
                | core.Size()
                | core.Among()
                | core.Spread()
                | core.Fold()
                | core.Groups()
                | core.Trail()
                | core.Border()
                | core.Regions()
                | core.Within()
                | core.Recalled()
                | core.ReturnOf()
            ):
                return BEYOND
            case _:
                assert_never(expr)

    def _try_elements(self, expr: core.Expr, held: Known) -> Range | None:
        try:
            return self._elements(expr, held)
        except (_UnboundedError, TooWideError):
            return None

    def room(self, zone: int) -> int:
        """Return how many components lie in one zone of a family at most."""
        family = self.spec.zones[zone]
        copies = sum(self.spec.kinds[kind].copies for kind in family.kinds)
        return copies if family.capacity is None else min(copies, family.capacity)


class _UnboundedError(Exception):
    """Nothing is held of an expression."""


def _inside(value: core.Value, among: Range) -> bool:
    return isinstance(value, int) and among.low <= value <= among.high


def _members(value: core.Value) -> tuple[core.Value, ...]:
    return value if isinstance(value, tuple) else (value,)


def _values(table: core.Table) -> Iterator[core.Value]:
    yield table.default
    for _, value in table.entries:
        yield value
