"""Hex against OpenSpiel: counts of plays by depth, and random games in lockstep."""

import pytest

from tests.external.counting import counts
from tests.external.lockstep import Pair, lockstep
from tests.support.games import shipped


def name(action, _player):
    return action.labels[0]


PAIR = Pair(shipped("hex"), "hex", name)


@pytest.mark.external
def test_plays_by_depth(capsys):
    assert counts(capsys, "hex", 2) == (121, 121 * 120)


@pytest.mark.external
def test_in_lockstep():
    assert lockstep(PAIR, 5).finished == 5


@pytest.mark.external
@pytest.mark.soak
def test_in_lockstep_long():
    assert lockstep(PAIR, 1_000, first_seed=1_000).finished == 1_000
