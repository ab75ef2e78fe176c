"""What plays of a game tell about its rules: who was offered what, chose what, and won.

`record` plays as `simulate` does, playout for playout, and counts more: for each arm, seat and
part of a play how often it was offered and chosen, how many options decisions had, and how those
fared who used an arm beside those who could have. Native code counts random playouts; plays of
bots, and what native code cannot hold, are counted here. Both count the same.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

import attrs

from interpreter import arguments
from interpreter.chance import Numbers
from interpreter.game import Game
from interpreter.measuring.counters import BANDS, Arms, Bar, Counters
from interpreter.measuring.simulate import Policy, simulate, uniform
from interpreter.measuring.whole import whole
from interpreter.state import CHANCE, State

if TYPE_CHECKING:
    from interpreter.native import Engine

Last: TypeAlias = Callable[[State], "tuple[int, ...] | None"]
"""What is asked of the last state of a play: a number for each seat, or None."""

PILOT: Final = 4
"""Random playouts that are played first, to see how long plays are."""

RANGE: Final = 512
"""Playouts between two reports of progress."""


@attrs.frozen(eq=False)
class Record:
    """What came of plays 0 to `games - 1` of a seed.

    `lengths`: choices of players in each; `chances`: chance points; `returns[play][seat]`. `arms`:
    the game's arms by name, in the order of the text; those of one name count together. `finals`:
    what was asked of their last states, if anything was.
    """

    game: Game
    seed: int
    arms: tuple[str, ...]
    counters: Counters
    lengths: tuple[int, ...]
    chances: tuple[int, ...]
    returns: tuple[tuple[Fraction, ...], ...]
    interrupted: bool = False
    finals: tuple[tuple[int, ...] | None, ...] = ()

    @property
    def games(self) -> int:
        """How many plays came to their end."""
        return len(self.lengths)


def record(  # noqa: PLR0913 - keywords, seldom given all at once
    game: Game,
    n: int,
    *,
    seed: int = 0,
    policy: Policy = uniform,
    bar: Bar | None = None,
    final: Last | None = None,
    progress: Callable[[int], None] | None = None,
) -> Record:
    """Play `n` games to the end and count what was offered and chosen; Ctrl-C keeps what is done.

    The plays are those of `simulate` with the same seed and policy, unless `bar` keeps a seat from
    something. `final` is asked of the last state of each: numbers for the seats, or None where
    there are none. `progress` is told how many are done.

    >>> from interpreter import load
    >>> found = record(load("tic_tac_toe"), 50, seed=3)
    >>> found.games, found.arms, sum(found.counters.chosen) == sum(found.lengths)
    (50, ('mark',), True)

    Raises:
        ValueError: `n` is below 0, or `bar` is not about a seat and the actions of the game.
        TypeError: `n` or `seed` is no whole number, or `game` no game.
        RuleFault: the rules do what they must not do; the message names their line.
    """
    arguments.expect(game, Game, arguments.GAME)
    n = arguments.whole(n, arguments.GAMES, 0)
    seed = arguments.seed_of(seed)
    arms = _arms(game)
    if bar is not None and not (
        len(bar.actions) == game.num_distinct_actions and 0 <= bar.seat < len(game.players)
    ):
        raise ValueError(f"that is no seat of {game.name}, or not a byte for each of its actions")
    plays = _Plays(game, seed, policy, arms, bar, progress, final)
    native = game.native() if policy is uniform else None
    try:
        if native is None:
            plays.play(0, n)
        else:
            plays.play_natively(native, n)
    except KeyboardInterrupt:
        return plays.record(interrupted=True)
    return plays.record(interrupted=False)


class _Plays:
    """Plays that are being recorded."""

    def __init__(  # noqa: PLR0913, PLR0917 - one for each setting
        self,
        game: Game,
        seed: int,
        policy: Policy,
        arms: Arms,
        bar: Bar | None,
        progress: Callable[[int], None] | None,
        final: Last | None,
    ) -> None:
        self._game, self._seed, self._policy, self._arms = game, seed, policy, arms
        self._bar = bar
        self._progress, self._final = progress, final
        self._counters = _counters(game, arms, _width(game))
        self._lengths: list[int] = []
        self._chances: list[int] = []
        self._returns: list[tuple[Fraction, ...]] = []
        self._finals: list[tuple[int, ...] | None] = []

    def record(self, *, interrupted: bool) -> Record:
        """Return what was found."""
        return Record(
            self._game,
            self._seed,
            self._arms.names,
            self._counters,
            tuple(self._lengths),
            tuple(self._chances),
            tuple(self._returns),
            interrupted,
            tuple(self._finals),
        )

    def play_natively(self, engine: Engine, n: int) -> None:
        """Play in native code; what that gives up is played by the reference."""
        from interpreter.engines.native import NativeEngine  # noqa: PLC0415 - LLVM loads late
        from interpreter.native import Recorder  # noqa: PLC0415 - as above

        recorder = Recorder(engine, self._counters, self._arms.of)
        scale, seats = engine.codec.lowered.scale, self._counters.seats
        stop = ctypes.c_int32(0)
        barred = None if self._bar is None else (self._bar.seat, self._bar.actions)
        ends = None if self._final is None else recorder.room_for(RANGE)
        played_by = NativeEngine(engine, self._game.layout)
        done = 0
        while done < n:
            asked = 0 if recorder.fault else min(RANGE, n - done)
            played, fault, rows = recorder.record((self._seed, done, asked), stop, barred, ends)
            if fault:  # the counters were put back: once more, up to that playout
                which = self._seed, done, played
                played, _, rows = recorder.record(which, stop, barred, ends)
            if self._final is not None and ends is not None:
                flats = recorder.states(ends, played)
                last = (State.of(self._game, played_by.at(flat)) for flat in flats)
                self._finals += [self._final(state) for state in last]
            self._lengths += rows.lengths
            self._chances += rows.chances
            parts = {value: Fraction(value, scale) for value in set(rows.won)}
            won = [parts[value] for value in rows.won]
            self._returns += zip(*(won[at::seats] for at in range(seats)), strict=True)
            done += played
            if fault or recorder.fault:
                self.play(done, done + 1)
                done += 1
            self._tell(done)

    def play(self, first: int, past: int) -> None:
        """Play a range of plays with the reference's counters."""
        game = self._game
        if self._policy is uniform:
            game = attrs.evolve(game, engine="reference")
        for number in range(first, past):
            self._play(game.start(), number)
            self._tell(number + 1)

    def _tell(self, done: int) -> None:
        if self._progress is not None:
            self._progress(done)

    def _play(self, state: State, number: int) -> None:
        chance_stream = Numbers("chance", self._seed, number)
        player_stream = Numbers("players", self._seed, number)
        again = Numbers("again", self._seed, number)
        noted = _Noted(self._counters, self._arms.of)
        drawn = 0
        while not state.is_terminal:
            if state.current_player == CHANCE:
                drawn += 1
                state = state.child(chance_stream.outcome(state.chance_outcomes))
                continue
            legal = state.legal_ids if self._bar is None else self._bar.others(state)
            chosen = self._policy(state, player_stream.below)
            if chosen not in legal:
                again.go_to(noted.choices)
                chosen = legal[again.below(len(legal))]
            noted.choice(state.current_player, legal, chosen)
            state = state.child(chosen)
        noted.end(state.returns)
        if self._final is not None:
            self._finals.append(self._final(state))
        self._lengths.append(noted.choices)
        self._chances.append(drawn)
        self._returns.append(state.returns)


