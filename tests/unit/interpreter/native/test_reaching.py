"""Whether somebody can still come to somewhere: floods that stop there, and ways that are kept."""

from functools import reduce
from random import Random

import attrs
import pytest

from interpreter import load
from interpreter.native.ir.show import show_function
from interpreter.native.ir.verify import verify
from interpreter.native.lower.game import lower
from interpreter.testing.conformance import conform
from tests.support.sampling import DEEP

WALLS = """game "Walls"
players A, B
kind Way: upright | level

space Cell on grid {size}
var here(Player): Cell
var shut(Cell): flag
var left(Player): 0..40 = 40

let ways(p) = group at here(p) of c in Cell where not shut(c)
let goal(p) = if p is A then {rows} else 1

setup:
    set here(A) to b1
    set here(B) to b{rows}

play:
    each turn of p, at most 60:
        p chooses:
            shut_off(c in Cell, w in Way):
                need left(p) > 0 else "nothing is left"
                need not shut(c) and no q in Player where here(q) is c else "{{c}} is taken"
                take 1 from left(p)
                set shut(c) to true
                for d in neighbours(c) where row(d) is row(c) and w is level
                        and no q in Player where here(q) is d:
                    set shut(d) to true
                need every q in Player has some e in ways(q) where row(e) is goal(q)
                    else "it would leave somebody no way"
            go(c in Cell):
                need c is in neighbours(here(p)) and not shut(c) else "no step leads there"
                set here(p) to c
        otherwise: pass
        if row(here(p)) is goal(p): end: p wins
    end: draw
"""
SIZES = [(3, 4, 40), (6, 8, 15 if DEEP else 8), (9, 13, 8 if DEEP else 2)]


def game_of(tmp_path, text):
    file = tmp_path / "walls.rules"
    file.write_text(text, encoding="utf-8")
    return load(str(file))


def trial_of(game):
    functions = lower(game.layout).module.functions
    (name,) = [name for name in functions if name.startswith("trial")]
    return show_function(functions[name])


@pytest.mark.parametrize(("columns", "rows", "most"), SIZES)
def test_ways_that_are_kept_change_no_answer(tmp_path, columns, rows, most):
    game = game_of(tmp_path, WALLS.format(size=f"{columns} x {rows}", rows=rows))
    verify(lower(game.layout).module)
    assert "kept[" in trial_of(game)
    found = conform(game, 3, most=most)
    assert found.difference is None


def test_nor_do_those_of_other_positions(tmp_path):
    game = game_of(tmp_path, WALLS.format(size="5 x 6", rows=6))
    slow = attrs.evolve(game, engine="reference")
    rng, states = Random(1), []
    for seed in range(4):
        state = game.start(seed=seed)
        while not state.is_terminal:
            states.append(state)
            state = state.child(rng.choice(state.legal_ids))
    for state in rng.sample(states, 12):
        same = reduce(lambda now, taken: now.child(taken), state.history, slow.start())
        assert state.legal_ids == same.legal_ids


def test_where_there_is_no_room_left_for_ways_a_flood_answers(tmp_path):
    text = WALLS.format(size="9 x 9", rows=9)
    asks = "need every q in Player has some e in ways(q) where row(e) is goal(q)"
    more = [f"some far{at} in ways(p) where column(far{at}) > {at}" for at in range(1, 9)]
    text = text.replace(asks, f"{asks} and ({' or '.join(more)})")
    trial = trial_of(game_of(tmp_path, text.replace("                    else", "   else")))
    assert trial.count(" search") > 2
    assert " flood" in trial
