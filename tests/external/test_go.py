"""Go on 9 x 9 against OpenSpiel: counts of plays by depth, and random games in lockstep."""

import pytest

from interpreter import load
from tests.external.counting import counts
from tests.external.lockstep import Pair, lockstep, their_counts

PLAYS = (82, 6_643, 531_522)
THEIRS = "go(board_size=9,komi=7.5,max_game_length=400)"


def name(action, player):
    """Return what they call it: their columns pass over `i`."""
    if not action.labels:
        return f"{'BW'[player]} PASS"
    point = action.labels[0]
    return f"{'BW'[player]} {point.replace('i', 'j')}"


def comes_back(theirs, action):
    """Return whether a whole position comes back, which ends theirs and which ours refuse."""
    if action == 81 or len(theirs.history()) == 399:
        return False
    return theirs.child(action).is_terminal()


PAIR = Pair(load("go"), THEIRS, name, refuses=comes_back)


@pytest.mark.external
def test_plays_by_depth(capsys):
    assert counts(capsys, "go", 2) == PLAYS[:2]


@pytest.mark.external
@pytest.mark.soak
def test_plays_by_depth_deep(capsys):
    assert counts(capsys, "go", 3) == PLAYS
    assert their_counts(THEIRS, 3) == PLAYS


@pytest.mark.external
def test_in_lockstep():
    assert lockstep(PAIR, 20).finished == 20


@pytest.mark.external
@pytest.mark.soak
def test_in_lockstep_long():
    assert lockstep(PAIR, 1_000, first_seed=1_000).finished == 1_000
