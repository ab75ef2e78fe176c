"""Tables whose play begins where a scenario has come to: kept, woken, and played by bots."""

import pickle
import sqlite3

import pytest

from interpreter import Uniform, load
from interpreter.cli.main import main
from interpreter.debugging.opening import open_play
from interpreter.look import Look
from interpreter.table.bots.thinking import Dealer, Thinking
from interpreter.table.hall import DONE, Hall
from interpreter.table.plays import plays_of
from interpreter.table.snapshots import restored, snapshot
from interpreter.table.stores.sqlite import SqliteStore
from interpreter.testing.beginning import game_at

RULES = """\
game "Trays"
players 2
length at most 20 choices
token Cup(size: 1..6) in bag: 1 each
zone bag: Cup bag, hidden
zone hand(Player): Cup set, owner sees
zone out: Cup row, open

setup:
    for p in Player: draw 2 from bag to hand(p)

play:
    each turn of p, at most 6:
        p chooses:
            lay(c in hand(p)) "{p} lays {c}": move c from hand(p) to out
            take "{p} takes one":
                need bag is not empty else "the bag is empty"
                draw 1 from bag to hand(p)
    end: p with most count hand(p) wins

scenario "the first has drawn one more":
    play take, draw(Cup(4))

scenario "hands are given":
    given hand(P1) is Cup(1), Cup(6)
    given hand(P2) is Cup(3), Cup(5)
    play lay(Cup(6))
"""

DRAWN, GIVEN = "drawn one more", "hands are given"


@pytest.fixture(scope="module")
def rules(tmp_path_factory):
    path = tmp_path_factory.mktemp("texts") / "trays.rules"
    path.write_text(RULES, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def games(rules):
    return {name: game_at(rules, name) for name in (DRAWN, GIVEN)}


def chosen(hall, opened, seat, action):
    """Let a seat choose; return the play after that."""
    seats = {n: hall.seat_of(token) for n, token in opened.tokens.items()}
    assert hall.choose(seats[seat], action, None, action).status == DONE
    return hall.live(opened.table)


@pytest.mark.parametrize("name", [DRAWN, GIVEN])
def test_a_table_is_woken_where_it_was(open_store, rules, games, name):
    hall = Hall(open_store())
    opened = hall.open(str(rules), games[name], {}, seed=5)
    live = hall.live(opened.table)
    assert live.state.position == games[name].begin().position
    assert (live.n, live.steps, live.to_act) == (0, 1, 1)
    live = chosen(hall, opened, 1, "take")
    hall.close()
    again = Hall(open_store())
    row = again.store.table(opened.table)
    assert (row.begun, row.scenario) == (
        games[name].begun.numbers,
        games[name].begun.scenario.name if name == GIVEN else "",
    )
    woken = again.live(opened.table)
    assert (woken.state.position, woken.steps) == (live.state.position, live.steps)
    assert woken.state.history == live.state.history
    told = [list(stream.events) for stream in live.moment.streams]
    assert [list(stream.events) for stream in woken.moment.streams] == told
    assert again.store.tables() == (row,)
    again.close()


@pytest.mark.parametrize(("name", "secret"), [(DRAWN, "Cup(4)"), (GIVEN, "Cup(1)")])
def test_seats_are_told_what_led_there_as_far_as_they_see_it(hall, rules, games, name, secret):
    streams = hall.live(hall.open(str(rules), games[name], {}, seed=5).table).moment.streams
    told = ["".join(map(str, stream.events)) for stream in streams]
    assert [secret in one for one in told] == [True, False, False]


def test_a_snapshot_of_such_a_play_is_that_play(hall, rules, games):
    opened = hall.open(str(rules), games[GIVEN], {}, seed=5)
    live = chosen(hall, opened, 1, "take")
    row = hall.store.table(opened.table)
    found = restored(snapshot(live), row, live.game, Look())
    assert (found.n, found.steps, found.state) == (live.n, live.steps, live.state)


def test_what_the_scenario_chose_may_be_taken_back(hall):
    game = game_at("tic_tac_toe", "one mark a cell")
    live = hall.live(hall.open("tic_tac_toe", game, {}, seed=5).table)
    asked = live.ask(0, [0, 1])
    agreed = live.after(asked).agree(1, [0, 1])
    back = live.after([*asked, *agreed])
    assert (live.steps, live.to_act) == (1, 1)
    assert (back.steps, back.to_act, back.state.history) == (0, 0, ())


def test_bots_choose_there(hall, rules, games, tmp_path):
    opened = hall.open(str(rules), games[GIVEN], {}, seed=5)
    dealer = Dealer(lambda: SqliteStore(tmp_path / "tables.sqlite"))
    dealt = pickle.loads(pickle.dumps(dealer((opened.table, 0))))  # noqa: S301 - ours
    live = hall.live(opened.table)
    assert dealt.history == live.state.history
    assert Thinking(lambda _: Uniform(3))((dealt, "some")) in live.state.legal_ids


def test_the_debugger_and_reports_find_such_plays(hall, rules, games, tmp_path):
    tables = [hall.open(str(rules), games[name], {}, seed=5) for name in (DRAWN, GIVEN)]
    states = [hall.live(opened.table).state for opened in tables]
    for opened, state in zip(tables, states, strict=True):
        found = open_play(tmp_path / "tables.sqlite", table=opened.table)
        assert [number for _, number in found.debugger.legs[1:]] == list(state.history)
    found = [(row.id, state) for row, state in plays_of(load(rules), hall.store)]
    assert found == [(tables[0].table, states[0])]


def test_a_database_from_before_there_were_scenarios_is_read(tmp_path, rules):
    path = tmp_path / "old.sqlite"
    hall = Hall(SqliteStore(path))
    opened = hall.open(str(rules), load(rules), {}, seed=5)
    hall.close()
    with sqlite3.connect(path) as db:
        db.execute("drop table begun")
    db.close()
    hall = Hall(SqliteStore(path))
    assert hall.live(opened.table).steps == 0
    hall.close()


def test_the_command_opens_such_a_table(rules, tmp_path, capsys):
    kept = tmp_path / "tables.sqlite"
    words = ["table", str(rules), "--scenario", "given", "--keep", str(kept)]
    assert main([*words, "--links", "http://here"]) == 0
    assert capsys.readouterr().out.startswith("P1: http://here/join#")
    assert "hands are given" in open_play(kept).debugger.game.begun.scenario.name
    assert main([*words, "--players=2"]) == 2
    assert "brings its own players" in capsys.readouterr().err


def test_a_table_follows_a_text_whose_scenario_changes(hall, tmp_path):
    path = tmp_path / "trays.rules"
    path.write_text(RULES, encoding="utf-8")
    opened = hall.open(str(path), game_at(path, GIVEN), {}, seed=5)
    chosen(hall, opened, 1, "lay(Cup(3))")
    for old, new, differs in (
        ("given hand(P1) is Cup(1), Cup(6)", "given hand(P1) is Cup(2), Cup(6)", None),
        ("    play lay(Cup(6))\n", "    play take, draw(Cup(1))\n", None),
        ("is Cup(3), Cup(5)", "is Cup(4), Cup(5)", 1),
    ):
        path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
        game = game_at(path, GIVEN)
        found = hall.try_again(opened.table, str(path), game, back=False)
        assert (found and found.n) == differs
        if differs is None:
            state = hall.live(opened.table).state
            assert state == game.begin(seed=5).apply(state.history[-1])
            assert hall.store.table(opened.table).begun == game.begun.numbers
