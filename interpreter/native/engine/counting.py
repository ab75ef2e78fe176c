"""Playouts that native code plays and counts: of each only its lengths come out one by one."""

from __future__ import annotations

import ctypes
from array import array
from typing import Final, NamedTuple

from interpreter.native.engine.calls import Loaded, Native, signed
from interpreter.native.engine.shared import once, shared_code
from interpreter.native.runtime.counting import BEFORE, BLOCK, JOB, counting

_NEVER: Final = 1 << 62
_ZERO: Final = array("q", [0])


class Counted(NamedTuple):
    """What some playouts told, in order, as `Tally` of `interpreter.measuring.simulate` has it.

    `lengths` and `chance_points` have an entry for each that came to its end. `returns` are
    multiplied by the scale of the game. `fault` is not 0 where the playout behind them gave up.
    """

    lengths: array[int]
    chance_points: array[int]
    returns: dict[tuple[int, ...], int]
    choices: int
    chances: int
    shortest: int
    longest: int
    branches: int
    max_branching: int
    fault: int


def count(
    native: Native, begin: bytes, which: tuple[int, int, int], stop: ctypes.c_int32
) -> Counted:
    """Play random games from a state, and count what comes of them.

    `which`: the seed, the number of the first playout, and how many. None begins once `stop` is
    set, nor after one that gives up.
    """
    native.at_length()
    seed, first, asked = which
    players = native.players
    places = 1 << (2 * asked).bit_length()
    lengths, chances = _ZERO * asked, _ZERO * asked
    ends = (ctypes.c_int64 * (asked * (players + 1)))()
    index = (ctypes.c_int32 * places)()
    rows = (ctypes.c_int64 * (BLOCK * (BEFORE + players)))()
    state = ctypes.create_string_buffer(begin, len(begin))
    job = _job(
        playouts=native.address("playouts"),
        begin=ctypes.addressof(state),
        context=native.context.address,
        asked=asked,
        seed=signed(seed),
        first=first,
        stop=ctypes.addressof(stop),
        players=players,
        rows=ctypes.addressof(rows),
        lengths=lengths.buffer_info()[0],
        chances=chances.buffer_info()[0],
        ends=ctypes.addressof(ends),
        index=ctypes.addressof(index),
        mask=places - 1,
        least=_NEVER,
    )
    done = counting_code().count(ctypes.addressof(job))
    del lengths[done:], chances[done:]
    told = dict(zip(JOB, job, strict=True))
    return Counted(
        lengths,
        chances,
        _returns(ends[: told["found"] * (players + 1)], players),
        choices=told["choices"],
        chances=told["chance_points"],
        shortest=told["least"],
        longest=told["most"],
        branches=told["branches"],
        max_branching=told["widest"],
        fault=told["fault"],
    )


def _job(**numbers: int) -> ctypes.Array[ctypes.c_int64]:
    return (ctypes.c_int64 * len(JOB))(*(numbers.get(name, 0) for name in JOB))


def _returns(flat: list[int], players: int) -> dict[tuple[int, ...], int]:
    """Return how often each tuple of returns came, from one number after the other."""
    stride = players + 1
    won = zip(*(flat[at::stride] for at in range(1, stride)), strict=True)
    return dict(zip(won, flat[::stride], strict=True))


class _Counting(Loaded):
    """The machine code that counts, which is the same for every game."""

    def _bind(self) -> None:
        self.count = self._function("count", ctypes.c_int64, ctypes.c_void_p)


@once
def counting_code() -> _Counting:
    """Return the code, linked."""
    return _Counting(shared_code(counting()))
