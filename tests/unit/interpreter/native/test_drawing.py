"""Playouts draw from masks what both engines list: the same plays, whatever shape a choice has."""

import attrs
import pytest

from interpreter import load, simulate
from interpreter.native.emit.llvm import Processor
from interpreter.native.engine import engine as compiled
from interpreter.native.engine.playouts import counted_playouts
from interpreter.native.ir.nodes import CallFunction, Jump, Load
from interpreter.native.ir.show import show_function
from interpreter.native.ir.verify import verify
from interpreter.native.lower.game import lower
from tests.support.sampling import DEEP

STEPS = """game "Steps"
players {players}
space Cell on {shape}
token Man(owner: Player) in supply: 6 each
zone supply: Man set, open
zone on(Cell): Man one, open
var banned: Cell or none
var tired: 0..2

let ahead(p, a, b) = {ahead}

setup:
    for p in Player and n in 1..3:
        move Man(p) from supply to on(first c in Cell where on(c) is empty and {home} else none)

play:
    each turn of p, at most 24:
        p chooses:
            step(a in Cell where on(a) is Man(p), b in {where}) "{{p}} goes from {{a}} to {{b}}":
                need on(b) is not Man(p) and b is not banned else "taken"
                need tired < 2 else "tired"
                set banned to a
                set tired to (tired + row(a)) mod 3
                move all from on(b) to supply
                move Man(p) from on(a) to on(b)
            rest "{{p}} rests":
                need tired is not 0 else "not tired"
                set tired to 0
        otherwise: pass
    end: draw
"""
SHAPES = {
    "ways of whose turn it is": {
        "players": "A, B",
        "shape": "grid 5 x 5",
        "ahead": "if p is A then row(b) - row(a) is 1 else row(a) - row(b) is 1",
        "home": "row(c) is (if p is A then 1 else 5)",
        "where": "neighbours(a) where ahead(p, a, b)",
    },
    "ways of three players": {
        "players": "A, B, C",
        "shape": "grid 6 x 6",
        "ahead": "if p is A then row(b) > row(a) else if p is B then row(b) < row(a) "
        "else column(b) > column(a)",
        "home": "row(c) is (if p is A then 1 else if p is B then 6 else 3)",
        "where": "neighbours(a) where ahead(p, a, b)",
    },
    "eight ways on more cells than a word has": {
        "players": "A, B",
        "shape": "grid 9 x 9",
        "ahead": "a is not b",
        "home": "row(c) is (if p is A then 1 else 9)",
        "where": "neighbours(a) where ahead(p, a, b)",
    },
    "steps on a board of hexagons": {
        "players": "A, B",
        "shape": "hex 5 x 5 without c where row(c) is 3 and column(c) is 3",
        "ahead": "a is not b",
        "home": "row(c) is (if p is A then 1 else 5)",
        "where": "neighbours(a) where ahead(p, a, b)",
    },
    "steps on the cells of one colour": {
        "players": "A, B",
        "shape": "grid 8 x 8",
        "ahead": "a is not b",
        "home": "row(c) is (if p is A then 1 else 8) and (row(c) + column(c)) mod 2 is 0",
        "where": "steps(a, diagonal, 1) where ahead(p, a, b)",
    },
    "leaps over a cell": {
        "players": "A, B",
        "shape": "grid 7 x 7",
        "ahead": "some m in between(a, b) where on(m) is not Man(p)",
        "home": "row(c) is (if p is A then 1 else 7)",
        "where": "steps(a, diagonal, 2) where ahead(p, a, b)",
    },
}

PICKS = """game "Picks"
players A, B
kind Sort: red | green | blue
token Card(sort: Sort) in deck: 4 each
zone deck: Card set, open
zone hand(Player): Card set, open
var score(Player): 0..200
var seen(Player, Sort): flag

setup:
    for p in Player and s in Sort: move 2 Card(s) from deck to hand(p)

play:
    each turn of p, at most 8:
        p chooses up to 3 times:
            lay(c in hand(p) in order where not seen(p, c.sort) or c.sort is red) "{p} lays {c}":
                need score(p) < 90 else "enough"
                set seen(p, c.sort) to true
                add 1 to score(p)
            bid(n in {1, 3, 7, 20}):
                need n > score(p) else "too low"
                add n to score(p)
            pass
        p chooses:
            keep
            swap(s in Sort):
                need seen(p, s) else "not seen"
                set seen(p, s) to false
    end: draw
"""

