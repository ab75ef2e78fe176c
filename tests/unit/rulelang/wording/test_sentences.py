"""Rule texts in sentences."""

import pytest

from rulelang import surface
from rulelang.diagnostics import Sink
from rulelang.parse import parse
from rulelang.pipeline import read
from rulelang.source import Source
from rulelang.wording import manual, plain
from tests.support.games import RULES

HEAD = """game "G"
players 2
option strict
kind Suit: red | black
component Card in box:
    suit: Suit
    worth: 0..9
    wild: flag
    | name | suit | worth | wild | copies |
    | ace  | red  | 1     | x    | 2      |
zone box: Card set, open
zone hand(Player): Card set, owner sees
zone pile(Suit): Card row, open
var coins(Player): 0..9
"""


def said(body, declarations=""):
    """Return the sentences of `play:` with this body, an indent for what stands under others."""
    text = f"{HEAD}{declarations}play:\n" + "".join(f"    {line}\n" for line in body.split("\n"))
    sink = Sink()
    tree = parse(Source("g.rules", text), sink)
    assert tree is not None, sink.found
    return list(lines(manual(tree).play))


def lines(items, depth=0):
    """Yield sentences, indented."""
    for item in items:
        yield "  " * depth + plain(item.said)
        yield from lines(item.under, depth + 1)


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("move ace from hand(p) to pile(red)", "Move ace from p's hand to pile of red."),
        ("move 2 ace from box to hand(p), beneath", "Move 2 ace from box to p's hand, beneath"),
        ("move all from box to hand(p)", "Move all from box to p's hand."),
        ("draw up to 3 from box to hand(p)", "Draw up to 3 from box to p's hand."),
        ("deal 5 each from box to hand(q) for q in Player", "Deal 5 each from box to q's hand,"),
        ("set coins(p) to coins(q) + 1", "Set p's coins to q's coins + 1."),
        ("add 2 * coins(q) to coins(p)", "Add 2 × q's coins to p's coins."),
        ("take 1 from coins(p)", "Take 1 from p's coins."),
        ("reveal hand(p)", "Reveal p's hand."),
        ("show hand(p) to q", "Show p's hand to q."),
        ('say "now {p}"', "Say “now p”."),
        ('say "psst" to q', "Tell q: “psst”."),
        ("end: p wins", "The game ends: p wins."),
        ("end: draw", "The game ends: a draw."),
        (
            "end: p with most coins(p) then least count hand(p) wins",
            (
                "The game ends: the player p with the most coins, then the lowest size of"
                " p's hand wins."
            ),
        ),
        ("end: each p scores coins(p)", "The game ends: each player p scores p's coins."),
        ("next turn of q", "The next turn is that of q."),
        ("stop", "Stop here."),
        ("pass", "Nothing happens."),
        ("pay_all(p, 3)", "Pay all (p, 3)."),
    ],
)
def test_a_statement_is_a_sentence(statement, sentence):
    (found,) = said(statement, "to pay_all(p, n): stop\n")
    assert found.startswith(sentence)


@pytest.mark.parametrize(
    ("expression", "phrase"),
    [
        ("a and (b or c)", "a and (b or c)"),
        ("not (a and b)", "not (a and b)"),
        ("(1 + 2) * 3 > 4", "(1 + 2) × 3 is more than 4"),
        ("7 - (2 - 1) is 6", "7 − (2 − 1) is 6"),
        ("a.wild", "a is wild"),
        ("a.suit is red", "a's suit is red"),
        ("count Player is 2", "the number of Player is 2"),
        ("count hand(p) <= 3", "the size of p's hand is at most 3"),
        ("hand(p) is not empty", "p's hand is not empty"),
        ("ace is in hand(p)", "ace is in p's hand"),
        ("some c in hand(p) where c.wild", "some c in p's hand where c is wild"),
        ("at least 2 c in box where c.wild", "at least 2 c in box where c is wild"),
        ("every c in hand(p) has c.wild", "for every c in p's hand: c is wild"),
        ("p is in {}", "p is in none"),
        ("(longest trail of r in Road) > 2", "(the length of the longest trail of r in Road) is"),
        (
            "(sum of c.worth for c in hand(p)) >= 2",
            "(the sum of c's worth for c in p's hand) is at least 2",
        ),
        (
            "4 / 3 rounded up is 2",
            "4 ÷ 3 rounded up is 2",
        ),
    ],
)
def test_an_expression_is_a_phrase(expression, phrase):
    first = said(f"if {expression}: stop")[0]
    assert first.startswith(f"If {phrase}")


def test_a_choice_that_repeats_says_so():
    found = said("p chooses any number of times:\n    lay(c in hand(p)): move c to box")
    assert found[0] == "p may choose, any number of times:"


def test_choices_have_their_needs_and_what_they_do_under_them():
    found = said(
        "p chooses or passes:\n"
        '    lay(c in hand(p), s in Suit where c.suit is s) "{p} lays {c}":\n'
        '        need coins(p) > 0 else "{p} has nothing"\n'
        "        move c from hand(p) to pile(s)"
    )
    assert found == [
        "p chooses one or passes:",
        "  “p lays c”, for c in p's hand and s in Suit where c's suit is s:",
        "    Only if p's coins is more than 0 — else “p has nothing”.",
        "    Move c from p's hand to pile of s.",
    ]


def test_every_line_of_rules_in_shipped_games_is_said_once():
    """Each statement, need and arm of the tree is one sentence, at its line."""
    for path in RULES:
        found = read(str(path))
        rules = manual(found.text)
        parts = (rules.setup, rules.play, *(p.items for p in rules.procedures))
        told = sorted(item.line for part in parts for item in every(part))
        assert told == sorted(statements(found.text)), path.name


def every(items):
    """Yield sentences and all that stand under them."""
    for item in items:
        yield item
        yield from every(item.under)


def statements(text):
    """Yield the line of all that should be said: statements, arms, needs, cases and branches."""
    for node in text.declarations:
        if isinstance(node, surface.Setup | surface.Play | surface.Effect):
            yield from inside(node.body)


def inside(body):
    """Yield the lines of a block."""
    for node in body:
        match node:
            case surface.If(branches=branches, otherwise=otherwise):
                for at, (test, under) in enumerate(branches):
                    yield test.span.line if at else node.span.line
                    yield from inside(under)
                if otherwise is not None:
                    yield otherwise[0].span.line
                    yield from inside(otherwise)
            case surface.Match(cases=cases) | surface.Let(value=surface.Cases(cases=cases)):
                yield node.span.line
                for case in cases:
                    yield case.span.line
                    yield from inside(case.body) if isinstance(case.body, tuple) else ()
            case surface.Choose() | surface.Anytime():
                yield node.span.line
                for arm in node.arms:
                    yield from (arm.span.line, *(need.span.line for need in arm.needs))
                    yield from inside(arm.body)
                otherwise = getattr(node, "otherwise", None)
                if otherwise is not None:
                    yield otherwise[0].span.line
                    yield from inside(otherwise)
            case _:
                yield node.span.line
                yield from inside(getattr(node, "body", ()))


def test_of_a_library_what_is_asked_for_is_worded_too():
    library = parse(Source("l.rules", "let worth(c) = c.worth\nlet idle(c) = 3\n"), Sink())
    text = f"{HEAD}play:\n    for c in box: add worth(c) to coins(P1)\n    end: draw\n"
    rules = manual(parse(Source("g.rules", text), Sink()), library.declarations)
    assert [passage.name for passage in rules.words] == ["worth"]
    assert [plain(item.said) for item in rules.words[0].items] == ["It is c's worth."]
