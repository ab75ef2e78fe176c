"""Which of several lines that are worth the same a bot goes for: the shorter, if it is ahead.

Who is ahead in the returns of a line wants it over soon; who is behind wants it long, for others
may still make mistakes. So bots do not move to and fro where every line wins.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import attrs

from interpreter.game import Game

_SHARE: Final = 200
"""Means that differ by less than this part of all returns count as worth the same."""

_SELDOM: Final = 2
"""What was tried so many times less often than the best is no match for it."""


@attrs.frozen
class Line:
    """What is known of an action: how often it was tried, and what that brought on average.

    `worth`: the mean return. `delay`: the mean of what the player got more than the average of
    all players, times the length of the line that brought it.
    """

    tried: int
    worth: Fraction
    delay: Fraction


def line_of(
    tried: int, returns: Sequence[Fraction], delays: Sequence[Fraction], player: int
) -> Line:
    """Return what totals of returns and delays over all players say of an action.

    >>> line_of(2, (Fraction(2), Fraction(-2)), (Fraction(6), Fraction(-6)), 0)
    Line(tried=2, worth=Fraction(1, 1), delay=Fraction(3, 1))
    """
    ahead = delays[player] - sum(delays, Fraction(0)) / len(delays)
    return Line(tried, returns[player] / tried, ahead / tried)


def quickest(lines: Sequence[Line], best: int, game: Game) -> int:
    """Return the place of the line to take among those that are worth what the best one is.

    Of several alike the best one, else the first, is taken.
    """
    facts = game.facts
    near = Fraction(facts.highest_return - facts.least_return, _SHARE)
    least = lines[best]
    found = best
    for at, line in enumerate(lines):
        if line.tried * _SELDOM >= least.tried and abs(line.worth - least.worth) <= near:
            found = at if line.delay < lines[found].delay else found
    return found
