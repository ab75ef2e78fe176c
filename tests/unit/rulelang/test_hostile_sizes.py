"""Texts whose sizes would exhaust the machine: refused quickly, with the sum that led there."""

import time
from math import prod

import pytest

from rulelang import pipeline

QUICKLY_S = 30.0  # of the processor; here all take less than two
ZONE = "token Coin in bank: 1\nzone bank: Coin set, open\n"


def found(tmp_path, rules, head='game "Example"\nplayers 2\n', play="play: end: draw\n"):
    """Return the findings on a text as code and label, and check that they came quickly."""
    path = tmp_path / "game.rules"
    path.write_text(head + rules + play, encoding="utf-8")
    start = time.process_time()
    checked = pipeline.check(str(path))
    assert time.process_time() - start < QUICKLY_S
    return [(d.code, d.primary.text) for d in checked.diagnostics if d.severity == "error"]


def playing(*lines):
    return "play:\n" + "".join(f"    {line}\n" for line in (*lines, "end: draw"))


@pytest.mark.parametrize(
    ("rules", "sum_"),
    [
        ("space Cell on grid 100000 x 100000\n", "100,000 × 100,000 = 10,000,000,000"),
        ("space Cell on hex 70 x 70\n", "70 × 70 = 4,900"),
        ("space Step on track 999999999\n", "999,999,999"),
        ("var seen(1..1000, 1..1000): flag\n", "1,000 × 1,000 = 1,000,000"),
        ("var seen(0..999999999): flag\n", "1,000,000,000"),
        ("var points: 0..99999999999999999999\n", "99,999,999,999,999,999,999"),
        (ZONE + "zone pot(1..1000, 1..1000): Coin set, open\n", "1,000 × 1,000 = 1,000,000"),
        (
            ZONE + "token Chip(1..1000000000) in bank: 1\n",
            "1 before it + 1,000,000,000 = 1,000,000,001",
        ),
        ("token Chip(1..1000, 1..1000) in bank: 1\n", "1,000 × 1,000 = 1,000,000"),
        ("die Die in cup: 2 each, faces 1..999999999\n", "999,999,999"),
        ("table far(1..1000, 1..1000): 0..9:\n    | a | b | n |\n", "1,000 × 1,000 = 1,000,000"),
        (f"option seeds: {' | '.join(str(n) for n in range(30))}\n", "30"),
        ("".join(f"option o{n}\n" for n in range(1_000)), "1,000"),
    ],
)
def test_a_declaration(tmp_path, rules, sum_):
    assert found(tmp_path, rules)[0] == ("too-large", sum_)


@pytest.mark.parametrize(
    ("head", "sum_"),
    [
        ('game "Example"\nplayers 2..999999999\n', "999,999,999"),
        (
            'game "Example"\nplayers 1..60\noption seeds: 1 | 2 | 3 | 4 | 5 | 6 | 7\n',
            "60 × 7 = 420",
        ),
    ],
)
def test_ways_to_play(tmp_path, head, sum_):
    assert found(tmp_path, "", head=head) == [("too-large", sum_)]


def test_zones_that_are_too_many_only_together(tmp_path):
    many = "".join(f"zone z{n}(1..49999): Coin set, open\n" for n in range(1_000))
    assert found(tmp_path, ZONE + many) == [("too-large", "… + 49,999 = 449,992")]


@pytest.mark.parametrize(
    ("rules", "line", "label"),
    [
        ("", "for n in 1..999999999: pass", "999,999,999"),
        ("var gold: 0..999999999\n", "for n in 1..gold: pass", "999,999,999"),
        ("var n: 0..9\n", f"set n to {'9' * 30}", f"{int('9' * 30):,}"),
        (
            "space Cell on grid 64 x 64\n",
            "if between(a1, a9) is empty: stop",
            "8 × 4,096 × 64 = 2,097,152",
        ),
        (
            "space Field on ring 4000\n",
            "if clockwise(Field1, Field2) is 1: end: draw",
            "4,000 × 4,000 = 16,000,000",
        ),
    ],
)
def test_a_sentence(tmp_path, rules, line, label):
    assert found(tmp_path, rules, play=playing(line))[0] == ("too-large", label)


