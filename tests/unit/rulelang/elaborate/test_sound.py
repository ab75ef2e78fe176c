"""What is right though it looks odd: nothing is found in these texts."""

import pytest

from rulelang import pipeline

WORDS = """game "Words like places"
players 2
kind Mood: merry | sad | soft | dull
token Coin in merry(P1): 1
zone merry(Player): Coin set, open
var sad(Player): 0..3
table dull(1..2): 0..3:
    | n | worth |
    | 1 | 2     |
    | 2 | 2     |
var mood: Mood
to soft(p): set sad(p) to dull(2)
play:
    soft(P1)
    random m in Mood: set mood to m
    if mood is merry or mood is sad or mood is soft: end: draw
    if mood is dull and sad(P1) > 1: end: P1 wins
    end: P2 wins
"""
TEAMS = """game "Teams of one, and of three"
players A, B, C in teams X, Y, Z
space Step on track 4
token Pawn in bank: 1
zone bank: Pawn set, open
zone on(Step): Pawn one, open
let gone(s) = next(s) is none
play:
    random s in Step:
        move Pawn to on(s)
        if gone(s) or previous(s) is none: end: draw
    if partner(A) is none: end: X wins
    end: draw
"""
AT_ONCE = """game "What nobody else sees"
players 2..3
token Card(rank: 1..9) in deck: 2 each
zone deck: Card bag, hidden
zone pile(Player): Card row, hidden
zone hand(Player): Card set, owner sees
zone laid(1..2, p: Player): Card set, p sees
var note(Player): 0..9, owner sees
setup:
    for p in Player:
        draw 2 from deck to pile(p)
        draw 2 from deck to hand(p)
play:
    each p in Player chooses:
        take_top: draw 1 from pile(p) to hand(p)
    each p in Player chooses:
        lay(c in hand(p)): move c from hand(p) to laid(2, p)
    each p in Player chooses:
        jot(n in 1..3):
            let more = n + 1
            set note(p) to more
            say "you have chosen {n}" to p
            show hand(p) to p
        turn(n in 1..3):
            if n > 2: set note(p) to 2
            else: set note(p) to n
    end: p with most note(p) wins
"""
TRIED = """game "A late need behind a row"
players 2
token Card(rank: 1..4) in deck: 1 each
zone deck: Card row, open
zone hand(Player): Card set of 3, open
play:
    each turn of p, at most 5:
        p chooses:
            buy:
                draw 1 from deck to hand(p)
                need (sum of c.rank for c in hand(p)) < 6 else "that is too much"
        otherwise: pass
    end: draw
"""
DICE = """game "Dice that turn"
players 2
die Fate in tray: 2, faces 0..2
zone tray: Fate row of 2, open
let ones = number of Fate(1) in tray
let twos = number of 2 in {1, 2, count tray}
play:
    roll tray
    if ones is 2 and twos is 1: end: draw
    match 3:
        3: end: P1 wins
        else: end: P2 wins
"""
CUT = """game "Cells left out"
players 2
space Cell on grid 3 x 3 without c where some d in 1..3 and e in 1..d where row(c) is d + e + 1
token Coin in bank: 1
zone bank: Coin set, open
zone on(Cell): Coin one, open
play:
    random c in Cell: move Coin to on(c)
    end: draw
"""


@pytest.mark.parametrize("text", [WORDS, TEAMS, AT_ONCE, TRIED, DICE, CUT])
def test_what_is_right_is_left_alone(tmp_path, text):
    path = tmp_path / "game.rules"
    path.write_text(text, encoding="utf-8")
    assert pipeline.check(str(path)).diagnostics == ()
