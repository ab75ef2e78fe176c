"""What is wrong inside of facts and effects that nothing uses is found all the same."""

import pytest

from rulelang import pipeline
from rulelang.source import Source

HEAD = """\
game "A"
players 2..3
option far
token Card(value: 1..6) in deck: 2 each
zone deck: Card set, open
zone hand(Player): Card set, open
var gold(Player): 0..9
"""
PLAY = """\
play:
    each turn of p, at most 4:
        p chooses:
            take(c in deck) "{p} takes {c}":
                move c from deck to hand(p)
                pay(p, 1)
    end: draw
to pay(p, n):
    if gold(p) < 9: add n to gold(p)
"""


def errors(declared, play=PLAY):
    found = pipeline.check("a.rules", None, Source("a.rules", HEAD + declared + play)).diagnostics
    return [(one.code, one.span.line) for one in found if one.severity == "error"]


@pytest.mark.parametrize(
    ("declared", "code"),
    [
        ("let a(p) = gould(p) + 1\n", "unknown-name"),
        ("let a(p) = count c in hand(p) where c.valeu > 2\n", "no-attribute"),
        ("let a(p, q) = gold(p, q)\n", "wrong-arity"),
        ("let a = deck and true\n", "not-a-claim"),
        ("let a(z) = count z(gould)\n", "unknown-name"),
        ("to a(p, n): add n to gould(p)\n", "unknown-name"),
        ("to a(p): pay(p)\n", "wrong-arity"),
    ],
)
def test_an_error_in_what_nothing_uses_is_told(declared, code):
    assert errors(declared) == [(code, 8)]


@pytest.mark.parametrize(
    "declared",
    [
        "let a(p) = gold(p) > 2 or hand(p) is empty\n",
        "let a(z) = count z(P1) + highest of c.value for c in z(P2) else 0\n",
        "let a(x, y) = if x is y then x.value else -x\n",
        "to a(p, q): pay(p, gold(q))\n",
        "to a: pay(P1, 9)\n",
        "to a(z): move 1 from deck to z\n",
    ],
)
def test_what_could_be_used_is_fine(declared):
    assert errors(declared) == []


def test_an_error_that_needs_a_use_is_told_once():
    assert errors("let a(p) = gould(p)\nlet b(p) = a(p)\n") == [("unknown-name", 8)]


def test_what_one_variant_uses_may_name_what_only_that_one_has():
    declared = "let a = if P3 is P1 then 1 else 0\n"
    used = PLAY.replace("pay(p, 1)", "pay(p, if 2 < count Player then a else 1)")
    assert errors(declared, used) == []
    assert errors("let a = if P4 is P1 then 1 else 0\n", used) == [("unknown-name", 8)]
    assert errors("let a = if P4 is P1 then 1 else 0\n") == [("unknown-name", 8)]
    assert errors(declared) == []
