"""Families of many kinds: masks of places for those that conditions tell apart, and no others."""

import pytest

from interpreter import load, simulate
from interpreter.native.ir.nodes import Load
from interpreter.native.lower.game import lower
from interpreter.native.memory.classes import classes_of

TEXT = """game "Classes"
players A, B

space Cell on grid 5 x 5
component Tile(owner: Player) in pool(owner):
    worth: 0..9
    sticky: flag
    | name  | worth | sticky | copies |
    | one   | 1     |        | 3      |
    | two   | 2     |        | 2      |
    | three | 3     | x      | 2      |
    | four  | 4     |        | 1      |
    | five  | 5     | x      | 2      |
zone pool(Player): Tile bag, open
zone tile(Cell): Tile one, open
var barred: Cell or none

play:
    each turn of p, at most 16:
        p chooses:
            lay(t in pool(p), c in Cell) "{{p}} lays {{t}} on {{c}}":
                need {need} else "not there"
                move t from pool(p) to tile(c)
                set barred to c
        otherwise: pass
        if some c in Cell where tile(c) is three(p): set barred to none
    end: p with most total(p) wins

let total(p) = sum of tile(c).worth for c in Cell where tile(c).owner is p
"""

NEEDS = {
    "empty": "tile(c) is empty and c is not barred",
    "barred": "tile(c) is empty and (c is barred or barred is none or c is not barred)",
    "flag": "tile(c) is empty and no b in neighbours(c) where tile(b).sticky",
    "owner": "tile(c) is empty and no b in neighbours(c) where tile(b).owner is p",
    "number": "tile(c) is empty and no b in neighbours(c) where tile(b).worth > 2",
    "kind": "tile(c) is empty and no b in neighbours(c) where tile(b) is five(p)",
}


def text_of(tmp_path, need):
    file = tmp_path / "classes.rules"
    file.write_text(TEXT.format(need=need), encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("need", NEEDS.values(), ids=NEEDS)
def test_questions_about_kinds_that_share_a_mask_are_answered_alike(tmp_path, need):
    file = text_of(tmp_path, need)
    played = [
        simulate(load(file, engine=engine), 12, seed=5) for engine in ("native", "reference")
    ]
    assert played[0].lengths == played[1].lengths
    assert played[0].mean_branching == played[1].mean_branching
    assert played[0].returns == played[1].returns


@pytest.mark.parametrize("need", [NEEDS["empty"], NEEDS["flag"], NEEDS["owner"]])
def test_what_is_the_same_for_all_kinds_of_a_mask_takes_no_loop(tmp_path, need):
    module = lower(load(text_of(tmp_path, need)).layout).module
    legal = module.functions["legal1"]
    loaded = {
        node.field.name
        for block in legal.blocks
        for node in block.instructions
        if isinstance(node, Load)
    }
    assert "tile.boards" in loaded
    assert "tile" not in loaded


def test_classes_follow_what_conditions_ask(tmp_path):
    spec = load(text_of(tmp_path, NEEDS["flag"])).spec
    (tile,) = (at for at, zone in enumerate(spec.zones) if zone.name == "tile")
    found = classes_of(tile, spec, 8)
    labels = {kind: spec.kinds[kind].label for kind in spec.zones[tile].kinds}
    groups = {}
    for kind, label in labels.items():
        groups.setdefault(found[kind - min(labels)], set()).add(label)
    assert sorted(map(sorted, groups.values())) == [
        ["five(A)", "three(A)"],
        ["five(B)", "three(B)"],
        ["four(A)", "one(A)", "two(A)"],
        ["four(B)", "one(B)", "two(B)"],
    ]


def test_too_many_classes_become_one(tmp_path):
    spec = load(text_of(tmp_path, NEEDS["flag"])).spec
    (tile,) = (at for at, zone in enumerate(spec.zones) if zone.name == "tile")
    assert set(classes_of(tile, spec, 3)) == {0}


def test_a_family_of_which_nothing_is_asked_has_none(tmp_path):
    spec = load(text_of(tmp_path, NEEDS["flag"])).spec
    (pool,) = (at for at, zone in enumerate(spec.zones) if zone.name == "pool")
    assert classes_of(pool, spec, 8) is None
