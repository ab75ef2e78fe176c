"""What authors who know other languages meet most is mended where it means one thing."""

import re

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rulelang.parsing.library import words_of_language
from tests.support.mender import Mender

TEXT = """\
game "Lantern Fair"
players 2..4
option long_night "nine rounds"
kind Glow: red | blue | gold

token Lantern(glow: Glow, worth: 1..5) in crate: 2 each
zone crate: Lantern bag, hidden
zone hand(Player): Lantern set of 4, owner sees
zone stall(Player): Lantern set, open
var coins(Player): 0..40 = 6
var favoured: Glow = red

let shine(p) = sum of l.worth for l in stall(p) where l.glow is favoured
let rounds = if long_night then 9 else 5
let brightest = the p in Player with most shine(p) else none
let all_bright(p) = every l in stall(p) has l.worth > 3

setup:
    for p in Player: draw 3 from crate to hand(p)

play:
    repeat rounds:
        random g in Glow:
            set favoured to g
        say "tonight {favoured} is favoured"
        each turn of p, at most 4:
            evening(p)
        if coins(P1) > 30 and coins(P2) > 30: end: draw
    end: p with most shine(p) then most coins(p) wins

to evening(p):
    p chooses:
        hang(l in hand(p)) "{p} hangs {l}":
            need coins(p) >= l.worth else "{l} costs {l.worth}, you have {coins(p)}"
            take l.worth from coins(p)
            move l from hand(p) to stall(p)
        save(n in 1..2) "{p} saves {n}":
            add min(40 - coins(p), n) to coins(p)
        rest "{p} rests"
    if all_bright(p) and brightest is p and coins(p) < 40: add 1 to coins(p)
    draw up to 4 - count hand(p) from crate to hand(p)

scenario "who hangs pays":
    given hand(P1) is Lantern(red, 4), Lantern(blue, 1)
    given coins(P1) is 5
    do evening(P1)
    expect offered hang(Lantern(blue, 1))
    play hang(Lantern(red, 4))
    expect coins(P1) is 1
"""
MENDER = Mender()


@pytest.fixture(scope="module")
def clean():
    assert MENDER.checked(TEXT) == ()


