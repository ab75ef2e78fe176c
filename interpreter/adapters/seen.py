"""What a player knows, in the forms that tools for learning ask for: rows of numbers, and lines.

The lines of a player are cut into those that everybody shares and those that are his own: what he
sees and some other player does not.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TypeAlias

import attrs
import numpy as np
from numpy.typing import NDArray

from interpreter import Game, State
from interpreter.batch import BatchGame

Row: TypeAlias = NDArray[np.float32]


@attrs.frozen(eq=False)
class Rows:
    """Reads observations of one game as rows of numbers; `batch.observation_layout` says which."""

    batch: BatchGame
    size: int

    def read(self, state: State, player: int) -> NDArray[np.int32]:
        """Return what a player sees of a state."""
        return self.batch.observe(state, player)


@cache
def row_of(game: Game) -> Rows:
    """Return what reads the observations of a game.

    Raises:
        UsageError: there is no native code of the game, or none on this machine.
    """
    batch = BatchGame(game, 1, observe=False, quick=True)
    last = batch.observation_layout[-1]
    return Rows(batch, last.start + last.size)


@attrs.frozen
class Seen:
    """What a player sees at a state, one line for each zone and variable."""

    state: State
    player: int

    @property
    def lines(self) -> tuple[str, ...]:
        """All of it."""
        return tuple(f"{name}: {text}" for name, text in self.entries().items())

    def entries(self) -> dict[str, str]:
        """Return the text of each zone and variable, and where play stands."""
        told = self.state.observation(self.player)
        found = {"now": str(told["now"])}
        for part in ("zones", "variables"):
            inside = told[part]
            assert isinstance(inside, dict)
            found |= {name: str(value) for name, value in inside.items()}
        if told["returns"] is not None:
            found["returns"] = str(told["returns"])
        return found


def every_item(state: State, player: int) -> tuple[str, ...]:
    """Return all that a player has done and seen, an item each; equal where he cannot tell."""
    return tuple(item for at in state.path for item in last_items(at, player))


def last_items(state: State, player: int) -> tuple[str, ...]:
    """Return what the last step has added to that."""
    before = state.previous
    chose = before is not None and before.current_player == player
    own = (f"chose {state.action}",) if chose else ()
    return (*own, *map(str, state.events(player)))


def public(state: State, *, recalls: bool) -> tuple[str, ...]:
    """Return what all players see alike: now, or with `recalls` since the start."""
    if recalls:
        return tuple(item for item, shared in _told(state, 0) if shared)
    everybody = [Seen(state, player).entries() for player in range(len(state.game.players))]
    return tuple(
        f"{name}: {text}"
        for name, text in everybody[0].items()
        if all(seen.get(name) == text for seen in everybody)
    )


def private(state: State, player: int, *, recalls: bool) -> tuple[str, ...]:
    """Return what a player sees and some other does not: now, or since the start."""
    if recalls:
        return tuple(item for item, shared in _told(state, player) if not shared)
    others = [Seen(state, who).entries() for who in range(len(state.game.players))]
    return tuple(
        f"{name}: {text}"
        for name, text in Seen(state, player).entries().items()
        if not text.startswith("{") and any(seen.get(name) != text for seen in others)
    )


def _told(state: State, player: int) -> Iterator[tuple[str, bool]]:
    """Yield what a player was told since the start, and whether all others were told the same."""
    others = [who for who in range(len(state.game.players)) if who != player]
    for at in state.path:
        choice, mine = at.told(None), at.told(player)
        if choice is not None:
            yield str(choice), True
        if mine not in {None, choice}:
            yield str(mine), False
        theirs = [set(at.effects(who)) for who in others]
        for event in at.effects(player):
            yield str(event), all(event in events for events in theirs)
