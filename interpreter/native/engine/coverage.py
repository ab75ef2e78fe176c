"""Random playouts in native code that notes which of its rules it reaches.

The code is that of the game with probes in its tree (`facts.coverage_points`). It writes a byte
for each coverage point, beside the state; the code of play that nobody watches knows nothing of
it. What is reached is what `watching` reaches in the same playouts.
"""

from __future__ import annotations

import ctypes
import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from interpreter.facts.coverage_points import Instrumented, Point, instrumented
from interpreter.layout import Layout, build_layout
from interpreter.native.emit.llvm import (
    BARE,
    NativeMissingError,
    compile_text,
    fingerprint,
    processor,
)
from interpreter.native.emit.text import emit
from interpreter.native.engine import cache
from interpreter.native.engine.calls import CHANCE_POINT, Native
from interpreter.native.engine.engine import tell_once
from interpreter.native.lower.game import lower
from interpreter.native.memory.cells import StateSlots
from interpreter.native.memory.coverage import CoveragePoints, coverage_points_of
from interpreter.native.memory.lowered import Lowered, state_size
from interpreter.native.runtime.noting import noting
from interpreter.native.runtime.runtime import runtime
from rulelang import core
from rulelang.core.intervals import TooWideError

if TYPE_CHECKING:
    from interpreter.rules import Rules

LEVEL: Final = BARE
"""How much the code is optimised: many instances are compiled, each for few playouts."""


class NativeWatch:
    """One instance of a game, and what playouts and other plays of it reached.

    Raises:
        TooWideError: native code cannot hold it.
        NativeMissingError: there is no native code on this machine.

    >>> from interpreter import load
    >>> watch = NativeWatch(load("tic_tac_toe").spec)
    >>> watch.play(seed=1, number=0)
    True
    >>> len(watch.reached())
    8
    """

    def __init__(self, spec: core.Spec) -> None:
        self._instrumented = instrumented(spec)
        self._numbers = coverage_points_of(self._instrumented)
        layout = build_layout(self._instrumented.spec)
        entry = _entry(layout, self._instrumented, self._numbers)
        size = state_size(entry.lowered)
        self._native = _Noting(entry.code, size, len(spec.players), spec.action_count)
        self._noted = self._native.noted(self._numbers.count)
        self._home = StateSlots(entry.lowered, layout).start()
        self._begin: bytes | None = None

    def play(self, seed: int, number: int) -> bool:
        """Play playout `number` of a seed; False where native code gave up."""
        begin = self._started()
        return begin is not None and not self._native.sums(begin, 1, seed, number)[0]

    def replay(self, history: Sequence[int]) -> bool:
        """Go through a play again; False where native code gave up."""
        state = self._started()
        if state is None:
            return False
        native = self._native
        for number in history:
            if native.sort(state) == CHANCE_POINT:
                native.outcomes(state)  # play asks for them, so it reaches what they ask for
            state, count = native.step(state, number)
            if count < 0:
                return False
        return True

    def _started(self) -> bytes | None:
        """Return the first state; None where native code gives up on the way there."""
        if self._begin is None:
            begin = self._native.start(self._home)
            self._begin = None if self._native.context.fault else begin
        return self._begin

    @property
    def noted(self) -> bytes:
        """What was noted so far; it changes where something new is reached."""
        return self._noted.raw

    def reached(self) -> frozenset[Point]:
        """Return what was reached so far."""
        return self._instrumented.reached(self._numbers.reports(self._noted.raw))


def find_watch(game: Rules) -> NativeWatch | None:
    """Return native code that notes what it reaches; None, with a warning once, without such."""
    try:
        return NativeWatch(game.spec)
    except NativeMissingError as reason:
        tell_once(f"the reference engine plays: {reason}")
    except TooWideError as reason:
        tell_once(f"{game.name} is played by the reference engine: {reason}")
    return None


class _Noting(Native):
    """Machine code that notes coverage points."""

    def noted(self, count: int) -> ctypes.Array[ctypes.c_char]:
        """Return the bytes in which it notes them."""
        address = self._function("noted", ctypes.c_int64)()
        return (ctypes.c_char * count).from_address(address)


def _entry(layout: Layout, tree: Instrumented, coverage: CoveragePoints) -> cache.Entry:
    """Return the code of an instance, from the cache if it is there."""
    whole = hashlib.sha256(repr((tree.spec, coverage)).encode()).hexdigest()
    key = cache.key_of(whole, fingerprint(), str(LEVEL), "instrumented")
    return cache.kept(key, lambda: _compiled(layout, coverage))


def _compiled(layout: Layout, coverage: CoveragePoints) -> tuple[Lowered, bytes]:
    lowered = lower(layout, coverage)
    return lowered, compile_text(instrumented_text(lowered), LEVEL)


def instrumented_text(lowered: Lowered) -> str:
    """Return the code of an instance with probes as LLVM's text."""
    plain = runtime(lowered, processor(), is_watched=True)
    return emit(lowered.module) + plain + noting(lowered.coverage.count)
