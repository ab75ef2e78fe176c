"""Every route, asked by everybody: statuses, and no body with what is somebody else's secret."""

from __future__ import annotations

import html
import json
import re
from functools import partial

import pytest
from starlette.routing import Route
from starlette.testclient import TestClient

from interpreter import load
from interpreter.table.hall import Hall
from interpreter.table.routes.application import application
from interpreter.table.routes.authoring import Author
from interpreter.table.stores.postgres import PostgresStore
from interpreter.table.stores.sqlite import SqliteStore
from interpreter.table.uploads import Reader, Unreadable
from tests.support.sampling import passed_over

SECRETS = {0: 7301, 1: 8402}
"""Planted: each player has one that nobody else sees, and neither is in the rule text."""

PLANTED = """game "Planted"
players A, B, C
var secret(Player): 0..9999, owner sees
var told(Player): 0..9 = 0
setup:
    set secret(A) to 73 * 100 + 1
    set secret(B) to 84 * 100 + 2
play:
    each turn of p, at most 9:
        p chooses:
            keep "{p} keeps silent": add 1 to told(p)
            look "{p} looks":
                say "it is {secret(p)}" to p
                add 2 to told(p)
    end: draw
"""
ROLES = ("A", "B", "C", "onlooker", "stranger", "old link", "other table")
OWN = {"A": 0, "B": 1, "C": 2, "onlooker": -1}
GETS = ("", "?step=0", "/view", "/events", "/update", "/why?text=keep", "/lobby", "/stream")
POSTS = {
    "/choices": {"action": "look"},
    "/choices#old": {"action": "look", "revision": "0"},
    "/choices#not": {"action": "win"},
    "/undo": {},
    "/back": {},
    "/back#": {"answer": "agree"},
    "/lobby": {"do": "renew"},
    "/lobby#free": {"do": "free", "seat": "1"},
    "/lobby#bot": {"do": "bot", "seat": "1", "bot": "random"},
    "/lobby#start": {"do": "start"},
    "/author": {"do": "back"},
}
SEAT = "/t/{table}/{seat}"
OPEN = ("/", "/join", "/new", "/health", "/metrics", "/openapi.json", "/static/table.js")
AUTHOR = ("/author/{table}", "/author/{table}/report", "/author/{table}/rulebook")


class NoTexts(Reader):
    """Takes no rule text of anybody."""

    def read(self, text):
        raise Unreadable(f"none of {len(text.files)} files is read here")


def told_of(path, players, _):
    """Write what an author is shown: his text."""
    return f"<p>{players} players</p><pre>{html.escape(path.read_text(encoding='utf-8'))}</pre>"


class House:
    """A table with a client for every role."""

    def __init__(self, folder, store):
        rules = folder / "planted.rules"
        rules.write_text(PLANTED, encoding="utf-8")
        self.hall = Hall(store)
        self.app = application(
            self.hall, reader=NoTexts(), author=Author("here", told_of, told_of)
        )
        game = load(rules)
        self.opened = self.hall.open(str(rules), game, {}, seed=1, onlookers=True)
        other = self.hall.open(str(rules), game, {}, seed=1)
        self.cookies = {role: self.opened.tokens[seat] for role, seat in OWN.items()}
        self.cookies |= {"stranger": "", "other table": other.tokens[0]}
        self.cookies["old link"] = self.opened.tokens[2]
        seat = self.hall.seat_of(self.opened.tokens[2])
        self.cookies["C"] = self.hall.lobby.renew(seat)

    def ask(self, role, seat, path, body=None):
        """Ask for a seat in a role; return the answer."""
        name = "watch" if seat < 0 else f"seat{seat}"
        client = TestClient(self.app, base_url="http://table.example")
        headers = {"Cookie": f"{name}={self.cookies[role]}", "Accept": "application/json"}
        where = f"/t/{self.opened.table}/{'watch' if seat < 0 else seat}{path.partition('#')[0]}"
        if body is None:
            return client.get(where, headers=headers, follow_redirects=False)
        return client.post(where, json=body, headers=headers, follow_redirects=False)


