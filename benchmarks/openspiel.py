"""OpenSpiel as a peer: its games, written in C++, driven by a loop in Python."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import attrs

from benchmarks.measuring import Measurement, Missing, cpu_time, run_batches

if TYPE_CHECKING:
    import pyspiel

NAME = "openspiel"


@attrs.frozen
class OpenSpiel:
    """A game of OpenSpiel: a list of all legal actions at each choice, one of them applied."""

    game: str
    rules: pyspiel.Game
    name: str = NAME

    def run(self, seconds: float, seed: int) -> Measurement:
        """Play for some time."""
        return run_batches(self._play, seconds, seed)

    def _play(self, n: int, seed: int) -> Measurement:
        rng = random.Random(seed)
        players = self.rules.num_players()
        choices = decisions = 0
        returns = [0.0] * players
        began = cpu_time()
        for _ in range(n):
            state = self.rules.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(_drawn(state, rng))
                    continue
                actions = state.legal_actions()
                choices += 1
                decisions += len(actions) > 1
                state.apply_action(actions[int(rng.random() * len(actions))])
            for player, value in enumerate(state.returns()):
                returns[player] += value
        spent = cpu_time() - began
        return Measurement(n, choices, decisions, spent, tuple(sum_ / n for sum_ in returns))


def openspiel(game: str, theirs: str) -> OpenSpiel | Missing:
    """Return OpenSpiel as a peer for a game, by the name that the game has there."""
    try:
        import pyspiel  # noqa: PLC0415  an extra, and slow to import
    except ImportError:
        return Missing(NAME, "pyspiel is not installed")
    return OpenSpiel(game, pyspiel.load_game(theirs))


def _drawn(state: pyspiel.State, rng: random.Random) -> int:
    outcomes: list[tuple[int, float]] = state.chance_outcomes()
    left = rng.random()
    for action, probability in outcomes:
        left -= probability
        if left < 0:
            return action
    return outcomes[-1][0]
