"""Play that comes to no choice is given up where the reference gives it up. Ref §1."""

import warnings
from contextlib import suppress

import pytest

from interpreter import load
from interpreter.batch import BatchGame
from interpreter.faults import BudgetExceeded, DeadEnd, UsageError
from interpreter.measuring.simulate import simulate
from interpreter.native.emit.text import CONTEXT
from interpreter.native.engine.engine import engine_of
from interpreter.native.ir import statuses
from interpreter.native.ir.statuses import SPENT
from interpreter.native.lower import budget
from interpreter.position import Position, Run
from interpreter.reference import machine, stepping, values
from interpreter.testing.conformance import conform
from interpreter.tree import followers
from tests.support import sampling
from tests.support.games import RULES, TEXTS, game_of, instances
from tests.support.plays import played
from tests.support.sampling import gated

ENDLESS = """
game "Endless"
players 2
var coins: 0..9

play:
    each turn of p, at most 10:
        p chooses:
            spin: wind
    end: draw

to wind:
    repeat ROUNDS:
        if coins > 5: set coins to 0
        add 1 to coins
        if coins > 8:
            for q in Player: set coins to 0
"""


def endless(tmp_path, rounds):
    file = tmp_path / "endless.rules"
    file.write_text(ENDLESS.replace("ROUNDS", str(rounds)), encoding="utf-8")
    return load(str(file))


def test_the_budget_is_that_of_the_reference():
    assert budget.STEP_BUDGET == machine.STEP_BUDGET


def test_native_code_which_charges_the_worst_has_more_to_spend_than_the_reference():
    assert statuses.MOST_GONE_THROUGH == 1 << 28
    assert statuses.MOST_GONE_THROUGH > 64 * values.EFFORT


def test_native_code_does_not_go_on_where_the_reference_gives_up(tmp_path):
    game = endless(tmp_path, 250_000)
    found = conform(game, 1)
    assert found.difference is None
    assert found.faults == 1
    with pytest.raises(BudgetExceeded):
        simulate(game, 1)


def test_where_native_code_gives_up_too_early_the_reference_decides(tmp_path):
    game = endless(tmp_path, 37_500)
    found = conform(game, 1, most=1)
    assert (found.faults, found.given_up, found.difference) == (0, 1, None)
    batch = BatchGame(game, 1)
    batch.reset()
    with pytest.raises(UsageError, match="too large: native code gave up game 0, by action 0"):
        batch.step([0])


def test_for_loops_that_could_go_on_for_ever_spend_of_the_budget(tmp_path):
    """Where they fit they spend nothing; a hundred rounds in a hundred, four deep, do not."""
    heads = "".join(f"{'    ' * at}for n{at} in 0..99:\n" for at in range(1, 5))
    file = tmp_path / "wide.rules"
    text = f'game "Wide"\nplayers 2\nvar x: 0..9\nplay:\n{heads}{"    " * 5}set x to 3\n'
    file.write_text(text + "    end: draw\n", encoding="utf-8")
    game = load(str(file), engine="native")
    with pytest.raises(BudgetExceeded):
        game.start()
    native = game.native().native
    native.start(game.native().home)
    assert native.context.fault == SPENT


def spent(game, position, number):
    """Return the steps that the reference takes up to the next point."""
    at_work = machine.Machine(game.layout, position)
    stepping.resume(at_work, number)
    stepping.run(at_work)
    return machine.STEP_BUDGET - at_work.steps_left


@pytest.mark.parametrize("path", gated([*RULES, *TEXTS]), ids=lambda path: path.stem)
def test_the_reference_takes_no_more_steps_than_native_code_allows_for(path):
    game = game_of(instances(path)[-1])
    engine = engine_of(game)
    outside = machine.STEP_BUDGET - engine.codec.lowered.budget
    assert 0 < outside < machine.STEP_BUDGET * 0.7
    for state in played(game.start(), tuple(range(7, 67)))[:-1]:
        for number in followers(state)[:2]:
            flat = engine.codec.encode(state.position)
            assert flat is not None
            engine.native.step(flat, number)
            allowed = engine.native.context.slots[CONTEXT["steps"]] + outside
            assert spent(game, state.position, number) <= allowed


def looks_of(game):
    """Return how often each engine looks ahead before it is at the first point, or fails."""
    spec = game.spec
    control = (Run(spec.play.number, 0, ()), Run(spec.setup.number, 0, ()))
    at_work = machine.Machine(game.layout, Position(game.layout.start, control))
    with suppress(DeadEnd):
        stepping.run(at_work)
    engine = engine_of(game)
    engine.native.start(engine.home)
    return at_work.world.effort.looks, engine.native.context.slots[CONTEXT["looks"]]