@pytest.mark.usefixtures("clean")
@pytest.mark.parametrize(
    ("meant", "written"),
    [
        ("            evening(p)", "            evening p"),
        ("play hang(Lantern(red, 4))", "play hang Lantern(red, 4)"),
        ("offered hang(Lantern(blue, 1))", "offered hang Lantern(blue, 1)"),
        ("do evening(P1)", "do evening P1"),
        ("do evening(P1)", "do evening(Player 1)"),
        ("hang(l in hand(p))", "hang l in hand(p)"),
        ("save(n in 1..2)", "save n in 1..2"),
        ("save(n in 1..2)", "save(n: 1..2)"),
        ("set favoured to g", "favoured is g"),
        ("random g in Glow:", "random g from Glow:"),
        ("random g in Glow:", "roll g in Glow:"),
        ('say "tonight {favoured} is favoured"', 'say "tonight " + favoured + " is favoured"'),
        ("{l.worth}, you", "{l.worth, you"),
        ("tonight {favoured} is", "tonight {favoured()} is"),
        ("            evening(p)\n", "            evening()\n"),
        ("hang(l in hand(p))", "hang(p in hand(p))"),
        ("token Lantern(glow: Glow, worth: 1..5)", "token Lantern(Glow, 1..5)"),
        ("var favoured: Glow", "var coins: Glow"),
        ("zone crate: Lantern bag", "zone crate: bag"),
        ("zone crate: Lantern bag", "zone crate: Lantern deck"),
        ("repeat rounds:", "loop rounds times:"),
        ("coins(p) < 40: add 1 to coins(p)", "coins(p) < 40: add 1 coin to p"),
        ("random g in", "random g ni"),
        ("where l.glow is", "where l.golw is"),
        ("random g in Glow", "random g in Golw"),
        ("play hang(Lantern(red, 4))", "play hang(Lantern(red, 4)"),
        ("set of 4, owner", "set of 4 owner"),
        ("40 - coins(p), n", "40 - coins(p) n"),
        ('option long_night "nine', "option long_night nine"),
        ("coins(p) >= l", "coins(p >= l"),
        ("let shine(p) =", "let shine(p ="),
        ("            evening(p)\n", "            eveningp)\n"),
        ("to evening(p)", "to eveningp)"),
        ('say "tonight', "say tonight"),
        ('(l in hand(p)) "{p}', "(l in hand(p)) {p}"),
        ("4), Lantern(blue", "4) Lantern(blue"),
        ("Lantern(red, 4), L", "Lantern(red 4), L"),
        ("owner sees", "ower sees"),
        ("l.glow is favoured", 'l.glow == "favoured"'),
        ("most shine(p) then most", "most shine(p), then most"),
        ("most shine(p) then most", "most shine(p), most"),
        ("> 30 and coins", "> 30 and if coins"),
        ("let shine(p) = sum", "let shine(p): sum"),
        ("let shine(p) = sum", "let shine(p): return sum"),
        ("let rounds = if", "let rounds: if"),
        ("let rounds = if", "rounds = if"),
        ("if long_night then 9 else 5", "9 if long_night else 5"),
        ("coins(p) >= l.worth", "coins(p) is at least l.worth"),
        ("every l in stall(p) has", "all l in stall(p) have"),
        ("of p, at most 4:", "of p, 4 times:"),
        ("given coins(P1) is 5", "given P1 has 5 coins"),
        ("count hand(p) from", "hand(p) from"),
        ("count hand(p) from", "len(hand(p)) from"),
        ("where l.glow is favoured", "where glow is favoured"),
        ("where l.glow is favoured", "where l is favoured"),
        (">= l.worth", ">= worth"),
        ("(n in 1..2)", "(n in range(1, 3))"),
        ("players 2..4", "players 4..2"),
        ("var coins(Player): 0..40", "var coins(Player): 40..0"),
        ("Lantern(red, 4), L", "Lantern(4, red), L"),
        ("offered hang(Lantern(blue, 1))", "hang(Lantern(blue, 1)) is offered"),
        ("        rest", "    rest"),
        (
            '        save(n in 1..2) "{p} saves {n}":\n            add',
            '    save(n in 1..2) "{p} saves {n}":\n        add',
        ),
        ('{p} rests"', "{p} rests"),
        ('{p} hangs {l}"', "{p} hangs {l}"),
        ('{coins(p)}"', "{coins(p)}"),
        ("{p} hangs {l}", "{p} hangs {l"),
        ("evening(P1)\n    expect", "evening P1\n    expect"),
    ],
)
def test_what_means_one_thing_is_mended(meant, written):
    assert TEXT.count(meant) == 1
    slipped = TEXT.replace(meant, written)
    assert len(MENDER.checked(slipped)) == 1
    assert MENDER.mended(slipped).source.text == TEXT


_SAID = re.sub(r'"[^"]*"', lambda text: "_" * len(text[0]), TEXT)
_OURS = [
    found
    for found in re.finditer(r"(?<!\.)\b[a-z]{3,}\b", _SAID)
    if found[0] in words_of_language()
]


@settings(max_examples=15)
@given(st.sampled_from(_OURS), st.sampled_from(("turned", "left out", "twice")))
def test_a_misspelt_word_of_the_language_is_mended_wherever_it_stands(found, how):
    word, half = found[0], len(found[0]) // 2
    slips = {
        "turned": word[: half - 1] + word[half] + word[half - 1] + word[half + 1 :],
        "left out": word[:half] + word[half + 1 :],
        "twice": word[:half] + word[half] + word[half:],
    }
    slipped = TEXT[: found.start()] + slips[how] + TEXT[found.end() :]
    assume(slipped != TEXT)
    assert len(MENDER.checked(slipped)) == 1
    assert MENDER.mended(slipped).source.text == TEXT


