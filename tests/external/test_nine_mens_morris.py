"""Nine Men's Morris against OpenSpiel: counts of plays by depth, random games in lockstep."""

import pytest

from tests.external.counting import counts
from tests.external.lockstep import Pair, lockstep, their_counts
from tests.support.games import shipped

PLAYS = (24, 552, 12_144, 255_024, 5_100_480)
# In the order of their numbers.
POINTS = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1"


def name(action, _player):
    numbers = [POINTS.index(label) // 3 for label in action.labels]
    return f"Move {numbers[0]} -> {numbers[1]}" if len(numbers) == 2 else f"Point {numbers[0]}"


PAIR = Pair(shipped("nine_mens_morris"), "nine_mens_morris", name)


@pytest.mark.external
def test_plays_by_depth(capsys):
    assert counts(capsys, "nine_mens_morris", 3) == PLAYS[:3]
    assert their_counts("nine_mens_morris", 3) == PLAYS[:3]


@pytest.mark.external
@pytest.mark.soak
def test_plays_by_depth_deep(capsys):
    assert counts(capsys, "nine_mens_morris", 5) == PLAYS
    assert their_counts("nine_mens_morris", 5) == PLAYS


@pytest.mark.external
def test_in_lockstep():
    assert lockstep(PAIR, 5).finished == 5


@pytest.mark.external
@pytest.mark.soak
def test_in_lockstep_long():
    assert lockstep(PAIR, 1_000, first_seed=1_000).finished == 1_000
