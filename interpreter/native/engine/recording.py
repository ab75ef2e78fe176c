"""Playouts that native code plays and records: who was offered what, chose what, and won."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from interpreter.chance import word
from interpreter.native.engine.calls import Loaded, signed
from interpreter.native.engine.engine import Engine
from interpreter.native.engine.shared import once, shared_code
from interpreter.native.runtime.recording_text import CALLED, JOB, RECORDING

if TYPE_CHECKING:
    from interpreter.measuring.recording import Counters


class Recorder:
    """Plays ranges of playouts of one game and adds what they tell to counters.

    `arm_of`: the arm of each action number. `width`: choices in a band of the counters.
    """

    def __init__(self, engine: Engine, counters: Counters, arm_of: Sequence[int]) -> None:
        native = engine.native
        self._native, self._counters = native, counters
        self._begin = native.start(engine.home)
        self.fault = native.context.fault
        """Not 0: native code gave up before the first point."""
        self._offset = engine.codec.lowered.returns.offset
        self._arm_of = array("i", arm_of)
        self._list, self._spare = (_numbers(native.most) for _ in range(2))
        self._stamps = _numbers(counters.arms)
        cells = counters.arms * counters.seats
        self._could, self._used = (_numbers(cells) for _ in range(2))
        self._decisions = 0

    def record(
        self,
        which: tuple[int, int, int],
        stop: ctypes.c_int32,
        barred: tuple[int, bytes] | None = None,
    ) -> tuple[int, int, Rows]:
        """Play a range; return how many came to their end, a fault or 0, and a row for each.

        `which`: the seed, the number of the first playout, and how many. `barred`: a seat, and for
        each action whether it leaves it alone while it may do something else. Where there is a
        fault the counters are as they were before, and mean nothing.
        """
        seed, first, asked = which
        self._native.at_length()
        counters, players = self._counters, self._native.players
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
            "first": first,
            "minds": signed(word("players", seed)),
            "luck": signed(word("chance", seed)),
            "stop": ctypes.addressof(stop),
            "players": players,
            "returns": self._offset,
            "actions": counters.actions,
            "arms": counters.arms,
            "bands": counters.bands,
            "width": counters.width,
            "whole": counters.whole,
            "arm_of": _address(self._arm_of),
            "barred": 0 if held is None else ctypes.addressof(held),
            "barred_seat": seat,
            "list": _address(self._list),
            "spare": _address(self._spare),
            "lengths": _address(rows.lengths),
            "chances": _address(rows.chances),
            "won": _address(rows.won),
            "stamps": _address(self._stamps),
            "could": _address(self._could),
            "used": _address(self._used),
            **{name: _address(kept) for name, kept in counters.arrays().items()},
            "decision": self._decisions,
        }
        job = (ctypes.c_int64 * len(JOB))(*(numbers.get(name, 0) for name in JOB))
        before = {name: kept[:] for name, kept in counters.arrays().items()}
        done = recording_code().record(ctypes.addressof(job))
        self._decisions, fault = job[JOB["decision"]], job[JOB["fault"]]
        if fault:
            for name, kept in counters.arrays().items():
                kept[:] = before[name]
        return done, fault, rows.cut(done, players)


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
    return _Recording(shared_code(RECORDING))
