"""Rule texts of strangers: tried out with limits, played at once, and nothing else let in."""

from __future__ import annotations

import os
import re
import resource
import signal

import pytest
from starlette.testclient import TestClient

from interpreter.table import uploads
from interpreter.table.hall import Hall
from interpreter.table.routes.application import application
from interpreter.table.stores.sqlite import SqliteStore
from interpreter.table.uploads import LARGEST, Limits, Reader, Text, Unreadable
from tests.support.processes.inside import AtOnce, Context, leave

COINS = """game "Coins"
players A, B
table most(1..3): 0..9 from "most.csv"
var left: 0..20 = 9
play:
    each turn of p, at most 20:
        p chooses:
            take(n in 1..3):
                need most(n) > 0 and left >= n else "no"
                take n from left
        if left is 0: end: p wins
    end: draw
"""
MOST = "n,value\n1,1\n2,1\n3,1\n"
BROKEN = COINS.replace("take n from left", "take n from nowhere")
FAILING = COINS.replace("take n from left", "set left to left - 9 - n")
MANY = COINS.replace("A, B", "12")
HUGE = """game "Huge"
players A, B
var n(1..9): 0..9 = 0
play:
    each turn of p, at most 90:
        p chooses:
            go(a in 1..9, b in 1..9, c in 1..9, d in 1..9, e in 1..9, f in 1..9):
                add 1 to n(a)
    end: draw
"""


class House:
    """A server that takes texts, and somebody who comes to it."""

    def __init__(self, folder, reader):
        self.hall = Hall(SqliteStore(folder / "tables.sqlite"))
        self.app = application(self.hall, reader=reader)
        self.client = self.other()

    def other(self):
        return TestClient(self.app, base_url="http://table.example")


@pytest.fixture
def house(tmp_path):
    made = House(tmp_path, Reader())
    yield made
    made.hall.close()


@pytest.fixture
def here(tmp_path, monkeypatch):
    """Let texts be read in this process; return the limits that theirs would have."""
    limits = {}
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(uploads, "get_context", lambda _: Context(AtOnce))
    monkeypatch.setattr(resource, "setrlimit", lambda what, most: limits.update({what: most}))
    monkeypatch.setattr(signal, "signal", lambda *how: limits.update([how]))
    monkeypatch.setattr(os, "_exit", leave)
    return limits


def form(text, **more):
    return {"text": text.replace("\n", "\r\n"), "name1": "most.csv", "table1": MOST, **more}


def test_a_text_becomes_a_table_whose_host_sent_it(house):
    assert 'href="/new"' in house.client.get("/").text
    assert "<textarea" in house.client.get("/new").text
    lobby = house.client.post("/new", data=form(COINS))
    assert (lobby.status_code, "Who sits where" in lobby.text) == (200, True)
    table = re.search(r"/t/(\w+)/0/lobby", str(lobby.url))[1]
    assert house.hall.live(table).game.name == "Coins"
    assert house.other().get(f"/t/{table}/0/lobby").status_code == 401
    assert set(house.hall.store.text(house.hall.store.table(table).text)) == {
        "game.rules",
        "most.csv",
    }


@pytest.mark.usefixtures("here")
def test_a_program_gets_the_code_of_its_seat(house):
    answer = house.client.post("/new", json=form(COINS, players="2"))
    assert answer.status_code == 201
    told = answer.json()
    seat = house.other()
    assert seat.post("/join", data={"token": told["code"]}).status_code == 200
    assert seat.get(f"{told['address']}/lobby").status_code == 200


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (BROKEN, "game.rules:10:"),
        (FAILING, "left` would be -"),
        ("", "game.rules"),
        (COINS.replace("most.csv", "../../etc/passwd"), "folder"),
        (MANY, "at most 10 seats, and the text asks for more"),
    ],
)
@pytest.mark.usefixtures("here")
def test_what_is_wrong_is_shown_beside_the_text(house, text, told):
    answer = house.client.post("/new", data=form(text))
    assert answer.status_code == 422
    shown = re.search(r"<pre[^>]*>(.*?)</pre>", answer.text, re.DOTALL)[1]
    assert told in shown
    assert "/game.rules" not in shown
    assert house.hall.store.tables() == ()


