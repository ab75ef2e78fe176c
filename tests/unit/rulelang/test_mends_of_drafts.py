"""A first draft, written by who has not read the manual, is mended as far as it can be."""

from rulelang import pipeline
from rulelang.mends import mended
from rulelang.source import Source

DRAFT = """# Lay a card of the same colour or number, or draw one. Who is first without cards wins.
game "Shed"
players 2-4

enum Colour = red, green, blue
component Card(colour: Colour, number: 1..9) in deck: 2 each

zone deck: Card bag hidden
zone hand[Player]: Card set, owner only
zone pile: Card row, visible

setup:
    for each player p: draw 5 cards from deck to hand(p)
    draw 1 from deck to pile

play:
    for each turn of p at most 200:
        p may:
            play(c in hand(p)) "{p} plays {c}":
                require c.colour == pile.top.colour or c.number == pile.top.number
                    else "{c} does not fit"
                move c to pile
            fetch "{p} draws a card":
                if deck is empty then reshuffle
                draw 1 from deck to hand(p)
        if hand(p).size == 0: game ends, p wins
    end: draw

to reshuffle:
    move all from pile to deck
"""

MEANT = """# Lay a card of the same colour or number, or draw one. Who is first without cards wins.
game "Shed"
players 2..4

kind Colour: red | green | blue
token Card(colour: Colour, number: 1..9) in deck: 2 each

zone deck: Card bag, hidden
zone hand(Player): Card set, owner sees
zone pile: Card row, open

setup:
    for p in Player: draw 5 from deck to hand(p)
    draw 1 from deck to pile

play:
    each turn of p, at most 200:
        p chooses:
            play(c in hand(p)) "{p} plays {c}":
                need c.colour is pile.top.colour or c.number is pile.top.number
                    else "{c} does not fit"
                move c to pile
            fetch "{p} draws a card":
                if deck is empty: reshuffle
                draw 1 from deck to hand(p)
        if count hand(p) is 0: end: p wins
    end: draw

to reshuffle:
    move all from pile to deck
"""


def test_a_draft_is_mended_up_to_what_only_its_author_knows():
    done = mended("draft.rules", Source("draft.rules", DRAFT))
    assert done.source.text == MEANT
    left = pipeline.check("draft.rules", text=done.source).diagnostics
    hint = "a `row` has ends: `pile.first` and `pile.last`"
    assert [found.hint for found in left] == [hint, hint]
    last = Source("draft.rules", done.source.text.replace("pile.top", "pile.last"))
    assert pipeline.check("draft.rules", text=last).diagnostics == ()


def test_the_last_error_is_mended_where_it_hid_a_warning():
    text = MEANT.replace("pile.top", "pile.last").replace(
        "zone pile:", "zone spare: Card row, open\nzone pile:"
    )
    slipped = text.replace("draw 1 from deck to pile", "draw one from dekc to pile")
    done = mended("draft.rules", Source("draft.rules", slipped))
    assert done.source.text == text
    (left,) = pipeline.check("draft.rules", text=done.source).diagnostics
    assert left.code == "never-used"
