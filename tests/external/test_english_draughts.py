"""English draughts against OpenSpiel: counts of plays by depth, and random games in lockstep."""

import pytest

from tests.external.counting import counts
from tests.external.lockstep import Pair, lockstep, their_counts
from tests.support.games import shipped

BY_TURN = (7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931)
BY_JUMP = (7, 49, 302, 1_469, 7_361, 36_768, 179_255, 838_248)


def name(action, _player):
    return "".join(action.labels)


def ends_earlier(theirs):
    """Return whether they see a draw: after 40 turns without a piece taken."""
    return theirs.returns() == [0, 0]


PAIR = Pair(shipped("english_draughts"), "checkers", name, ends_earlier=ends_earlier)


@pytest.mark.external
def test_plays_by_depth(capsys):
    assert counts(capsys, "english_draughts", 4, "--by", "turn") == BY_TURN[:4]
    assert counts(capsys, "english_draughts", 4, "--by", "choice") == BY_JUMP[:4]
    assert their_counts("checkers", 4) == BY_JUMP[:4]


@pytest.mark.external
@pytest.mark.soak
def test_plays_by_depth_deep(capsys):
    assert counts(capsys, "english_draughts", 8, "--by", "turn") == BY_TURN
    assert counts(capsys, "english_draughts", 8, "--by", "choice") == BY_JUMP
    assert their_counts("checkers", 8) == BY_JUMP


@pytest.mark.external
def test_in_lockstep():
    assert lockstep(PAIR, 8).finished >= 6


@pytest.mark.external
@pytest.mark.soak
def test_in_lockstep_long():
    assert lockstep(PAIR, 1_000, first_seed=1_000).finished >= 750
