"""Play a game many times with players that choose at random, and say what came of it.

Everything follows from the seed: playout number `i` draws its chance from (chance key, seed, i)
and its choices from (players key, seed, i), so that any one of them can be played again alone and
any range of them in any order.
"""

from __future__ import annotations

import time
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias

import attrs

from interpreter import arguments
from interpreter.chance import Numbers
from interpreter.game import Game
from interpreter.state import CHANCE, State

if TYPE_CHECKING:
    from interpreter.native import Counted, Engine

Pick: TypeAlias = Callable[[int], int]
"""From `n`, a number from 0 to `n - 1`."""

Policy: TypeAlias = Callable[[State, Pick], int]
"""From a state and what it may draw numbers from: the number of a legal action."""


def uniform(state: State, pick: Pick) -> int:
    """Choose any legal action, each as likely."""
    ids = state.legal_ids
    return ids[pick(len(ids))]


@attrs.frozen
class Seat:
    """What came of the playouts for one player.

    `wins`: nobody's return was as high; `shared`: somebody's was, though not everybody's.
    """

    player: str
    mean_return: Fraction
    wins: int
    shared: int


Ranges: TypeAlias = "tuple[array[int], ...]"
"""Numbers, one for each playout, as range after range was played."""


def _joined(ranges: Ranges) -> tuple[int, ...]:
    return tuple(chain.from_iterable(ranges))


@attrs.frozen
class Simulation:
    """What came of `games` playouts.

    `choice_points` are choices of players over all of them, of which `shortest` and `longest` were
    in one, and `mean_branching` is how many legal actions each had; `all_chance_points` counts
    those of chance. `returns`: how often each tuple of returns came.
    """

    games: int
    returns: tuple[tuple[tuple[Fraction, ...], int], ...]
    seats: tuple[Seat, ...]
    draws: int
    choice_points: int
    all_chance_points: int
    shortest: int
    longest: int
    mean_branching: Fraction
    max_branching: int
    seconds: float
    interrupted: bool
    _lengths: Ranges = attrs.field(repr=False, eq=_joined)
    _chance_points: Ranges = attrs.field(repr=False, eq=_joined)

    @property
    def lengths(self) -> tuple[int, ...]:
        """The choices of players in each playout, in order."""
        return _joined(self._lengths)

    @property
    def chance_points(self) -> tuple[int, ...]:
        """The chance points of each playout, in order."""
        return _joined(self._chance_points)

    @property
    def mean_length(self) -> Fraction:
        """The mean number of players' choices in a playout."""
        return Fraction(self.choice_points, max(1, self.games))

    @property
    def per_second(self) -> float:
        """Choice points and chance points played in a second."""
        return (self.choice_points + self.all_chance_points) / max(self.seconds, 1e-9)


@attrs.define
class Tally:
    """What is counted while playouts go on; `decisions` had at least two legal actions.

    `lengths` and `chance_points` have an entry for each playout that has ended.
    """

    lengths: array[int] = attrs.Factory(lambda: array("q"))
    chance_points: array[int] = attrs.Factory(lambda: array("q"))
    returns: dict[tuple[Fraction, ...], int] = attrs.Factory(dict)
    choices: int = 0
    chances: int = 0
    shortest: int = 0
    longest: int = 0
    branches: int = 0
    max_branching: int = 0
    decisions: int = 0

    def note_choice(self, branching: int) -> None:
        """Count a choice with so many legal actions."""
        self.decisions += branching > 1
        self.branches += branching
        self.max_branching = max(self.max_branching, branching)

    def note_end(self, choices: int, chances: int) -> None:
        """Count a playout with so many choices of players and chance points."""
        self._note_sums((choices, chances), (choices, choices))
        self.lengths.append(choices)
        self.chance_points.append(chances)

    def add(self, other: Tally) -> None:
        """Count what another tally has counted, behind it."""
        if other.lengths:
            self._note_sums((other.choices, other.chances), (other.shortest, other.longest))
            self.lengths += other.lengths
            self.chance_points += other.chance_points
            self.branches += other.branches
            self.max_branching = max(self.max_branching, other.max_branching)
            for returns, times in other.returns.items():
                self.returns[returns] = self.returns.get(returns, 0) + times

    def _note_sums(self, sums: tuple[int, int], bounds: tuple[int, int]) -> None:
        self.shortest = min(self.shortest, bounds[0]) if self.lengths else bounds[0]
        self.longest = max(self.longest, bounds[1])
        self.choices += sums[0]
        self.chances += sums[1]


