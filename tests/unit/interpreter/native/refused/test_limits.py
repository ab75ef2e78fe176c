"""What is larger than native code holds is refused at its place, with how large it may be.

Texts that come up to the limits themselves would be long or slow, so these are lowered here; what
comes up to them in short texts is in `tests/diagnostics/slow-play.md`.
"""

import pytest

from interpreter import load
from interpreter.native.errors import NotCompilableError
from interpreter.native.evaluate import buffers, places
from interpreter.native.evaluate.spaces import graphs, regions
from interpreter.native.lower import chance, game
from interpreter.native.lower.game import lower
from interpreter.native.memory import slots, tables

BOARD = """\
space Cell on grid 6 x 6
edge Link joins Cell
var owner(Cell): Player or none
var built(Link): flag
play:
    each turn of p, at most 9:
        p chooses:
            lay(c in Cell where owner(c) is none): set owner(c) to p
            build(l in Link): set built(l) to true
"""
LINKS = f"""\
{BOARD}        if some g in (groups of l in Link where built(l)) where count g > 3: end: draw
    end: draw
"""
CELLS = f"""\
{BOARD}        if some g in (groups of c in Cell where owner(c) is p) where count g > 3: end: draw
    end: draw
"""
ROW = """\
token Card(0..5) in box: 2 each
zone box: Card set, open
zone queue: Card row, open
setup:
    for c in box: move c from box to queue
play:
    each turn of p, at most 9:
        {}
        p chooses:
            take(c in queue): move c from queue to box
            pass
    end: draw
"""
ASKED = """\
var n: 0..9
to ask:
    A chooses:
        count_on: set n to min(9, n + 1)
        pass
play:
    ask
    ask
    end: draw
"""
STATE = """\
var x(1..5000): 0..9
play:
    A chooses:
        go(n in 1..9): set x(n) to 1
    if x(1) > 0: end: draw
    end: A wins
"""
TABLE = """\
var n: 0..3
table fare(0..3): 0..9:
    | a | n |
    | 0 | 1 |
    | 1 | 2 |
    | 2 | 2 |
    | 3 | 5 |
play:
    A chooses:
        go(m in 0..3): set n to m
    if fare(n) > 1: end: draw
    end: A wins
"""
WORDS = """\
kind Light: red | amber | green
kind Signal: red | green
var seen(Signal): 0..9
var here: Light = red
play:
    A chooses:
        see(s in Signal): set seen(s) to 3
        turn(l in Light): set here to l
    if here is not amber and seen(here) > 1: end: draw
    end: A wins
"""
MEMORY = """\
var x(1..20): 0..9
memory been of x, at most 5
play:
    A chooses:
        go(n in 1..9):
            set x(n) to 1
            need been < 1 else "been there"
    remember been
    end: draw
"""


# What has the limit, its name, and what it is lowered to.
GROUPS = (graphs, "MAX_BUFFER", 50)
REGIONS = (regions, "MAX_BUFFER", 30)
PICKED = (chance, "MAX_PICKED", 5)
ELEMENTS = (buffers, "MAX_BUFFER", 11)
BYTES = (slots, "MAX_STATE", 2000)
PICTURE = (slots, "MOST_WORDS", 2)
ENTRIES = (tables, "MAX_TABLE", 3)
APART = (places, "MAX_APART", 1)
POINTS = (game, "MAX_POINTS", 2)


@pytest.mark.parametrize(
    ("limit", "text", "why"),
    [
        (GROUPS, LINKS, "12: up to 220 words of masks of groups"),
        (REGIONS, CELLS, "12: up to 36 words of masks of groups"),
        (PICKED, ROW.format("random c in queue: pass"), "10: up to 6 values to pick from"),
        (ELEMENTS, ROW.format("move all from queue to box"), "10: up to 12 elements in one set"),
        (BYTES, STATE, "3: up to 5,024 bytes with `x`"),
        (PICTURE, MEMORY, "4: up to 3 words of a picture"),
        (ENTRIES, TABLE, "13: up to 4 entries of the table `fare`, gaps included"),
        (APART, WORDS, "9: up to 2 values from the least to the greatest of an index"),
        (
            POINTS,
            ASKED,
            "0: up to 2 places where play may wait, effects counted once for each way to them",
        ),
    ],
)
def test_what_is_too_large_is_refused_where_it_stands(tmp_path, monkeypatch, limit, text, why):
    path = tmp_path / "large.rules"
    path.write_text(f'game "Large"\nplayers A, B\n{text}', encoding="utf-8")
    layout = load(str(path)).layout
    monkeypatch.setattr(*limit)
    with pytest.raises(NotCompilableError) as refused:
        lower(layout)
    found = refused.value
    assert f"{found.span.line}: {found.why}" == f"{why}; native code holds {limit[2]:,}"
