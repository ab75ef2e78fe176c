"""Native code plays every game as the reference does, choice by choice."""

from collections import Counter

import pytest

from interpreter.load import load_all
from interpreter.testing.conformance import conform, conform_scenarios
from tests.support.cases import counted
from tests.support.games import (
    EVERY,
    RULES,
    SMALL_TEXTS,
    TEXTS,
    game_of,
    instances,
    scenarios,
)
from tests.support.plays import BRIEF
from tests.support.sampling import gated, is_for_soak

SAMPLED = 2
"""Instances of a game that the normal suite plays, one of most games; the soak plays all."""

LONG = {
    "antike_duellum",
    "othello",
    "hex",
    "nine_mens_morris",
    "english_draughts",
    "kalah",
    "go",
    "chess",
}
"""Games whose plays are broken off after some choices."""

FEW, MOST = 60, 100
"""Choices of a play: of what takes long or is passed over elsewhere, and of the others."""

SCENARIOS = 8
"""Scenarios of a game that the normal suite goes along, of two instances at most."""


def sampled(path):
    """Return some instances of a text, from the first to the last."""
    found = instances(path)
    return found[-1:] if is_for_soak(path) else found[:: -(-len(found) // SAMPLED)]


def few(examples):
    """Return some scenarios of the two instances that most are about."""
    specs = Counter(id(example.spec) for example in examples)
    common = {spec for spec, _ in specs.most_common(2)}
    found = [example for example in examples if id(example.spec) in common]
    return found[:: -(-len(found) // SCENARIOS)]


SAMPLE = [instance for path in (*RULES, *TEXTS) for instance in sampled(path)]


@pytest.mark.parametrize("instance", SAMPLE, ids=str)
def test_games_are_played_alike(instance):
    is_long = instance.path.stem in LONG or is_for_soak(instance)
    most = BRIEF.get(instance.path.stem, FEW if is_long else MOST)
    found = conform(game_of(instance), 1 if is_long else 2, most=most)
    assert found.difference is None, str(found.difference)
    assert found.choice_points > 0
    assert (found.faults, found.given_up, found.unknown) == (0, 0, 0)
    counted(instance, "choice points", found.choice_points)


@pytest.mark.parametrize("path", gated(RULES), ids=lambda path: path.stem)
def test_scenarios_go_alike(path):
    found = conform_scenarios(few(scenarios(path)), most=8 if path.stem in BRIEF else 20)
    assert found.difference is None, str(found.difference)
    assert (found.faults, found.given_up) == (0, 0)
    counted(path, "choice points", found.choice_points)


def test_a_scenario_begins_at_positions_that_native_code_knows():
    """Those that `play:` comes to, and not those where a `do` began an effect."""
    examples = load_all("tic_tac_toe").scenarios
    found = conform_scenarios(examples, most=20)
    assert found.unknown == 0
    assert found.choice_points > len(examples)


@pytest.mark.soak
@pytest.mark.parametrize("instance", [*EVERY, *SMALL_TEXTS], ids=str)
def test_all_instances_are_played_alike(instance):
    found = conform(game_of(instance), 200, seed=1, points=20_000, level=2)
    assert found.difference is None, str(found.difference)
    assert found.games >= 200
    assert found.choice_points >= 20_000
    counted(instance, "choice points", found.choice_points)


@pytest.mark.soak
@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_all_scenarios_go_alike(path):
    found = conform_scenarios(load_all(str(path)).scenarios, games=2, seed=2, level=2)
    assert found.difference is None, str(found.difference)
    counted(path, "choice points", found.choice_points)
