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
    """The rules ran for `steps` steps without coming to a choice point or an end."""

    def __init__(self, steps: int, span: Span = NOWHERE) -> None:
        place = "" if span == NOWHERE else f" ({span})"
        super().__init__(f"the rules ran {steps} steps without reaching a choice point{place}")
        self.steps = steps
        self.span = span


class EngineBug(Exception):
    """Cannot happen in a checked game: please report it."""


class PlaythroughError(Exception):
    """A file is no playthrough, or none of this game; the message names file, place and mend."""


class BotFault(Exception):
    """A bot tried what the rules do not allow. Whose bot it is stands in the message."""
