"""Bots choose alike, whichever engine plays."""

import pytest

from interpreter import Belief, MonteCarlo, SeatView, load, rollouts


@pytest.mark.parametrize(("name", "choices"), [("tic_tac_toe", 3), ("kuhn_poker", 1)])
def test_monte_carlo_does_not_depend_on_the_engine(name, choices):
    picked = []
    for engine in ("native", "reference"):
        state = load(name, engine=engine).start(seed=4)
        bot = MonteCarlo(seed=2, iterations=60)
        for _ in range(choices):
            belief = Belief.start(state.game, state.current_player)
            state = state.apply(bot.choose(SeatView(state, belief)))
        picked.append(state.history)
    assert picked[0] == picked[1]


def test_rollouts_add_up_alike():
    states = [load("kuhn_poker", engine=engine).start() for engine in ("native", "reference")]
    one, other = (rollouts(state, 40, seed=9) for state in states)
    assert one == other
    assert one.games == 40
    assert sum(one.returns) == 0


def test_rollouts_of_nothing_are_refused():
    with pytest.raises(ValueError, match="playouts is a whole number from 1, and not 0"):
        rollouts(load("tic_tac_toe").start(), 0)
