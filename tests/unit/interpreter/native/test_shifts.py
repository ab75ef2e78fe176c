"""Masks of a table that are shifts of the first are shifted, where one word holds them."""

import pytest

from interpreter import load
from interpreter.native.ir.show import show_function
from interpreter.native.lower.game import lower
from interpreter.testing.conformance import conform

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
    code = show_function(lower(game.layout).module.functions["root1"])
    assert (f"{column} << " in code) is shifts
    assert conform(game, 4, level=2).difference is None
