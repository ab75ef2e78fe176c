"""Who looks on: a player, or an onlooker, who sees what no player is denied."""

from __future__ import annotations

import attrs

from interpreter.layout import Layout
from interpreter.position import Kinds
from interpreter.reference.events import backs_of


@attrs.frozen(eq=False)
class Observer:
    """`players`: what none of them is denied he sees; one player, or all for an onlooker."""

    layout: Layout
    player: int | None
    players: frozenset[int]
    sees: tuple[bool, ...]

    def hears(self, player: int | None) -> bool:
        """Return whether what is said or shown to somebody (None: to all) is said to him."""
        return player is None or self.players == {player}

    def backs(self, source: int, target: int, kinds: Kinds) -> tuple[int, ...]:
        """Return the backs of what moves unseen."""
        is_bag = self.layout.is_bag
        return () if is_bag[source] and is_bag[target] else backs_of(kinds, self.layout)


def observer_of(layout: Layout, player: int | None) -> Observer:
    """Return a player as one who looks on; None: an onlooker."""
    everybody = frozenset(range(len(layout.spec.players)))
    players = everybody if player is None else frozenset((player,))
    sees = tuple(players <= seen for seen in layout.seen_by)
    return Observer(layout, player, players, sees)
