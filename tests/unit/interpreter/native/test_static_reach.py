"""Reach over edges that do not change in play is looked up, and never flooded in play."""

import pytest

from interpreter import load, simulate
from interpreter.native.lower.game import lower

TEXT = """game "Reach"
players A, B
kind Way: land | sea

space Cell:
    | name |
    | c0   |
    | c1   |
    | c2   |
    | c3   |
    | c4   |
    | c5   |
    | c6   |
    | c7   |
edge Link joins Cell:
    way: Way
    | a  | b  | way  |
    | c0 | c1 | land |
    | c1 | c2 | sea  |
    | c2 | c3 | land |
    | c3 | c4 | land |
    | c4 | c5 | sea  |
    | c5 | c6 | sea  |
    | c6 | c0 | land |
    | c3 | c7 | sea  |
token Man(owner: Player) in supply: 4 each
zone supply: Man set, open
zone on(Cell): Man one, open
var last: Cell or none
var gone: 0..8

let way_of(p) = if p is A then land else sea
let row_of(d) = if d is c3 then 0 else 2
let free(l) = some d in ends(l) where on(d) is empty

play:
    each turn of p, at most 8:
        p chooses:
            go(c in Cell) "{{p}} goes to {{c}}":
                need on(c) is empty else "taken"
                need {need} else "too far"
                move Man(p) from supply to on(c)
                set last to c
                if gone < 8: add 1 to gone
        otherwise: pass
    end: draw
"""

NEEDS = {
    "all": "no d in Cell where on(d) is Man(p) and c is within 2 of d",
    "player": "no d in Cell where on(d) is Man(p) and c is within 3 of d along l in Link"
    " where l.way is way_of(p)",
    "nowhere": "no d in Cell where on(d) is not empty and c is within 0 of d",
    "far": "some d in Cell where on(d) is not Man(p) and (c is d or c is within 1 of d along l in"
    " Link where l.way is sea)",
}
CHANGES = "last is none or c is within 2 of last along l in Link where free(l)"

NEGATIVE = {
    "lanes": "no d in Cell where on(d) is Man(p) and c is within gone - 2 of d",
    "one": "last is none or not (c is within gone - 2 of last)",
    "fixed": "no d in Cell where on(d) is Man(p) and c is within row_of(d) - 1 of d",
}


def text_of(tmp_path, need):
    file = tmp_path / "reach.rules"
    file.write_text(TEXT.format(need=need), encoding="utf-8")
    return str(file)


def floods(path):
    module = lower(load(path).layout).module
    return [block.note for block in module.functions["legal1"].blocks if block.note == "within"]


@pytest.mark.parametrize(
    "need", [*NEEDS.values(), CHANGES, *NEGATIVE.values()], ids=[*NEEDS, "changes", *NEGATIVE]
)
def test_reach_is_what_the_reference_says(tmp_path, need):
    path = text_of(tmp_path, need)
    played = [
        simulate(load(path, engine=engine), 20, seed=2) for engine in ("native", "reference")
    ]
    assert played[0].lengths == played[1].lengths
    assert played[0].mean_branching == played[1].mean_branching


@pytest.mark.parametrize("need", NEEDS.values(), ids=NEEDS)
def test_reach_over_edges_that_never_change_is_looked_up(tmp_path, need):
    assert not floods(text_of(tmp_path, need))


def test_reach_over_edges_that_change_is_flooded(tmp_path):
    assert floods(text_of(tmp_path, CHANGES))


def test_a_negative_radius_reaches_nothing(tmp_path):
    for engine in ("native", "reference"):
        state = load(text_of(tmp_path, "c is within gone - 1 of c"), engine=engine).start()
        assert [action.name for action in state.legal_actions] == ["pass"]
