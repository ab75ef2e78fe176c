"""Who looks for differences must find them: here native code of other rules is taken for ours."""

import pytest

from interpreter import load
from interpreter.load import load_all
from interpreter.native.emit.llvm import llvm
from interpreter.native.engine import calls
from interpreter.native.engine import engine as engines
from interpreter.native.memory.codec import Codec
from interpreter.reference import values
from interpreter.testing.conformance import Conformance, conform, conform_scenarios

pytestmark = pytest.mark.skipif(llvm is None, reason="llvmlite is not installed")

TEXT = """
game "Pebbles"
players 2
token Pebble in heap: 6
zone heap: Pebble set, open
zone yard: Pebble set, open
var coins(Player): 0..9
var luck: 0..3

play:
    each turn of p, at most 8:
        random n in 1..3:
            set luck to n
        p chooses:
            take_some(n in 1..3) "take {n}":
                need count heap >= n else "there are fewer"
                move n Pebble from heap to yard
                add n to coins(p)
            wait "wait": pass
        if heap is empty: end: p wins
    end: draw

scenario "the last pebble wins":
    given yard is 5 Pebble
    play random(1), take_some(1)
    expect P1 wins
"""

OTHERS = {
    "legal actions": ("count heap >= n", "count heap > n"),
    "positions": ("add n to coins(p)", "add 1 to coins(p)"),
    "outcomes of chance": ("random n in 1..3", "random n in 1..2"),
    "ends": ("if heap is empty: end", "if count heap is 1: end"),
}


@pytest.fixture(autouse=True)
def _kept_apart(monkeypatch):
    monkeypatch.setenv("RULELANG_CACHE", "")
    monkeypatch.setattr(engines, "_engines", {})


def written(tmp_path, text, name="ours"):
    file = tmp_path / f"{name}.rules"
    file.write_text(text, encoding="utf-8")
    return str(file)


@pytest.fixture
def ours(tmp_path):
    return load(written(tmp_path, TEXT))


def taken_for(game, other, monkeypatch):
    """Let the code of another game be taken for that of `game`."""
    monkeypatch.setattr(engines, "_engines", {game.specification_hash: engines.engine_of(other)})


@pytest.mark.parametrize("what", OTHERS)
def test_a_difference_is_found(ours, what, tmp_path, monkeypatch):
    assert TEXT.count(OTHERS[what][0]) == 1
    other = load(written(tmp_path, TEXT.replace(*OTHERS[what]), "other"))
    taken_for(ours, other, monkeypatch)
    found = conform(ours, 40).difference
    assert found is not None
    accepted = {"positions", "ends"} if what == "ends" else {what}
    assert found.what.startswith(tuple(accepted))
    assert found.reference != found.native
    assert found.game == ours.rules


def test_a_fault_that_native_code_does_not_notice_is_a_difference(ours, tmp_path, monkeypatch):
    narrow = load(written(tmp_path, TEXT.replace("luck: 0..3", "luck: 0..2"), "narrow"))
    taken_for(narrow, ours, monkeypatch)
    found = conform(narrow, 40).difference
    assert found is not None
    assert found.what == "faults after 3"
    assert found.reference.startswith("RuleFault: ")


def test_a_fault_that_only_native_code_sees_is_counted_as_given_up(ours, tmp_path, monkeypatch):
    narrow = load(written(tmp_path, TEXT.replace("luck: 0..3", "luck: 0..2"), "narrow"))
    taken_for(ours, narrow, monkeypatch)
    assert conform(ours, 40).given_up > 0


def test_the_history_leads_to_the_difference(ours, tmp_path, monkeypatch):
    other = load(written(tmp_path, TEXT.replace(*OTHERS["legal actions"]), "other"))
    taken_for(ours, other, monkeypatch)
    found = conform(ours, 40).difference
    state, elsewhere = (load(game.rules, engine="reference").start() for game in (ours, other))
    for number in found.history:
        assert state.legal_ids == elsewhere.legal_ids
        state, elsewhere = state.child(number), elsewhere.child(number)
    assert str(state.legal_ids) == found.reference
    assert str(elsewhere.legal_ids) == found.native


def test_scenarios_find_what_random_games_do_not_come_to(tmp_path, monkeypatch):
    text = load_all(written(tmp_path, TEXT))
    rare = TEXT.replace("if heap is empty", "if heap is empty and coins(p) > 1")
    taken_for(text.games[0], load(written(tmp_path, rare, "other")), monkeypatch)
    found = conform_scenarios(text.scenarios, games=0)
    assert found.difference is not None
    assert found.difference.start is not None
    assert "given position" in str(found.difference)


def test_a_position_that_cannot_be_written_is_a_difference(ours, monkeypatch):
    monkeypatch.setattr(Codec, "encode", lambda *_: None)
    found = conform(ours, 1).difference
    assert (found.what, found.native) == ("positions", "no flat state")


def test_a_playout_in_one_go_that_fails_alone_is_a_difference(ours, monkeypatch):
    real = calls.Native.playouts
    monkeypatch.setattr(
        calls.Native, "playouts",
        lambda self, *of: real(self, *of)._replace(fault=[7]),
    )  # fmt: skip
    found = conform(ours, 1).difference
    assert (found.what, found.reference, found.native) == ("playouts", "no fault", "fault [7]")


def test_a_set_up_that_the_reference_gives_up_is_counted(tmp_path, monkeypatch):
    monkeypatch.setattr(values, "EFFORT", 20)
    text = TEXT.replace("play:", "setup:\n    repeat 90: set luck to 3 - luck\n\nplay:", 1)
    assert conform(load(written(tmp_path, text)), 1) == Conformance(given_up=1)


def test_where_there_is_none_all_is_counted(ours):
    found = conform(ours, 7)
    assert (found.games, found.faults, found.given_up, found.difference) == (7, 0, 0, None)
    assert found.choice_points == found.chance_points > 7
    along = conform_scenarios(load_all(ours.rules).scenarios, games=2)
    assert (along.unknown, along.difference) == (0, None)


def test_games_go_on_until_there_were_enough_choices(ours):
    assert conform(ours, 1, points=50).choice_points >= 50
    assert conform(ours, 3, most=2).games == 0
    assert conform(ours, 1000, seconds=0.0).games == 0


def test_faults_are_counted(tmp_path):
    broken = TEXT.replace("coins(Player): 0..9", "coins(Player): 0..2")
    found = conform(load(written(tmp_path, broken)), 20)
    assert found.difference is None
    assert found.faults > 0
    assert found.faults + found.games == 20


def test_what_was_compared_adds_up():
    one = Conformance(1, 2, 3, 4, 5, 6)
    assert one + one == Conformance(2, 4, 6, 8, 10, 12)


def test_a_fault_in_the_set_up_is_the_same_fault(tmp_path):
    text = TEXT.replace("play:", "setup:\n    set luck to count heap\n\nplay:", 1)
    found = conform(load(written(tmp_path, text)), 2)
    assert found.difference is None
    assert (found.games, found.faults) == (0, 2)
