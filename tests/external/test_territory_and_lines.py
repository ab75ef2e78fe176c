"""Amazons, Havannah and Lines of Action against OpenSpiel: random games in lockstep."""

import re

import pytest

from tests.external.lockstep import Pair, lockstep
from tests.support.games import shipped

SIDE = 15


def queen_step(action, player):
    """Return what they call a choice of Amazons: rows and columns count from the top left."""
    cell = action.labels[-1]
    row, column = 11 - int(cell[1:]), ord(cell[0]) - ord("a") + 1
    way = {"pick": "From", "go_to": "To", "shoot": "Shoot:"}[action.name]
    return f"{'XO'[player]} {way} ({row}, {column})"


def flipped(action, _player):
    """Return their name of a cell of Havannah, whose rows slant the other way."""
    cell = action.labels[0]
    return f"{cell[0]}{SIDE + 1 - int(cell[1:])}"


def from_to(action, _player):
    return "-".join(action.labels)


def without_capture(text):
    return re.sub("x", "-", text)


PAIRS = {
    "amazons": Pair(shipped("amazons"), "amazons", queen_step),
    "havannah": Pair(shipped("havannah"), "havannah", flipped),
    "lines_of_action": Pair(
        shipped("lines_of_action"), "lines_of_action", from_to, cleaned=without_capture
    ),
}


@pytest.mark.external
@pytest.mark.parametrize("game", PAIRS)
def test_in_lockstep(game):
    assert lockstep(PAIRS[game], 10).finished == 10


@pytest.mark.external
@pytest.mark.soak
@pytest.mark.parametrize("game", PAIRS)
def test_in_lockstep_long(game):
    assert lockstep(PAIRS[game], 1_000, first_seed=1_000).finished == 1_000