@pytest.fixture(params=["sqlite", passed_over("postgres")])
def open_store(request, tmp_path):
    """Return what opens a database: who may ask what does not hang on which one it is."""
    if request.param == "sqlite":
        return partial(SqliteStore, tmp_path / "tables.sqlite")
    return partial(PostgresStore, request.getfixturevalue("postgres_server").empty())


@pytest.fixture
def house(tmp_path, store):
    made = House(tmp_path, store)
    yield made
    made.hall.close()


def assert_no_secret(answer, role):
    """Look for the numbers of others, plain and as JSON or HTML would write them."""
    body = answer.text + json.dumps(dict(answer.headers))
    for seat, secret in SECRETS.items():
        if OWN.get(role) != seat:
            assert not re.search(rf"(?<![0-9A-Za-z]){secret}(?![0-9A-Za-z])", body)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("seat", [0, 1, 2, -1])
def test_what_is_read_is_for_its_own_seat_and_holds_no_secret_of_others(house, role, seat):
    for path in GETS:
        if path == "/stream" and OWN.get(role) == seat:
            continue  # it has no end; what it sends is a number
        answer = house.ask(role, seat, path)
        assert_no_secret(answer, role)
        if OWN.get(role) != seat:
            assert answer.status_code == 401, (role, seat, path)
        elif seat < 0 and path.startswith(("/why", "/lobby")):
            assert answer.status_code in (303, 403)
        else:
            assert answer.status_code == 200, (role, seat, path)
    if OWN.get(role) == seat and seat in SECRETS:
        for path in ("", "/view", "/update"):
            assert str(SECRETS[seat]) in house.ask(role, seat, path).text


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("seat", [0, 1, 2, -1])
def test_what_is_done_is_done_by_its_own_seat_and_told_to_it_alone(house, role, seat):
    for number, (path, body) in enumerate(POSTS.items()):
        before = house.hall.live(house.opened.table).n
        answer = house.ask(role, seat, path, {**body, "key": f"key {number}"})
        assert_no_secret(answer, role)
        if OWN.get(role) != seat:
            assert answer.status_code == 401, (role, seat, path)
            assert house.hall.live(house.opened.table).n == before
        elif seat < 0:
            assert answer.status_code == 403
        else:
            assert answer.status_code in (200, 303, 409, 422), (role, seat, path)
        if path == "/lobby" and OWN.get(role) == seat and seat >= 0:
            return  # it has a new link now
    assert house.hall.live(house.opened.table).n <= len(POSTS)


def test_an_answer_with_a_reason_comes_to_who_asked(house):
    first = house.ask("A", 0, "/choices", {"action": "look", "key": "k"})
    assert first.status_code == 200
    assert str(SECRETS[0]) in house.ask("A", 0, "/events").text
    for role in ("B", "C", "onlooker"):
        for path in GETS[:-2]:
            assert_no_secret(house.ask(role, OWN[role], path), role)
    refused = house.ask("A", 0, "/choices", {"action": "look", "key": "k2"})
    assert (refused.status_code, refused.json()) == (
        422,
        {"revision": refused.json()["revision"], "reason": "it is B's choice"},
    )


def test_nobody_sees_what_is_dealt_before_play_begins(house, tmp_path):
    """Who passes the links on has them all, and may open each before its owner does."""
    text = str(tmp_path / "planted.rules")
    house.opened = house.hall.invite(text, load(text), seed=1)
    house.cookies["A"] = house.opened.tokens[0]
    for path in ("/view", "/events", "/update", "/why?text=keep"):
        answer = house.ask("A", 0, path)
        assert answer.status_code == 409
        assert str(SECRETS[0]) not in answer.text
    for body in ({"action": "look", "key": "k"}, {"action": "look", "key": "k2", "client": "c"}):
        answer = house.ask("A", 0, "/choices", body)
        assert answer.status_code in (409, 422)
        assert str(SECRETS[0]) not in answer.text
    assert house.ask("A", 0, "").status_code == 303


