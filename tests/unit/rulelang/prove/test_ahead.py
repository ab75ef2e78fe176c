"""Rounds that certainly come about and certainly fail; what may come otherwise is not told."""

import pytest

from rulelang import pipeline
from rulelang.prove.memory import Memory
from rulelang.source import Source

HEAD = """game "A"
players 2
token Coin in bank: 6
zone bank: Coin set, open
zone box: Coin set of 4, open
zone purse(Player): Coin set of 2, open
var lucky: flag
play:
"""
TAIL = "    random n in 0..1: set lucky to n is 1\n    if lucky: end: P1 wins\n    end: draw\n"


def told(body, memory=None, more=""):
    text = Source("a.rules", HEAD + "".join(f"    {line}\n" for line in body) + TAIL + more)
    found = pipeline.check("a.rules", memory, text).diagnostics
    return [(one.code, one.span.line - HEAD.count("\n"), one.primary.text) for one in found]


@pytest.mark.parametrize(
    ("text", "line", "number"),
    [
        ("repeat 5: move Coin from bank to box", 1, 5),
        ("repeat 3: move 2 Coin from bank to box", 1, 3),
        ("repeat 3: move Coin from bank to purse(P1)", 1, 3),
        ("move 2 Coin from bank to box\nrepeat 3: move Coin from bank to box", 2, 3),
        ("repeat 2:\n    repeat 2: move 2 Coin from bank to box", 2, 2),
        ("for p in Player: move 3 Coin from bank to box", 1, 2),
        ("repeat 3:\n    for p in Player: move Coin from bank to purse(p)", 2, 3),
        ("repeat 3:\n    P1 chooses:\n        a: move Coin from bank to purse(P1)", 3, 3),
        ("repeat 3:\n    random p in Player: move 2 Coin from bank to box", 2, 3),
    ],
)
def test_a_round_that_fails_is_told(text, line, number):
    assert told(text.split("\n")) == [("always-fails", line, f"fails in round {number}")]


@pytest.mark.parametrize(
    "body",
    [
        ["repeat 4: move Coin from bank to box"],
        ["repeat 9:", "    move Coin from bank to box", "    move all from box to bank"],
        ["repeat 9:", "    if lucky: move Coin from bank to box"],
        ["repeat 9:", "    P1 chooses or passes:", "        a: move Coin from bank to box"],
        [
            "repeat 9:",
            "    P1 chooses:",
            "        a: move Coin from bank to box",
            "        b: pass",
        ],
        ["repeat 9:", "    move Coin from bank to box", "    end: draw"],
        ["repeat 9:", "    if lucky: end: draw", "    move Coin from bank to box"],
        ["repeat 9:", "    move Coin from bank to box", "    empty_it"],
        ["repeat until lucky, at most 9: move Coin from bank to box"],
        ["each turn of p, at most 9: move Coin from bank to box"],
        ["for p in Player where lucky: move 3 Coin from bank to box"],
        ["repeat 3:", "    for p in Player where lucky: move Coin from bank to box"],
        ["repeat 9:", "    draw up to 1 from bank to box", "    draw up to 4 from box to bank"],
    ],
)
def test_what_may_come_otherwise_is_not_told(body):
    more = "to empty_it: move all from box to bank\n" if "    empty_it" in body else ""
    body = ["random n in 0..1: set lucky to n is 1", *body]
    assert [one for one in told(body, more=more) if one[0] == "always-fails"] == []


def test_where_what_is_called_changes_it_is_judged_anew():
    memory = Memory()
    body = ["repeat 5:", "    move Coin from bank to box", "    empty_it"]
    emptying = "to empty_it: move all from box to bank\n"
    idle = 'to empty_it:\n    if lucky: say "nothing"\n'
    for more in (emptying, idle, emptying):
        assert told(body, memory, more) == told(body, None, more)
    assert told(body, memory, idle) == [("always-fails", 2, "fails in round 5")]


def test_of_what_stands_under_a_condition_no_round_is_told():
    body = ["random m in 0..1: set lucky to m is 1", "repeat 5:", "    move Coin from bank to box"]
    assert told([*body, "    if lucky: move 4 Coin from bank to box"]) == [
        ("always-fails", 3, "fails in round 5"),
        ("always-fails", 4, "fails whenever play comes here"),
    ]
