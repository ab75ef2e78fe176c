"""A bot that tries every action in random playouts from positions its seat thinks possible.

Flat Monte Carlo: rounds of one redeal and one playout for each action, in an order drawn anew,
until the budget is spent. Where that is a number of playouts or steps, the answer follows from the
seed and the view; where it is time, it depends on the machine too. Of actions that are worth the
same the one that wins sooner is chosen (`pace`).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from time import monotonic
from typing import Final

import attrs

from interpreter import arguments
from interpreter.action import Action
from interpreter.bots.bot import View
from interpreter.bots.clock import deadline, prepared, redealt
from interpreter.bots.pace import Line, goes_back, line_of, pursued
from interpreter.chance import Numbers
from interpreter.engines.holding import Holder
from interpreter.game import Game
from interpreter.knowledge.redeal import RedealExhausted
from interpreter.measuring.rollouts import rollouts
from interpreter.standing import horizon_in, standing
from interpreter.state import CHANCE, State
from interpreter.tree import onward

_LONG: Final = 2_000
"""Where playouts are given up that nothing tells the worth of."""


@attrs.define
class _Budget:
    """What is left to be spent on one choice; None where there is no such limit."""

    playouts: int
    steps: int | None
    until: float | None

    def is_spent(self) -> bool:
        return self.playouts <= 0 or (self.steps is not None and self.steps <= 0) or self.is_late()

    def is_late(self) -> bool:
        return self.until is not None and monotonic() >= self.until

    def spend(self, steps: int) -> None:
        self.playouts -= 1
        if self.steps is not None:
            self.steps -= steps


@attrs.define
class _Result:
    """What the playouts of an action brought all players, and that times their lengths."""

    players: int
    tried: int = 0
    returns: list[Fraction] = attrs.field(init=False)
    delays: list[Fraction] = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self.returns, self.delays = ([Fraction(0)] * self.players for _ in range(2))

    def add(self, returns: Sequence[Fraction], length: int) -> None:
        """Count a playout; without returns it was worth nothing."""
        self.tried += 1
        for player, won in enumerate(returns):
            self.returns[player] += won
            self.delays[player] += won * length

    def line(self, player: int) -> Line:
        """Return what a player knows of the action."""
        return line_of(self.tried, self.returns, self.delays, player)


@attrs.frozen
class MonteCarlo:
    """Chooses the action with the best mean return.

    For each choice, over all actions: at most `iterations` playouts, none begun after `steps`
    choices and chance outcomes in them, none gone on with after `seconds` (None: no such limit).
    Those count from when it is asked, compiling and redealing included; where they are over before
    the first playout, it chooses by lot.
    A playout longer than `horizon` is cut: it counts by the standing that the rules declare, and
    nothing where they declare none. Without a `horizon` that is where it pays: after 2,000
    choices and chance outcomes, and much sooner where there is a standing.

    >>> from interpreter import Session, load
    >>> session = Session(load("tic_tac_toe"), {"O": MonteCarlo(iterations=50)}, seed=1)
    >>> session.submit("X", "mark b2")["to_act"]
    'X'
    """

    seed: int = 0
    iterations: int = 400
    steps: int | None = None
    seconds: float | None = None
    horizon: int | None = None

    def __attrs_post_init__(self) -> None:
        """Refuse what is no number, or too small.

        Raises:
            TypeError: something is no number, or no whole one.
            ValueError: something is below 0.
        """
        arguments.seed_of(self.seed)
        arguments.whole(self.iterations, arguments.ITERATIONS, 0)
        arguments.whole_or_none(self.steps, "the number of steps is a whole number from 0", 0)
        arguments.amount_or_none(self.seconds, arguments.SECONDS)
        arguments.whole_or_none(self.horizon, arguments.HORIZON, 0)

    def choose(self, view: View) -> Action:
        """Return one of the legal actions; the only one unasked."""
        actions = view.legal_actions
        if len(actions) == 1:
            return actions[0]
        numbers = Numbers("mc bot", self.seed, view.moment)
        results, deal = self._try_out(view, actions, numbers)
        order = _shuffled(len(actions), numbers)
        tried = [at for at in order if results[at].tried]
        if not tried:
            return actions[order[0]]
        lines = [results[at].line(view.player) for at in tried]
        taken = pursued(
            lines,
            lambda line: (line.worth,),
            view.game,
            lambda at: deal is not None and goes_back(deal, actions[tried[at]].id),
        )
        return actions[tried[taken]]

    def _try_out(
        self, view: View, actions: Sequence[Action], numbers: Numbers
    ) -> tuple[list[_Result], State | None]:
        """Return for each action what its playouts were worth, and a play that may be real."""
        until = deadline(self.seconds)
        results = [_Result(len(view.game.players)) for _ in actions]
        found: State | None = None
        if not prepared(view.game, until):
            return results, found
        budget = _Budget(self.iterations, self.steps, until)
        holder, ids = Holder(view.game), [action.id for action in actions]
        while not budget.is_spent():
            try:
                found = redealt(view, numbers.below(2**32), until)
            except RedealExhausted:
                break
            deal = holder.state(found)
            for at in _shuffled(len(actions), numbers):
                if budget.is_spent():
                    break
                tried = deal.child(ids[at])
                self._playout(tried, numbers.below(2**63), budget, results[at])
        return results, found

    def _playout(self, state: State, seed: int, budget: _Budget, result: _Result) -> None:
        """Add what all get when all go on at random; nothing where time ran out.

        The numbers are those of `rollouts`, so that the answer does not depend on the engine.
        """
        horizon = self._horizon_in(state.game)
        if state.game.native() is not None:
            done = rollouts(state, 1, seed, horizon=horizon)
            steps = done.choices + done.chances
            budget.spend(min(steps, horizon) + 1)
            result.add(done.returns if steps <= horizon else (), min(steps, horizon))
            return
        chance_stream, player_stream = Numbers("chance", seed, 0), Numbers("players", seed, 0)
        step = 0
        while not state.is_terminal and step < horizon:
            if budget.is_late():
                return
            step += 1
            if state.current_player == CHANCE:
                state = onward(state, chance_stream.outcome(state.chance_outcomes))
            else:
                ids = state.legal_ids
                state = onward(state, ids[player_stream.below(len(ids))])
        budget.spend(step + 1)
        if state.is_terminal:
            result.add(state.returns, step)
        else:
            result.add(() if state.game.spec.standing is None else standing(state), step)

    def _horizon_in(self, game: Game) -> int:
        """Return after how many choices and chance outcomes playouts are cut."""
        cut = horizon_in(game, self.horizon)
        return cut if cut is not None else _LONG if self.horizon is None else self.horizon


def _shuffled(size: int, numbers: Numbers) -> list[int]:
    """Return 0..size-1 in random order (Fisher and Yates)."""
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        other = numbers.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order
