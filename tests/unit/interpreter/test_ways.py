"""States let go of a play are made again from their numbers when somebody asks for them."""

from __future__ import annotations

import gc
import random
import sys
import threading

import pytest

from interpreter import load
from interpreter.engines.native import NativeHeld
from tests.support.sampling import DEEP


@pytest.fixture(autouse=True)
def _nothing_of_others():
    """Leave alone what other tests hold: each look for garbage would go through all of it."""
    gc.collect(1)
    gc.freeze()


def played(name, choices):
    state, chance = load(name).start(seed=5), random.Random(2)
    while not state.is_terminal and len(state.history) < choices:
        state = state.apply(chance.choice(state.legal_ids))
    return state


@pytest.mark.parametrize("name", ["backgammon", "kuhn_poker", "nine_mens_morris"])
def test_the_way_is_the_same_after_it_was_let_go_again_and_again(name):
    state = played(name, 24)
    if not isinstance(state.held, NativeHeld):
        pytest.skip("there is no native code here")
    path, history = state.path, state.history
    events = [[at.events(player) for player in (0, 1)] for at in path]
    for at in (path[-3], path[-2], path[-2], state):
        at.let_go()
    path[0].let_go()
    kept = path[0]
    del path, at
    gc.collect()
    assert state.history == history
    assert [[at.events(player) for player in (0, 1)] for at in state.path] == events
    assert state.path[0] is kept, "what somebody holds is there once"
    assert state.previous is not None
    held = state.previous
    assert state.previous is held
    assert state.previous.previous is held.previous


def test_threads_that_ask_at_once_get_the_same_states():
    state = played("backgammon", 40)
    if not isinstance(state.held, NativeHeld):
        pytest.skip("there is no native code here")
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(10 if DEEP else 2):
            state.let_go()
            gate, found = threading.Barrier(4), []

            def ask(gate=gate, found=found):
                gate.wait()
                held = state.previous
                found.append((held, state.previous))

            threads = [threading.Thread(target=ask) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            assert len({id(one) for both in found for one in both}) == 1
            del found[:]
            gc.collect()
    finally:
        sys.setswitchinterval(before)
