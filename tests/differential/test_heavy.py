"""Texts whose worst case is beyond all bounds, though play never comes near it: native as well.

Their loops count what they go through, where those of other games count nothing.
"""

from pathlib import Path

import pytest

from interpreter import load, simulate
from interpreter.faults import BudgetExceeded
from interpreter.findings.natively import with_native
from interpreter.native.engine.engine import engine_of
from interpreter.native.ir.nodes import Count
from interpreter.native.ir.statuses import SPENT
from interpreter.native.lower.game import lower
from interpreter.testing.conformance import conform
from rulelang import pipeline
from tests.support.games import RULES, game_of, instances
from tests.support.sampling import is_for_soak

HEAVY = sorted((Path(__file__).parent.parent / "texts" / "heavy").glob("*.rules"))

# A thousand million pairs of pairs are asked, and no set of masks can answer.
DEEP = """
game "Deep"
players 2
var n: 0..9

let odd(a, b, c, d) = a * b * n + c * d is 7 * a + 3

play:
    each turn of p, at most 2:
        p chooses:
            pick(k in 0..9):
                set n to k
                if k is 3 and HARD: set n to 0
    end: draw
"""
HARD = """(some a in 0..200 and b in 0..200 and c in 0..200 and d in 0..99
                        where odd(a, b, c, d) is odd(d, c, b, a) + 9)"""


def counts(game):
    functions = lower(game.layout, until="count").module.functions.values()
    nodes = (node for f in functions for block in f.blocks for node in block.instructions)
    return sum(isinstance(node, Count) for node in nodes)


COUNTING = {"chess", "gin_rummy", "quoridor", "saltmarsh"}


@pytest.fixture(scope="module")
def heavy():
    return {path.stem: load(str(path), engine="native") for path in HEAVY}


@pytest.mark.parametrize("name", [path.stem for path in HEAVY])
def test_both_engines_agree(name, heavy):
    most = 2 if name == "nested" else 30  # the reference takes a second a step further on
    found = conform(heavy[name], 1, seed=3, most=most)
    assert (found.difference, found.faults, found.given_up) == (None, 0, 0)


@pytest.mark.parametrize("name", [path.stem for path in HEAVY])
def test_a_game_is_played_in_a_moment(name, heavy):
    done = simulate(heavy[name], 4, seed=1)
    assert done.games == 4
    engine = heavy[name].native()
    assert engine is not None
    fault, *_ = engine.native.sums(engine.native.start(engine.home), 4, 1)
    assert fault == 0  # else the reference would have to play some of it


def test_loops_count_where_the_worst_case_is_too_long_and_nowhere_else(heavy):
    """Chess asks for each candidate move whether any line of any piece meets a king.

    Gin Rummy tries all sets of three melds, Quoridor two ways for each wall, Saltmarsh trails.
    """
    assert counts(heavy["melds"])
    assert counts(heavy["nested"])
    others = [p for p in RULES if p.stem not in COUNTING and not is_for_soak(p)]
    looked_at = [*(p for p in RULES if p.stem in COUNTING), *others[::2]]
    assert counting(looked_at) == COUNTING


@pytest.mark.soak
def test_nor_do_they_count_in_any_other_game():
    assert counting(RULES) == COUNTING


def counting(paths):
    return {path.stem for path in paths if counts(game_of(instances(path)[0]))}


@pytest.mark.soak  # test_budgets.py gives up four others in the gate
def test_what_goes_through_too_much_is_given_up_and_left_to_the_reference(tmp_path):
    file = tmp_path / "deep.rules"
    file.write_text(DEEP.replace("HARD", HARD), encoding="utf-8")
    game = load(str(file), engine="native")
    state = game.start()
    _, count = engine_of(game).native.step(state.held.flat, 3)
    assert count == -SPENT
    with pytest.raises(BudgetExceeded, match="go through more than 4,000,000 things"):
        state.child(3)
    assert state.child(4).legal_ids


@pytest.mark.parametrize("path", HEAVY, ids=lambda path: path.stem)
def test_check_finds_nothing_that_native_code_cannot_hold(path):
    """They fell to the reference engine once, with a warning that named no line."""
    checked = with_native(str(path), pipeline.check(str(path)))
    assert [found.code for found in checked.diagnostics if found.code == "slow-play"] == []
