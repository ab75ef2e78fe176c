"""What can go wrong in play; the class says who is to blame."""

from __future__ import annotations

from rulelang.source import NOWHERE, Span


class RuleFault(Exception):
    """The rules say something impossible at this position. The rule text at `span` is to blame."""

    def __init__(self, message: str, span: Span = NOWHERE) -> None:
        super().__init__(message)
        self.message = message
        self.span = span

    def __str__(self) -> str:
        """Return the message with the place in the rule text where it is known."""
        return self.message if self.span == NOWHERE else f"{self.span}: {self.message}"


class DeadEnd(RuleFault):
    """A player is to choose, and nothing is legal."""


class IllegalAction(Exception):
    """The caller asked for what the rules do not allow here; the message says why."""


class BudgetExceeded(Exception):
    """The rules came to no choice point or end in so many steps, or go through too much."""

    def __init__(self, message: str, span: Span = NOWHERE) -> None:
        super().__init__(message, span)
        self.message = message
        self.span = span

    def at(self, span: Span) -> BudgetExceeded:
        """Return it with a place, where it has none yet."""
        return type(self)(self.message, span) if self.span == NOWHERE else self

    def __str__(self) -> str:
        """Return the message with its place, if there is one."""
        return self.message if self.span == NOWHERE else f"{self.message} ({self.span})"


class EffortExceeded(BudgetExceeded):
    """They go through too much: native code may go on, where the text bounds what it does."""


class EngineBug(Exception):
    """Cannot happen in a checked game: please report it."""


class PlaythroughError(Exception):
    """A file is no playthrough, or none of this game; the message names file, place and mend."""


class BotFault(Exception):
    """A bot tried what the rules do not allow. Whose bot it is stands in the message."""


class UsageError(Exception):
    """What was asked for does not exist; the message says what does."""


class NoSuchPlayer(UsageError, ValueError):
    """A number that no player of this game has; the message says which have one."""
