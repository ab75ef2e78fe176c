"""Symbols for values that are not known before play.

A symbol is a `Local` with a high slot. The same thing gets the same symbol again, so that a walk
that comes back to a place in the same circumstances knows it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal, TypeAlias, assert_never

import attrs

from rulelang import core
from rulelang.core import Value
from rulelang.core.operators import ARITHMETIC
from rulelang.core.walk import operands
from rulelang.evolving import evolve
from rulelang.freezing import define, frozen
from rulelang.prove.footprints import Cell
from rulelang.secrecy.secrets import Secret, Term

FIRST = 1_000_000
MOST_PARTS = 12
Table: TypeAlias = Mapping[tuple[Value, ...], Value]
Operator: TypeAlias = core.Compare | core.Arithmetic | core.And | core.Or | core.Not


class Unknown:
    """What a term is where that cannot be told."""


UNKNOWN = Unknown()
Told: TypeAlias = "Value | Unknown"
Cases: TypeAlias = Mapping[int, int]
Teller: TypeAlias = Callable[[Cases], Told]


@frozen
class Origin:
    """What a symbol names: a term, used in some way, behind the last changes of what it reads."""

    use: Literal["let", "large", "read"]
    term: Term
    versions: frozenset[tuple[Cell, int | None]] = frozenset()


@define
class Names:
    """All symbols of one walk. `ranges`: the values that one may have, where they are listed.

    `in_turn`: those that loops and choices go through. `origins`: what those name that name terms.
    `keys`: what each was made for. `inside`: whether one names, inside a call, what was read
    behind a change there.
    """

    ranges: dict[int, tuple[int, ...]] = attrs.field(factory=dict)
    origins: dict[int, Origin] = attrs.field(factory=dict)
    in_turn: dict[int, None] = attrs.field(factory=dict)
    keys: list[Hashable] = attrs.field(factory=list)
    inside: dict[int, bool] = attrs.field(init=False, factory=dict)
    _symbols: dict[Hashable, core.Local] = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        """Begin with the symbols that are there."""
        self._symbols = {key: core.Local(FIRST + i) for i, key in enumerate(self.keys)}

    def symbol(self, key: Hashable, values: tuple[int, ...] | None = None) -> core.Local:
        """Return the symbol of something; `values`: all that it may be."""
        found = self._symbols.get(key)
        if found is None:
            found = core.Local(FIRST + len(self._symbols))
            self._symbols[key] = found
            self.keys.append(key)
            if values is not None:
                self.ranges[found.slot] = values
        return found

    def derived(self, origin: Origin, values: tuple[int, ...] | None = None) -> core.Local:
        """Return the symbol of a term; `values`: all that it may be."""
        found = self.symbol(origin, values)
        self.origins[found.slot] = origin
        return found

    def given(self, place: int, slot: int) -> int:
        """Return what the symbol at a place is called inside a call; it may be what it was."""
        values, in_turn = self.ranges.get(slot), slot in self.in_turn
        symbol = self.symbol(("given", place, values, in_turn), values)
        if in_turn:
            self.in_turn[symbol.slot] = None
        return symbol.slot

    def key(self, slot: int) -> Hashable:
        """Return what a symbol was made for."""
        return self.keys[slot - FIRST]

    def below(self, slots: Iterable[int]) -> tuple[int, ...]:
        """Return symbols with all that those are made of that name terms, each once.

        What a term binds itself is no symbol.
        """
        found: dict[int, None] = {}
        todo = [*slots][::-1]
        while todo:
            slot = todo.pop()
            if slot >= FIRST and slot not in found:
                found[slot] = None
                origin = self.origins.get(slot)
                todo += () if origin is None else sorted(symbols_of(origin.term), reverse=True)
        return tuple(found)

    def of_its_own(self, term: Term) -> Term | None:
        """Return a term that a loop or choice gives each of its values in turn; else None."""
        match term:
            case core.Local(slot=slot) if slot in self.in_turn:
                return term
            case _:
                return None

    def small(self, term: Term) -> Term:
        """Return a term; a symbol in its place where it is large."""
        return term if _parts(term) <= MOST_PARTS else self.derived(Origin("large", term))


def _parts(term: Term) -> int:
    """Return of how many parts a term is made; more than enough are not counted."""
    count, todo = 0, [term]
    while todo and count <= MOST_PARTS:
        count += 1
        todo.extend(operands(todo.pop()))
    return count


def with_parts(e: Operator, parts: Sequence[Term]) -> Term:
    """Return what an operator makes of other parts than it has."""
    match e:
        case core.Compare(op=op):
            return core.Compare(op, parts[0], parts[1])
        case core.Arithmetic(op=sign):
            return core.Arithmetic(sign, parts[0], parts[1])
        case core.And():
            return core.And(tuple(parts))
        case core.Or():
            return core.Or(tuple(parts))
        case core.Not():
            return core.Not(parts[0])
        case _:
            assert_never(e)


def symbols(terms: Sequence[Term]) -> frozenset[int]:
    """Return the symbols in some terms."""
    return _NONE.union(*map(symbols_of, terms))


_NONE: Final[frozenset[int]] = frozenset()


@lru_cache(maxsize=1 << 14)
def symbols_of(term: Term) -> frozenset[int]:
    """Return the symbols in a term."""
    found: set[int] = set()
    todo = [term]
    while todo:
        part = todo.pop()
        if isinstance(part, core.Local):
            found.add(part.slot)
        elif not isinstance(part, core.Const):
            todo.extend(operands(part))
    return frozenset(found)


def with_claims(secret: Secret, claims: Sequence[Term]) -> Secret:
    """Return a secret with what holds where it is read, of what its place is named by."""
    names = symbols(secret.place.args)
    mine = {claim for claim in claims if not names.isdisjoint(symbols_of(claim))}
    return evolve(secret, claims=secret.claims | mine) if mine else secret


def teller(term: Term, tables: Sequence[Table], spec: core.Spec) -> Teller:  # noqa: C901 - a flat dispatch
    """Return what tells a term for values of its symbols."""

    def of(part: Term) -> Teller:
        return teller(part, tables, spec)

    match term:
        case core.Const(value=value):
            return lambda _: value
        case core.Local(slot=slot):
            return lambda cases: cases.get(slot, UNKNOWN)
        case core.Lookup(table=table, args=args):
            return _looked_up(tables[table], spec.tables[table].default, [*map(of, args)])
        case core.Compare(op=op, left=left, right=right):
            one, two = of(left), of(right)
            return lambda cases: _compared(op, one(cases), two(cases))
        case core.Arithmetic(op=sign, left=left, right=right):
            return _reckoned(sign, of(left), of(right))
        case core.Not(expr=inner):
            return _chosen(of(inner), lambda _: 0, lambda _: 1)
        case core.And(parts=parts) | core.Or(parts=parts):
            all_, settles = [*map(of, parts)], isinstance(term, core.Or)
            return lambda cases: _joined([part(cases) for part in all_], settles=settles)
        case core.IfThen(test=test_, then=then, other=other):
            return _chosen(of(test_), of(then), of(other))
        case core.Among(value=element, source=core.Const(value=tuple(values))):
            sought = of(element)
            return lambda cases: _among(sought(cases), values)
        case _:
            return lambda _: UNKNOWN


def _looked_up(table: Table, default: Value, args: Sequence[Teller]) -> Teller:
    def tell(cases: Cases) -> Told:
        values = [arg(cases) for arg in args]
        known = tuple([value for value in values if not isinstance(value, Unknown)])
        return UNKNOWN if len(known) < len(values) else table.get(known, default)

    return tell


def _reckoned(sign: core.ArithmeticOp, left: Teller, right: Teller) -> Teller:
    reckon, divides = ARITHMETIC[sign], sign in ("mod", "/up", "/down")

    def tell(cases: Cases) -> Told:
        a, b = left(cases), right(cases)
        if isinstance(a, int) and isinstance(b, int) and (b or not divides):
            return reckon(a, b)
        return UNKNOWN

    return tell


def _chosen(test: Teller, then: Teller, other: Teller) -> Teller:
    def tell(cases: Cases) -> Told:
        said = test(cases)
        return UNKNOWN if isinstance(said, Unknown) else (then if said else other)(cases)

    return tell


def _among(element: Told, values: tuple[Value, ...]) -> Told:
    return UNKNOWN if isinstance(element, Unknown) else int(element in values)


def _compared(op: core.CompareOp, left: Told, right: Told) -> Told:
    if isinstance(left, Unknown) or isinstance(right, Unknown):
        return UNKNOWN
    match op:
        case "is":
            return int(left == right)
        case "is not":
            return int(left != right)
        case _:
            pass
    if not isinstance(left, int) or not isinstance(right, int):
        return UNKNOWN
    said = {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}
    return int(said[op])


def _joined(parts: list[Told], *, settles: bool) -> Told:
    unknown = False
    for part in parts:
        if isinstance(part, Unknown):
            unknown = True
        elif bool(part) == settles:
            return int(settles)
    return UNKNOWN if unknown else int(not settles)
