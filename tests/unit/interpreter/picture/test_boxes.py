"""What is drawn of zones beside boards."""

import re

import pytest

from interpreter import load

HOLD = """game "Hold"
players 2
token Oil in store: 9
zone store: Oil set, open
zone hold: Oil set of 4, open
setup:
    move {} Oil from store to hold
play:
    each turn of p, at most 4:
        p chooses:
            pour: move 1 Oil from hold to store
            keep: pass
    end: draw
"""


@pytest.mark.parametrize(("lying", "free"), [(1, 3), (2, 2), (4, 0)])
def test_free_places_say_how_many_more_may_come(tmp_path, lying, free):
    path = tmp_path / "hold.rules"
    path.write_text(HOLD.format(lying), encoding="utf-8")
    svg = load(str(path)).start(seed=0)._repr_svg_()
    assert len(re.findall(r'<rect class="\w+mt"', svg)) == free
