"""Native code may go on where the reference gives up, which is no difference. Ref §1."""

import pytest

from interpreter import load, load_all
from interpreter.faults import BudgetExceeded
from interpreter.reference import values
from interpreter.testing import scenarios
from interpreter.testing.conformance import conform, conform_scenarios
from interpreter.testing.coverage import coverage

LESS = 10_000
WIDE = """
game "Wide"
players 2
var x: 0..9

let pairs = count q in 0..199
    and r in 0..199 where q * r + x > 7

play:
    each turn of p, at most 3:
        p chooses:
            go(k in 1..3):
                set x to pairs mod 9
    end: draw

scenario "one goes":
    play go(2)
    expect x >= 0
"""
ROUNDS = """
game "Rounds"
players 2
var x: 0..9

play:
    P1 chooses:
        go:
            if x is 0:
                repeat 9000:
                    if x < 9:
                        set x to 3
    end: draw
"""


def written(tmp_path, text):
    file = tmp_path / "text.rules"
    file.write_text(text, encoding="utf-8")
    return str(file)


@pytest.fixture
def wide(tmp_path, monkeypatch):
    monkeypatch.setattr(values, "EFFORT", LESS)
    return written(tmp_path, WIDE)


def test_a_game_that_the_reference_gives_up_is_compared_no_further(wide):
    found = conform(load(wide, engine="native"), 1)
    assert (found.difference, found.faults, found.given_up, found.games) == (None, 0, 1, 0)


def test_native_code_runs_the_scenarios_that_the_reference_gives_up(wide):
    text = load_all(wide)
    (found,) = (scenarios.run(example) for example in text.scenarios)
    assert not found.failures
    compared = conform_scenarios(text.scenarios, 1)
    assert compared.difference is None
    assert compared.given_up > 0


def test_coverage_plays_on_by_native_code(wide):
    found = coverage(load_all(wide), 2, engine="reference")
    assert found.unreached == ()


@pytest.mark.parametrize(("text", "line"), [(WIDE, 6), (ROUNDS, 10)])
def test_the_fault_names_the_query_or_loop(tmp_path, monkeypatch, text, line):
    monkeypatch.setattr(values, "EFFORT", LESS)
    state = load(written(tmp_path, text), engine="native").start()
    with pytest.raises(BudgetExceeded, match="10,000 things") as given_up:
        state.held.plain.step(state.legal_ids[0])
    assert given_up.value.span.line == line
