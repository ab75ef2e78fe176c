"""Faults that native code must notice where the value alone would not show them."""

import pytest

from interpreter import RuleFault, load

DIVIDED = """game "Shares"
players A, B

var parts: 0..1 = 0
var share: 0..12

{facts}

setup:
    random n in 0..1: set parts to n

play:
    A chooses:
        divide "A divides": set share to {value}
    end: draw
"""
BIG = " + ".join(["min(0, parts)"] * 40)


@pytest.mark.parametrize(
    ("facts", "value"),
    [
        ("", "12 / parts rounded down"),
        ("", "12 mod parts"),
        (f"let part(n) = 12 / n rounded down + {BIG}", "part(parts)"),
    ],
    ids=["division", "remainder", "in a fact that is a function"],
)
@pytest.mark.parametrize("engine", ["native", "reference"])
def test_division_by_zero_is_a_fault_where_the_quotient_is_known(tmp_path, facts, value, engine):
    file = tmp_path / "shares.rules"
    file.write_text(DIVIDED.format(facts=facts, value=value), encoding="utf-8")
    start = load(str(file), engine=engine).start()
    with pytest.raises(RuleFault, match="divided by zero"):
        start.child(0).child(0)
    assert start.child(1).child(0).is_terminal
