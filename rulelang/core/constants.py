"""The value of what reads nothing of the position, asked of hundreds of elements.

    before:  IfThen(Local(0) is 0, row(Local(2)) - row(Local(1)) is 1, …), locals 0, 3, 11
    after:   1

An expression becomes a Python function of the locals, once; what a fact gives is remembered for
its arguments, since the elements of tables ask the same again and again.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import prod
from typing import Final, Protocol, TypeAlias, assert_never

import attrs

from rulelang import core
from rulelang.core import Value
from rulelang.core.folds import otherwise_of, value_of
from rulelang.core.operators import ARITHMETIC, ORDER
from rulelang.core.walk import free
from rulelang.freezing import define

Locals: TypeAlias = Mapping[int, Value]
Floods: TypeAlias = dict[tuple[Value, ...], frozenset[Value]]
Asked: TypeAlias = Callable[[Locals], Value]
Counted: TypeAlias = Callable[[Locals], int]
Table: TypeAlias = dict[tuple[Value, ...], Value]


MOST: Final = 200_000
"""Elements of queries and calls of facts that are gone through before play, for one game."""


class NotStaticError(Exception):
    """The value depends on the position, or there is none."""


class Known(Protocol):
    """What constants may ask: a whole game, or one that is still being put together."""

    @property
    def tables(self) -> Sequence[core.Table]:
        """Return its tables, by their numbers."""

    @property
    def facts(self) -> Sequence[core.Fact]:
        """Return its facts, by their numbers."""

    @property
    def memories(self) -> Sequence[core.Memory]:
        """Return its memories, by their numbers."""


@define(eq=False)
class Evaluator:
    """Evaluates what reads nothing of the position. `left`: what it may still go through.

    Raises:
        NotStaticError: it does, or it is one of the few sorts that are not worth it.
    """

    spec: Known
    left: int = MOST
    _tables: dict[int, Table] = attrs.field(init=False, factory=dict)
    _ones: dict[int, dict[Value, Value]] = attrs.field(init=False, factory=dict)
    _reaches: dict[int, tuple[core.Within, list[int], Floods]] = attrs.field(
        init=False, factory=dict
    )
    # With each function the node that it is of, so that the node's identity stays its own.
    _asked: dict[int, tuple[core.Expr, Asked]] = attrs.field(init=False, factory=dict)
    _facts: dict[int, Table] = attrs.field(init=False, factory=dict)

    def value(self, e: core.Expr, env: Locals) -> Value:
        """Return the value of an expression."""
        return self.function(e)(env)

    def number(self, e: core.Expr, env: Locals) -> int:
        """Return a value where a number is wanted."""
        return self._number(e)(env)

    def elements(self, e: core.Expr, env: Locals) -> tuple[Value, ...]:
        """Return the elements of a set."""
        found = self.value(e, env)
        return found if isinstance(found, tuple) else ()

    def found(self, search: core.Search, env: Locals) -> Iterator[Locals]:
        """Yield the locals of every tuple that a search finds; each is gone with the next."""
        return self._tuples(search)(env)

    def reached(self, e: core.Within, start: Value, env: Locals) -> frozenset[Value]:
        """Return the spaces within reach of one, for the other locals of an expression."""
        radius = self.number(e.radius, env)
        _, outer, floods = self._reaches.setdefault(
            id(e), (e, sorted(free(e.where) - {e.slot}), {})
        )
        key = (start, radius, *(env[slot] for slot in outer))
        known = floods.get(key)
        if known is None:
            known = floods[key] = self._flooded(e, (start, radius), env)
        return known

    # ------------------------------------------------------------ functions of the locals

    def function(self, e: core.Expr) -> Asked:
        """Return an expression as a function of the locals."""
        known = self._asked.get(id(e))
        if known is None:
            known = self._asked[id(e)] = e, self._written(e)
        return known[1]

    def _written(self, e: core.Expr) -> Asked:  # noqa: C901 - one arm a node
        match e:
            case core.Const(value=value):
                return lambda _: value
            case core.Local(slot=slot):
                return operator.itemgetter(slot)
            case core.Lookup():
                return self._lookup(e)
            case core.Call():
                return self._call(e)
            case core.Arithmetic():
                return self._arithmetic(e)
            case core.Compare():
                return self._compare(e)
            case core.Not(expr=inner):
                asked = self.function(inner)
                return lambda env: 0 if asked(env) else 1
            case core.And(parts=parts):
                return _every([self.function(part) for part in parts])
            case core.Or(parts=parts):
                return _any([self.function(part) for part in parts])
            case core.IfThen(test=test, then=then, other=other):
                asked, yes, no = (self.function(part) for part in (test, then, other))
                return lambda env: yes(env) if asked(env) else no(env)
            case core.Size(source=source):
                return lambda env: len(self.elements(source, env))
            case core.Among(value=wanted, source=source):
                asked = self.function(wanted)
                return lambda env: int(asked(env) in self.elements(source, env))
            case core.Interval(low=low, high=high):
                return self._interval(low, high)
            case core.Within():
                return lambda env: int(self._within(e, env))
            case core.Fold():
                return self._fold(e)
            case (
                core.Read()
                | core.Contents()
                | core.Held()
                | core.Around()
                | core.Spread()
                | core.Groups()
                | core.Trail()
                | core.Border()
                | core.Recalled()
                | core.Regions()
                | core.ReturnOf()
            ):
                return _refused
            case _:
                assert_never(e)

    def _number(self, e: core.Expr) -> Counted:
        asked = self.function(e)

        def number(env: Locals) -> int:
            found = asked(env)
            if isinstance(found, int):
                return found
            if isinstance(found, tuple):
                raise NotStaticError
            return 0

        return number

    def _arguments(self, args: tuple[core.Expr, ...]) -> Callable[[Locals], tuple[Value, ...]]:
        """Return what gives the values of arguments; of locals alone, the quick way."""
        slots = [arg.slot for arg in args if isinstance(arg, core.Local)]
        if len(slots) == len(args) > 1:
            return operator.itemgetter(*slots)
        asked = [self.function(arg) for arg in args]
        if len(asked) == 1:
            (only,) = asked
            return lambda env: (only(env),)
        return lambda env: tuple([arg(env) for arg in asked])

    def _lookup(self, e: core.Lookup) -> Asked:
        default = self.spec.tables[e.table].default
        if len(e.args) == 1:
            only, by_one = self.function(e.args[0]), self._by_one(e.table).get
            return lambda env: by_one(only(env), default)
        get, arguments = self._table(e.table).get, self._arguments(e.args)
        return lambda env: get(arguments(env), default)

    def _call(self, e: core.Call) -> Asked:
        arguments = self._arguments(e.args)
        known = self._facts.setdefault(e.fact, {})
        body = self.spec.facts[e.fact].body

        def call(env: Locals) -> Value:
            at = arguments(env)
            try:
                return known[at]
            except KeyError:
                self._spend(1)
                found = known[at] = self.function(body)(dict(enumerate(at)))
                return found

        return call

    def _arithmetic(self, e: core.Arithmetic) -> Asked:
        made, left, right = ARITHMETIC[e.op], self._number(e.left), self._number(e.right)

        def value(env: Locals) -> Value:
            try:
                return made(left(env), right(env))
            except ZeroDivisionError:
                raise NotStaticError from None

        return value

    def _compare(self, e: core.Compare) -> Asked:
        if e.op in ("is", "is not"):
            one, other = self.function(e.left), self.function(e.right)
            if e.op == "is":
                return lambda env: 1 if one(env) == other(env) else 0
            return lambda env: 1 if one(env) != other(env) else 0
        holds, left, right = ORDER[e.op], self._number(e.left), self._number(e.right)
        return lambda env: 1 if holds(left(env), right(env)) else 0

    def _interval(self, low: core.Expr, high: core.Expr) -> Asked:
        first, last = self._number(low), self._number(high)

        def elements(env: Locals) -> Value:
            begin, end = first(env), last(env)
            self._spend(max(0, end - begin))
            return tuple(range(begin, end + 1))

        return elements

    def _fold(self, e: core.Fold) -> Asked:
        tuples = self._tuples(e.search)
        match e.fold:
            case "some":
                return lambda env: int(any(True for _ in tuples(env)))
            case "count":
                return lambda env: sum(1 for _ in tuples(env))
            case "sum" | "product":
                number, made = self._number(value_of(e)), sum if e.fold == "sum" else prod
                return lambda env: made(number(inner) for inner in tuples(env))
            case "highest" | "lowest":
                return self._extreme(e, tuples)
            case "first":
                none, slot = self.function(otherwise_of(e)), e.search.binders[0].slot

                def first(env: Locals) -> Value:
                    for inner in tuples(env):
                        return inner[slot]
                    return none(env)

                return first
            case "all":
                at = e.search.binders[0].slot
                return lambda env: tuple([inner[at] for inner in tuples(env)])
            case "only":
                return _refused
            case _:
                assert_never(e.fold)

    def _extreme(self, e: core.Fold, tuples: Callable[[Locals], Iterator[Locals]]) -> Asked:
        number, none = self._number(value_of(e)), self.function(otherwise_of(e))
        taken = max if e.fold == "highest" else min

        def extreme(env: Locals) -> Value:
            values = [number(inner) for inner in tuples(env)]
            return taken(values) if values else none(env)

        return extreme

    def _tuples(self, search: core.Search) -> Callable[[Locals], Iterator[Locals]]:
        where = None if search.where is None else self.function(search.where)
        binders = [(binder.slot, self.function(binder.domain)) for binder in search.binders]
        follows = any(binder.followed for binder in search.binders)

        def bound(inner: dict[int, Value], at: int) -> Iterator[Locals]:
            slot, domain = binders[at]
            elements = domain(inner)
            if not isinstance(elements, tuple):
                return
            self._spend(len(elements))
            is_last = at + 1 == len(binders)
            for element in elements:
                inner[slot] = element
                if not is_last:
                    yield from bound(inner, at + 1)
                elif where is None or where(inner):
                    yield inner

        def tuples(env: Locals) -> Iterator[Locals]:
            if follows:
                raise NotStaticError
            return bound(dict(env), 0)

        return tuples

    # ------------------------------------------------------------ reach, tables

    def _within(self, e: core.Within, env: Locals) -> bool:
        start, target = self.value(e.start, env), self.value(e.target, env)
        if start is None or target is None:
            return False
        return target in self.reached(e, start, env)

    def _flooded(self, e: core.Within, begin: tuple[Value, int], env: Locals) -> frozenset[Value]:
        start, radius = begin
        edges, ends = self._table(e.edges_at), self._table(e.ends)
        seen: set[Value] = {start} if radius >= 0 else set()
        front = set(seen)
        for _ in range(radius):
            self._spend(len(front))
            crossed = {
                edge
                for space in front
                for edge in _row(edges, space)
                if e.where is None or self.value(e.where, {**env, e.slot: edge})
            }
            front = {space for edge in crossed for space in _row(ends, edge)} - seen
            if not front:
                break
            seen.update(front)
        return frozenset(seen)

    def _table(self, number: int) -> Table:
        known = self._tables.get(number)
        if known is None:
            known = self._tables[number] = dict(self.spec.tables[number].entries)
        return known

    def _by_one(self, number: int) -> dict[Value, Value]:
        """Return a table of one argument by that: most look up whose, or where."""
        known = self._ones.get(number)
        if known is None:
            entries = self.spec.tables[number].entries
            known = self._ones[number] = {at[0]: value for at, value in entries}
        return known

    def _spend(self, amount: int) -> None:
        self.left -= amount
        if self.left < 0:
            raise NotStaticError


def _every(parts: Sequence[Asked]) -> Asked:
    def every(env: Locals) -> int:
        for part in parts:  # two thirds of the time of `all`
            if not part(env):
                return 0
        return 1

    return every


def _any(parts: Sequence[Asked]) -> Asked:
    def some(env: Locals) -> int:
        for part in parts:
            if part(env):
                return 1
        return 0

    return some


def _refused(_: Locals) -> Value:
    raise NotStaticError


def _row(table: Table, at: Value) -> tuple[Value, ...]:
    found = table.get((at,))
    return found if isinstance(found, tuple) else ()
