"""What a database must do for tables, whichever it is.

**The primary key is the fence.** An entry is (table, n). Who appends number n when there is one
already is `Overtaken`: he reads what is new and decides anew. So any number of processes may serve
one table, and what was acknowledged is neither lost nor made twice.

Everything that one call writes is written together or not at all, and is on the disk when the
call returns.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from interpreter.table.stores.rows import (
    AnswerRow,
    EarlyRow,
    EntryRow,
    Phase,
    SeatRow,
    SnapshotRow,
    TableRow,
)


class StoreDown(Exception):
    """The database cannot be reached, or is full: nothing was written. The message says why."""


class Overtaken(Exception):
    """Somebody else has written the entry of this number, or answered this request."""


class Store(Protocol):
    """A database of tables. Every method may be called from any thread.

    Raises, all of them:
        StoreDown: the database cannot do it.
    """

    def keep_text(self, digest: str, files: Mapping[str, bytes]) -> None:
        """Keep the files of a rule text under the hash of their contents; twice is once."""

    def text(self, digest: str) -> Mapping[str, bytes] | None:
        """Return the files of a rule text; None where there are none of this hash."""

    def create(self, table: TableRow, seats: Sequence[SeatRow]) -> None:
        """Keep a new table and its seats.

        Raises:
            Overtaken: there is a table of this id.
        """

    def table(self, table: str) -> TableRow | None:
        """Return a table; None where there is none."""

    def tables(self) -> tuple[TableRow, ...]:
        """Return all tables, newest first."""

    def seats(self, table: str) -> tuple[SeatRow, ...]:
        """Return the seats of a table, by number."""

    def seat_of(self, token: bytes) -> SeatRow | None:
        """Return whose token has this hash; None where it is nobody's."""

    def seat(self, row: SeatRow, was: SeatRow | None = None) -> None:
        """Put a row in the place of the one of its seat, or keep it where there is none.

        Raises:
            Overtaken: that one is not `was` any more, where that is given.
        """

    def turn(self, table: str, phase: Phase) -> None:
        """Say whether a table is open, playing or over."""

    def entries(self, table: str, after: int = 0) -> tuple[EntryRow, ...]:
        """Return what happened behind number `after`, in order."""

    def append(
        self,
        table: str,
        entries: Sequence[EntryRow],
        answer: AnswerRow | None = None,
        used: Sequence[EarlyRow] = (),
    ) -> None:
        """Add entries, the first with the number behind the last one, and an answer with them.

        `used`: choices that were kept and are among the entries now.

        Raises:
            Overtaken: there is an entry of such a number, an answer under this key, or what was
                kept is another choice by now.
        """

    def early(self, table: str) -> tuple[EarlyRow, ...]:
        """Return the choices that seats left before they were asked."""

    def keep_early(self, table: str, early: EarlyRow, n: int, answer: AnswerRow) -> None:
        """Keep what a seat will choose, in the place of what it left before, and the answer.

        Raises:
            Overtaken: the table has not `n` entries any more, or there is an answer of this key.
        """

    def rewrite(self, table: TableRow, entries: Sequence[EntryRow], was: int) -> None:
        """Put a table under another text, with its entries as they are there.

        Only for a table whose author has changed the text, while one server has it.

        Raises:
            Overtaken: it has not `was` entries any more.
        """

    def answer(self, table: str, seat: int, key: str) -> AnswerRow | None:
        """Return what was answered to a request; None where it was not made."""

    def keep_answer(self, table: str, answer: AnswerRow) -> None:
        """Keep an answer that wrote no entry; one that is there stays."""

    def snapshot(self, table: str) -> SnapshotRow | None:
        """Return the snapshot of a table; None where there is none."""

    def keep_snapshot(self, table: str, snapshot: SnapshotRow) -> None:
        """Keep a snapshot in the place of the one there is."""

    def listen(self, told: Callable[[str | None], None]) -> None:
        """Call `told` with the id of each table that another server of the store has changed.

        None: some may have changed. It is called from a thread of its own, soon after the change,
        until the store is closed. A store that one server has for itself tells nothing.
        """

    def close(self) -> None:
        """Let go of the database."""
