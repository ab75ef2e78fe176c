"""Every game as an environment of PettingZoo, before PettingZoo's own judges."""

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test
from pettingzoo.utils import wrappers

from interpreter import IllegalAction, load, shipped
from interpreter.adapters.pettingzoo import RulesEnv
from interpreter.batch import BatchGame
from tests.support.cases import said
from tests.support.sampling import gated, gated_but_where

# Random plays of Antike Duellum take thousands of choices.
LONG = frozenset({"antike_duellum"})
QUICK = tuple(name for name in shipped() if name not in LONG)
SEATS = (("liars_dice", 5), ("carnival", 4))
MORE_SEATS = (("pergamemnon", 4), ("pergamon", 3))
# PettingZoo gives these for every environment that has its mask where it asks for it, but its own.
EXPECTED = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
)


def seeded(game, seed=7):
    """Return an environment whose plays and samples are the same each time."""
    env = RulesEnv(game)
    env.reset(seed=seed)
    for agent in env.possible_agents:
        env.action_space(agent).seed(seed)
        env.observation_space(agent).seed(seed)
    return env


@EXPECTED
@pytest.mark.external
@pytest.mark.parametrize("name", gated(QUICK))
def test_api(name, capsys):
    api_test(seeded(load(name)), num_cycles=100_000)
    said("PettingZoo: api_test", name, capsys.readouterr().out)


@EXPECTED
@pytest.mark.external
@pytest.mark.parametrize(
    ("name", "players"),
    [*SEATS, *(pytest.param(*seats, marks=pytest.mark.soak) for seats in MORE_SEATS)],
)
def test_api_with_more_players(name, players, capsys):
    api_test(seeded(load(name, players=players)), num_cycles=100_000)
    said("PettingZoo: api_test", f"{name}(players={players})", capsys.readouterr().out)


@EXPECTED
@pytest.mark.external
@pytest.mark.soak
@pytest.mark.parametrize("name", gated(shipped()))
def test_api_again_and_again(name, capsys):
    for seed in range(20):
        api_test(seeded(load(name), seed), num_cycles=100_000)
        told = capsys.readouterr().out
    said("PettingZoo: api_test", name, told)


@pytest.mark.external
@pytest.mark.parametrize("name", gated_but_where(LONG.__contains__, shipped()))
def test_seed(name):
    told = seed_test(lambda: RulesEnv(load(name)), num_cycles=100)
    said("PettingZoo: seed_test", name, str(told))


def played(env, seed, numbers):
    """Return all that happens in a random play: who acts, what he sees and may do, rewards."""
    env.reset(seed=seed)
    told = []
    for agent in env.agent_iter():
        seen, reward, over, cut, info = env.last()
        assert info["action_mask"].dtype == seen["action_mask"].dtype == np.int8
        assert info["action_mask"].tolist() == seen["action_mask"].tolist()
        told.append((agent, seen["observation"].tolist(), reward, over, cut))
        mask = seen["action_mask"]
        env.step(None if over else int(numbers.choice(np.flatnonzero(mask))))
    return told


@pytest.mark.parametrize("name", ["kuhn_poker", "backgammon", "pergamon"])
def test_plays_depend_on_the_seed_alone(name):
    """Unlike PettingZoo's own test: whole plays, and several seeds."""
    env, other = RulesEnv(load(name)), RulesEnv(load(name))
    plays = []
    for seed in range(4):
        numbers = [np.random.default_rng(1) for _ in range(2)]
        plays.append(played(env, seed, numbers[0]))
        assert plays[-1] == played(other, seed, numbers[1])
    assert len({str(play) for play in plays}) > 1


def test_plays_without_a_seed_go_on_with_the_numbers_of_the_last():
    envs = [RulesEnv(load("leduc_poker")) for _ in range(2)]
    for env in envs:
        env.reset(seed=3)
    dealt = []
    for _ in range(12):
        for env in envs:
            env.reset()
        assert envs[0].state_of_play == envs[1].state_of_play
        dealt.append(envs[0].state_of_play)
    assert len(set(dealt)) > 3


def test_a_play_is_that_of_the_game():
    game = load("leduc_poker")
    env, state = RulesEnv(game), game.start(seed=9)
    rows = BatchGame(game, 1)
    env.reset(seed=9)
    numbers = np.random.default_rng(2)
    while not state.is_terminal:
        for player, agent in enumerate(env.agents):
            seen = env.observe(agent)
            assert seen["observation"].tolist() == rows.observe(state, player).tolist()
            acts = player == state.current_player
            expected = list(state.legal_ids) if acts else []
            assert np.flatnonzero(seen["action_mask"]).tolist() == expected
            assert np.flatnonzero(env.infos[agent]["action_mask"]).tolist() == expected
        action = int(numbers.choice(state.legal_ids))
        env.step(action)
        state = state.apply(action)
    assert list(env.rewards.values()) == [float(won) for won in state.returns]
    assert all(env.terminations.values())
    assert not any(env.truncations.values())


def test_an_illegal_action_changes_nothing():
    env = RulesEnv(load("tic_tac_toe"))
    with pytest.raises(IllegalAction, match="has not begun"):
        env.observe("player_0")
    env.reset(seed=1)
    env.step(4)
    before = env.state_of_play
    with pytest.raises(IllegalAction, match="b2 is taken"):
        env.step(4)
    with pytest.raises(IllegalAction, match="not None"):
        env.step(None)
    assert env.state_of_play is before
    assert env.agent_selection == "player_1"
    with pytest.raises(ValueError, match="read-only"):
        env.infos["player_1"]["action_mask"][0] = 0


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_their_wrapper_makes_an_illegal_action_a_loss():
    env = wrappers.TerminateIllegalWrapper(RulesEnv(load("tic_tac_toe")), illegal_reward=-1)
    env.reset(seed=1)
    env.step(4)
    env.step(4)
    assert env.rewards == {"player_0": 0, "player_1": -1}
    assert all(env.terminations.values())


def test_what_an_agent_sees_can_be_read():
    env = RulesEnv(load("kuhn_poker"), render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert "hand(P1): ['" in text
    assert "hand(P2): {'unseen': 1}" in text
    assert RulesEnv(env.game).render() is None
    env.close()
    with pytest.raises(IllegalAction, match="has not begun"):
        env.render()
