"""Several servers over one database of PostgreSQL: they hear of one another, and may die."""

from __future__ import annotations

import http.client
import importlib.util
import json
import random
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Lock

import pytest

from interpreter import load
from interpreter.load import UsageError
from interpreter.table.hall import DONE, Hall
from interpreter.table.plays import store_at
from interpreter.table.stores import postgres
from interpreter.table.stores.postgres import PostgresStore
from interpreter.table.stores.rows import EntryRow
from interpreter.table.stores.store import Overtaken, StoreDown

GAME = load("tic_tac_toe")
WAIT_S = 60
TABLES = 6


@pytest.fixture
def address(postgres_server):
    return postgres_server.empty()


@pytest.fixture
def two(address, monkeypatch):
    """Return two servers' stores, which soon look for what they have lost."""
    monkeypatch.setattr(postgres, "_AGAIN_S", 0.05)
    monkeypatch.setattr(postgres, "_LOOK_S", 0.05)
    stores = [PostgresStore(address), PostgresStore(address)]
    yield stores
    for store in stores:
        store.close()


def test_who_looks_on_at_one_server_hears_of_choices_at_the_other(two):
    one, other = map(Hall, two)
    opened = one.open("tic_tac_toe", GAME, {}, seed=1)
    heard = Event()
    other.subscribe(opened.table, lambda: other.live(opened.table).n and heard.set())
    seat = one.seat_of(opened.tokens[0])
    assert one.choose(seat, "mark(b2)", None, "k").status == DONE
    assert heard.wait(WAIT_S)


def test_a_server_is_told_of_others_alone(two):
    one, other = two
    heard, first = [], Event()
    one.listen(lambda table: (heard.append(table), first.set()))
    assert first.wait(WAIT_S)
    opened = Hall(one).open("tic_tac_toe", GAME, {}, seed=1)
    one.append(opened.table, [EntryRow(1, "choice", 0, 4)])
    other.append(opened.table, [EntryRow(2, "choice", 1, 0)])
    until = time.monotonic() + WAIT_S
    while opened.table not in heard and time.monotonic() < until:
        time.sleep(0.05)
    assert heard == [None, opened.table]


def test_lost_connections_are_replaced(two, postgres_server):
    one, other = two
    opened = Hall(one).open("tic_tac_toe", GAME, {}, seed=1)
    heard = []
    one.listen(heard.append)
    postgres_server.end_connections()
    assert one.table(opened.table).players == ("X", "O")
    one.append(opened.table, [EntryRow(1, "choice", 0, 4)])
    until = time.monotonic() + WAIT_S
    while not heard and time.monotonic() < until:
        time.sleep(0.05)
    heard.clear()
    other.append(opened.table, [EntryRow(2, "choice", 1, 0)])
    while not heard and time.monotonic() < until:
        time.sleep(0.05)
    assert heard
    assert [entry.n for entry in other.entries(opened.table)] == [1, 2]


def test_who_fails_to_read_when_told_is_told_again(two):
    told, again = [], Event()

    def read(table):
        told.append(table)
        if len(told) == 1:
            raise StoreDown("gone for a moment")
        again.set()

    two[0].listen(read)
    assert again.wait(WAIT_S)
    assert told == [None, None]


def test_of_many_who_write_one_number_one_does(two):
    opened = Hall(two[0]).open("tic_tac_toe", GAME, {}, seed=1)

    def write(who):
        try:
            two[who % 2].append(opened.table, [EntryRow(1, "choice", 0, who)])
        except Overtaken:
            return None
        return who

    with ThreadPoolExecutor(8) as threads:
        won = [who for who in threads.map(write, range(8)) if who is not None]
    assert [entry.number for entry in two[0].entries(opened.table)] == won
    assert len(won) == 1


def test_a_database_that_is_not_there_is_refused(monkeypatch):
    monkeypatch.setattr(postgres, "_BEGIN_S", 1.0)
    with pytest.raises(StoreDown, match="PostgreSQL"):
        PostgresStore("postgresql:///none?host=/nowhere")


def test_an_address_of_postgresql_is_opened_where_its_extra_is_there(address, monkeypatch):
    store = store_at(address)
    assert (type(store), store.tables()) == (PostgresStore, ())
    store.close()
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: name != "psycopg_pool" or None)
    with pytest.raises(UsageError, match=r"needs psycopg: pip install 'rulelang\[postgres\]'"):
        store_at(address)


def test_a_database_of_another_release_is_refused(address):
    store = PostgresStore(address)
    with store._writing() as db:  # noqa: SLF001 - as another release would have left it
        db.run("update version set number = 99")
    store.close()
    with pytest.raises(StoreDown, match="version 99"):
        PostgresStore(address)


class Players:
    """Clients of two servers. Each choice goes to either, some twice, and again where one died."""

    def __init__(self, ports, opened):
        self.ports = list(ports)
        self.opened = opened
        self.lock = Lock()
        self.done = 0
        self.many = Event()

    def ask(self, port, table, seat, body):
        """Return status and answer; None where the server is gone."""
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=WAIT_S)
        token = self.opened[table].tokens[seat]
        headers = {"Cookie": f"seat{seat}={token}", "Content-Type": "application/json"}
        try:
            where = f"/t/{self.opened[table].table}/{seat}/choices"
            connection.request("POST", where, json.dumps(body), headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        except (OSError, http.client.HTTPException):
            return None
        finally:
            connection.close()

    def play(self, table):
        """Play a table to its end; return the actions that were acknowledged, in order."""
        numbers = random.Random(table)
        marks = numbers.sample(range(9), 9)
        made = []
        for at, mark in enumerate(marks):
            body = {"action": str(mark), "key": f"choice {at}"}
            for _ in range(100):
                found = self.ask(numbers.choice(self.ports), table, at % 2, body)
                if found is None or found[0] in (409, 429, 503):
                    time.sleep(0.05)
                    continue
                status, answer = found
                if numbers.random() < 0.3:  # lost on its way, as far as the client knows
                    again = self.ask(numbers.choice(self.ports), table, at % 2, body)
                    assert again is None or again == found or again[0] == 429
                break
            else:
                raise AssertionError("no server answers")
            if status != DONE:
                assert answer["reason"] == "the game is over"
                return made
            made.append(mark)
            with self.lock:
                self.done += 1
                if self.done > TABLES * 2:
                    self.many.set()
        return made


def test_one_of_two_servers_is_killed_under_load_and_nothing_is_lost_or_made_twice(address):
    command = [sys.executable, "-m", "tests.support.processes.table_server", address]
    servers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]  # noqa: S603 - ours
    store = PostgresStore(address)
    hall = Hall(store)
    try:
        ports = [int(server.stdout.readline()) for server in servers]
        opened = [hall.open("tic_tac_toe", GAME, {}, seed=n) for n in range(TABLES)]
        players = Players(ports, opened)
        with ThreadPoolExecutor(TABLES) as threads:
            playing = [threads.submit(players.play, table) for table in range(TABLES)]
            assert players.many.wait(WAIT_S)
            servers[0].kill()
            made = [play.result() for play in playing]
        for table, acknowledged in enumerate(made):
            entries = store.entries(opened[table].table)
            assert [entry.number for entry in entries] == acknowledged
            assert hall.live(opened[table].table).to_act is None
    finally:
        for server in servers:
            server.kill()
            server.wait()
            server.stdout.close()
        hall.close()
