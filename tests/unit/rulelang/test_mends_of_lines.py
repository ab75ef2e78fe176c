"""Slips of which a line has several, and sentences of which it has more than one, are mended."""

import pytest

from rulelang import pipeline
from rulelang.mends import mended
from rulelang.source import Source

TEXT = """\
game "Slips"
players 2
var points(Player): 0..20
var left: 0..9 = 5
play:
    each turn of p, at most 9:
        p chooses:
            take:
                {}
            pass
    end: p with most points(p) wins
"""


def fixed(written):
    """Return what stands in the place of a line once it is mended."""
    text = TEXT.format(written)
    after = mended("game.rules", Source("game.rules", text)).source.text
    head, tail = TEXT.split("{}")
    assert after.startswith(head), after
    assert after.endswith(tail), after
    return after[len(head) : -len(tail)].replace("\n" + " " * 16, "\n")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("add 1 to left;", "add 1 to left"),
        ("add 1 to points(p); add 1 to left", "add 1 to points(p)\nadd 1 to left"),
        ("add 1 to points(p) and add 1 to left", "add 1 to points(p)\nadd 1 to left"),
        ("add 1 to points(p), and then set left to 0", "add 1 to points(p)\nset left to 0"),
        ('say "a; b" ; add 1 to left', 'say "a; b"\nadd 1 to left'),
        ("let x = 3; add x to points(p)", "let x = 3\nadd x to points(p)"),
        ("if left > 0: stop; add 1 to left", "if left > 0:\n    stop\n    add 1 to left"),
        ("if left > 0: stop else: add 1 to left", "if left > 0: stop\nelse: add 1 to left"),
        ("if left > 0 { stop }", "if left > 0:\n    stop"),
        (
            "if left > 0 { stop } else { add 1 to left }",
            "if left > 0:\n    stop\nelse:\n    add 1 to left",
        ),
        (
            "for q in Player: if points(q) > 3: add 1 to left",
            "for q in Player:\n    if points(q) > 3: add 1 to left",
        ),
        (
            "".join(f"if left > {n}: " for n in range(10)) + "stop; stop",
            "".join(f"{'    ' * n}if left > {n}:\n" for n in range(10))
            + ("    " * 10 + "stop\n" + "    " * 10 + "stop"),
        ),
    ],
)
def test_each_sentence_has_a_line_of_its_own(written, meant):
    assert fixed(written) == meant.replace("\n", "\n")


def test_what_stands_too_far_in_is_aligned_with_what_is_above_it():
    deep = " " * 20
    written = f"add 1 to left\n{deep}add 2 to left\n\n{deep}stop"
    assert fixed(written) == "add 1 to left\nadd 2 to left\n\nstop"


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("if points(p) == 3 && left != 0: stop", "if points(p) is 3 and left is not 0: stop"),
        ("if left == 0 and points(p) >= 5 then set left = 1",
         "if left is 0 and points(p) >= 5: set left to 1"),
        ("set points(p) := points(p) + 1;", "set points(p) to points(p) + 1"),
        ("if left equals 0 then end the game, p wins", "if left is 0: end: p wins"),
        ("points(p) += 2 and left -= 1", "add 2 to points(p)\ntake 1 from left"),
        ("left--; points(p)++", "take 1 from left\nadd 1 to points(p)"),
        ("increase p's points by 2, then decrease left by 1",
         "add 2 to points(p)\ntake 1 from left"),
        ("if (left is less than 3) { points(p)++; left -= 1; }",
         "if (left < 3):\n    add 1 to points(p)\n    take 1 from left"),
        ("for each player q: if points(q) > 3 then points(q) -= 1",
         "for q in Player:\n    if points(q) > 3: take 1 from points(q)"),
    ],
)  # fmt: skip
def test_slips_of_a_line_are_mended_together(written, meant):
    assert fixed(written) == meant


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("if left > 0, add 1 to left", "if left > 0: add 1 to left"),
        ("when left is 0, p wins the game", "if left is 0: end: p wins"),
        ("if left > 0: p wins the game", "if left > 0: end: p wins"),
        ("if left > 0: end: p wins the game", "if left > 0: end: p wins"),
        ("if left > 0: end the game in a draw", "if left > 0: end: draw"),
        ("increase points of p by 2", "add 2 to points(p)"),
        ("reduce points of p by 2", "take 2 from points(p)"),
        ("add 1 to p's points", "add 1 to points(p)"),
        ("if left is 0: game ends; p wins", "if left is 0: end: p wins"),
        ("each player gains 2 points", "for q in Player: add 2 to points(q)"),
        ("for each player q in turn: add 1 to left", "for q in Player: add 1 to left"),
        ("p may choose to hold or add more", "p chooses:\n    hold: pass\n    add: pass"),
        (
            "each player q:\n                    add 1 to left",
            "for q in Player:\n    add 1 to left",
        ),
    ],
)
def test_sentences_of_the_table_are_put_as_here(written, meant):
    assert fixed(written) == meant


