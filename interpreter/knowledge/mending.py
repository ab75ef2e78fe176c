"""Draws of a play changed so that it agrees with a step that it does not agree with.

A hand that was laid open says which of its cards were guessed wrong: what was seen to leave it and
did not lie there, and what lies there beside it. A draw that brought one of the latter brings one
of the former from now on, which lay in the bag, or trades with the draw that took it from there.
None of this has to be likely or reversible: moves that are (`moves`) follow.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, Generic

import attrs

from interpreter.chance import Numbers
from interpreter.knowledge.building import zones_of
from interpreter.knowledge.ground import C, Ground
from interpreter.knowledge.moves import Mover
from interpreter.knowledge.sights import Sight
from interpreter.knowledge.trail import Trail
from interpreter.layout import Layout
from interpreter.position import Kinds
from interpreter.reference.events import Moved

_TRIED: Final = 16
"""Changes tried at once, by lot."""

IN_ALL: Final = 160
"""Changes tried for one step: more cost as much as another play, and seldom help."""

_RARELY: Final = 4
"""Of so many changes one is of any draw, the others of the last, which most of what lies in a zone
came by."""


@attrs.define
class Differing:
    """What was seen to leave a zone and did not lie there, and what was left there."""

    missing: Counter[int]
    left: Counter[int]


def differing(held: Sequence[Kinds], sights: Sequence[Sight]) -> dict[int, Differing]:
    """Compare what zones hold with what was seen to leave them in a step.

    >>> moved = [Moved(0, 1, (kind,), 1) for kind in (4, 4, 5)]
    >>> found = differing([(3, 4, 5, 6), ()], moved)
    >>> dict(found[0].missing), sorted(found[0].left.elements())
    ({4: 1}, [3, 6])
    """
    found: dict[int, Differing] = {}
    for sight in sights:
        if not isinstance(sight, Moved) or sight.kinds is None:
            continue
        source, target = (
            found.setdefault(cell, Differing(Counter(), Counter(held[cell])))
            for cell in (sight.source, sight.target)
        )
        for kind in sight.kinds:
            if source.left[kind]:
                source.left[kind] -= 1
            else:
                source.missing[kind] += 1
            target.left[kind] += 1
    return found


class Mender(Generic[C]):
    """Changes draws of chains, as a step was seen. `left`: how many changes may be tried."""

    def __init__(self, layout: Layout, ground: Ground[C], trail: Trail, mover: Mover[C]) -> None:
        self._layout = layout
        self._ground = ground
        self._trail = trail
        self._mover = mover
        self.left = IN_ALL

    def mend(self, chain: C, point: int, numbers: Numbers) -> bool:
        """Change a draw for a step from a point to agree; False where no change is possible."""
        held = zones_of(self._ground.state(chain, point).position, self._layout)
        found = differing(held, [sight for sight, _ in self._trail.passed[point]])
        hidden = {
            cell: zone
            for cell, zone in found.items()
            if self._trail.player not in self._layout.seen_by[cell]
        }
        lacking = {cell: zone for cell, zone in hidden.items() if zone.missing} or hidden
        brought = {cell: self._brought(chain, cell, zone.left) for cell, zone in lacking.items()}
        cells = [cell for cell, draws in brought.items() if draws]
        for _ in range(min(_TRIED, self.left) if cells else 0):
            self.left -= 1
            cell = cells[numbers.below(len(cells))]
            zone, draws = lacking[cell], brought[cell]
            if numbers.below(_RARELY):
                draws = draws[-zone.left.total() :]
            draw = draws[numbers.below(len(draws))]
            kind = self._instead(chain, draw, zone, numbers)
            if kind != chain.numbers[draw] and self._change(chain, draw, kind, numbers):
                return True
        return False

    def _brought(self, chain: C, cell: int, left: Counter[int]) -> list[int]:
        """Return unseen draws of what is left in a zone: into it, where there are any."""
        draws = [draw for draw in self._trail.draws if left[chain.numbers[draw]] > 0]
        return [draw for draw in draws if self._moved(draw).target == cell] or draws

    def _moved(self, draw: int) -> Moved:
        sight, _ = self._trail.passed[draw][0]
        assert isinstance(sight, Moved), "something was drawn there"
        return sight

    def _instead(self, chain: C, draw: int, zone: Differing, numbers: Numbers) -> int:
        """Return what a draw should have brought: what is missing, or else anything."""
        missing = list(zone.missing)
        if missing:
            return missing[numbers.below(len(missing))]
        ways, _ = self._ground.ways(chain, draw, every=True)
        return numbers.weighted(ways)

    def _change(self, chain: C, draw: int, kind: int, numbers: Numbers) -> bool:
        """Let a draw bring another kind, or trade with one from there that brought it."""
        source, before = self._moved(draw).source, chain.numbers[draw]
        others = [
            other
            for other in self._trail.draws
            if chain.numbers[other] == kind and self._moved(other).source == source
        ]
        at = numbers.below(len(others) + 1)
        if at < len(others):
            return self._mover.trade(chain, draw, others[at])
        return self._mover.put(chain, draw, (before, kind))
