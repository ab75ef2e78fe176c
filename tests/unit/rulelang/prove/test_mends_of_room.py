"""What one may write where a zone may be full: of the place that is filled, and it suffices."""

import pytest

from rulelang import pipeline
from rulelang.prove.memory import Memory
from rulelang.source import Source

TEXT = """game "A"
players 2
space Field on track 4
token Coin in bank: 30
token Stone in bowl: 5
zone bank: Coin set, open
zone bowl: Stone set, open
zone purse(Player): Coin set of 4, open
zone on(Field): Stone one, open
play:
    each turn of p, at most 9:
        p chooses or passes:
            take_some(f in Field):
                {need}
                {move}
    end: draw
"""
ROOM = "has room for what comes"


def open_mends(move, need="pass", memory=None, before=""):
    text = before + TEXT.format(need=need, move=move)
    found = pipeline.check("a.rules", memory, Source("a.rules", text))
    assert [one.title for one in found.diagnostics if one.severity == "error"] == []
    return [one.mend for one in found.obligations if one.is_open and one.claim.endswith(ROOM)]


@pytest.mark.parametrize(
    ("move", "need"),
    [
        ("move Coin from bank to purse(p)", "need count purse(p) < 4"),
        ("move 3 Coin from bank to purse(next(p))", "need count purse(next(p)) < 2"),
        ("move 4 Coin from bank to purse(p)", "need purse(p) is empty"),
        ("move Stone from bowl to on(f)", "need on(f) is empty"),
        ("move Coin from bank to purse(\n                    p)", "need count purse(p) < 4"),
    ],
)
def test_a_mend_names_the_place_and_closes_the_claim(move, need):
    zone = move.split(" to ")[1].split("(")[0]
    assert open_mends(move) == [f"say `{need}` or give `{zone}` room for more"]
    assert open_mends(move, f'{need} else "no room"') == []


def test_a_mend_says_the_same_where_its_line_has_moved():
    memory = Memory()
    move = "move Coin from bank to purse(p)"
    (mend,) = open_mends(move, memory=memory)
    made = memory.made
    assert open_mends(move, memory=memory, before="# more\n") == [mend]
    assert memory.made == made
