"""What the prover proves, leaves open and refuses: each sort of claim. Ref §25."""

import re
from textwrap import dedent, indent

import pytest

from rulelang.obligations import Obligation, merged
from rulelang.source import Span
from tests.unit.rulelang.prove.claims import DECLARED, LINES, UNKNOWN, checked


@pytest.mark.parametrize("claim", LINES)
def test_lines_are_proved_or_open(tmp_path, claim):
    for lines in paragraphs(dedent(LINES[claim])):
        assert_as_marked(tmp_path, lines, claim)


def paragraphs(lines):
    """Return the statements, each with the unmarked ones before it."""
    found = [""]
    for line in lines.strip().splitlines(keepends=True):
        if "# " in found[-1] and not line.startswith((" ", "else")):
            found.append("")
        found[-1] += line
    return found


def assert_as_marked(tmp_path, lines, claim):
    found, path = checked(tmp_path, UNKNOWN + indent(lines, " " * 8))
    assert not [d.title for d in found.diagnostics if d.severity == "error"]
    told = {o.span.line: o.status for o in found.obligations if o.claim == claim}
    text = path.read_text(encoding="utf-8").splitlines()
    wanted = {
        number + 1: marked[1]
        for number, line in enumerate(text)
        if (marked := re.search(r"# (proved|open)$", line))
    }
    assert {text[n - 1]: told.get(n) for n in wanted} == {
        text[n - 1]: s for n, s in wanted.items()
    }


@pytest.mark.parametrize(
    ("lines", "title"),
    [
        ("set level(marked) to 1", "`level` is asked for `none`, which is no index of it"),
        ("set coins to 5\nset step(coins) to 1", "`step` is asked outside its index 1..4"),
        ("let n = coins + 5\nset coins to n - 6", "`coins` would be -1; it holds 0..9"),
        ("set debts to 9 / coins rounded down", "this divides by 0"),
        ("let n = 2 - 4\nrepeat n: pass", "this number is below 0"),
        ('say "hello" to friend', "`none` stands here where a player is wanted"),
        ("end: friend wins", "`none` wins here"),
        (
            "end: each p scores score(p)",
            "`score` is known only when the game is over, in `expect` lines",
        ),
        ("move line.first from line to deck", "`none` is moved here"),
        ("move 4 Stone from bowl to heap", "`bowl` cannot have what is taken from it"),
        ("draw 5 from deck to line", "`deck` cannot have what is taken from it"),
        (
            "move all from bowl to on(Field1)",
            "`on` has room for 1 only, which is not enough here",
        ),
        (
            (
                "for x in shop: move x from shop to heap\n"
                "for x in heap where x is not Stone: move x from heap to rack"
            ),
            "`rack` takes nothing of what comes here",
        ),
        ("random c in line: pass", "chance has nothing to pick from here"),
        ("P1 chooses:\n    lay(c in line): pass", "no action is ever legal here"),
        (
            "for c in line clockwise from Scroll(1): pass",
            "the order begins at one that is not part of it",
        ),
    ],
)
def test_what_always_fails_is_refused(tmp_path, lines, title):
    found, _ = checked(tmp_path, indent(lines, "    "))
    errors = [d for d in found.diagnostics if d.severity == "error"]
    assert [(d.code, d.title) for d in errors] == [("always-fails", title)]


def test_play_must_end(tmp_path):
    claim = "play ends before its last line is done"
    for lines, status in (
        ("    if rich: end: P1 wins\n    else: end: draw", "proved"),
        ("    P1 chooses:\n        win: end: P1 wins\n        stay: end: draw", "proved"),
        ("    if rich: end: P1 wins\n    else if coins > 1: end: draw", "open"),
        ("    each turn of p, at most 3: end: draw", "open"),
    ):
        found, _ = checked(tmp_path, "    random n in 0..9: set coins to n\n" + lines, end="")
        assert [o.status for o in found.obligations if o.claim == claim] == [status], lines


def test_effects_and_facts_know_what_every_call_knows(tmp_path):
    declared = """
let deep(f) = level(f) + 1
to raise_high(f):
    if deep(f) < 4: add 1 to level(f)
to spend(n): take n from coins
to waste(n): take n from coins
"""
    calls = """
    if marked is not none: raise_high(marked)
    if coins > 3: spend(3)
    if coins > debts: spend(debts)
    if coins > 3: waste(3)
    waste(debts)
"""
    found, _ = checked(tmp_path, UNKNOWN + calls, declared)
    open_ = [(o.span.line, o.claim) for o in found.obligations if o.is_open]
    at = DECLARED.count("\n") + declared.count("\n")
    assert open_ == [(at, "`coins` stays within 0..9")]


