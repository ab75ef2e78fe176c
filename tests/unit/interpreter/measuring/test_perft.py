"""Counting plays."""

import pytest

from interpreter.game import Game
from interpreter.measuring.perft import Perft, PerftTooLarge, complete_games, perft
from rulelang.core import Arm, Choose, Const, Drawn, End, Local, Turns
from tests.unit.interpreter.support import block, small_poker, spec, three_in_a_row


def two_actions(at):
    arms = (
        Arm("a", 2 * at, (), (), block(50 + 2 * at), False),
        Arm("b", 2 * at + 1, (), (), block(51 + 2 * at), False),
    )
    return Choose(30 + at, Local(0), arms, None, None)


def twice_each():
    """Each player has two turns in a row, then the other; two actions each turn."""
    each = tuple(
        Turns(20 + at, 0, None, Const(player), Const(1), False, block(10 + at, two_actions(at)))
        for at, player in enumerate((0, 0, 1, 1))
    )
    return spec(play=block(2, *each, End(Drawn())), action_count=8)


def test_perft_of_three_in_a_row_is_the_known_one():
    counted = perft(Game(three_in_a_row()), 9, distinct=True)
    assert counted.counts == (1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872)
    assert counted.finished == (0, 0, 0, 0, 0, 1440, 5328, 47952, 72576, 127872)
    assert sum(counted.positions) == 5478
    assert counted.complete_games == 255168


def test_perft_stops_at_the_depth_asked_for():
    counted = perft(Game(three_in_a_row()), 2)
    assert counted == Perft((1, 9, 72), (0, 0, 0), None, None)


def test_chance_outcomes_are_plies():
    counted = perft(Game(small_poker()), 20)
    assert counted.counts == (1, 3, 6, 12, 24, 12)
    assert counted.complete_games == 30


def test_by_turn_chance_before_the_first_choice_belongs_to_the_first_ply():
    counted = perft(Game(small_poker()), 20, "turn")
    assert counted.counts == (1, 12, 24, 12)
    assert counted.finished == (0, 0, 18, 12)


def test_by_turn_a_player_who_goes_on_makes_one_ply():
    game = Game(twice_each())
    assert perft(game, 9, "turn").counts == (1, 4, 16)
    assert perft(game, 9).counts == (1, 2, 4, 8, 16)


@pytest.mark.parametrize(
    ("rules", "games"),
    [(small_poker, 30), pytest.param(three_in_a_row, 255168, marks=pytest.mark.soak)],
)
def test_the_memo_counts_as_many_games_as_the_levels(rules, games):
    assert complete_games(Game(rules())) == games


def test_too_many_positions_are_refused_with_a_clear_word():
    with pytest.raises(PerftTooLarge, match="more than 100 positions"):
        perft(Game(three_in_a_row()), 9, max_positions=100)
    with pytest.raises(PerftTooLarge, match="fewer plies"):
        complete_games(Game(three_in_a_row()), max_positions=100)


def test_progress_is_told_after_each_depth_and_an_interruption_keeps_what_is_done():
    told = []

    def progress(done):
        told.append((done.depth, done.count))
        if done.depth == 3:
            raise KeyboardInterrupt

    counted = perft(Game(three_in_a_row()), 9, progress=progress)
    assert told == [(0, 1), (1, 9), (2, 72), (3, 504)]
    assert counted.interrupted
    assert counted.counts == (1, 9, 72, 504)
    assert counted.complete_games is None
