"""What lies beside a rule text: saved plays of it, and what plays said of its arms."""

import json

from interpreter.editor import from_play, measured
from interpreter.editor.from_play import SavedPlays
from interpreter.editor.measured import Measured, Summaries

PLAY = {"format": "rulelang/playthrough", "game": "Wells"}
SUMMARY = {
    "format": "rulelang/summary", "game": "Wells", "games": 100, "decisions": [{"decisions": 50}],
    "arms": [{"arm": "dig", "offered": [20], "chosen": [5]}],
}  # fmt: skip


def test_plays_of_a_game_are_found_among_what_else_lies_there(tmp_path, monkeypatch):
    monkeypatch.setattr(from_play, "LARGEST", 100)
    for name, found in {
        "mine": PLAY,
        "of another game": {**PLAY, "game": "Springs"},
        "no play": [],
        "too large": {**PLAY, "more": "x" * 100},
    }.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(found), encoding="utf-8")
    (tmp_path / ".#mine.json").symlink_to("somebody@somewhere.1")  # as Emacs leaves them
    plays = SavedPlays()
    assert plays.beside(str(tmp_path / "wells.rules"), "Wells") == (tmp_path / "mine.json",)
    assert plays.beside(str(tmp_path / "nowhere" / "wells.rules"), "Wells") == ()


def test_a_summary_is_read_once_until_it_changes_and_none_that_is_too_large(tmp_path, monkeypatch):
    rules, beside = str(tmp_path / "wells.rules"), tmp_path / "wells.summary.json"
    beside.write_text(json.dumps(SUMMARY), encoding="utf-8")
    summaries = Summaries()
    found = summaries.of(rules, "Wells")
    assert found == {"dig": Measured(0.4, 0.25, 100)}
    assert summaries.of(rules, "Wells") is found
    monkeypatch.setattr(measured, "LARGEST", 10)
    assert Summaries().of(rules, "Wells") == {}
