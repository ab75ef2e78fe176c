"""What an author who is new writes in an editor, one slip at a time, and how it is mended."""

import pytest

from rulelang import pipeline
from rulelang.mends import applied
from rulelang.source import Source

TEXT = """\
game "Levee"
players Reed, Clay
kind Hue: red | blue
space Cell on hex 4 x 4
token Stone(owner: Player) in supply: 25 each
token Coin(hue: Hue) in bank: 5 each
zone supply: Stone set, open
zone bank: Coin set, open
zone sack: Coin bag, hidden
zone purse(Player): Coin set, owner sees
zone on(Cell): Stone one, open
var bags(Player): 0..20 = 2
option rounds: 2 | 3 | 4
let around(c, p) = count d in neighbours(c) where on(d) is Stone(p)
let rich(p) = if p is Reed then bags(p) > 3 else bags(p) > 2

play:
    for n in 1..rounds:
        for p in Player: add 1 to bags(p)
    for p in Player:
        move all from purse(p) to bank
        move all from bank to sack
        if sack is not empty: draw 1 from sack to purse(p)
    each turn of p, at most 50:
        p chooses:
            place(c in Cell where c is not a1) "{p} builds on {c}":
                need on(c) is empty else "taken"
                move Stone(p) from supply to on(c)
                if rich(next(p)): add 1 to bags(p)
                else: take 1 from bags(p)
            pass
        if some c in Cell where around(c, p) > 3: stop
        if bags(p) > 7:
            stop
    end: p with most bags(p) wins

scenario "one":
    given every on is empty
    given bags(Clay) is 2
    given on(a1) is Stone(Reed)
    given on(a2) is Stone(Reed)
    given purse(Reed) is 3 Coin(red)
    play place(b2)
    expect refused place(a1)
    expect offered place(c1)
    expect bags(Reed) is 3
    expect purse(Clay) is empty
"""


def errors(text):
    found = pipeline.check("game.rules", None, Source("game.rules", text)).diagnostics
    return [one for one in found if one.severity == "error"]


@pytest.mark.parametrize(
    ("meant", "written"),
    [
        ("Stone one, open", "max 1 Stone, open"),
        ("Stone one, open", "one Stone, open"),
        ("Stone one, open", "Stone or none, open"),
        ("Stone one, open", "Stone of 1, open"),
        ("owner sees", "only owner sees"),
        ("owner sees", "seen by owner"),
        ("owner sees", "visible to its owner"),
        ("owner sees", "hidden from others"),
        ("players Reed, Clay", "players 2: Reed, Clay"),
        ("25 each", "25 per player"),
        ("rounds: 2 | 3 | 4", "rounds: 2..4"),
        ("in 1..rounds", "in 1 to rounds"),
        ("neighbours(c)", "neighbours of c"),
        ("rich(next(p))", "rich(next p)"),
        ("add 1 to bags(p)\n    for", "add 1 to bags of p\n    for"),
        ("from supply to on(c)", "from supply on(c)"),
        ("for p in Player:", "for p Player:"),
        ("Reed then bags(p)", "Reed bags(p)"),
        ("else: take 1", "otherwise take 1"),
        ("else: take 1", "otherwise: take 1"),
        ("place(c in Cell where", "place(c of Cell where"),
        ("place(c in Cell where", "to place(c in Cell where"),
        ("place(c in Cell where", "action place(c in Cell where"),
        ("in Cell where c is not a1)", "in Cell) where c is not a1"),
        ("in Cell where c is not a1)", "in Cell) if c is not a1"),
        (
            'Cell where c is not a1) "{p} builds on {c}":',
            'Cell) "{p} builds on {c}" if c is not a1:',
        ),
        (
            "for p in Player: add 1 to bags(p)",
            "add 1 to bags(p) for each player p",
        ),
        ("on(a1) is Stone(Reed)\n    given on(a2)", "on(a1), on(a2)"),
        ("on(a1) is Stone(Reed)\n    given on(a2)", "on(a1) and on(a2)"),
        ("3 Coin(red)", "3 red Coin"),
        ("play place(b2)", "play place at b2"),
        ("play place(b2)", "play place(b2) by Reed"),
        ("play place(b2)", "Reed plays place(b2)"),
        ("expect refused place(a1)", "expect illegal place(a1)"),
        ("expect refused place(a1)", "play place(a1) fails"),
        ("expect offered place(c1)", "expect place(c1) legal"),
        ("purse(Clay) is empty", "purse(Clay) to be empty"),
        ("given every on is empty", "given all on is empty"),
        ("given bags(Clay) is 2", "given 2 bags for Clay"),
        ("if bags(p) > 7:", "if p has more than 7 bags:"),
        ("if bags(p) > 7:", "if p has more than 7 bag:"),
        ("move all from purse(p) to bank", "give purse(p) to bank"),
        ("move all from purse(p) to bank", "return all of purse(p) to bank"),
        ("draw 1 from sack to purse(p)", "p draws 1 coin from sack into purse(p)"),
    ],
)
def test_a_slip_is_mended_to_what_is_meant(meant, written):
    slipped = TEXT.replace(meant, written, 1)
    first, *_ = errors(slipped)
    assert applied(slipped, first.mend) == TEXT
    assert not errors(TEXT)


