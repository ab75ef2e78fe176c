"""Rows of legal actions: those without any are written over, looks ahead see the others; pairs."""

from pathlib import Path

import attrs
import pytest

from interpreter import load, simulate
from interpreter.native.emit.text import keeps_rows
from interpreter.native.ir.nodes import CallFunction
from interpreter.native.ir.verify import verify
from interpreter.native.lower.game import lower
from interpreter.testing.conformance import conform

SPARSE = """game "Sparse"
players A, B
space Cell on grid 4 x 4
token Man(owner: Player) in supply: 8 each
zone supply: Man set, open
zone on(Cell): Man one, open

setup:
    for c in Cell where row(c) is 1: move Man(A) from supply to on(c)
    for c in Cell where row(c) is 4: move Man(B) from supply to on(c)

play:
    each turn of p, at most 30:
        p chooses:
            step(a in Cell where on(a) is Man(p), b in neighbours(a)) "{p} goes from {a} to {b}":
                need on(b) is empty else "taken"
                move Man(p) from on(a) to on(b)
            drop(c in Cell) "{p} drops one on {c}":
                need on(c) is empty and no d in neighbours(c) where on(d) is not empty else "near"
                move Man(p) from supply to on(c)
        otherwise: pass
    end: draw
"""

# Pairs of what stands in an order of its own, and pairs that are picked in order.
PAIRS = """game "Rows"
players A, B
component Card in box:
    rank: 0..5
    | name  | rank | copies |
    | ace   | 0    | 2      |
    | deuce | 1    | 1      |
    | trey  | 2    | 3      |
    | cater | 3    | 1      |
zone box: Card set, open
zone line: Card row, open
zone away: Card row, open
setup:
    for c in box by least (c.rank * 5 + 2) mod 7: move c from box to line
play:
    each turn of p, at most 5:
        p chooses:
            swap(a, b in line where a is not trey or b is ace):
                move a from line to away
                move b from line to away, beneath
            also(a, b in line, c in away where c is not a): move b from line to away, beneath
            some_two(a, b in (all c in line where c is not trey)): move b from line to away
            back: move all from away to line
        p chooses up to 3 times:
            more(a, b in line in order):
                move a from line to away
                move b from line to away
        p chooses up to 4 times:
            look(a, b in away in order): move a from away to box
        p chooses up to 4 times:
            out(a, b in box in order): move b from box to line
        move all from away to line
    end: draw
"""
# Two sorts between which there are 1,200 others, and words that rise otherwise than their numbers.
APART = """game "Apart"
players A, B
space Cell on grid 4 x 4
kind Colour: red | green | blue
kind Shade: blue | red
token Card in box: 1
token Other(1..1200) in box: 1 each
token Last in box: 1
zone box: Card or Other or Last set, open
zone line: Card or Last row, open
var last: 0..20
setup:
    move Last from box to line
    move Card from box to line
play:
    each turn of p, at most 9:
        p chooses:
            round_about(a, b in Cell clockwise from c3): set last to row(a) + column(b)
            some_two(a, b in (all c in Cell clockwise from c3 where row(c) > last mod 4)):
                set last to row(a)
            mix(a, b in Shade): set last to if a is red then 3 else 5
            blend(a, b in {blue, red}): set last to if a is red then 2 else 6
            both(a, b in line): set last to if a is Card then 3 else 5
            take(c in line where last < 5):
                move c from line to box
                move c from box to line
    end: draw
"""

ENGINES = ("native", "reference")
BY = ("draw_action", "draw_from_few")
TEXTS = Path(__file__).parents[3] / "texts"


def functions_of(game):
    return lower(game.layout).module.functions


def sparse(tmp_path, text=SPARSE):
    file = tmp_path / "rows.rules"
    file.write_text(text, encoding="utf-8")
    return load(str(file))


@pytest.mark.parametrize("level", [0, 2])
def test_empty_rows_are_not_listed(tmp_path, level):
    found = conform(sparse(tmp_path), 6, level=level)
    assert found.difference is None, str(found.difference)
    assert found.choice_points > 100


def test_rows_are_counted_in_a_register_and_told_at_the_end(tmp_path):
    game = sparse(tmp_path)
    assert keeps_rows(functions_of(game)["legal1"])


def test_rows_that_a_look_ahead_must_leave_alone_are_counted_in_the_context():
    game = load(str(TEXTS / "paying.rules"))
    looks = [f for name, f in functions_of(game).items() if name.startswith("legal")]
    assert looks
    assert not any(keeps_rows(function) for function in looks)
    assert conform(game, 4, level=2).difference is None


def drawn_by(path):
    """Return by what playouts choose from lists."""
    return {
        node.name
        for function in functions_of(load(path)).values()
        for block in function.blocks
        for node in block.instructions
        if isinstance(node, CallFunction) and node.name in BY
    }


@pytest.mark.parametrize(
    ("name", "by"),
    [("agamemnon", set(BY)), ("liars_dice", {"draw_action"}), ("breakthrough", set())],
)
def test_how_an_action_is_drawn_follows_from_the_rows_of_an_arm(name, by):
    assert drawn_by(name) == by
    game = load(name)
    assert conform(game, 2, most=40, level=2).difference is None


def test_of_a_few_rows_both_engines_draw_the_same(tmp_path):
    counted = "and (count d in Cell where on(d) is Man(p) and column(d) is column(b)) < 4"
    text = SPARSE.replace('on(b) is empty else "taken"', f'on(b) is empty {counted} else "taken"')
    native = sparse(tmp_path, text)
    assert drawn_by(str(tmp_path / "rows.rules")) == {"draw_from_few"}
    played = [simulate(attrs.evolve(native, engine=engine), 6, seed=3) for engine in ENGINES]
    assert attrs.evolve(played[0], seconds=0) == attrs.evolve(played[1], seconds=0)
    assert played[0].mean_branching > 5


@pytest.mark.parametrize("text", [PAIRS, APART], ids=["pairs", "apart"])
def test_both_engines_offer_the_same_pairs(tmp_path, text):
    file = tmp_path / "pairs.rules"
    file.write_text(text, encoding="utf-8")
    game = load(str(file))
    verify(lower(game.layout).module)
    found = conform(game, 4, most=60)
    assert (found.difference, found.given_up, found.faults) == (None, 0, 0)
    assert found.choice_points > 30
