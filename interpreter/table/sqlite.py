"""Tables in a file of SQLite: one machine, and one server that others need not hear of.

Written ahead (WAL) with a full synchronisation, so that what was acknowledged outlives a crash of
the machine. Each thread has a connection of its own; a writer waits ten seconds for another.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Lock, local
from typing import Final

from interpreter.table.columns import (
    ANSWERS,
    ENTRIES,
    PLAYS,
    SEATS,
    Row,
    answer_of,
    answer_values,
    bytes_of,
    entry_of,
    play_values,
    seat_of,
    seat_values,
    snapshot_of,
    table_of,
    text_of,
)
from interpreter.table.rows import AnswerRow, EntryRow, Phase, SeatRow, SnapshotRow, TableRow
from interpreter.table.store import Overtaken, StoreDown

_VERSION: Final = 1
_WAIT_S: Final = 10.0
_TABLES: Final = """
create table text (digest text primary key) without rowid;
create table file (
    digest text not null references text, name text not null, content blob not null,
    primary key (digest, name)
) without rowid;
create table play (
    made integer primary key autoincrement, id text not null unique,
    text text not null references text, specification text not null, players text not null,
    options text not null, seed text not null, phase text not null
);
create table seat (
    play text not null references play (id), seat integer not null, token blob unique,
    name text not null, bot text, primary key (play, seat)
) without rowid;
create table entry (
    play text not null references play (id), n integer not null, kind text not null,
    seat integer not null, number integer not null, by_chance integer not null,
    primary key (play, n)
) without rowid;
create table answer (
    play text not null references play (id), seat integer not null, key text not null,
    status integer not null, body text not null, primary key (play, seat, key)
) without rowid;
"""
_SNAPSHOTS: Final = """
create table if not exists snapshot (
    play text primary key references play (id), n integer not null, release text not null,
    data blob not null
)
"""


class SqliteStore:
    """A store in one file, which is made where there is none.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     store = SqliteStore(Path(folder) / "tables.sqlite")
    ...     store.keep_text("0f", {"x.rules": b"game"})
    ...     print(store.text("0f"), store.tables())
    ...     store.close()
    {'x.rules': b'game'} ()

    Raises:
        StoreDown: the file cannot be opened, is no database, or one of a later release.
    """

    def __init__(self, path: Path) -> None:
        """Open the file, and make the tables where it is new."""
        self.path = path
        self._mine = local()
        self._all: list[sqlite3.Connection] = []
        self._lock = Lock()
        with self._writing() as db:
            (version,) = db.execute("pragma user_version").fetchone()
            if version == 0:
                for statement in _TABLES.split(";"):
                    db.execute(statement)
                db.execute(f"pragma user_version = {_VERSION}")
            elif version != _VERSION:
                raise StoreDown(
                    f"{path} is of version {version}, and only {_VERSION} is known here;"
                    " open it with the release that made it"
                )
            db.execute(_SNAPSHOTS)

    def keep_text(self, digest: str, files: Mapping[str, bytes]) -> None:
        """Keep the files of a rule text under the hash of their contents; twice is once."""
        with self._writing() as db:
            new = db.execute("insert or ignore into text values (?)", (digest,)).rowcount
            if new:
                rows = [(digest, name, content) for name, content in files.items()]
                db.executemany("insert into file values (?, ?, ?)", rows)

    def text(self, digest: str) -> Mapping[str, bytes] | None:
        """Return the files of a rule text; None where there are none of this hash."""
        rows = self._rows("select name, content from file where digest = ? order by name", digest)
        return {text_of(name): bytes_of(content) for name, content in rows} or None

    def create(self, table: TableRow, seats: Sequence[SeatRow]) -> None:
        """Keep a new table and its seats."""
        with self._writing() as db:
            db.execute("insert into play values (null, ?, ?, ?, ?, ?, ?, ?)", play_values(table))
            db.executemany("insert into seat values (?, ?, ?, ?, ?)", map(seat_values, seats))

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
                sql = f"{SEATS} where play = ? and seat = ?"
                found = db.execute(sql, (row.table, row.seat)).fetchone()
                if found is None or seat_of(found) != was:
                    raise Overtaken("somebody else has changed the seat")
            db.execute("insert or replace into seat values (?, ?, ?, ?, ?)", seat_values(row))

    def turn(self, table: str, phase: Phase) -> None:
        """Say whether a table is open, playing or over."""
        with self._writing() as db:
            db.execute("update play set phase = ? where id = ?", (phase, table))

    def entries(self, table: str, after: int = 0) -> tuple[EntryRow, ...]:
        """Return what happened behind number `after`, in order."""
        found = self._rows(f"{ENTRIES} where play = ? and n > ? order by n", table, after)
        return tuple(map(entry_of, found))

    def append(
        self, table: str, entries: Sequence[EntryRow], answer: AnswerRow | None = None
    ) -> None:
        """Add entries, the first with the number behind the last one, and an answer with them."""
        with self._writing() as db:
            (last,) = db.execute(
                "select coalesce(max(n), 0) from entry where play = ?", (table,)
            ).fetchone()
            if [entry.n for entry in entries] != list(range(last + 1, last + 1 + len(entries))):
                raise Overtaken(f"the table has {last} entries")
            rows = [(table, e.n, e.kind, e.seat, e.number, int(e.by_chance)) for e in entries]
            db.executemany("insert into entry values (?, ?, ?, ?, ?, ?)", rows)
            if answer is not None:
                db.execute(
                    "insert into answer values (?, ?, ?, ?, ?)", answer_values(table, answer)
                )

    def rewrite(self, table: TableRow, entries: Sequence[EntryRow], was: int) -> None:
        """Put a table under another text, with its entries as they are there."""
        with self._writing() as db:
            (last,) = db.execute(
                "select coalesce(max(n), 0) from entry where play = ?", (table.id,)
            ).fetchone()
            if last != was:
                raise Overtaken("somebody has chosen meanwhile")
            db.execute("delete from snapshot where play = ?", (table.id,))
            db.execute("delete from entry where play = ?", (table.id,))
            db.execute(
                "update play set text = ?, specification = ? where id = ?",
                (table.text, table.specification, table.id),
            )
            db.executemany(
                "insert into entry values (?, ?, ?, ?, ?, ?)",
                [(table.id, e.n, e.kind, e.seat, e.number, int(e.by_chance)) for e in entries],
            )

    def answer(self, table: str, seat: int, key: str) -> AnswerRow | None:
        """Return what was answered to a request; None where it was not made."""
        where = "where play = ? and seat = ? and key = ?"
        rows = self._rows(f"{ANSWERS} {where}", table, seat, key)
        return answer_of(rows[0]) if rows else None

    def keep_answer(self, table: str, answer: AnswerRow) -> None:
        """Keep an answer that wrote no entry; one that is there stays."""
        with self._writing() as db:
            db.execute(
                "insert or ignore into answer values (?, ?, ?, ?, ?)",
                answer_values(table, answer),
            )

    def snapshot(self, table: str) -> SnapshotRow | None:
        """Return the snapshot of a table; None where there is none."""
        rows = self._rows("select n, release, data from snapshot where play = ?", table)
        return snapshot_of(rows[0]) if rows else None

    def keep_snapshot(self, table: str, snapshot: SnapshotRow) -> None:
        """Keep a snapshot in the place of the one there is."""
        values = (table, snapshot.n, snapshot.release, snapshot.data)
        with self._writing() as db:
            db.execute(
                "insert into snapshot values (?, ?, ?, ?) on conflict (play) do update"
                " set n = excluded.n, release = excluded.release, data = excluded.data",
                values,
            )

    def listen(self, told: Callable[[str | None], None]) -> None:
        """Tell of nothing: one server at a time has the file."""

    def close(self) -> None:
        """Let go of the file, in all threads."""
        with self._lock:
            for connection in self._all:
                connection.close()
            self._all.clear()
            self._mine = local()

    # ------------------------------------------------------------ the file

    def _connection(self) -> sqlite3.Connection:
        found: object = getattr(self._mine, "connection", None)
        if isinstance(found, sqlite3.Connection):
            return found
        made = sqlite3.connect(
            self.path, timeout=_WAIT_S, isolation_level=None, check_same_thread=False
        )
        for setting in ("journal_mode = wal", "synchronous = full", "foreign_keys = on"):
            made.execute(f"pragma {setting}")
        self._mine.connection = made
        with self._lock:
            self._all.append(made)
        return made

    def _rows(self, sql: str, *values: object) -> list[Row]:
        with _told(self.path), closing(self._connection().execute(sql, values)) as found:
            return found.fetchall()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Write all that is inside, or nothing of it."""
        with _told(self.path):
            db = self._connection()
            db.execute("begin immediate")
            try:
                yield db
                db.execute("commit")
            except BaseException:
                if db.in_transaction:
                    db.execute("rollback")
                raise


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Raise our own exceptions where SQLite raises its."""
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise Overtaken(str(error)) from error
    except sqlite3.Error as error:
        raise StoreDown(f"{path}: {error}") from error
