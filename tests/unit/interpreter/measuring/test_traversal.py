from collections import Counter

import pytest

from interpreter import (
    TraversalTooLarge,
    all_states,
    complete_games,
    histories,
    information_states,
    load,
    perft,
)


@pytest.fixture(scope="module")
def kuhn():
    return load("kuhn_poker")


def test_every_history_comes_once_and_after_what_it_goes_on_from(kuhn):
    found = [state.history for state in histories(kuhn)]
    assert len(set(found)) == len(found) == 58
    assert all(history[:-1] in found[:at] for at, history in enumerate(found) if history)


def test_histories_by_length_are_what_perft_counts(kuhn):
    lengths = Counter(len(state.history) for state in histories(kuhn))
    assert tuple(lengths[n] for n in sorted(lengths)) == perft(kuhn, 9).counts
    assert sum(state.is_terminal for state in histories(kuhn)) == complete_games(kuhn)


def test_each_player_has_six_information_states(kuhn):
    for player in (0, 1):
        found = list(information_states(kuhn, player))
        assert len(found) == len({known for known, _ in found}) == 6
        for known, state in found:
            assert state.current_player == player
            assert state.information_state(player) == known
            assert len(state.legal_actions) == 2


def test_every_position_comes_once_by_a_shortest_way():
    game = load("tic_tac_toe")
    states = list(all_states(game, depth=3))
    assert len({state.position for state in states}) == len(states)
    by_depth = Counter(len(state.history) for state in states)
    assert tuple(by_depth[n] for n in range(4)) == perft(game, 3, distinct=True).positions


def test_a_depth_bounds_what_comes(kuhn):
    assert [state.history for state in histories(kuhn, depth=0)] == [()]
    assert sum(1 for _ in histories(kuhn, depth=2)) == 1 + 3 + 6
    assert [state.history for state in all_states(kuhn, depth=0)] == [()]


@pytest.mark.parametrize("walk", [histories, all_states])
def test_what_is_too_large_ends_with_what_was_allowed(walk):
    found = []
    with pytest.raises(TraversalTooLarge, match="there are more than 100"):
        found.extend(walk(load("tic_tac_toe"), most=100))
    assert len(found) == 100
