"""The native engine of a game instance: its code, its layout, and where both come from."""

from __future__ import annotations

import warnings
from threading import RLock
from typing import TYPE_CHECKING, Final

import attrs

from interpreter.native.emit.llvm import BARE, NativeMissingError, fingerprint, processor
from interpreter.native.emit.text import emit
from interpreter.native.engine import cache
from interpreter.native.engine.calls import Native
from interpreter.native.engine.tiers import Source, Tiers
from interpreter.native.memory.codec import Codec
from interpreter.native.memory.lowered import Lowered, state_size
from rulelang.core.intervals import TooWideError

if TYPE_CHECKING:
    from interpreter.layout import Layout
    from interpreter.rules import Rules

KEPT: Final = 64
"""Engines kept in memory."""


@attrs.frozen(eq=False)
class Engine:
    """Native code for one game instance, and how to read its states. `home`: before the set-up."""

    native: Native
    codec: Codec
    tiers: Tiers
    home: bytes


_engines: dict[str, Engine] = {}
MAKING: Final = RLock()
"""Held while native code is found or compiled: of several threads that ask, one does it."""

_refused: dict[str, str] = {}
"""Why native code cannot hold a game, by the fingerprint of its rules."""

_told: set[str] = set()
"""The warnings that were given: each comes once."""


def find_engine(game: Rules, level: int = BARE) -> Engine | None:
    """Return the native engine of a game; None, with a warning once, where there is none."""
    key = game.specification_hash
    try:
        if key not in _refused:
            return engine_of(game, level)
    except NativeMissingError as reason:
        tell_once(f"the reference engine plays: {reason}")
        return None
    except TooWideError as reason:
        _refused[key] = str(reason)
    tell_once(f"{game.name} is played by the reference engine: {_refused[key]}")
    return None


def tell_once(text: str) -> None:
    """Warn, unless that was said before."""
    if text not in _told:
        _told.add(text)
        warnings.warn(text, RuntimeWarning, stacklevel=4)


def engine_of(game: Rules, level: int = BARE) -> Engine:
    """Return the native engine of a game, optimised at `level` at least.

    From memory, from the cache on disk, or compiled now. It goes on to full speed by itself when
    it plays at length: see `tiers`.

    Raises:
        TooWideError: native code cannot hold the game.
        NativeMissingError: there is no native code on this machine.
    """
    key = game.specification_hash
    known = _engines.get(key)
    if known is None:
        with MAKING:
            known = _engines.get(key) or _made(game)
            while len(_engines) >= KEPT:
                del _engines[next(iter(_engines))]
            _engines[key] = known
    known.tiers.reach(level)
    return known


def _made(game: Rules) -> Engine:
    def name(level: int) -> str:
        return cache.key_of(game.specification_hash, fingerprint(), str(level))

    source = Source(name, lambda: _written(game.layout))
    lowered = source.lowered
    players, actions = lowered.returns.count, game.num_distinct_actions
    native = Native(source.first, state_size(lowered), players, actions)
    codec = Codec(lowered, game.layout)
    return Engine(native, codec, Tiers(native, source), codec.start())


def _written(layout: Layout) -> tuple[Lowered, str]:
    """Return a game in IR and in LLVM's text."""
    from interpreter.native.lower.game import lower  # noqa: PLC0415 - only where nothing is kept
    from interpreter.native.runtime.runtime import runtime  # noqa: PLC0415 - as above

    lowered = lower(layout)
    return lowered, emit(lowered.module) + runtime(lowered, processor())
