"""A choice of several picks whose `pass` has a price, with `otherwise: pass` beside it."""

import attrs
import pytest

from interpreter import RuleFault, load
from interpreter.game import Game
from interpreter.testing.conformance import conform
from rulelang import core
from rulelang.core.walk import rebuilt

TEXT = """game "Paying to stop"
players A, B
var heap: 0..9 = {heap}
var paid(Player): 0..9
play:
    each turn of p, at most 4:
        p chooses up to 2 times:
            take:
                need heap > 0 else "nothing is left"
                set heap to heap - 1
                set paid(p) to min(9, paid(p) + {price})
            pass:
                need paid(p) > 1 else "pay first"
        otherwise: pass
    end: draw
"""

DIVIDING = """game "Dividing"
players A, B
var left: 0..3 = 3
play:
    each turn of p, at most 4:
        p chooses up to left times:
            take:
                need 6 / left rounded down > 1 else "too many"
                set left to left - 1
        otherwise: pass
    end: draw
"""


def game_of(tmp_path, heap, price, engine="native"):
    file = tmp_path / "paying.rules"
    file.write_text(TEXT.format(heap=heap, price=price), encoding="utf-8")
    return load(str(file), engine=engine)


@pytest.mark.parametrize(
    ("heap", "price"), [(9, 0), (9, 1), (9, 2), (3, 0), (3, 1), (1, 0), (0, 0)]
)
def test_both_engines_play_it_alike(tmp_path, heap, price):
    found = conform(game_of(tmp_path, heap, price), 5)
    assert found.difference is None
    assert bool(found.faults) == (heap > 1 and price == 0)


@pytest.mark.parametrize("engine", ["native", "reference"])
@pytest.mark.parametrize("heap", [2, 9])
def test_picking_to_the_last_does_not_dodge_the_price(tmp_path, engine, heap):
    state = game_of(tmp_path, heap, 0, engine).start()
    state = state.child(state.find("take", []).id)
    with pytest.raises(RuleFault, match="a dead end"):
        state.child(state.find("take", []).id)


@pytest.mark.parametrize("engine", ["native", "reference"])
def test_who_cannot_pick_at_all_is_let_off(tmp_path, engine):
    state = game_of(tmp_path, 1, 0, engine).start()
    state = state.child(state.find("take", []).id)
    assert state.is_terminal


def test_behind_the_last_pick_nothing_but_what_closes_is_asked(tmp_path):
    file = tmp_path / "dividing.rules"
    file.write_text(DIVIDING, encoding="utf-8")
    found = conform(load(str(file)), 5)
    assert (found.difference, found.faults) == (None, 0)


def unclosed(node, _=()):
    """Return a part of a game in which no choice has an arm that ends it."""
    made = rebuilt(node, unclosed)
    if isinstance(made, core.Choose):
        return attrs.evolve(made, arms=tuple(arm for arm in made.arms if not arm.closes))
    return made


def test_where_no_arm_ends_a_choice_it_is_over_with_the_last_pick(tmp_path):
    spec = game_of(tmp_path, 9, 0).spec
    game = Game(attrs.evolve(spec, play=unclosed(spec.play)))
    found = conform(game, 5)
    assert (found.difference, found.faults) == (None, 0)
    assert found.choice_points > 20
