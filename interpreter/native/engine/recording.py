"""Playouts that native code plays and records: who was offered what, chose what, and won.

`Recorder` counts while it plays; `Replayer` plays single ones by number, with a seat barred.
"""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Final, Protocol

from interpreter.chance import word
from interpreter.native.engine.calls import Loaded, signed
from interpreter.native.engine.engine import Engine
from interpreter.native.engine.shared import once, shared_code
from interpreter.native.runtime.recording import CALLED, JOB, recording

_LOG: Final = 1 << 16
"""Choices of playouts that there is room for at first."""


class Counting(Protocol):
    """What a recorder counts into, as `interpreter.measuring.counters` lays it out."""

    @property
    def seats(self) -> int:
        """How many players there are."""

    @property
    def actions(self) -> int:
        """How many action numbers there are."""

    @property
    def arms(self) -> int:
        """How many arms are told apart."""

    @property
    def bands(self) -> int:
        """How many parts of a play are counted apart."""

    @property
    def width(self) -> int:
        """How many choices a part has."""

    @property
    def whole(self) -> int:
        """The points of a play."""

    def arrays(self) -> dict[str, array[int]]:
        """Return the arrays by name."""


class _Player:
    """Plays playouts of one game from its start."""

    def __init__(self, engine: Engine) -> None:
        native = engine.native
        self._native = native
        self._begin = native.start(engine.home)
        self.fault = native.context.fault
        """Not 0: native code gave up before the first point."""
        self._offset = engine.codec.lowered.returns.offset
        self._list, self._spare = (_numbers(native.most) for _ in range(2))

    def _play(
        self,
        seed: int,
        asked: int,
        barred: tuple[int, bytes] | None,
        given: Mapping[str, int],
    ) -> tuple[ctypes.Array[ctypes.c_int64], int, Rows]:
        """Play; return the job as it is then, how many came to their end, and their rows."""
        self._native.at_length()
        players = self._native.players
        rows = Rows(_numbers(asked), _numbers(asked), _numbers(asked * players))
        begin = ctypes.create_string_buffer(self._begin, len(self._begin))
        scratch = ctypes.create_string_buffer(len(self._begin) + 64)
        seat, flags = (0, b"") if barred is None else barred
        held = ctypes.create_string_buffer(flags, len(flags)) if flags else None
        numbers = {
            **{name: self._native.address(name) for name in CALLED},
            "begin": ctypes.addressof(begin),
            "scratch": -(-ctypes.addressof(scratch) // 64) * 64,
            "size": len(self._begin),
            "context": self._native.context.address,
            "asked": asked,
            "player_stream": signed(word("players", seed)),
            "chance_stream": signed(word("chance", seed)),
            "again": signed(word("again", seed)),
            "players": players,
            "returns": self._offset,
            "barred": 0 if held is None else ctypes.addressof(held),
            "barred_seat": seat,
            "list": _address(self._list),
            "spare": _address(self._spare),
            "lengths": _address(rows.lengths),
            "chances": _address(rows.chances),
            "won": _address(rows.won),
            **given,
        }
        job = (ctypes.c_int64 * len(JOB))(*(numbers.get(name, 0) for name in JOB))
        done = recording_code().record(ctypes.addressof(job))
        return job, done, rows.cut(done, players)


class Recorder(_Player):
    """Plays ranges of playouts of one game and adds what they tell to counters.

    `arm_of`: the arm of each action number. `width`: choices in a band of the counters.
    """

    def __init__(self, engine: Engine, counters: Counting, arm_of: Sequence[int]) -> None:
        super().__init__(engine)
        self._counters = counters
        self._arm_of = array("i", arm_of)
        self._stamps = _numbers(counters.arms)
        cells = counters.arms * counters.seats
        self._could, self._used = (_numbers(cells) for _ in range(2))
        self._decisions = 0

    def room_for(self, count: int) -> ctypes.Array[ctypes.c_char]:
        """Return room for so many states."""
        return ctypes.create_string_buffer(count * len(self._begin))

    def states(self, room: ctypes.Array[ctypes.c_char], count: int) -> list[bytes]:
        """Return the first states of a room."""
        size, whole = len(self._begin), memoryview(room)
        return [bytes(whole[at : at + size]) for at in range(0, count * size, size)]

    def record(
        self,
        which: tuple[int, int, int],
        stop: ctypes.c_int32,
        barred: tuple[int, bytes] | None = None,
        ends: ctypes.Array[ctypes.c_char] | None = None,
    ) -> tuple[int, int, Rows]:
        """Play a range; return how many came to their end, a fault or 0, and a row for each.

        `which`: the seed, the number of the first playout, and how many. `barred`: a seat, and for
        each action whether it leaves it alone while it may do something else. `ends`: room for
        the last state of each (`room_for`). Where there is a fault the counters are as they
        were before, and mean nothing.
        """
        seed, first, asked = which
        counters = self._counters
        given = {
            "first": first,
            "stop": ctypes.addressof(stop),
            "actions": counters.actions,
            "arms": counters.arms,
            "bands": counters.bands,
            "width": counters.width,
            "whole": counters.whole,
            "arm_of": _address(self._arm_of),
            "stamps": _address(self._stamps),
            "could": _address(self._could),
            "used": _address(self._used),
            **{name: _address(kept) for name, kept in counters.arrays().items()},
            "decision": self._decisions,
            "ends": 0 if ends is None else ctypes.addressof(ends),
        }
        before = {name: kept[:] for name, kept in counters.arrays().items()}
        job, done, rows = self._play(seed, asked, barred, given)
        self._decisions, fault = job[JOB["decision"]], job[JOB["fault"]]
        if fault:
            for name, kept in counters.arrays().items():
                kept[:] = before[name]
        return done, fault, rows


class Replayer(_Player):
    """Plays playouts of one game by their numbers, and counts nothing.

    `actions`: how many the game has.
    """

    def __init__(self, engine: Engine, actions: int) -> None:
        super().__init__(engine)
        self._actions = actions
        self._log = _numbers(_LOG)

    def play(
        self, seed: int, numbers: Sequence[int], barred: tuple[int, bytes] | None
    ) -> tuple[Rows, bool]:
        """Play them in this order up to one that gives up; return rows, and whether all ended."""
        listed = array("q", numbers)
        stop = ctypes.c_int32(0)
        given = {"numbers": _address(listed), "stop": ctypes.addressof(stop)}
        _, done, rows = self._play(seed, len(listed), barred, given)
        return rows, done == len(listed)

    def chosen(self, seed: int, first: int, asked: int) -> tuple[Rows, list[frozenset[int]]]:
        """Play a range up to one that gives up; return rows, and what each chose: seat, action.

        Both in one number: the seat times the actions of the game, plus the action.
        """
        stop = ctypes.c_int32(0)
        while True:
            given = {
                "first": first,
                "stop": ctypes.addressof(stop),
                "actions": self._actions,
                "log": _address(self._log),
                "room": len(self._log),
            }
            job, _, rows = self._play(seed, asked, None, given)
            logged = job[JOB["logged"]]
            if logged <= len(self._log):
                break
            self._log = _numbers(2 * logged)
        ends = accumulate(rows.lengths, initial=0)
        return rows, [frozenset(self._log[at:past]) for at, past in pairwise(ends)]


class Rows:
    """Of each playout: choices of players, chance points, and returns times the game's scale."""

    def __init__(self, lengths: array[int], chances: array[int], won: array[int]) -> None:
        self.lengths, self.chances, self.won = lengths, chances, won

    def cut(self, count: int, players: int) -> Rows:
        """Return the first of them."""
        return Rows(self.lengths[:count], self.chances[:count], self.won[: count * players])


def _numbers(count: int) -> array[int]:
    return array("q", bytes(8 * max(1, count)))


def _address(numbers: array[int]) -> int:
    return numbers.buffer_info()[0]


class _Recording(Loaded):
    """The machine code that records, which is the same for every game."""

    record: Callable[[int], int]

    def _bind(self) -> None:
        self.record = self._function("record", ctypes.c_int64, ctypes.c_void_p)


@once
def recording_code() -> _Recording:
    """Return the code, linked."""
    return _Recording(shared_code(recording()))
