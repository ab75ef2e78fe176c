"""The routes: who gets what, and what strangers, old links and other sites get instead."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest
from starlette.testclient import TestClient

from interpreter import load
from interpreter.table.hall import Hall
from interpreter.table.routes import asking, limits
from interpreter.table.routes.application import application
from interpreter.table.showing.notices import Notice
from interpreter.table.showing.release import release
from interpreter.table.stores.sqlite import SqliteStore
from interpreter.table.stores.store import StoreDown

GAME = load("tic_tac_toe")
DEALT = load("kuhn_poker")
LARGEST = 16_384


class Table:
    """A table of Kuhn poker with a client for each seat, an onlooker and a stranger."""

    def __init__(self, hall, game=DEALT, name="kuhn_poker"):
        self.hall = hall
        self.opened = hall.open(name, game, {}, seed=7, onlookers=True)
        self.app = application(hall)
        self.clients = {seat: self.client(token) for seat, token in self.opened.tokens.items()}
        self.stranger = TestClient(self.app, base_url="http://table.example")

    def client(self, token):
        client = TestClient(self.app, base_url="http://table.example")
        answer = client.post("/join", data={"token": token}, follow_redirects=False)
        assert answer.status_code == 303
        return client

    def base(self, seat):
        return f"/t/{self.opened.table}/{'watch' if seat < 0 else seat}"

    def choose(self, seat, as_seat=None, **fields):
        client = self.clients[seat if as_seat is None else as_seat]
        return client.post(f"{self.base(seat)}/choices", json=fields)


@pytest.fixture
def table(tmp_path):
    hall = Hall(SqliteStore(tmp_path / "tables.sqlite"))
    yield Table(hall)
    hall.close()


def test_a_choice_is_made_once_and_refused_with_its_reason(table):
    first = table.hall.live(table.opened.table).to_act
    done = table.choose(first, action="bet", revision=1, key="k1")
    assert (done.status_code, done.json()["reason"]) == (200, None)
    again = table.choose(first, action="bet", revision=1, key="k1")
    assert again.json() == done.json()
    refused = table.choose(first, action="bet", key="k2")
    assert (refused.status_code, refused.json()["reason"]) == (422, "it is P2's choice")
    old = table.choose(1 - first, action="bet", revision=0, key="k3")
    assert (old.status_code, "look again" in old.json()["reason"]) == (409, True)
    now = table.clients[1 - first].get(f"{table.base(1 - first)}/view").json()
    assert old.json()["now"] == now
    for nowhere in ("/t/aaaaaaaaaa/0/view", "/t/..nowhere/0/view", "/t/aaaaaaaaaa/watch/stream"):
        assert table.stranger.get(nowhere).status_code == 404
    assert table.hall.live(table.opened.table).n == 1


def test_forms_do_the_same_without_a_script(table):
    first = table.hall.live(table.opened.table).to_act
    page = table.clients[first].get(table.base(first)).text
    fields = dict(re.findall(r'name="(revision|key)" value="([^"]*)"', page))
    button = re.search(r'name="action" value="(\d+)"', page)[1]
    where = re.search(r'action="([^"]*/choices)"', page)[1]
    after = table.clients[first].post(where, data={**fields, "action": button})
    assert (after.status_code, after.url.path) == (200, table.base(first))
    assert "P2 is to choose" in after.text


SECRET = re.compile(r"jack|queen|king")


@pytest.mark.parametrize("seat", [-1, 0, 1])
def test_pages_hold_no_card_that_a_seat_does_not_see(table, seat):
    """Each has a card of its own and sees that alone; who looks on sees none."""
    cards = {
        player: DEALT.spec.kinds[kinds[0]].label
        for player in (0, 1)
        for cell in table.hall.live(table.opened.table).state.sight(player).cells
        if cell.zone == "hand" and cell.index == (player,)
        for kinds in [cell.kinds]
    }
    page = table.clients[seat].get(table.base(seat)).text
    drawing = re.sub(r"<(style|defs|symbol).*?</\1>", "", page, flags=re.DOTALL)
    others = {card for player, card in cards.items() if player != seat}
    assert not any(re.search(rf"\b{card}\b", drawing) for card in others)


@pytest.mark.parametrize("path", ["", "/view", "/stream"])
def test_only_its_own_cookie_opens_a_seat(table, path):
    seat = table.base(0) + path
    assert table.stranger.get(seat).status_code == 401
    assert table.clients[1].get(seat).status_code == 401
    assert table.clients[-1].get(seat).status_code == 401
    assert table.stranger.get(f"/t/aaaaaaaaaa/0{path}").status_code == 404
    assert table.stranger.get(f"/t/..%2F..%2Fetc/0{path}").status_code in (401, 404)


def test_who_looks_on_cannot_choose_and_old_links_open_nothing(table):
    assert table.choose(-1, action="bet", key="k").status_code == 403
    seat = table.hall.seat_of(table.opened.tokens[0])
    table.hall.lobby.renew(seat)
    assert table.clients[0].get(table.base(0)).status_code == 401
    assert table.choose(0, action="bet", key="k").status_code == 401
    answer = table.stranger.post("/join", data={"token": table.opened.tokens[0]})
    assert answer.status_code == 401
    assert "opens no seat" in answer.text


def test_other_sites_cannot_make_a_browser_choose(table):
    client, where = table.clients[0], f"{table.base(0)}/choices"
    fields = {"action": "bet", "key": "k"}
    for headers in (
        {"Origin": "http://evil.example"},
        {"Origin": "http://[::1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Origin": "null"},
        {"Origin": "null", "Sec-Fetch-Site": "cross-site"},
    ):
        assert client.post(where, data=fields, headers=headers).status_code == 403
    fine = {"Origin": "http://table.example", "Sec-Fetch-Site": "same-origin"}
    assert client.post(where, data=fields, headers=fine).status_code == 200
    cookies = client.cookies.jar
    assert all(cookie.has_nonstandard_attr("HttpOnly") for cookie in cookies)


def test_what_is_too_large_too_much_or_nonsense_is_refused(table, monkeypatch):
    now = 0.0
    monkeypatch.setattr(asking, "time", SimpleNamespace(monotonic=lambda: now))
    client, where = table.clients[0], f"{table.base(0)}/choices"
    assert client.post(where, content=b"x" * (LARGEST + 1)).status_code == 413
    for body in (b"[1, 2]", b"{", b"\xff\xfe", b"[" * 9000, b'{"action": ""}'):
        answer = client.post(where, content=body, headers={"Content-Type": "application/json"})
        assert (answer.status_code, "reason" in answer.json()) == (422, True)
    assert client.post(where, data={"action": "bet"}).status_code == 422
    assert client.post(where, data={"action": "9" * 150, "key": "a"}).status_code == 422
    statuses = [
        client.post(where, data={"action": "x", "key": str(n)}).status_code for n in range(60)
    ]
    assert statuses[-1] == 429
    now += 1
    assert client.post(where, data={"action": "x", "key": "later"}).status_code == 422
    assert table.hall.live(table.opened.table).n == 0


def test_a_lost_database_is_said_and_nothing_is_lost(table, monkeypatch, caplog):
    def down(*_):
        raise StoreDown("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(table.hall.store, "append", down)
        answer = table.choose(0, action="bet", key="k")
        assert (answer.status_code, "database" in answer.json()["reason"]) == (503, True)
        assert "disk" not in answer.text
        assert table.choose(0, action="bet", key="k").status_code == 503
    assert caplog.messages == ["requests are answered 503: the disk is full"]
    assert table.choose(0, action="bet", key="k").status_code == 200
    assert table.stranger.get("/health").text == "well\n"


def test_every_answer_says_what_browsers_may_do_with_it(table):
    for client, path in (
        (table.clients[0], table.base(0)),
        (table.stranger, "/"),
        (table.stranger, "/join"),
        (table.stranger, table.base(0)),
        (table.stranger, "/static/table.js"),
    ):
        headers = client.get(path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-content-type-options"] == "nosniff"
    assert table.stranger.get("/static/other.js").status_code == 404
    assert table.stranger.get("/nowhere").status_code == 404


def test_the_host_goes_back_by_a_form_and_the_notice_goes(table):
    hall, base = table.hall, table.base(0)
    hall.notices.put(
        table.opened.table,
        Notice("Choice 2 is not possible", can_go_back=True),
        lambda: hall.notices.put(table.opened.table, None),
    )
    assert "Choice 2 is not possible" in table.clients[0].get(base).text
    refused = table.clients[0].post(f"{base}/author", data={"do": "forward"})
    assert (refused.status_code, "say what is to be done: back" in refused.text) == (422, True)
    done = table.clients[0].post(f"{base}/author", data={"do": "back"})
    assert (done.status_code, done.url.path) == (200, base)
    assert "Choice 2 is not possible" not in done.text


def test_why_not_is_told_on_the_page_where_there_is_no_script(table):
    first = table.hall.live(table.opened.table).to_act
    page = table.clients[first].get(f"{table.base(first)}/why?text=call").text
    assert 'role="status">There is no `call` on the table; ' in page


@pytest.mark.parametrize(("known", "seconds"), [(0, 0), (1, 0), (0, 1), (9, 0)])
def test_who_waits_for_news_waits_no_longer_than_asked(table, known, seconds):
    table.choose(table.hall.live(table.opened.table).to_act, action="bet", key="k")
    where = f"{table.base(0)}/update?n={known}&wait={seconds}&client=c&release={release()}"
    assert table.clients[0].get(where).json()["n"] == 1
    assert "rulelang_streams 0\n" in table.stranger.get("/metrics").text


def test_of_many_who_ask_those_are_forgotten_that_asked_first(monkeypatch):
    monkeypatch.setattr(limits, "_MOST", 2)
    bucket = limits.Limits(rate=0.0, burst=1)
    asked = [bucket.allow(who, now=0.0) for who in ("Ann", "Bob", "Ann", "Cem", "Ann", "Bob")]
    assert asked == [True, True, False, True, False, True]