WIDE = """game "Wide"
players 2
space Cell on {shape}
var lit(Cell): flag
var last(Player): 0..20

play:
    each turn of p, at most 12:
        p chooses:
            {arm}:
                set last(p) to {value}
            rest
    end: p with most last(p) wins
"""
FIXED = {
    "one of some cells": {
        "shape": "grid 9 x 9",
        "arm": "mark(c in Cell where row(c) is not 3)",
        "value": "row(c)",
    },
    "two cells side by side": {
        "shape": "grid 9 x 9",
        "arm": "link(a in Cell, b in neighbours(a) where row(b) > 2)",
        "value": "row(b) + column(a)",
    },
    "one of two ways on a long track": {
        "shape": "ring 70",
        "arm": "walk(a in Cell, b in neighbours(a))",
        "value": "clockwise(a, b) mod 20",
    },
    "cells of which none lies between two": {
        "shape": "grid 6 x 2 without c where (row(c) + column(c)) mod 2 is 1",
        "arm": "link(a in Cell, b in Cell where no m in between(a, b) where lit(m))",
        "value": "row(b) + column(a)",
    },
    "one of what is dark beside another": {
        "shape": "grid 4 x 4",
        "arm": "mark(a in Cell, b in (all c in neighbours(a) where not lit(c)))",
        "value": "row(b) + column(a)",
    },
}

GUARDED = """game "Guarded"
players 2
var level(1..6): 0..9 = 2
var total(Player): 0..99

let of(n, k) = sum of level(m) for m in 1..6 where level(m) mod k is 0 and m is not n
let worth(n) = (12 / (4 - level(n)) rounded down) + of(n, 2) + of(n, 3) + of(n, 4) + of(n, 5)

play:
    each turn of p, at most 20:
        p chooses:
            raise_one(n in {1, 3, 6} where level(n) < 4 and worth(n) > 2):
                add 1 to level(n)
                add n to total(p)
            rest
    end: p with most total(p) wins
"""

TREE = """game "Tree"
players 2
var x(0..7): 0..99 = 1

play:
    each turn of p, at most 12:
        p chooses:
            go(n in 0..7):
                effect0(n)
            rest
    end: draw
"""


def played(path, **how):
    """Return what comes of the same playouts in both engines."""
    games = [load(str(path), engine=engine) for engine in ("native", "reference")]
    return [
        attrs.evolve(simulate(game, 40 if DEEP else 12, seed=5, **how), seconds=0)
        for game in games
    ]


def drawn_by(path):
    """Return what draws at the points of a game: functions of theirs, and what takes a list."""
    module = lower(load(str(path)).layout).module
    verify(module)
    nodes = [node for function in module.functions.values() for node in nodes_of(function)]
    names = {node.name for node in nodes if isinstance(node, CallFunction)}
    own = {"draw" for name in module.functions if name.startswith("draw")}
    return own | ({"draw_action", "draw_from_few"} & names)


def nodes_of(function):
    return [node for block in function.blocks for node in block.instructions]


@pytest.fixture
def steps(tmp_path, request):
    path = tmp_path / "steps.rules"
    path.write_text(STEPS.format(**SHAPES[request.param]), encoding="utf-8")
    return path


@pytest.mark.parametrize("steps", SHAPES, indirect=True)
def test_steps_are_drawn_from_masks_as_from_lists(steps):
    assert drawn_by(steps) == {"draw"}
    native, reference = played(steps)
    assert native == reference
    assert native.mean_branching > 2


@pytest.mark.parametrize("steps", list(SHAPES)[::2], indirect=True)
def test_where_the_processor_cannot_deposit_bits_the_same_is_drawn(steps, monkeypatch):
    monkeypatch.setattr(compiled, "processor", lambda: Processor(False, False))
    monkeypatch.setattr(compiled, "fingerprint", lambda: "without bits to deposit")
    monkeypatch.setattr(compiled, "_engines", {})
    native, reference = played(steps)
    assert native == reference


@pytest.mark.parametrize("steps", ["ways of whose turn it is"], indirect=True)
def test_ways_that_differ_by_player_take_no_more_room_than_those_of_one(steps):
    module = lower(load(str(steps)).layout).module
    drawn = show_function(module.functions["draw1"])
    assert (
        drawn.count("spread(") == 2 * 3
    )  # two words of 25 cells; three ways, by whose turn it is
    assert "spread(" not in show_function(module.functions["legal1"])
    assert module.functions["legal1"].is_rare


