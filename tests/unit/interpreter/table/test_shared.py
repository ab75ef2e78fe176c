"""Threads that write one file of SQLite at once: together, each for itself, and none in part."""

from __future__ import annotations

import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from interpreter.table.stores import shared
from interpreter.table.stores.shared import Busy, Shared, Unwritten
from interpreter.table.stores.sqlite import SqliteStore
from interpreter.table.stores.store import StoreDown


class Connection(sqlite3.Connection):
    """A connection that notes what ends its transactions, and may fail at that."""

    def __init__(self, *args, **more):
        super().__init__(*args, **more)
        self.ends = []
        self.full = False
        self.fails = ""

    def execute(self, sql, *values):
        if sql in ("commit", "rollback"):
            self.ends.append(sql)
        if sql == self.fails:
            raise sqlite3.OperationalError("disk I/O error")
        if sql == "commit" and self.full:
            raise sqlite3.OperationalError("database or disk is full")
        return super().execute(sql, *values)


@pytest.fixture
def line(tmp_path):
    """Return a line of writers, its connection, and what else reads the file."""
    path = tmp_path / "shared.sqlite"
    db = sqlite3.connect(path, factory=Connection, isolation_level=None, check_same_thread=False)
    db.execute("pragma journal_mode = wal")
    db.execute("create table row (n integer primary key)")
    other = sqlite3.connect(path, check_same_thread=False)
    yield Shared(lambda: db), db, lambda: [n for (n,) in other.execute("select n from row")]
    other.close()
    db.close()


def write(line, n):
    with line.writing() as db:
        db.execute("insert into row values (?)", (n,))


def together(line, numbers):
    """Let writers of these numbers wait in line while one writes 0; return what becomes of all."""
    begun, go_on = Event(), Event()

    def first():
        with line.writing() as db:
            db.execute("insert into row values (0)")
            begun.set()
            assert go_on.wait(60)

    with ThreadPoolExecutor(9) as pool:
        found = [pool.submit(first)]
        assert begun.wait(60)
        found += [pool.submit(write, line, n) for n in numbers]
        while line._waiting < len(numbers):  # noqa: SLF001 - until all stand in line
            time.sleep(0.001)
        go_on.set()
        return [one.exception() for one in found]


def test_writers_in_line_share_one_end(line):
    line, db, read = line
    assert together(line, range(1, 7)) == [None] * 7
    assert db.ends == ["commit"]
    assert read() == list(range(7))
    write(line, 7)
    assert db.ends == ["commit", "commit"]
    assert read() == list(range(8))


def test_who_fails_undoes_what_is_his_alone(line):
    line, db, read = line
    failed = [type(one) for one in together(line, [1, 2, 2, 3]) if one is not None]
    assert failed == [sqlite3.IntegrityError]
    assert (db.ends, read()) == (["commit"], [0, 1, 2, 3])
    with pytest.raises(sqlite3.IntegrityError):
        write(line, 3)
    assert db.ends == ["commit", "rollback"]


def test_where_the_end_fails_nobody_has_written(line):
    line, db, read = line
    db.full = True
    assert [type(one) for one in together(line, [1, 2])] == [Unwritten] * 3
    assert read() == []
    db.full = False
    write(line, 1)
    assert read() == [1]


def test_where_sqlite_undoes_all_nobody_has_written(line):
    line, _, read = line

    def fill():
        with line.writing() as db:
            db.execute("rollback")  # as SQLite does itself on a full disk
            raise sqlite3.OperationalError("database or disk is full")

    begun, go_on = Event(), Event()

    def first():
        with line.writing() as db:
            db.execute("insert into row values (0)")
            begun.set()
            assert go_on.wait(60)

    with ThreadPoolExecutor(2) as pool:
        one = pool.submit(first)
        assert begun.wait(60)
        other = pool.submit(fill)
        while line._waiting < 1:  # noqa: SLF001 - until it stands in line
            time.sleep(0.001)
        go_on.set()
        assert isinstance(one.exception(), Unwritten)
        assert isinstance(other.exception(), sqlite3.OperationalError)
    assert read() == []
    write(line, 1)
    assert read() == [1]


def test_where_one_cannot_be_undone_alone_nobody_has_written(line):
    line, db, read = line
    db.fails = "savepoint mine"
    with pytest.raises(sqlite3.OperationalError, match="disk I/O error"):
        write(line, 1)
    assert (db.ends, db.in_transaction, read()) == (["rollback"], False, [])
    db.fails = ""
    write(line, 1)
    assert read() == [1]


def test_who_waits_for_somebody_that_never_comes_ends_it_himself(line):
    line, db, read = line
    line._waiting = 1  # noqa: SLF001 - as if somebody stood in line
    write(line, 0)
    assert (db.ends, read()) == (["commit"], [0])


def test_a_turn_that_does_not_come_is_said(line, monkeypatch):
    line, _, read = line
    monkeypatch.setattr(shared, "TURN_S", 0.01)
    with line.writing() as db, ThreadPoolExecutor(1) as pool:
        db.execute("insert into row values (0)")
        assert isinstance(pool.submit(write, line, 1).exception(), Busy)
    assert read() == [0]


def test_a_store_whose_turn_does_not_come_is_down(tmp_path, monkeypatch):
    store = SqliteStore(tmp_path / "tables.sqlite")
    monkeypatch.setattr(shared, "TURN_S", 0.01)
    with store._writing(), ThreadPoolExecutor(1) as pool:  # noqa: SLF001 - who is slow at it
        failed = pool.submit(store.keep_text, "0f", {"x.rules": b"game"}).exception()
    assert isinstance(failed, StoreDown)
    assert str(failed) == f"{store.path}: others have been writing for 20 s"
    assert store.text("0f") is None
    store.close()
