"""Othello against OpenSpiel: counts of plays by depth, and random games in lockstep."""

import pytest

from tests.external.counting import counts
from tests.external.lockstep import Pair, lockstep, their_counts
from tests.support.games import shipped

PLAYS = (4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288)


def name(action, _player):
    return action.labels[0] if action.labels else action.name


PAIR = Pair(shipped("othello"), "othello", name)


@pytest.mark.external
def test_plays_by_depth(capsys):
    assert counts(capsys, "othello", 5) == PLAYS[:5]
    assert their_counts("othello", 5) == PLAYS[:5]


@pytest.mark.external
@pytest.mark.soak
def test_plays_by_depth_deep(capsys):
    assert counts(capsys, "othello", 9) == PLAYS
    assert their_counts("othello", 8) == PLAYS[:8]


@pytest.mark.external
def test_in_lockstep():
    assert lockstep(PAIR, 5).finished == 5


@pytest.mark.external
@pytest.mark.soak
def test_in_lockstep_long():
    assert lockstep(PAIR, 1_000, first_seed=1_000).finished == 1_000
