"""The page of seats: who takes which, new links, and what the host starts."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from interpreter import load
from interpreter.table.routes.application import application

GAME = load("tic_tac_toe")


class Seats:
    """A table that has not begun, with a browser without a script for each seat."""

    def __init__(self, hall):
        self.hall = hall
        self.opened = hall.invite("tic_tac_toe", GAME, onlookers=True)
        self.app = application(hall)

    def client(self, token):
        client = TestClient(self.app, base_url="http://table.example")
        assert client.post("/join", data={"token": token}).status_code == 200
        return client

    def where(self, seat, page="/lobby"):
        return f"/t/{self.opened.table}/{seat}{page}"


def test_people_take_their_seats_and_the_host_starts(hall):
    seats = Seats(hall)
    host, guest = (seats.client(seats.opened.tokens[n]) for n in (0, 1))
    assert "Play has not begun" in host.get(seats.where(0, "")).text
    host.post(seats.where(0), data={"do": "sit", "name": "Ann <b>"})
    refused = guest.post(seats.where(1), data={"do": "start"})
    assert (refused.status_code, "host" in refused.text) == (422, True)
    early = host.post(seats.where(0), data={"do": "start"})
    assert (early.status_code, "nobody has come yet for O" in early.text) == (422, True)
    assert "Ann &lt;b&gt;" in guest.get(seats.where(1)).text
    guest.post(seats.where(1), data={"do": "sit", "name": "Bob"})
    assert "You are the host" not in guest.get(seats.where(1)).text
    begun = host.post(seats.where(0), data={"do": "start"})
    assert (begun.url.path, 'id="table"' in begun.text) == (seats.where(0, ""), True)


def test_a_new_link_is_shown_once_and_voids_the_old_one(hall):
    seats = Seats(hall)
    host, guest = (seats.client(seats.opened.tokens[n]) for n in (0, 1))
    shown = host.post(seats.where(0), data={"do": "free", "seat": "1"}).text
    token = re.search(r"http://table\.example/join#([\w-]{22})", shown)[1]
    assert token not in host.get(seats.where(0)).text
    assert guest.get(seats.where(1)).status_code == 401
    again = seats.client(token)
    behind = TestClient(application(hall, secure=True), base_url="http://table.example")
    cookie = {"Cookie": f"seat0={seats.opened.tokens[0]}"}
    shown = behind.post(seats.where(0), data={"do": "watch"}, headers=cookie).text
    assert "https://table.example/join#" in shown
    own = again.post(seats.where(1), data={"do": "renew"})
    assert "/join#" in own.text
    assert again.get(seats.where(1)).status_code == 200


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"do": "nonsense"},
        {"do": "bot", "seat": "1", "bot": "mcts:9999999s"},
        {"do": "bot", "seat": "7", "bot": "random"},
        {"do": "bot", "seat": "-1", "bot": "random"},
        {"do": "free", "seat": "x"},
        {"do": "sit", "name": "x" * 25},
    ],
)
def test_nonsense_changes_no_seat(hall, fields):
    seats = Seats(hall)
    host = seats.client(seats.opened.tokens[0])
    before = hall.lobby.room(seats.opened.table)
    assert host.post(seats.where(0), data=fields).status_code == 422
    assert hall.lobby.room(seats.opened.table) == before


def test_who_looks_on_changes_no_seat(hall):
    seats = Seats(hall)
    watcher = seats.client(seats.opened.tokens[-1])
    assert watcher.post(seats.where("watch"), data={"do": "start"}).status_code == 403
    assert watcher.get(seats.where("watch")).url.path == seats.where("watch", "")


def test_bots_take_what_is_free_and_nobody_looks_on_any_more(hall):
    seats = Seats(hall)
    host, watcher = (seats.client(seats.opened.tokens[n]) for n in (0, -1))
    page = host.post(seats.where(0), data={"do": "fill", "bot": "random"})
    assert (page.status_code, "bot that plays at random" in page.text) == (200, True)
    assert watcher.get(seats.where("watch", "")).status_code == 200
    page = host.post(seats.where(0), data={"do": "unwatch"})
    assert (page.status_code, 'id="unwatch"' in page.text) == (200, False)
    assert watcher.get(seats.where("watch", "")).status_code == 401


def test_a_bot_that_the_command_seated_is_named(hall):
    opened = hall.open("tic_tac_toe", GAME, {"O": "mcts:77<"}, seed=1)
    client = TestClient(application(hall), base_url="http://table.example")
    client.post("/join", data={"token": opened.tokens[0]})
    assert "bot mcts:77&lt;" in client.get(f"/t/{opened.table}/0/lobby").text
