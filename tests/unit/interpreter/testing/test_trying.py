"""Trials of a text that fail say so in the words of its rules, whatever fails."""

import attrs
import pytest

from interpreter import load
from interpreter.hosting.playthrough import record, write
from interpreter.reference import values
from interpreter.testing import trying
from interpreter.testing.shrinking import played_out, shortest
from interpreter.testing.trying import NotTried, Plan, replayed, trials

RULES = """\
game "Wells"
players 2
use moving
token Cup(size: 1..2) in shelf: 1 each
zone shelf: Cup set, open
zone here: Cup one, open
zone there: Cup one, open
zone spare: Cup one, open
var water: 0..9
var luck: 0..9

play:
    each turn of p, at most 6:
        random n in 1..9: set luck to n
        p chooses:
            pour:
                add luck to water
            rest: pass
    end: draw
"""
SET_UP = RULES.replace("\nplay:", "\nsetup:\n    set water to count shelf * 5\n\nplay:")
LARGE = RULES.replace(
    "add luck to water", "if luck * 1000000000 * 1000000000 > water: add luck to water"
)
FULL = RULES.replace("\nplay:", "\nsetup:\n    move Cup(1) from shelf to spare\n\nplay:").replace(
    "add luck to water", "swap(shelf, there, spare)"
)


def written(folder, text, name="wells.rules"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def tried(path, what, plan=Plan(playouts=3)):  # noqa: B008 - frozen
    """Return what comes of the trials whose names begin so."""
    found = [trial for trial in trials(path, plan) if trial.name.startswith(what)]
    assert found, "the text can be tried"
    return [trial.run() for trial in found]


def test_a_play_that_fails_is_told_with_what_chance_did(tmp_path):
    path = written(tmp_path, RULES)
    (told,) = tried(path, "plays", Plan(playouts=40))
    assert told.startswith("error[rule-fault]: `water` would be ")
    assert "The shortest play found, players 2:" in told
    *_, numbers = told.split("As numbers: ")
    assert len(numbers.split()) == 4  # two lots, both of which are poured


def test_a_set_up_that_fails_is_told(tmp_path):
    (told,) = tried(written(tmp_path, SET_UP), "plays")
    assert told.startswith("error[rule-fault]: `water` would be 10; it holds 0..9\n")
    assert told.endswith("The shortest play found, players 2:\nAs numbers: none")


def test_a_line_of_the_library_is_told_by_its_place(tmp_path):
    (told,) = tried(written(tmp_path, FULL), "plays")
    assert told.startswith("std/moving.rules:")
    assert "`spare` would hold 2 components" in told.partition("\n")[0]


def test_rules_that_go_through_too_much_are_told(tmp_path, monkeypatch):
    monkeypatch.setattr(values, "EFFORT", 2)
    monkeypatch.setattr(trying.scenarios, "is_native", lambda _: False)
    (told,) = tried(written(tmp_path, RULES), "plays")
    assert told.startswith("error[endless-rules]: the rules go through more than 2 things here")


def test_engines_are_not_compared_where_there_is_no_native_code(tmp_path):
    with pytest.raises(NotTried, match="there is no native code of this game"):
        tried(written(tmp_path, LARGE), "engines")


@pytest.mark.parametrize("what", ["simulate", "coverage"])
def test_what_is_interrupted_is_no_trial(what, tmp_path, monkeypatch):
    real = getattr(trying, what)
    monkeypatch.setattr(
        trying, what, lambda *of, **how: attrs.evolve(real(*of, **how), interrupted=True)
    )
    with pytest.raises(KeyboardInterrupt):
        tried(
            written(tmp_path, RULES.replace("add luck to water", "pass")),
            {"simulate": "plays", "coverage": "coverage"}[what],
            Plan(playouts=1, covers=True),
        )


def kept(folder, rules, *, name="wells.rules", more=()):
    """Save a play of rules, with further choices, as a file."""
    state = load(rules, engine="reference").start()
    saved = record(state, name)
    file = folder / "play.json"
    write(attrs.evolve(saved, choices=more), file, overwrite=True)
    return file


def test_a_saved_play_that_fails_is_told_with_what_came_before(tmp_path):
    file = kept(tmp_path, written(tmp_path, RULES), more=(8, 0, 1))
    assert replayed(file, tmp_path) is None
    kept(tmp_path, written(tmp_path, RULES), more=(8, 0, 2, 0))
    told = replayed(file, tmp_path).splitlines()
    assert told[0] == "error[rule-fault]: `water` would be 10; it holds 0..9"
    assert told[-1] == "  luck is 2 (was 8)"


def test_a_saved_play_whose_rules_are_wrong_or_gone_is_told(tmp_path):
    file = kept(tmp_path, written(tmp_path, RULES))
    written(tmp_path, RULES.replace("end: draw", "end: drawn"))
    assert replayed(file, tmp_path).startswith("error[")
    (tmp_path / "wells.rules").unlink()
    assert replayed(file, tmp_path).startswith(f"{file}: ")


def test_rules_are_looked_for_no_farther_than_the_root_and_then_where_they_were(tmp_path):
    inner = tmp_path / "tests"
    inner.mkdir()
    rules = written(tmp_path, RULES)
    file = kept(inner, rules, name="tic_tac_toe")
    written(tmp_path, "nothing of a game", "tic_tac_toe.rules")
    assert replayed(file, tmp_path).startswith("error[")
    assert "recorded with the game Wells, but this is Tic-Tac-Toe" in replayed(file, inner)


def test_rules_of_a_play_outside_the_root_are_looked_for_above_it_too(tmp_path):
    inner, root = tmp_path / "plays", tmp_path / "root"
    inner.mkdir()
    root.mkdir()
    file = kept(inner, written(tmp_path, RULES), name="tic_tac_toe")
    assert "recorded with the game Wells, but this is Tic-Tac-Toe" in replayed(file, root)
    written(tmp_path, RULES, "tic_tac_toe.rules")
    assert replayed(file, root) is None


def test_a_play_is_made_shorter_as_often_as_was_asked_for(tmp_path):
    game = load(written(tmp_path, RULES), engine="reference")
    long = (1, 0, 1, 1, 1, 1, 1, 0, 8, 0)
    lengths = [len(shortest(game, played_out(game, long), tries).choices) for tries in (0, 1, 100)]
    assert lengths == [10, 10, 6]
