"""Whether somebody knows a secret, in every case that is possible at a place.

Indices and players are symbols; all values that they may have are tried, but those that what holds
here rules out: in `for q in Player where q is not p`, q is never p.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

import attrs

from rulelang import core
from rulelang.freezing import define
from rulelang.secrecy.here import Here
from rulelang.secrecy.names import Cases, Names, Teller, Told, Unknown, symbols, symbols_of, teller
from rulelang.secrecy.secrets import Known, Place, Secret, Term
from rulelang.secrecy.sight import Sights

MOST_CASES = 4_000


@define
class Eyes:
    """What players know. `answers`: those given so far."""

    sights: Sights
    names: Names
    answers: dict[object, bool]
    _units: dict[Term, Term] = attrs.field(factory=dict)
    _tellers: dict[Term, Teller] = attrs.field(factory=dict)

    def sees(self, here: Here, secret: Secret, who: Term | None) -> bool:
        """Return whether a player surely knows a secret; `who` None: whether everybody does."""
        key = (secret, who, here.known, here.claims)
        if key not in self.answers:
            self.answers[key] = self._sees(here, secret, who)
        return self.answers[key]

    def _sees(self, here: Here, secret: Secret, who: Term | None) -> bool:
        known = [k for k in here.known if _bears_on(k, secret)]
        terms = [*self._telling(secret.place), *([] if who is None else [who])]
        for k in known:
            terms += [] if k.who is None else [k.who]
            terms += [] if k.seers is None else self._telling(k.seers)
            terms += k.args or ()
        for cases in self._cases((*here.claims, *secret.claims), terms):
            players = range(len(self.sights.spec.players))
            for player in players if who is None else (self._of(who, cases),):
                if not isinstance(player, int) or not self._knows(secret, known, player, cases):
                    return False
        return True

    def _telling(self, place: Place) -> list[Term]:
        sight = self.sights.of(place.sort, place.number)
        if place.sort == "choice":
            return [*place.args]
        return [] if sight is None else [place.args[i] for i in sight.telling]

    def _cases(self, all_claims: Sequence[Term], terms: Sequence[Term]) -> Iterator[Cases]:
        """Yield the values that the symbols of some terms may have together."""
        everybody = tuple(range(len(self.sights.spec.players)))
        slots = sorted(symbols([self._unit(term) for term in terms]))
        ranges = [self.names.ranges.get(slot, everybody) for slot in slots]
        if prod(map(len, ranges)) > MOST_CASES:
            slots, ranges = [], []
        listed = {slot for slot in slots if slot in self.names.ranges}
        claims = [self._teller(claim) for claim in all_claims if symbols_of(claim) <= listed]
        for values in product(*ranges):
            cases = dict(zip(slots, values, strict=True))
            if all(claim(cases) != 0 for claim in claims):
                yield cases

    def _of(self, term: Term, cases: Cases) -> Told:
        return self._teller(term)(cases)

    def _teller(self, term: Term) -> Teller:
        known = self._tellers.get(term)
        if known is None:
            known = teller(self._unit(term), self.sights.tables, self.sights.spec)
            self._tellers[term] = known
        return known

    def _unit(self, term: Term) -> Term:
        """Return a term; a symbol for the whole where what it is made of is not listed."""
        if isinstance(term, core.Const | core.Local):
            return term
        unit = self._units.get(term)
        if unit is None:
            listed = symbols_of(term) <= self.names.ranges.keys()
            unit = self._units[term] = term if listed else self.names.symbol(("whole", term))
        return unit

    def _knows(self, secret: Secret, known: Sequence[Known], player: int, cases: Cases) -> bool:
        if self._sees_place(secret.place, player, cases):
            return True
        return any(self._tells(k, secret, player, cases) for k in known)

    def _sees_place(self, place: Place, player: int, cases: Cases) -> bool:
        if place.sort == "choice":
            return any(self._of(arg, cases) == player for arg in place.args)
        sight = self.sights.of(place.sort, place.number)
        if sight is None:
            return True
        found = [self._of(place.args[i], cases) for i in sight.telling]
        index = tuple([value for value in found if isinstance(value, int)])
        if len(index) < len(found):
            return not any(isinstance(value, Unknown) for value in found)
        return player in sight.seers.get(index, (player,))  # outside the index is a fault

    def _tells(self, known: Known, secret: Secret, player: int, cases: Cases) -> bool:
        same = known.element is not None or known.args is None
        if not same and not self._same(known.args or (), secret.place.args, cases):
            return False
        if known.seers is not None:
            return self._sees_place(known.seers, player, cases)
        return known.who is None or self._of(known.who, cases) == player

    def _same(self, left: Sequence[Term], right: Sequence[Term], cases: Cases) -> bool:
        for a, b in zip(left, right, strict=True):
            if a != b:
                x, y = self._of(a, cases), self._of(b, cases)
                if isinstance(x, Unknown) or x != y:
                    return False
        return True


def _bears_on(known: Known, secret: Secret) -> bool:
    if known.element is not None:
        return known.element == secret.element
    return known.sort == secret.place.sort and known.number == secret.place.number