def simulate(  # noqa: PLR0913, PLR0917 - all but two are for the rare case
    game: Game,
    n: int,
    seed: int = 0,
    policy: Policy = uniform,
    progress: Callable[[int], None] | None = None,
    workers: int | None = None,
) -> Simulation:
    """Play `n` games to the end; Ctrl-C keeps what is done.

    `progress` is told how many are done. Native code plays random games on `workers` threads, one
    for each processor where None; the figures do not depend on that, nor on the engine.

    >>> from interpreter import load
    >>> result = simulate(load("tic_tac_toe"), 50, seed=3)
    >>> result.games, sum(seat.wins for seat in result.seats) + result.draws
    (50, 50)
    >>> result.lengths == simulate(load("tic_tac_toe"), 50, seed=3).lengths
    True

    Raises:
        ValueError: `n` is below 0, or `workers` below 1.
        TypeError: one of these or `seed` is no whole number, or `game` no game.
        RuleFault: the rules do what they must not do; the message names their line.
    """
    arguments.expect(game, Game, arguments.GAME)
    n = arguments.whole(n, arguments.GAMES, 0)
    seed = arguments.seed_of(seed)
    workers = arguments.whole_or_none(workers, "the number of workers is a whole number from 1", 1)
    parts: list[Tally | Counted] = []
    interrupted = False
    native = game.native() if policy is uniform else None
    began = time.perf_counter()  # the rate is that of play, not of writing code for it
    try:
        if native is not None:
            _play_natively(game, (seed, 0, n), native, parts, (progress, workers))
        else:
            tally = Tally()
            parts.append(tally)
            for number in range(n):
                tally.add(_play_counted(game, seed, number, policy))
                if progress is not None:
                    progress(number + 1)
    except KeyboardInterrupt:
        interrupted = True
    scale = 1 if native is None else native.codec.lowered.scale
    return _result(game, (parts, scale), time.perf_counter() - began, interrupted=interrupted)


def tally(
    game: Game, which: tuple[int, int, int], policy: Policy = uniform, workers: int | None = 1
) -> Tally:
    """Return what came of some playouts; what `simulation` makes of it is as if all were at once.

    `which`: the seed, the number of the first playout, and how many.

    Raises:
        RuleFault: the rules do what they must not do; the message names their line.
    """
    seed, first, n = which
    whole = Tally()
    native = game.native() if policy is uniform else None
    if native is None:
        for number in range(first, first + n):
            whole.add(_play_counted(game, seed, number, policy))
        return whole
    parts: list[Tally | Counted] = []
    _play_natively(game, which, native, parts, (None, workers))
    scale = native.codec.lowered.scale
    for part in parts:
        whole.add(part if isinstance(part, Tally) else _exact(part, scale))
    return whole


def _exact(part: Counted, scale: int) -> Tally:
    """Return what native code counted, its returns as they are."""
    return Tally(
        lengths=part.lengths,
        chance_points=part.chance_points,
        returns=_returns([part], scale),
        choices=part.choices,
        chances=part.chances,
        shortest=part.shortest,
        longest=part.longest,
        branches=part.branches,
        max_branching=part.max_branching,
    )


def simulation(
    game: Game, parts: Iterable[Tally], seconds: float, *, interrupted: bool = False
) -> Simulation:
    """Return what the tallies of playouts say together, in this order."""
    return _result(game, ([*parts], 1), seconds, interrupted=interrupted)


