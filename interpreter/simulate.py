"""Play a game many times with players that choose at random, and say what came of it.

Everything follows from the seed: playout number `i` draws its chance from (chance key, seed, i)
and its choices from (players key, seed, i), so that any one of them can be played again alone and
any range of them in any order.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

import attrs

from interpreter.chance import Numbers
from interpreter.game import Game
from interpreter.state import CHANCE, State

if TYPE_CHECKING:
    from interpreter.compiled.engine import Engine
    from interpreter.compiled.native import Playouts

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


@attrs.frozen
class Simulation:
    """What came of `games` playouts.

    `lengths`: choices of players, one entry for each playout; `chance_points` likewise.
    `choice_points` counts over all of them, and `mean_branching` is how many legal actions each
    had. `returns`: how often each tuple of returns came.
    """

    games: int
    lengths: tuple[int, ...]
    chance_points: tuple[int, ...]
    returns: tuple[tuple[tuple[Fraction, ...], int], ...]
    seats: tuple[Seat, ...]
    draws: int
    choice_points: int
    mean_branching: Fraction
    max_branching: int
    seconds: float
    interrupted: bool

    @property
    def mean_length(self) -> Fraction:
        """The mean number of players' choices in a playout."""
        return Fraction(sum(self.lengths), max(1, self.games))

    @property
    def per_second(self) -> float:
        """Choice points and chance points played in a second."""
        return (sum(self.lengths) + sum(self.chance_points)) / max(self.seconds, 1e-9)


@attrs.define
class Tally:
    """What is counted while playouts go on; `decisions` had at least two legal actions."""

    lengths: list[int] = attrs.Factory(list)
    chance_points: list[int] = attrs.Factory(list)
    returns: dict[tuple[Fraction, ...], int] = attrs.Factory(dict)
    branches: int = 0
    max_branching: int = 0
    decisions: int = 0

    def note_choice(self, branching: int) -> None:
        """Count a choice with so many legal actions."""
        self.decisions += branching > 1
        self.branches += branching
        self.max_branching = max(self.max_branching, branching)


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
        RuleFault: the rules do what they must not do; the message names their line.
    """
    tally = Tally()
    began = time.perf_counter()
    interrupted = False
    native = game.native(level=2) if policy is uniform else None
    try:
        if native is not None:
            _play_natively(game, (n, seed), native, tally, (progress, workers))
        else:
            for number in range(n):
                _play_counted(game, seed, number, policy, tally)
                if progress is not None:
                    progress(number + 1)
    except KeyboardInterrupt:
        interrupted = True
    return _result(game, tally, time.perf_counter() - began, interrupted=interrupted)


def _play_natively(
    game: Game,
    what: tuple[int, int],
    native: Engine,
    tally: Tally,
    how: tuple[Callable[[int], None] | None, int | None],
) -> None:
    """Count native playouts; what native code gave up is played by the reference."""
    from interpreter.compiled.playouts import playouts  # noqa: PLC0415 - LLVM loads late

    (n, seed), (progress, workers) = what, how
    scale = native.codec.lowered.scale
    for found in playouts(native, n, seed, workers=workers, progress=progress):
        if any(found.fault):
            _again_slowly(game, seed, found, tally)
            continue
        tally.lengths += found.choices
        tally.chance_points += found.chances
        for scaled, times in Counter(found.returns).items():
            returns = tuple(Fraction(part, scale) for part in scaled)
            tally.returns[returns] = tally.returns.get(returns, 0) + times
        tally.branches += sum(found.branches)
        tally.max_branching = max(tally.max_branching, *found.widest)


def _again_slowly(game: Game, seed: int, found: Playouts, tally: Tally) -> None:
    """Play a range in which native code gave up by the reference, which says why."""
    slow = attrs.evolve(game, engine="reference")
    for _ in found.fault:
        _play_counted(slow, seed, len(tally.lengths), uniform, tally)


def playout(game: Game, seed: int = 0, number: int = 0, policy: Policy = uniform) -> State:
    """Return the last state of playout `number` of the simulation with this seed."""
    return play_on(game.start(), (seed, number), policy, Tally())


def _play_counted(game: Game, seed: int, number: int, policy: Policy, tally: Tally) -> None:
    """Play one game; a game that is broken off leaves no trace in the tally."""
    own = Tally()
    state = play_on(game.start(), (seed, number), policy, own)
    tally.lengths += own.lengths
    tally.chance_points += own.chance_points
    tally.returns[state.returns] = tally.returns.get(state.returns, 0) + 1
    tally.branches += own.branches
    tally.max_branching = max(tally.max_branching, own.max_branching)


def play_on(state: State, stream: tuple[int, int], policy: Policy, tally: Tally) -> State:
    """Return the end of one playout from a state without seed, and count what came on the way.

    `stream`: the seed and the number of the playout, which settle what is drawn.
    """
    luck, minds = Numbers("chance", *stream), Numbers("players", *stream)
    choices = chances = 0
    while not state.is_terminal:
        if state.current_player == CHANCE:
            chances += 1
            state = state.child(luck.outcome(state.chance_outcomes))
        else:
            choices += 1
            tally.note_choice(len(state.legal_ids))
            state = state.child(policy(state, minds.below))
    tally.lengths.append(choices)
    tally.chance_points.append(chances)
    return state


def _result(game: Game, tally: Tally, seconds: float, *, interrupted: bool) -> Simulation:
    games = len(tally.lengths)
    points = sum(tally.lengths)
    return Simulation(
        games=games,
        lengths=tuple(tally.lengths),
        chance_points=tuple(tally.chance_points),
        returns=tuple(sorted(tally.returns.items())),
        seats=tuple(_seat(game, tally, player) for player in range(len(game.players))),
        draws=sum(n for returns, n in tally.returns.items() if len(set(returns)) == 1),
        choice_points=points,
        mean_branching=Fraction(tally.branches, max(1, points)),
        max_branching=tally.max_branching,
        seconds=seconds,
        interrupted=interrupted,
    )


def _seat(game: Game, tally: Tally, player: int) -> Seat:
    total = Fraction(0)
    wins = shared = 0
    for returns, times in tally.returns.items():
        total += returns[player] * times
        if returns[player] == max(returns) and len(set(returns)) > 1:
            if returns.count(returns[player]) == 1:
                wins += times
            else:
                shared += times
    return Seat(game.players[player], total / max(1, len(tally.lengths)), wins, shared)
