"""Whatever a request holds, it is answered with a status that says whose fault it is."""

from __future__ import annotations

import json
from urllib.parse import quote, urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from interpreter import load
from interpreter.table.hall import Hall
from interpreter.table.routes.application import application
from interpreter.table.stores.sqlite import SqliteStore

READ = ("", "/view", "/events", "/update", "/why", "/lobby")
CHANGED = ("/choices", "/undo", "/back", "/author", "/lobby")
JUNK = st.one_of(
    st.sampled_from(
        [
            *("", "0", "-1", "1e9", "9" * 9, "9" * 30, "\u0661", "\x00", "\r\nSet-Cookie: x=1"),
            *("../../etc/passwd", "' or 1=1 --", "<script>", "a" * 5_000, "\u202e", "\ud800"),
            *("null", "[]", "NaN", "mark(b2)", "start", "sit", "fill", "agree"),
        ]
    ),
    st.text(max_size=20),
)
NAMES = st.sampled_from(
    [
        *("step", "n", "since", "width", "known", "page", "book", "told", "client", "packed"),
        *("thing", "text", "about", "action", "revision", "key", "answer", "do", "name"),
        *("seat", "bot", "token", "\u0661"),
    ]
)
FIELDS = st.lists(st.tuples(NAMES, JUNK), max_size=8)
VALUES = st.one_of(JUNK, st.integers(), st.floats(), st.booleans(), st.none(), st.lists(st.none()))
BODIES = st.one_of(
    FIELDS.map(lambda pairs: (urlencode(pairs, errors="surrogatepass").encode(), "form")),
    st.dictionaries(NAMES, VALUES, max_size=6).map(lambda found: (json.dumps(found), "json")),
    st.binary(max_size=200).map(lambda found: (found, "json")),
    st.sampled_from(
        [(b"[" * 15_000, "json"), (b'{"a":' * 3_000, "json"), (b"x" * 20_000, "form"), (b"", "")]
    ),
)
KINDS = {"form": "application/x-www-form-urlencoded", "json": "application/json", "": "text/x"}
HEADERS = st.dictionaries(
    st.sampled_from(["Origin", "Sec-Fetch-Site", "Accept", "User-Agent", "X-Forwarded-Proto"]),
    st.sampled_from(["null", "http://evil", "http://[::1", "::bad[", "none", "x", "\xff", "Mobi"]),
)
PLACES = st.sampled_from(
    ["T/0", "T/0", "T/1", "T/watch", "T/7", "T/-1", "T/\u0661", "\x00/0", "'/0"]
)


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """Return a client for a table, its id, and the cookie of the first seat."""
    hall = Hall(SqliteStore(tmp_path_factory.mktemp("hostile") / "tables.sqlite"))
    opened = hall.open("tic_tac_toe", load("tic_tac_toe"), {}, seed=1, onlookers=True)
    client = TestClient(application(hall), base_url="http://table.example")
    yield client, opened.table, opened.tokens[0]
    hall.close()


@given(PLACES, st.data(), HEADERS)
def test_no_request_is_the_servers_fault(table, place, data, headers):
    """An exception that nobody answers would come through the client."""
    client, name, token = table
    base = f"/t/{quote(place.replace('T', name))}"
    cookie = data.draw(st.sampled_from([token, token, "", "x" * 22, "\xff", "a;b"]))
    sent = {key: value.encode("latin-1") for key, value in headers.items()}
    sent["Cookie"] = f"seat0={cookie}; watch={cookie}".encode("latin-1")
    if data.draw(st.booleans()):
        query = urlencode(data.draw(FIELDS), errors="surrogatepass")
        path = data.draw(
            st.sampled_from([*[base + one for one in READ], "/join", "/", "/static/x"])
        )
        answer = client.get(f"{path}?{query}", headers=sent, follow_redirects=False)
    else:
        body, kind = data.draw(BODIES)
        sent["Content-Type"] = KINDS[kind].encode()
        path = data.draw(st.sampled_from([*[base + one for one in CHANGED], "/join", "/new"]))
        answer = client.post(path, content=body, headers=sent, follow_redirects=False)
    assert answer.status_code in (200, 303, 400, 401, 403, 404, 409, 413, 422, 429)
    assert "set-cookie" not in answer.headers or path == "/join" or "renew" in str(answer.url)
    assert token not in answer.text
