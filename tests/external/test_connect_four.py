"""Connect Four against OpenSpiel: counts of plays by depth, and random games in lockstep."""

import pytest

from tests.external.counting import counts
from tests.external.lockstep import Pair, lockstep, their_counts
from tests.support.games import shipped

PLAYS = (7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234)


def name(action, player):
    (column,) = action.arguments
    return f"{'xo'[player]}{column - 1}"


PAIR = Pair(shipped("connect_four"), "connect_four", name)


@pytest.mark.external
def test_plays_by_depth(capsys):
    assert counts(capsys, "connect_four", 5) == PLAYS[:5]
    assert their_counts("connect_four", 5) == PLAYS[:5]


@pytest.mark.external
@pytest.mark.soak
def test_plays_by_depth_deep(capsys):
    assert counts(capsys, "connect_four", 8) == PLAYS
    assert their_counts("connect_four", 8) == PLAYS


@pytest.mark.external
def test_in_lockstep():
    assert lockstep(PAIR, 20).finished == 20


@pytest.mark.external
@pytest.mark.soak
def test_in_lockstep_long():
    assert lockstep(PAIR, 1_000, first_seed=1_000).finished == 1_000
