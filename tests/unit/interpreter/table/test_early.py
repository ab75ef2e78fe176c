"""Choices that are left before a seat is asked: made when it is, and nobody hears of them."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from interpreter import load
from interpreter.table.hall import DONE, REFUSED, STALE, Hall
from interpreter.table.routes.application import application
from interpreter.table.stores.rows import AnswerRow, EarlyRow
from interpreter.table.stores.store import Overtaken

BIDS = """game "Bids"
players A, B, C
var bid(Player): 0..9 = 0, owner sees
var won(Player): 0..9 = 0
play:
    for round in 1..3:
        for p in Player:
            p chooses:
                offer(n in 0..9) "{p} bids {n}":
                    need bid(p) is 0 else "you have bid"
                    set bid(p) to n
        let best = highest of bid(q) for q in Player else 0
        for p in Player:
            if bid(p) is best: add 1 to won(p)
            set bid(p) to 0
    end: draw
"""


class Bidders:
    """A table where all bid at once, with the page of each seat."""

    def __init__(self, hall, folder, **bots):
        path = folder / "bids.rules"
        path.write_text(BIDS, encoding="utf-8")
        self.hall = hall
        opened = hall.open(str(path), load(path), bots, seed=1)
        self.table = opened.table
        self.seats = {n: hall.seat_of(token) for n, token in opened.tokens.items()}
        self.app = application(hall)
        self.clients = {n: self.client(token) for n, token in opened.tokens.items()}

    def client(self, token):
        client = TestClient(self.app)
        client.post("/join", data={"token": token})
        return client

    def bid(self, seat, number, key, revision=None):
        return self.hall.choose(self.seats[seat], f"offer({number})", revision, key)

    def page(self, seat):
        page = self.clients[seat].get(f"/t/{self.table}/{seat}").text
        return re.sub(r'name="key" value="[^"]*"', "", page)

    def view(self, seat):
        return self.clients[seat].get(f"/t/{self.table}/{seat}/view").json()

    @property
    def made(self):
        return [(e.seat, e.number) for e in self.hall.store.entries(self.table)]


@pytest.fixture
def bidders(store, tmp_path):
    made = Bidders(Hall(store), tmp_path)
    yield made
    made.hall._crew.close()  # noqa: SLF001 - the store is closed by its fixture


def test_all_may_bid_in_any_order_and_change_their_minds(bidders):
    assert bidders.bid(2, 7, "c").status == DONE
    assert bidders.bid(1, 3, "b").status == DONE
    assert bidders.made == []
    assert bidders.bid(1, 4, "b again").status == DONE
    assert bidders.bid(0, 5, "a").status == DONE
    assert bidders.made == [(0, 5), (1, 4), (2, 7)]
    assert bidders.hall.live(bidders.table).state.observation(0)["variables"]["won(C)"] == "1"
    assert bidders.hall.store.early(bidders.table) == ()


def test_where_each_chooses_at_once_all_may_though_it_is_seen_that_others_have(store):
    """A bid that is laid face down is seen to be laid; what the others left still stands."""
    hall = Hall(store)
    opened = hall.open("goofspiel", load("goofspiel", players=3), {}, seed=1)
    seats = {n: hall.seat_of(token) for n, token in opened.tokens.items()}

    def bid(seat, rank):
        return hall.choose(seats[seat], f"bid(Bid(P{seat + 1}, {rank}))", None, f"{seat} {rank}")

    assert bid(2, 7).status == DONE
    assert bid(1, 3).status == DONE
    assert hall.live(opened.table).to_act == 0
    assert bid(0, 5).status == DONE
    assert [e.seat for e in hall.store.entries(opened.table) if e.seat >= 0] == [0, 1, 2]
    assert hall.live(opened.table).to_act == 0
    assert hall.store.early(opened.table) == ()
    hall._crew.close()  # noqa: SLF001 - the store is closed by its fixture


def test_one_key_is_one_choice(bidders):
    first = bidders.bid(2, 7, "c")
    assert bidders.bid(2, 7, "c") == first
    bidders.bid(2, 8, "another")
    assert bidders.bid(2, 7, "c") == first
    bidders.bid(1, 1, "b")
    bidders.bid(0, 1, "a")
    assert bidders.made[-1] == (2, 8)


def test_what_is_not_on_offer_is_refused_and_old_views_too(bidders):
    assert bidders.bid(2, 77, "c").status == REFUSED
    assert bidders.bid(2, 7, "d", revision=99).status == STALE
    assert bidders.hall.store.early(bidders.table) == ()


def test_what_a_database_holds_that_is_no_choice_is_not_made(bidders):
    live = bidders.hall.live(bidders.table)
    told = len(live.moment.streams[0].events)
    assert live.of_early(EarlyRow(0, 5, told)).number == live.state.legal_ids[5]
    assert live.of_early(EarlyRow(0, 99, told)) is None


def test_nobody_else_hears_of_it(bidders):
    heard = []
    bidders.hall.subscribe(bidders.table, lambda: heard.append(1))
    before = {seat: (bidders.page(seat), bidders.view(seat)) for seat in (0, 1)}
    bidders.bid(2, 7, "c")
    assert {seat: (bidders.page(seat), bidders.view(seat)) for seat in (0, 1)} == before
    assert heard == []


def test_the_page_and_programs_are_told_plainly(bidders):
    assert "You may choose already" in bidders.page(2)
    assert "You may choose already" not in bidders.page(0)
    assert bidders.view(0)["early"] is None
    assert (bidders.view(2)["early"]["chosen"], len(bidders.view(2)["early"]["actions"])) == (
        None,
        10,
    )
    base = f"/t/{bidders.table}/2"
    answer = bidders.clients[2].post(f"{base}/choices", json={"action": "offer(7)", "key": "c"})
    assert answer.status_code == 200
    assert bidders.view(2)["early"]["chosen"] == 7
    assert "C bids 7: kept until you are asked" in bidders.page(2)
    bidders.bid(0, 1, "a")
    assert "C bids 7: kept until you are asked" in bidders.page(2)
    bidders.bid(1, 2, "b")
    assert "kept until" not in bidders.page(2)
    assert bidders.made == [(0, 1), (1, 2), (2, 7)]


def test_where_something_was_taken_back_the_seat_is_asked(bidders):
    bidders.bid(2, 9, "c early")
    bidders.bid(0, 1, "a")
    bidders.hall.ask_back(bidders.seats[0], "back")
    for seat in (1, 2):
        bidders.hall.answer_back(bidders.seats[seat], agrees=True, key="yes")
    assert bidders.hall.live(bidders.table).to_act == 0
    assert "You may choose already" in bidders.page(2)
    bidders.bid(0, 2, "a again")
    bidders.bid(1, 3, "b")
    assert (2, 9) not in bidders.made
    assert bidders.bid(2, 8, "c asked").status == DONE
    assert bidders.made[-1] == (2, 8)


def test_another_server_makes_it_too(bidders, open_store):
    bidders.bid(1, 6, "b")
    other = Hall(open_store())
    other.choose(bidders.seats[0], "offer(2)", None, "a")
    assert bidders.made == [(0, 2), (1, 6)]
    assert bidders.hall.live(bidders.table).n == 2
    other.close()


def test_what_was_replaced_meanwhile_is_not_made(bidders):
    store, table = bidders.hall.store, bidders.table
    bidders.bid(1, 6, "b")
    (old,) = store.early(table)
    bidders.bid(1, 7, "b again")
    live = bidders.hall.live(table)
    entry = live.choice(0, "offer(2)", None)
    with pytest.raises(Overtaken):
        store.append(table, [entry], None, [old])
    assert bidders.made == []
    with pytest.raises(Overtaken):
        store.keep_early(table, EarlyRow(2, 1, 0), 5, AnswerRow(2, "k", 200, "{}"))
    assert [early.seat for early in store.early(table)] == [1]
    assert store.answer(table, 2, "k") is None
