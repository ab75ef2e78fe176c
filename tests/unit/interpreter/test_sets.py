"""Sets that are written out or found: what both engines make of them."""

import pytest

from interpreter import load
from interpreter.native.ir.verify import verify
from interpreter.native.lower.game import lower
from interpreter.testing.conformance import conform
from rulelang.pipeline import check
from rulelang.source import Source

TEXT = """game "Sets"
players A, B
kind Metal: gold | silver
space Cell on grid 3 x 3
token Piece(owner: Player) in box: 6 each
token Coin(metal: Metal) in bank: 5 each
zone box: Piece set, open
zone on(Cell): Piece one, open
zone bank: Coin set, open
zone purse(Player): Coin set, open
var here: Cell
var made: 0..400
let corners = {a1, c1, a3, c3}
let held(p) = all c in Cell where on(c) is Piece(p)
let free = all c in corners where on(c) is empty
let near(c) = {c, here}
let coins(p) = all c in purse(p) where c.metal is gold
setup:
    for c in {c3, a1, c3}: move Piece(A) from box to on(c)
play:
    each turn of p, at most 8:
        p chooses:
            lay(c in Cell where c is not in corners or c is in free) "{p} lays on {c}":
                need number of Piece(p) in box > 1 else "too few are left"
                need on(c) is empty else "{c} is taken"
                move Piece(p) from box to on(c)
                set here to c
            earn(m in Metal):
                if number of Coin(m) in bank > 0: move Coin(m) from bank to purse(p)
        set made to 9 * count held(p) + count near(b2) + sum of row(c) for c in held(p)
            where c is not in {b2, here}
        for q in {opponent(p), p}: add count coins(q) + number of Coin(gold) in purse(q) to made
        for c in {}: add 100 to made
        if made > 50: add count (if p is A then {} else {a1}) to made
    end: each p scores made
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    file = tmp_path_factory.mktemp("sets") / "sets.rules"
    file.write_text(TEXT, encoding="utf-8")
    return load(str(file))


def test_engines_agree_about_sets(game):
    verify(lower(game.layout).module)
    found = conform(game, 12)
    assert found.difference is None
    assert found.choice_points > 80


def test_a_set_has_each_once_and_copies_only_from_a_zone(game):
    state = game.start(seed=1)
    made = []
    for _ in range(3):
        state = state.apply(next(a for a in state.legal_actions if "gold" in str(a)))
        made.append(state.position.cells[-1])
    assert made == [18 + 2 + 3 + 2, 2 + 2 + 2, 18 + 2 + 3 + 4 + 2]


def test_what_is_taken_after_its_number_was_asked_is_proved():
    checked = check("sets.rules", text=Source("sets.rules", TEXT))
    assert not checked.diagnostics
    assert not [o for o in checked.obligations if o.is_open and o.span.line < 32]
