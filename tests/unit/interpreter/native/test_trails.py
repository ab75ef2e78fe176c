"""The longest trail is the same in both engines, and the one that trying everything finds."""

import random
from functools import cache

import pytest

from interpreter import load
from interpreter.native.ir.verify import verify
from interpreter.native.lower.game import lower
from interpreter.reference import values
from interpreter.testing.conformance import conform
from interpreter.testing.scenarios import run
from rulelang import pipeline
from tests.support.sampling import DEEP

TOWNS = ("Ayr", "Bow", "Cam", "Dee", "Esk")
DOUBLED = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 2), (0, 1), (3, 3), (1, 3)]
BOARDS = {
    "corners": "space Field on hex 3 x 3\nspace Town on corners of Field\nedge Road joins Town",
    "grid": "space Town on grid 7 x 7, orthogonal\nedge Road joins Town",
    "ring": "space Town on ring 7\nedge Road joins Town",
}
MOST = {} if DEEP else {"grid": 16}  # more of them take the reference long
TEXT = """game "Trails"
players A, B
{board}
var built(Road): Player or none
var held(Town): Player or none
let walk(p) = longest trail of r in Road where built(r) is p
    joined at t where held(t) is none or held(t) is p
let all_of(p) = longest trail of r in Road where built(r) is p
play:
    each turn of p, at most 26:
        p chooses:
            build(r in Road where built(r) is none):
                set built(r) to p
                need walk(p) < 9 else "{{r}} makes a road too long"
            hold(t in Town where held(t) is none): set held(t) to p
        say "{{walk(A)}} {{walk(B)}} {{all_of(p)}}"
    end: p with most walk(p) then most all_of(p) wins
"""


def listed(pairs):
    names = "".join(f"    | {town} |\n" for town in TOWNS)
    rows = "".join(f"    | r{i} | {TOWNS[a]} | {TOWNS[b]} |\n" for i, (a, b) in enumerate(pairs))
    head = "    | name |\n"
    return (
        f"space Town:\n{head}{names}edge Road joins Town:\n    | name | a | b |\n{rows}".rstrip()
    )


def written(tmp_path, board, more=""):
    file = tmp_path / "trails.rules"
    file.write_text(TEXT.format(board=board) + more, encoding="utf-8")
    return file


@pytest.mark.parametrize("board", [*BOARDS, "doubled"])
def test_engines_agree_about_the_longest_trail(tmp_path, board):
    game = load(str(written(tmp_path, BOARDS.get(board) or listed(DOUBLED))))
    verify(lower(game.layout).module)
    found = conform(game, 2, most=MOST.get(board, 26))
    assert found.difference is None
    assert found.given_up == 0
    assert found.choice_points > 10


def longest(pairs, closed):
    @cache
    def onward(place, used):
        ways = [i for i, pair in enumerate(pairs) if i not in used and place in pair]
        if place in closed:
            return 0
        beyond = ((i, sum(pairs[i]) - place) for i in ways)
        return max((1 + onward(there, used | {i}) for i, there in beyond), default=0)

    begun = ((i, end) for i, pair in enumerate(pairs) for end in pair)
    return max((1 + onward(end, frozenset({i})) for i, end in begun), default=0)


def test_it_is_what_trying_all_walks_finds(tmp_path):
    chance = random.Random(18)
    for _ in range(12):
        pairs = [tuple(chance.choices(range(5), k=2)) for _ in range(chance.randint(1, 8))]
        closed = chance.sample(range(5), chance.randint(0, 2))
        given = "".join(f"    given built(r{i}) is A\n" for i in range(len(pairs)))
        given += "".join(f"    given held({TOWNS[t]}) is B\n" for t in closed)
        scene = f"scenario:\n{given}    expect walk(A) is {longest(pairs, closed)}\n"
        scene = scene.replace("scenario:", 'scenario "all walks":')
        scene += f"    expect all_of(A) is {longest(pairs, ())}\n    expect walk(B) is 0\n"
        checked = pipeline.check(str(written(tmp_path, listed(pairs), scene)))
        assert [f for one in checked.scenarios for f in run(one).failures] == [], (pairs, closed)
        assert len(checked.scenarios) == 1


def test_a_net_of_too_many_walks_is_given_up_and_not_waited_for(tmp_path, monkeypatch):
    """Given up here after a twentieth of what is gone through elsewhere (`test_budgets.py`)."""
    monkeypatch.setattr(values, "EFFORT", 200_000)
    scene = """scenario "everything is built":
    do fill
    expect walk(A) > 0
to fill:
    for r in Road: set built(r) to A
"""
    checked = pipeline.check(str(written(tmp_path, BOARDS["grid"], scene)))
    (failure,) = run(checked.scenarios[0]).failures
    assert "more than 200,000 things" in str(failure)
