"""Tables in a database of SQL: the statements, once for all of them.

A `Dialect` has the connections: it runs statements, and begins and ends transactions. Statements
mark values with `?` and keep to what SQLite and PostgreSQL both read.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from interpreter.table.stores.columns import (
    ANSWERS,
    EARLY,
    ENTRIES,
    PLAYS,
    SEATS,
    Row,
    answer_of,
    answer_values,
    begun_values,
    bytes_of,
    early_of,
    entry_of,
    entry_values,
    number_of,
    play_values,
    seat_of,
    seat_values,
    snapshot_of,
    table_of,
    text_of,
)
from interpreter.table.stores.rows import (
    AnswerRow,
    EarlyRow,
    EntryRow,
    Phase,
    SeatRow,
    SnapshotRow,
    TableRow,
)
from interpreter.table.stores.store import Overtaken


class Writing(Protocol):
    """A transaction that has begun."""

    def run(self, sql: str, *values: object) -> int:
        """Run a statement; return how many rows it changed."""

    def many(self, sql: str, rows: Iterable[Row]) -> None:
        """Run a statement for each row."""

    def rows(self, sql: str, *values: object) -> list[Row]:
        """Return what a query finds."""

    def locked(self, sql: str, *values: object) -> list[Row]:
        """Return what a query finds; nobody else changes those rows before the end."""

    def changed(self, table: str) -> None:
        """Tell other servers at the end that a table has changed."""


class SqlStore(ABC):
    """A store in a database of SQL; `Store` says what its methods do and raise."""

    @abstractmethod
    def _rows(self, sql: str, *values: object) -> list[Row]:
        """Return what a query finds."""

    @abstractmethod
    def _writing(self) -> AbstractContextManager[Writing]:
        """Write all that is inside, or nothing of it."""

    @abstractmethod
    def listen(self, told: Callable[[str | None], None]) -> None:
        """Call `told` with the id of each table that another server has changed; None: any."""

    @abstractmethod
    def close(self) -> None:
        """Let go of the database."""

    def keep_text(self, digest: str, files: Mapping[str, bytes]) -> None:
        """Keep the files of a rule text under the hash of their contents; twice is once."""
        with self._writing() as db:
            if db.run("insert into text values (?) on conflict do nothing", digest):
                rows = ((digest, name, content) for name, content in files.items())
                db.many("insert into file values (?, ?, ?)", rows)

    def text(self, digest: str) -> Mapping[str, bytes] | None:
        """Return the files of a rule text; None where there are none of this hash."""
        rows = self._rows("select name, content from file where digest = ? order by name", digest)
        return {text_of(name): bytes_of(content) for name, content in rows} or None

    def create(self, table: TableRow, seats: Sequence[SeatRow]) -> None:
        """Keep a new table and its seats."""
        with self._writing() as db:
            db.run(
                "insert into play (id, text, specification, players, options, seed, phase)"
                " values (?, ?, ?, ?, ?, ?, ?)",
                *play_values(table),
            )
            _begin(db, table)
            db.many("insert into seat values (?, ?, ?, ?, ?)", map(seat_values, seats))

    def table(self, table: str) -> TableRow | None:
        """Return a table; None where there is none."""
        rows = self._rows(f"{PLAYS} where id = ?", table)
        return table_of(rows[0]) if rows else None

    def tables(self) -> tuple[TableRow, ...]:
        """Return all tables, newest first."""
        return tuple(map(table_of, self._rows(f"{PLAYS} order by made desc")))

    def seats(self, table: str) -> tuple[SeatRow, ...]:
        """Return the seats of a table, by number."""
        return tuple(map(seat_of, self._rows(f"{SEATS} where play = ? order by seat", table)))

    def seat_of(self, token: bytes) -> SeatRow | None:
        """Return whose token has this hash; None where it is nobody's."""
        rows = self._rows(f"{SEATS} where token = ?", token)
        return seat_of(rows[0]) if rows else None

    def seat(self, row: SeatRow, was: SeatRow | None = None) -> None:
        """Put a row in the place of the one of its seat, or keep it where there is none."""
        with self._writing() as db:
            if was is not None:
                found = db.locked(f"{SEATS} where play = ? and seat = ?", row.table, row.seat)
                if not found or seat_of(found[0]) != was:
                    raise Overtaken("somebody else has changed the seat")
            db.run(
                "insert into seat values (?, ?, ?, ?, ?) on conflict (play, seat) do update"
                " set token = excluded.token, name = excluded.name, bot = excluded.bot",
                *seat_values(row),
            )
            db.changed(row.table)

    def turn(self, table: str, phase: Phase) -> None:
        """Say whether a table is open, playing or over."""
        with self._writing() as db:
            db.run("update play set phase = ? where id = ?", phase, table)
            db.changed(table)

    def entries(self, table: str, after: int = 0) -> tuple[EntryRow, ...]:
        """Return what happened behind number `after`, in order."""
        found = self._rows(f"{ENTRIES} where play = ? and n > ? order by n", table, after)
        return tuple(map(entry_of, found))

    def append(
        self,
        table: str,
        entries: Sequence[EntryRow],
        answer: AnswerRow | None = None,
        used: Sequence[EarlyRow] = (),
    ) -> None:
        """Add entries, the first with the number behind the last one, and an answer with them."""
        with self._writing() as db:
            last = _last(db, table)
            if [entry.n for entry in entries] != list(range(last + 1, last + 1 + len(entries))):
                raise Overtaken(f"the table has {last} entries")
            _add(db, table, entries)
            for early in used:
                sql = "delete from early where play = ? and seat = ? and number = ? and told = ?"
                if not db.run(sql, table, early.seat, early.number, early.told):
                    raise Overtaken("what was kept is another choice by now")
            if answer is not None:
                db.run("insert into answer values (?, ?, ?, ?, ?)", *answer_values(table, answer))
            db.changed(table)

    def early(self, table: str) -> tuple[EarlyRow, ...]:
        """Return the choices that seats left before they were asked."""
        return tuple(map(early_of, self._rows(f"{EARLY} where play = ? order by seat", table)))

    def keep_early(self, table: str, early: EarlyRow, n: int, answer: AnswerRow) -> None:
        """Keep what a seat will choose, in the place of what it left before, and the answer."""
        with self._writing() as db:
            db.run(
                "insert into early values (?, ?, ?, ?) on conflict (play, seat) do update"
                " set number = excluded.number, told = excluded.told",
                table,
                early.seat,
                early.number,
                early.told,
            )
            db.run("insert into answer values (?, ?, ?, ?, ?)", *answer_values(table, answer))
            if _last(db, table) != n:  # asked last: who appended meanwhile is seen by now
                raise Overtaken("the table has changed meanwhile")

    def rewrite(self, table: TableRow, entries: Sequence[EntryRow], was: int) -> None:
        """Put a table under another text, with its entries as they are there."""
        with self._writing() as db:
            if _last(db, table.id) != was:
                raise Overtaken("somebody has chosen meanwhile")
            db.run("delete from snapshot where play = ?", table.id)
            db.run("delete from entry where play = ?", table.id)
            db.run("delete from early where play = ?", table.id)
            db.run(
                "update play set text = ?, specification = ? where id = ?",
                table.text,
                table.specification,
                table.id,
            )
            db.run("delete from begun where play = ?", table.id)
            _begin(db, table)
            _add(db, table.id, entries)
            db.changed(table.id)

    def answer(self, table: str, seat: int, key: str) -> AnswerRow | None:
        """Return what was answered to a request; None where it was not made."""
        where = "where play = ? and seat = ? and key = ?"
        rows = self._rows(f"{ANSWERS} {where}", table, seat, key)
        return answer_of(rows[0]) if rows else None

    def keep_answer(self, table: str, answer: AnswerRow) -> None:
        """Keep an answer that wrote no entry; one that is there stays."""
        with self._writing() as db:
            sql = "insert into answer values (?, ?, ?, ?, ?) on conflict do nothing"
            db.run(sql, *answer_values(table, answer))

    def snapshot(self, table: str) -> SnapshotRow | None:
        """Return the snapshot of a table; None where there is none."""
        rows = self._rows("select n, release, data from snapshot where play = ?", table)
        return snapshot_of(rows[0]) if rows else None

    def keep_snapshot(self, table: str, snapshot: SnapshotRow) -> None:
        """Keep a snapshot in the place of the one there is."""
        with self._writing() as db:
            db.run(
                "insert into snapshot values (?, ?, ?, ?) on conflict (play) do update"
                " set n = excluded.n, release = excluded.release, data = excluded.data",
                table,
                snapshot.n,
                snapshot.release,
                snapshot.data,
            )


def _last(db: Writing, table: str) -> int:
    """Return the number of the last entry of a table."""
    ((last,),) = db.rows("select coalesce(max(n), 0) from entry where play = ?", table)
    return number_of(last)


def _begin(db: Writing, table: TableRow) -> None:
    """Keep where the play of a table begins, if not at the start."""
    if table.begun or table.scenario:
        db.run("insert into begun values (?, ?, ?)", *begun_values(table))


def _add(db: Writing, table: str, entries: Sequence[EntryRow]) -> None:
    rows = (entry_values(table, entry) for entry in entries)
    db.many("insert into entry values (?, ?, ?, ?, ?, ?)", rows)
