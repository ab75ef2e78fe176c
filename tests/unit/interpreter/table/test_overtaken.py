"""Who is overtaken by others, by another server or by the end of a hall, and what comes of it."""

from __future__ import annotations

import time
from functools import partial
from threading import Event

import pytest
from starlette.testclient import TestClient

from interpreter import load
from interpreter.table.bots import crew
from interpreter.table.hall import DONE, STALE, Hall
from interpreter.table.routes.application import application
from interpreter.table.stores.rows import EntryRow
from interpreter.table.stores.sqlite import SqliteStore
from interpreter.table.stores.store import Overtaken, StoreDown
from tests.support.processes.heads import until
from tests.unit.interpreter.table.test_early import BIDS

GAME = load("tic_tac_toe")


class Quicker:
    """A store at which others are quicker, so many times, where something is written."""

    def __init__(self, store, write):
        self.store, self.write, self.times = store, write, 0

    def __getattr__(self, name):
        found = getattr(self.store, name)
        return partial(self._write, found) if name == self.write else found

    def _write(self, write, *words, **how):
        if self.times:
            self.times -= 1
            raise Overtaken("somebody else has written that")
        return write(*words, **how)


@pytest.fixture
def quicker(tmp_path):
    """Return what opens a hall where others are quicker at a sort of writing, and its store."""
    halls = []

    def opened(write):
        store = Quicker(SqliteStore(tmp_path / "tables.sqlite"), write)
        halls.append(Hall(store))
        return halls[0], store

    yield opened
    halls[0].close()


@pytest.mark.parametrize(
    ("write", "seat", "action"), [("append", 0, "offer(3)"), ("keep_early", 2, "offer(7)")]
)
def test_who_is_overtaken_is_asked_again_but_not_for_ever(quicker, tmp_path, write, seat, action):
    hall, store = quicker(write)
    path = tmp_path / "bids.rules"
    path.write_text(BIDS, encoding="utf-8")
    opened = hall.open(str(path), load(path), {}, seed=1)
    row = hall.seat_of(opened.tokens[seat])
    store.times = 99
    answer = hall.choose(row, action, None, "k")
    assert (answer.status, answer.reason) == (STALE, "others were quicker")
    assert (hall.live(opened.table).n, store.early(opened.table)) == (0, ())
    store.times = 1
    assert hall.choose(row, action, None, "k").status == DONE
    assert (hall.live(opened.table).n == 1) == (seat == 0)


def test_a_seat_that_others_change_is_read_anew_but_not_for_ever(quicker):
    hall, store = quicker("seat")
    opened = hall.invite("tic_tac_toe", GAME)
    client = TestClient(application(hall), base_url="http://table.example")
    client.post("/join", data={"token": opened.tokens[0]})
    lobby, ann = f"/t/{opened.table}/0/lobby", {"do": "sit", "name": "Ann"}
    store.times = 99
    refused = client.post(lobby, data=ann)
    assert refused.status_code == 409
    assert "others changed the seats: look again" in refused.text
    assert hall.lobby.room(opened.table).places[0].name == ""
    store.times = 1
    assert client.post(lobby, data=ann).status_code == 200
    assert hall.lobby.room(opened.table).places[0].name == "Ann"


def test_of_two_who_write_for_a_bot_one_is_told_that_he_was_late(hall):
    opened = hall.open("tic_tac_toe", GAME, {}, seed=1)
    live = hall.live(opened.table)
    assert hall.write(live, EntryRow(1, "choice", 0, 4))
    assert not hall.write(live, EntryRow(1, "choice", 0, 3))
    assert hall.live(opened.table).state.history == (4,)


def test_a_table_is_opened_once(store):
    hall = Hall(store)
    row = store.table(hall.open("tic_tac_toe", GAME, {}, seed=1).table)
    with pytest.raises(Overtaken):
        store.create(row, [])
    assert store.tables() == (row,)


def test_a_host_starts_once(hall):
    opened = hall.invite("tic_tac_toe", GAME)
    host, guest = (hall.seat_of(opened.tokens[n]) for n in (0, 1))
    hall.lobby.sit(guest, "Bob")
    hall.lobby.start(host)
    heard = []
    hall.subscribe(opened.table, lambda: heard.append(1))
    hall.lobby.start(host)
    assert (hall.lobby.room(opened.table).phase, heard) == ("playing", [])


# ---------------------------------------------------------------- bots


class Thinker:
    """A bot that chooses the first, once it may."""

    def __init__(self):
        self.asked, self.may = 0, Event()

    def ask(self, *_):
        self.asked += 1
        assert self.may.wait(60)
        return 0

    def close(self):
        self.may.set()


