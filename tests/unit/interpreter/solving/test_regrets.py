"""Equilibria, held to values that are known, and to OpenSpiel's best answers."""

import pyspiel
import pytest

from interpreter import load
from interpreter.solving import TooLargeToSolve, cfr
from interpreter.solving.regrets import best_answer
from interpreter.solving.unrolled import unrolled


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
