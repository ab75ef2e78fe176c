"""Native code plays games that nobody wrote as the reference does, their faults included."""

from pathlib import Path

import pytest
from hypothesis import given

from interpreter import BudgetExceeded, RuleFault, rollouts
from interpreter.game import Game
from interpreter.testing.conformance import Conformance, conform
from rulelang import pipeline
from tests.properties.test_generated import PICKS, instance, tried, written
from tests.properties.texts.test_obligations import FAULTY, FLOW, TO_DAMAGE
from tests.support.games import game_of, instances
from tests.support.generated.damage import damaged
from tests.support.generated.texts import made
from tests.support.sampling import DEEP

MOST = 60
DAMAGES = 40
ENDLESS = 33
"""The damage with which nobody can choose any more, and 500 turns go by at once: more than native
code counts from one choice to the next, so the reference goes through them."""


@pytest.fixture(scope="module", autouse=True)
def _nothing_kept():
    """Keep none of the many games on disk."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULELANG_CACHE", "")
        yield


@tried(3)
@given(made(), PICKS)
def test_generated_games_are_played_alike(game, picks):
    with written(game) as path:
        spec = instance(path, picks[0])
    found = conform(Game(spec), 2, seed=picks[1], most=MOST)
    assert found.difference is None, f"{found.difference}\n{game}"
    assert found.given_up == 0


def worth(game, seed, horizon):
    """Return what cut playouts come to, or how the rules fail."""
    try:
        return rollouts(game.start(), 3, seed, horizon=horizon)
    except (RuleFault, BudgetExceeded) as fault:
        return str(fault)


@tried(3)
@given(made(), PICKS)
def test_cut_playouts_of_generated_games_are_worth_the_same(game, picks):
    with written(game) as path:
        spec = instance(path, picks[0])
    native, plain = (
        worth(Game(spec, engine=engine), picks[1], picks[2] % 12)
        for engine in ("native", "reference")
    )
    assert native == plain, str(game)


@pytest.mark.parametrize("path", FAULTY, ids=lambda path: path.stem)
def test_faults_come_alike(path):
    found = conform(game_of(instances(path)[0]), 20, most=MOST)
    assert found.difference is None, str(found.difference)
    assert found.faults > 0
    assert found.given_up == 0


def test_loops_that_stop_within_each_other_are_played_alike():
    found = conform(game_of(instances(FLOW)[0]), 10, most=MOST)
    assert found.difference is None, str(found.difference)
    assert found.choice_points > 100


def damaged_ones(tmp_path, seeds):
    """Return what came of games whose texts were made wrong."""
    total = Conformance()
    for seed in seeds:
        path = TO_DAMAGE[seed % len(TO_DAMAGE)]
        text = damaged(path.read_text(encoding="utf-8"), seed)
        file = Path(tmp_path) / f"damaged_{seed}.rules"
        file.write_text(text, encoding="utf-8")
        spec = pipeline.build(str(file)).spec
        if spec is not None:
            found = conform(Game(spec), 2, seed, most=MOST)
            assert found.difference is None, f"{found.difference}\n{text}"
            total += found
    return total


def test_damaged_texts_are_played_alike(tmp_path):
    seeds = range(0, DAMAGES, 1 if DEEP else 2)
    found = damaged_ones(tmp_path, [seed for seed in seeds if seed != ENDLESS])
    assert found.faults > 0
    assert found.games > 0
    assert found.given_up == 0
    assert damaged_ones(tmp_path, [ENDLESS]).given_up == 2


@pytest.mark.soak
def test_many_damaged_texts_are_played_alike(tmp_path):
    assert damaged_ones(tmp_path, range(DAMAGES, 5_000)).faults > 1_000
