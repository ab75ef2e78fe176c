"""Tic-Tac-Toe and Kuhn poker against OpenSpiel in lockstep."""

import pytest

from tests.external.lockstep import Pair, lockstep
from tests.support.games import shipped


def cell(action, player):
    """Return what they call marking a cell: who marks, row and column from the top left."""
    column, row = action.labels[0]
    return f"{'xo'[player]}({3 - int(row)},{'abc'.index(column)})"


def word(action, _player):
    return action.name.capitalize()


PAIRS = {
    "tic_tac_toe": Pair(shipped("tic_tac_toe"), "tic_tac_toe", cell),
    "kuhn_poker": Pair(shipped("kuhn_poker"), "kuhn_poker", word),
}


@pytest.mark.external
@pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS.keys())
def test_in_lockstep(pair):
    assert lockstep(pair, 100).finished == 100
