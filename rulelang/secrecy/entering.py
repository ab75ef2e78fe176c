"""Names inside a call: there, nothing has changed before the call.

A name of what is read says which changes are behind what it reads, so an effect that is called
from several places would read something else in each. Inside a call its changes begin anew, and
names from before it are written so that they say the same there; behind it they are written back.
So nothing is taken for something else, all that is known is known by its new name, and one walk
through an effect is good for all places where the same is known.

Symbols are called by their places among what is given, as each caller has its own. What is known
of a value that is not given, and that the inside cannot come to, stays outside; so does what holds
of such a value. What becomes known of a value that was read behind a change inside is forgotten
behind the call: no name outside says that change.

    before:  coins has changed by 3, then 7; known are coins behind 7, and what they were behind 3
    inside:  coins have not changed; known are coins behind nothing, and what they were behind 3
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from operator import is_

import attrs

from rulelang import core
from rulelang.evolving import evolve
from rulelang.freezing import define
from rulelang.prove.footprints import Cell
from rulelang.prove.trees import Renaming, copied
from rulelang.secrecy.here import Changes, Here
from rulelang.secrecy.names import Names, symbols, symbols_of
from rulelang.secrecy.secrets import Control, Known, Place, Secret, Secrets, Term, Value


@define
class Rewritten:
    """Names and changes as they are written on the other side of a call.

    `now`: the last changes before the call. `leaves`: what symbols that name no terms are called
    there. `is_inward`: what was written before it is written for the inside; else the other way
    round.
    """

    names: Names
    changes: Changes
    now: Mapping[Cell, int]
    leaves: Mapping[int, int]
    is_inward: bool
    _versions: dict[tuple[Cell, int | None], int | None] = attrs.field(factory=dict)
    _slots: dict[int, int] = attrs.field(factory=dict)

    def version(self, cell: Cell, change: int | None) -> int | None:
        """Return a change of a family; one comes after those that it follows."""
        if cell not in self.now:
            return change
        todo = [change]
        while todo:
            last = todo[-1]
            if (cell, last) in self._versions or self._is_leaf(cell, last):
                todo.pop()
                continue
            assert last is not None, "that nothing has changed is told at once"
            before = self.changes.before(last)
            missing = [one for one in before if (cell, one) not in self._versions]
            todo += missing
            if not missing:
                made = tuple(self._versions[cell, one] for one in before)
                self._versions[cell, last] = self.changes.again(last, made)
        return self._versions[cell, change]

    def _is_leaf(self, cell: Cell, change: int | None) -> bool:
        """Return whether it is told at once how a change is written; then it is noted."""
        earlier = ("earlier", cell)
        old = change is not None and self.changes.by(change) == earlier
        if self.is_inward and change == self.now[cell]:
            found = None
        elif self.is_inward and (old or change is None):
            found = self.changes.number(earlier, change)
        elif not self.is_inward and change is None:
            found = self.now[cell]
        elif not self.is_inward and old and change is not None:
            (found,) = self.changes.before(change)
        else:
            return False
        self._versions[cell, change] = found
        return True

    def slot(self, slot: int) -> int:
        """Return a symbol; what it is made of has lower numbers."""
        if slot not in self._slots:
            made, todo = {slot}, [slot]
            while todo:
                origin = self.names.origins.get(todo.pop())
                parts = set() if origin is None else symbols_of(origin.term) - made
                made |= parts
                todo += parts
            for part in sorted(made):
                if part not in self._slots:
                    self._slots[part] = self._slot(part)
        return self._slots[slot]

    def _slot(self, slot: int) -> int:
        origin = self.names.origins.get(slot)
        if origin is None:
            return self.leaves.get(slot, slot)
        versions = frozenset((cell, self.version(cell, v)) for cell, v in origin.versions)
        made = evolve(origin, term=self.term(origin.term), versions=versions)
        return self.names.derived(made, self.names.ranges.get(slot)).slot

    def term(self, term: Term) -> Term:
        """Return the name of a value."""
        changed = {slot for slot in symbols_of(term) if self.slot(slot) != slot}
        if not changed:
            return term

        def replace(part: core.Expr) -> core.Expr | None:
            match part:
                case core.Local(slot=slot) if slot in changed:
                    return core.Local(self._slots[slot])
                case _:
                    return None

        return copied(term, Renaming(replace))

    def local(self, symbol: core.Local) -> core.Local:
        """Return a symbol."""
        slot = self.slot(symbol.slot)
        return symbol if slot == symbol.slot else core.Local(slot)

    def _terms(self, terms: tuple[Term, ...]) -> tuple[Term, ...]:
        made = tuple(map(self.term, terms))
        return terms if all(map(is_, made, terms)) else made

    def _place(self, place: Place) -> Place:
        args = self._terms(place.args)
        return place if args is place.args else evolve(place, args=args)

    def _secrets(self, secrets: Secrets) -> Secrets:
        return frozenset(map(self._secret, secrets)) if secrets else secrets

    def _secret(self, secret: Secret) -> Secret:
        element = secret.element
        return evolve(
            secret,
            place=self._place(secret.place),
            element=None if element is None else self.local(element),
            claims=frozenset(map(self.term, secret.claims)),
        )

    def value(self, value: Value) -> Value:
        """Return what is known of a value."""
        return evolve(
            value,
            term=self.term(value.term),
            secrets=self._secrets(value.secrets),
            size=self._secrets(value.size),
        )

    def _known(self, known: Known) -> Known:
        args = None if known.args is None else self._terms(known.args)
        element = None if known.element is None else self.local(known.element)
        who = None if known.who is None else self.term(known.who)
        seers = None if known.seers is None else self._place(known.seers)
        if (
            args is known.args
            and element is known.element
            and who is known.who
            and seers is known.seers
        ):
            return known
        return evolve(known, args=args, element=element, who=who, seers=seers)

    def _control(self, control: Control) -> Control:
        return evolve(control, secrets=self._secrets(control.secrets))

    def here(self, here: Here) -> Here:
        """Return all that is known at one place, but for its locals and changes."""
        return evolve(
            here,
            known=frozenset(map(self._known, here.known)),
            claims=self._terms(here.claims),
            control=tuple(map(self._control, here.control)),
            lots=frozenset(map(self.local, here.lots)),
            passed=frozenset(map(self.local, here.passed)),
        )


@define
class Crossing:
    """What is written otherwise inside a call from one place: the way there, and the way back.

    `apart`: what is known of values that the inside cannot come to; `claims`: what holds that may
    bear on those that it can.
    """

    inward: Rewritten
    outward: Rewritten
    apart: frozenset[Known]
    claims: tuple[Term, ...]

    def inside(self, here: Here, values: tuple[Value, ...]) -> Here:
        """Return what is known where the effect begins that is given some values."""
        given = map(self.inward.value, values)
        there = self.inward.here(evolve(here, known=here.known - self.apart, claims=self.claims))
        return evolve(there, locals=dict(enumerate(given)), loops={}, versions={})

    def behind(self, after: Here) -> Here:
        """Return what is known where the effect has come back to, of what can be named there."""
        known = frozenset(k for k in after.known if not self._is_gone(k))
        there = self.outward.here(evolve(after, known=known))
        return evolve(there, known=there.known | self.apart)

    def _is_gone(self, known: Known) -> bool:
        """Return whether somebody knows a value that was read behind a change inside."""
        if known.element is None:
            return False
        slot, names, changes = known.element.slot, self.outward.names, self.outward.changes
        if slot not in names.inside:
            names.inside[slot] = any(
                version is not None and changes.by(version) != ("earlier", cell)
                for part in names.below((slot,))
                if part in names.origins
                for cell, version in names.origins[part].versions
            )
        return names.inside[slot]


def crossing(
    here: Here, names: Names, values: tuple[Value, ...], within: frozenset[Hashable]
) -> Crossing:
    """Return how names are written inside a call that is given some values, and behind it.

    `within`: what marks begin with in the effect, and in all that it calls.
    """
    reach = _Reach(names, here.versions, within, {})
    played = _played(here, values)
    for slot in names.below(played):
        reach.comes_to(slot)
    apart = frozenset(k for k in here.known if _is_apart(k, reach))
    kept = sorted(symbols([term for k in here.known - apart for term in _terms(k)]))
    for slot in names.below(kept):
        reach.comes_to(slot)
    claims = tuple([c for c in here.claims if all(map(reach.may_come_to, symbols_of(c)))])
    heard = [slot for claim in claims for slot in sorted(symbols_of(claim))]
    inside = _renamed(names, names.below([*played, *heard, *kept]))
    outside = {inner: outer for outer, inner in inside.items()}
    return Crossing(
        Rewritten(names, here.changes, here.versions, inside, is_inward=True),
        Rewritten(names, here.changes, here.versions, outside, is_inward=False),
        apart,
        claims,
    )


@define
class _Reach:
    """Which symbols may stand for something inside a call. `known`: found so far."""

    names: Names
    now: Mapping[Cell, int]
    within: frozenset[Hashable]
    known: dict[int, bool]

    def comes_to(self, slot: int) -> None:
        """Note that a symbol does."""
        self.known[slot] = True

    def may_come_to(self, slot: int) -> bool:
        """Return whether one may: where it is given, or is made anew by what is done there."""
        for part in reversed(self.names.below((slot,))):  # what it is made of comes first
            if part not in self.known:
                self.known[part] = self._is_made(part)
        return self.known.get(slot, True)

    def _is_made(self, slot: int) -> bool:
        origin = self.names.origins.get(slot)
        if origin is None:
            match self.names.key(slot):
                case ("bound" | "turn" | "count" | "space", (name, _), *_):
                    return name in self.within
                case _:
                    return False
        is_old = any(self.now.get(cell, v) != v for cell, v in origin.versions)
        return not is_old and all(self.known.get(p, True) for p in symbols_of(origin.term))


def _played(here: Here, values: tuple[Value, ...]) -> list[int]:
    """Return the symbols of what a call is given, then of what is decided or taken before it."""
    found = [slot for value in values for slot in sorted(symbols_of(value.term))]
    secrets = [s for value in values for s in (*value.secrets, *value.size)]
    secrets += [s for control in here.control for s in control.secrets]
    terms: list[Term] = [*here.lots, *here.passed]
    for secret in secrets:
        terms += [*secret.place.args, *secret.claims]
        terms += [] if secret.element is None else [secret.element]
    return [*found, *sorted(symbols(terms))]


def _is_apart(known: Known, reach: _Reach) -> bool:
    """Return whether somebody knows a value that nothing in a call can come to."""
    element = known.element
    return element is not None and not known.lies and not reach.may_come_to(element.slot)


def _terms(known: Known) -> list[Term]:
    terms = [*(known.args or ())]
    terms += [] if known.who is None else [known.who]
    terms += [] if known.element is None else [known.element]
    terms += [] if known.seers is None else [*known.seers.args]
    return terms


def _renamed(names: Names, slots: tuple[int, ...]) -> dict[int, int]:
    """Return what symbols that name no terms are called inside, each by its place among them.

    So what effects call their own is the same for all callers, whose symbols have other names.
    """
    leaves = [slot for slot in slots if slot not in names.origins]
    return {slot: names.given(place, slot) for place, slot in enumerate(leaves)}
