"""Which of several lines that are worth the same a bot goes for: the shorter, if it is ahead.

Who is ahead in the returns of a line wants it over soon; who is behind wants it long, for others
may still make mistakes. So bots do not move to and fro where every line wins. Nor do they undo
what they have just done: nobody goes back to where he stood since others last acted.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

import attrs

from interpreter.game import Game
from interpreter.position import Choosing, Frame, Position, Repeating
from interpreter.state import State

_SHARE: Final = 200
"""Means that differ by less than this part of all returns count as worth the same."""

_SELDOM: Final = 2
"""What was tried so many times less often than the best is no match for it."""

_BACK: Final = 100
"""Choices in a row of one player that are looked back at."""


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


def pursued(
    lines: Sequence[Line],
    rank: Callable[[Line], tuple[Fraction, ...]],
    game: Game,
    goes_back: Callable[[int], bool],
) -> int:
    """Return the place of the line to take: the quickest of the best that does not go back.

    `rank`: the best has the most. Where all lines go back, it is the one that else was taken.
    """
    left = list(range(len(lines)))
    first: int | None = None
    while left:
        best = max(range(len(left)), key=lambda at: rank(lines[left[at]]))
        found = left[quickest([lines[at] for at in left], best, game)]
        if not goes_back(found):
            return found
        first = found if first is None else first
        left.remove(found)
    assert first is not None, "there is a line"
    return first


def goes_back(state: State, number: int) -> bool:
    """Return whether an action leads to where its player stood since others last acted.

    That is where all lies the same, and the same is asked; how often it may still be done does
    not count. `state` may be a redeal: what it is compared with lies on its own way.
    """
    player = state.current_player
    child = state.child(number)
    if child.current_player != player:
        return False
    there = _standing_of(child.position)
    at: State | None = state
    for _ in range(_BACK):
        if at is None or at.current_player != player:
            return False
        if _standing_of(at.position) == there:
            return True
        at = at.previous
    return False


def _standing_of(position: Position) -> tuple[object, ...]:
    """Return a position without how often something may still be done."""
    return position.cells, position.memories, tuple(map(_uncounted, position.control))


def _uncounted(frame: Frame) -> Frame:
    if isinstance(frame, Choosing | Repeating):
        return frame._replace(left=min(frame.left, 1))
    return frame