def test_a_bot_that_thinks_is_not_asked_by_others_meanwhile(tmp_path):
    thinker = Thinker()
    hall = Hall(SqliteStore(tmp_path / "tables.sqlite"), thinker)
    opened = hall.open("tic_tac_toe", GAME, {"X": "some"}, seed=1)
    until(lambda: thinker.asked)
    for name in ("Ann", "Bea", "Cem"):
        hall.lobby.sit(hall.seat_of(opened.tokens[1]), name)
    thinker.may.set()
    until(lambda: hall.live(opened.table).n)
    hall.close()
    assert thinker.asked == 1


SECOND = 'game "Second"\nplayers A, B\nplay:\n    B chooses:\n        take: pass\n    end: draw\n'


def test_a_bot_waits_until_play_begins(tmp_path):
    path = tmp_path / "second.rules"
    path.write_text(SECOND, encoding="utf-8")
    thinker = Thinker()
    thinker.may.set()
    hall = Hall(SqliteStore(tmp_path / "tables.sqlite"), thinker)
    opened = hall.invite(str(path), load(path))
    host = hall.seat_of(opened.tokens[0])
    hall.lobby.fill(host, "random")
    hall.lobby.sit(host, "Ann")
    assert (hall.live(opened.table).to_act, thinker.asked) == (1, 0)
    hall.lobby.start(host)
    until(lambda: hall.live(opened.table).n)
    hall.close()
    assert thinker.asked == 1


def test_a_hall_closes_while_its_bots_wait_for_the_database(tmp_path, monkeypatch):
    monkeypatch.setattr(crew, "_AGAIN_S", 600)
    tried = Event()

    class Down(SqliteStore):
        def append(self, *_):
            tried.set()
            raise StoreDown("the disk is full")

    thinker = Thinker()
    thinker.may.set()
    hall = Hall(Down(tmp_path / "tables.sqlite"), thinker)
    hall.open("tic_tac_toe", GAME, {"X": "some"}, seed=1)
    assert tried.wait(60)
    began = time.monotonic()
    hall.close()
    assert time.monotonic() - began < 5
    assert thinker.asked == 1


FAILING = """game "Failing"
players A, B
var left: 0..9 = 5
play:
    each turn of p, at most 9:
        p chooses:
            take "{p} takes": set left to left + 5
            jump "{p} jumps": set left to left - 9
    end: draw
"""


def test_where_the_rules_fail_behind_all_choices_of_a_bot_it_waits(tmp_path, caplog):
    """It would try again for ever; whoever runs the server is told of each."""
    path = tmp_path / "failing.rules"
    path.write_text(FAILING, encoding="utf-8")
    thinker = Thinker()
    thinker.may.set()
    hall = Hall(SqliteStore(tmp_path / "tables.sqlite"), thinker)
    opened = hall.open(str(path), load(path), {"A": "some"}, seed=1)
    until(lambda: len(caplog.messages) == 2)
    hall.close()
    assert thinker.asked == 1
    assert [told.partition("`left` would be ")[2][:2] for told in caplog.messages] == ["10", "-4"]
    assert SqliteStore(tmp_path / "tables.sqlite").entries(opened.table) == ()


# ---------------------------------------------------------------- choices that were left


STEEP = BIDS.replace("set bid(p) to n", "set bid(p) to n + n")


def test_a_choice_that_was_left_and_behind_which_the_rules_fail_is_asked_for(tmp_path, caplog):
    path = tmp_path / "steep.rules"
    path.write_text(STEEP, encoding="utf-8")
    hall = Hall(SqliteStore(tmp_path / "tables.sqlite"))
    opened = hall.open(str(path), load(path), {}, seed=1)
    seats = {n: hall.seat_of(token) for n, token in opened.tokens.items()}
    made = [(2, 9, "c"), (0, 1, "a"), (1, 2, "b")]
    for seat, number, key in made:
        assert hall.choose(seats[seat], f"offer({number})", None, key).status == DONE
    live = hall.live(opened.table)
    assert (live.n, live.to_act, caplog.messages) == (2, 2, [])
    assert hall.choose(seats[2], "offer(4)", None, "c again").status == DONE
    for seat, number in ((0, 1), (1, 2)):  # what C had left before is not meant any more
        assert hall.choose(seats[seat], f"offer({number})", None, f"{seat} more").status == DONE
    live = hall.live(opened.table)
    assert (live.n, live.to_act) == (5, 2)
    assert live.of_early(attr_of(hall, opened.table)) is None
    hall.close()


def attr_of(hall, table):
    (early,) = hall.store.early(table)
    return early
