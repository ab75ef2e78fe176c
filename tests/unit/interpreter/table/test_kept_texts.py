"""What a database holds of rule texts that this release cannot use, or not in full."""

from __future__ import annotations

import sqlite3

import pytest
from starlette.testclient import TestClient

from interpreter import load
from interpreter.look import Look
from interpreter.table import awake
from interpreter.table.hall import Hall
from interpreter.table.routes.application import application
from interpreter.table.routes.authoring import Author
from interpreter.table.stores.sqlite import SqliteStore
from interpreter.table.stores.store import StoreDown

TEXT = 'game "Coins"\nplayers A, B\nplay:\n    A chooses:\n        take: pass\n    end: draw\n'


@pytest.fixture
def kept(tmp_path):
    """Return a database with a table of a game that has a look, and the codes of its seats."""
    rules = tmp_path / "coins.rules"
    rules.write_text(TEXT, encoding="utf-8")
    rules.with_suffix(".look.toml").write_text("look = 1\n", encoding="utf-8")
    hall = Hall(SqliteStore(tmp_path / "tables.sqlite"))
    opened = hall.open(str(rules), load(rules), {}, seed=1)
    hall.close()
    return tmp_path / "tables.sqlite", opened


def changed(path, sql):
    """Return a hall over a database that somebody else has changed."""
    with sqlite3.connect(path) as db:
        db.execute(sql)
    db.close()
    return Hall(SqliteStore(path))


UNUSABLE = [
    ("delete from file", "the rule text of table {table} is not in the database any more"),
    (
        "update file set name = '../game.rules' where name = 'game.rules'",
        "a rule text has no file `../game.rules`",
    ),
    (
        "update file set content = x'3f' where name = 'game.rules'",
        "this release cannot read the rules of the table",
    ),
]


@pytest.mark.parametrize(("sql", "told"), UNUSABLE)
def test_a_text_that_cannot_be_used_is_told_to_its_seats_and_nobody_waits(kept, sql, told):
    path, opened = kept
    hall = changed(path, sql)
    client = TestClient(application(hall), base_url="http://table.example")
    cookie = {"Cookie": f"seat0={opened.tokens[0]}", "Accept": "application/json"}
    for page in ("", "/view", "/stream"):
        answer = client.get(f"/t/{opened.table}/0{page}", headers=cookie)
        assert answer.status_code == 409
        assert answer.json()["reason"] == told.format(table=opened.table)
    assert "rulelang_streams 0\n" in client.get("/metrics").text
    hall.close()


def test_a_look_that_cannot_be_read_is_left_out(kept):
    path, opened = kept
    hall = changed(path, "update file set content = x'3f' where name <> 'game.rules'")
    assert hall.live(opened.table).look == Look()
    hall.close()


def test_a_text_that_is_gone_is_told_to_its_author(kept):
    path, opened = kept
    hall = changed(path, "delete from file")
    client = TestClient(application(hall, author=Author("here", None, None)))
    answer = client.get(f"/author/{opened.table}/report", headers={"Accept": "application/json"})
    assert answer.status_code == 404
    assert answer.json()["reason"] == "the rule text of this table is not kept any more"
    hall.close()


def test_a_database_of_another_release_is_refused(kept):
    path, _ = kept
    with pytest.raises(StoreDown, match="is of version 99, and only 1 is known here; open it"):
        changed(path, "pragma user_version = 99")


@pytest.mark.parametrize(("games", "again"), [(2, []), (1, [0, 1, 0, 1])])
def test_games_that_were_not_asked_for_longest_are_read_again(tmp_path, monkeypatch, games, again):
    read, unpinned = [], awake.unpinned

    def reading(row, *words, **how):
        read.append(row.id)
        return unpinned(row, *words, **how)

    monkeypatch.setattr(awake, "unpinned", reading)
    monkeypatch.setattr(awake, "_GAMES", games)
    hall = Hall(SqliteStore(tmp_path / "tables.sqlite"), memory=0)  # one play is awake
    ids = [hall.open(name, load(name), {}, seed=1).table for name in ("tic_tac_toe", "kuhn_poker")]
    for table in (*ids, *ids):
        hall.live(table)
    assert [ids.index(table) for table in read] == again
    hall.close()


def test_there_is_no_play_of_an_unknown_table(hall):
    game = load("tic_tac_toe")
    with pytest.raises(KeyError):
        hall.live("aaaaaaaaaa")
    with pytest.raises(KeyError):
        hall.try_again("aaaaaaaaaa", "tic_tac_toe", game, back=False)
