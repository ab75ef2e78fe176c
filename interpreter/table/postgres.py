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
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from threading import Event, Thread
from typing import Final

import psycopg
from psycopg_pool import ConnectionPool, PoolTimeout

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


class PostgresStore:
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
        with self._writing() as db:
            db.execute("select pg_advisory_xact_lock(hashtext('rulelang'))")
            db.execute("create schema if not exists rulelang")
            found = db.execute("select to_regclass('rulelang.version') is not null").fetchone()
            if found == (False,):
                db.execute(_TABLES)
                db.execute("insert into version values (%s)", (_VERSION,))
            db.execute(_SNAPSHOTS)
            version = db.execute("select max(number) from version").fetchone()
        if version != (_VERSION,):
            raise StoreDown(
                f"the database is of version {version[0] if version else None}, and only"
                f" {_VERSION} is known here; use the release that made it"
            )

    def keep_text(self, digest: str, files: Mapping[str, bytes]) -> None:
        """Keep the files of a rule text under the hash of their contents; twice is once."""
        with self._writing() as db:
            sql = "insert into text values (%s) on conflict do nothing"
            if db.execute(sql, (digest,)).rowcount:
                rows = [(digest, name, content) for name, content in files.items()]
                db.cursor().executemany("insert into file values (%s, %s, %s)", rows)

    def text(self, digest: str) -> Mapping[str, bytes] | None:
        """Return the files of a rule text; None where there are none of this hash."""
        sql = "select name, content from file where digest = %s order by name"
        return {text_of(name): bytes_of(data) for name, data in self._rows(sql, digest)} or None

    def create(self, table: TableRow, seats: Sequence[SeatRow]) -> None:
        """Keep a new table and its seats."""
        with self._writing() as db:
            db.execute(
                "insert into play (id, text, specification, players, options, seed, phase)"
                " values (%s, %s, %s, %s, %s, %s, %s)",
                play_values(table),
            )
            rows = [seat_values(row) for row in seats]
            db.cursor().executemany("insert into seat values (%s, %s, %s, %s, %s)", rows)

    def table(self, table: str) -> TableRow | None:
        """Return a table; None where there is none."""
        rows = self._rows(f"{PLAYS} where id = %s", table)
        return table_of(rows[0]) if rows else None

    def tables(self) -> tuple[TableRow, ...]:
        """Return all tables, newest first."""
        return tuple(map(table_of, self._rows(f"{PLAYS} order by made desc")))

    def seats(self, table: str) -> tuple[SeatRow, ...]:
        """Return the seats of a table, by number."""
        return tuple(map(seat_of, self._rows(f"{SEATS} where play = %s order by seat", table)))

    def seat_of(self, token: bytes) -> SeatRow | None:
        """Return whose token has this hash; None where it is nobody's."""
        rows = self._rows(f"{SEATS} where token = %s", token)
        return seat_of(rows[0]) if rows else None

    def seat(self, row: SeatRow, was: SeatRow | None = None) -> None:
        """Put a row in the place of the one of its seat, or keep it where there is none."""
        with self._writing() as db:
            if was is not None:
                sql = f"{SEATS} where play = %s and seat = %s for update"
                found = db.execute(sql, (row.table, row.seat)).fetchone()
                if found is None or seat_of(found) != was:
                    raise Overtaken("somebody else has changed the seat")
            db.execute(
                "insert into seat values (%s, %s, %s, %s, %s) on conflict (play, seat) do update"
                " set token = excluded.token, name = excluded.name, bot = excluded.bot",
                seat_values(row),
            )
            _announce(db, row.table)

    def turn(self, table: str, phase: Phase) -> None:
        """Say whether a table is open, playing or over."""
        with self._writing() as db:
            db.execute("update play set phase = %s where id = %s", (phase, table))
            _announce(db, table)

    def entries(self, table: str, after: int = 0) -> tuple[EntryRow, ...]:
        """Return what happened behind number `after`, in order."""
        found = self._rows(f"{ENTRIES} where play = %s and n > %s order by n", table, after)
        return tuple(map(entry_of, found))

    def append(
        self, table: str, entries: Sequence[EntryRow], answer: AnswerRow | None = None
    ) -> None:
        """Add entries, the first with the number behind the last one, and an answer with them."""
        with self._writing() as db:
            sql = "select coalesce(max(n), 0) from entry where play = %s"
            found = db.execute(sql, (table,)).fetchone()
            last = found[0] if found else 0
            assert isinstance(last, int), "a number of entries"
            if [entry.n for entry in entries] != list(range(last + 1, last + 1 + len(entries))):
                raise Overtaken(f"the table has {last} entries")
            db.cursor().executemany(
                "insert into entry values (%s, %s, %s, %s, %s, %s)",
                [(table, e.n, e.kind, e.seat, e.number, e.by_chance) for e in entries],
            )
            if answer is not None:
                db.execute(
                    "insert into answer values (%s, %s, %s, %s, %s)", answer_values(table, answer)
                )
            _announce(db, table)

    def rewrite(self, table: TableRow, entries: Sequence[EntryRow], was: int) -> None:
        """Put a table under another text, with its entries as they are there."""
        with self._writing() as db:
            sql = "select coalesce(max(n), 0) from entry where play = %s"
            found = db.execute(sql, (table.id,)).fetchone()
            if found != (was,):
                raise Overtaken("somebody has chosen meanwhile")
            db.execute("delete from snapshot where play = %s", (table.id,))
            db.execute("delete from entry where play = %s", (table.id,))
            db.execute(
                "update play set text = %s, specification = %s where id = %s",
                (table.text, table.specification, table.id),
            )
            db.cursor().executemany(
                "insert into entry values (%s, %s, %s, %s, %s, %s)",
                [(table.id, e.n, e.kind, e.seat, e.number, e.by_chance) for e in entries],
            )
            _announce(db, table.id)

    def answer(self, table: str, seat: int, key: str) -> AnswerRow | None:
        """Return what was answered to a request; None where it was not made."""
        where = "where play = %s and seat = %s and key = %s"
        rows = self._rows(f"{ANSWERS} {where}", table, seat, key)
        return answer_of(rows[0]) if rows else None

    def keep_answer(self, table: str, answer: AnswerRow) -> None:
        """Keep an answer that wrote no entry; one that is there stays."""
        with self._writing() as db:
            db.execute(
                "insert into answer values (%s, %s, %s, %s, %s) on conflict do nothing",
                answer_values(table, answer),
            )

    def snapshot(self, table: str) -> SnapshotRow | None:
        """Return the snapshot of a table; None where there is none."""
        rows = self._rows("select n, release, data from snapshot where play = %s", table)
        return snapshot_of(rows[0]) if rows else None

    def keep_snapshot(self, table: str, snapshot: SnapshotRow) -> None:
        """Keep a snapshot in the place of the one there is."""
        values = (table, snapshot.n, snapshot.release, snapshot.data)
        with self._writing() as db:
            db.execute(
                "insert into snapshot values (%s, %s, %s, %s) on conflict (play) do update"
                " set n = excluded.n, release = excluded.release, data = excluded.data",
                values,
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
            with suppress(psycopg.Error), psycopg.connect(self.address, autocommit=True) as db:
                db.execute(f"listen {_CHANNEL}")
                told(None)  # of what happened before, nobody heard
                while not self._closing.is_set():
                    for note in db.notifies(timeout=_LOOK_S):
                        if note.pid not in self._own:
                            told(note.payload)
            self._closing.wait(_AGAIN_S)

    def _rows(self, sql: str, *values: object) -> list[Row]:
        with _told(), self._pool.connection() as db:
            return db.execute(sql, values).fetchall()

    @contextmanager
    def _writing(self) -> Iterator[psycopg.Connection[Row]]:
        """Write all that is inside, or nothing of it."""
        with _told(), self._pool.connection() as db, db.transaction():
            yield db


def _announce(db: psycopg.Connection[Row], table: str) -> None:
    db.execute("select pg_notify(%s, %s)", (_CHANNEL, table))


@contextmanager
def _told() -> Iterator[None]:
    """Raise our own exceptions where psycopg raises its; who looks on learns no address."""
    try:
        yield
    except psycopg.errors.IntegrityError as error:
        raise Overtaken("somebody else has written that") from error
    except (psycopg.Error, PoolTimeout) as error:
        raise StoreDown(f"PostgreSQL: {error}") from error
