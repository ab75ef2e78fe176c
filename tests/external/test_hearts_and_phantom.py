"""Hearts and phantom tic-tac-toe against OpenSpiel, what seats can tell apart included."""

import re

import pytest

from tests.external.lockstep import Pair, lockstep
from tests.support.games import shipped

RANKS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
COURT = {"ten": "T", "jack": "J", "queen": "Q", "king": "K", "ace": "A"}


def card(action, _player):
    """Return what they call a card: `QS` is the queen of spades."""
    rank, suit = re.findall(r"\w+", action.labels[0])[1:]
    return f"{COURT.get(rank) or RANKS.index(rank) + 2}{suit[0].upper()}"


WAYS = ["random(kept)", "random(left)", "random(across)", "random(right)"]


def outcome(number, state):
    """Return their number of a way to pass, or of a card dealt."""
    drawn = state.outcome_name(number)
    return WAYS.index(drawn) if drawn in WAYS else number


def mark(action, player):
    cell = action.labels[0]
    return f"{'xo'[player]}({int(cell[1]) - 1},{ord(cell[0]) - ord('a')})"


PAIRS = {
    "hearts": Pair(shipped("hearts"), "hearts", card, outcome=outcome),
    "phantom_tic_tac_toe": Pair(
        shipped("phantom_tic_tac_toe"), "phantom_ttt(obstype=reveal-numturns)", mark
    ),
}


@pytest.mark.external
@pytest.mark.parametrize("game", PAIRS)
def test_in_lockstep(game):
    assert lockstep(PAIRS[game], 20).finished == 20


@pytest.mark.external
@pytest.mark.soak
@pytest.mark.parametrize("game", PAIRS)
def test_in_lockstep_long(game):
    assert lockstep(PAIRS[game], 1_000, first_seed=1_000).finished == 1_000
