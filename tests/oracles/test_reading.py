"""What the driver reads of flat states where they changed, against the positions they are."""

from __future__ import annotations

import random

import pytest

from interpreter.engines.native import NativeHeld
from interpreter.state import CHANCE, State
from tests.oracles.lockstep import instances, native
from tests.oracles.reading import Reader
from tests.support.sampling import DEEP

GAMES = ("agamemnon", "antike_duellum", "egemonia", "pergamemnon", "pergamon")
POINTS = 300 if DEEP else 150


@pytest.mark.parametrize("name", GAMES)
def test_cells_and_outcomes_are_as_decoded(name):
    game = native(instances(name)[-1])
    reader, rng = Reader(game), random.Random(name)
    state = game.start()
    for _ in range(POINTS):
        if state.is_terminal:
            state = game.start()  # read on from the end of another game
        assert isinstance(state.held, NativeHeld)
        bare = State(game, state.position)
        assert reader.cells(state) == Reader(game).cells(bare)
        if state.current_player == CHANCE:
            assert reader.outcomes(state) == Reader(game).outcomes(bare)
            options = [outcome for outcome, _ in state.chance_outcomes]
        else:
            found = {str(action): action.id for action in bare.legal_actions}
            assert reader.options(state) == found
            options = list(state.legal_ids)
        state = state.bare_child(rng.choice(options))
