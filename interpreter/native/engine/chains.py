"""Possible plays in native memory: numbers, states and factors, and calls that replay them."""

from __future__ import annotations

import ctypes
from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Protocol

from interpreter.native.emit.text import CONTEXT
from interpreter.native.engine.calls import OUTCOMES, Loaded
from interpreter.native.engine.shared import once, shared_code
from interpreter.native.memory.shares import AGREED, TAKEN, UNSAID
from interpreter.native.runtime.chains import JOB, chains
from interpreter.native.runtime.observer_log import LOG

if TYPE_CHECKING:
    from interpreter.chance import Numbers
    from interpreter.native.engine.observers import LoggingCode

_ALIGNED: Final = 64
_FIRST_ROOM: Final = 64


class FlatChain:
    """One play: `numbers`, the factor of each, and the flat state before each and at the end."""

    __slots__ = ("factors", "length", "memory", "numbers", "room", "states", "stride")

    def __init__(self, stride: int, room: int = _FIRST_ROOM) -> None:
        self.stride = stride
        self.length = 0
        self._make(room)

    def _make(self, room: int) -> None:
        self.room = room
        self.numbers = (ctypes.c_int64 * room)()
        self.factors = (ctypes.c_double * room)()
        self.memory = ctypes.create_string_buffer(self.stride * (room + 2) + _ALIGNED)
        self.states = -(-ctypes.addressof(self.memory) // _ALIGNED) * _ALIGNED

    def at(self, point: int) -> int:
        """Return the address of the state before a point."""
        return self.states + self.stride * point

    def flat(self, point: int, size: int) -> bytes:
        """Return the state before a point."""
        return ctypes.string_at(self.at(point), size)

    def put(self, point: int, flat: bytes) -> None:
        """Write the state before a point."""
        ctypes.memmove(self.at(point), flat, len(flat))

    def reach(self, room: int) -> None:
        """Make room for so many numbers."""
        if room > self.room:
            numbers, factors, memory, states = self.numbers, self.factors, self.memory, self.states
            held = self.room
            self._make(2 * room)
            ctypes.memmove(self.numbers, numbers, 8 * held)
            ctypes.memmove(self.factors, factors, 8 * held)
            ctypes.memmove(self.states, states, self.stride * (held + 2))
            del memory

    def take(self, other: FlatChain, end: int | None = None) -> None:
        """Become a copy of another one, up to a length."""
        length = self.length = other.length if end is None else end
        self.reach(length)
        ctypes.memmove(self.numbers, other.numbers, 8 * length)
        ctypes.memmove(self.factors, other.factors, 8 * length)
        ctypes.memmove(self.states, other.states, self.stride * (length + 1))


class OpenPoints(Protocol):
    """What moves may change: lists of points, all from what the player saw."""

    @property
    def draws(self) -> Sequence[int]:
        """Where something was drawn unseen."""

    @property
    def choices(self) -> Sequence[int]:
        """Where others chose unseen."""

    @property
    def unseen(self) -> Sequence[int]:
        """Those, and other unseen chance."""

    @property
    def near(self) -> Sequence[int]:
        """The last of `unseen`."""

    @property
    def rare(self) -> Sequence[int]:
        """What is hardly open."""

    @property
    def swaps(self) -> int:
        """How many of so many moves trade two draws."""

    @property
    def reached(self) -> tuple[int, int]:
        """What all of this follows from: how many steps, and the anchor among them."""


class FlatTrail:
    """What one player saw of each step of the real play, as the game's code tells it.

    `names`: the words for names of actions, as `memory.shares` says.
    """

    def __init__(self, code: LoggingCode, player: int, names: Sequence[int]) -> None:
        self._code = code
        self._player = player
        self.size = code.size
        self.stride = -(-code.size // _ALIGNED) * _ALIGNED
        self._trial = FlatChain(self.stride)
        self._aside = FlatChain(self.stride)
        self._roles, self._nexts = array("q"), array("q")
        self._starts, self._lengths, self._arena = array("q"), array("q"), array("q")
        self._job = (ctypes.c_int64 * len(JOB))()
        self._real = (ctypes.c_double * len(JOB)).from_buffer(self._job)
        self._options = (ctypes.c_int64 * code.most)()
        self._ways = (ctypes.c_int64 * (2 * max(code.most, OUTCOMES)))()
        self._job[JOB["options"]] = ctypes.addressof(self._options)
        self._job[JOB["ways"]] = ctypes.addressof(self._ways)
        self._job[JOB["stride"]] = self.stride
        self._own, self._names = array("q"), array("q", names)
        self._job[JOB["names"]] = self._names.buffer_info()[0]
        self._open: dict[str, array[int]] = {}
        self._grew = True
        self._called: dict[str, int] = {}

    def note(self, before: bytes, number: int, role: int) -> tuple[int, ...] | None:
        """Note what is seen of a step of the real play, and return it; None if it is not told."""
        told = self._code.expect(before, number, self._player)
        return self._noted(self._code.expected() if told else None, role, number)

    def is_alike(self, point: int, before: bytes, number: int) -> bool | None:
        """Return whether a step shows what was seen at a point; None if that is not told."""
        length, start = self._lengths[point], self._starts[point]
        told = self._code.expect(before, number, self._player) if length >= 0 else False
        if not told:
            return None
        seen = tuple(self._arena[start : start + length]), self._nexts[point]
        return self._code.expected() == seen

    def note_untold(self, role: int, number: int) -> None:
        """Note a step that the reference has to take."""
        self._noted(None, role, number)

    def _noted(
        self, said: tuple[tuple[int, ...], int] | None, role: int, number: int
    ) -> tuple[int, ...] | None:
        words, following = ((), 0) if said is None else said
        self._roles.append(role)
        self._own.append(-1 if role else number)
        self._nexts.append(following)
        self._starts.append(len(self._arena))
        self._lengths.append(-1 if said is None else len(words))
        self._arena.extend(words or (0,))
        self._grew = True
        return None if said is None else words

    def _lay_out(self) -> None:
        """Say where the steps noted lie, and what is tried."""
        job, trial = self._job, self._trial
        trial.reach(len(self._roles) + 1)
        for name, room in (
            ("roles", self._roles), ("nexts", self._nexts), ("starts", self._starts),
            ("lengths", self._lengths), ("arena", self._arena), ("own", self._own),
        ):  # fmt: skip
            job[JOB[name]] = room.buffer_info()[0]
        job[JOB["trial_factors"]] = ctypes.addressof(trial.factors)
        job[JOB["trial_states"]] = trial.states
        job[JOB["trial_numbers"]] = ctypes.addressof(trial.numbers)
        self._grew = False

    def _ready(self, begin: int) -> None:
        if self._grew:
            self._lay_out()
        if self._called is not self._code.called:
            self._called = self._code.called
            for name, address in self._called.items():
                self._job[JOB[name]] = address
        context = self._code.context
        job, log = self._job, context.slots[CONTEXT["log"]]
        job[JOB["context"]] = context.address
        job[JOB["log"]] = log
        ctypes.c_int64.from_address(log + 8 * LOG["observer"]).value = self._player
        job[JOB["begin"]] = begin

    def replay(  # noqa: PLR0913 - one call into native code
        self, chain: FlatChain, begin: int, end: int, last: int, ratio: float, *, goes_on: bool
    ) -> tuple[int, int, float]:
        """Take the numbers of a chain from a point on; return where and how it stopped.

        The third figure is `ratio` times how much likelier the stretch is now. `goes_on`: the
        first state is the one tried before.
        """
        self._ready(begin)
        job = self._job
        self._take_up(chain)
        job[JOB["first"]] = (self._trial if goes_on else chain).at(begin)
        job[JOB["end"]], job[JOB["last"]] = end, last
        self._real[JOB["ratio"]] = ratio
        stopped = chain_code().replay(ctypes.addressof(job))
        return stopped, job[JOB["status"]], self._real[JOB["ratio"]]

    def _take_up(self, chain: FlatChain) -> None:
        job = self._job
        job[JOB["numbers"]] = ctypes.addressof(chain.numbers)
        job[JOB["factors"]] = ctypes.addressof(chain.factors)
        job[JOB["states"]] = chain.states

    def open(self, points: OpenPoints) -> None:
        """Let moves change numbers at these points from now on."""
        job = self._job
        for name, listed in (
            ("draws", points.draws), ("choices", points.choices), ("unseen", points.unseen),
            ("near", points.near), ("rare", points.rare),
        ):  # fmt: skip
            room = self._open[name] = array("q", listed or (0,))
            job[JOB[name]] = room.buffer_info()[0]
            count = "draw" if name == "draws" else "choice" if name == "choices" else name
            job[JOB[f"{count}_count"]] = len(listed)
        job[JOB["swaps"]], job[JOB["anchor"]] = points.swaps, points.reached[1]

    def moves(self, chain: FlatChain, count: int, numbers: Numbers) -> tuple[int, int, int]:
        """Make moves; return how many were made, how many taken, and what was tried for them.

        The first that meets a step which is not told is not made, nor those behind it.
        """
        self._code.at_length()
        job = self._begin(chain, numbers)
        job[JOB["count"]] = count
        made = chain_code().moves(ctypes.addressof(job))
        numbers.go_to(job[JOB["index"]])
        return made, job[JOB["taken"]], job[JOB["spent"]]

    def step(self, chain: FlatChain, numbers: Numbers) -> tuple[int, float, int]:
        """Take a chain one step on; how that went, the share of what agrees, what was tried."""
        chain.reach(chain.length + 1)
        job = self._begin(chain, numbers)
        status = chain_code().step(ctypes.addressof(job))
        numbers.go_to(job[JOB["index"]])
        chain.length += status == TAKEN
        return status, self._real[JOB["ratio"]], job[JOB["spent"]]

    def _begin(self, chain: FlatChain, numbers: Numbers) -> ctypes.Array[ctypes.c_int64]:
        self._ready(0)
        self._take_up(chain)
        job = self._job
        job[JOB["length"]], job[JOB["spent"]] = chain.length, 0
        job[JOB["stream"]], job[JOB["index"]] = numbers.place
        return job

    def accept(self, chain: FlatChain, begin: int, stopped: int) -> None:
        """Take over what was tried between two points."""
        count = stopped - begin
        trial = self._trial
        ctypes.memmove(
            ctypes.addressof(chain.factors) + 8 * begin,
            ctypes.addressof(trial.factors) + 8 * begin,
            8 * count,
        )
        ctypes.memmove(chain.at(begin + 1), trial.at(begin + 1), self.stride * count)

    def tried(self, point: int) -> bytes:
        """Return the state tried before a point."""
        return self._trial.flat(point, self.size)

    def put_tried(self, point: int, flat: bytes, factor: float) -> None:
        """Write a state that the reference came to, and the factor of the step to it."""
        self._trial.put(point, flat)
        self._trial.factors[point - 1] = factor

    def factor(self, point: int) -> float:
        """Return how likely the number tried at a point is."""
        return self._trial.factors[point]

    def across(
        self, flat: bytes, point: int, number: int | None
    ) -> tuple[list[tuple[int, int, bytes]], int] | None:
        """Return what can follow a state at a point and shows what was seen, and the total weight.

        Each with its number and weight. `number`: what the player himself chose; it alone is
        tried. None where that is not told.
        """
        aside = self._aside
        aside.reach(point + 1)
        aside.put(point, flat)
        if number is not None:
            aside.numbers[point], aside.factors[point] = number, 1.0
            begin, end = point, point + 1
            _, status, _ = self.replay(aside, begin, end, end, 1.0, goes_on=False)
            if status == UNSAID:
                return None
            return [(number, 1, self.tried(end))] if status == AGREED else [], 1
        found = self.ways(aside, point, every=False)
        if found is None:
            return None
        reached = [(n, weight, self._code.arrive(flat, n)[1]) for n, weight in found[0]]
        return [(n, weight, after) for n, weight, after in reached if after is not None], found[1]

    def ways(
        self, chain: FlatChain, point: int, *, every: bool
    ) -> tuple[list[tuple[int, int]], int] | None:
        """Return what can happen at a point and shows what was seen, with weights, and the total.

        `every`: also what shows something else. None where that is not told.
        """
        self._ready(point)
        job = self._job
        job[JOB["first"]] = chain.at(point)
        job[JOB["scratch"]] = self._trial.at(point + 1)
        job[JOB["all"]] = int(every)
        count = chain_code().ways(ctypes.addressof(job))
        if count < 0:
            return None
        found = self._ways[: 2 * count]
        return list(zip(found[::2], found[1::2], strict=True)), job[JOB["total"]]


class _Chains(Loaded):
    """The machine code of replays, which is the same for every game."""

    def _bind(self) -> None:
        self.replay = self._function("chain_replay", ctypes.c_int64, ctypes.c_void_p)
        self.ways = self._function("chain_ways", ctypes.c_int64, ctypes.c_void_p)
        self.moves = self._function("chain_moves", ctypes.c_int64, ctypes.c_void_p)
        self.step = self._function("chain_step", ctypes.c_int64, ctypes.c_void_p)


@once
def chain_code() -> _Chains:
    """Return the code, linked."""
    return _Chains(shared_code(chains()))