@pytest.mark.usefixtures("here")
def test_a_program_is_told_what_is_wrong(house):
    answer = house.client.post("/new", json=form(BROKEN))
    assert answer.status_code == 422
    assert "game.rules:10:" in answer.json()["reason"]
    assert house.hall.store.tables() == ()


def text_of(text, **more):
    return Text({"game.rules": text.encode(), "most.csv": MOST.encode()} | more, None, {})


def test_a_text_is_read_under_limits_that_it_cannot_raise(here):
    Reader(Limits(seconds=7, memory=1 << 28)).read(text_of(COINS))
    assert here == {
        signal.SIGXCPU: signal.SIG_DFL,
        resource.RLIMIT_CPU: (7, 7),
        resource.RLIMIT_AS: (1 << 28, 1 << 28),
        resource.RLIMIT_FSIZE: (1 << 26, 1 << 26),
        resource.RLIMIT_CORE: (0, 0),
    }


@pytest.mark.usefixtures("here")
def test_a_text_for_which_the_memory_is_too_small_is_refused(monkeypatch):
    def load(*_, **__):
        raise MemoryError

    monkeypatch.setattr(uploads, "load", load)
    with pytest.raises(Unreadable, match=r"takes more than 20 seconds .* or more than 1024 MiB"):
        Reader().read(text_of(COINS))


@pytest.mark.usefixtures("here")
def test_texts_are_read_one_at_a_time(monkeypatch):
    reader, load = Reader(), uploads.load

    def meanwhile(*words, **how):
        with pytest.raises(Unreadable, match="other texts are being read: try again"):
            reader.read(text_of(COINS))
        return load(*words, **how)

    monkeypatch.setattr(uploads, "_WAIT_S", 0.01)
    monkeypatch.setattr(uploads, "load", meanwhile)
    assert reader.read(text_of(COINS)) is None


def test_a_text_has_few_files():
    files = {f"t{n}.csv": b"" for n in range(9)}
    with pytest.raises(Unreadable, match="at most 200000 bytes, in 9 files"):
        Reader().read(text_of(COINS, **files))


@pytest.mark.usefixtures("here")
def test_names_sizes_and_numbers_have_bounds(house):
    for fields in (
        form(COINS, name2="../x.csv"),
        form(COINS, name2="/etc/x.csv"),
        form(COINS, players="99"),
        form(COINS, options="board=west"),
    ):
        assert house.client.post("/new", data=fields).status_code == 422
    for text in (COINS + "#" * LARGEST, "#" * 5 * LARGEST):
        assert house.client.post("/new", data=form(text)).status_code == 413
        reason = house.client.post("/new", json=form(text)).json()["reason"]
        assert "bytes at most" in reason or "at most 200000 bytes" in reason
    elsewhere = {"Origin": "http://evil.example"}
    assert house.client.post("/new", data=form(COINS), headers=elsewhere).status_code == 403
    assert house.hall.store.tables() == ()


def test_an_address_opens_so_many_tables_an_hour(house):
    answers = [house.client.post("/new", data=form(COINS, players="99")) for _ in range(21)]
    assert [answer.status_code for answer in answers] == [422] * 20 + [429]


@pytest.mark.parametrize("limits", [Limits(seconds=1), Limits(memory=1 << 27)])
def test_what_takes_too_much_is_ended(limits):
    with pytest.raises(Unreadable, match="takes more than"):
        Reader(limits).read(Text({"game.rules": HUGE.encode()}, None, {}))


def test_without_leave_no_text_is_taken(tmp_path):
    house = House(tmp_path, None)
    assert house.client.get("/new").status_code == 404
    assert house.client.post("/new", data=form(COINS)).status_code == 404
    assert "/new" not in house.client.get("/").text
    house.hall.close()
