"""The native engine of many games stepped at once: its code, and the calls into it."""

from __future__ import annotations

import ctypes
from typing import Final

import attrs

from interpreter.layout import Layout
from interpreter.native.emit.llvm import fingerprint, processor
from interpreter.native.emit.text import emit
from interpreter.native.engine import cache
from interpreter.native.engine.calls import Native, signed
from interpreter.native.engine.tiers import Source, Tiers
from interpreter.native.ir.clean import clean
from interpreter.native.lower.game import lower
from interpreter.native.memory.codec import Codec
from interpreter.native.memory.lowered import Lowered, state_size
from interpreter.native.memory.observation import Part, observation_size, observing, parts_of
from interpreter.native.runtime.batch import batch_code
from interpreter.native.runtime.runtime import runtime

SORT: Final = "batch"
"""What tells entries of the cache from those of single games."""


class BatchNative(Native):
    """The machine code; `arguments` are the addresses of arrays, see `BATCH_ARGUMENTS`."""

    def _bind(self) -> None:
        super()._bind()
        pointer, number, state = ctypes.c_void_p, ctypes.c_int64, ctypes.c_char_p
        games = (number, number)
        self._begin_all = self._function(
            "batch_begin", number, pointer, pointer, *games, number, number
        )
        self._check_all = self._function("batch_check", number, pointer, *games)
        self._step_all = self._function("batch_step", number, pointer, pointer, *games)
        self._observe = self._function("batch_observe", None, state, pointer, number, pointer)

    def begin_all(self, arguments: int, games: tuple[int, int], stream: int, number: int) -> int:
        """Begin games anew; return the first that failed, or -1."""
        return self._begin_all(arguments, self.context.address, *games, signed(stream), number)

    def check_all(self, arguments: int, games: tuple[int, int]) -> int:
        """Return the first game whose action is not legal, or -1."""
        return self._check_all(arguments, *games)

    def step_all(self, arguments: int, games: tuple[int, int]) -> int:
        """Take an action in each game; return the first that failed, or -1."""
        self.at_length()
        return self._step_all(arguments, self.context.address, *games)

    def observe(self, state: bytes, player: int, row: int) -> None:
        """Write what a player sees of a state to an address."""
        self._observe(state, self.context.address, player, row)


@attrs.frozen(eq=False)
class BatchEngine:
    """Native code for many games of one instance, how to read its states, and what is seen."""

    native: BatchNative
    codec: Codec
    parts: tuple[Part, ...]
    home: bytes
    tiers: Tiers


def batch_engine(layout: Layout, specification_hash: str) -> BatchEngine:
    """Return the engine for batches of a game: from the cache on disk, or compiled now.

    It goes on to full speed when it steps for a while: see `tiers`.

    Raises:
        TooWideError: native code cannot hold the game.
        NativeMissingError: there is no native code on this machine.
    """

    def name(level: int) -> str:
        return cache.key_of(specification_hash, fingerprint(), SORT, str(level))

    source = Source(name, lambda: _written(layout))
    lowered = source.lowered
    players, actions = lowered.returns.count, layout.spec.action_count
    native = BatchNative(source.first, state_size(lowered), players, actions)
    codec, parts = Codec(lowered, layout), parts_of(lowered.slots, layout)
    return BatchEngine(native, codec, parts, codec.start(), Tiers(native, source))


def with_observing(layout: Layout) -> Lowered:
    """Return a game in IR, with the function that writes what a player sees."""
    lowered = lower(layout)
    function, tables = observing(lowered.slots, layout, state_size(lowered))
    clean(function)
    lowered.module.functions[function.name] = function
    lowered.module.tables.update({table.name: table for table in tables})
    return lowered


def _written(layout: Layout) -> tuple[Lowered, str]:
    """Return a game in IR and in LLVM's text."""
    lowered = with_observing(layout)
    entries = observation_size(parts_of(lowered.slots, layout))
    text = "\n".join(
        (
            emit(lowered.module),
            runtime(lowered, processor()),
            batch_code(lowered, layout.spec.action_count, entries),
        )
    )
    return lowered, text
