"""Equilibria, held to values that are known, and to OpenSpiel's best answers."""

import pyspiel
import pytest

from interpreter import histories, load
from interpreter.solving import TooLargeToSolve, cfr, sized
from interpreter.solving.regrets import best_answer, exploitability
from interpreter.solving.sized import about, passes
from interpreter.solving.unrolled import unrolled

EVEN = """game "Even"
players A, B

var total: 0..12

play:
    each turn of p in Player from A, at most 4:
        p chooses:
            give(n in 1..3):
                add n to total
    end: draw
"""


@pytest.mark.external
def test_kuhn_poker_is_worth_what_kuhn_says():
    # Source: Kuhn, A simplified two-person poker (1950): -1/18 to who begins.
    found = cfr(load("kuhn_poker"), 500)
    assert found.returns[0] == pytest.approx(-1 / 18, abs=0.001)
    assert found.returns[1] == -found.returns[0]
    assert 0 <= found.exploitability < 0.001


@pytest.mark.external
@pytest.mark.soak
def test_leduc_poker_is_worth_what_others_found():
    game = pyspiel.load_game("leduc_poker")
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(300):
        solver.evaluate_and_update_policy()
    start = game.new_initial_state()
    theirs = pyspiel.expected_returns(start, solver.average_policy(), -1, True)[0]
    found = cfr(load("leduc_poker"), 1_000)
    assert theirs == pytest.approx(-0.0856, abs=0.001)
    assert found.returns[0] == pytest.approx(-0.0856, abs=0.0005)
    assert found.exploitability < 0.001


@pytest.mark.external
@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_the_best_answers_to_even_strategies_are_those_of_openspiel(name):
    tree = unrolled(load(name))
    even = [(1 / len(state.actions),) * len(state.actions) for state in tree.states]
    game = pyspiel.load_game(name)
    theirs = pyspiel.UniformRandomPolicy(game)  # has to outlive the best answers
    for player in range(2):
        other = pyspiel.TabularBestResponse(game, player, theirs)
        worth = other.value_from_state(game.new_initial_state())
        assert best_answer(tree, even, player) == pytest.approx(worth)


def test_more_iterations_leave_less_to_gain():
    gains = [cfr(load("kuhn_poker"), number).exploitability for number in (1, 10, 100)]
    assert gains == sorted(gains, reverse=True)


def test_who_has_the_best_card_always_calls():
    found = cfr(load("kuhn_poker"), 200)
    tree = unrolled(load("kuhn_poker"))
    calls = 0
    for state, shares in zip(found.states, found.strategies, strict=True):
        assert sum(shares) == pytest.approx(1)
        calls += shares[state.actions.index("bet")] > 0.999
    assert calls >= 2
    assert tree.states == found.states


def test_what_is_too_large_is_refused():
    with pytest.raises(TooLargeToSolve, match="more than 50 histories"):
        cfr(load("kuhn_poker"), 1, most=50)


@pytest.mark.parametrize("engine", ["native", "reference"])
@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_a_tree_is_too_large_by_one_history(name, engine):
    game = load(name, engine=engine)
    size = len(unrolled(game).after)
    assert size == sum(1 for _ in histories(game))
    assert not passes(game, size)
    assert passes(game, size - 1)
    with pytest.raises(TooLargeToSolve):
        unrolled(game, size - 1)


def test_where_every_play_has_as_many_options_the_estimate_is_the_size(tmp_path):
    file = tmp_path / "even.rules"
    file.write_text(EVEN, encoding="utf-8")
    game = load(str(file))
    assert about(game) == sum(1 for _ in histories(game)) == 1 + 3 + 9 + 27 + 81


def test_a_long_play_is_broken_off_for_the_estimate(tmp_path, monkeypatch):
    monkeypatch.setattr(sized, "_STEPS", 3)
    file = tmp_path / "even.rules"
    file.write_text(EVEN, encoding="utf-8")
    assert about(load(str(file))) == 1 + 3 + 9 + 27


def test_how_many_histories_were_found_is_told():
    told = []
    cfr(load("leduc_poker"), 1, unrolling=told.append)
    assert len(told) > 2
    assert max(told) == len(unrolled(load("leduc_poker")).after)


def test_a_policy_gives_each_action_a_probability():
    with pytest.raises(
        ValueError, match=r"gives each of .*, together 1; this one gives 0\.5, 0\.6"
    ):
        exploitability(load("kuhn_poker"), lambda _: [0.5, 0.6])


def test_who_interrupts_learning_gets_what_was_learned():
    def stop(done):
        if done == 3:
            raise KeyboardInterrupt

    found = cfr(load("kuhn_poker"), 10, progress=stop)
    assert found.returns == cfr(load("kuhn_poker"), 3).returns
