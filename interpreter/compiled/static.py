"""What can be said of an expression before play: what it depends on, and its value if on nothing.

    before:  IfThen(Local(0) is 0, row(Local(2)) - row(Local(1)) is 1, …), locals 0, 3, 11
    after:   1

`inlined` writes a fact out as an expression, so that one can look into it.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias

import attrs

from interpreter.compiled.footprint import NOTHING, parts_of, reads
from rulelang import core
from rulelang.core import Value

Locals: TypeAlias = Mapping[int, Value]
Floods: TypeAlias = dict[tuple[Value, ...], frozenset[Value]]


class NotStaticError(Exception):
    """The value depends on the position, or there is none."""


def is_static(e: object, spec: core.Spec) -> bool:
    """Return whether an expression reads nothing of the position."""
    return reads(e, spec) == NOTHING


def free_locals(e: object) -> frozenset[int]:
    """Return the slots that an expression reads and does not bind."""
    match e:
        case core.Local(slot=slot):
            return frozenset((slot,))
        case tuple():
            return frozenset().union(*(free_locals(part) for part in e))
        case core.Const():
            return frozenset()
        case core.Groups(slot=slot) | core.Within(slot=slot):
            return frozenset().union(*(free_locals(part) for part in parts_of(e))) - {slot}
        case _:
            found: frozenset[int] = frozenset().union(*(free_locals(p) for p in parts_of(e)))
            return found - _bound(e)


def _bound(e: object) -> frozenset[int]:
    """Return the slots that a query binds for its parts."""
    search = getattr(e, "search", None)
    if not isinstance(search, core.Search):
        search = e if isinstance(e, core.Search) else None
    if search is None:
        return frozenset()
    return frozenset(
        slot
        for binder in search.binders
        for slot in ((binder.slot, binder.slot + 1) if binder.followed else (binder.slot,))
    )


def inlined(e: core.Call, depth: int, spec: core.Spec) -> core.Expr:
    """Return the body of a fact with the arguments in it; `depth` is how many locals are bound."""
    found = _moved(spec.facts[e.fact].body, e.args, depth - len(e.args))
    assert attrs.has(type(found)), "what is moved stays an expression"
    return found  # type: ignore[return-value]  # and of the same sort


def _moved(node: object, args: tuple[core.Expr, ...], shift: int) -> object:
    """Return a node with its parameters replaced, and its own slots further up."""
    if isinstance(node, core.Local):
        if node.slot < len(args):
            return args[node.slot]
        return core.Local(node.slot + shift, node.span)
    if isinstance(node, tuple):
        return tuple(_moved(part, args, shift) for part in node)
    kind = type(node)
    if isinstance(node, core.Const) or not attrs.has(kind):
        return node
    changed: dict[str, object] = {}
    for field in attrs.fields(kind):
        part = getattr(node, field.name)
        if field.name == "slot":
            changed["slot"] = part + shift
        elif field.name not in ("span", "type"):
            changed[field.name] = _moved(part, args, shift)
    return attrs.evolve(node, **changed)  # type: ignore[misc]  # it is one: see above


def replaced(e: core.Expr, term: core.Expr, by: core.Expr) -> core.Expr:
    """Return an expression with another in place of one that stands in it."""
    found = _replaced(e, term, by)
    assert attrs.has(type(found)), "what is replaced stays an expression"
    return found  # type: ignore[return-value]  # and of the same sort


def _replaced(node: object, term: core.Expr, by: core.Expr) -> object:
    if isinstance(node, tuple):
        return tuple(_replaced(part, term, by) for part in node)
    kind = type(node)
    if isinstance(node, core.Const) or not attrs.has(kind):
        return node
    if kind is type(term) and node == term:
        return by
    changed = {
        field.name: _replaced(getattr(node, field.name), term, by)
        for field in attrs.fields(kind)
        if field.name not in ("span", "type", "slot")
    }
    return attrs.evolve(node, **changed)  # type: ignore[misc]  # it is one: see above


def settled(e: core.Expr, evaluator: Evaluator) -> core.Expr:
    """Return an expression with every part that depends on nothing replaced by its value."""
    found = _settled(e, evaluator)
    assert attrs.has(type(found)), "what is settled stays an expression"
    return found  # type: ignore[return-value]  # and of the same sort


def _settled(node: object, evaluator: Evaluator) -> object:
    if isinstance(node, tuple):
        return tuple(_settled(part, evaluator) for part in node)
    kind = type(node)
    if isinstance(node, core.Const | core.Local) or not attrs.has(kind):
        return node
    changed = {
        field.name: _settled(getattr(node, field.name), evaluator)
        for field in attrs.fields(kind)
        if field.name not in ("span", "type", "slot")
    }
    inner = attrs.evolve(node, **changed)  # type: ignore[misc]  # it is one: see above
    if not isinstance(inner, core.Lookup | core.Compare) or free_locals(inner):
        return inner
    if not is_static(inner, evaluator.spec):
        return inner
    try:
        return core.Const(evaluator.value(inner, {}))
    except NotStaticError:
        return inner


def terms_of(e: object, slots: frozenset[int]) -> frozenset[core.Held | core.Read]:
    """Return the zones and variables that an expression reads at an index with a local in it."""
    if isinstance(e, core.Held | core.Read) and slots & free_locals(e):
        inner = terms_of(e.args, slots)
        return inner or frozenset((e,))
    if isinstance(e, tuple):
        return frozenset().union(*(terms_of(part, slots) for part in e))
    if isinstance(e, core.Const | core.Local):
        return frozenset()
    return frozenset().union(*(terms_of(part, slots) for part in parts_of(e)))


# ---------------------------------------------------------------- values


_ARITHMETIC: Final[Mapping[str, Callable[[int, int], int]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "mod": operator.mod,
    "/down": operator.floordiv,
    "/up": lambda a, b: -(-a // b),
    "min": min,
    "max": max,
}
_ORDER: Final[Mapping[str, Callable[[int, int], bool]]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


MOST: Final = 200_000
"""Elements of queries and calls of facts that are gone through before play, for one game."""


@attrs.define(eq=False)
class Evaluator:
    """Evaluates what reads nothing of the position. `left`: what it may still go through.

    Raises:
        NotStaticError: it does, or it is one of the few sorts that are not worth it.
    """

    spec: core.Spec
    left: int = MOST
    tables: dict[int, dict[tuple[Value, ...], Value]] = attrs.Factory(dict)
    reaches: dict[int, tuple[core.Within, list[int], Floods]] = attrs.Factory(dict)

    def value(self, e: core.Expr, env: Locals) -> Value:  # noqa: C901 - one arm a node
        """Return the value of an expression."""
        match e:
            case core.Const(value=value):
                return value
            case core.Local(slot=slot):
                return env[slot]
            case core.Lookup(table=table, args=args):
                return self._table(table).get(
                    tuple(self.value(arg, env) for arg in args), self.spec.tables[table].default
                )
            case core.Call(fact=fact, args=args):
                self._spend(1)
                inner = {at: self.value(arg, env) for at, arg in enumerate(args)}
                return self.value(self.spec.facts[fact].body, inner)
            case core.Arithmetic(op=op, left=left, right=right):
                try:
                    return _ARITHMETIC[op](self.number(left, env), self.number(right, env))
                except ZeroDivisionError:
                    raise NotStaticError from None
            case core.Compare():
                return int(self._compare(e, env))
            case core.Not(expr=inner_expr):
                return int(not self.value(inner_expr, env))
            case core.And(parts=parts):
                return int(all(self.value(part, env) for part in parts))
            case core.Or(parts=parts):
                return int(any(self.value(part, env) for part in parts))
            case core.IfThen(test=test, then=then, other=other):
                return self.value(then if self.value(test, env) else other, env)
            case core.Size(source=source):
                return len(self.elements(source, env))
            case core.Among(value=wanted, source=source):
                return int(self.value(wanted, env) in self.elements(source, env))
            case core.Interval(low=low, high=high):
                first, last = self.number(low, env), self.number(high, env)
                self._spend(max(0, last - first))
                return tuple(range(first, last + 1))
            case core.Exists(search=search):
                return int(any(True for _ in self.found(search, env)))
            case core.Tally(search=search):
                return sum(1 for _ in self.found(search, env))
            case core.Total(value=part, search=search):
                return sum(self.number(part, inner) for inner in self.found(search, env))
            case core.Extreme(search=search):
                values = [self.number(e.value, inner) for inner in self.found(search, env)]
                if not values:
                    return self.value(e.otherwise, env)
                return max(values) if e.highest else min(values)
            case core.First(search=search):
                for inner in self.found(search, env):
                    return inner[search.binders[0].slot]
                return self.value(e.otherwise, env)
            case core.Within(target=target):
                return int(self._within(e, self.value(target, env), env))
            case _:
                raise NotStaticError

    def _spend(self, amount: int) -> None:
        self.left -= amount
        if self.left < 0:
            raise NotStaticError

    def _within(self, e: core.Within, target: Value, env: Locals) -> bool:
        start = self.value(e.start, env)
        if start is None or target is None:
            return False
        return target in self.reached(e, start, env)

    def reached(self, e: core.Within, start: Value, env: Locals) -> frozenset[Value]:
        """Return the spaces within reach of one, for the other locals of an expression."""
        radius = self.number(e.radius, env)
        # The node is kept with what is known of it, so that its identity stays its own.
        _, outer, floods = self.reaches.setdefault(
            id(e), (e, sorted(free_locals(e.where) - {e.slot}), {})
        )
        key = (start, radius, *(env[slot] for slot in outer))
        known = floods.get(key)
        if known is None:
            known = floods[key] = self._flooded(e, (start, radius), env)
        return known

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
                for edge in self._row(edges, space)
                if e.where is None or self.value(e.where, {**env, e.slot: edge})
            }
            front = {space for edge in crossed for space in self._row(ends, edge)} - seen
            if not front:
                break
            seen.update(front)
        return frozenset(seen)

    @staticmethod
    def _row(table: dict[tuple[Value, ...], Value], at: Value) -> tuple[Value, ...]:
        found = table.get((at,))
        return found if isinstance(found, tuple) else ()

    def _table(self, number: int) -> dict[tuple[Value, ...], Value]:
        known = self.tables.get(number)
        if known is None:
            known = self.tables[number] = dict(self.spec.tables[number].entries)
        return known

    def number(self, e: core.Expr, env: Locals) -> int:
        """Return a value where a number is wanted."""
        found = self.value(e, env)
        if isinstance(found, tuple):
            raise NotStaticError
        return found or 0

    def elements(self, e: core.Expr, env: Locals) -> tuple[Value, ...]:
        """Return the elements of a set."""
        found = self.value(e, env)
        return found if isinstance(found, tuple) else ()

    def found(self, search: core.Search, env: Locals, at: int = 0) -> Iterator[dict[int, Value]]:
        """Yield the locals of every tuple that a search finds."""
        if at == len(search.binders):
            inner = dict(env)
            if search.where is None or self.value(search.where, inner):
                yield inner
            return
        binder = search.binders[at]
        if binder.followed:
            raise NotStaticError
        domain = self.elements(binder.domain, env)
        self._spend(len(domain))
        for element in domain:
            yield from self.found(search, {**env, binder.slot: element}, at + 1)

    def _compare(self, e: core.Compare, env: Locals) -> bool:
        if e.op == "is":
            return self.value(e.left, env) == self.value(e.right, env)
        if e.op == "is not":
            return self.value(e.left, env) != self.value(e.right, env)
        return _ORDER[e.op](self.number(e.left, env), self.number(e.right, env))
