"""Saved plays that commands go on from."""

from __future__ import annotations

from interpreter.game import Game
from interpreter.hosting.playthrough import Playthrough, restore
from interpreter.load import UsageError, find
from interpreter.state import State
from interpreter.testing.beginning import game_of


def reopen(saved: Playthrough, game: str | None = None, engine: str | None = None) -> State:
    """Return the last state of a saved play; `game` None: of the rules it was saved with."""
    return restore(rules_of(saved, game, engine), saved)


def rules_of(saved: Playthrough, game: str | None, engine: str | None) -> Game:
    """Return the game of a saved play; `game` None: by the rules it was saved with.

    Raises:
        UsageError: it does not say which they were, or they are not there.
    """
    if not (game or saved.rules):
        raise UsageError(f"{saved.origin} does not say where its rules are: add --game GAME")
    rules = find(game or saved.rules)
    players, options = len(saved.players), dict(saved.options)
    return game_of(rules, saved.scenario, players=players, options=options, engine=engine)
