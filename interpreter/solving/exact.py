"""Exact values of open games for two (or one), by search with a table over positions.

Alpha-beta over intervals: what a position is worth lies between two bounds, which are true however
deep the search went, so the table keeps them from one search to the next. The search goes deeper
step by step until both bounds of the root are equal; that finds short wins first, and does not
follow games that may go on for hundreds of turns to their end. At chance points the bounds are
weighted by probability. Values are returns of the first player; those of the second follow, as
both always add up to the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Final, TypeAlias

import attrs

from interpreter import arguments
from interpreter.action import Action
from interpreter.bots import View
from interpreter.chance import Numbers
from interpreter.engines.holding import Holder
from interpreter.game import Game
from interpreter.load import UsageError
from interpreter.position import CHANCE
from interpreter.solving.sized import after
from interpreter.state import State
from interpreter.tree import Key, key

LIMIT: Final = 500_000
"""Positions that a search looks into."""

_DEEPEST: Final = 800
_Value: TypeAlias = int | Fraction
_Bounds: TypeAlias = tuple[_Value, _Value]


class _SpentError(Exception):
    """The search has looked into as many positions as it may, or as deep."""


_LIMITS: Final = (_SpentError, RecursionError)
"""What ends a search with what is known: its limits, or plays too long for the stack of Python."""


@attrs.frozen
class _Known:
    """The bounds of a position.

    It was looked into so deep, without leaving out what may matter between `alpha` and `beta`.
    """

    low: _Value
    high: _Value
    depth: int
    alpha: _Value
    beta: _Value

    def suffices(self, depth: int, alpha: _Value, beta: _Value) -> bool:
        """Return whether to look again would bring nothing new."""
        return self.depth >= depth and self.alpha <= alpha and self.beta >= beta


@attrs.frozen
class Solution:
    """What a position is worth to the first player: from `low` to `high`, equal where it is known.

    `line`: actions of best play, up to the end or to the first chance point; () where it is not
    known. `positions`: how many were looked into. `interrupted`: the user stopped the search.
    """

    game: Game
    low: Fraction
    high: Fraction
    line: tuple[Action, ...]
    positions: int
    interrupted: bool = False

    @property
    def is_exact(self) -> bool:
        """Whether the value is known."""
        return self.low == self.high

    @property
    def returns(self) -> tuple[Fraction, ...]:
        """What each player gets with best play.

        Raises:
            ValueError: it is not known.
        """
        if not self.is_exact:
            raise ValueError("the value is not known")
        total = self.game.facts.sum_of_returns
        if total is None or len(self.game.players) == 1:
            return (self.low,)
        return self.low, total - self.low


@attrs.define(eq=False)
class Solver:
    """Searches positions of one game, and remembers what it found.

    >>> from interpreter import load
    >>> state = load("tic_tac_toe").start().apply(4).apply(1)
    >>> solver = Solver(state.game)
    >>> {action.id: str(value) for action, value in solver.values(state).items()}[0]
    '1'

    Raises:
        UsageError: something is hidden in the game, or it is for more players, or their returns do
            not always add up to the same.
    """

    game: Game
    limit: int = LIMIT
    progress: Callable[[int], None] | None = None
    looked_into: int = attrs.field(default=0, init=False)
    _table: dict[Key | bytes, _Known] = attrs.field(factory=dict, init=False)
    _holder: Holder = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        """Refuse what such a search cannot settle."""
        facts = self.game.facts
        if facts.hidden_information:
            raise UsageError(
                f"{self.game.name} hides something from somebody: no search settles it"
            )
        if facts.players > 2 or (facts.players == 2 and facts.sum_of_returns is None):
            raise UsageError(
                f"{self.game.name}: only games for two are searched, in which all that one wins "
                "the other loses"
            )
        self._holder = Holder(self.game)

    def bounds(self, state: State) -> tuple[Fraction, Fraction]:
        """Return what a position is worth to the first player: at least, and at most."""
        *_, found = self.narrowing(state)
        return found

    def narrowing(self, state: State) -> Iterator[tuple[Fraction, Fraction]]:
        """Yield what a position is worth to the first player, closer and closer."""
        least, most = self._whole()
        yield Fraction(least), Fraction(most)
        written = self._holder.state(state)
        depth = 0
        try:
            while True:
                depth = _deeper(depth)
                low, high = self._search(written, depth, least, most)
                yield Fraction(low), Fraction(high)
                if low == high:
                    break
        except _LIMITS:
            pass

    def values(self, state: State) -> dict[Action, Fraction]:
        """Return what each legal action is worth to the first player.

        Raises:
            UsageError: the limit was reached before all were known.
        """
        found: dict[Action, Fraction] = {}
        for action in state.legal_actions:
            low, high = self.bounds(state.child(action))
            if low != high:
                raise UsageError(f"{action} is not settled within {self.limit:,} positions")
            found[action] = low
        return found

    def line(self, state: State) -> Iterator[Action]:
        """Yield actions of best play from a position whose value is known, as far as it is.

        Who wins prefers a short way, who loses a long one, as far as the search tells them apart.
        """
        low, high = self.bounds(state)
        while low == high and not state.is_terminal and state.current_player != CHANCE:
            number = self._best(self._holder.state(state), low)
            if number is None:
                return
            yield next(action for action in state.legal_actions if action.id == number)
            state = state.child(number)

    # ------------------------------------------------------------ search

    def _best(self, state: State, value: _Value) -> int | None:
        """Return an action that keeps a value: the one proved soonest.

        Where nothing is left to be lost, it is the one that was hardest to prove.
        """
        least, most = self._whole()
        resists = value == (least if state.current_player == 0 else most)
        found: list[tuple[int, int]] = []
        depth = 0
        try:
            while not found or (resists and len(found) < len(state.legal_ids)):
                depth = _deeper(depth)
                found = self._keeping(state, value, depth)
        except _LIMITS:
            pass
        if resists:
            return max(found, key=lambda proof: proof[0])[1] if found else None
        return min(found)[1] if found else None

    def _keeping(self, state: State, value: _Value, depth: int) -> list[tuple[int, int]]:
        """Return the actions that are seen to keep a value, and how deep that was proved."""
        least, most = self._whole()
        found: list[tuple[int, int]] = []
        for number in state.legal_ids:
            child = after(state, number)
            low, high = self._search(child, depth, least, most)
            if low >= value if state.current_player == 0 else high <= value:
                found.append((self._proved_at(child), number))
        return found

    def _proved_at(self, state: State) -> int:
        known = self._table.get(_place(state))
        return 0 if known is None else known.depth

    def _whole(self) -> _Bounds:
        return self.game.facts.least_return, self.game.facts.highest_return

    def _search(self, state: State, depth: int, alpha: _Value, beta: _Value) -> _Bounds:
        """Return bounds of a position; exact enough for who looks between alpha and beta only."""
        if state.is_terminal:
            value = _plain(state.returns[0])
            return value, value
        place = _place(state)
        known = self._table.get(place)
        low, high = self._whole() if known is None else (known.low, known.high)
        if depth == 0 or low == high or low >= beta or high <= alpha:
            return low, high
        if known is not None and known.suffices(depth, alpha, beta):
            return low, high
        if self.looked_into >= self.limit:
            raise _SpentError
        self.looked_into += 1
        if self.progress is not None:
            self.progress(self.looked_into)
        whole = True
        if state.current_player == CHANCE:
            found = self._over_chance(state, depth)
        else:
            found, whole = self._over_actions(state, depth, max(alpha, low), min(beta, high))
        low, high = max(low, found[0]), min(high, found[1])
        self._table[place] = _Known(low, high, depth if whole or low == high else 0, alpha, beta)
        return low, high

    def _over_chance(self, state: State, depth: int) -> _Bounds:
        low: _Value = 0
        high: _Value = 0
        least, most = self._whole()
        for outcome, weight in state.chance_outcomes:
            one, other = self._search(after(state, outcome), depth - 1, least, most)
            low, high = low + weight * one, high + weight * other
        return _plain(low), _plain(high)

    def _over_actions(
        self, state: State, depth: int, alpha: _Value, beta: _Value
    ) -> tuple[_Bounds, bool]:
        """Return bounds over all actions, and whether all of them were looked into."""
        least, most = self._whole()
        rises = state.current_player == 0
        low, high = (least, least) if rises else (most, most)
        numbers = state.legal_ids
        for at, number in enumerate(numbers, start=1):
            one, other = self._search(after(state, number), depth - 1, alpha, beta)
            if rises:
                low, high = max(low, one), max(high, other)
                alpha = max(alpha, low)
            else:
                low, high = min(low, one), min(high, other)
                beta = min(beta, high)
            if alpha >= beta and at < len(numbers):
                return ((low, most) if rises else (least, high)), False
        return (low, high), True


def solve(
    state: State, limit: int = LIMIT, progress: Callable[[int], None] | None = None
) -> Solution:
    """Return what a position of an open game is worth, and a line of best play.

    `progress` is told how many positions were looked into. Ctrl-C ends the search with what is
    known.

    >>> from interpreter import load
    >>> found = solve(load("tic_tac_toe").start())
    >>> found.is_exact, [str(value) for value in found.returns], len(found.line)
    (True, ['0', '0'], 9)

    Raises:
        ValueError: `limit` is below 0.
        TypeError: it is no whole number, or `state` no state.
        UsageError: see `Solver`.
    """
    arguments.expect(state, State, "what to solve is a `State`, such as `game.start()`")
    limit = arguments.whole(limit, "a limit is a whole number from 0", 0)
    solver = Solver(state.game, limit, progress)
    facts = state.game.facts
    low, high = Fraction(facts.least_return), Fraction(facts.highest_return)
    line: list[Action] = []
    interrupted, looked = False, 0
    try:
        for known in solver.narrowing(state):
            low, high = known
        looked = solver.looked_into
        line.extend(solver.line(state))
    except KeyboardInterrupt:
        interrupted, looked = True, looked or solver.looked_into
    return Solution(state.game, low, high, tuple(line), looked, interrupted)


@attrs.define(eq=False)
class Perfect:
    """A bot that plays exactly; of actions worth the same it draws one. For small open games.

    >>> from interpreter import Session, load
    >>> session = Session(load("tic_tac_toe"), {"X": Perfect(1), "O": Perfect(2)})
    >>> session.state.returns == (0, 0)
    True
    """

    seed: int = 0
    limit: int = LIMIT
    _solvers: dict[Game, Solver] = attrs.field(factory=dict, init=False, repr=False)

    def choose(self, view: View) -> Action:
        """Return one of the best actions.

        Raises:
            UsageError: the game is too large, or none of those that `Solver` takes.
        """
        solver = self._solvers.setdefault(view.game, Solver(view.game, self.limit))
        values = solver.values(view.redeal(self.seed))
        best = max(values.values()) if view.player == 0 else min(values.values())
        ids = [action.id for action, value in values.items() if value == best]
        number = ids[Numbers("perfect bot", self.seed, view.moment).below(len(ids))]
        return next(action for action in view.legal_actions if action.id == number)


def _deeper(depth: int) -> int:
    """Return how deep to look behind a depth; 0: first of all.

    Raises:
        _SpentError: nobody looks so deep.
    """
    found = depth + max(1, depth // 2)
    if found > _DEEPEST:
        raise _SpentError
    return found


def _place(state: State) -> Key | bytes:
    """Return what equal positions share; flat states may tell apart what is equal."""
    compiled = state.held.compiled
    return key(state) if compiled is None else compiled.flat


def _plain(value: _Value) -> _Value:
    """Return a whole number as one: sums of those are quicker."""
    return value.numerator if value.denominator == 1 else value
