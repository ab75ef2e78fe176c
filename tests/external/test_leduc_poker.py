"""Leduc poker against OpenSpiel: its whole tree, and random games in lockstep."""

import pytest

from interpreter.measuring.perft import complete_games
from interpreter.position import CHANCE
from tests.external.counting import counts
from tests.external.lockstep import Pair, lockstep
from tests.support.games import shipped

GAME = shipped("leduc_poker")
PAIR = Pair(GAME, "leduc_poker(suit_isomorphism=True)", lambda action, _: action.name.capitalize())


def walk(state):
    yield state
    numbers = (
        [outcome for outcome, _ in state.chance_outcomes]
        if state.current_player == CHANCE
        else state.legal_ids
    )
    for number in numbers:
        yield from walk(state.child(number))


@pytest.mark.external
def test_complete_games(capsys):
    assert complete_games(GAME) == 1_116
    assert counts(capsys, "leduc_poker", 11)[:4] == (3, 9, 18, 45)


@pytest.mark.external
def test_information_states():
    """Source: 936 with six different cards, 288 with alike suits (OpenSpiel's tests)."""
    asked = [state for state in walk(GAME.start()) if state.current_player >= 0]
    known = {(s.current_player, s.information_state(s.current_player)) for s in asked}
    assert len(known) == 288


@pytest.mark.external
def test_in_lockstep():
    assert lockstep(PAIR, 200).finished == 200


@pytest.mark.external
@pytest.mark.soak
def test_in_lockstep_long():
    assert lockstep(PAIR, 10_000, first_seed=1_000).finished == 10_000
