"""What an author is told at a table whose rule text changes while it is played.

A notice is kept in memory alone: it goes with the server, and says nothing about the play that
its reader may not know. Words of a choice are for the seat that made it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from threading import Lock

import attrs

from interpreter.faults import IllegalAction


@attrs.frozen
class Notice:
    """What is said above the picture of a table.

    Args:
        title: what has come of the change.
        text: more about it, line by line, such as findings with their lines; "" for nothing.
        own: what only these seats are told as well, by number.
        can_go_back: whether the host may let play go on from before what differs.
    """

    title: str
    text: str = ""
    own: Mapping[int, str] = attrs.field(factory=dict)
    can_go_back: bool = False

    def of(self, seat: int | None, *, is_host: bool) -> Shown:
        """Return what a seat is shown; None: an onlooker."""
        own = "" if seat is None else self.own.get(seat, "")
        return Shown(self.title, self.text, own, self.can_go_back and is_host)


@attrs.frozen
class Shown:
    """A notice as one seat sees it."""

    title: str
    text: str
    own: str
    can_go_back: bool


class Notices:
    """The notices of tables, and how each of them goes back where its author lets it."""

    def __init__(self, told: Callable[[str], None]) -> None:
        """Begin with none. `told`: called with the id of a table whose notice has changed."""
        self._told = told
        self._lock = Lock()
        self._notices: dict[str, tuple[Notice, Callable[[], None] | None]] = {}

    def put(
        self, table: str, notice: Notice | None, back: Callable[[], None] | None = None
    ) -> None:
        """Show a notice at a table, or none any more; `back`: what `go_back` then calls."""
        with self._lock:
            self._notices.pop(table, None)
            if notice is not None:
                self._notices[table] = notice, back
        self._told(table)

    def of(self, table: str) -> Notice | None:
        """Return the notice of a table; None where there is none."""
        with self._lock:
            notice, _ = self._notices.get(table, (None, None))
        return notice

    def go_back(self, table: str) -> None:
        """Let play go on from before the first choice that differs.

        Raises:
            IllegalAction: nothing differs.
        """
        with self._lock:
            _, back = self._notices.get(table, (None, None))
        if back is None:
            raise IllegalAction("there is nothing to go back to")
        back()
