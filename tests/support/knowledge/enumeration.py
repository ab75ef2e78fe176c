"""All plays of a small game, with weights: what sampling is measured against.

Written without `interpreter.knowledge.redeal`, from Ref §18: chance by its weights, the choices of
others uniform over what was legal, one's own choices given.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from interpreter.game import Game
from interpreter.position import CHANCE
from interpreter.state import State


class Known(NamedTuple):
    """What a player knows after so many points: their number is public (Ref §5)."""

    steps: int
    seen: tuple[object, ...]


def all_plays(
    state: State, player: int, weight: Fraction = Fraction(1)
) -> Iterator[tuple[State, Fraction]]:
    """Yield every state of a game with the weight of the play that leads to it."""
    yield state, weight
    if state.current_player == CHANCE:
        for outcome, probability in state.chance_outcomes:
            yield from all_plays(state.child(outcome), player, weight * probability)
    for number in state.legal_ids:
        own = state.current_player == player
        share = Fraction(1) if own else Fraction(1, len(state.legal_ids))
        yield from all_plays(state.child(number), player, weight * share)


def known(state: State, player: int) -> Known:
    """Return what a player knows at a state."""
    return Known(len(state.history), lived(state, player))


def lived(state: State, player: int) -> tuple[object, ...]:
    """Return a player's own choices and the effects that he saw, without what that tells him."""
    found: list[object] = []
    for at in state.path:
        if at.previous is not None and at.previous.current_player == player:
            found.append(("chose", at.action))
        found += at.effects(player)
    return tuple(found)


def by_knowledge(game: Game, player: int) -> dict[Known, list[tuple[State, Fraction]]]:
    """Return all plays of a game, put together where the player cannot tell them apart."""
    found: defaultdict[Known, list[tuple[State, Fraction]]] = defaultdict(list)
    for state, weight in all_plays(game.start(), player):
        found[known(state, player)].append((state, weight))
    return dict(found)


def posterior(plays: list[tuple[State, Fraction]]) -> dict[tuple[int, ...], Fraction]:
    """Return how likely each of some plays is, by its history."""
    total = sum(weight for _, weight in plays)
    return {state.history: weight / total for state, weight in plays}
