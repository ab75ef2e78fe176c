"""Plays of a database of tables, for the debugger and for reports."""

import json
import sqlite3

import pytest

from interpreter import load
from interpreter.debugging.opening import open_play
from interpreter.load import UsageError
from interpreter.look import Look
from interpreter.table.live import Live
from interpreter.table.opening import new_seats, new_table
from interpreter.table.plays import is_database, plays_of, reading, table_in
from interpreter.table.stores.sqlite import SqliteStore
from interpreter.table.texts import pinned


def played(path, name, seed, actions):
    """Return the id of a table at which these choices were made, by number."""
    game, store = load(name), SqliteStore(path)
    row = new_table(pinned(name, game, store), game, seed, "playing")
    store.create(row, new_seats(row, {}, onlookers=False)[0])
    live = Live.begin(row, game, Look())
    for action in actions:
        entry = live.choice(live.to_act, action, None)
        store.append(row.id, [entry])
        live = live.after([entry])
    if live.to_act is None:
        store.turn(row.id, "over")
    store.close()
    return row.id, live.state


def test_the_debugger_goes_through_the_play_of_a_table(tmp_path):
    path = tmp_path / "tables.sqlite"
    first, state = played(path, "kuhn_poker", 3, (0, 1))
    newest, _ = played(path, "tic_tac_toe", 1, (4,))
    opened = open_play(path, table=first)
    assert opened.title == f"Kuhn poker, table {first}, which is over"
    assert [number for _, number in opened.debugger.legs[1:]] == list(state.history)
    assert opened.debugger.run().kind == "end"
    assert newest in open_play(path).title
    assert open_play(path, "tic_tac_toe").source.name.endswith("tic_tac_toe.rules")
    with pytest.raises(UsageError, match="is played under other rules than Connect Four"):
        open_play(path, "connect_four")
    with pytest.raises(UsageError, match="no tables are called zz"):
        open_play(path, table="zz")


def test_a_table_whose_text_is_gone_is_told(tmp_path):
    path = tmp_path / "tables.sqlite"
    table, _ = played(path, "tic_tac_toe", 1, (4,))
    with sqlite3.connect(path) as known:
        known.execute("DELETE FROM file")
    known.close()
    with pytest.raises(UsageError, match=f"the rule text of table {table} is not in the database"):
        open_play(path)


def test_a_file_that_is_no_database_of_tables_is_told(tmp_path):
    empty, other = tmp_path / "empty.sqlite", tmp_path / "play.json"
    SqliteStore(empty).close()
    other.write_text("{}", encoding="utf-8")
    assert (is_database(str(empty)), is_database(str(other))) == (True, False)
    assert not is_database(str(tmp_path / "none"))
    assert is_database("postgresql://somewhere/db")
    with reading(str(empty)) as store, pytest.raises(UsageError, match="no table is kept there"):
        table_in(store, None)
    with pytest.raises(UsageError, match="no database of tables"):
        open_play(other, table="ab")
    broken = tmp_path / "broken.sqlite"
    broken.write_bytes(b"SQLite format 3\0" + b"?" * 50)
    with pytest.raises(UsageError, match=r"broken\.sqlite"):
        open_play(broken)


def test_reports_take_the_plays_of_a_game_from_a_database(tmp_path, command):
    path = tmp_path / "tables.sqlite"
    _, state = played(path, "kuhn_poker", 3, (0, 1))
    played(path, "kuhn_poker", 4, ())
    played(path, "tic_tac_toe", 1, (4,))
    with reading(str(path)) as store:
        found = [state.history for _, state in plays_of(load("kuhn_poker"), store)]
    assert found[0] == state.history
    assert len(found) == 2
    code, out, err = command("report", "kuhn_poker", "--plays", path, "--json")
    assert code == 0
    assert json.loads(out)["games"] == 1
    assert "this play is not over, and is left out" in err
    code, out, _ = command("debug", "--load", path, "--do", "choice")
    assert (code, "Tic-Tac-Toe, table" in out) == (0, True)
    code, _, err = command("debug", "kuhn_poker", "--table", "ab")
    assert (code, "--load WHERE" in err) == (2, True)
