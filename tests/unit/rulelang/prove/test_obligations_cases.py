"""What the prover refuses because one case that certainly comes up fails. Ref §25."""

from textwrap import indent

import pytest

from tests.unit.rulelang.prove.claims import UNKNOWN, checked

OUTSIDE = "`step` is asked outside its index 1..4"


@pytest.mark.parametrize(
    ("lines", "titles"),
    [
        ("for n in 1..5: set step(n) to 1", [OUTSIDE]),
        ("for n in 1..5 where n < 5: set step(n) to 1", []),
        ("for n in 1..5 where not rich or n < 5: set step(n) to 1", []),
        ("for n in 1..5:\n    if coins > 3: end: draw\n    set step(n) to 1", []),
        ("for n in 1..5:\n    if coins > 3: stop\n    set step(n) to 1", []),
        ("for n in 1..5:\n    may_end\n    set step(n) to 1", []),
        ("for n in 1..5:\n    if coins > 3: pass\n    set step(n) to 1", [OUTSIDE]),
        ("for n in 1..5:\n    if coins > 3: set step(n) to 1", []),
        ("for n in 1..5:\n    for m in 1..2: set step(n) to m", [OUTSIDE]),
        ("for n in 1..5:\n    for c in line: set step(n) to 1", []),
        ("for n in 1..5:\n    repeat coins: set step(n) to 1", []),
        ("for n in 1..5:\n    let m = n + 2\n    set step(m - 2) to 1", [OUTSIDE]),
        ("for n in 1..5: climb(n)", [OUTSIDE]),
        ("for n in 1..5:\n    if climbs(n): pass", [OUTSIDE]),
        ("for n in 1..5:\n    if n < 5 and climbs(n): pass", []),
        ("for n in 1..5: set debts to if n < 5 then step(n) else 0", []),
        ("if some n in 1..5 where step(n) is 0: stop_here", []),
        ("if no n in 1..5 where step(n) is 3: stop_here", []),
        ("set debts to first n in 1..5 where step(n) is 0 else 0", []),
        ("set debts to count n in 1..5 where step(n) > 0", [OUTSIDE]),
        ("set debts to min(9, sum of step(n) for n in 1..5)", [OUTSIDE]),
        ("set debts to highest of step(n) for n in 1..5 where n < 5 else 0", []),
        ("random n in 1..5: set step(n) to 1", [OUTSIDE]),
        ("P1 chooses:\n    go(n in 1..5): set step(n) to 1", [OUTSIDE]),
        ("P1 chooses:\n    go(n in 1..5 where step(n) is 1): pass", [OUTSIDE]),
        ('P1 chooses:\n    go(n in 1..5):\n        need n < 5 else "no"\n        climb(n)', []),
        (
            (
                "P1 chooses:\n    go(n in 1..5):\n        set marked to none\n"
                '        need n < 3 else "no"\n        set step(n) to n * 3 - 3 + debts mod 2'
            ),
            [],
        ),
        ("P1 chooses:\n    go(n, m in 1..5): set step(n) to m - 2", []),
        ("P1 chooses:\n    go(c in line, n in 1..5): set step(n) to 1", [OUTSIDE]),
        ("P1 chooses:\n    go(n in 1..5, c in line): set step(n) to 1", []),
        ("anytime P1, at most 2 times:\n    go(n in 1..5): set step(n) to 1", [OUTSIDE]),
    ],
)
def test_a_case_that_certainly_comes_up_is_refused_if_it_fails(tmp_path, lines, titles):
    declared = """
let climbs(n) = step(n) > 0
to climb(n): set step(n) to 1
to stop_here: pass
to may_end:
    if coins > 3: end: draw
"""
    lines = lines.replace("P1 chooses:", "P1 chooses or passes:")
    found, _ = checked(tmp_path, UNKNOWN + indent(lines, "    "), declared)
    errors = [d for d in found.diagnostics if d.severity == "error"]
    assert [(d.code, d.title) for d in errors] == [("always-fails", title) for title in titles]
