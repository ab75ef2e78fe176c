"""Scenarios, and a play where it takes a whole one, reach every rule line of every game."""

import pytest

from interpreter import coverage, load_all
from tests.support.cases import counted
from tests.support.games import RULES
from tests.support.sampling import all_but

# Games whose last lines only a whole play reaches, and how many plays do.
PLAYS = {
    "agamemnon": 1,
    "dots_and_boxes": 1,
    "egemonia": 1,
    "euchre": 2,
    "gin_rummy": 2,
    "goofspiel": 1,
    "hearts": 2,
    "market_road": 3,
    "millbrook": 1,
    "pergamon": 1,
    "picnic": 1,
    "saltmarsh": 1,
    "whist": 1,
}
# Games with an end for want of turns that neither comes to, and how many turns that takes.
ENDS = {
    "antike_duellum": "300 turns, a ruling; the rulebook knows no such end",
    "amazons": "93 turns; 92 arrows fill the board before",
    "backgammon": "500 turns; a bound on play, hardly ever met",
    "breakthrough": "208 turns, more than the pawns have steps",
    "carnival": "200 turns; a bound on play, hardly ever met",
    "chess": "1000 turns; a bound on play, longer than fifty quiet moves let most games be",
    "dark_hex": "31 tries; one of the two has joined his sides by then",
    "chinese_checkers": "1000 turns; a bound on play",
    "english_draughts": "4000 turns; forty quiet moves of both end a game before",
    "gomoku": "225 stones; hardly ever does nobody have five in a line by then",
    "havannah": "169 stones; hardly ever does nobody have a chain that wins by then",
    "hex": "121 turns; one of the two has a chain by then",
    "kalah": "1000 turns; a bound on play, hardly ever met",
    "lines_of_action": "1000 turns; a board comes back, or somebody wins, before",
    "nine_mens_morris": "a bound on play, met in one of a hundred random plays",
    "pergamemnon": "400 turns; a bound on play, hardly ever met",
    "phantom_tic_tac_toe": "17 tries; the board is full by then",
    "gin_rummy": "90 turns; fifty cards from the pile, or the wall, end a deal before",
    "klondike": "300 moves; a bound on play",
    "quoridor": "324 turns; a bound on play",
    "y": "45 stones; one of the two has joined the three sides by then",
    "whist": "19 deals; each gives a point, and nobody needs more than ten",
}


# What takes ten seconds: their plays go on for hundreds of choices, or each looks far ahead.
DEAR = {"chess", "gin_rummy", "quoridor", "saltmarsh"}


@pytest.mark.parametrize("path", all_but(DEAR, RULES), ids=lambda path: path.stem)
def test_every_rule_line_is_reached(path):
    found = coverage(load_all(str(path)), PLAYS.get(path.stem, 0))
    assert [f"{point.span}: {point.what}" for point in found.unreached] == []
    assert [str(span) for span in found.absent] == []
    assert bool(found.unreached_ends) == (path.stem in ENDS)
    counted(path, "rule lines", len(found.lines))
