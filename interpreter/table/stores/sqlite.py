"""Tables in a file of SQLite: one machine, and one server that others need not hear of.

Written ahead (WAL) with a full synchronisation, so that what was acknowledged outlives a crash of
the machine. Each thread reads by a connection of its own. Writers of one server take turns at one
connection (`shared`): SQLite would make them sleep, each time longer, up to a tenth of a second.
For a writer of another process one waits ten seconds.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Lock, local
from typing import Final

from interpreter.table.stores.columns import ADDED, Row
from interpreter.table.stores.shared import TURN_S, Busy, Shared, Unwritten
from interpreter.table.stores.sql import SqlStore
from interpreter.table.stores.store import Overtaken, StoreDown

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


class _Writing:
    """A transaction; who writes has the file alone."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def run(self, sql: str, *values: object) -> int:
        """Run a statement; return how many rows it changed."""
        return self._db.execute(sql, values).rowcount

    def many(self, sql: str, rows: Iterable[Row]) -> None:
        """Run a statement for each row."""
        self._db.executemany(sql, rows)

    def rows(self, sql: str, *values: object) -> list[Row]:
        """Return what a query finds."""
        with closing(self._db.execute(sql, values)) as found:
            return found.fetchall()

    locked = rows

    def changed(self, table: str) -> None:
        """Tell nobody: there is no other server."""


class SqliteStore(SqlStore):
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
        self._shared = Shared(self._connected)
        with self._writing() as db:
            ((version,),) = db.rows("pragma user_version")
            if version == 0:
                for statement in _TABLES.split(";"):
                    db.run(statement)
                db.run(f"pragma user_version = {_VERSION}")
            elif version != _VERSION:
                raise StoreDown(
                    f"{path} is of version {version}, and only {_VERSION} is known here;"
                    " open it with the release that made it"
                )
            db.run(_SNAPSHOTS)
            for sql in ADDED:
                db.run(sql)

    def listen(self, told: Callable[[str | None], None]) -> None:
        """Tell of nothing: one server at a time has the file."""

    def close(self) -> None:
        """Let go of the file, in all threads."""
        with self._lock:
            for connection in self._all:
                connection.close()
            self._all.clear()
            self._mine = local()
            self._shared = Shared(self._connected)

    # ------------------------------------------------------------ the file

    def _connection(self) -> sqlite3.Connection:
        """Return the connection by which this thread reads."""
        found: object = getattr(self._mine, "connection", None)
        if isinstance(found, sqlite3.Connection):
            return found
        made = self._mine.connection = self._connected()
        return made

    def _connected(self) -> sqlite3.Connection:
        made = sqlite3.connect(
            self.path, timeout=_WAIT_S, isolation_level=None, check_same_thread=False
        )
        for setting in ("journal_mode = wal", "synchronous = full", "foreign_keys = on"):
            made.execute(f"pragma {setting}")
        with self._lock:
            self._all.append(made)
        return made

    def _rows(self, sql: str, *values: object) -> list[Row]:
        with _told(self.path), closing(self._connection().execute(sql, values)) as found:
            return found.fetchall()

    @contextmanager
    def _writing(self) -> Iterator[_Writing]:
        """Write all that is inside, or nothing of it."""
        with _told(self.path), self._shared.writing() as db:
            yield _Writing(db)


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Raise our own exceptions where SQLite raises its."""
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise Overtaken(str(error)) from error
    except (sqlite3.Error, Unwritten) as error:
        raise StoreDown(f"{path}: {error}") from error
    except Busy as error:
        raise StoreDown(f"{path}: others have been writing for {TURN_S:.0f} s") from error
