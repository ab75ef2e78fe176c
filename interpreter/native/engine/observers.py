"""Native code that logs what one player sees: which steps agree with what he really saw.

The code is that of the game with an observer log; code of play that nobody follows has none.
It has to be there before the first choice of a bot: as all code it is bare at first, and where it
is used at length, code of full speed takes its place: see `tiers`.
"""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Final

from interpreter.layout import Layout
from interpreter.native.emit.llvm import fingerprint, processor
from interpreter.native.emit.text import CONTEXT, emit
from interpreter.native.engine import cache
from interpreter.native.engine.calls import Native, Own
from interpreter.native.engine.engine import KEPT, MAKING, find_engine
from interpreter.native.engine.tiers import Source, Tiers
from interpreter.native.ir.statuses import SPENT
from interpreter.native.lower.game import lower
from interpreter.native.memory.lowered import Lowered, state_size
from interpreter.native.runtime.chains import CALLED
from interpreter.native.runtime.observer_log import (
    ALL_SEEING,
    LOG,
    ROOM,
    UNRECORDED,
    WORDS,
    observer_log,
)
from interpreter.native.runtime.runtime import runtime

if TYPE_CHECKING:
    from interpreter.rules import Rules

MOST_PLAYERS: Final = 63


class ObserverLog:
    """The steps of a game as one player sees them, over flat states. For one thread at a time.

    `expect` a real step, then ask which others he could not tell from it.
    """

    def __init__(self, native: LoggingCode, tiers: Tiers) -> None:
        self.code = native
        self.tiers = tiers

    def expect(self, before: bytes, number: int, player: int) -> bool:
        """Note what a player sees of a step, and who decides next; False if the log cannot say."""
        return self.code.expect(before, number, player)

    def arrive(self, before: bytes, number: int) -> tuple[bool, bytes | None]:
        """Return whether the log says what a step looks like, and the state after it.

        The state is None where the step does not look as expected.
        """
        return self.code.arrive(before, number)

    def everything(self, before: bytes, number: int) -> tuple[int, ...] | None:
        """Return all that happens in a step, seen or not, in words; None if the log cannot say."""
        return self.code.words(before, number, ALL_SEEING)


class _WithLog(Own):
    """What one thread calls with, and the log that is written meanwhile."""

    def __init__(self, size: int, most: int) -> None:
        super().__init__(size, most)
        self.log = (ctypes.c_int64 * (WORDS + 2 * ROOM))()
        self.log[LOG["room"]] = ROOM
        self.context.slots[CONTEXT["log"]] = ctypes.addressof(self.log)


class LoggingCode(Native):
    """The machine code of an instance that keeps an observer log.

    `called`: where the functions lie that replays call; it is another one after `replace`.
    """

    _own: _WithLog

    def __init__(self, code: bytes, lowered: Lowered, actions: int) -> None:
        super().__init__(code, state_size(lowered), lowered.returns.count, actions)
        self._own = _WithLog(self.size, self.most)

    def _bind(self) -> None:
        super()._bind()
        pointer, number, state = ctypes.c_void_p, ctypes.c_int64, ctypes.c_char_p
        self.called = {name: self.address(name) for name in CALLED}
        self._observed = self._function("observed", number, state, pointer, pointer, number)
        self._next = self._function("observed_next", number, pointer, pointer)
        self._agrees = self._function("agrees", number, state, pointer, pointer, number)

    def expect(self, before: bytes, number: int, player: int) -> bool:
        """As `ObserverLog.expect`."""
        told = self.words(before, number, player)
        if told is None:
            return False
        log, into = self._own.log, self._own.into
        log[WORDS + ROOM : WORDS + ROOM + len(told)] = list(told)
        log[LOG["expected"]] = len(told)
        log[LOG["next"]] = self._next(into, self.context.address)
        return True

    def words(self, before: bytes, number: int, player: int) -> tuple[int, ...] | None:
        """Return what a player sees of a step, in words; None if the log cannot say."""
        address = self.context.address
        log, into = self._own.log, self._own.into
        log[LOG["observer"]] = player
        told = self._observed(before, into, address, number)
        return tuple(log[WORDS : WORDS + told]) if 0 <= told < ROOM else None

    def expected(self) -> tuple[tuple[int, ...], int]:
        """Return the words that are expected in this thread, and who is to decide next."""
        log = self._own.log
        return tuple(log[WORDS + ROOM : WORDS + ROOM + log[LOG["expected"]]]), log[LOG["next"]]

    def arrive(self, before: bytes, number: int) -> tuple[bool, bytes | None]:
        """As `ObserverLog.arrive`."""
        own = self._own
        said = self._agrees(before, own.into, own.context.address, number)
        if said == 1:
            return True, own.state.raw
        return said != UNRECORDED and said > -SPENT, None


def find_observer_log(game: Rules) -> ObserverLog | None:
    """Return what follows steps of a game natively; None where the reference has to."""
    engine = find_engine(game)
    if engine is None or len(game.players) > MOST_PLAYERS:
        return None
    return _observer_log(game)


_observer_logs: dict[str, ObserverLog] = {}
"""Those in memory, by the fingerprint of the rules; what they log is part of that."""


def _observer_log(game: Rules) -> ObserverLog:
    rules = game.specification_hash
    known = _observer_logs.get(rules)
    if known is None:
        with MAKING:
            known = _observer_logs.get(rules) or _made(game)
            while len(_observer_logs) >= KEPT:
                del _observer_logs[next(iter(_observer_logs))]
            _observer_logs[rules] = known
    return known


def _made(game: Rules) -> ObserverLog:
    def name(level: int) -> str:
        return cache.key_of(game.specification_hash, fingerprint(), str(level), "observer log")

    source = Source(name, lambda: _written(game.layout))
    native = LoggingCode(source.first, source.lowered, game.num_distinct_actions)
    return ObserverLog(native, Tiers(native, source))


def _written(layout: Layout) -> tuple[Lowered, str]:
    """Return a game with an observer log in IR and in LLVM's text."""
    lowered = lower(layout, logs=True)
    return lowered, logging_text(lowered, layout)


def logging_text(lowered: Lowered, layout: Layout) -> str:
    """Return the code of an instance with an observer log as LLVM's text."""
    plain = runtime(lowered, processor(), is_watched=True)
    return emit(lowered.module) + plain + observer_log(lowered, layout)
