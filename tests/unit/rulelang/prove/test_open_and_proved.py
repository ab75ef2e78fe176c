"""What becomes of single claims in small texts: what is known of numbers, places and rounds."""

import pytest

from rulelang import pipeline
from rulelang.source import Source

HEAD = """game "A"
players 2
space Spot on track 20
token Coin in bank: 6
token Card(rank: 1..9) in deck: 1 each
die Die in cup: 3, faces 1..6
zone bank: Coin set, open
zone box: Coin set of 4, open
zone deck: Card bag, open
zone pile: Card row, open
zone row: Card row, open
zone cup: Die set, open
zone mug: Die set, open
zone purse(Player): Coin set, open
zone near(Spot): Coin one, open
var n, m: 0..9
var wealth: 0..1000
var sign(Spot): 0..9
var who: Player or none
var turn: Player
memory seen of n, at most 9
"""
WIDE = """space Cell on grid 20 x 20
zone far(Cell): Coin one, open
var mark(Cell): 0..9
"""
UNKNOWN = """    random x in 0..9: set n to x
    random x in 0..9: set m to x
    random x in 0..9: set wealth to x * 100
    random p in Player: set who to p
    if n > 3: set who to none
    draw up to n from deck to row
    draw up to m from deck to pile
    for p in Player: draw up to m from bank to purse(p)
"""


def checked(lines, head=HEAD, begin=UNKNOWN):
    text = f"{head}play:\n{begin}{{}}    end: draw\n"
    first = text[: text.index("{}")].count("\n")
    body = "".join(f"    {line}\n" for line in lines.split("\n"))
    found = pipeline.check("a.rules", None, Source("a.rules", text.replace("{}", body)))
    return found, first


@pytest.mark.parametrize(
    ("lines", "claim", "statuses"),
    [
        ("if wealth is not 0: set n to 9 / wealth rounded down", "the divisor is not 0", "proved"),
        ("if n >= 2 * m: draw up to n - m - m from deck to row", "is not below 0", "proved"),
        (
            "if n >= m and m >= count row: draw n - count row from deck to pile",
            "below 0",
            "proved",
        ),
        ("if n >= m and m <= count row: draw n - count row from deck to pile", "below 0", "open"),
        (
            "\n".join(("let a0 = n mod 4", *(f"let a{i + 1} = max(a{i}, 0)" for i in range(40))))
            + "\ndraw up to 3 - a40 from deck to row",
            "below 0",
            "proved",
        ),
        ("if n >= m * 2: draw up to n - m - m from deck to row", "is not below 0", "proved"),
        ("if n * m > 3: draw up to n * m - 3 from deck to row", "is not below 0", "proved"),
        ("if n * m > 1: draw up to n * m - 3 from deck to row", "is not below 0", "open"),
        (
            (
                "if n >= sign(Spot1) and m >= sign(Spot2):\n"
                "    draw up to n + m - sign(Spot1) - sign(Spot2) from deck to row"
            ),
            "is not below 0",
            "proved",
        ),
        ("set turn to who", "`turn` stays", "open"),
        ("if who is not none: set turn to who", "`turn` stays", "proved"),
        ("for c in row: move c from row to deck", "`row` has", "proved"),
        ("for c in row and d in row: move c from row to deck", "`row` has", "open"),
        (
            "for p in Player and s in Spot and c in purse(p): move c from purse(p) to bank",
            "`purse` has",
            "open",
        ),
        (
            "for p in Player and c in purse(p): move c from purse(p) to bank",
            "`purse` has",
            "proved",
        ),
        ("for d in cup:\n    roll mug\n    move d from cup to mug", "`cup` has", "proved"),
        ("for d in cup:\n    roll cup\n    move d from cup to mug", "`cup` has", "open"),
        (
            "for c in row:\n    move Card(1) to deck\n    move c from row to deck",
            "`row` has",
            "open",
        ),
        (
            ("let k = first x in 400..900 where x > wealth else none\nif k < 3: set n to 5 + k"),
            "`n` stays",
            "proved",
        ),
        ("remember seen", "`seen` has room", "proved"),
        ("repeat 9: remember seen", "`seen` has room", "proved"),
        ("repeat n: remember seen", "`seen` has room", "open"),
        (
            "P1 chooses:\n    low:\n        need n > 4 else 'no'\notherwise: set m to 4 - n",
            "`m` stays",
            "proved",
        ),
        (
            (
                "P1 chooses up to 3 times:\n    low:\n        need n > 4 else 'no'\n"
                "otherwise: set n to 9\ntake 3 from n"
            ),
            "`n` stays",
            "proved open",
        ),
    ],
)
def test_a_claim_is_proved_or_open(lines, claim, statuses):
    found, first = checked(lines.replace("'", '"'))
    assert not [d.title for d in found.diagnostics if d.severity == "error"]
    told = [o.status for o in found.obligations if claim in o.claim and o.span.line > first]
    assert " ".join(told) == statuses


def test_names_of_names_are_followed_so_far_and_their_values_kept():
    names = [f"let a{i + 1} = a{i} + 0" for i in range(60)]
    found, _ = checked("\n".join(["let a0 = n", *names, "set m to a60"]))
    assert {o.status for o in found.obligations if "`m` stays" in o.claim} == {"proved"}


@pytest.mark.parametrize(
    ("asked", "status"), [("if who is not none:\n    ", "proved"), ("", "open")]
)
def test_where_an_order_begins_in_a_fact_is_known_from_its_calls(asked, status):
    fact = "let after(q) = first p in Player clockwise from q where p is not turn else none\n"
    found, _ = checked(f"{asked}if after(who) is turn: set n to 2", HEAD + fact)
    assert {o.status for o in found.obligations if "order begins" in o.claim} == {status}


def test_of_very_many_kinds_none_is_looked_for_alone():
    head = HEAD.replace("1..9) in deck", "1..301) in deck")
    found, first = checked("let c = pile.first\nif c is not none: move c from row to deck", head)
    open_ = [o.claim for o in found.obligations if o.is_open and o.span.line > first]
    assert open_ == ["`row` has what is taken from it"]


def test_at_the_start_all_is_known_but_of_families_that_are_very_wide():
    lines = (
        "if sign(Spot1) is 0: set n to 1\nif mark(a1) is 0: set n to 1\n"
        "move Coin from bank to near(Spot1)\nmove Coin from bank to far(a1)"
    )
    found, first = checked(lines, HEAD + WIDE, "")
    always = [d.span.line - first for d in found.diagnostics if d.code == "always-holds"]
    assert always == [1]
    room = {o.claim: o.status for o in found.obligations if "has room" in o.claim}
    assert room == {
        "`near` has room for what comes": "proved",
        "`far` has room for what comes": "open",
    }


@pytest.mark.parametrize("ends", ["repeat 2:\n        end: draw", "end: draw"])
def test_what_stands_behind_the_end_of_a_set_up_is_not_reached(ends):
    text = HEAD + f"setup:\n    {ends}\n    move 7 Coin from bank to box\nplay:\n    end: draw\n"
    found = pipeline.check("a.rules", None, Source("a.rules", text))
    assert not [d.title for d in found.diagnostics if d.severity == "error"]
    assert not found.obligations
