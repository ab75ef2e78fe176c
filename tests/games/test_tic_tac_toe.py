"""The numbers that everybody gets who counts this game. Source: Henry Bottomley, 2001."""

import pytest

from interpreter.measuring.perft import perft
from tests.support.games import shipped, sketch

GAMES = [shipped("tic_tac_toe"), sketch("tic_tac_toe")]
PLAYS = (1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872)
FINISHED = (0, 0, 0, 0, 0, 1440, 5328, 47952, 72576, 127872)
POSITIONS = (1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78)


@pytest.mark.external
@pytest.mark.parametrize(
    "game",
    [
        pytest.param(GAMES[0], id="shipped"),
        pytest.param(GAMES[1], marks=pytest.mark.soak, id="sketch"),
    ],
)
def test_plays_ends_and_positions_by_depth(game):
    counted = perft(game, 9, distinct=True)
    assert counted.counts == PLAYS
    assert counted.finished == FINISHED
    assert counted.positions == POSITIONS
    assert counted.complete_games == 255_168
    assert sum(counted.positions) == 5478


@pytest.mark.external
def test_who_wins_how_often():
    """131,184 games are won by X, 77,904 by O, 46,080 are drawn."""
    known = {}

    def results(state):
        found = known.get(state.position)
        if found is None:
            if state.is_terminal:
                won = state.returns[0]
                found = (int(won > 0), int(won < 0), int(won == 0))
            else:
                below = [results(state.child(number)) for number in state.legal_ids]
                found = tuple(map(sum, zip(*below, strict=True)))
            known[state.position] = found
        return found

    assert results(shipped("tic_tac_toe").start()) == (131_184, 77_904, 46_080)
    assert len(known) == 5478


def test_turns_alternate_and_the_board_is_all_there_is():
    game = shipped("tic_tac_toe")
    state = game.start()
    assert game.num_distinct_actions == 9
    for turn in range(5):
        assert state.current_player == turn % 2
        state = state.apply(state.legal_ids[0])
    assert not game.facts.hidden_information
    assert not game.facts.chance
