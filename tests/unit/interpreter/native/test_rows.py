"""Rows of legal actions: those without any are written over, and looks ahead see the others."""

from pathlib import Path

import attrs
import pytest

from interpreter import load, simulate
from interpreter.native.emit.text import keeps_rows
from interpreter.native.ir.nodes import CallFunction
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
