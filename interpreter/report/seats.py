"""How seats share the plays of a game: at random, and among bots of growing strength."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeAlias

import attrs

from interpreter.engines.held import bytes_of
from interpreter.facts.together import is_together
from interpreter.game import Game
from interpreter.report.statistics import chi_square
from interpreter.state import State
from interpreter.tournament.standings import wilson

Share: TypeAlias = Callable[[Sequence[Fraction | int], int], float]
"""Of the returns of a play and a seat: what the seat has of it."""


def points(returns: Sequence[Fraction | int]) -> tuple[Fraction, ...]:
    """Return what seats have of one play: a point, shared by those with the highest return.

    >>> [str(part) for part in points((Fraction(1), Fraction(1), Fraction(-2)))]
    ['1/2', '1/2', '0']
    """
    best = max(returns)
    return tuple(Fraction(won == best, returns.count(best)) for won in returns)


def share(returns: Sequence[Fraction | int], seat: int) -> float:
    """Return what one seat has of a play, as `points` counts.

    >>> share((1, 1, -2), 0), share((1, 1, -2), 2)
    (0.5, 0.0)
    """
    best = max(returns)
    return 1 / returns.count(best) if returns[seat] == best else 0.0


def share_in(game: Game) -> Share:
    """Return what tells what a seat has of a play; where all win or lose together, all or nothing.

    >>> from interpreter import load
    >>> share_in(load("tic_tac_toe"))((1, 1), 0)
    0.5
    """
    return _of_all if is_together(game.spec) else share


def _of_all(returns: Sequence[Fraction | int], seat: int) -> float:
    return float(returns[seat] > 0)


def returns_from(state: State, seed: int, numbers: range) -> list[tuple[int, ...]] | None:
    """Return the returns of random playouts from a state, of these numbers of a seed.

    None where native code gives up: it has no such position, or rules go wrong in one of them.
    """
    native = state.game.native()
    assert native is not None
    flat = bytes_of(state.held, native)
    found = None if flat is None else native.native.playouts(flat, len(numbers), seed, numbers[0])
    return None if found is None or any(found.fault) else found.returns


@attrs.frozen
class Shares:
    """What part of some plays each seat has.

    `who`: who played. `draws`: plays that all seats shared. `chance`: how likely shares so uneven
    are where all seats are worth the same, over the plays that were not drawn. Where all win or
    lose together, each has the part that all win.
    """

    who: str
    games: int
    shares: tuple[float, ...]
    draws: int
    chance: float

    @classmethod
    def of(cls, who: str, returns: Sequence[tuple[Fraction, ...]], game: Game) -> Shares:
        """Return those of plays of a game with these returns."""
        seats = len(game.players)
        if is_together(game.spec):
            of_all = sum(_of_all(one, 0) for one in returns) / max(1, len(returns))
            return cls(who, len(returns), (of_all,) * seats, 0, 1.0)
        totals = [Fraction(0)] * seats
        decided = [Fraction(0)] * seats
        draws = 0
        for won, times in Counter(returns).items():
            shared = points(won)
            drawn = len(set(won)) == 1
            draws += times * drawn
            for seat, part in enumerate(shared):
                totals[seat] += times * part
                decided[seat] += 0 if drawn else times * part
        games = len(returns)
        each = (games - draws) / seats
        return cls(
            who,
            games,
            tuple(float(total / max(1, games)) for total in totals),
            draws,
            chi_square([float(part) for part in decided], [each] * seats),
        )

    def interval(self, seat: int) -> tuple[float, float]:
        """Return Wilson's interval of 95 % for a seat's share."""
        return wilson(self.shares[seat], self.games)
