"""How often `any number of times` can be, and what it follows from."""

from textwrap import indent

import pytest

from rulelang import pipeline

DECLARED = """game "Example"
players 3
token Coin in bank: 7
token Ticket in stack: 3
zone stack: Ticket row, open
zone top: Ticket one, open
component Good in store:
    price: 1..4
    | name  | price | copies |
    | bread | 1     | 3      |
    | wine  | 4     | 2      |
zone bank: Coin set, open
zone purse(Player): Coin set of 2, open
zone store: Good set, open
zone basket: Good set, open
var tired(Player): flag
var owner(Good): Player or none
var steps: 0..9
var heat(Player): 0..4, fresh each turn

"""
ENDING = """
to earn(p): move Coin from bank to purse(p)
to lower(n):
    if steps >= n: take n from steps
"""


def judged(tmp_path, arms, around="", ends="    end: draw\n"):
    """Return what is found, and the bounds, of a choice made any number of times."""
    path = tmp_path / "game.rules"
    text = (
        f"{DECLARED}play:\n    for p in Player:\n        {around}p chooses any number of times:\n"
    )
    text += indent(arms, " " * 12) + ends + ENDING
    path.write_text(text, encoding="utf-8")
    report = pipeline.check(str(path))
    bounds = [o.claim.split(" at most ")[1] for o in report.obligations if "any number" in o.claim]
    errors = [d for d in report.diagnostics if d.severity == "error"]
    return [d.title for d in errors if d.code != "always-fails"], bounds


@pytest.mark.parametrize(
    ("arms", "bound"),
    [
        ("earn_one: move Coin from bank to purse(p)\n", "2 here: `purse` only gains"),
        ("earn_one: earn(p)\n", "6 here: `purse` only gains"),
        ("shed: move Coin from purse(p) to bank\n", "2 here: `purse` only loses"),
        ("shed: move 2 Coin from purse(next(p)) to bank\n", "6 here: `purse` only loses"),
        (
            "shed(q in Player): move Coin from purse(q) to bank\n",
            "6 here: `purse` only loses",
        ),
        (
            (
                'buy(g in store):\n    need steps >= g.price else "dear"\n'
                "    take g.price from steps\n    move g from store to basket\n"
            ),
            "5 here: `store` only loses",
        ),
        (
            'rest:\n    need not tired(p) else "no"\n    set tired(p) to true\n',
            "1 here: `tired` is set once each",
        ),
        (
            "claim(g in Good where owner(g) is none): set owner(g) to p\n",
            "2 here: `owner` is set once each",
        ),
        ("go: add 1 to steps\n", "9 here: `steps` only rises"),
        (
            "go: add 1 to steps\nclaim(g in Good where owner(g) is none): set owner(g) to p\n",
            "11 here: `owner` is set once each and `steps` only rises",
        ),
        (
            "go:\n    if tired(p): add 2 to steps\n    else: add 1 to steps\nleave: stop\n",
            "9 here: `steps` only rises",
        ),
        (
            "go:\n    next(p) chooses:\n        a: add 1 to steps\n        b: add 2 to steps\n",
            "9 here: `steps` only rises",
        ),
        ("go:\n    repeat 2: add 1 to steps\n", "9 here: `steps` only rises"),
        ("deal_one: draw 1 from stack to top\n", "1 here: `top` only gains"),
        (
            "over: end: draw\ngo: add 1 to steps\n",
            "9 here: `steps` only rises",
        ),
        (
            "over:\n    if tired(p): end: draw\n    else: end: p wins\ngo: add 1 to steps\n",
            "9 here: `steps` only rises",
        ),
        (
            "rest(q in Player where not tired(q) and steps < 3): set tired(q) to true\n",
            "3 here: `tired` is set once each",
        ),
    ],
)
def test_what_each_pick_uses_up_is_the_bound(tmp_path, arms, bound):
    errors, bounds = judged(tmp_path, arms)
    assert (errors, bounds) == ([], [bound])


@pytest.mark.parametrize(
    ("arms", "named"),
    [
        ("wait: pass\n", "wait"),
        (
            "earn_one: move Coin from bank to purse(p)\nshed: move Coin from purse(p) to bank\n",
            "earn_one",
        ),
        ("go: lower(1)\n", "go"),
        ("go:\n    if tired(p): add 1 to steps\n", "go"),
        ("set_it(n in 0..9): set steps to n\n", "set_it"),
        ("go(n in 0..3): add n to steps\n", "go"),
        ("go: add 1 to steps\nback: take 1 from steps\n", "go"),
        ("claim(g in Good): set owner(g) to p\n", "claim"),
        ('rest:\n    need not tired(p) else "no"\n    set tired(next(p)) to true\n', "rest"),
        ("warm:\n    add 1 to heat(p)\n    each turn of q, at most 2: pass\n", "warm"),
        ("pass_on: move Coin from purse(p) to purse(next(p))\n", "pass_on"),
        ("go:\n    repeat 2:\n        stop\n", "go"),
    ],
)
def test_an_arm_that_uses_nothing_up_is_named(tmp_path, arms, named):
    errors, _ = judged(tmp_path, arms)
    assert errors == [f"`{named}` may be chosen for ever: it uses nothing up"]


def test_what_an_anytime_arm_gives_back_goes_no_one_way(tmp_path):
    around = "anytime p, at most 3 times:\n            back: take 1 from steps\n        "
    errors, _ = judged(tmp_path, "go: add 1 to steps\n", around)
    assert errors == ["`go` may be chosen for ever: it uses nothing up"]


def test_picks_count_among_what_goes_on_for_too_long(tmp_path):
    path = tmp_path / "game.rules"
    text = (
        DECLARED
        + "play:\n    each turn of q, at most 4000000:\n        q chooses any number of times:\n"
    )
    text += "            go: add 1 to steps\n    end: draw\n"
    path.write_text(text, encoding="utf-8")
    (found,) = [d for d in pipeline.check(str(path)).diagnostics if d.code == "too-large"]
    assert found.primary.text == "4,000,000 × 9 = 36,000,000"
    path.write_text(f"length at most 500 choices\n{text}", encoding="utf-8")
    assert not [d for d in pipeline.check(str(path)).diagnostics if d.code == "too-large"]
