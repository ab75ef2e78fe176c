"""Boards of more cells than a word has bits; LLVM pads arrays of some widths and not of others."""

import pytest

from interpreter import load, simulate

TEXT = """game "Wide"
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
    file.write_text(TEXT.format(size=size, cells=size * size), encoding="utf-8")
    played = [
        simulate(load(str(file), engine=engine), 1, seed=3) for engine in ("native", "reference")
    ]
    assert played[0].lengths == played[1].lengths
    assert played[0].mean_branching == played[1].mean_branching
    assert played[0].returns == played[1].returns
