"""The secrets of an expression, and its name. Ref part two, "Expressions".

What lies in q's hand is told by `hand(q).rank` and by `count c in hand(q) where c.rank > 3`. It is
not told by `count hand(q)`, for how many lie somewhere is public (Ref §19), nor by what stands on
backs (Ref §15).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

import attrs

from rulelang import core
from rulelang.core.folds import FOLDS
from rulelang.core.walk import nth, operands
from rulelang.evolving import evolve
from rulelang.freezing import define
from rulelang.prove.footprints import Cells, families
from rulelang.prove.trees import Query, Renaming, copied
from rulelang.secrecy.bodies import Bodies
from rulelang.secrecy.common import Frame
from rulelang.secrecy.facts import Fact, Facts
from rulelang.secrecy.here import Here, bound, places_of
from rulelang.secrecy.names import Names, Origin, symbols_of, with_claims, with_parts
from rulelang.secrecy.ranges import range_in, range_of
from rulelang.secrecy.secrets import (
    NONE,
    Place,
    Secret,
    Secrets,
    Sort,
    Term,
    Uses,
    Value,
    found_out,
    of_element,
)
from rulelang.secrecy.sight import Sights

MOST_STEPS = 60_000
MOST_DEPTH = 120
MOST_FACTS = 3  # entered in each other for what they claim


class TooLargeError(Exception):
    """The text is too large to be followed to its end."""


@define
class Reader:
    """Reads the expressions of one specification.

    `steps`: how many are left. `whole`: how many they were if nothing were remembered; `spared`:
    how many they were more at most if nothing of other walks were. `deepest`: how far expressions
    nest. `frame`: what is noted of the body that is walked.
    """

    sights: Sights
    names: Names
    bodies: Bodies
    facts: Facts
    uses: Uses
    steps: int = MOST_STEPS
    whole: int = 0
    spared: int = 0
    depth: int = 0
    deepest: int = 0
    frame: Frame = attrs.field(factory=Frame)
    _cells: dict[int, tuple[core.Expr, Cells]] = attrs.field(factory=dict)

    def spend(self) -> None:
        """Count one step of the walk."""
        self.steps -= 1
        self.whole += 1
        if self.steps < 0 or self.depth > MOST_DEPTH:
            raise TooLargeError

    def look_into(self, effect: int) -> None:
        """Note that an effect is followed by the walk of a body that calls it."""
        self.frame.looked_into.add(effect)

    def secrets(self, here: Here, e: core.Expr | None) -> Secrets:
        """Return what an expression tells whoever knows its value."""
        return NONE if e is None else self.value(here, e)[0]

    def size(self, here: Here, e: core.Expr) -> Secrets:
        """Return what the number of elements of a set tells."""
        return self.value(here, e)[1]

    def named(self, here: Here, e: core.Expr) -> Value:
        """Return the value of an expression with its name."""
        secrets, size = self.value(here, e)
        return Value(self.term(here, e), secrets, size)

    # ---------------------------------------------------------------- secrets

    def value(self, here: Here, e: core.Expr) -> tuple[Secrets, Secrets]:
        """Return the secrets of an expression, and those of its size where it is a set."""
        self.spend()
        self.depth += 1
        self.deepest = max(self.deepest, self.depth)
        found = self._value(here, e)
        self.depth -= 1
        return found

    def _value(self, here: Here, e: core.Expr) -> tuple[Secrets, Secrets]:  # noqa: C901 - a flat dispatch
        match e:
            case core.Const():
                return NONE, NONE
            case core.Recalled():
                return self._one(self._recalled(here, e))
            case core.Local(slot=slot, span=span):
                value = here.locals[slot]
                if value.is_inner:
                    return value.secrets, value.size
                return self.uses.at(value.secrets, span), self.uses.at(value.size, span)
            case core.Read(variable=number, args=args):
                return self._one(self._all(here, args) | self._at(here, "variable", number, e))
            case core.Contents(zone=number, args=args):
                size = self._all(here, args) | self._carried(here, "zone", e, size=True)
                return size | self._at(here, "zone", number, e), size
            case core.Held(zone=number, args=args):
                return self._one(self._all(here, args) | self._at(here, "zone", number, e))
            case core.Lookup(table=table, args=args):
                return self._one(self._looked_up(here, table, args))
            case core.Call(fact=fact, args=args, span=span):
                inner = self._called(here, fact, args)
                used, size = self.uses.at(inner.secrets, span), self.uses.at(inner.size, span)
                return self._where_read(here, used), self._where_read(here, size)
            case core.Compare(left=left, right=core.Const(value=None), op="is" | "is not"):
                return self._one(self._is_there(here, left))
            case core.IfThen(test=test, then=then, other=other):
                asked = self.secrets(here, test)
                one = self.value(self._given(here, test), then)
                two = self.value(self._given(here, test, holds=False), other)
                return asked | one[0] | two[0], asked | one[1] | two[1]
            case core.And(parts=parts) | core.Or(parts=parts):
                return self._one(self._in_turn(here, parts, holds=isinstance(e, core.And)))
            case core.Size(source=source):
                return self._one(self.size(here, source))
            case core.Around(source=source, start=start):
                begun = self.secrets(here, start)
                held = self.value(here, source)
                return held[0] | begun, held[1]
            case core.Within(slot=slot, where=where):
                around = bound(here, slot, self._anything(e))
                parts = (e.target, e.radius, e.start)
                return self._one(self._all(here, parts) | self.secrets(around, where))
            case core.Fold() | core.Groups() | core.Trail() | core.Regions():
                return self._one(self._query(here, e))
            case (
                core.Arithmetic()
                | core.Compare()
                | core.Not()
                | core.Among()
                | core.Interval()
                | core.Spread()
                | core.Border()
                | core.ReturnOf()
            ):
                return self._one(found_out(self._all(here, tuple(operands(e)))))
            case _:
                assert_never(e)

    def _one(self, secrets: Secrets) -> tuple[Secrets, Secrets]:
        return secrets, secrets

    def _all(self, here: Here, parts: tuple[core.Expr, ...]) -> Secrets:
        found = NONE
        for part in parts:
            found |= self.secrets(here, part)
        return found

    def _in_turn(self, here: Here, parts: tuple[core.Expr, ...], *, holds: bool) -> Secrets:
        """Return the secrets of parts, each asked where those before it hold, or do not."""
        found = NONE
        for part in parts:
            found |= self.secrets(here, part)
            here = self._given(here, part, holds=holds)
        return found_out(found)

    def _at(
        self, here: Here, sort: Sort, number: int, e: core.Read | core.Contents | core.Held
    ) -> Secrets:
        brought = self._carried(here, sort, e)
        if self.sights.of(sort, number) is None:
            return brought
        place = self.place(here, sort, number, e.args)
        secret = Secret(place, whole=sort == "zone", read=e.span, use=e.span)
        return self._where_read(here, frozenset((secret,))) | brought

    def _carried(
        self,
        here: Here,
        sort: Sort,
        e: core.Read | core.Contents | core.Held,
        *,
        size: bool = False,
    ) -> Secrets:
        """Return what it tells besides to know what a family holds, or how much, in a trial."""
        number = e.variable if isinstance(e, core.Read) else e.zone
        return self.uses.at(here.carried.get((sort, number), (NONE, NONE))[size], e.span)

    def _recalled(self, here: Here, e: core.Recalled) -> Secrets:
        """Return what a memory tells: all see what it keeps, but for what a trial brings."""
        found = NONE
        for sort, number in self.sights.spec.memories[e.memory].of:
            found |= self.uses.at(here.carried.get((sort, number), (NONE, NONE))[0], e.span)
        return found

    def place(self, here: Here, sort: Sort, number: int, args: tuple[core.Expr, ...]) -> Place:
        """Return the place that some arguments name here."""
        return Place(sort, number, tuple(self.term(here, arg) for arg in args))

    def _is_there(self, here: Here, e: core.Expr) -> Secrets:
        """Return what it tells that something is, or is not, `none`: where things lie is seen."""
        match e:
            case core.Held(args=args):
                return self._all(here, args) | self._carried(here, "zone", e, size=True)
            case _:
                return self.secrets(here, e)

    def _looked_up(self, here: Here, table: int, args: tuple[core.Expr, ...]) -> Secrets:
        """Return what a table tells of its arguments; what stands on backs is seen."""
        found = self._all(here, args)
        if len(args) != 1 or not found:
            return found_out(found)
        return found_out(
            frozenset(
                secret
                for secret in found
                if not secret.whole or not self.sights.shows_on_back(table, secret.place.number)
            )
        )

    def _called(self, here: Here, fact: int, args: tuple[core.Expr, ...]) -> Value:
        values = tuple([self.named(here, arg) for arg in args])
        key = (values, places_of(here, values), frozenset(here.versions.items()))
        known, spared = self.facts.find(fact, key, MOST_DEPTH - self.depth)
        before, self.spared, deepest = self.whole, self.spared + spared, self.deepest
        if known is None:
            self.deepest = self.depth
            inner = evolve(here, locals=dict(enumerate(values)), given=())
            value = self.named(inner, self.bodies.fact(fact))
            known = Fact(value, self.whole - before, self.deepest - self.depth)
            self.facts.note(fact, key, known)
        self.whole = before + known.cost
        self.deepest = max(deepest, self.depth + known.depth)
        return known.value

    # ---------------------------------------------------------------- queries

    def searched(self, here: Here, search: core.Search) -> tuple[Here, Secrets]:
        """Return what is known inside a search, and what it tells that something is found."""
        found = NONE
        for binder in search.binders:
            secrets, size = self.value(here, binder.domain)
            found |= size
            for i in range(2 if binder.followed else 1):
                symbol = self.member(binder, i, secrets).term
                value = Value(symbol, secrets, secrets, is_inner=True)
                here = bound(here, nth(binder.slot, i), value)
        found |= self.secrets(here, search.where)
        return self._given(here, search.where), found

    def member(
        self, node: core.Binder | core.Choice, i: int, secrets: Secrets, more: Secrets = NONE
    ) -> Value:
        """Return an element of a domain; `secrets` are those of the domain."""
        values = range_in(self.sights, node.domain)
        symbol = self.names.symbol(("bound", self.bodies.mark(node), i, values), values)
        self.names.in_turn[symbol.slot] = None
        own = of_element(secrets | more, symbol)
        return Value(symbol, own, own)

    def _anything(self, e: core.Expr) -> Value:
        return Value(self.names.symbol(("space", self.bodies.mark(e))))

    def _query(self, here: Here, e: Query) -> Secrets:
        inner, found = self.searched(here, e.search)
        match e:
            case core.Fold(search=search, value=value, keys=keys, otherwise=other):
                more = self._all(inner, tuple(key.value for key in keys))
                more |= self.secrets(inner, value) | self.secrets(here, other)
                if FOLDS[e.fold].gives in ("element", "elements"):
                    return found | self._elements(here, search) | more
                return found_out(found | more)
            case core.Groups(search=search, slot=slot, joined=joined):
                space = bound(here, slot, self._anything(e))
                return found | self._elements(here, search) | self.secrets(space, joined)
            case core.Trail(slot=slot, joined=joined):
                space = bound(here, slot, self._anything(e))
                return found_out(found | self.secrets(space, joined))
            case core.Regions(search=search, start=start):
                return found | self._elements(here, search) | self.secrets(here, start)
            case _:
                assert_never(e)

    def _elements(self, here: Here, search: core.Search) -> Secrets:
        return self.sights.in_order(self.secrets(here, search.binders[0].domain))

    # ---------------------------------------------------------------- what holds

    def claimed(self, here: Here, test: core.Expr | None, *, holds: bool = True) -> Here:
        """Return a place where a condition holds, or does not, as far as names can tell.

        Of symbols that may be anything no cases are tried, so what holds of them says nothing.
        """
        if test is None:
            return here
        told = self._claims(here, test, 0, holds=holds)
        more = [claim for claim in told if symbols_of(claim) <= self.names.ranges.keys()]
        return evolve(here, claims=tuple(dict.fromkeys((*here.claims, *more))))

    def _claims(self, here: Here, e: core.Expr, depth: int, *, holds: bool) -> Iterator[Term]:
        match e:
            case core.And(parts=parts) if holds:
                for part in parts:
                    yield from self._claims(here, part, depth, holds=True)
            case core.Or(parts=parts) if not holds:
                for part in parts:
                    yield from self._claims(here, part, depth, holds=False)
            case core.Not(expr=inner):
                yield from self._claims(here, inner, depth, holds=not holds)
            case core.Call(fact=fact, args=args) if holds and depth < MOST_FACTS:
                inside = evolve(here, locals=dict(enumerate(self.named(here, a) for a in args)))
                body = self.bodies.fact(fact)
                yield from self._claims(inside, body, depth + 1, holds=True)
            case core.Compare() | core.Among() | core.Or() | core.And():
                term = self.term(here, e)
                yield term if holds else core.Not(term)
            case _:
                return

    def _given(self, here: Here, test: core.Expr | None, *, holds: bool = True) -> Here:
        """Return a place inside an expression, which is asked only where a part of it holds."""
        if test is None:
            return here
        return evolve(here, given=(*here.given, (here, test, holds)))

    def _where_read(self, here: Here, secrets: Secrets) -> Secrets:
        """Return secrets with what holds where they are read."""
        if not here.given or not secrets:
            return secrets
        claims = [c for h, e, holds in here.given for c in self._claims(h, e, 0, holds=holds)]
        return frozenset(with_claims(secret, claims) for secret in secrets)

    # ---------------------------------------------------------------- names

    def term(self, here: Here, e: core.Expr) -> Term:
        """Return the name of a value: equal names are equal values."""
        match e:
            case core.Const():
                return e
            case core.Local(slot=slot):
                return here.locals[slot].term
            case core.Lookup() | core.Call():
                return self._of_args(here, e)
            case core.Compare() | core.Arithmetic() | core.And() | core.Or() | core.Not():
                return self.names.small(with_parts(e, [self.term(here, p) for p in operands(e)]))
            case core.IfThen(test=test, then=then, other=other):
                parts = [self.term(here, part) for part in (test, then, other)]
                return self.names.small(core.IfThen(parts[0], parts[1], parts[2]))
            case core.Among(value=value, source=core.Const() as source):
                return core.Among(self.term(here, value), source)
            case _:
                return self._symbol(here, e)

    def _of_args(self, here: Here, e: core.Lookup | core.Call) -> Term:
        match e:
            case core.Lookup(table=table, args=args):
                parts = tuple(self.term(here, arg) for arg in args)
                return self.names.small(core.Lookup(table, parts))
            case core.Call(fact=fact, args=args):
                return self._called(here, fact, args).term
            case _:
                assert_never(e)

    def _symbol(self, here: Here, e: core.Expr) -> Term:
        """Return the symbol of an expression whose value depends on what lies where."""
        self.spend()

        def replace(part: core.Expr) -> core.Expr | None:
            match part:
                case core.Local(slot=slot) if slot in here.locals:
                    return here.locals[slot].term
                case _:
                    return None

        whole = copied(e, Renaming(replace))
        versions = frozenset([(cell, here.versions.get(cell)) for cell in self._read_in(e)])
        return self.names.derived(Origin("read", whole, versions), range_of(self.sights, e))

    def _read_in(self, e: core.Expr) -> Cells:
        """Return the families that an expression reads; remembered by identity."""
        known = self._cells.get(id(e))
        if known is None:
            known = self._cells[id(e)] = (e, families(self.sights.footprints.of(e).cells))
        return known[1]
