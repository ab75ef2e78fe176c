"""Calls into the machine code of a game. The interpreter lock is released while it runs."""

from __future__ import annotations

import ctypes
import mmap
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from time import monotonic
from typing import Final, NamedTuple

from interpreter.native.emit.llvm import Linked
from interpreter.native.emit.text import CONTEXT, PREFIX, RESULT, SLOTS
from interpreter.native.ir.nodes import KEPT

ROWS: Final = 1 << 15
"""Rows of legal actions that a context holds, those of looks ahead included."""

OUTCOMES: Final = 1 << 14
WORDS: Final = 16
"""Numbers by which players choose: of eight choices, and of eight of the next playout."""

_AT_FIRST: Final = 64
_SOON_S: Final = 0.02
"""Playouts of one call are doubled, from the first ones on, while they take less than this."""

_FAR: Final = 1 << 62
_UNCUT: Final = nullcontext()
_ACTOR: Final = CONTEXT["actor"]
IDS: Final = 64 * ROWS

CHANCE_POINT: Final = 2
"""What `Native.sort` says of a chance point."""


class Context:
    """What a call and its caller tell each other; one for each thread.

    Slots, the state of a playout, numbers by which players choose, rows and outcomes lie one
    behind the other: what lies at equal places of two pages costs the processor twice the time.
    There is room for the widest choice, but the system gives a page when it is first written to:
    few threads ever need all of it.
    """

    def __init__(self, size: int) -> None:
        slots, state = 8 * (SLOTS + KEPT), -(-size // 64) * 64
        words, rows, outcomes = 8 * WORDS, 16 * ROWS, 16 * OUTCOMES
        whole, begin = pages(slots + state + words + rows + outcomes), 0
        self.slots = (ctypes.c_int64 * len(CONTEXT)).from_buffer(whole, begin)
        begin += slots
        self.address = ctypes.addressof(self.slots)
        self.slots[CONTEXT["scratch"]] = self.address + slots
        begin += state
        self.slots[CONTEXT["words"]] = self.address + begin
        begin += words
        self.slots[CONTEXT["capacity"]] = ROWS
        self.slots[CONTEXT["row_buffer"]] = self.address + begin
        begin += rows
        self.slots[CONTEXT["outcome_capacity"]] = OUTCOMES
        self.slots[CONTEXT["outcome_buffer"]] = self.address + begin
        self.outcomes = (ctypes.c_int64 * (2 * OUTCOMES)).from_buffer(whole, begin)

    @property
    def fault(self) -> int:
        """The code of the fault of the last call; 0: none."""
        return int(self.slots[CONTEXT["fault"]])

    @property
    def actor(self) -> int:
        """Who is to choose."""
        return int(self.slots[CONTEXT["actor"]])

    def listed(self) -> tuple[tuple[int, int], ...]:
        """Return the outcomes of chance: ids and weights."""
        count = self.slots[CONTEXT["outcomes"]]
        found = self.outcomes[: 2 * count]
        return tuple(zip(found[::2], found[1::2], strict=True))


def pages(size: int) -> mmap.mmap:
    """Return so many bytes of zeros, which take memory where they are written to.

    They are this process's own: a child that is forked has a copy.
    """
    if hasattr(mmap, "MAP_PRIVATE"):
        return mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    return mmap.mmap(-1, size)


def signed(word: int) -> int:
    """Return a 64-bit word as calls take it: its upper half below zero.

    >>> signed(5), signed((1 << 64) - 1)
    (5, -1)
    """
    return word - (1 << 64) if word >> 63 else word


def leave_as_is() -> None:
    """Leave the code as it is."""


class Playouts(NamedTuple):
    """What some playouts told, an entry for each. `fault` is not 0 where one broke off."""

    fault: list[int]
    choices: list[int]
    decisions: list[int]
    chances: list[int]
    branches: list[int]
    widest: list[int]
    returns: list[tuple[int, ...]]


class Loaded:
    """Machine code in memory, and what it exports.

    It may be replaced by faster code of the same functions while other threads run it: whoever is
    in the old code stays there to the end of the call, so none is ever taken out of memory.
    """

    def __init__(self, code: bytes) -> None:
        self._linked: list[Linked] = []
        self.replace(code)

    def replace(self, code: bytes) -> None:
        """Link other code of the same functions, which calls use from now on."""
        self._linked.append(Linked(code))
        self._bind()

    def _bind(self) -> None:
        """Look up what is called."""

    def address(self, name: str) -> int:
        """Return where a function lies."""
        return self._linked[-1].address(PREFIX + name)

    def _function(self, name: str, result: type | None, *args: type) -> Callable[..., int]:
        made: Callable[..., int] = ctypes.CFUNCTYPE(result, *args)(self.address(name))
        return made


class Own(threading.local):
    """What one thread calls with: its context, and where a step puts its state and what is legal.

    `address`, `into` and `listed` are addresses: of the context, the state, the list.
    """

    def __init__(self, size: int, most: int) -> None:
        self.context = Context(size)
        self.ids = (ctypes.c_int64 * most)()
        self.state = ctypes.create_string_buffer(size)
        self.slots = self.context.slots
        self.address = self.context.address
        self.listed = ctypes.addressof(self.ids)
        self.into = ctypes.addressof(self.state)


class Native(Loaded):
    """The machine code of a game instance. `size` of a state in bytes; `actions`: all numbers.

    `at_length` is called whenever much is to be played: see `tiers`.
    """

    def __init__(self, code: bytes, size: int, players: int, actions: int) -> None:
        super().__init__(code)
        self.size = size
        self.players = players
        self.at_length = leave_as_is
        self._most = min(max(1, actions), IDS)
        self._own = Own(size, self._most)

    def _bind(self) -> None:
        pointer, number, state = ctypes.c_void_p, ctypes.c_int64, ctypes.c_char_p
        self._start = self._function("start", None, pointer, pointer)
        self._legal = self._function("legal", None, state, pointer)
        self._chance = self._function("chance", None, state, pointer)
        self._sort = self._function("sort", number, state)
        self._ids = self._function("ids", number, pointer, pointer)
        self._step = self._function("step", number, state, pointer, pointer, number, pointer)
        self._playouts = self._function(
            "playouts", number, state, pointer, number, number, number, pointer, pointer, number
        )

    @property
    def most(self) -> int:
        """How many actions may be legal at once."""
        return self._most

    @property
    def context(self) -> Context:
        """The context of this thread."""
        return self._own.context

    def start(self, home: bytes) -> bytes:
        """Return the state at the first point; `context.fault` says what failed."""
        state = ctypes.create_string_buffer(home, self.size)
        self._start(ctypes.addressof(state), self.context.address)
        return state.raw

    def step(self, state: bytes, number: int) -> tuple[bytes, int]:
        """Return the state after an action or outcome, and how many actions are legal there.

        A number below 0 is a fault with its sign turned; the state means nothing then.
        """
        own = self._own
        count = self._step(state, own.into, own.address, number, own.listed)
        return own.state.raw, count

    def onward(self, state: bytes, number: int) -> tuple[bytes, int, int, tuple[int, ...]]:
        """Return what `step` does; and who chooses then and from what, where somebody does."""
        own = self._own
        count = self._step(state, own.into, own.address, number, own.listed)
        if count > 0:
            return own.state.raw, count, own.slots[_ACTOR], tuple(own.ids[:count])
        return own.state.raw, count, 0, ()

    def sort(self, state: bytes) -> int:
        """Return what a state waits for: 0 nothing, 1 a player, 2 chance."""
        return self._sort(state)

    def legal_ids(self, state: bytes) -> tuple[int, ...]:
        """Return the legal actions; `context` has the actor then."""
        own = self._own
        address = own.address
        self._legal(state, address)
        return tuple(own.ids[: self._ids(address, own.listed)])

    def outcomes(self, state: bytes) -> tuple[tuple[int, int], ...]:
        """Return the outcomes of chance: ids and weights, ascending; `context.fault` too."""
        context = self.context
        self._chance(state, context.address)
        return context.listed()

    def playouts(
        self, state: bytes, count: int, seed: int, first: int, stop: ctypes.c_int32 | None = None
    ) -> Playouts:
        """Return what came of so many random playouts; those not begun when `stop` is set lack."""
        self.at_length()
        width = 1 + len(RESULT) + self.players
        out = (ctypes.c_int64 * (count * width))()
        halt = ctypes.c_int32(0) if stop is None else stop
        done = self._playouts(
            state, self.context.address, count, signed(seed), first, out, ctypes.addressof(halt), 0
        )
        flat = out[: done * width]
        columns = [flat[at::width] for at in range(width)]
        fault, choices, decisions, chances, branches, widest, *returns = columns
        won = list(zip(*returns, strict=True))
        return Playouts(fault, choices, decisions, chances, branches, widest, won)

    @contextmanager
    def cut(self, horizon: int | None) -> Iterator[None]:
        """Cut the playouts of this thread after so many choices and chance points.

        Only the code of games with a standing heeds it.
        """
        slots = self.context.slots
        slots[CONTEXT["horizon"]] = 0 if horizon is None else min(horizon, _FAR) + 1
        try:
            yield
        finally:
            slots[CONTEXT["horizon"]] = 0

    def sums(
        self, state: bytes, count: int, seed: int, first: int = 0, horizon: int | None = None
    ) -> tuple[int, ...]:
        """Return the figures of so many random playouts added up, as `Playouts` has them.

        Faults add up as well: 0 means that there was none. Then come the returns of the players.
        They are played some at a time, for Ctrl-C is heard between calls alone.
        """
        self.at_length()
        out = (ctypes.c_int64 * (1 + len(RESULT) + self.players))()
        halt = ctypes.c_int32(0)
        address, end, some = self.context.address, first + count, _AT_FIRST
        with _UNCUT if horizon is None else self.cut(horizon):
            while first < end:
                asked, began = min(some, end - first), monotonic()
                self._playouts(
                    state, address, asked, signed(seed), first, out, ctypes.addressof(halt), 1
                )
                first += asked
                some = 2 * some if monotonic() - began < _SOON_S else some
        return tuple(out)
