"""What a statement does to a store, where it is read: which way it moves it, and by how much."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal, TypeAlias

from rulelang import core
from rulelang.core.intervals import range_of
from rulelang.evolving import evolve
from rulelang.freezing import frozen
from rulelang.rule_types import Flag, Maybe, SetOf, Type, Unknown, values_of

Way: TypeAlias = Literal["loses", "gains", "falls", "rises", "is set"]
Args: TypeAlias = tuple[core.Expr, ...] | None

OF_VARIABLES: Final[tuple[Way, ...]] = ("falls", "rises", "is set")
_UNKNOWN: Final = -(1 << 60)


@frozen
class Reading:
    """Where a statement is read.

    `types`: of the locals of which something is known. `unset`: variables that are none or false
    when the arm is taken. `inner`: loops within the arm. `called`: effects on the way.
    """

    spec: core.Spec
    types: Mapping[int, Type]
    unset: frozenset[tuple[int, Args]] = frozenset()
    inner: frozenset[int] = frozenset()

    def unset_by(self, tests: Iterable[core.Expr]) -> Reading:
        """Return the place where all of some conditions hold."""
        return evolve(self, unset=frozenset(_unset(tests)))

    def within(self, loop: int) -> Reading:
        """Return the place inside of a loop."""
        return evolve(self, inner=self.inner | {loop})

    def entered(self, effect: int) -> Reading:
        """Return the place inside of an effect, where other locals hold."""
        types = dict(enumerate(self.spec.effects[effect].parameters))
        return Reading(self.spec, types)

    def least_of(self, e: core.Expr) -> int:
        """Return a number below which an expression never is."""
        match e:
            case core.Const(value=int(value)):
                return value
            case core.Size() | core.Fold(fold="count"):
                return 0
            case core.Local(slot=slot):
                return _least(self.types.get(slot))
            case core.Read(variable=number):
                return _least(self.spec.variables[number].type)
            case core.Call(fact=fact):
                return _least(self.spec.facts[fact].type)
            case core.Lookup(table=table, args=(core.Local(slot=slot),)):
                return self._least_entry(self.spec.tables[table], self.types.get(slot))
            case core.Arithmetic(op="max", left=left, right=right):
                return max(self.least_of(left), self.least_of(right))
            case core.Arithmetic(op="min", left=left, right=right):
                return min(self.least_of(left), self.least_of(right))
            case core.Arithmetic(op="+", left=left, right=right):
                return max(_UNKNOWN, self.least_of(left) + self.least_of(right))
            case _:
                return _UNKNOWN

    def _least_entry(self, table: core.Table, kind: Type | None) -> int:
        if kind is None or range_of(kind).maybe:
            return _UNKNOWN
        entries = dict(table.entries)
        found = [entries.get((value,)) for value in values_of(kind)]
        return min((n if isinstance(n, int) else _UNKNOWN for n in found), default=_UNKNOWN)

    def way(self, number: int, args: tuple[core.Expr, ...], value: core.Expr) -> Way | None:
        """Return which way an assignment certainly moves a variable."""
        step = _step(number, args, value)
        if step is not None and self.least_of(step[1]) >= 1:
            return step[0]
        if self._is_set(number, value) and (number, args) in self.unset:
            return "is set"
        return None

    def ways_lost(
        self, number: int, args: tuple[core.Expr, ...], value: core.Expr
    ) -> tuple[Way, ...]:
        """Return the ways that an assignment may not keep to."""
        if self._is_set(number, value):
            return ("falls", "rises")
        step = _step(number, args, value)
        if step is None or self.least_of(step[1]) < 0:
            return OF_VARIABLES
        return ("is set", "rises" if step[0] == "falls" else "falls")

    def _is_set(self, number: int, value: core.Expr) -> bool:
        """Return whether a value is certainly one, where there may be none, or true for a flag."""
        held = self.spec.variables[number].type
        match value:
            case core.Const(value=int(one)):
                return isinstance(held, Maybe) or (isinstance(held, Flag) and one == 1)
            case core.Local(slot=slot) if slot in self.types:
                return isinstance(held, Maybe) and not range_of(self.types[slot]).maybe
            case _:
                return False


def _least(kind: Type | None) -> int:
    if kind is None or isinstance(kind, SetOf | Unknown):
        return _UNKNOWN
    held = range_of(kind)
    return min(held.low, 0) if held.maybe else held.low


def _step(
    number: int, args: tuple[core.Expr, ...], value: core.Expr
) -> tuple[Way, core.Expr] | None:
    """Return the way and the step of `add n to x` and `take n from x`."""
    match value:
        case core.Arithmetic(op="+" | "-" as op, left=core.Read() as read, right=step):
            same = read.variable == number and read.args == args
            return ("rises" if op == "+" else "falls", step) if same else None
        case _:
            return None


def _unset(tests: Iterable[core.Expr]) -> Iterator[tuple[int, Args]]:
    """Yield the variables that are none or false where all of some conditions hold."""
    for test in tests:
        match test:
            case core.And(parts=parts):
                yield from _unset(parts)
            case core.Not(expr=core.Read(variable=number, args=args)):
                yield number, args
            case core.Compare(op="is", left=core.Read() as read, right=core.Const(value=None | 0)):
                yield read.variable, read.args
            case _:
                pass
