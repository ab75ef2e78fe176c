"""What can be done range by range, who does it, and what comes back."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Final, NamedTuple, Protocol, TypeAlias

from interpreter.faults import (
    BotFault,
    BudgetExceeded,
    DeadEnd,
    EffortExceeded,
    EngineBug,
    IllegalAction,
    RuleFault,
)
from interpreter.formats import Json

_SAME_EVERYWHERE: Final = frozenset(
    {BotFault, BudgetExceeded, DeadEnd, EffortExceeded, EngineBug, IllegalAction, RuleFault}
)
"""Faults of play: they follow from the work, and they can be sent."""


class Range(NamedTuple):
    """The numbers from `first`, `length` of them.

    >>> Range(20, 10).past
    30
    """

    first: int
    length: int

    @property
    def past(self) -> int:
        """The number behind the last."""
        return self.first + self.length

    def __str__(self) -> str:
        return f"{self.first}" if self.length == 1 else f"{self.first} to {self.past - 1}"


Doer: TypeAlias = Callable[[Range], Json]
"""Does a range, and returns what came of it: the same wherever it is done."""


class Piece(NamedTuple):
    """A range, and what came of it."""

    part: Range
    done: Json


class Kept(Protocol):
    """Where what is done is kept, for the next time too."""

    @property
    def pieces(self) -> Sequence[Piece]:
        """What was there when it was opened."""

    def add(self, piece: Piece) -> None:
        """Keep what came of a range; it is safe when this returns."""


class Work(Protocol):
    """What is to be done. It is sent to other processes and machines: so it can be pickled."""

    def begin(self) -> Doer:
        """Return what does a range; called once where it is done."""


class Answer(NamedTuple):
    """What came of a range. One of `done` and `why` says something; `lost` ranges go out again.

    `why`: what went wrong. `seconds`: how long it took where it was done. `fault`: what went wrong
    itself, where it would wherever the range is done; `trace`: in which lines it did.
    """

    part: Range
    done: Json = None
    seconds: float = 0.0
    why: str = ""
    lost: bool = False
    fault: Exception | None = None
    trace: str = ""


class Hands(Protocol):
    """Those who do one work: `give` a range while fewer than `places` are out, then `take`."""

    @property
    def places(self) -> int:
        """How many ranges may be out at a time; never 0."""

    def give(self, part: Range) -> None:
        """Hand out a range."""

    def take(self) -> Answer:
        """Wait for one of the ranges that are out."""


class Crew(Protocol):
    """Who can do work."""

    def at(self, work: Work) -> AbstractContextManager[Hands]:
        """Set to work; the end of the `with` ends what is still under way."""


class ClusterError(Exception):
    """The work cannot go on, though what is done is kept; the message says why."""


def done_at(doer: Doer, part: Range) -> Answer:
    """Do a range where this process is; what it raises comes through."""
    began = time.perf_counter()
    found = doer(part)
    return Answer(part, found, time.perf_counter() - began)


def tried_at(doer: Doer, part: Range) -> Answer:
    """Do a range where this process is; a fault becomes an answer."""
    try:
        return done_at(doer, part)
    except Exception as error:  # noqa: BLE001 - whoever asked is told
        return failed_at(part, error)


def failed_at(part: Range, error: Exception) -> Answer:
    """Return the answer that a range went wrong where this process is."""
    return Answer(
        part,
        why=f"{type(error).__name__}: {error}",
        fault=error if type(error) in _SAME_EVERYWHERE else None,
        trace="".join(traceback.format_exception(error)),
    )
