"""Pages that stayed open while their server was replaced by one of another release."""

from __future__ import annotations

import re

import pytest
from starlette.testclient import TestClient

from interpreter import load
from interpreter.table.routes.application import application
from interpreter.table.showing.release import OLD_PAGE, release


@pytest.fixture
def seat(hall):
    """Return a client that sits in the first seat, and the address of that."""
    opened = hall.open("tic_tac_toe", load("tic_tac_toe"), {}, seed=1)
    client = TestClient(application(hall), base_url="http://table.example")
    client.post("/join", data={"token": opened.tokens[0]})
    return client, f"/t/{opened.table}/0"


@pytest.mark.parametrize("told", ["", "&release=0123456789"])
@pytest.mark.parametrize("packed", ["", "&packed=1"])
def test_an_old_page_that_asks_for_news_is_told_to_load_anew(seat, told, packed):
    client, base = seat
    answer = client.get(f"{base}/update?client=c{told}{packed}")
    assert (answer.status_code, answer.json()) == (409, {"reason": OLD_PAGE, "reload": True})
    assert client.get(f"{base}/update?client=c&release={release()}").status_code == 200
    assert client.get(f"{base}/update").status_code == 200


def test_the_choice_of_an_old_page_is_made_and_it_is_told_to_load_anew(hall, seat):
    client, base = seat
    old = {"client": "c", "packed": "1", "key": "k"}
    done = client.post(f"{base}/choices", json={"action": "mark(b2)", **old}).json()
    assert (done["reason"], done["reload"], "update" in done) == (OLD_PAGE, True, False)
    assert hall.live(base.split("/")[2]).n == 1
    refused = client.post(f"{base}/choices", json={"action": "mark(b2)", **old, "key": "l"})
    assert (refused.status_code, refused.json()["reason"]) == (422, "it is O's choice")
    assert refused.json()["reload"]


def test_a_choice_is_refused_once_the_game_is_over(hall, seat):
    client, base = seat
    for number, cell in enumerate(("a1", "a2", "b1", "b2", "c1")):
        hall.choose(hall.store.seats(base.split("/")[2])[number % 2], f"mark({cell})", None, cell)
    refused = client.post(f"{base}/choices", json={"action": "mark(c3)", "key": "late"})
    assert (refused.status_code, refused.json()["reason"]) == (422, "the game is over")


def test_pages_name_the_release_of_their_script_and_browsers_keep_that_one_alone(seat):
    client, base = seat
    page = client.get(base).text
    assert re.search(r'data-release="(\w+)"', page)[1] == release()
    links = re.findall(r'(?:src|href)="(/static/[^"]+)"', page)
    assert len(links) == 3
    for link in links:
        assert "immutable" in client.get(link).headers["cache-control"]
        other = client.get(link.partition("?")[0] + "?v=0123456789")
        assert other.headers["cache-control"] == "no-cache"
