"""Many games of one kind, played a step at a time in native code; for learning and for search.

    batch = BatchGame(game, 1024)
    told = batch.reset(seed=7)
    told = batch.step(actions)      # an array: the number of an action for each game

Chance is resolved inside, and a game that is over begins again. What is told lies in arrays that
the next step overwrites: copy what is to be kept. Needs NumPy, the extra `batch`.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import NamedTuple, NoReturn, TypeAlias, TypeVar

import attrs

try:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray
except ImportError as missing:
    raise ImportError("batches need NumPy: pip install 'rulelang[batch]'") from missing

from interpreter import arguments
from interpreter.chance import pick, word
from interpreter.faults import IllegalAction
from interpreter.game import Game
from interpreter.load import UsageError
from interpreter.native import (
    BATCH_ARGUMENTS,
    BatchEngine,
    NativeMissingError,
    Part,
    batch_engine,
    hasten,
    observation_size,
    words_of_mask,
)
from interpreter.position import CHANCE
from interpreter.reference import stepping
from interpreter.state import State
from rulelang.core.intervals import TooWideError

__all__ = ["BatchGame", "Part", "Told"]

Games: TypeAlias = tuple[int, int]
Entry = TypeVar("Entry", bound=np.generic)


class Told(NamedTuple):
    """What is known of all games after a step, an entry or row for each.

    `legal`: a flag for each action number; of a packed batch, action `a` is bit `a % 64` of word
    `a // 64`. `observations`: what the player sees who is to act, see `observation_layout`.
    `actors`: who that is. `rewards`: the returns of all players where the game came to its end in
    this step, else 0. `done`: whether it did; the other arrays are then about its successor.
    """

    legal: NDArray[np.bool_] | NDArray[np.uint64]
    observations: NDArray[np.int32]
    actors: NDArray[np.int64]
    rewards: NDArray[np.float64]
    done: NDArray[np.bool_]


@attrs.frozen(eq=False)
class _Arrays:
    """What native code reads and writes, see `BATCH_ARGUMENTS`."""

    states: NDArray[np.uint8]
    begin: NDArray[np.uint8]
    actions: NDArray[np.int64]
    chance_stream: NDArray[np.int64]
    chances: NDArray[np.int64]
    actors: NDArray[np.int64]
    masks: NDArray[np.bool_]
    words: NDArray[np.uint64]
    rows: NDArray[np.int32]
    rewards: NDArray[np.float64]
    done: NDArray[np.bool_]

    def addresses(self) -> list[int]:
        """Return where the arrays lie; 0 for those without entries."""
        found: dict[str, NDArray[np.generic]] = {
            "states": self.states,
            "begin": self.begin,
            "actions": self.actions,
            "chance_stream": self.chance_stream,
            "chances": self.chances,
            "actors": self.actors,
            "masks": self.masks,
            "words": self.words,
            "rows": self.rows,
            "rewards": self.rewards,
            "done": self.done,
        }
        return [found[name].ctypes.data if found[name].size else 0 for name in BATCH_ARGUMENTS]

    def shown(self, *, packed: bool) -> Told:
        """Return the arrays that callers see; they can read them alone."""
        legal = _read_only(self.words) if packed else _read_only(self.masks)
        return Told(
            legal,
            _read_only(self.rows),
            _read_only(self.actors),
            _read_only(self.rewards),
            _read_only(self.done),
        )


class BatchGame:
    """So many plays of a game at once.

    Game `i` has the numbers of chance of playthrough `first + i` of the seed, and they go on when
    it begins again. So what comes of it does not depend on how many there are, nor on threads.

    >>> from interpreter import load
    >>> batch = BatchGame(load("tic_tac_toe"), 2)
    >>> told = batch.reset(seed=7)
    >>> told = batch.step([4, 0])
    >>> told.actors.tolist(), told.legal.sum(axis=1).tolist()
    ([1, 1], [8, 8])
    """

    def __init__(  # noqa: PLR0913 - each has its default
        self,
        game: Game,
        count: int,
        *,
        threads: int = 1,
        first: int = 0,
        packed: bool = False,
        observe: bool = True,
        quick: bool = False,
    ) -> None:
        """Prepare `count` games; `reset` begins them.

        Args:
            game: what is played; its `engine` does not matter, this is native code.
            count: how many.
            threads: how many step them; the interpreter lock is released meanwhile.
            first: the number of the first playthrough, for whoever shares games between batches.
            packed: `legal` has bits instead of bytes.
            observe: False where nobody reads `observations`; they have no entries then.
            quick: stay with the code that is there at once; for short runs. Else games that are
                stepped for a while go on with code of full speed, compiled beside them.

        Raises:
            TypeError: `game` is no game, or something no whole number.
            UsageError: there is no native code of the game, or none on this machine; or fewer
                than one game or thread was asked for.
        """
        arguments.expect(game, Game, arguments.GAME)
        wanted = "the number of games, of threads and of the first one is a whole number"
        count, threads, first = (
            arguments.whole(number, wanted) for number in (count, threads, first)
        )
        if count < 1 or threads < 1 or first < 0:
            raise UsageError("a batch has at least one game and one thread, numbered from 0")
        self.game = game
        self.count = count
        self._engine = _engine_of(game)
        if quick:
            self._engine.tiers.stay()
        self._first = first
        self._seed: int | None = None
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None
        self._shares = _shares(count, threads)
        self._arrays = _arrays(game, self._engine, count, packed=packed, observe=observe)
        # Addresses of the arrays in the order of `BATCH_ARGUMENTS`; 0: there is no such array.
        self._addresses = (ctypes.c_int64 * len(BATCH_ARGUMENTS))(*self._arrays.addresses())
        self._arguments = ctypes.addressof(self._addresses)
        self._told = self._arrays.shown(packed=packed)

    def prepare(self, progress: Callable[[int], None] | None = None) -> None:
        """Wait for code of full speed, which comes by itself while games are stepped.

        `progress` is told how many seconds it has taken so far, once in each.
        """
        hasten((self._engine.tiers,), progress)

    @property
    def observation_layout(self) -> tuple[Part, ...]:
        """What the entries of a row of `observations` say, in order and without gaps."""
        return self._engine.parts

    def reset(self, seed: int = 0) -> Told:
        """Begin all games anew, with the numbers of chance of a seed.

        Raises:
            RuleFault: the set-up does what rules must not do.
        """
        seed = arguments.seed_of(seed)
        stream, number = word("chance", seed), self._first
        native = self._engine.native
        self._seed = None
        failed = self._all(lambda games: native.begin_all(self._arguments, games, stream, number))
        if failed >= 0:
            self._fail(failed, seed, None)
        self._seed = seed
        return self._told

    def step(self, actions: ArrayLike) -> Told:
        """Take an action in each game, and the chance that follows; begin again what is over.

        Raises:
            TypeError: `actions` are not whole numbers, one for each game.
            IllegalAction: an action is not legal in its game; nothing has changed.
            RuleFault: the rules do what they must not do. Then begin with `reset`.
        """
        if self._seed is None:
            raise IllegalAction("the games have not begun: call `reset` first")
        self._arrays.actions[:] = self._numbers(actions)
        native = self._engine.native
        refused = self._all(lambda games: native.check_all(self._arguments, games))
        if refused >= 0:
            self._refuse(refused)
        failed = self._all(lambda games: native.step_all(self._arguments, games))
        if failed >= 0:
            seed, self._seed = self._seed, None
            self._fail(failed, seed, int(self._arrays.actions[failed]))
        return self._told

    def observe(self, state: State, player: int) -> NDArray[np.int32]:
        """Return the row of numbers that says what `player` sees of a state of this game.

        Raises:
            UsageError: the state is of another game, or no point of native play.
        """
        flat = self._flat(state) if state.game == self.game else None
        if flat is None or not 0 <= player < len(self.game.players):
            raise UsageError(f"this is no state of {self.game.name}, or no player of it")
        row = np.zeros(observation_size(self._engine.parts), np.int32)
        self._engine.native.observe(flat, player, row.ctypes.data)
        return row

    def _flat(self, state: State) -> bytes | None:
        """Return a state as native code of batches has it; None where that has no such point."""
        codec = self._engine.codec
        held = state.held.compiled
        if held is not None and held.engine.codec.packing[1] == codec.packing[1]:
            return held.flat
        return codec.encode(state.position)

    def _numbers(self, actions: ArrayLike) -> NDArray[np.int64]:
        try:
            found = np.asarray(actions)
        except ValueError as ragged:
            raise TypeError("an action is a whole number; these are no even array") from ragged
        if found.shape != (self.count,):
            wanted = f"there is one action for each of {self.count} games"
            raise TypeError(f"{wanted}; these have the shape {found.shape}")
        if found.dtype.kind not in "iu":
            raise TypeError(f"an action is a whole number; {_not_whole(actions, found)}")
        return found.astype(np.int64, copy=False)

    # ------------------------------------------------------------ threads, faults

    def _all(self, action: Callable[[Games], int]) -> int:
        """Do something for all games, each thread its share; return the least that failed."""
        if self._pool is None:
            return action(self._shares[0])
        return min((i for i in self._pool.map(action, self._shares) if i >= 0), default=-1)

    def _state(self, index: int) -> State:
        flat = self._arrays.states[index].tobytes()
        return State(self.game, self._engine.codec.decode(flat))

    def _refuse(self, index: int) -> NoReturn:
        action = int(self._arrays.actions[index])
        reason = self._state(index).refusal_of(action) or "it is not on offer"
        raise IllegalAction(f"game {index}: action {action} is not legal: {reason}")

    def _fail(self, index: int, seed: int, action: int | None) -> NoReturn:
        """Let the reference say what is wrong with a step that native code gave up.

        `action` None: the game was to begin.
        """
        how = "at its beginning" if action is None else f"by action {action}"
        begin = State(self.game, stepping.start(self.game.layout)[0])
        before = begin if action is None else self._state(index)
        drawn = 0 if action is None else int(self._arrays.chances[index])
        try:
            after = before if action is None else before.child(action)
            after, drawn = self._past_chance(index, seed, after, drawn)
            if after.is_terminal:
                after, drawn = self._past_chance(index, seed, begin, drawn)
        except Exception as fault:
            fault.add_note(f"in game {index} of the batch, {how}")
            raise
        what = "is over before anybody chooses" if after.is_terminal else "is too large"
        raise UsageError(f"{self.game.name} {what}: native code gave up game {index}, {how}")

    def _past_chance(self, index: int, seed: int, state: State, drawn: int) -> tuple[State, int]:
        while state.current_player == CHANCE:
            number = word("chance", seed, self._first + index, drawn)
            state, drawn = state.child(pick(state.chance_outcomes, number)), drawn + 1
        return state, drawn


def _read_only(array: NDArray[Entry]) -> NDArray[Entry]:
    view = array.view()
    view.flags.writeable = False
    return view


def _arrays(
    game: Game, engine: BatchEngine, count: int, *, packed: bool, observe: bool
) -> _Arrays:
    """Return the arrays for so many games; those that nobody wants have no entries."""
    home = engine.native.start(engine.home)
    if engine.native.context.fault:
        stepping.start(game.layout)
    actions = game.num_distinct_actions
    entries = observation_size(engine.parts) if observe else 0
    return _Arrays(
        states=np.zeros((count, len(home)), np.uint8),
        begin=np.frombuffer(home, np.uint8).copy(),
        actions=np.zeros(count, np.int64),
        chance_stream=np.zeros(count, np.int64),
        chances=np.zeros(count, np.int64),
        actors=np.zeros(count, np.int64),
        masks=np.zeros((count, 0 if packed else actions), np.bool_),
        words=np.zeros((count, words_of_mask(actions) if packed else 0), np.uint64),
        rows=np.zeros((count, entries), np.int32),
        rewards=np.zeros((count, len(game.players)), np.float64),
        done=np.zeros(count, np.bool_),
    )


def _engine_of(game: Game) -> BatchEngine:
    try:
        return batch_engine(game.layout, game.specification_hash)
    except (TooWideError, NativeMissingError) as reason:
        raise UsageError(f"{game.name} cannot be played in batches: {reason}") from reason


def _shares(count: int, threads: int) -> tuple[Games, ...]:
    """Return which games each thread steps.

    >>> _shares(10, 3)
    ((0, 3), (3, 6), (6, 10))
    """
    edges = [count * at // threads for at in range(threads + 1)]
    return tuple(pairwise(edges))


def _not_whole(actions: ArrayLike, found: NDArray[np.generic]) -> str:
    """Return what is there instead of whole numbers, and in which game where that can be said."""
    if isinstance(actions, Sequence):
        for index, action in enumerate(actions):
            if not isinstance(action, int | np.integer) or isinstance(action, bool):
                return f"that of game {index} is {action!r}"
    return f"these are of type {found.dtype}"