class _Noted:
    """What one play adds to counters; native code does the same in `native.runtime.recording`."""

    def __init__(self, counters: Counters, arm_of: Sequence[int]) -> None:
        self._counters, self._arm_of = counters, arm_of
        self._could: set[int] = set()
        self._used: set[int] = set()
        self.choices = 0

    def choice(self, seat: int, legal: Sequence[int], chosen: int) -> None:
        """Count a decision."""
        to = self._counters
        band = min(self.choices // to.width, to.bands - 1)
        to.options[3 * band] += 1
        to.options[3 * band + 1] += len(legal)
        to.options[3 * band + 2] += len(legal) == 1
        for action in legal:
            to.offered[seat * to.actions + action] += 1
        to.chosen[seat * to.actions + chosen] += 1
        for arm in {self._arm_of[action] for action in legal}:
            cell = arm * to.seats + seat
            self._could.add(cell)
            to.arm_offered[cell * to.bands + band] += 1
        cell = self._arm_of[chosen] * to.seats + seat
        self._used.add(cell)
        to.arm_chosen[cell * to.bands + band] += 1
        self.choices += 1

    def end(self, returns: Sequence[Fraction]) -> None:
        """Count who won, and by what."""
        to, best = self._counters, max(returns)
        share = to.whole // returns.count(best)
        for cell in self._could:
            at = 4 * cell + (0 if cell in self._used else 2)
            to.fates[at] += 1
            to.fates[at + 1] += share if returns[cell % to.seats] == best else 0


def record_plays(
    game: Game, plays: Iterable[State], *, seed: int = 0, final: Last | None = None
) -> Record:
    """Count what was offered and chosen in plays that were played elsewhere, to their ends.

    Args:
        game: what they are plays of.
        plays: their last states.
        seed: a note for what is written of them.
        final: asked of each, as `record` does.

    >>> from interpreter import load
    >>> game = load("kuhn_poker")
    >>> over = game.start(seed=1).apply(1).apply(1)
    >>> record_plays(game, [over]).lengths
    (2,)

    Raises:
        ValueError: one of them is not over.
    """
    arms = _arms(game)
    ended = list(plays)
    if any(not state.is_terminal for state in ended):
        raise ValueError("a play that is not over tells nothing about who wins")
    paths = [state.path for state in ended]
    longest = max((_choices(path) for path in paths), default=1)
    counters = _counters(game, arms, max(1, -(-longest // BANDS)))
    chances = []
    for path in paths:
        noted = _Noted(counters, arms.of)
        for before, after in pairwise(path):
            if before.current_player != CHANCE and after.action is not None:
                noted.choice(before.current_player, before.legal_ids, after.action)
        noted.end(path[-1].returns)
        chances.append(len(path) - 1 - noted.choices)
    lengths = tuple(_choices(path) for path in paths)
    returns = tuple(state.returns for state in ended)
    finals = () if final is None else tuple(final(state) for state in ended)
    return Record(
        game, seed, arms.names, counters, lengths, tuple(chances), returns, finals=finals
    )


def _choices(path: Sequence[State]) -> int:
    return sum(state.current_player != CHANCE for state in path[:-1])


def _counters(game: Game, arms: Arms, width: int) -> Counters:
    sizes = len(game.players), game.num_distinct_actions, len(arms.names)
    return Counters(*sizes, width=width)


@lru_cache(maxsize=8)
def _arms(game: Game) -> Arms:
    """Return the arms of a game; a report asks for each seat and arm that it bars."""
    return Arms.in_game(game)


@lru_cache(maxsize=8)
def _width(game: Game) -> int:
    """Return how many choices a band has, so that most plays fill all bands.

    Raises:
        KeyboardInterrupt: Ctrl-C was pressed meanwhile.
    """
    found = whole(simulate(game, PILOT, workers=1))
    return max(1, -(-found.longest // BANDS))
