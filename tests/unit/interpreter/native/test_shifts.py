"""Masks: those of a table are shifts of the first, what is near a place is a bit of one.

Boards of more cells than a word has bits play alike: LLVM pads arrays of some widths.
"""

import pytest

from interpreter import load, simulate
from interpreter.native.ir.show import show_function
from interpreter.native.lower.game import lower
from interpreter.testing.conformance import conform
from tests.support.sampling import DEEP

LANES = """game "Lanes"
players A, B
space Cell on grid {size}
var stone(Cell): Player or none

play:
    each turn of p, at most 12:
        p chooses:
            drop(n in 1..3):
                need some c in Cell where column(c) is n and stone(c) is none else "full"
                set stone(first c in Cell where column(c) is n and stone(c) is none else none) to p
            raise_row(n in 1..3):
                need some c in Cell where row(c) is n + 1 and stone(c) is none else "full"
                set stone(last_of(n + 1)) to p
        otherwise: stop
    end: draw

let last_of(n) = first c in Cell where row(c) is n and stone(c) is none else none
"""


def game_of(tmp_path, size):
    file = tmp_path / "lanes.rules"
    file.write_text(LANES.format(size=size), encoding="utf-8")
    return load(str(file))


@pytest.mark.parametrize(("size", "shifts"), [("4 x 5", True), ("9 x 9", False)])
def test_columns_and_rows_in_one_word_are_shifts_of_the_first(tmp_path, size, shifts):
    game = game_of(tmp_path, size)
    column = sum(1 << int(size[0]) * row for row in range(int(size[-1])))
    code = show_function(lower(game.layout).module.functions["coroutine1"])
    assert (f"{column} << " in code) is shifts
    assert conform(game, 4, level=2).difference is None


# ---------------------------------------------------------------- near one cell

LEAPS = """game "Leaps"
players A, B
space Cell on grid {size}
var stone(Cell): Player or none
var mark: Cell or none
var score(Player): 0..40

let faces(p, a, b) = (row(b) > row(a)) is (p is A)
let over(p, a, b) = some m in between(a, b) where stone(m) is opponent(p)
let leaps_from(p, a) = some b in steps(a, diagonal, 2) where faces(p, a, b) and over(p, a, b)

play:
    each turn of p, at most 20:
        p chooses:
            put(c in Cell where stone(c) is none):
                set stone(c) to p
                set mark to if row(c) is 2 then none else c
                if {asked}: add 1 to score(p)
        otherwise: stop
    end: p with most score(p) wins
"""
NEAR_ONE, NEAR_ANY = "leaps_from(p, mark)", "some x in Cell where x is mark and leaps_from(p, x)"


def leaps(tmp_path, size, asked):
    file = tmp_path / "leaps.rules"
    file.write_text(LEAPS.format(size=size, asked=asked), encoding="utf-8")
    return load(str(file))


@pytest.mark.parametrize("asked", [NEAR_ONE, NEAR_ANY])
@pytest.mark.parametrize("size", ["5 x 5", "8 x 8", "9 x 9"])
def test_what_is_found_near_a_place_or_none_is_what_the_reference_finds(tmp_path, size, asked):
    games = 6 if DEEP else 2
    assert conform(leaps(tmp_path, size, asked), games, level=2).difference is None


def test_it_takes_no_loop_where_a_word_holds_all_places(tmp_path):
    def rounds(size, asked):
        module = lower(leaps(tmp_path, size, asked).layout).module
        return sum(block.is_head for block in module.functions["coroutine1"].blocks)

    assert rounds("8 x 8", NEAR_ONE) == rounds("8 x 8", NEAR_ANY)
    assert rounds("9 x 9", NEAR_ONE) > rounds("9 x 9", NEAR_ANY)


# ---------------------------------------------------------------- of more words than one

WIDE = """game "Wide"
players A, B

space Cell on grid {size} x {size}
token Mark(owner: Player) in supply: {cells} each
zone supply: Mark set, open
zone on(Cell): Mark one, open

play:
    each turn of p, at most {cells}:
        p chooses:
            mark(c in Cell) "{{p}} marks {{c}}":
                need on(c) is empty else "{{c}} is taken"
                need no b in neighbours(c) where on(b) is Mark(p) else "too near"
                move Mark(p) from supply to on(c)
        otherwise: pass
        if no c in Cell where on(c) is empty and no b in neighbours(c) where on(b) is Mark(p):
            end: p wins
    end: draw
"""


@pytest.mark.parametrize("size", [8, 9, 12, 14, 16, 17])
def test_boards_of_every_number_of_words_play_alike(tmp_path, size):
    file = tmp_path / "wide.rules"
    file.write_text(WIDE.format(size=size, cells=size * size), encoding="utf-8")
    played = [
        simulate(load(str(file), engine=engine), 1, seed=3) for engine in ("native", "reference")
    ]
    assert played[0].lengths == played[1].lengths
    assert played[0].mean_branching == played[1].mean_branching
    assert played[0].returns == played[1].returns