LOOPS = "".join(f"{'    ' * at}for n{at} in 0..99:\n" for at in range(1, 21))
SOME = " ".join(f"some {name} in Cell where" for name in "abcd")


@pytest.mark.parametrize(
    ("rules", "play", "sum_"),
    [
        ("", f"play:\n{LOOPS}{'    ' * 21}pass\n    end: draw\n", "100 × " * 4 + "100"),
        (
            "",
            playing("for a in 1..9999 and b in 1..9999 and c in 0..99: pass"),
            "9,999 × 9,999 × 100",
        ),
    ],
    ids=["loops", "a loop"],
)
def test_domains_that_multiply(tmp_path, rules, play, sum_):
    size = prod(int(amount) for amount in sum_.replace(",", "").split(" × "))
    assert found(tmp_path, rules, play=play) == [("too-large", f"{sum_} = {size:,}")]


CELLS = "space Cell on grid 60 x 60\n"
NEAR = ("for n in 1..1000:", "    if near(n) > 3: stop")


def test_loops_multiply_through_calls(tmp_path):
    rules = "to go(n):\n    for a in Cell:\n        for b in Cell:\n            if n is 1: stop\n"
    lines = ("go(1)", "for n in 1..200:", "    go(2)", "for n in 1..3:", "    go(n)")
    assert found(tmp_path, CELLS + rules, play=playing(*lines)) == [
        ("too-large", "200 × 3,600 × 3,600 = 2,592,000,000")
    ]


@pytest.mark.parametrize(
    ("rules", "lines"),
    [
        ("", (f"if {SOME} a is b and c is d: end: draw",)),
        ("let near(n) = count a in Cell and b in Cell where a is b or n is 1\n", NEAR),
        (
            (
                "let one(n) = count a in Cell where n is 1\n"
                "let two(n) = count a in Cell where one(n) is 1\n"
                "let three(n) = if n is 5 then 7 else count a in Cell where two(n) is 1\n"
            ),
            ("if three(1) > 3: end: draw",),
        ),
    ],
    ids=["some", "a fact", "facts in facts"],
)
def test_queries_do_not_multiply(tmp_path, rules, lines):
    assert found(tmp_path, CELLS + rules, play=playing(*lines)) == []


def test_domains_that_do_not_multiply_too_much(tmp_path):
    play = playing(
        "for a in 1..1000 and b in 1..1000 and c in 1..1000: pass",
        "for a in 1..1000 and b in 1..1000 and c in 1..1000: pass",
    )
    assert found(tmp_path, "", play=play) == []


def test_an_arm_whose_choices_multiply(tmp_path):
    play = "play:\n    P1 chooses:\n        go(a in Cell, b, c in 1..100, d in Player): pass\n"
    rules = "space Cell on grid 30 x 30\n"
    label = "`go` alone: 900 × 100 × 100 × 2 = 18,000,000"
    assert found(tmp_path, rules, play=play + "    end: draw\n") == [("too-many-actions", label)]


def test_lines_longer_than_the_board(tmp_path):
    play = playing("if some l in lines(Cell, 999999999) where a1 is in l: end: P1 wins")
    assert found(tmp_path, "space Cell on grid 60 x 60\n", play=play) == []


def test_a_match_over_a_wide_range(tmp_path):
    play = playing("match gold:", "    0: pass")
    codes = [code for code, _ in found(tmp_path, "var gold: 0..999999999\n", play=play)]
    assert codes == ["cases-missing"]


def chain(count, first, link):
    return first + "".join(link.format(n, n - 1) for n in range(1, count))


