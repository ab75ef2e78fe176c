"""Random playouts from a state, added up: what search and measurements ask for again and again."""

from __future__ import annotations

from fractions import Fraction

import attrs

from interpreter import arguments
from interpreter.engines.held import bytes_of
from interpreter.measuring.simulate import Tally, play_on, uniform
from interpreter.standing import standing
from interpreter.state import State


@attrs.frozen
class Rollouts:
    """What came of `games` playouts, added up.

    `choices` of players; `decisions` are those with at least two legal actions; `chances` are
    chance points. `returns` are the players' totals.

    >>> from interpreter import load
    >>> done = rollouts(load("kuhn_poker").start(), 10, seed=1)
    >>> done.games, done.chances, sum(done.means)
    (10, 20, Fraction(0, 1))
    """

    games: int
    choices: int
    decisions: int
    chances: int
    returns: tuple[Fraction, ...]

    @property
    def means(self) -> tuple[Fraction, ...]:
        """The mean return of each player."""
        return tuple(total / self.games for total in self.returns)


def rollouts(
    state: State, n: int, seed: int = 0, first: int = 0, horizon: int | None = None
) -> Rollouts:
    """Play `n` games to the end from a state, all choosing at random.

    Playout number `first + i` draws from the numbers of `simulate` with this seed; so ranges of
    playouts may be played in any order, and their figures added. Native code plays where it can.
    Where the rules declare a standing, a playout is cut after `horizon` choices and chance points
    and counts by it; elsewhere, and with None, all go to their ends.

    >>> from interpreter import load
    >>> start = load("tic_tac_toe").start()
    >>> both = [rollouts(start, 50, seed=1, first=at) for at in (0, 50)]
    >>> rollouts(start, 100, seed=1).choices == both[0].choices + both[1].choices
    True

    Raises:
        ValueError: `n` is not above 0, or `first` or `horizon` below it.
        TypeError: one of these is no whole number, or `state` no state.
        RuleFault: the rules do what they must not do; the message names their line.
    """
    arguments.expect(state, State, "playouts begin at a `State`")
    n = arguments.whole(n, "the number of playouts is a whole number from 1", 1)
    seed = arguments.seed_of(seed)
    first = arguments.whole(first, "the number of the first playout is a whole number from 0", 0)
    horizon = arguments.whole_or_none(horizon, arguments.HORIZON, 0)
    cut = None if state.game.spec.standing is None else horizon
    native = state.game.native()
    flat = None if native is None else bytes_of(state.held, native)
    if native is not None and flat is not None:
        told = native.native.sums(flat, n, seed, first, cut)
        fault, choices, decisions, chances, _, _, *returns = told
        if not fault:
            scale = native.codec.lowered.scale
            parts = tuple(Fraction(part, scale) for part in returns)
            return Rollouts(n, choices, decisions, chances, parts)
    return _slowly(state, (seed, first, n), cut)


def _slowly(state: State, which: tuple[int, int, int], horizon: int | None) -> Rollouts:
    (seed, first, n), tally, begin = which, Tally(), state.with_seed(None)
    ends = [
        play_on(begin, (seed, number), uniform, tally, horizon)
        for number in range(first, first + n)
    ]
    parts = [end.returns if end.is_terminal else standing(end) for end in ends]
    totals = tuple(sum(won, Fraction(0)) for won in zip(*parts, strict=True))
    return Rollouts(n, tally.choices, tally.decisions, tally.chances, totals)
