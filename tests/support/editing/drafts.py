"""Texts with a mark where somebody writes."""

from rulelang import pipeline
from rulelang.source import Source
from rulelang.workbench.draft import Draft

MARK = "‸"
GAME = """\
game "Night Market"
players 2..3
kind Mood: merry | calm
# A stall is where goods are sold.
space Stall:
    size: 1..3
    mood: Mood
    | name | size | mood  |
    | east | 1    | merry |
    | west | 2    | calm  |
edge Road joins Stall:
    | a    | b    |
    | east | west |
token Coin in bank: 20
token Card(rank: 1..5) in deck: 2 each
zone bank: Coin set, open
zone deck: Card bag, hidden
zone hand(Player): Card set of 3, owner sees
zone laid(Player): Card one, owner sees
zone purse(Player): Coin set, open   # what he has earned
var points(p: Player): 0..9
var noon: flag
let best(p, n) = points(p) + n
to pay(p, n):
    move n Coin from bank to purse(p)
setup:
    for p in Player: draw 3 from deck to hand(p)
play:
    each turn of p, at most 9:
        p chooses:
            lay(c in hand(p)) "{p} lays {c}":
                need c.rank > 1 else "too low: {c.rank}"
                move c from hand(p) to laid(p)
                pay(p, 1)
        if points(p) > 8: end: p wins
    end: q with most points(q) wins

scenario "one is laid":
    given hand(P1) is Card(2)
    play lay(Card(2))
    expect P2 to choose
"""


def draft_of(text, last=None, name="a.rules"):
    return Draft.of(name, Source(name, text), pipeline.Desk(), last)


def marked(text):
    """Return a text without its mark, and the line and column of it."""
    at = text.index(MARK)
    plain = text.replace(MARK, "")
    return plain, plain[:at].count("\n") + 1, at - (plain.rfind("\n", 0, at) + 1) + 1


def at(query, text):
    plain, line, column = marked(text)
    return query(draft_of(plain), line, column)


def behind(line):
    """Return the game with one more line behind its last declaration."""
    return GAME + "\n" + line
