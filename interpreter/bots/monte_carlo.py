"""A bot that tries every action in random playouts from positions its seat thinks possible.

Flat Monte Carlo: rounds of one redeal and one playout for each action, in an order drawn anew,
until the budget is spent. All budgets are counts and no clock is read, so that the answer follows
from the seed and the view.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from interpreter.bots.bot import View
from interpreter.chance import Numbers
from interpreter.choice import Action
from interpreter.redeal import RedealExhausted
from interpreter.state import CHANCE, State
from interpreter.tree import onward


@attrs.frozen
class MonteCarlo:
    """Chooses the action with the best mean return.

    For each choice, over all actions: at most `iterations` playouts, none begun after `steps`
    choices and chance outcomes in them (None: no such limit). A playout longer than `horizon` is
    given up and counts nothing.
    """

    seed: int = 0
    iterations: int = 400
    steps: int | None = None
    horizon: int = 2_000

    def choose(self, view: View) -> Action:
        """Return one of the legal actions; the only one unasked."""
        actions = view.legal_actions
        if len(actions) == 1:
            return actions[0]
        numbers = Numbers("mc bot", self.seed, view.moment)
        results = self._try_out(view, actions, numbers)
        order = _shuffled(len(actions), numbers)
        return actions[max(order, key=lambda at: _mean(results[at]))]

    def _try_out(
        self, view: View, actions: Sequence[Action], numbers: Numbers
    ) -> list[list[float]]:
        """Return for each action what its playouts were worth."""
        results: list[list[float]] = [[] for _ in actions]
        left, steps = self.iterations, 0
        while left > 0 and not self._is_spent(steps):
            try:
                deal = view.redeal(numbers.below(2**32))
            except RedealExhausted:
                break
            for at in _shuffled(len(actions), numbers)[:left]:
                if self._is_spent(steps):
                    break
                worth, length = self._playout(deal.child(actions[at].id), view.player, numbers)
                results[at].append(worth)
                left -= 1
                steps += length + 1
        return results

    def _is_spent(self, steps: int) -> bool:
        return self.steps is not None and steps >= self.steps

    def _playout(self, state: State, player: int, numbers: Numbers) -> tuple[float, int]:
        """Return what `player` gets when all go on at random, and after how many steps."""
        for step in range(self.horizon):
            if state.is_terminal:
                return float(state.returns[player]), step
            if state.current_player == CHANCE:
                state = onward(state, numbers.outcome(state.chance_outcomes))
            else:
                ids = state.legal_ids
                state = onward(state, ids[numbers.below(len(ids))])
        return 0.0, self.horizon


def _mean(values: list[float]) -> float:
    """Return the mean; what was never tried is worth less than anything."""
    return sum(values) / len(values) if values else float("-inf")


def _shuffled(size: int, numbers: Numbers) -> list[int]:
    """Return 0..size-1 in random order (Fisher and Yates)."""
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        other = numbers.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order
