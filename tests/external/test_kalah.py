"""Kalah against OpenSpiel: counts of plays by depth, and random games in lockstep."""

import pytest

from tests.external.counting import counts
from tests.external.lockstep import Pair, lockstep, their_counts
from tests.support.games import shipped

PLAYS = (6, 35, 185, 942, 4_690, 23_233)


def name(action, player):
    return str(int(action.labels[0][1:]) + 7 * player)


PAIR = Pair(shipped("kalah"), "mancala", name)


@pytest.mark.external
def test_plays_by_depth(capsys):
    assert counts(capsys, "kalah", 5) == PLAYS[:5]
    assert their_counts("mancala", 5) == PLAYS[:5]


@pytest.mark.external
@pytest.mark.soak
def test_plays_by_depth_deep(capsys):
    assert counts(capsys, "kalah", 6) == PLAYS
    assert their_counts("mancala", 6) == PLAYS


@pytest.mark.external
def test_in_lockstep():
    assert lockstep(PAIR, 20).finished == 20


@pytest.mark.external
@pytest.mark.soak
def test_in_lockstep_long():
    assert lockstep(PAIR, 1_000, first_seed=1_000).finished == 1_000
