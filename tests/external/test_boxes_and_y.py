"""Dots and Boxes and Y against OpenSpiel: counts of plays, and random games in lockstep."""

import pytest

from tests.external.counting import counts
from tests.external.lockstep import Pair, lockstep
from tests.support.games import shipped


def line(action, player):
    """Return what they call a line: how it lies, its row and its column."""
    spot = action.labels[0]
    column, row = ord(spot[0]) - ord("a"), int(spot[1:]) - 1
    return f"P{player + 1}({'v' if row % 2 else 'h'},{row // 2},{column // 2})"


def cell(action, _player):
    return action.labels[0]


PAIRS = {
    "dots_and_boxes": Pair(
        shipped("dots_and_boxes"), "dots_and_boxes(num_rows=4,num_cols=4)", line
    ),
    "y": Pair(shipped("y"), "y(board_size=9)", cell),
}
PLAYS = {"dots_and_boxes": (40, 40 * 39), "y": (45, 45 * 44)}


@pytest.mark.external
@pytest.mark.parametrize("game", PAIRS)
def test_plays_by_depth(capsys, game):
    assert counts(capsys, game, 2) == PLAYS[game]


@pytest.mark.external
@pytest.mark.parametrize("game", PAIRS)
def test_in_lockstep(game):
    assert lockstep(PAIRS[game], 20).finished == 20


@pytest.mark.external
@pytest.mark.soak
@pytest.mark.parametrize("game", PAIRS)
def test_in_lockstep_long(game):
    assert lockstep(PAIRS[game], 1_000, first_seed=1_000).finished == 1_000
