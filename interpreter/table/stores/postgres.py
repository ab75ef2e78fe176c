"""Tables in PostgreSQL: any number of servers over one database, on any number of machines.

Needs the extra `postgres` (psycopg 3 with its pool).

Everything lies in the schema `rulelang`, which is made where there is none. No lock is held beyond
one transaction: who writes number n of a table second is told so by the primary key. Each change
of a table is a `NOTIFY` in the transaction that makes it, so other servers hear of it when it is
true, and not before. A connection that was lost is replaced; what was being written then is either
there whole or not at all, and the key of the request says which.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import Final

import psycopg
from psycopg_pool import ConnectionPool, PoolTimeout

from interpreter.table.stores.columns import ADDED, Row
from interpreter.table.stores.sql import SqlStore
from interpreter.table.stores.store import Overtaken, StoreDown

_VERSION: Final = 1
_WAIT_S: Final = 10.0
_BEGIN_S: Final = 5.0
_AGAIN_S: Final = 1.0
_LOOK_S: Final = 0.5
_MOST: Final = 10
_CHANNEL: Final = "rulelang"
_SETTINGS: Final = "-c search_path=rulelang -c synchronous_commit=on -c statement_timeout=30s"

logging.getLogger("psycopg.pool").addHandler(logging.NullHandler())  # `StoreDown` says it

_TABLES: Final = """
create table version (number integer not null);
create table text (digest text primary key);
create table file (
    digest text not null references text, name text not null, content bytea not null,
    primary key (digest, name)
);
create table play (
    made bigint generated always as identity, id text primary key,
    text text not null references text, specification text not null, players text not null,
    options text not null, seed text not null, phase text not null
);
create table seat (
    play text not null references play (id), seat integer not null, token bytea unique,
    name text not null, bot text, primary key (play, seat)
);
create table entry (
    play text not null references play (id), n integer not null, kind text not null,
    seat integer not null, number bigint not null, by_chance boolean not null,
    primary key (play, n)
);
create table answer (
    play text not null references play (id), seat integer not null, key text not null,
    status integer not null, body text not null, primary key (play, seat, key)
);
"""
_SNAPSHOTS: Final = """
create table if not exists snapshot (
    play text primary key references play (id), n integer not null, release text not null,
    data bytea not null
)
"""


class _Writing:
    """A transaction, which tells other servers at its end what it has changed."""

    def __init__(self, db: psycopg.Connection[Row]) -> None:
        self._db = db

    def run(self, sql: str, *values: object) -> int:
        """Run a statement; return how many rows it changed."""
        return self._db.execute(_own(sql), values).rowcount

    def many(self, sql: str, rows: Iterable[Row]) -> None:
        """Run a statement for each row."""
        self._db.cursor().executemany(_own(sql), rows)

    def rows(self, sql: str, *values: object) -> list[Row]:
        """Return what a query finds."""
        return self._db.execute(_own(sql), values).fetchall()

    def locked(self, sql: str, *values: object) -> list[Row]:
        """Return what a query finds; nobody else changes those rows before the end."""
        return self.rows(f"{sql} for update", *values)

    def changed(self, table: str) -> None:
        """Tell other servers at the end that a table has changed."""
        self._db.execute("select pg_notify(%s, %s)", (_CHANNEL, table))


class PostgresStore(SqlStore):
    """A store in a database of PostgreSQL.

    Raises:
        StoreDown: the database cannot be reached, or is of a later release.
    """

    def __init__(self, address: str) -> None:
        """Connect, and make the tables where there are none.

        `address`: as libpq reads it, such as `postgresql://rulelang@db.example/rulelang`.
        """
        self.address = address
        self._closing = Event()
        self._own: set[int] = set()
        self._pool: ConnectionPool[psycopg.Connection[Row]] = ConnectionPool(
            address,
            min_size=1,
            max_size=_MOST,
            timeout=_WAIT_S,
            kwargs={
                "autocommit": True,
                "connect_timeout": int(_BEGIN_S),
                "options": _SETTINGS,
            },
            configure=lambda db: self._own.add(db.info.backend_pid),
            check=ConnectionPool.check_connection,
            open=False,
        )
        try:
            with _told():
                self._pool.open(wait=True, timeout=_BEGIN_S)
            self._prepare()
        except StoreDown:
            self._pool.close(timeout=_LOOK_S)
            raise

    def _prepare(self) -> None:
        with self._transaction() as db:
            db.execute("select pg_advisory_xact_lock(hashtext('rulelang'))")
            db.execute("create schema if not exists rulelang")
            found = db.execute("select to_regclass('rulelang.version') is not null").fetchone()
            if found == (False,):
                db.execute(_TABLES)
                db.execute("insert into version values (%s)", (_VERSION,))
            db.execute(_SNAPSHOTS)
            for sql in ADDED:
                db.execute(sql)
            version = db.execute("select max(number) from version").fetchone()
        if version != (_VERSION,):
            raise StoreDown(
                f"the database is of version {version[0] if version else None}, and only"
                f" {_VERSION} is known here; use the release that made it"
            )

    def listen(self, told: Callable[[str | None], None]) -> None:
        """Call `told` with the id of each table that another server has changed; None: any."""
        Thread(target=self._hear, args=(told,), daemon=True).start()

    def close(self) -> None:
        """Let go of the database."""
        self._closing.set()
        self._pool.close(timeout=_WAIT_S)

    # ------------------------------------------------------------ the connection

    def _hear(self, told: Callable[[str | None], None]) -> None:
        while not self._closing.is_set():
            # also `StoreDown`, from those who read in answer to what they are told
            with (
                suppress(psycopg.Error, StoreDown),
                psycopg.connect(self.address, autocommit=True) as db,
            ):
                db.execute(f"listen {_CHANNEL}")
                told(None)  # of what happened before, nobody heard
                while not self._closing.is_set():
                    for note in db.notifies(timeout=_LOOK_S):
                        if note.pid not in self._own:
                            told(note.payload)
            self._closing.wait(_AGAIN_S)

    def _rows(self, sql: str, *values: object) -> list[Row]:
        with _told(), self._pool.connection() as db:
            return db.execute(_own(sql), values).fetchall()

    @contextmanager
    def _writing(self) -> Iterator[_Writing]:
        """Write all that is inside, or nothing of it."""
        with self._transaction() as db:
            yield _Writing(db)

    @contextmanager
    def _transaction(self) -> Iterator[psycopg.Connection[Row]]:
        with _told(), self._pool.connection() as db, db.transaction():
            yield db


def _own(sql: str) -> str:
    """Return a statement with the marks of values that psycopg reads."""
    return sql.replace("?", "%s")


@contextmanager
def _told() -> Iterator[None]:
    """Raise our own exceptions where psycopg raises its; who looks on learns no address."""
    try:
        yield
    except psycopg.errors.IntegrityError as error:
        raise Overtaken("somebody else has written that") from error
    except (psycopg.Error, PoolTimeout) as error:
        raise StoreDown(f"PostgreSQL: {error}") from error
