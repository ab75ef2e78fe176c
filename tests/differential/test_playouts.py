"""Playouts that native code counts on several threads: the figures are those of one by one."""

from collections import Counter
from fractions import Fraction

import attrs
import pytest

from interpreter import load
from interpreter.faults import RuleFault
from interpreter.measuring.simulate import playout, simulate
from interpreter.native.engine import playouts
from interpreter.native.engine.engine import engine_of

TEXT = """
game "Rarely"
players 2
var coins: 0..9

play:
    each turn of p, at most 2:
        p chooses:
            pick(k in 1..15):
                if k is 7: wind
    end: draw

to wind:
    RARE
"""
# Native code allows for less than it takes, the reference gets through.
LONG = """repeat 75000:
        if coins > 5: set coins to 0
        add 1 to coins
        if coins > 8:
            for q in Player: set coins to 0
"""
PLAYED = 12


def figures(done):
    return attrs.evolve(done, seconds=0)


def native(game):
    return attrs.evolve(game, engine="native")


def rarely(tmp_path, rare):
    file = tmp_path / "rarely.rules"
    file.write_text(TEXT.replace("RARE", rare), encoding="utf-8")
    return load(str(file), engine="native")


@pytest.mark.parametrize(
    "name", ["tic_tac_toe", "kuhn_poker", "liars_dice", "carnival", "whist", "agamemnon"]
)
def test_what_is_counted_is_what_each_playout_tells(name):
    game = load(name, engine="native")
    engine = engine_of(game)
    begin = engine.native.start(engine.home)
    told = engine.native.playouts(begin, 700, 5, 0)
    done = simulate(game, 700, seed=5, workers=2)
    scale = engine.codec.lowered.scale
    assert not any(told.fault)
    assert done.lengths == tuple(told.choices)
    assert done.chance_points == tuple(told.chances)
    assert (done.shortest, done.longest) == (min(told.choices), max(told.choices))
    assert done.choice_points == sum(told.choices)
    assert done.all_chance_points == sum(told.chances)
    assert done.max_branching == max(told.widest)
    assert done.mean_branching * done.choice_points == sum(told.branches)
    assert dict(done.returns) == {
        tuple(Fraction(part, scale) for part in won): times
        for won, times in Counter(told.returns).items()
    }


@pytest.mark.parametrize("name", ["kuhn_poker", "tic_tac_toe", "carnival"])
def test_threads_and_ranges_make_no_difference(name, monkeypatch):
    game = load(name, engine="native")
    one = figures(simulate(game, 5000, seed=7, workers=1))
    assert one.games == 5000
    for workers in (2, 3, 8):
        assert figures(simulate(game, 5000, seed=7, workers=workers)) == one
    monkeypatch.setattr(playouts, "LARGEST", 7)
    assert figures(simulate(game, 5000, seed=7, workers=2)) == one


@pytest.mark.parametrize("name", ["leduc_poker", "tic_tac_toe"])
def test_both_engines_count_alike(name):
    game = load(name, engine="reference")
    assert figures(simulate(game, 200, seed=3)) == figures(simulate(native(game), 200, seed=3))


def test_playouts_that_native_code_gives_up_are_played_by_the_reference(tmp_path):
    game = rarely(tmp_path, LONG)
    engine = engine_of(game)
    told = engine.native.playouts(engine.native.start(engine.home), PLAYED, 1, 0)
    assert 2 <= sum(fault != 0 for fault in told.fault) <= 3
    done = simulate(game, PLAYED, seed=1, workers=2)
    assert (done.games, done.draws, done.lengths) == (PLAYED, PLAYED, (2,) * PLAYED)
    assert done.mean_branching == 15


def test_a_fault_of_the_rules_is_told_by_the_reference(tmp_path):
    game = rarely(tmp_path, "add 5 to coins\n")
    with pytest.raises(RuleFault):
        simulate(game, 500, seed=1)


def test_an_interruption_keeps_the_first_ones_whole(monkeypatch):
    monkeypatch.setattr(playouts, "LARGEST", 100)
    game = load("kuhn_poker", engine="native")
    whole = simulate(game, 3000, seed=2)

    def interrupt(done):
        if done > 1000:
            raise KeyboardInterrupt

    part = simulate(game, 3000, seed=2, progress=interrupt, workers=2)
    assert part.interrupted
    assert 1000 < part.games < 3000
    assert part.lengths == whole.lengths[: part.games]
    again = simulate(game, part.games, seed=2)
    assert figures(attrs.evolve(part, interrupted=False)) == figures(again)


def test_progress_rises_to_the_whole():
    told = []
    game = load("tic_tac_toe", engine="native")
    simulate(game, 10_000, progress=told.append, workers=3)
    assert told == sorted(set(told))
    assert told[-1] == 10_000


def test_any_one_can_be_played_again_alone():
    game = load("tic_tac_toe", engine="native")
    done = simulate(game, 40, seed=9)
    assert done.lengths == tuple(len(playout(game, 9, at).history) for at in range(40))
