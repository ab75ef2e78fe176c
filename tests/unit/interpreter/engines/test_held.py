"""Whatever keeps the protocol of engines can be played, and no state asks which one it is."""

from __future__ import annotations

import pickle
import random

import pytest

from interpreter import IllegalAction, load
from interpreter.engines.native import NativeHeld
from interpreter.position import CHANCE_POINT, END, PLAYER
from interpreter.reference.held import PlainEngine, PlainHeld
from interpreter.state import State

GAMES = ("backgammon", "kuhn_poker", "pergamon", "tic_tac_toe")


class Echo:
    """A third engine: it says what the reference says, keeps nothing, and tells no events."""

    compiled = None
    events = None

    def __init__(self, plain):
        self.plain = plain

    def __getattr__(self, name):
        return getattr(PlainHeld(self.plain.layout, self.plain.position), name)

    def step(self, number):
        return Echo(self.plain.step(number))

    def likewise(self, other):
        return Echo(other)

    def forget(self):
        return False


def pairs(name, seed):
    """Yield the states of a play on one engine and on another."""
    game, plain = load(name, engine="native"), load(name, engine="reference")
    other, state, rng = (
        State.of(plain, Echo(PlainEngine(plain.layout).begin())),
        game.start(),
        random.Random(seed),
    )
    yield state, other
    while not state.is_terminal:
        numbers = state.legal_ids or [number for number, _ in state.chance_outcomes]
        number = rng.choice(numbers)
        state, other = state.child(number), other.child(number)
        yield state, other


@pytest.mark.parametrize("name", GAMES)
def test_a_third_engine_plays_alike(name):
    for state, other in pairs(name, 3):
        assert state == other
        assert hash(state) == hash(other)
        assert (state.current_player, state.legal_ids) == (other.current_player, other.legal_ids)
        assert state.chance_outcomes == other.chance_outcomes
        assert list(state.legal_actions) == list(other.legal_actions)
        assert state.transition == other.transition
    assert state.history == other.history
    assert state.returns == other.returns


@pytest.mark.parametrize("name", GAMES)
def test_both_engines_say_the_same_of_a_position(name):
    for state, _ in pairs(name, 4):
        held = state.held
        assert isinstance(held, NativeHeld)
        plain = PlainHeld(held.plain.layout, held.plain.position)
        assert held.sort == plain.sort
        assert (held.sort == END) is state.is_terminal
        assert (held.sort == CHANCE_POINT) is bool(held.outcomes)
        assert (held.sort == PLAYER) is bool(held.legal_ids)
        some = [*held.legal_ids[:3], *(number for number, _ in held.outcomes), 0, 10**9, -1]
        assert [held.takes(number) for number in some] == [plain.takes(n) for n in some]
        again = held.likewise(plain)
        assert isinstance(again, NativeHeld)
        assert (again.key, again.control_key) == (held.key, held.control_key)
        assert again.cells_key == held.cells_key


def test_what_is_forgotten_is_found_again():
    state = [at for at, _ in pairs("pergamon", 5)][-4]
    known = state.transition, state.position, state.observation(0)
    assert state.forget()
    assert not state.forget()
    assert (state.transition, state.position, state.observation(0)) == known


def test_what_the_reference_told_of_a_step_is_kept_and_the_rest_forgotten():
    state = [at for at, _ in pairs("pergamon", 5)][-4]
    plain = PlainHeld(state.held.plain.layout, state.position, state.transition)
    held = state.held.likewise(plain)
    assert not held.forget()
    assert held.plain.legal_ids == state.legal_ids
    assert held.forget()
    assert held.events == state.transition


def test_a_position_has_no_other_names_than_those_of_the_protocol():
    held = load("tic_tac_toe", engine="native").start().held
    assert isinstance(held, NativeHeld)
    with pytest.raises(AttributeError, match="sort_of_it"):
        held.sort_of_it  # noqa: B018  asking is what is tested


def test_what_is_not_on_offer_is_not_played():
    held = load("tic_tac_toe", engine="reference").start().held
    with pytest.raises(IllegalAction, match="action 99 is not on offer here"):
        held.step(99)


def test_a_state_that_nobody_changes_cannot_be_changed():
    state = load("tic_tac_toe").start()
    with pytest.raises(AttributeError):
        state.action = 3


def test_a_pickled_state_knows_its_way_and_its_seed():
    state = load("backgammon").start(seed=4)
    for _ in range(9):
        state = state.apply(state.legal_ids[0])
    again = pickle.loads(pickle.dumps(state))  # noqa: S301 - our own
    assert (again, again.history, again.seed) == (state, state.history, 4)
    assert again.apply(again.legal_ids[-1]) == state.apply(state.legal_ids[-1])
