"""Small games in lockstep with a judge of our own: what is offered, and who has won."""

from random import Random

import pytest

from interpreter import CHANCE, load
from tests.games.judges import JUDGES
from tests.support.cases import counted
from tests.support.games import RULES

NAMED = 0.1
"""How many of the positions have their options compared by name; elsewhere they are counted."""
PATHS = {path.stem: path for path in RULES}


def in_step(name, players, seed):
    """Play one random game beside its judge."""
    random = Random(seed)
    judge = JUDGES[name][0](players)
    state = load(name, players=players).start()
    while not state.is_terminal:
        assert judge.returns is None
        if state.current_player == CHANCE:
            outcome = random.choice(state.chance_outcomes)[0]
            judge.chance(state.outcome_name(outcome))
            state = state.child(outcome)
            continue
        assert state.current_player == judge.actor
        actions = state.legal_actions
        legal = judge.legal()
        assert len(actions) == len(legal)
        if random.random() < NAMED:
            assert {str(action) for action in actions} == legal
        action = random.choice(actions)
        assert str(action) in legal
        judge.act(str(action))
        state = state.child(action)
    assert [float(won) for won in state.returns] == pytest.approx(judge.returns)


def _play(name, games):
    _, counts = JUDGES[name]
    for seed in range(games):
        in_step(name, counts[seed % len(counts)], seed)
    counted(PATHS[name], "games beside a judge", games)


@pytest.mark.parametrize("name", JUDGES)
def test_a_judge_agrees(name):
    _play(name, 20)


@pytest.mark.soak
@pytest.mark.parametrize("name", JUDGES)
def test_a_judge_agrees_in_a_thousand_games(name):
    _play(name, 1_000)
