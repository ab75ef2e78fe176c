"""The ways that chance may go in a scenario which says `with any chance`, one after the other.

before:  draw(king) of three, draw(ace) of two      places (0, 0) of (3, 2)
after:   draw(king), draw(queen)                    places (0, 1) of (3, 2)
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import attrs

MOST_WAYS = 1_000
"""Ways that are all tried; where there are more, seeds are."""

SEEDS = 200
"""How many seeds stand for the ways that are too many."""


@attrs.define
class Way:
    """One way: at each point of chance the place of what comes among what may come.

    `begun`: the first of them; further points take the first outcome.
    """

    begun: tuple[int, ...] = ()
    _taken: list[tuple[int, int]] = attrs.field(factory=list, init=False)

    def outcome(self, outcomes: Sequence[tuple[int, Fraction]]) -> int:
        """Return the outcome that comes at the next point of chance."""
        at = len(self._taken)
        place = self.begun[at] if at < len(self.begun) else 0
        self._taken.append((place, len(outcomes)))
        return outcomes[place][0]

    def following(self) -> Way | None:
        """Return the next way, the last point varying fastest; None behind the last one.

        >>> way, half = Way(), Fraction(1, 2)
        >>> way.outcome([(4, half), (6, half)])
        4
        >>> following = way.following()
        >>> following.begun, following.outcome([(4, half), (6, half)]), following.following()
        ((1,), 6, None)
        """
        places = list(self._taken)
        while places:
            place, count = places.pop()
            if place + 1 < count:
                return Way((*(earlier for earlier, _ in places), place + 1))
        return None