@pytest.mark.parametrize(
    ("rules", "line", "code"),
    [
        (
            chain(2_000, "let f0(n) = n + x\n", "let f{0}(n) = f{1}(n)\n"),
            "set x to f1999(1)",
            "too-deep",
        ),
        (chain(3_000, "to f0(n): set x to n\n", "to f{0}(n): f{1}(n)\n"), "f2999(1)", "too-large"),
        (
            chain(30, "let f0(n) = n\n", "let f{0}(n) = f{1}(2 * n) + f{1}(2 * n + 1)\n"),
            "set x to f29(1)",
            "too-large",
        ),
        (
            chain(2_000, "to f0(z): set z to 1\n", "to f{0}(z): f{1}(z)\n"),
            "f1999(x)",
            None,
        ),
        (
            "let f = match x:\n" + "".join(f"    {n}: {n + 1}\n" for n in range(1_000)),
            "set x to f",
            "too-deep",
        ),
        (
            "",
            "match x:\n" + "".join(f"        {n}: pass\n" for n in range(1_000)),
            "too-deep",
        ),
    ],
    ids=[
        "facts",
        "effects",
        "versions of facts",
        "effects of one place",
        "cases",
        "cases of a sentence",
    ],
)
def test_what_uses_each_other_without_end(tmp_path, rules, line, code):
    play = playing(line)
    codes = {code for code, _ in found(tmp_path, "var x: 0..999\n" + rules, play=play)}
    assert codes == ({code} if code else set())


def test_else_ifs_without_end(tmp_path):
    tests = [f"else if x is {n}: pass" for n in range(1, 1_000)]
    codes = [
        c for c, _ in found(tmp_path, "var x: 0..999\n", play=playing("if x is 0: pass", *tests))
    ]
    assert codes == ["too-deep"]


def test_nested_queries_within_a_deep_stack(tmp_path):
    """What a caller has on the stack already does not make the checker fail."""
    query = "".join(f"some p{n} in Player\n        where " for n in range(150))
    head = 'game "Example"\nplayers 1\n'  # with two the product would explode first
    rules, play = "var done: flag\n", playing(f"if {query}done: stop")

    def deep(levels):
        return deep(levels - 1) if levels else found(tmp_path, rules, head, play)

    assert {code for code, _ in deep(250)} == {"too-deep"}


def test_very_many_unknown_names(tmp_path):
    moves = "".join(f"    move Coin from bank{n} to bank\n" for n in range(2_000))
    zones = "".join(f"zone bonk{n}: Coin set, open\n" for n in range(500))
    findings = found(tmp_path, ZONE + zones, play=f"play:\n{moves}    end: draw\n")
    assert {code for code, _ in findings} == {"unknown-name"}


LASTING = """play:
    each turn of p, at most 3000:
        {within}
    end: draw
"""


@pytest.mark.parametrize(
    ("rules", "within", "sum_"),
    [
        ("", "repeat 4000: pass", "3,000 × 4,000 = 12,000,000"),
        ("", "repeat until true, at most 4000: pass", "3,000 × 4,000 = 12,000,000"),
        ("", "each turn of q, at most 4000: stop", "3,000 × 4,000 = 12,000,000"),
        ("", "p chooses up to 4000 times:\n            go: stop", "3,000 × 4,000 = 12,000,000"),
        ("to go_on:\n    repeat 4000: pass\n", "go_on", "3,000 × 4,000 = 12,000,000"),
        ("var n: 0..5000\n", "repeat n: pass", "3,000 × 5,000 = 15,000,000"),
        ("", "repeat 99999999: pass", "3,000 × 99,999,999 = 299,999,997,000"),
    ],
)
def test_plays_that_may_last_too_long(tmp_path, rules, within, sum_):
    play = LASTING.format(within=within)
    assert ("too-large", sum_) in found(tmp_path, rules, play=play)


def test_plays_that_last_as_long_as_they_may(tmp_path):
    play = LASTING.format(within="repeat 3333: pass\n        repeat 3333: pass")
    assert found(tmp_path, "", play=play) == []