def test_the_reference_looks_ahead_no_more_often_than_native_code(tmp_path):
    """Else it would come to the bound on looks first, and offer what native code does not."""
    paying = next(path for path in TEXTS if path.stem == "paying")
    text = paying.read_text(encoding="utf-8").partition("\nscenario ")[0]
    file = tmp_path / "dear.rules"
    found = []
    for price in range(1, 10):
        dear = text.replace("0..10 = 4", f"0..10 = {price}")
        for coins in (dear, dear.replace("| 1      |", "| 4      |")):
            file.write_text(coins, encoding="utf-8")
            found.append(looks_of(load(str(file))))
    assert all(by_reference <= natively for by_reference, natively in found)
    assert max(found) > (10, 10)


DEEP = """
game "Deep"
players 2
var x: 0..100
play:
    P1 chooses up to 100 times:
        count(n in 1..100 in order where n is x + 1): set x to n
        pass:
            need x is WANTED else "{x} so far"
    end: draw
"""


@pytest.mark.parametrize(("wanted", "picks", "faults"), [(80, 80, 0), (101, 59, 1)])
def test_picks_are_tried_forty_deep_in_each_other_by_both_engines(tmp_path, wanted, picks, faults):
    """Where the end is farther off a pick is offered unsearched, and may lead to a dead end."""
    file = tmp_path / "deep.rules"
    file.write_text(DEEP.replace("WANTED", str(wanted)), encoding="utf-8")
    game = load(str(file))
    found = conform(game, 1)
    assert (found.difference, found.faults, found.given_up) == (None, faults, 0)
    state, made = game.start(), 0
    with suppress(DeadEnd):
        while not state.is_terminal:
            state, made = state.apply(state.legal_ids[0]), made + 1
    assert made == picks


PAIRS = "count q in 0..9999 and r in 0..9999 where q * r + x > 7"
DOUBLING = "\n".join(f"let f{at + 1}(n) = (f{at}(n) + f{at}(9 - n)) mod 10" for at in range(31))
PICKS = """P1 chooses up to 9 times:
        go(a in 1..9 in order):
            repeat 40000: set x to a
        pass:
            need x is 0 else "no"
"""
FIVE = " and ".join(f"{name} in 0..99" for name in "abcde")
HEAVY = {
    "doubling": "set x to f31(3)",
    "combinations": f"if some {FIVE} where a + b + c + d + e is 500 + x: pass",
    "rounds": f"repeat 1000: set x to ({PAIRS}) mod 9",
    "options": f"P1 chooses:\n        go(a in 1..3 where a < {PAIRS})",
    "endless picks": PICKS,
}


LIKE_OTHERS = ("endless picks", "options", "rounds")
"""Those whose reasons others have, too, that take less or that the reference goes through."""


@pytest.mark.parametrize(
    ("name", "engine"),
    [
        *((name, "native") for name in HEAVY if name not in LIKE_OTHERS),
        *(pytest.param(name, "native", marks=pytest.mark.soak) for name in LIKE_OTHERS),
        ("combinations", "reference"),
        ("rounds", "reference"),
        *(
            pytest.param(name, "reference", marks=pytest.mark.soak)
            for name in HEAVY
            if name not in ("combinations", "rounds")
        ),
    ],
)
def test_what_goes_through_too_much_is_given_up_with_its_place(
    tmp_path, monkeypatch, name, engine
):
    """Each would go on for hours; where native code gives up the reference says why.

    In the gate it says so after a tenth of its effort; by itself it goes through all.
    """
    assert values.EFFORT == 4_000_000
    is_whole = sampling.DEEP or (name, engine) == ("rounds", "reference")
    effort = values.EFFORT // (1 if is_whole else 10)
    monkeypatch.setattr(values, "EFFORT", effort)
    file = tmp_path / "heavy.rules"
    head = f'game "Heavy"\nplayers 2\nvar x: 0..9\nlet f0(n) = (n * 7 + x) mod 10\n{DOUBLING}\n'
    file.write_text(f"{head}play:\n    {HEAVY[name]}\n    end: draw\n", encoding="utf-8")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # some are left to the reference
        with pytest.raises(BudgetExceeded, match=f"{effort:,} things") as given_up:
            assert load(str(file), engine=engine).start().legal_ids
    assert given_up.value.span.file == str(file)
    assert given_up.value.span.line > 4
