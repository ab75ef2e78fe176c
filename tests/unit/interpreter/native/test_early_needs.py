"""No fault is hidden: by needs asked of an early binding, by loops left early, or by chance."""

import pytest

from interpreter import RuleFault, load
from interpreter.native.ir.show import show_function
from interpreter.native.lower.game import lower
from interpreter.testing.conformance import conform
from tests.support.batches import batch_of
from tests.support.masks import game_of, module_of

TEXT = """game "Early"
players A, B
kind Arm: legion | galley
space Cell on grid 4 x 4
var camp(Cell): 0..3
var ready(Player, Arm): 0..9 = 5
var parts: 0..2

setup:
    for c in Cell where row(c) is 1: set camp(c) to 2

play:
    each turn of p, at most 20:
        p chooses:
{arm}
        otherwise: pass
    end: draw
"""
ARMS = {
    "of an arm and of a cell": """            march(a in Arm, b in Cell, c in neighbours(b)):
                need ready(p, a) > 0 and camp(b) > 0 else "nobody is there"
                need camp(c) < 3 or a is galley else "full"
                take 1 from ready(p, a)
                take 1 from camp(b)
                if camp(c) < 3: add 1 to camp(c)""",
    "of nothing that is chosen": """            feed(b in Cell, n in 1..3):
                need ready(p, legion) > 1 else "too few"
                need camp(b) + n <= 3 else "full"
                take 1 from ready(p, legion)
                add n to camp(b)""",
    "with locals of its own": """            settle(b in Cell, n in 1..3):
                need camp(b) is 0 and no d in neighbours(b) where camp(d) > 2 else "crowded"
                need ready(p, galley) >= n else "too few"
                set camp(b) to n
                take n from ready(p, galley)""",
    "in a row of bindings": """            trade(m in 0..2, i in 0..2 - m, n in 0..1):
                need ready(p, legion) >= m and ready(p, galley) >= i and ready(p, legion) + n < 9
                    else "too few"
                take m from ready(p, legion)
                take i from ready(p, galley)
                add n to ready(p, legion)""",
}


def early(tmp_path, arm, engine="native"):
    path = tmp_path / "early.rules"
    path.write_text(TEXT.format(arm=arm), encoding="utf-8")
    return load(str(path), engine=engine)


@pytest.mark.parametrize("arm", ARMS.values(), ids=list(ARMS))
def test_engines_agree(tmp_path, arm):
    found = conform(early(tmp_path, arm), 4, most=20)
    assert found.difference is None
    assert found.choice_points > 20


def test_it_is_asked_before_the_next_binding(tmp_path):
    arm = ARMS["of nothing that is chosen"]
    functions = lower(early(tmp_path, arm).layout).module.functions
    (text,) = [show_function(functions[name]) for name in functions if "legal" in name]
    assert text.index("= ready[") < text.index(" bits\n")


@pytest.mark.parametrize("engine", ["native", "reference"])
def test_no_fault_of_a_later_binding_is_hidden(tmp_path, engine):
    arm = """            share(b in Cell, n in 1..3 where 6 / parts rounded down > n):
                need camp(b) > 9 else "nobody is there"
                set camp(b) to 0"""
    with pytest.raises(RuleFault, match="divided by zero"):
        _ = early(tmp_path, arm, engine).start().legal_ids


LEFT_EARLY = """game "Left early"
players 2
space Cell on grid 3 x 3
var level(Cell): 0..9
var n: 0..99

to bump(c):
    if n > 0: end: P1 wins
    add 1 to n

play:
    each turn of p, at most 3:
        p chooses:
            go(k in 0..2):
                set level(b1) to k
                for c in Cell where level(c) is 0 or {search}:
                    {body}
            pass
    end: draw
"""

SAFE = "10 / (level(c) + 1) rounded down > 2"
FAULTY = "10 / (level(c) - 1) rounded down > 2"

BODIES = {
    "stop": "stop",
    "stop behind a loop": "repeat 2: add 1 to n\n                    stop",
    "end": "end: P1 wins",
    "end in an effect": "bump(c)",
    "neither": "repeat 2:\n                        add 1 to n\n                        stop",
}


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize(("search", "faults"), [(SAFE, False), (FAULTY, True)])
def test_a_loop_that_is_left_early_has_all_faults_of_its_search(tmp_path, body, search, faults):
    game = game_of(tmp_path, LEFT_EARLY.format(search=search, body=BODIES[body]))
    found = conform(game, 9)
    assert (found.difference, found.given_up) == (None, 0)
    assert bool(found.faults) == faults
    collects = any(function.buffers for function in module_of(game).functions.values())
    assert collects == (faults and body != "neither")


BY_CHANCE = """game "By chance"
players 2
space Cell on grid 3 x 3
var level(Cell): 0..9
var n: 0..99

play:
    each turn of p, at most 3:
        p chooses:
            go(k in 0..2):
                set level(b1) to k
                random c in Cell where level(c) is 0 or 10 / (level(c) - 1) rounded down > 2:
                    add 1 to n
            pass
    end: draw
"""


def test_what_faults_while_chance_is_listed_is_a_fault(tmp_path):
    found = conform(game_of(tmp_path, BY_CHANCE), 6)
    assert (found.difference, found.given_up) == (None, 0)
    assert 0 < found.faults < 6


def test_the_outcomes_of_another_position_are_listed_after_a_fault(tmp_path):
    game = game_of(tmp_path, BY_CHANCE)
    game.prepare()
    faulty, fine = (game.start().child(at) for at in (1, 2))
    assert faulty.held.compiled is not None
    with pytest.raises(RuleFault, match="10 is divided by zero"):
        _ = faulty.chance_outcomes
    assert len(fine.chance_outcomes) == 9


def test_a_batch_tells_what_faults_while_chance_is_listed(tmp_path):
    batch = batch_of(game_of(tmp_path, BY_CHANCE), 2)
    batch.reset()
    with pytest.raises(RuleFault, match="10 is divided by zero"):
        batch.step([0, 1])