def test_a_standing_may_be_asked_of_anybody_at_any_time(tmp_path):
    for value, status in (
        ("12 / coins rounded down", "open"),
        ("12 / (coins + 1) rounded down", "proved"),
        ("12 / (if p is P2 then coins else 1) rounded down", "open"),
        ("if coins > 0 then 12 / coins rounded down else 0", "proved"),
    ):
        found, _ = checked(tmp_path, "    set coins to 3", f"\nstanding(p) = {value}\n")
        assert [o.status for o in found.obligations if "divi" in o.claim] == [status], value


def test_the_set_up_is_followed_step_by_step(tmp_path):
    declared = """
setup:
    for p in Player: deal_to(p)
    for f in Field where f is not Field4: move Stone from bowl to on(f)
to deal_to(p): draw 1 from deck to hand(p)
"""
    found, _ = checked(tmp_path, "    set coins to count bowl", declared)
    assert not [o for o in found.obligations if o.is_open]


def test_what_an_anytime_arm_changes_is_not_known_at_a_choice(tmp_path):
    lines = """
    anytime P1, at most 3 times:
        pay: set coins to 0
    P2 chooses:
        rest: pass
    if coins > 4:
        P1 chooses:
            spend: take 4 from coins
"""
    found, _ = checked(tmp_path, UNKNOWN + lines)
    open_ = [o.claim for o in found.obligations if o.is_open]
    assert open_ == ["`coins` stays within 0..9"]


def test_an_anytime_arm_may_be_taken_at_every_choice_below(tmp_path):
    declared = "to ask(p):\n    p chooses:\n        rest: pass\n"
    lines = """
    anytime P1, at most 3 times:
        pay: set coins to 0
    set coins to 9
    {}
    take 4 from coins
"""
    for asking, is_open in (
        ("ask(P1)", True),
        ("for p in Player: ask(p)", True),
        ("repeat 3: ask(P2)", True),
        ("set debts to 3", False),
    ):
        found, _ = checked(tmp_path, UNKNOWN + lines.format(asking), declared)
        claim = "`coins` stays within 0..9"
        assert [o.is_open for o in found.obligations if o.claim == claim][-1] == is_open, asking


def test_a_call_that_is_never_reached_fails_nowhere(tmp_path):
    declared = """setup:
    set coins to 2
    if coins > 4: spend(3)
to spend(n):
    take n from coins
    set coins to 4 / (coins + 1) rounded down - 3
"""
    found, _ = checked(tmp_path, "    pass", declared)
    assert not [d for d in found.diagnostics if d.severity == "error"]
    assert not [o for o in found.obligations if o.is_open]


def test_what_a_choice_that_was_left_has_done_is_not_that_of_its_pass(tmp_path):
    lines = """
        q chooses up to 3 times:
            earn(n in 0..9):
                set coins to n
                stop
            pass: set coins to 9
        take 4 from coins
"""
    found, _ = checked(tmp_path, UNKNOWN + lines)
    open_ = [o.claim for o in found.obligations if o.is_open]
    assert open_ == ["`coins` stays within 0..9"]
    found, _ = checked(tmp_path, UNKNOWN + lines.replace("                stop\n", ""))
    assert not [o for o in found.obligations if o.is_open]


def test_what_was_asked_of_a_turn_is_set_back_when_it_begins(tmp_path):
    declared = "var picks: 0..5 = 5, fresh each turn\nvar kept: 0..5 = 5\n"
    drops = "drop: set picks to 0\n            less: set kept to 0\n            rest:"
    lines = """
    each turn of q in Player where picks < 5 and kept < 5, at most 9:
        add 1 to picks
        add 1 to kept
"""
    found, _ = checked(tmp_path, UNKNOWN.replace("rest:", drops) + lines, declared)
    assert [o.claim for o in found.obligations if o.is_open] == ["`picks` stays within 0..5"]


def test_a_claim_is_open_if_it_is_open_in_any_instance():
    here = Span("a.rules", 3, 1, 3, 5)
    proved = Obligation("G1", "it fits", here, "proved")
    open_ = Obligation("G1", "it fits", here, "open")
    other = Obligation("G1", "it fits", Span("a.rules", 2, 1, 2, 5), "proved")
    assert merged((proved, open_, proved, other)) == (other, open_)
