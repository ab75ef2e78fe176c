"""Liar's dice against OpenSpiel: one die each in lockstep, more dice up to the first doubt."""

from __future__ import annotations

import random

import pyspiel
import pytest

from interpreter.game import Game
from interpreter.state import State
from tests.external.lockstep import Pair, lockstep
from tests.support.cases import counted
from tests.support.games import ROOT, game_of, instances

PUBLIC_HISTORIES = 2**12  # every subset of the twelve bids
INFORMATION_STATES = 24_576  # 6 * 2**12; their own are counted below


def variant(players: int, **options: str) -> Game:
    wanted = (players, tuple(options.items()))
    path = ROOT / "games" / "liars_dice.rules"
    return game_of(next(i for i in instances(path) if (i.players, i.options) == wanted))


ONE_DIE = variant(2, dice="1", wild="6")
FIVE_DICE = variant(2, dice="5", wild="6")


def name(action, _player):
    return "Liar" if action.name == "doubt" else "-".join(action.labels)


def outcome(kind, _state):
    """Return their number of a face, from 0."""
    return kind % 6


PAIR = Pair(ONE_DIE, "liars_dice", name, outcome=outcome)


@pytest.mark.external
def test_one_die_each_in_lockstep():
    assert lockstep(PAIR, 200).finished == 200


@pytest.mark.external
@pytest.mark.soak
def test_one_die_each_in_lockstep_long():
    assert lockstep(PAIR, 2_000, first_seed=1_000).finished == 2_000


def walk(state):
    yield state
    for number in state.legal_ids:
        yield from walk(state.child(number))


def dealt(*faces: int) -> State:
    """Return the state after these rolls, one die each."""
    state = ONE_DIE.start()
    for face in faces:
        number, _ = state.chance_outcomes[face - 1]
        state = state.child(number)
    return state


def their_information_states(state):
    if state.is_terminal():
        return
    if not state.is_chance_node():
        yield state.current_player(), state.information_state_string()
    for action in state.legal_actions():
        yield from their_information_states(state.child(action))


@pytest.mark.external
def test_the_tree_behind_one_deal():
    states = [*walk(dealt(2, 5))]
    assert sum(not state.is_terminal for state in states) == PUBLIC_HISTORIES
    assert sum(state.is_terminal for state in states) == PUBLIC_HISTORIES - 1


@pytest.mark.external
@pytest.mark.soak
def test_information_states():
    known = {
        (state.current_player, state.information_state(state.current_player))
        for face in range(1, 7)
        for state in walk(dealt(face, face))
        if not state.is_terminal
    }
    assert len(known) == INFORMATION_STATES
    theirs = pyspiel.load_game("liars_dice").new_initial_state()
    assert len({*their_information_states(theirs)}) == INFORMATION_STATES


@pytest.mark.external
@pytest.mark.parametrize("seed", range(20))
def test_five_dice_each_up_to_the_first_doubt(seed):
    rng = random.Random(seed)
    ours, theirs = (
        FIVE_DICE.start(),
        pyspiel.load_game("liars_dice(numdice=5)").new_initial_state(),
    )
    while theirs.is_chance_node():
        number, _ = rng.choice(ours.chance_outcomes)
        ours = ours.child(number)
        theirs.apply_action(outcome(number, ours))
    while not theirs.is_terminal():
        player = theirs.current_player()
        mine = {name(action, player): action.id for action in ours.legal_actions}
        other = {theirs.action_to_string(action): action for action in theirs.legal_actions()}
        assert mine.keys() == other.keys()
        picked = "Liar" if "Liar" in mine and rng.random() < 0.2 else rng.choice(sorted(mine))
        ours = ours.child(mine[picked])
        theirs.apply_action(other[picked])
    assert [dice(ours, player) - 5 for player in (0, 1)] == [min(0, r) for r in theirs.returns()]
    counted("liars_dice", "games")


def dice(state, player):
    """Return how many dice a player has."""
    return len(state.position.cells[state.game.layout.names.index(f"cup(P{player + 1})")])