def test_every_route_is_asked_by_every_role(house):
    """A new route without a row here fails: `GETS`, `POSTS`, `OPEN` or `AUTHOR`."""
    rows = {("GET", SEAT + re.split("[?#]", path)[0]) for path in GETS}
    rows |= {("POST", SEAT + path.partition("#")[0]) for path in POSTS}
    rows |= {("GET", path) for path in (*OPEN, *AUTHOR)}
    rows |= {("POST", "/join"), ("POST", "/new")}
    routes = [route for route in house.app.routes if isinstance(route, Route)]
    assert len(routes) == len(house.app.routes)
    found = {
        (method, route.path.replace("{name}", "table.js"))
        for route in routes
        for method in route.methods - {"HEAD"}
    }
    assert found == rows


@pytest.mark.parametrize("path", AUTHOR)
def test_what_an_author_reads_holds_nothing_of_the_play(house, path):
    house.ask("A", 0, "/choices", {"action": "look", "key": "k"})
    answer = TestClient(house.app).get(path.replace("{table}", house.opened.table))
    assert answer.status_code == 200
    assert not any(token in answer.text for token in house.opened.tokens.values())
    assert_no_secret(answer, "stranger")


def test_who_sends_a_code_or_a_text_is_told_nothing_of_tables(house):
    client = TestClient(house.app, base_url="http://table.example")
    for path, fields in (("/join", {"token": "x" * 22}), ("/new", {"text": PLANTED})):
        answer = client.post(path, data=fields)
        assert answer.status_code in (401, 422)
        assert house.opened.table not in answer.text
        assert_no_secret(answer, "stranger")


@pytest.mark.parametrize("path", [*OPEN, "/nowhere"])
def test_what_everybody_may_read_says_nothing_of_tables(house, path):
    house.ask("A", 0, "/choices", {"action": "look", "key": "k"})
    answer = TestClient(house.app).get(path)
    assert answer.status_code == (404 if path == "/nowhere" else 200)
    assert house.opened.table not in answer.text
    assert not any(token in answer.text for token in house.opened.tokens.values())
    assert_no_secret(answer, "stranger")


def test_what_is_counted_can_be_read_by_prometheus(house):
    house.ask("A", 0, "/choices", {"action": "look", "key": "k"})
    house.ask("A", 0, "/choices", {"action": "look", "key": "k2"})
    text = TestClient(house.app).get("/metrics").text
    assert 'rulelang_entries_total{kind="choice"} 1\n' in text
    assert 'rulelang_requests_total{status="422"} 1\n' in text
    assert "rulelang_post_seconds_count 2\n" in text
    assert "rulelang_plays_awake 2\n" in text
    for line in text.splitlines():
        assert re.fullmatch(r"# (HELP|TYPE) \S+ .+|[a-z_]+(\{[a-z]+=\"[^\"]+\"\})? [0-9.]+", line)


def test_every_route_is_described_and_in_the_docs(house):
    described = TestClient(house.app).get("/openapi.json").json()
    routes = {route.path: route for route in house.app.routes if isinstance(route, Route)}
    assert described["paths"].keys() == routes.keys()
    for path, route in routes.items():
        assert {m.upper() for m in described["paths"][path]} == route.methods - {"HEAD"}
        assert all(found["summary"] for found in described["paths"][path].values())


def test_a_view_is_what_schemas_say_and_events_come_in_order(house):
    told = house.ask("A", 0, "/view").json()
    assert (told["n"], told["asking"], told["view"]["format"]) == (0, None, "rulelang/view")
    assert told["revision"] == told["view"]["revision"]
    assert [a["text"] for a in told["view"]["legal_actions"]] == ["keep", "look"]
    house.ask("A", 0, "/choices", {"action": "look", "key": "k"})
    events = house.ask("A", 0, "/events").json()["events"]
    assert [event["number"] for event in events] == list(range(1, len(events) + 1))
    assert house.ask("A", 0, f"/events?since={len(events)}").json() == {
        "n": 1,
        "events": [],
        "more": False,
    }
