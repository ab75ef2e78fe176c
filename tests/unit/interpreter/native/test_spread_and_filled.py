"""Masks that spread along rays, and boards that are filled at once, are play as it was.

Each text is played by both engines; whether masks do it is seen where they are written.
"""

import pytest

from interpreter import load
from interpreter.native.evaluate.spaces import slides
from interpreter.native.ir.verify import verify
from interpreter.native.lower import variables
from interpreter.native.lower.game import lower
from interpreter.testing.conformance import conform

BOARD = """game "Board"
players A, B
space Cell on {board}
var disc(Cell): {type}

let joins(p, c, e) = {joins}

setup:
    for c in Cell where (row(c) + column(c)) mod 3 is 0: set disc(c) to B
    for c in Cell where (row(c) + 2 * column(c)) mod 5 is 1: set disc(c) to A

play:
    each turn of p, at most 40:
        p chooses:
            place(c in Cell):
                need disc(c) is none else "taken"
                need some e in Cell where disc(e) is p and joins(p, c, e) else "joins nothing"
                {sets}
                set disc(c) to p
        otherwise: pass
    end: draw
"""
ENCLOSES = "between(c, e) is not empty and every x in between(c, e) has disc(x) is opponent(p)"
ALIGNED = "c is not e and (row(c) is row(e) or column(c) is column(e))"
EMPTY = "no x in between(c, e) where disc(x) is not none"
SQUARE = "grid 5 x 6"
PLAIN = {"board": SQUARE, "type": "Player or none", "joins": ENCLOSES, "sets": "pass_on(c)"}
NOTHING = "\nto pass_on(c):\n    set disc(c) to none\n"


def game_of(tmp_path, **parts):
    path = tmp_path / "board.rules"
    text = BOARD.format(**PLAIN | parts) + NOTHING
    path.write_text(text, encoding="utf-8")
    return load(str(path))


def same(game):
    """Return whether both engines play alike, and the code is sound."""
    verify(lower(game.layout).module)
    found = conform(game, 2, most=9)
    return found.difference is None and found.choice_points > 12


def noted(monkeypatch, module, name):
    """Return what a function will have returned, call by call."""
    made, told = getattr(module, name), []

    def spied(*args):
        told.append(made(*args))
        return told[-1]

    monkeypatch.setattr(module, name, spied)
    return told


SLID = {
    "over others": (ENCLOSES, SQUARE),
    "on two words": (ENCLOSES, "grid 9 x 11"),
    "over what is free, also over nothing": (f"{ALIGNED} and {EMPTY}", SQUARE),
    "not far": (f"{ALIGNED} and count between(c, e) <= 2 and {EMPTY}", SQUARE),
    "one way": (f"column(c) is column(e) and row(c) < row(e) and {EMPTY}", "grid 5 x 7"),
    "at an edge": (f"{ALIGNED} and row(c) is 1 and row(e) is 1 and {EMPTY}", SQUARE),
    "over both kinds": (
        f"{ALIGNED} and every x in between(c, e) has disc(x) is A or disc(x) is B",
        SQUARE,
    ),
}
NOT_SLID = {
    "between two far off there is nothing": (f"c is not e and {EMPTY}", SQUARE),
    "not near": (f"{ALIGNED} and count between(c, e) >= 2 and {EMPTY}", SQUARE),
    "from every other row": (f"{ALIGNED} and row(c) mod 2 is 0 and {EMPTY}", SQUARE),
    "around a hole": (ENCLOSES, "grid 7 x 7 without c where row(c) is 4 and column(c) is 3"),
    "what lies between is not found before play": (
        "no x in neighbours(group at c of d in Cell where d is not e) where disc(x) is p",
        "grid 4 x 4",
    ),
    "with a gap": (f"{ALIGNED} and count between(c, e) is not 1 and {EMPTY}", SQUARE),
    "what lies between depends on the end": (
        f"{ALIGNED} and no x in between(c, e) where disc(x) is disc(e)",
        SQUARE,
    ),
}


@pytest.mark.parametrize("name", [*SLID, *NOT_SLID])
def test_pairs_along_rays_are_slides_where_nothing_else_is_asked(name, tmp_path, monkeypatch):
    joins, board = (SLID | NOT_SLID)[name]
    told = noted(monkeypatch, slides, "slid")
    assert same(game_of(tmp_path, joins=joins, board=board))
    assert told
    assert all((one is not None) == (name in SLID) for one in told)


@pytest.mark.parametrize("distance", [2, 5])
def test_what_is_slid_is_shorter_than_what_is_asked_at_each_distance(tmp_path, distance):
    def instructions(joins):
        return len(lower(game_of(tmp_path, joins=joins).layout).module.functions["legal1"].nodes)

    far = f"{ALIGNED} and count between(c, e) <= {distance} and {EMPTY}"
    apart = far.replace(
        "no x in between(c, e) where disc(x)", "no x in between(c, e) where x is c or disc(x)"
    )
    assert instructions(far) < instructions(apart)


DEEPER = "\n" + 20 * " "
ALL = "for x in Cell where disc(x) is opponent(p)"
FILLED = {
    "all at once": f"{ALL}: set disc(x) to p",
    "to nothing": f"{ALL}: set disc(x) to none",
    "a fixed set": "for x in neighbours(c): set disc(x) to opponent(p)",
    "none at all": "for x in Cell where disc(x) is p and disc(x) is none: set disc(x) to p",
    "rows of rows": f"for e in neighbours(c):{DEEPER}for x in neighbours(e): set disc(x) to p",
}
NOT_FILLED = {
    "what each is hangs on it": f"{ALL}: set disc(x) to (if row(x) > 3 then p else none)",
    "the value is read there": "for x in neighbours(c): set disc(x) to disc(c)",
    "more is done": "\n                    ".join(
        (f"{ALL}:", "set disc(x) to p", "set disc(c) to p")
    ),
    "another one is set": "for x in neighbours(c): set disc(c) to p",
    "their order counts": f"{ALL} by least row(x): set disc(x) to p",
}


@pytest.mark.parametrize("name", [*FILLED, *NOT_FILLED])
def test_boards_are_filled_where_rounds_set_one_value(name, tmp_path, monkeypatch):
    told = noted(monkeypatch, variables, "fill")
    board = "grid 8 x 9" if name == "rows of rows" else SQUARE
    assert same(game_of(tmp_path, sets=(FILLED | NOT_FILLED)[name], board=board))
    assert told[-1] is (name in FILLED)


LEVELS = """game "Levels"
players A, B
var level(0..8): 0..3

play:
    each turn of p, at most 12:
        p chooses:
            fill(n in 0..5):
                for x in 0..8 where level(x) is {from_}: set level(x) to n
                set level(n) to 1
    end: draw
"""


@pytest.mark.parametrize(("from_", "some"), [(0, True), (1, True), (2, False), ("n", False)])
def test_a_value_that_does_not_fit_is_a_fault_only_where_some_are_set(from_, some, tmp_path):
    path = tmp_path / "levels.rules"
    path.write_text(LEVELS.format(from_=from_), encoding="utf-8")
    found = conform(load(str(path)), 8)
    assert found.difference is None
    assert (found.faults > 0) is some
