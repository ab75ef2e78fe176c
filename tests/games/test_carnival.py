"""Random games of Carnival: who is asked, who pays, who is out, and what a doubt brings."""

from functools import cache
from itertools import pairwise

import pytest

from interpreter.chance import Numbers
from interpreter.knowledge.redeal import redeal
from interpreter.state import CHANCE
from tests.support.games import EVERY
from tests.support.sampling import DEEP

GAMES = {i.players: i.game for i in EVERY if i.path.stem == "carnival"}
CLAIMS = {"tax": "doge", "steal": "thief", "stab": "bravo", "guard": "guard"}
PLAYS = pytest.mark.parametrize(
    ("players", "seed"), [(players, seed) for players in GAMES for seed in range(20)]
)


@cache
def a_game(players, seed):
    """Return all states of a random game."""
    state, numbers = GAMES[players].start(seed), Numbers("players", seed)
    while not state.is_terminal:
        state = state.apply(state.legal_ids[numbers.below(len(state.legal_ids))])
    return state.path


def cell(state, name, player):
    number = state.game.layout.names.index(f"{name}({state.game.players[player]})")
    return state.position.cells[number]


def masks(state, name, player):
    return [state.game.spec.kinds[kind].label for kind in cell(state, name, player)]


def taken(state):
    """Return the action that led to a state, or None where chance did."""
    before = state.previous
    if before is None or before.current_player == CHANCE:
        return None
    return next(action for action in before.legal_actions if action.id == state.action)


@PLAYS
def test_everybody_has_two_masks_on_or_off(players, seed):
    for state in a_game(players, seed):
        if state.current_player != CHANCE:
            on = [len(masks(state, "worn", p)) for p in range(players)]
            off = [len(masks(state, "dropped", p)) for p in range(players)]
            assert [a + b for a, b in zip(on, off, strict=True)] == [2] * players


@PLAYS
def test_only_who_has_a_mask_on_is_asked_and_the_last_one_wins(players, seed):
    states = a_game(players, seed)
    for state in states:
        if state.current_player >= 0:
            assert masks(state, "worn", state.current_player)
    (winner,) = [p for p in range(players) if masks(states[-1], "worn", p)]
    assert states[-1].returns == tuple(players - 1 if p == winner else -1 for p in range(players))


@PLAYS
def test_a_doubt_costs_the_liar_or_the_doubter_a_mask(players, seed):
    claimer, mask = None, None
    for before, after in pairwise(a_game(players, seed)):
        action = taken(after)
        if action is None:
            continue
        if action.name in CLAIMS:
            claimer, mask = before.current_player, CLAIMS[action.name]
        if action.name == "doubt":
            honest = mask in masks(before, "worn", claimer)
            assert (after.current_player == CHANCE) == honest
            asked = after.child(after.chance_outcomes[0][0]) if honest else after
            assert asked.current_player == (before.current_player if honest else claimer)
            assert {offered.name for offered in asked.legal_actions} == {"drop"}


@PLAYS
def test_what_coins_do(players, seed):
    gains = {"earn": 1, "stab": -3, "unmask": -7}
    for before, after in pairwise(a_game(players, seed)):
        action, player = taken(after), before.current_player
        if action is None:
            continue
        had = cell(before, "coins", player)
        if action.name in gains:
            assert cell(after, "coins", player) == had + gains[action.name]
        if had >= 10:
            assert action.name not in {"earn", "tax", "steal", "stab"}


@pytest.mark.parametrize("player", range(3))
def test_masks_of_others_are_not_known(player):
    found = set()
    for seed in range(10 if DEEP else 4):
        state = a_game(3, seed)[10]
        other = redeal(state, player, seed)
        assert masks(other, "worn", player) == masks(state, "worn", player)
        assert other.information_state(player) == state.information_state(player)
        found |= {masks(other, "worn", p) == masks(state, "worn", p) for p in range(3)}
    assert found == {True, False}
