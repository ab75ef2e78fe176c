"""Reports of games whose rules go wrong in some plays, and what is told while one is made."""

import re

from interpreter import load
from interpreter.load import load_all
from interpreter.measuring.simulate import playout
from interpreter.report import compared, final_of, of_plays, report
from interpreter.report.course import course
from interpreter.report.model import figures
from interpreter.report.scores import scores
from interpreter.report.stakes import stakes
from interpreter.report.statistics import Mean

SAFE = """game "Risky"
players 2..3
var points(Player): 0..9
var left: 0..9 = 9
play:
    each turn of p, at most 4:
        p chooses:
            take "{p} takes":
                set points(p) to min(9, points(p) + 2)
            risk "{p} risks it":
                set points(p) to 3
                set left to max(0, left - 9)
    end: q with most points(q) wins
"""
DRAWN = "    random n in 0..MOST: set left to min(9, n)\n    end:"
DIVIDED = "most (points(q) * 9 / left rounded down)"
RISKY = SAFE.replace("    end:", DRAWN).replace("most points(q)", DIVIDED)
SELDOM = SAFE.replace("most points(q)", DIVIDED)
ALONE = SAFE.replace("2..3", "1").replace("q with most points(q) wins", "draw")
LATE = SELDOM.replace("= 9", "= 0").replace("max(0, left - 9)", "9")


def written(tmp_path, rules, players=2):
    path = tmp_path / "risky.rules"
    path.write_text(rules, encoding="utf-8")
    return load(path, players=players)


def played(game, *arms, seed=1):
    """Return the end of a play in which both choose these arms in turn."""

    def choose(state, _):
        return state.find(arms[len(state.history) % len(arms)], []).id

    return playout(game, seed, 0, choose)


def test_where_playouts_go_wrong_nothing_is_said_of_what_positions_are_worth(tmp_path):
    game = written(tmp_path, RISKY.replace("MOST", "1"))
    plays = [played(game, "take"), played(game, "take", seed=2)]
    assert course(game, plays, 1) is None
    assert stakes(game, plays, 1, 10_000) is None
    game = written(tmp_path, RISKY.replace("MOST", "3000"))
    found = stakes(game, [played(game, "take", "risk")], 2, 1_000)
    assert (found.decisions, len(found.moments)) == (4, 2)  # two go wrong when tried at length
    game = written(tmp_path, SAFE)
    plays = [played(game, "take"), played(game, "risk")]
    assert course(game, plays, 1).games == 2
    assert stakes(game, plays, 1, 10_000).games == 2


def test_where_nobody_chooses_or_plays_against_anybody_there_is_little_to_tell(tmp_path):
    idle = written(tmp_path, SAFE.replace("at most 4", "at most 0"))
    plays = [playout(idle, 1, at) for at in range(2)]
    assert course(idle, plays, 1) is None
    assert stakes(idle, plays, 1, 10_000) is None
    alone = written(tmp_path, ALONE, players=1)
    found = course(alone, [played(alone, "take")], 1)
    assert set(found.winner) == {1.0}
    assert set(found.uncertainty) == {0.0}


def test_what_was_always_passed_by_is_told(tmp_path):
    game = written(tmp_path, SAFE)
    found = of_plays(game, [played(game, "take")] * 60, "who takes")
    assert found.findings[-1] == "line 10: `risk` was never chosen"


def test_scores_that_make_no_sense_somewhere_are_left_out(tmp_path):
    game = written(tmp_path, SELDOM)
    assert final_of(game)(played(game, "take")) == (4, 4)
    assert final_of(game)(played(game, "take").path[0]) == (0, 0)
    game = written(tmp_path, LATE)
    end = played(game, "risk", "take")
    assert final_of(game)(end) == (3, 4)
    assert final_of(game)(end.path[0]) is None
    assert scores(game, [end]) is None


def test_what_is_being_done_is_told_in_turn(tmp_path):
    game, told = written(tmp_path, SAFE), []
    others = load_all(tmp_path / "risky.rules").games
    found = report(game, 30, effort=3_200, beside=others, told=told.append)
    assert list(dict.fromkeys(re.sub(r"\d+ of \d+$", "…", line) for line in told)) == [
        "random plays",
        "mc:4 in all seats: …",
        "mc:16 in all seats: …",
        "mc:64 in all seats: …",
        "mc:4 against random: …",
        "mc:16 against mc:4: …",
        "mc:64 against mc:16: …",
        "the course of plays",
        "plays without `take`",
        "plays without `risk`",
        "variant: players 3",
        "decisions that matter: play …",
    ]
    names = [name for name, _ in figures(found)]
    assert {"decisions that matter", "mc:4 v random", "lead changes by score"} < {*names}
    other = report(written(tmp_path, SAFE.replace("+ 2", "+ 1")), 30, effort=500)
    assert "mc:4 v random" in compared(found, other)


def test_a_mean_says_how_far_it_is_in_doubt():
    assert Mean.of([]) == Mean(0.0, 1.0, 0)
    assert Mean.of([0.5]) == Mean(0.5, 1.0, 1)
    assert Mean.of([0.5, 0.5]) == Mean(0.5, 0.0, 2)
