"""The databases that there are, and halls on them."""

from __future__ import annotations

from functools import partial

import pytest

from interpreter.table.hall import Hall
from interpreter.table.stores.postgres import PostgresStore
from interpreter.table.stores.sqlite import SqliteStore
from tests.support.processes import postgres


@pytest.fixture(scope="session")
def postgres_server():
    """Run a server of PostgreSQL; without one the tests that want it are skipped, in CI fail."""
    with postgres.served() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgres"])
def open_store(request, tmp_path):
    """Return what opens a new database, and the same one each time."""
    if request.param == "sqlite":
        return partial(SqliteStore, tmp_path / "tables.sqlite")
    return partial(PostgresStore, request.getfixturevalue("postgres_server").empty())


@pytest.fixture
def store(open_store):
    """Return a store that is new."""
    made = open_store()
    yield made
    made.close()


@pytest.fixture
def hall(tmp_path):
    """Return a hall with a database of its own."""
    made = Hall(SqliteStore(tmp_path / "tables.sqlite"))
    yield made
    made.close()
