"""What comes of a change of a rule text, as `Judge` tells it: who notices, and where."""

from itertools import count
from pathlib import Path
from typing import NamedTuple

import pytest

from interpreter.cli.mutating import judging
from interpreter.cli.mutating.judging import Judge
from interpreter.cli.mutating.limits import EndlessError
from rulelang import pipeline
from tests.support.reading import replaced

GAME = """\
game "Two"
players 2..3

var n: 0..9

play:
    each turn of p, at most 3:
        p chooses:
            go:
                random k in 1..3: add k to n
            stop: end: P2 wins
    end: draw

scenario "who stops":
    with players 2
    play stop
    expect P2 wins
"""


class Rewritten(NamedTuple):
    """A change that puts another text in the place of the first."""

    text: str

    def applied(self, parsed):
        file = Path(parsed.text.source.name)
        file.write_text(self.text, encoding="utf-8")
        return pipeline.read(str(file))


@pytest.fixture
def judged(tmp_path):
    """Return a function that makes a text of the game and a change of it, and judges that."""

    def judge(before, after, **how):
        file = tmp_path / "two.rules"
        file.write_text(replaced(GAME, before), encoding="utf-8")
        judge = Judge(pipeline.read(str(file)), playouts=20, engine="reference", **how)
        assert (judge.errors(), judge.failing()) == ((), None)
        return judge.judge(Rewritten(replaced(GAME, after)))

    return judge


TWO = "with players 2"
LONGER = {"at most 3": "at most 9"}
MORE = {"2..3": "2..4"}
WILD = {"var n": "option wild: 1 | 2\n\nvar n"}


@pytest.mark.parametrize(
    ("before", "after", "outcome", "by"),
    [
        ({}, {"2..3": "3..2"}, "refused", "nothing lies within `3..2`"),
        ({}, {TWO: "with players 5"}, "refused", "5 cannot play this game"),
        ({}, {"2..3": "2..4"}, "same", "in no instance another game"),
        (LONGER, {**LONGER, "0..9": "0..5"}, "fault", "`n` would be 6; it holds 0..5"),
        ({}, {"end: P2 wins": "end: draw"}, "scenario", "who stops"),
        (
            LONGER,
            {**LONGER, "0..9": "0..1", "play stop": "play go, stop"},
            "scenario",
            "who stops",
        ),
        (WILD, {"var n": "option wild: 1 | 3\n\nvar n"}, "same", "in no instance another game"),
        (MORE, {**MORE, "0..9": "0..12"}, "same", "in 3 instances"),
    ],
)
def test_verdicts(judged, before, after, outcome, by):
    found = judged(before, after)
    assert (found.outcome, by in found.by) == (outcome, True), found


def test_what_players_see_otherwise_is_no_survivor_where_another_instance_is_refused(judged):
    def begun(more):
        return {"play:": f"play:\n    set n to {more}"}

    assert judged(begun("1"), begun("2 * count Player")).outcome == "survived"
    found = judged(begun("1"), begun("4 * count Player"))
    assert (found.outcome, found.instance) == ("refused", "3 players")


def test_an_instance_that_had_errors_has_nothing_to_be_compared_with(judged):
    begun = {**MORE, "play:": "play:\n    set n to 3 * count Player", "add k to n": "set n to k"}
    found = judged(begun, {**begun, "0..9": "0..12"})
    assert (found.outcome, found.by) == ("same", "in 2 instances")


def test_a_play_in_which_the_text_as_it_is_fails_is_told_up_to_there(judged):
    found = judged({**LONGER, "0..9": "0..5"}, LONGER)
    assert (found.outcome, found.instance) == ("survived", "2 players")
    assert "`n` would be 6; it holds 0..5 | changed: play goes on" in found.by
    assert found.play[-2:] == ("P1:", "  P1: go")


@pytest.mark.parametrize("error", [EndlessError, RecursionError])
def test_who_does_not_come_to_an_end_is_noticed(judged, monkeypatch, error):
    def at(*_):
        raise error

    monkeypatch.setattr(Judge, "_at", at)
    found = judged({}, {"1..3": "1..2"})
    assert (found.outcome, found.by) == ("scenario", "it does not come to an end")


def test_when_time_is_up_the_other_instances_are_left(judged, monkeypatch):
    times = count(0, 1000)
    monkeypatch.setattr(judging, "process_time", lambda: next(times))
    found = judged({}, {"0..9": "0..12"})
    assert (found.outcome, found.by) == ("same", "in 1 instance and perhaps more, but time was up")