def test_a_while_is_answered_with_its_own_condition():
    for written, over in {
        "left > 0": "left <= 0", "left is 0 or left > 3": "not (left is 0 or left > 3)",
    }.items():  # fmt: skip
        text = TEXT.format(f"while {written}: add 1 to left")
        (found,) = pipeline.check("game.rules", text=Source("game.rules", text)).diagnostics
        assert f"`repeat until {over}, at most 20:`" in found.hint


SHIPS = """\
game "Ships"
players 2..4

// goods, and what carries them
kind Good: grain | cloth
token Crate(good: Good) in supply: 6 each
component Ship in port:
    {}
zone supply: Crate bag, hidden
zone quay(Player): Crate set up to 8, open
zone port: Ship set, open
setup:
    each player draws 2 crates from supply to quay(player)
play:
    each turn of p, at most 9:
        p chooses:
            load(s in port) "load {{s}}":
                need number of crates in quay(p) with good = s.good >= s.size else "too few"
                move s from port to home
            pass
    end: draw
zone home: Ship set, open
"""


def test_rows_without_bars_and_sentences_of_the_table_become_a_game():
    rows = ["name, good, size", "gull, grain, 2", "tern, cloth, 3"]
    text = SHIPS.format("\n    ".join(rows))
    after = mended("game.rules", Source("game.rules", text)).source
    assert pipeline.check("game.rules", text=after).ok
    for line in (
        "# goods, and what carries them",
        "    | tern | cloth | 3 |",
        "zone quay(Player): Crate set of 8, open",
        "    for p in Player: draw 2 from supply to quay(p)",
        "need (count x in quay(p) where x.good is s.good) >= s.size else",
    ):
        assert line in after.text


@pytest.mark.parametrize(
    "written",
    [
        "if left > 0 where add is 1: stop",
        "set left to count q in Player where points(q) is 3 and left is 2 or",
        "a: " * 500 + "stop; stop",
        "if left > 0 { stop",
        "set left eq {1, 2}",
        "bonus += 2",
    ],
)
def test_what_nobody_understands_stays_as_it_is(written):
    assert fixed(written) == written


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ('game: "Slips"', 'game "Slips"'),
        ("board Field: grid 7x7", "space Field on grid 7 x 7"),
        ("var winner: none or Player", "var winner: Player or none"),
        ("var caught: integer 0 to 13", "var caught: 0..13"),
        ("piece Gem in bowl: 13", "token Gem in bowl: 13"),
        ("enum Suit { red, blue }", "kind Suit: red | blue"),
        ("zone pot(Player): single Gem, public", "zone pot(Player): Gem one, open"),
        ("zone heap: pile of Gem, hidden", "zone heap: Gem row, hidden"),
        ("var turned: Player or nothing", "var turned: Player or none"),
        (
            "fact full(p): points(p) == 20 || left == 0",
            "let full(p) = points(p) is 20 or left is 0",
        ),
    ],
)
def test_declarations_of_other_languages_are_put_as_here(written, meant):
    bowl = "zone bowl: Gem bag, open\n"
    bowl = bowl if "bowl" in written else f"token Gem in bowl: 3\n{bowl}"
    text = TEXT.format("pass") + bowl
    head = 'game "Slips"\n'
    slipped = text.replace(head, f"{written}\n") if "game" in written else f"{text}{written}\n"
    after = mended("game.rules", Source("game.rules", slipped)).source.text
    assert f"\n{meant}\n" in f"\n{after}"
    assert f"\n{written}\n" not in f"\n{after}"


@pytest.mark.parametrize(
    ("old", "new", "hint"),
    [
        ("players 2", "players 4 in teams", "in teams NS, EW`"),
        ("play:", "suits: red, blue\nplay:", "`kind Suit: red | blue`"),
        (
            "add 1 to left",
            "for each player starting with P1:\n                    pass",
            "from P1,",
        ),
    ],
)
def test_what_cannot_be_put_is_answered_with_words_of_the_author(old, new, hint):
    text = TEXT.format("add 1 to left").replace(old, new, 1)
    hints = [d.hint for d in pipeline.check("g.rules", text=Source("g.rules", text)).diagnostics]
    assert any(hint in one for one in hints), hints


def test_given_when_then_is_a_scenario():
    text = (
        TEXT.format("add 1 to points(p)")
        + """
scenario "somebody takes one":
    given points(P1) = 3
    when take
    then points(P1) should be 4
"""
    )
    after = mended("game.rules", Source("game.rules", text)).source.text
    assert after.endswith("    given points(P1) is 3\n    play take\n    expect points(P1) is 4\n")


def test_loops_over_numbers_are_put_as_here():
    assert fixed("for n from 1 to 3: add n to left") == "for n in 1..3: add n to left"


@pytest.mark.parametrize("words", [" cooperative", " (co-op)", ", together", " cooperatively"])
def test_who_plays_together_is_not_said_of_the_players(words):
    text = TEXT.format("add 1 to left")
    slipped = text.replace("players 2", f"players 2{words}")
    assert mended("game.rules", Source("game.rules", slipped)).source.text == text
