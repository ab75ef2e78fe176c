"""Corners in which native code once played otherwise than the reference: a text for each."""

import pytest

from interpreter import RuleFault, load
from interpreter.testing.conformance import conform

COPIES = """game "Two packs"
players 2
kind Suit: red | green | blue
token Card(suit: Suit, rank: 1..2) in deck: 2 each
zone deck: Card set, open
zone hand(Player): Card set, open
space Meld:
    suit: Suit
    size: 2..3
    | name | suit  | size |
    | A    | red   | 2    |
    | B    | green | 2    |
    | C    | blue  | 2    |
    | D    | red   | 3    |
    | E    | green | 3    |
    | F    | blue  | 3    |
    | G    | red   | 2    |
    | H    | green | 2    |
var told(Player): 0..9
setup:
    move 2 Card(red, 1) from deck to hand(P1)
    move Card(green, 1) from deck to hand(P1)
play:
    each turn of p, at most 2:
        p chooses:
            lay(m in Meld where (count c in hand(p) where c.suit is m.suit) >= m.size):
                set told(p) to 1
            pass
    end: draw
"""
NOBODY = """game "To nowhere"
players 2
space Cell on grid 3 x 3
token Pawn(owner: Player) in box: 8 each
zone box: Pawn set, open
zone on(Cell): Pawn one, open

play:
    each turn of p, at most 6:
        p chooses:
            put(c in Cell where on(c) is empty): move Pawn(p) from box to on(c)
            lift(a in Cell, b in Cell):
                move on(a) from on(a) to on(b)
            pass
    end: draw
"""
PAIRS = """game "Neighbours in pairs"
players 2
space Cell on grid 3 x 1
var stone(Cell): Player or none
var n: 0..99
let own(c, p) = group at c of d in Cell where stone(d) is p
let touched(c, p) = some a followed by b in neighbours(own(c, p)) where stone(a) is none
play:
    each turn of p, at most 9:
        p chooses:
            put(c in Cell where stone(c) is none):
                set stone(c) to p
                if touched(c, p): add 1 to n
            pass
    end: draw
"""
DEAR = """game "Dear"
players 4
var one(Player): 0..1000 = 1000
var two(Player): 0..9

play:
    each turn of p, at most 4:
        p chooses:
            up: set two(p) to 1
            pass
    end: each p scores one(p) * one(p) * 1000000 * 1000000
"""
FAR = """game "Far down"
players 2
var heat(-200..10): 0..9
var points(Player): 0..9


let far = highest of points(p) for p in Player where points(p) > 0 else none

play:
    each turn of p, at most 3:
        p chooses:
            up: add 1 to heat(far)
            more: add 1 to points(p)
            pass
    end: draw
"""
ROADLESS = """game "Roads of none"
players 2
space Town:
    size: 1..3
    | name   | size |
    | Arden  | 1    |
    | Brim   | 3    |
edge Road joins Town:
    toll: 0..2
    | a     | b      | toll |
var own(Road): flag
var n: 0..9
play:
    if some t in Town where t is within 1 of Arden along l in Road where own(l): add 1 to n
    end: draw
"""
WIDE = """game "Wide"
players 2
var big(Player): 0..1000000000
play:
    each turn of p, at most 4:
        p chooses:
            up: add 1 to big(p)
            pass
    end: draw
"""
FEW = """game "Fewer than none"
players 2
token Coin in bank: 4
zone bank: Coin set, open
zone purse: Coin row, open
var points(Player): 0..3


let few = lowest of points(p) for p in Player where points(p) > 2 else none

play:
    each turn of p, at most 4:
        p chooses:
            pay: move few Coin from bank to purse
            back: draw few from purse to bank
            up: set points(p) to min(3, points(p) + 1)
    end: draw
"""
BEHIND = """game "Faulty behind what is legal"
players 2
var seat: Player or none = P1
var points(Player): 0..3

play:
    each turn of p, at most 4:
        p chooses:
            up: set seat to none
            down(n in 0..2 where points(seat) > n): set seat to none
            sit: set seat to p
    end: draw
"""
BETWEEN = """game "Between"
players 2
var points(Player): 0..5
var top: 0..5 = 2
var n: 0..9

let few = lowest of points(q) for q in Player where points(q) > 0 else none

play:
    each turn of p, at most 6:
        p chooses:
            up:
                need few is in 1..top else "no"
                set n to min(9, n + 1)
            more: set points(p) to min(5, points(p) + 2)
            rise: set top to min(5, top + 1)
    end: draw
"""
GROUPS = """game "Each group"
players 2
space Cell on grid 3 x 2
var stone(Cell): Player or none
var n: 0..99
let chains(p) = groups of c in Cell where stone(c) is p

play:
    each turn of p, at most 4:
        p chooses:
            put(c in Cell where stone(c) is none): set stone(c) to p
            pass
        for g in chains(p):
            p chooses:
                keep: add 1 to n
                drop(c in g): set stone(c) to none
    end: draw
"""


def game_of(tmp_path, text, engine="native"):
    path = tmp_path / "corner.rules"
    path.write_text(text, encoding="utf-8")
    return load(path, engine=engine)


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        (COPIES, False),
        (NOBODY, True),
        (PAIRS, False),
        (FAR, True),
        (ROADLESS, False),
        (WIDE, False),
        (FEW, False),
        (BEHIND, True),
        (BETWEEN, False),
        (GROUPS, False),
    ],
    ids=[
        "copies",
        "none",
        "pairs",
        "far",
        "no rows",
        "wide",
        "few",
        "behind",
        "between",
        "groups",
    ],
)
def test_both_engines_play_it_alike(tmp_path, text, faults):
    game = game_of(tmp_path, text)
    assert game.native() is not None
    found = conform(game, 20)
    assert found.difference is None
    assert bool(found.faults) == faults


def test_copies_of_a_card_are_counted_one_by_one(tmp_path):
    state = game_of(tmp_path, COPIES).start(seed=1)
    assert [str(action) for action in state.legal_actions] == ["lay(A)", "lay(G)", "pass"]


def test_returns_that_native_code_cannot_hold_are_left_to_the_reference(tmp_path):
    game = game_of(tmp_path, DEAR)
    with pytest.warns(RuntimeWarning, match=r"numbers from 0 to 12,000,000,000,000,000,000"):
        assert game.native() is None
    state = game.start()
    while not state.is_terminal:
        state = state.child(state.find("pass", []).id)
    assert [int(won) for won in state.returns] == [10**18] * 4


def test_who_chooses_is_told_where_what_is_legal_is_a_fault(tmp_path):
    for engine in ("native", "reference"):
        state = game_of(tmp_path, BEHIND, engine).start().child(0)
        assert state.current_player == 1
        with pytest.raises(RuleFault, match="no points"):
            assert state.legal_ids
