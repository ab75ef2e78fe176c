"""Many threads of one server: what they share is made once, and nobody trips over another."""

from __future__ import annotations

import asyncio
import os
import random
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from interpreter import load
from interpreter.engines.native import NativeHeld
from interpreter.look import Look
from interpreter.native.engine.calls import Context
from interpreter.picture import making
from interpreter.table import awake
from interpreter.table.hall import Hall
from interpreter.table.routes.application import application
from interpreter.table.showing import pages, programs
from interpreter.table.stores.store import StoreDown

GAME = load("tic_tac_toe")


@pytest.fixture
def hurry():
    """Let threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


class Forgetting(NativeHeld):
    """A position whose reference form another thread drops as soon as it was looked at."""

    @property
    def _plain(self):
        found, self.__dict__["kept"] = self.__dict__.get("kept"), None
        return found

    @_plain.setter
    def _plain(self, plain):
        self.__dict__["kept"] = plain


def test_what_happened_is_asked_while_another_thread_forgets_it():
    start = load("tic_tac_toe", engine="native").start()
    held = Forgetting(start.held.by, start.held.flat, start.held.plain)
    assert held.events == start.held.plain.events
    assert held.events is None


@pytest.mark.usefixtures("hurry")
def test_plans_are_kept_while_threads_ask_for_many(monkeypatch):
    document, look = GAME.document(), Look()
    monkeypatch.setattr(making, "plan", Planned)
    monkeypatch.setattr(making, "_KEPT", 2)

    def ask(seed):
        chance = random.Random(seed)
        for _ in range(500):
            making.plan_of(document, look, chance.choice((320, 390, 960)), 0)

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(ask, range(8))) == [None] * 8


class Planned:
    def __init__(self, document, look, *_):
        self.document, self.look = document, look


def test_a_text_is_read_once_however_many_of_its_tables_wake(store, open_store, monkeypatch):
    hall = Hall(store)
    tables = [hall.open("tic_tac_toe", GAME, {}, seed=n).table for n in range(8)]
    read, begin = [], threading.Barrier(8)
    unpinned = awake.unpinned
    monkeypatch.setattr(
        awake, "unpinned", lambda *which, **how: read.append(1) or unpinned(*which, **how)
    )
    anew = Hall(open_store())

    def wake(table):
        begin.wait()
        return anew.live(table).game

    with ThreadPoolExecutor(8) as threads:
        games = set(map(id, threads.map(wake, tables)))
    anew.close()
    assert (len(read), len(games)) == (1, 1)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the memory is read from /proc")
def test_a_thread_takes_memory_for_what_it_uses():
    """Room for the widest choices is 768 KiB, of which nothing is written to as a rule."""

    def resident():
        pages_now = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return pages_now * os.sysconf("SC_PAGE_SIZE")

    before = resident()
    made = [Context(256) for _ in range(100)]
    assert (resident() - before) / len(made) < 64 * 1024


@pytest.mark.usefixtures("hurry")
@pytest.mark.parametrize(
    ("name", "open_store"),
    [
        ("tic_tac_toe", "postgres"),
        ("kuhn_poker", "sqlite"),
        *(
            pytest.param(*one, marks=pytest.mark.soak)
            for one in (("tic_tac_toe", "sqlite"), ("kuhn_poker", "postgres"))
        ),
    ],
    indirect=["open_store"],
)
def test_a_crowd_at_many_tables_meets_no_fault(store, name):
    """Choices, views, pages and memory for hardly any play, all at once."""
    game = load(name)
    hall = Hall(store, memory=100_000)
    opened = [hall.open(name, game, {}, seed=n, onlookers=True) for n in range(6)]
    seats = [{n: hall.seat_of(token) for n, token in one.tokens.items()} for one in opened]

    def visit(seed):
        chance = random.Random(seed)
        for _ in range(25):
            at = chance.randrange(len(opened))
            live = hall.live(opened[at].table)
            seat = chance.choice([None, 0, 1])
            if live.to_act is not None and chance.random() < 0.6:
                number = chance.choice(live.state.legal_ids)
                hall.choose(seats[at][live.to_act], number, None, str(chance.random()))
            elif chance.random() < 0.5:
                pages.table(live, pages.Looking(seat, "/t/x/0", chance.choice((320, 640, 960))))
            else:
                programs.events(live, seat, 0)
                hall.ask_back(seats[at][0], str(chance.random()))

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(visit, range(8))) == [None] * 8
    hall.close()


def test_a_stream_ends_where_the_database_goes_while_somebody_listens(store, monkeypatch):
    """It may not break: whoever listens comes back, and is answered 503 then."""
    hall = Hall(store)
    opened = hall.open("tic_tac_toe", GAME, {}, seed=1)
    app, sent, first = application(hall), [], threading.Event()
    scope = {
        "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "method": "GET",
        "path": f"/t/{opened.table}/0/stream", "query_string": b"", "http_version": "1.1",
        "headers": [(b"cookie", f"seat0={opened.tokens[0]}".encode()), (b"host", b"x")],
        "scheme": "http", "server": ("x", 80), "client": ("y", 1), "root_path": "",
    }  # fmt: skip

    async def receive():
        await asyncio.sleep(60)

    async def send(message):
        sent.append(message)
        if message.get("body", b"").startswith(b"retry"):
            first.set()

    def gone(_):
        raise StoreDown("the disk is gone")

    def change():
        assert first.wait(30)
        monkeypatch.setattr(hall, "live", gone)
        hall._told(opened.table)  # noqa: SLF001 - as another server would

    async def listen():
        await asyncio.wait_for(app(scope, receive, send), 30)

    # Not in this thread, in which a browser's loop may be running.
    with ThreadPoolExecutor(2) as threads:
        changed = threads.submit(change)
        threads.submit(asyncio.run, listen()).result()
        changed.result()
    assert sent[-1] == {"type": "http.response.body", "body": b"", "more_body": False}
    hall.close()
