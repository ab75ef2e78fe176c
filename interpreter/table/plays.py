"""Plays of tables, read from the database that keeps them: to look at them afterwards."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from interpreter.game import Game
from interpreter.load import UsageError
from interpreter.look import Look
from interpreter.state import State
from interpreter.table.live import Live
from interpreter.table.stores.rows import TableRow
from interpreter.table.stores.store import Store, StoreDown

SERVED: Final = ("postgresql://", "postgres://")
_SQLITE: Final = b"SQLite format 3\0"
_SHOWN: Final = 5


def is_database(where: str) -> bool:
    """Return whether this is an address of PostgreSQL, or a file of SQLite that is there."""
    if where.startswith(SERVED):
        return True
    try:
        with Path(where).open("rb") as file:
            return file.read(len(_SQLITE)) == _SQLITE
    except (OSError, ValueError):
        return False


def store_at(where: str) -> Store:
    """Return the store at an address of PostgreSQL, or in a file; the process of bots calls it.

    Raises:
        StoreDown: it cannot be opened.
        UsageError: the extra of PostgreSQL is missing.
    """
    if not where.startswith(SERVED):
        from interpreter.table.stores.sqlite import SqliteStore  # noqa: PLC0415 - loads late

        return SqliteStore(Path(where))
    if importlib.util.find_spec("psycopg") is None or not importlib.util.find_spec("psycopg_pool"):
        raise UsageError("that database needs psycopg: pip install 'rulelang[postgres]'")
    from interpreter.table.stores.postgres import PostgresStore  # noqa: PLC0415 - as above

    return PostgresStore(where)


@contextmanager
def reading(where: str) -> Iterator[Store]:
    """Open a database for as long as it is read.

    Raises:
        UsageError: it cannot be opened or read.
    """
    try:
        store = store_at(where)
        try:
            yield store
        finally:
            store.close()
    except StoreDown as error:
        raise UsageError(str(error)) from error


def table_in(store: Store, wanted: str | None) -> TableRow:
    """Return the table of an id, or whose id begins so; None: the newest.

    Raises:
        UsageError: there is none, or there are several.
    """
    rows = store.tables()
    found = [row for row in rows if wanted is None or row.id.startswith(wanted)]
    if not rows:
        raise UsageError("no table is kept there")
    if wanted is None or len(found) == 1:
        return found[0]
    known = ", ".join(row.id for row in (found or rows)[:_SHOWN])
    raise UsageError(f"{len(found) or 'no'} tables are called {wanted}…; there are {known}")


def state_of(row: TableRow, game: Game, store: Store) -> State:
    """Return where the play of a table has come to, with everybody's secrets."""
    return Live.begin(row, game, Look()).after(store.entries(row.id)).state


def plays_of(game: Game, store: Store) -> Iterator[tuple[TableRow, State]]:
    """Yield the plays of one game, oldest first; those of other rules are left out."""
    for row in reversed(store.tables()):
        if row.specification == game.specification_hash and row.phase != "open":
            yield row, state_of(row, game, store)
