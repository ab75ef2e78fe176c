"""Lines of any length are found at once; on boards with holes, distances within one differ."""

import pytest

from interpreter import load
from interpreter.native.ir.nodes import Op
from interpreter.native.lower.game import lower
from interpreter.testing.conformance import conform

SPACES = {
    "whole": "grid 5 x 5",
    "wide": "grid 9 x 9",
    "holed": "grid 5 x 5 without c where row(c) is 3 and column(c) > 3",
}
TEXT = """game "Lines"
players A, B
space Cell on {space}
var mark(Cell): Player or none
play:
    each turn of p, at most 60:
        p chooses:
            lay(c in Cell): set mark(c) to p
        if some l in lines(Cell, {length}) where every c in l has mark(c) is p: end: p wins
    end: draw
"""


def board(tmp_path, space, length):
    file = tmp_path / "lines.rules"
    file.write_text(TEXT.format(space=SPACES[space], length=length), encoding="utf-8")
    return load(str(file))


@pytest.mark.parametrize(
    ("space", "length"),
    [("whole", 2), ("whole", 3), ("whole", 4), ("whole", 5), ("wide", 3), ("holed", 3)],
)
def test_engines_agree_about_lines(tmp_path, space, length):
    found = conform(board(tmp_path, space, length), 2, most=25)
    assert found.difference is None, str(found.difference)
    assert found.choice_points > 4


@pytest.mark.parametrize(("length", "shifts"), [(2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_a_board_is_shifted_as_often_as_a_length_can_be_halved(tmp_path, length, shifts):
    game = board(tmp_path, "wide", length)
    ops = [
        node.op
        for block in lower(game.layout).module.functions["root1"].blocks
        for node in block.instructions
        if isinstance(node, Op)
    ]
    assert ops.count("shr") == 4 * shifts
