"""What a table on the author's own machine offers beside the play, and other tables do not."""

from argparse import Namespace
from functools import partial

import pytest
from starlette.testclient import TestClient

from interpreter import load
from interpreter.cli.playing import table as command
from interpreter.table.hall import Hall
from interpreter.table.routes import authoring
from interpreter.table.routes.application import application
from interpreter.table.routes.authoring import Author
from interpreter.table.stores.sqlite import SqliteStore


@pytest.fixture
def hall(tmp_path):
    made = Hall(SqliteStore(tmp_path / "my tables.sqlite"))
    yield made
    made.close()


def asked(hall, author):
    opened = hall.open("kuhn_poker", load("kuhn_poker"), {}, seed=7, onlookers=False)
    client = TestClient(application(hall, author=author), base_url="http://127.0.0.1")
    client.post("/join", data={"token": opened.tokens[0]})
    return client, opened.table


def test_the_author_is_led_to_report_rulebook_and_debugger(hall, tmp_path, monkeypatch):
    monkeypatch.setattr(command, "PLAYS", 50)
    kept = str(tmp_path / "my tables.sqlite")
    author = Author(kept, command.report_of, command.rulebook_of)
    client, table = asked(hall, author)
    assert f'href="/author/{table}"' in client.get(f"/t/{table}/0").text
    page = client.get(f"/author/{table}").text
    assert f"rulelang debug --load &#x27;{kept}&#x27; --table {table}" in page
    report = client.get(f"/author/{table}/report")
    assert "50 random plays" in report.text
    assert "default-src 'none'" in report.headers["Content-Security-Policy"]
    assert client.get(f"/author/{table}/report").text == report.text
    rulebook = client.get(f"/author/{table}/rulebook").text
    assert "What you need" in rulebook
    assert "Setting up" in rulebook
    for path in ("/author/none", "/author/none/report"):
        assert client.get(path).status_code == 404


def test_of_many_pages_those_are_written_again_that_were_written_first(hall, monkeypatch):
    monkeypatch.setattr(authoring, "_KEPT", 1)
    written = []

    def writing(what):
        return lambda *_: written.append(what) or f"<p>{what}"

    client, table = asked(hall, Author("here", writing("report"), writing("rulebook")))
    for page in ("report", "report", "rulebook", "report"):
        assert client.get(f"/author/{table}/{page}").text == f"<p>{page}"
    assert written == ["report", "rulebook", "report"]


def test_a_server_for_others_offers_none_of_it(hall):
    client, table = asked(hall, None)
    assert "/author" not in client.get(f"/t/{table}/0").text
    assert client.get(f"/author/{table}").status_code == 404


def test_only_a_server_for_oneself_is_for_the_author():
    usual = partial(
        Namespace, address="127.0.0.1", open=False, https=False, serve=False, allow_upload=False,
        keep="t.sqlite",
    )  # fmt: skip
    assert command.author_of(usual()).kept == "t.sqlite"
    for other in (
        {"address": "192.168.0.9"}, {"open": True}, {"https": True}, {"serve": True},
        {"allow_upload": True}, {"keep": "postgresql://h/d"},
    ):  # fmt: skip
        assert command.author_of(Namespace(**{**vars(usual()), **other})) is None