@pytest.mark.parametrize("steps", ["steps on the cells of one colour"], indirect=True)
def test_words_are_made_for_the_cells_of_one_colour_where_all_men_stand_on_them(steps):
    functions = lower(load(str(steps)).layout).module.functions
    drawn, rarely = show_function(functions["draw1"]), show_function(functions["draw1_rarely"])
    assert (drawn.count("gather("), drawn.count("spread(")) == (4, 2 * 4)
    assert (rarely.count("gather("), rarely.count("spread(")) == (0, 4 * 4)


@pytest.mark.parametrize(
    ("name", "is_found"), [("english_draughts", True), ("breakthrough", False)]
)
def test_what_was_found_before_a_choice_is_known_where_playouts_draw_in_a_loop(name, is_found):
    functions = lower(load(name).layout, until="thread").module.functions
    play = functions["playout1"]
    blocks = {block.label: block for block in play.blocks}
    (entry,) = play.blocks[0].terminator.cases
    entered = blocks[entry[1]]
    while isinstance(entered.terminator, Jump):
        entered = blocks[entered.terminator.to]
    called = {node.name for node in entered.instructions if isinstance(node, CallFunction)}
    assert ("draw1_rarely" in called) == is_found  # so only a turn leads to the draw in the loop
    assert functions.get("draw1_rarely", functions["legal1"]).is_rare


@pytest.mark.parametrize(("name", "count"), [("breakthrough", 2), ("english_draughts", 4)])
def test_what_a_loop_of_choices_uses_most_is_in_variables_between_them(name, count):
    module = lower(load(name).layout).module
    verify(module)
    play = module.functions["playout1"]
    assert "draw1" not in {n.name for n in nodes_of(play) if isinstance(n, CallFunction)}
    boards = [n for n in nodes_of(play) if isinstance(n, Load) and n.field.name == "on.boards"]
    assert [n.index for n in boards] == list(range(count))
    assert all(node in play.blocks[0].instructions for node in boards)


def test_picks_again_and_again_are_drawn_as_they_are_listed(tmp_path):
    path = tmp_path / "picks.rules"
    path.write_text(PICKS, encoding="utf-8")
    assert drawn_by(path) == {"draw"}
    native, reference = played(path)
    assert native == reference
    assert native.mean_length > 16


def test_what_has_to_be_tried_is_listed_first():
    assert drawn_by("go") == {"draw_action"}


def test_watched_code_has_none_of_it():
    game = load("breakthrough")
    assert "draw1" in lower(game.layout).module.functions
    assert "draw1" not in lower(game.layout, logs=True).module.functions


@pytest.mark.parametrize("shape", FIXED)
def test_what_is_fixed_before_play_is_drawn_from_more_than_one_word(shape, tmp_path):
    path = tmp_path / "wide.rules"
    path.write_text(WIDE.format(**FIXED[shape]), encoding="utf-8")
    drawn_by(path)
    native, reference = played(path)
    assert native == reference


def test_what_may_fault_is_asked_only_where_what_stands_before_it_holds(tmp_path):
    path = tmp_path / "guarded.rules"
    path.write_text(GUARDED, encoding="utf-8")
    assert drawn_by(path) == {"draw"}
    assert any(name.startswith("fact") for name in lower(load(str(path)).layout).module.functions)
    found = counted_playouts(load(str(path), engine="native").native(), 40, 5)
    assert not any(part.fault for part in found)
    native, reference = played(path)
    assert native == reference


def test_effects_of_effects_are_copied_into_a_loop_of_choices_up_to_a_bound(tmp_path):
    effects = [
        f"to effect{depth}(n):\n"
        + "".join(f"    if x({k}) mod {k + 2} is 0: effect{depth + 1}(n)\n" for k in range(8))
        for depth in range(4)
    ]
    last = "to effect4(n): set x(n) to (x(n) + 1) mod 100\n"
    path = tmp_path / "tree.rules"
    path.write_text(TREE + "".join(effects) + last, encoding="utf-8")
    play = lower(load(str(path)).layout).module.functions["coroutine1"]
    assert len(nodes_of(play)) < 3000
    native, reference = played(path)
    assert native == reference
