"""Which part of what is known bears on a statement or body: the rest is as true behind it.

    before:  deck(p) holds 8, opener is 0; for q in Player: move 5 card from deck(q) to hand(q)
    after:   deck(p) holds 8 (what the statement is walked with), and opener is 0 (the rest)

So it is walked once for all that differ in what it neither reads nor changes. What is proved is
the same: nothing is looked up that speaks of families which are neither read nor changed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import attrs

from rulelang import core
from rulelang.evolving import evolve
from rulelang.freezing import define, frozen
from rulelang.prove.footprints import Cell, Cells, Footprint, Named, families, named
from rulelang.prove.knowledge import Knowledge
from rulelang.prove.world import World

_Claims: TypeAlias = Mapping[core.Expr, Footprint]


@frozen
class Framed:
    """What is known, parted: what bears on a statement, and what does not."""

    inner: Knowledge
    rest: Knowledge

    def around(self, after: Knowledge) -> Knowledge:
        """Return what is known behind the statement. `after`: what follows from the inner part."""
        return evolve(
            after,
            values={**self.rest.values, **after.values},
            claims={**self.rest.claims, **after.claims},
            mentioned=after.mentioned.union(*[p.locals for _, p in self.rest.values.values()]),
        )


def may_be_parted(k: Knowledge) -> bool:
    """Return whether anything is known that may not bear on something."""
    return any(_may_go(p) for _, p in k.values.values()) or any(map(_may_go, k.claims.values()))


def parted(k: Knowledge, cells: Cells) -> Framed:
    """Part what is known by whether it bears on something that reads or changes some families.

    What speaks of a local stays, and so does a claim that shares a family with another one that
    stays, however far: sums are chained through what they have in common.
    """
    near, far = set(cells), _far(k.claims)
    for _, print_ in k.names.values():
        near |= families(print_.cells)
    for claim, print_ in k.claims.items():
        if claim not in far:
            near |= families(print_.cells)
    found = [claim for claim, read in far.items() if not read.isdisjoint(near)]
    while found:
        for claim in found:
            near |= far.pop(claim)
        found = [claim for claim, read in far.items() if not read.isdisjoint(near)]
    apart = {
        e: known
        for e, known in k.values.items()
        if _may_go(known[1]) and near.isdisjoint(families(known[1].cells))
    }
    values = {e: known for e, known in k.values.items() if e not in apart}
    claims = {claim: print_ for claim, print_ in k.claims.items() if claim not in far}
    prints = [
        *claims.values(),
        *(p for _, p in values.values()),
        *(p for _, p in k.names.values()),
    ]
    mentioned = frozenset[int]().union(*[print_.locals for print_ in prints])
    if not apart and not far and mentioned == k.mentioned:
        return Framed(k, Knowledge())
    rest = Knowledge(apart, claims={claim: k.claims[claim] for claim in far})
    return Framed(evolve(k, values=values, claims=claims, mentioned=mentioned), rest)


def _far(claims: _Claims) -> dict[core.Expr, Cells]:
    return {claim: families(print_.cells) for claim, print_ in claims.items() if _may_go(print_)}


def _may_go(print_: Footprint) -> bool:
    return bool(print_.cells) and all(slot < 0 for slot in print_.locals)  # it binds those itself


@define
class Frames:
    """What effects of one specification read and change with all that they call, as families."""

    w: World
    effects: dict[int, Cells] = attrs.field(factory=dict)

    def of_effect(self, number: int) -> Cells:
        """Return what an effect reads or changes."""
        self._find()
        return self.effects[number]

    def of_statement(self, node: core.Statement) -> Cells:
        """Return what a statement reads or changes."""
        self._find()
        return self._with_called(named(node), self.w.footprints.of_statement(node))

    def _find(self) -> None:
        """Find what all effects read or change, callees first: chains of calls may be long."""
        if self.effects:
            return
        for number in self.w.order:
            own = self.w.footprints.gatherer.named(self.w.spec.effects[number].body)
            changed = self.w.footprints.of_effect(number)
            self.effects[number] = self._with_called(own, changed)

    def _with_called(self, own: Named, changed: Cells) -> Cells:
        facts, effects = tuple(map(self.w.footprints.of_fact, own.facts)), self._called(own)
        memories = tuple([self.w.spec.memories[number].of for number in own.memories])
        key = (id(own), changed, facts, effects, memories)
        known = self.w.footprints.gatherer.framed.get(key)
        if known is None:
            recalled = [Cell(sort, number, None) for of in memories for sort, number in of]
            found = own.cells.union(families(changed), recalled, *facts, *effects)
            known = self.w.footprints.gatherer.framed[key] = (own, found)
        return known[1]

    def _called(self, own: Named) -> tuple[Cells, ...]:
        return tuple([self.effects[number] for number in own.effects])
