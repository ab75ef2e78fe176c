"""Games that need no more than names to be compared with OpenSpiel: random games in lockstep.

Where something is hidden, what the player to move can tell apart is compared too.
"""

import re

import pytest

from interpreter import load
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


def step_or_wall(action, _player):
    """Return what they call a choice of Quoridor: cells alone count, rows from above."""
    spot = action.labels[0]
    column, row = "abcdefghi"[(ord(spot[0]) - ord("a")) // 2], (int(spot[1:]) + 1) // 2
    if action.name == "build":
        return f"{column}{9 - row}{'v' if action.labels[1] == 'upright' else 'h'}"
    return f"{column}{10 - row}"


def without_capture(text):
    return re.sub("x", "-", text)


RANKS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
COURT = {"ten": "T", "jack": "J", "queen": "Q", "king": "K", "ace": "A"}


def card(action, _player):
    """Return what they call a card: `QS` is the queen of spades."""
    rank, suit = re.findall(r"\w+", action.labels[0])[1:]
    return f"{COURT.get(rank) or RANKS.index(rank) + 2}{suit[0].upper()}"


WAYS = ["random(kept)", "random(left)", "random(across)", "random(right)"]


SPOKEN = {
    "leave": "Pass",
    "play_alone": "Alone",
    "play_together": "Partner",
    "bet": "Bet",
    "pass_on": "Pass",
}


def inside(row, column):
    """Return whether a cell is one of either triangle of the star."""
    up = row > 4 and column > 4 and row + column < 23
    return up or (row < 14 and column < 14 and row + column > 13)


# Their numbers count rows from above, each from the left.
STAR = [(row, column) for row in range(17, 0, -1) for column in range(1, 18)]
STAR = [f"{chr(96 + column)}{row}" for row, column in STAR if inside(row, column)]


def hop(action, _player):
    """Return what they call a choice of Chinese checkers."""
    if action.name == "pass":
        return "Pass"
    way = "->" if action.name == "step" else "=>"
    return way.join(str(STAR.index(cell)) for cell in action.labels)


def without_winner(theirs):
    return not any(theirs.returns())


def euchre(action, player):
    """Return what they call a choice of Euchre: ordering up is called by the suit there too."""
    if action.name in SPOKEN:
        return SPOKEN[action.name]
    if action.name == "call":
        return action.labels[0].title()
    if action.name == "order_up":
        return re.findall(r"\w+", action.labels[0])[2].title()
    return card(action, player)[::-1]


def outcome(number, state):
    """Return their number of a way to pass, or of a card dealt."""
    drawn = state.outcome_name(number)
    return WAYS.index(drawn) if drawn in WAYS else number


def mark(action, player):
    cell = action.labels[0]
    return f"{'xo'[player]}({int(cell[1]) - 1},{ord(cell[0]) - ord('a')})"


DARK = "dark_hex(board_size={},obstype=reveal-numturns)"
# Called by the test that plays it: nothing is loaded before. Native code plays what takes the
# reference minutes; the two are held to each other elsewhere.
PAIRS = {
    "dark_hex": lambda: Pair(shipped("dark_hex"), DARK.format(4), cell),
    "dark_hex of 3": lambda: Pair(shipped("dark_hex", side="3"), DARK.format(3), cell),
    "dots_and_boxes": lambda: Pair(
        shipped("dots_and_boxes"), "dots_and_boxes(num_rows=4,num_cols=4)", line
    ),
    "y": lambda: Pair(shipped("y"), "y(board_size=9)", cell),
    "amazons": lambda: Pair(load("amazons"), "amazons", queen_step),
    "havannah": lambda: Pair(load("havannah"), "havannah", flipped),
    "lines_of_action": lambda: Pair(
        load("lines_of_action"), "lines_of_action", from_to, cleaned=without_capture
    ),
    "quoridor": lambda: Pair(load("quoridor"), "quoridor", step_or_wall, longest=324),
    "euchre": lambda: Pair(load("euchre"), "euchre", euchre, knowledge=False),
    "kuhn_poker_for_more": lambda: Pair(
        shipped("kuhn_poker_for_more", 3),
        "kuhn_poker(players=3)",
        lambda action, _player: SPOKEN[action.name],
        outcome=lambda number, _state: number - 1,
    ),
    "kuhn_poker_for_more of 4": lambda: Pair(
        shipped("kuhn_poker_for_more", 4),
        "kuhn_poker(players=4)",
        lambda action, _player: SPOKEN[action.name],
    ),
    **{
        f"chinese_checkers of {n}": lambda n=n: Pair(
            load("chinese_checkers", players=n),
            f"chinese_checkers(players={n},max_moves=60)",
            hop,
            ends_earlier=without_winner,
        )
        for n in (2, 3, 4, 6)
    },
    "hearts": lambda: Pair(load("hearts"), "hearts", card, outcome=outcome),
    "phantom_tic_tac_toe": lambda: Pair(
        shipped("phantom_tic_tac_toe"), "phantom_ttt(obstype=reveal-numturns)", mark
    ),
}
CUT = tuple(game for game in PAIRS if game.startswith("chinese"))  # by theirs, before an end
PLAYS = {"dots_and_boxes": (40, 40 * 39), "y": (45, 45 * 44)}


@pytest.mark.external
@pytest.mark.parametrize("game", PLAYS)
def test_plays_by_depth(capsys, game):
    assert counts(capsys, game, 2) == PLAYS[game]


LESS = {"hearts": 4, "havannah": 6, "lines_of_action": 6, "dark_hex": 6}
"""Games of pairs that take a tenth of a second each, or more."""


@pytest.mark.external
@pytest.mark.parametrize("game", PAIRS)
def test_in_lockstep(game):
    games = LESS.get(game, 12)
    assert lockstep(PAIRS[game](), games).finished == games * (game not in CUT)


@pytest.mark.external
@pytest.mark.soak
@pytest.mark.parametrize("game", PAIRS)
def test_in_lockstep_long(game):
    assert lockstep(PAIRS[game](), 1_000, first_seed=1_000).finished == 1_000 * (game not in CUT)
