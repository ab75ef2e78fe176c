"""What facts tell: found once for all walks that give the same names to the same values.

    before:  holds(t, s), asked in one variant of `fight` and then in another
    after:   the second takes the secrets and the name that the first has found

What is told says where it is read. So it is known by which objects the fact and all that it asks
are: those of another text stand elsewhere.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final, TypeAlias

import attrs

from rulelang.freezing import define, frozen
from rulelang.secrecy.bodies import Asked, Bodies
from rulelang.secrecy.secrets import Value

MOST: Final = 20_000
"""When so much is known of one fact, it is forgotten."""


@frozen
class Fact:
    """What a fact tells.

    `cost`, `depth`: of how many steps it is, and how far it nests, with nothing remembered.
    """

    value: Value
    cost: int
    depth: int


Given: TypeAlias = tuple[tuple[Value, ...], Hashable, Hashable]
"""What a fact is given, where in the text that stands, and what has changed before."""
Told: TypeAlias = dict[Given, Fact]
AllTold: TypeAlias = dict[Hashable, tuple[Asked, Told]]
"""What facts tell, by which objects they and all that they ask are."""


@define
class Facts:
    """What the facts of one specification tell. `others`: what they told in all walks.

    `mine`: those of them that this walk has found, or taken.
    """

    bodies: Bodies
    others: AllTold
    mine: dict[tuple[int, Given], Fact] = attrs.field(factory=dict)
    _told: dict[int, Told] = attrs.field(factory=dict)

    def find(self, fact: int, key: Given, room: int) -> tuple[Fact | None, int]:
        """Return what a fact tells, if that is known, and what another walk has spared this one.

        `room`: how far it may nest. Where it did so further elsewhere, it is walked.
        """
        known = self.mine.get((fact, key))
        if known is not None:
            return known, 0
        known = self._of(fact).get(key)
        if known is None or known.depth > room:
            return None, 0
        self.mine[fact, key] = known
        return known, known.cost

    def note(self, fact: int, key: Given, found: Fact) -> None:
        """Note what a fact tells."""
        told = self._of(fact)
        if len(told) >= MOST:
            told.clear()
        self.mine[fact, key] = told[key] = found

    def _of(self, fact: int) -> Told:
        known = self._told.get(fact)
        if known is None:
            asked = self.bodies.asked[fact]
            known = self._told[fact] = self.others.setdefault(name_of(asked), (asked, {}))[1]
        return known


def name_of(asked: Asked) -> Hashable:
    """Return what tells a fact from others, with all that it asks."""
    return tuple([(number, id(body)) for number, body in asked.items()])
