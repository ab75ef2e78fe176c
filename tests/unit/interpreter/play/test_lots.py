"""The one thing that lies open is drawn with what it says, be it in a zone or in a variable."""

import pytest

from interpreter import load
from interpreter.play.board import draw

TEXT = """\
game "Lots"
players 2
kind Room: hall | attic
component Lot in house:
    room: Room
    worth: 0..8
    | name  | room  | worth |
    | clock | hall  | 5     |
    | trunk | attic | 1     |
zone house: Lot set, open
zone block: Lot one, SEEN
var named: Lot or none
setup:
    move trunk from house to block
    set named to clock
play:
    each turn of p, at most 4:
        p chooses:
            leave "{p} leaves": pass
        if named is none: stop
    end: draw
"""


@pytest.mark.parametrize(
    ("seen", "block"), [("open", "trunk (room attic, worth 1)"), ("hidden", "1 hidden")]
)
def test_a_lot_that_lies_open_is_drawn_with_its_values(tmp_path, seen, block):
    file = tmp_path / "lots.rules"
    file.write_text(TEXT.replace("SEEN", seen))
    drawn = draw(load(file).start(), 0)
    assert f"block: {block}\n" in drawn
    assert "named clock (room hall, worth 5)" in drawn
