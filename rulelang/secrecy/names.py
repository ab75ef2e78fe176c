"""Symbols for values that are not known before play.

A symbol is a `Local` with a high slot. The same thing gets the same symbol again, so that a walk
that comes back to a place in the same circumstances knows it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, Literal, TypeAlias

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


class Unknown:
    """What a term is where that cannot be told."""


UNKNOWN = Unknown()
Told: TypeAlias = "Value | Unknown"
Cases: TypeAlias = Mapping[int, int]


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


def with_parts(e: core.Expr, parts: Sequence[Term]) -> Term:
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
            raise AssertionError(e)


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


def told(term: Term, cases: Cases, tables: Sequence[Table], spec: core.Spec) -> Told:  # noqa: C901 - a flat dispatch
    """Return what a term is for these values of its symbols."""

    def of(part: Term) -> Told:
        return told(part, cases, tables, spec)

    match term:
        case core.Const(value=value):
            return value
        case core.Local(slot=slot):
            return cases.get(slot, UNKNOWN)
        case core.Lookup(table=table, args=args):
            values = [of(arg) for arg in args]
            known = tuple([value for value in values if not isinstance(value, Unknown)])
            if len(known) < len(values):
                return UNKNOWN
            return tables[table].get(known, spec.tables[table].default)
        case core.Compare(op=op, left=left, right=right):
            return _compared(op, of(left), of(right))
        case core.Arithmetic(op=op, left=left, right=right):
            a, b = of(left), of(right)
            divides = op in ("mod", "/up", "/down")
            if isinstance(a, int) and isinstance(b, int) and (b or not divides):
                return ARITHMETIC[op](a, b)
            return UNKNOWN
        case core.Not(expr=inner):
            said = of(inner)
            return UNKNOWN if isinstance(said, Unknown) else int(not said)
        case core.And(parts=parts):
            return _joined([of(part) for part in parts], settles=False)
        case core.Or(parts=parts):
            return _joined([of(part) for part in parts], settles=True)
        case core.IfThen(test=test, then=then, other=other):
            said = of(test)
            return UNKNOWN if isinstance(said, Unknown) else of(then if said else other)
        case core.Among(value=element, source=core.Const(value=tuple(all_))):
            said = of(element)
            return UNKNOWN if isinstance(said, Unknown) else int(said in all_)
        case _:
            return UNKNOWN


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
