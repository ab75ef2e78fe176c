"""Play one game of a tournament.

A bot that raises, chooses what is not legal or takes too long forfeits: the game ends there, its
seat has the worst result. Time is that of the clock on the wall, for the call of `choose` alone.
Where there are signals and the game is played on the main thread, Python code is interrupted at
its limit; elsewhere, and in foreign code, it is found out when the bot answers. A fault of the
rules is no bot's fault: it comes through.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from fractions import Fraction
from threading import current_thread, main_thread
from time import monotonic
from types import FrameType

import attrs

from interpreter.action import Action
from interpreter.bots import Bot, SeatView
from interpreter.chance import word
from interpreter.faults import BudgetExceeded, IllegalAction, RuleFault
from interpreter.knowledge.redeal import Belief
from interpreter.state import State
from interpreter.tournament.entrants import NoBotError
from interpreter.tournament.schedule import Fixture, Tournament

_MOST_SAID = 300
_SEEDS = 32


@attrs.frozen
class Forfeit:
    """The bot in `seat` did what no bot may do."""

    seat: int
    reason: str


@attrs.frozen
class Finished:
    """A game that was played, or forfeited; then there are no returns.

    `choices`: the history of the play, outcomes of chance included. `seconds` and `longest`: what
    each seat took, in all and for one choice; equal games may differ in them.
    """

    fixture: Fixture
    returns: tuple[Fraction, ...] | None
    choices: tuple[int, ...]
    forfeit: Forfeit | None = None
    seconds: tuple[float, ...] = attrs.field(default=(), eq=False)
    longest: tuple[float, ...] = attrs.field(default=(), eq=False)


class _ForfeitError(Exception):
    """A bot did what no bot may do."""

    def __init__(self, seat: int, reason: str) -> None:
        super().__init__(reason)
        self.forfeit = Forfeit(seat, reason)


class _OverrunError(BaseException):
    """A bot's time is over; `except Exception` in a bot does not stop it."""


def play_one(
    tournament: Tournament, fixture: Fixture, told: Callable[[Finished | None], None] | None = None
) -> Finished:
    """Return what came of one game; what bots print goes to standard error.

    `told` gets, before a bot acts, what comes of the game if the bot ends the process now; the
    reason says when that was. None: it has not.

    Raises:
        NoBotError: a bot is not to be had here.
        RuleFault: the rules do what they must not do.
        BudgetExceeded: they come to no choice or end.
    """
    tournament.game.prepare()  # before any clock runs
    table = _Table(tournament, fixture, told)
    with _alarm(), redirect_stdout(sys.stderr):
        return table.play()


class _Table:
    """One game on its way."""

    def __init__(
        self,
        tournament: Tournament,
        fixture: Fixture,
        told: Callable[[Finished | None], None] | None,
    ) -> None:
        game = tournament.game
        self.tournament, self.fixture, self.told = tournament, fixture, told
        self.state = game.start(seed=fixture.seed)
        self.beliefs = [
            Belief.start(game, seat, width=tournament.width, seed=fixture.seed)
            for seat in range(len(game.players))
        ]
        self.seconds = [0.0] * len(game.players)
        self.longest = [0.0] * len(game.players)

    def play(self) -> Finished:
        try:
            bots = [self._made(seat) for seat in range(len(self.fixture.seats))]
            while not self.state.is_terminal:
                seat = self.state.current_player
                self.state = self._after(self._chosen(bots[seat], seat), seat)
        except _ForfeitError as refused:
            return self._finished(None, refused.forfeit)
        return self._finished(self.state.returns, None)

    def _finished(self, returns: tuple[Fraction, ...] | None, forfeit: Forfeit | None) -> Finished:
        history = self.state.history
        times = tuple(self.seconds), tuple(self.longest)
        return Finished(self.fixture, returns, history, forfeit, *times)

    def _made(self, seat: int) -> Bot:
        """Return the bot of a seat; its seed is that of the round, not of the seat."""
        which = self.fixture.seats[seat]
        copies = self.fixture.seats[:seat].count(which)
        seed = word("entrant", self.fixture.seed, which, copies) >> _SEEDS
        try:
            with self._at_risk(seat, "when it was made"):
                return self.tournament.entrants[which].make(seed)
        except (KeyboardInterrupt, NoBotError, RuleFault, BudgetExceeded):
            raise
        except BaseException as error:
            raise _ForfeitError(seat, f"raised {_named(error)} when it was made") from error

    @contextmanager
    def _at_risk(self, seat: int, when: str) -> Iterator[None]:
        """Tell whose doing it is if the process ends meanwhile."""
        if self.told is not None:
            self.told(self._finished(None, Forfeit(seat, when)))
        yield
        if self.told is not None:
            self.told(None)

    def _chosen(self, bot: Bot, seat: int) -> object:
        limit = self.tournament.seconds
        view = SeatView(self.state, self.beliefs[seat])
        began = monotonic()
        try:
            with self._at_risk(seat, "when it was to choose"), _limited(limit):
                action: object = bot.choose(view)
        except _OverrunError:
            self._note(seat, monotonic() - began)
            raise _ForfeitError(seat, f"took more than {limit:g} s for a choice") from None
        except (KeyboardInterrupt, RuleFault, BudgetExceeded):
            raise
        except BaseException as error:
            raise _ForfeitError(seat, f"raised {_named(error)} when it was to choose") from error
        took = monotonic() - began
        self._note(seat, took)
        if limit is not None and took > limit:
            raise _ForfeitError(
                seat, f"took {took:.3g} s for a choice, which is more than {limit:g} s"
            )
        return action

    def _note(self, seat: int, took: float) -> None:
        self.seconds[seat] += took
        self.longest[seat] = max(self.longest[seat], took)

    def _after(self, action: object, seat: int) -> State:
        if not isinstance(action, Action):
            raise _ForfeitError(seat, f"chose {_shown(repr(action))}, which is no action")
        try:
            return self.state.apply(action.id)
        except IllegalAction as refusal:
            raise _ForfeitError(
                seat, f"chose `{action}` (number {action.id}), which is not legal: {refusal}"
            ) from refusal


def _named(error: BaseException) -> str:
    """Return what a bot raised, on one line."""
    said = str(error).partition("\n")[0]
    return _shown(f"{type(error).__name__}: {said}" if said else type(error).__name__)


def _shown(text: str) -> str:
    return text if len(text) <= _MOST_SAID else f"{text[:_MOST_SAID]}…"


# ---------------------------------------------------------------- time


def _can_interrupt() -> bool:
    return hasattr(signal, "setitimer") and current_thread() is main_thread()


def _overrun(_number: int, _frame: FrameType | None) -> None:
    raise _OverrunError


@contextmanager
def _alarm() -> Iterator[None]:
    """Let the alarm clock raise `_OverrunError` here."""
    if not _can_interrupt():
        yield
        return
    before = signal.signal(signal.SIGALRM, _overrun)
    try:
        yield
    finally:
        signal.signal(signal.SIGALRM, before)


@contextmanager
def _limited(seconds: float | None) -> Iterator[None]:
    """Set the alarm clock; None: it stays quiet."""
    if seconds is None or not _can_interrupt():
        yield
        return
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