@pytest.mark.parametrize("slipped", ["iz", "iq", "zn", "tu", "og", "qf", "ar"])
def test_a_word_of_two_letters_is_mended_where_one_reading_is_left(slipped):
    meant = {"iz": "is", "iq": "is", "zn": "in", "tu": "to", "og": "of", "qf": "if", "ar": "or"}
    for found in re.finditer(rf"(?<=.)\b{meant[slipped]}\b", _SAID):
        written = TEXT[: found.start()] + slipped + TEXT[found.end() :]
        assert len(MENDER.checked(written)) == 1, found
        assert MENDER.mended(written).source.text == TEXT


@pytest.mark.parametrize(
    ("old", "written", "meant"),
    [
        ("end: p with most shine(p) then most coins(p) wins", "draw", "end: draw"),
        ("end: p with most shine(p) then most coins(p) wins",
         "the player with most shine wins", "end: p with most shine(p) wins"),
        ("set favoured to g", "set favoured to g if long_night else red",
         "set favoured to if long_night then g else red"),
        ("let rounds = if long_night then 9 else 5", "let rounds = (9 if long_night else 5) + 0",
         "let rounds = (if long_night then 9 else 5) + 0"),
        ("has l.worth > 3", "has l.glow is red or gold", "has l.glow is red or l.glow is gold"),
        ("coins(P1) > 30 and coins(P2) > 30", "empty(crate)", "crate is empty"),
        ("coins(P1) > 30 and coins(P2) > 30", "crate", "crate is not empty"),
        ("        if coins(P1) > 30 and coins(P2) > 30: end: draw",
         "        if brightest: break", "        if brightest is not none: stop"),
        ("has l.worth > 3", "has l is a Lantern(red, 4)", "has l is Lantern(red, 4)"),
        ("repeat rounds:", "for i in range(rounds):", "for i in 0..rounds - 1:"),
    ],
)  # fmt: skip
def test_what_is_put_in_another_way_is_mended(old, written, meant):
    after = MENDER.mended(TEXT.replace(old, written))
    assert after.source.text == TEXT.replace(old, meant)


@pytest.mark.parametrize(
    ("old", "written", "hint"),
    [
        ("let rounds = if long_night then 9 else 5", "rounds = 5", "`var rounds: 0..20 = 5`"),
        ("take l.worth from coins(p)", "coins(p) is 3", "or, for what must hold, `need coins(p)"),
        ("take l.worth from coins(p)", 'favoured is red else "no"', "`need favoured is red else"),
        ("has l.worth > 3", "has l.glow is not red or gold", "say it in full"),
        (" end: draw", " draw", "`end: draw`"),
        ('rest "{p} rests"', 'rest "{p} rests # in the night', "end it with"),
        ('say "tonight {favoured} is favoured"', 'say "tonight to g', "end it with"),
    ],
)
def test_what_may_mean_several_things_is_answered(old, written, hint):
    assert TEXT.count(old) == 1
    slipped = TEXT.replace(old, written)
    assert any(hint in found.hint for found in MENDER.checked(slipped))
    assert MENDER.mended(slipped).source.text == slipped


def test_what_is_asked_of_the_wrong_sort_is_mended():
    text = """\
game "Carts"
players Ada, Bert, Cleo, Dov in teams North, South
space Cell on grid 2 x 2
token Disc(owner: Player) in box: 1 each
zone box: Disc set, open
zone on(Cell): Disc one, open
zone store(Team): Disc set, open
setup:
    move Disc(Ada) from box to on(a1)
play:
    each turn of p, at most 4:
        if Disc(p) is in box: move Disc(p) from box to store(team(p))
    end: North wins
scenario "the first lies there":
    expect on(a1) is Disc(Ada)
    expect North wins
"""
    assert MENDER.checked(text) == ()
    for meant, written in (
        ("store(team(p))", "store(p)"),
        ("expect on(a1) is", "expect a1 is"),
        ("expect North wins", "expect winner is North"),
        ("on grid 2", "on board 2"),
    ):
        slipped = text.replace(meant, written)
        assert MENDER.mended(slipped).source.text == text, written