def _play_natively(
    game: Game,
    what: tuple[int, int, int],
    native: Engine,
    parts: list[Tally | Counted],
    how: tuple[Callable[[int], None] | None, int | None],
) -> None:
    """Note native playouts in order; what native code gave up is played by the reference."""
    from interpreter.native import counted_playouts  # noqa: PLC0415 - LLVM loads late

    (seed, first, n), (progress, workers) = what, how
    slow = attrs.evolve(game, engine="reference")
    played = 0
    for found in counted_playouts(native, n, seed, from_number=first, workers=workers):
        parts.append(found)
        played += len(found.lengths)
        if found.fault:
            parts.append(_play_counted(slow, seed, first + played, uniform))
            played += 1
        if progress is not None:
            progress(played)


def playout(game: Game, seed: int = 0, number: int = 0, policy: Policy = uniform) -> State:
    """Return the last state of playout `number` of the simulation with this seed."""
    return play_on(game.start(), (seed, number), policy, Tally())


def _play_counted(game: Game, seed: int, number: int, policy: Policy) -> Tally:
    """Return what came of one game."""
    tally = Tally()
    state = play_on(game.start(), (seed, number), policy, tally)
    tally.returns[state.returns] = 1
    return tally


def play_on(
    state: State,
    stream: tuple[int, int],
    policy: Policy,
    tally: Tally,
    horizon: int | None = None,
) -> State:
    """Return the end of one playout from a state without seed, and count what came on the way.

    `stream`: the seed and the number of the playout, which settle what is drawn. `horizon`: it is
    cut after so many choices and chance points; None: it is not.
    """
    chance_stream, player_stream = Numbers("chance", *stream), Numbers("players", *stream)
    choices = chances = 0
    while not state.is_terminal and choices + chances != horizon:
        if state.current_player == CHANCE:
            chances += 1
            state = state.child(chance_stream.outcome(state.chance_outcomes))
        else:
            choices += 1
            tally.note_choice(len(state.legal_ids))
            state = state.child(policy(state, player_stream.below))
    tally.note_end(choices, chances)
    return state


def _result(
    game: Game, counted: tuple[list[Tally | Counted], int], seconds: float, *, interrupted: bool
) -> Simulation:
    """Return what all parts have counted, in order."""
    parts = [part for part in counted[0] if part.lengths]
    games = sum(len(part.lengths) for part in parts)
    choices = sum(part.choices for part in parts)
    returns = _returns(parts, counted[1])
    return Simulation(
        games=games,
        returns=tuple(sorted(returns.items())),
        seats=tuple(_seat(game, returns, player) for player in range(len(game.players))),
        draws=sum(times for won, times in returns.items() if len(set(won)) == 1),
        choice_points=choices,
        all_chance_points=sum(part.chances for part in parts),
        shortest=min((part.shortest for part in parts), default=0),
        longest=max((part.longest for part in parts), default=0),
        mean_branching=Fraction(sum(part.branches for part in parts), max(1, choices)),
        max_branching=max((part.max_branching for part in parts), default=0),
        seconds=seconds,
        interrupted=interrupted,
        lengths=tuple(part.lengths for part in parts),
        chance_points=tuple(part.chance_points for part in parts),
    )


def _returns(parts: Iterable[Tally | Counted], scale: int) -> dict[tuple[Fraction, ...], int]:
    """Return how often each tuple of returns came; native code has them multiplied by `scale`."""
    exact: Counter[tuple[Fraction, ...]] = Counter()
    scaled: Counter[tuple[int, ...]] = Counter()
    for part in parts:
        if isinstance(part, Tally):
            exact.update(part.returns)
        else:
            scaled.update(part.returns)
    for won, times in scaled.items():
        exact[tuple(Fraction(share, scale) for share in won)] += times
    return exact


def _seat(game: Game, returns: Mapping[tuple[Fraction, ...], int], player: int) -> Seat:
    total = Fraction(0)
    wins = shared = 0
    for won, times in returns.items():
        total += won[player] * times
        if won[player] == max(won) and len(set(won)) > 1:
            if won.count(won[player]) == 1:
                wins += times
            else:
                shared += times
    return Seat(game.players[player], total / max(1, sum(returns.values())), wins, shared)
