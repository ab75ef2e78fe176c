"""Where two games part: what people at the table could tell apart, and nothing else."""

from time import process_time

import pytest

from interpreter import load
from interpreter.cli.mutating.differing import Compared, Parted
from tests.support.reading import replaced

GAME = """\
game "Two"
players P1, P2

var n: 0..9
var mark(1..3): 0..9

play:
    set n to 3
    P1 chooses:
        go:
            random k in 1..3: set n to k
            end: draw
        stop: end: P2 wins
"""
CALM = """\
game "Calm"
players P1, P2

var n: 0..9

play:
    each turn of p, at most 9:
        p chooses:
            calm: set n to 1
            go:
                if n is 0:
                    random k in 1..3: set n to k
                    random k in 1..3: set n to k
                set n to 5
            stop:
                if n is 5: end: P2 wins
    end: draw
"""
STOP = "        stop: end: P2 wins\n"
N = "`n` would be"
MARK = "`mark` is asked outside its index: there is no mark(4)"


@pytest.fixture
def compared(tmp_path):
    """Return a function that makes two games of changed texts, and compares them."""

    def compare(mine, its, engine="reference", seconds=60.0):
        games = []
        for name, changes in (("one", mine), ("other", its)):
            file = tmp_path / f"{name}.rules"
            file.write_text(replaced(GAME, changes), encoding="utf-8")
            games.append(load(file, engine=engine))
        if engine == "native":
            assert all(game.native() for game in games)
        return Compared(*games, seed=0, playouts=20, until=process_time() + seconds)

    return compare


@pytest.mark.parametrize(
    ("mine", "its", "expected"),
    [
        pytest.param(
            {},
            {"P1": "A", "P2": "B"},
            ((), "who plays", "P1, P2", "A, B", False),
            id="players",
        ),
        pytest.param(
            {},
            {"to 3\n": "to 3\n    set n to n * n * n\n"},
            (
                (),
                "faults",
                "play goes on",
                f"the rules fail: other.rules:9:5: {N} 27; it holds 0..9",
                True,
            ),
            id="start",
        ),
        pytest.param(
            {},
            {"stop:": 'stop:\n            need mark(n + 1) is 0 else "no"\n           '},
            ((), "faults", "play goes on", f"the rules fail: other.rules:14:18: {MARK}", True),
            id="what is legal",
        ),
        pytest.param(
            {},
            {"1..3: set": "1..4: set"},
            (
                (0,),
                "what chance can do",
                "random(1) 1/3, random(2) 1/3, random(3) 1/3",
                "random(1) 1/4, random(2) 1/4, random(3) 1/4, random(4) 1/4",
                False,
            ),
            id="chance",
        ),
        pytest.param(
            {},
            {"to k": "to 4 * k"},
            (
                (0, 3),
                "faults",
                "play goes on",
                f"the rules fail: other.rules:11:31: {N} 12; it holds 0..9",
                True,
            ),
            id="effect",
        ),
        pytest.param(
            {"to k": "to 5 * k"},
            {"to k": "to 6 * k"},
            (
                (0, 3),
                "both fail",
                f"one.rules:11:31: {N} 15; it holds 0..9",
                f"other.rules:11:31: {N} 18; it holds 0..9",
                False,
            ),
            id="both",
        ),
    ],
)
def test_the_first_difference_is_found(compared, tmp_path, mine, its, expected):
    found = compared(mine, its).parted()
    here, there = (text.replace(f"{tmp_path}/", "") for text in (found.here, found.there))
    assert (found.choices, found.what, here, there, found.fault) == expected


def test_what_one_sees_of_where_play_stands_is_compared(compared):
    phase = "play:\n    phase early:\n        set n to 3\n{}act(P1)\n\nto act(p):\n"
    within, behind = ({"play:\n    set n to 3\n": phase.format(" " * n)} for n in (8, 4))
    games = compared(behind, within)
    found = games.parted()
    assert (found.choices, found.what) == ((), "what P1 sees")
    assert (found.here, found.there) == ("['P1 to decide']", "['phase early', 'P1 to decide']")
    assert games.shortest(found) is found


def test_a_play_is_shortened_unless_that_brings_more_of_chance(compared):
    games = compared({GAME: CALM}, {GAME: CALM, "P2 wins": "P1 wins"})
    assert games.shortest(Parted((0, 1, 2), "the returns", "", "")).choices == (0, 1, 2)


def test_without_time_a_play_stays_as_long_as_it_is(compared):
    games = compared({}, {"end: P2 wins": "end: draw"}, seconds=0)
    found = Parted((0, 1), "the returns", "", "")
    assert games.shortest(found) is found


def test_games_that_both_fail_at_the_start_do_not_differ(compared):
    more = ("to 3\n    set n to n * n * n\n", "to 3\n    set n to n * n * n + 1\n")
    games = compared(*({"to 3\n": text} for text in more))
    assert (games.parted(), games.alike) == (None, 0)


@pytest.mark.parametrize(("engine", "plays"), [("reference", 2), ("native", 52)])
def test_how_actions_are_numbered_makes_no_difference(compared, engine, plays):
    games = compared({}, {STOP: "", "        go:\n": f"{STOP}        go:\n"}, engine)
    assert (games.parted(), games.alike) == (None, plays)


def test_without_time_no_play_is_looked_at(compared):
    games = compared({}, {"to k": "to 4 * k"}, seconds=0)
    assert (games.parted(), games.alike) == (None, 0)
