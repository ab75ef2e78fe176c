"""What is asked of each of many at once: whether it is in a set, beside others, how many are tied.

Each text is played by both engines; that masks do it and not loops is told by the IR.
"""

import pytest

from interpreter.native.ir.show import show_function
from tests.support.masks import game_of, loops, module_of, same

WALKS = """game "Walks"
players A, B

space Cell on grid 15 x 15
var here(Player): Cell
var shut(Cell): flag
var share: 0..9

let open_way(a, b) = no x in between(a, b) where shut(x)

setup:
    set here(A) to c3
    set here(B) to d4
    for c in Cell where (row(c) + 3 * column(c)) mod 5 is 0: set shut(c) to true

play:
    each turn of p, at most 40:
        set share to turn mod 3
        p chooses:
            go(c in Cell):
                need {asks} else "too far"
                set here(p) to c
        otherwise: pass
    end: draw
"""

NEAR = "c is in neighbours(here(p))"
FAR = "c is in steps(here(p), orthogonal, 3)"
EVERY_CELL = f":= {(1 << 225) - 1:#x}\n"


def test_what_is_in_a_set_is_the_mask_of_that_set(tmp_path):
    game = game_of(tmp_path, WALKS.format(asks=f"{NEAR} and not shut(c)"))
    assert same(game)
    assert loops(game) == 0


WAYS = {
    f"{FAR} and open_way(here(p), c)": False,
    f"{FAR} and open_way(here(p), c) or {NEAR} and c is not here(opponent(p))": False,
    "c is not here(p) and open_way(here(p), c) or open_way(here(opponent(p)), c)": True,
    f"6 / share rounded down > 2 and open_way(here(p), c) and {FAR}": True,  # it might fault
}


@pytest.mark.parametrize("asks", WAYS)
def test_each_is_asked_only_where_it_can_hold(tmp_path, asks):
    game = game_of(tmp_path, WALKS.format(asks=asks))
    (text,) = [show_function(f) for n, f in module_of(game).functions.items() if "legal" in n]
    assert (EVERY_CELL in text) == WAYS[asks]
    assert same(game, points=5)


HANDS = """game "Hands"
players A, B
kind Suit: red | black
token Card(suit: Suit, rank: 1..9) in deck: 1 each
zone deck: Card bag, open
zone hand(Player): Card set, open
zone gone: Card set, open

let beside(z, c, n) = some d in z where d.suit is c.suit and d.rank is c.rank + n
let in_run(z, c) = beside(z, c, 1) and beside(z, c, 2) or beside(z, c, -1)
    and (beside(z, c, 1) or beside(z, c, -2))

setup:
    for p in Player: draw 7 from deck to hand(p)

play:
    each turn of p, at most 12:
        p chooses:
            throw(c in Card where c is in hand(p)):
                need not in_run({zone}, c) else "it is in a run"
                move c from hand(p) to gone
        otherwise: pass
    end: draw
"""


@pytest.mark.parametrize("zone", ["hand(p)", "gone", "hand(opponent(p))"])
def test_what_stands_beside_another_in_a_zone_is_a_shift(tmp_path, zone):
    game = game_of(tmp_path, HANDS.format(zone=zone))
    assert same(game, 4, most=30)
    assert loops(game) == 0


MELDS = """game "Melds"
players A, B
kind Suit: red | black
token Card(suit: Suit, rank: 1..6) in deck: 1 each
space Meld:
    low: 0..4
    size: 2..4
    mixed: flag
{melds}
zone deck: Card bag, open
zone hand(Player): Card set, open
zone gone: Card set, open
var laid(Meld): flag

let part(m, c) = c.rank >= m.low and c.rank < m.low + m.size and (m.mixed or c.suit is red)
let of(z, m) = count c in z where part(m, c)

setup:
    for p in Player: draw 6 from deck to hand(p)

play:
    each turn of p, at most 12:
        p chooses:
            throw(c in hand(p)): move c from hand(p) to gone
            lay(m in Meld):
                need {asks} and not laid(m) else "not these"
                set laid(m) to true
        otherwise: pass
    end: draw
"""
ROWS = [f"| m{n} | {n % 5} | {2 + n % 3} | {'x' if n > 12 else ''} |" for n in range(24)]
TABLE = "\n".join(f"    {row}" for row in ["| name | low | size | mixed |", *ROWS])
LOOPED = [
    "of(hand(p), m) > of(gone, m)",  # neither side is fixed
    "(count c in hand(p) where c.rank < m.low + turn mod 3) is m.size",  # by a number of play
    # What is best is not found before play.
    "of(hand(p), m) is (the n in {m.low, m.size} with most n else 3)",
    "(count c in hand(p) where c.rank < (the n in {m.low, m.size} with most n else 3)) is m.size",
    # No mask has those with others that are worth enough.
    (
        "(count c in hand(p) where part(m, c)"
        " and (sum of d.rank for d in hand(p) where d.suit is c.suit) > 5) is 1"
    ),
]
COUNTED = [
    "of(hand(p), m) is m.size",
    "of(hand(p), m) is not m.size",
    "of(gone, m) < m.low",
    "of(hand(opponent(p)), m) >= 2",
    *LOOPED,
    "(count c in (all d in hand(p) where d.rank > 1) where part(m, c)) is m.size",
    "(count c in hand(p) where part(m, c) and c.rank > 1 + turn mod 3) is 1",
    "(count c in Card where part(m, c) and c is in hand(p)) is m.size",
]


@pytest.mark.parametrize("asks", COUNTED)
def test_counts_of_what_is_tied_to_each_are_masks(tmp_path, asks):
    game = game_of(tmp_path, MELDS.format(asks=asks, melds=TABLE))
    assert same(game, 4, most=30)
    melds_of_cards = [
        table
        for table in module_of(game).tables.values()
        if len(table.entries) == 12 and max(table.entries) >= 1 << 20
    ]
    assert bool(melds_of_cards) == (asks not in LOOPED)
