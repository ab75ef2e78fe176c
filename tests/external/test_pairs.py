"""Games that need no more than names to be compared with OpenSpiel: random games in lockstep.

Where something is hidden, what the player to move can tell apart is compared too.
"""

import re

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
    "dots_and_boxes": Pair(
        shipped("dots_and_boxes"), "dots_and_boxes(num_rows=4,num_cols=4)", line
    ),
    "y": Pair(shipped("y"), "y(board_size=9)", cell),
    "amazons": Pair(shipped("amazons"), "amazons", queen_step),
    "havannah": Pair(shipped("havannah"), "havannah", flipped),
    "lines_of_action": Pair(
        shipped("lines_of_action"), "lines_of_action", from_to, cleaned=without_capture
    ),
    "hearts": Pair(shipped("hearts"), "hearts", card, outcome=outcome),
    "phantom_tic_tac_toe": Pair(
        shipped("phantom_tic_tac_toe"), "phantom_ttt(obstype=reveal-numturns)", mark
    ),
}
FEW = ("amazons", "havannah", "lines_of_action")  # plays of these take longest
PLAYS = {"dots_and_boxes": (40, 40 * 39), "y": (45, 45 * 44)}


@pytest.mark.external
@pytest.mark.parametrize("game", PLAYS)
def test_plays_by_depth(capsys, game):
    assert counts(capsys, game, 2) == PLAYS[game]


@pytest.mark.external
@pytest.mark.parametrize("game", PAIRS)
def test_in_lockstep(game):
    games = 10 if game in FEW else 20
    assert lockstep(PAIRS[game], games).finished == games


@pytest.mark.external
@pytest.mark.soak
@pytest.mark.parametrize("game", PAIRS)
def test_in_lockstep_long(game):
    assert lockstep(PAIRS[game], 1_000, first_seed=1_000).finished == 1_000