@pytest.mark.parametrize(
    ("old", "written", "word", "hint"),
    [
        ("Stone one, open", "Stone stack, open", "stack", "a place for one thing a `one`"),
        ("Stone one, open", "Stone, open", ",", "a place for one thing a `one`"),
        ("Stone(p) from", "Stone(other player) from", "player", ""),
        ("place(c in Cell where c is not a1)", "place stone", "stone", "`place(c in hand(p)):`"),
        ("3: stop", "3: end", "", "write `end: …`"),
        ("if bags(p) > 7:", "if next player wins:", "player", ""),
        ("if bags(p) > 7:", "if p has 7 bags:", "has", "`bags(p) >= 7`"),
        ("            stop\n", "            return bags(p)\n", "bags", "a value is a fact"),
        ("purse(Clay) is empty", "the game is over", "is", "`expect P1 wins`"),
        ("purse(Clay) is empty", "game over", "over", "`expect P1 wins`"),
        ("play place(b2)", "do place(b2)", "place", "`play place(b2)`"),
        ("            stop\n", "            p loses\n", "loses", "`end: opponent(p) wins`"),
    ],
)
def test_what_may_mean_several_things_is_no_slip_of_the_pen(old, written, word, hint):
    found, *_ = errors(slipped := TEXT.replace(old, written))
    span = found.primary.span
    code = slipped.splitlines()[span.line - 1]
    assert (code[span.column - 1 : span.end_column - 1], found.mend) == (word, ())
    assert hint in found.hint


def test_a_line_among_arms_that_does_something_is_no_arm_of_two_words():
    line = "            pass\n"
    found, *_ = errors(TEXT.replace(line, f"            set bags(p) to 3\n{line}"))
    assert "a name is one word" not in found.hint


@pytest.mark.parametrize(
    ("meant", "written"),
    [
        ("purse(Player): Coin set, owner sees", "purse(Player): Coin set, p sees"),
        ("around(c, p) > 3", "around(c) > 3"),
        ("Stone(p) from supply", "Stone(p) supply"),
        ("Stone(p) from supply", "Stone p from supply"),
        ("around(c, p) > 3", "around > 3"),
        ("rich(next(p))", "rich(nextPlayer(p))"),
        ("rich(next(p))", "rich(next)"),
        ("from supply to on(c)", "from supply(p) to on(c)"),
        ("on(a2) is Stone(Reed)", "a2 is Stone(Reed)"),
        ("            pass\n", "            pass\n            otherwise: pass\n"),
    ],
)
def test_what_does_not_fit_is_mended_and_nothing_else_is_told(meant, written):
    (found,) = errors(slipped := TEXT.replace(meant, written, 1))
    assert found.mend
    assert not errors(applied(slipped, found.mend))


def test_a_word_with_the_name_of_a_fact_is_read_where_no_arguments_stand():
    text = TEXT.replace("option rounds", "option goal: rich | poor\noption rounds")
    assert not errors(text.replace("p) > 3: stop", "p) > 3 and goal is rich: stop"))
