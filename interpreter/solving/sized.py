"""How large the tree of a game is: what is certain, and what random plays tell.

Each option that is met is a history of its own, whether it is followed or not. So a tree is known
to be too large long before all that is too much has been gone through.

Source of the estimate: Knuth, Estimating the efficiency of backtrack programs (1975).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

from interpreter.chance import Numbers
from interpreter.game import Game
from interpreter.state import State
from interpreter.tree import followers

_PLAYS: Final = 20
_STEPS: Final = 4_000
_EXACTLY: Final = 10_000


def after(state: State, number: int) -> State:
    """Return the state after one of `followers(state)`, which knows no way back."""
    return state.bare_child(number)


def passes(game: Game, most: int, progress: Callable[[int], None] | None = None) -> bool:
    """Return whether a game has more than `most` histories.

    >>> from interpreter import load
    >>> [passes(load("kuhn_poker"), most) for most in (57, 58)]
    [True, False]
    """
    start = game.start()
    options = followers(start)
    found = 1 + len(options)
    waiting = deque([(start, options)])
    while waiting and found <= most:
        state, options = waiting.popleft()
        for number in options:
            child = after(state, number)
            further = followers(child)
            found += len(further)
            if found > most:
                return True
            if further:
                waiting.append((child, further))
        if progress is not None:
            progress(found)
    return found > most


def about(game: Game) -> int:
    """Return how many histories there may be, by a few random plays; often it is too few.

    In each play every option stands for as many as the product of the numbers of options before
    it. Plays that are very long are broken off.
    """
    found = steps = 0
    for play in range(_PLAYS):
        picks = Numbers("histories", 0, play)
        state, share, found = game.start(), 1, found + 1
        while options := followers(state):
            share *= len(options)
            found += share
            steps += 1
            if steps >= _STEPS:
                return found // (play + 1)
            state = after(state, options[picks.below(len(options))])
    return found // _PLAYS


def rounded(number: int) -> str:
    """Return a large number as it is said: powers of ten.

    >>> rounded(4321), rounded(10**5), rounded(10**5000)
    ('4,321', '10^5', '10^5000')
    """
    if number < _EXACTLY:
        return f"{number:,}"
    low = int((number.bit_length() - 1) * 0.30102999566398)
    return f"10^{low + 1 if number >= 10 ** (low + 1) else low}"
