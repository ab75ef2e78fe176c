"""A look may have a character for each piece, by its name or by what its attributes say."""

import re

import pytest

from interpreter import load

RULES = """game "Two men"
players Ann, Bob
kind Man: king | pawn
space Cell on grid 3 x 1
token Piece(owner: Player, man: Man, risen: flag) in on(a1): 1 each
zone on(Cell): Piece set, open
play:
    Ann chooses:
        go: pass
    end: draw
"""


def drawn(tmp_path, icon):
    """Return the characters on pieces, and the line that says what they stand for."""
    game = tmp_path / "men.rules"
    game.write_text(RULES, encoding="utf-8")
    look = f"look = 1\n[piece.Piece]\nicon = {icon}\n"
    (tmp_path / "men.look.toml").write_text(look, encoding="utf-8")
    svg = load(str(game)).start(seed=0)._repr_svg_()
    return set(re.findall(r">([♚♟!])<", svg)), re.findall(r"letters: ([^<]*)<", svg)


@pytest.mark.parametrize(
    ("icon", "seen"),
    [
        ('{ by = "man", king = "♚", pawn = "♟" }', {"♚", "♟"}),
        ('{ king = "♚" }', {"♚"}),
        ('{ risen = "!", king = "♚" }', {"♚", "!"}),
    ],
)
def test_icons_stand_for_what_their_names_say(tmp_path, icon, seen):
    found, told = drawn(tmp_path, icon)
    assert found == seen
    assert all(mark in told[0] for mark in seen)
