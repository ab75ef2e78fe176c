"""A ladder of bots: does whoever thinks four times as long win more, and for how many rungs?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Final

import attrs

from interpreter.bots import BotPolicy, MonteCarlo
from interpreter.game import Game
from interpreter.knowledge.redeal import WIDTH
from interpreter.measuring.simulate import Pick, Policy, playout, uniform
from interpreter.report.seats import Shares, points
from interpreter.state import State
from interpreter.tournament.standings import wilson

STRENGTHS: Final = (0, 4, 16, 64)
"""Playouts for each choice of a bot on each rung; 0: it plays at random."""

LEAST: Final = 12
MOST: Final = 400
"""Plays of a rung; where an effort is not enough for the least, it is left out."""

ASKING: Final = 2
REDEALING: Final = 40
"""What it costs to ask a bot once, in playouts: where all is seen, and where it must redeal."""


@attrs.frozen
class Rung:
    """One bot against seats of the next weaker one: what part of the plays it has.

    `fair`: what it would have if it were no stronger.
    """

    stronger: str
    weaker: str
    games: int
    share: float
    fair: float

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval of 95 %."""
        return wilson(self.share, self.games)


@attrs.frozen
class _Seats:
    """A policy of its own for one seat."""

    seat: int
    own: Policy
    others: Policy

    def __call__(self, state: State, pick: Pick) -> int:
        policy = self.own if state.current_player == self.seat else self.others
        return policy(state, pick)


def name_of(strength: int) -> str:
    """Return what a bot is called on the command line."""
    return f"mc:{strength}" if strength else "random"


def policy_of(strength: int, width: int = WIDTH) -> Policy:
    """Return a bot of a strength in all seats; `width`: how many positions it holds possible."""
    if not strength:
        return uniform
    return BotPolicy(lambda seed: MonteCarlo(seed, iterations=strength), width)


def plays_for(game: Game, length: float, strength: int, effort: int) -> int:
    """Return how many plays of a mean length an effort, in playouts, is enough for."""
    asked = REDEALING if game.facts.hidden_information else ASKING
    wanted = int(effort / max(1.0, length * (asked + strength)))
    return 0 if wanted < LEAST else min(MOST, wanted)


def ladder(  # noqa: PLR0913 - one for each setting
    game: Game,
    length: float,
    seed: int,
    effort: int,
    told: Callable[[str], None] | None = None,
    *,
    width: int = WIDTH,
) -> tuple[Rung, ...]:
    """Return the rungs, from the lowest; the stronger bot sits in each seat in turn.

    `length`: the mean number of choices in a play. `effort`: playouts for each rung. `width`: how
    many positions a bot holds possible.
    """
    rungs = []
    seats = len(game.players)
    for weaker, stronger in pairwise(STRENGTHS):
        games = plays_for(game, length, stronger, effort)
        if not games:
            break
        one, other = policy_of(stronger, width), policy_of(weaker, width)
        policies = [_Seats(seat, one, other) for seat in range(seats)]
        total = Fraction(0)
        for number in range(games):
            if told is not None:
                told(f"{name_of(stronger)} against {name_of(weaker)}: {number} of {games}")
            seat = number % seats
            total += points(playout(game, seed, number, policies[seat]).returns)[seat]
        share = float(total / games)
        rungs.append(Rung(name_of(stronger), name_of(weaker), games, share, 1 / seats))
    return tuple(rungs)


def among_equals(  # noqa: PLR0913 - one for each setting
    game: Game,
    length: float,
    seed: int,
    effort: int,
    told: Callable[[str], None] | None = None,
    *,
    width: int = WIDTH,
) -> tuple[Shares, ...]:
    """Return what seats have of plays of equal bots, for each strength above random."""
    found = []
    for strength in STRENGTHS[1:]:
        games = plays_for(game, length, strength, effort)
        if not games:
            break
        policy = policy_of(strength, width)
        returns = []
        for number in range(games):
            if told is not None:
                told(f"{name_of(strength)} in all seats: {number} of {games}")
            returns.append(playout(game, seed, number, policy).returns)
        found.append(Shares.of(name_of(strength), returns, game))
    return tuple(found)


def by_all(shares: Sequence[Shares]) -> tuple[Rung, ...]:
    """Return the rungs of a game that all win or lose together: each bot plays every seat.

    `shares`: those of random plays, and of stronger and stronger bots. `fair` is what all win
    where the weaker one plays.
    """
    return tuple(
        Rung(stronger.who, weaker.who, stronger.games, stronger.shares[0], weaker.shares[0])
        for weaker, stronger in pairwise(shares)
    )
