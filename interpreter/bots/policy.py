"""Bots as a policy for simulations."""

from __future__ import annotations

from collections.abc import Callable

import attrs

from interpreter.bots.bot import Bot, SeatView
from interpreter.game import Game
from interpreter.knowledge.redeal import WIDTH, Belief
from interpreter.measuring.simulate import Pick
from interpreter.state import State

_SEEDS = 2**32


@attrs.define(eq=False)
class BotPolicy:
    """Lets bots choose in every seat: `make` makes one from a seed, anew for each choice.

    `width`: how many positions each seat holds possible, before it goes on with samples.

    >>> from interpreter import MonteCarlo, load, simulate
    >>> bots = BotPolicy(lambda seed: MonteCarlo(seed, iterations=30))
    >>> simulate(load("tic_tac_toe"), 2, seed=1, policy=bots).games
    2
    """

    make: Callable[[int], Bot]
    width: int = WIDTH
    _beliefs: dict[tuple[Game, int], Belief] = attrs.field(factory=dict, init=False)

    def __call__(self, state: State, pick: Pick) -> int:
        """Return the number of the action that a bot chooses."""
        seat = (state.game, state.current_player)
        if seat not in self._beliefs:
            self._beliefs[seat] = Belief.start(*seat, width=self.width)
        view = SeatView(state, self._beliefs[seat])
        return self.make(pick(_SEEDS)).choose(view).id
