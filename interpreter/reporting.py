"""What a game or a play asks for its report.

What makes reports lies above both, since it plays and measures them; `interpreter` hands it in
when it is imported, so before any of its modules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from interpreter.formats import Json
    from interpreter.game import Game
    from interpreter.report.model import Report
    from interpreter.state import State


class Reporter(Protocol):
    """Whoever makes reports."""

    def of_game(self, game: Game, n: int | None, *, seed: int, effort: int | None) -> Report:
        """Play a game and return what that says of it, as `Game.report` does."""

    def of_play(self, state: State) -> dict[str, Json]:
        """Return what a play that is over tells of its rules, as `Session.summary` does."""


_HANDED_IN: Final[list[Reporter]] = []


def hand_in(reporter: Reporter) -> None:
    """Let reports be made by this one from now on."""
    _HANDED_IN[:] = [reporter]


def reporter() -> Reporter:
    """Return whoever makes reports."""
    return _HANDED_IN[0]
