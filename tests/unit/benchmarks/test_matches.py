"""Matches of bots: who sat where, and what the interval says."""

import attrs
import pytest

from benchmarks.matches import Match, Score, play, results
from interpreter.cli.bots import bot_kind


def match(one, other, game="tic_tac_toe"):
    return Match(game, bot_kind(one), bot_kind(other), width=64)


def test_points_are_those_of_the_first_bot_in_either_seat():
    strong = [play(match("mcts:300", "random"), number) for number in range(8)]
    weak = [play(match("random", "mcts:300"), number) for number in range(8)]
    assert sum(strong) > 6
    assert sum(weak) < 2


def test_a_game_follows_from_its_number():
    first, again = (
        [play(match("mc:20", "mcts:20", "kuhn_poker"), number) for number in range(6)]
        for _ in range(2)
    )
    assert first == again
    assert len(set(first)) > 1


def test_a_score_is_told_after_each_pair():
    scores = list(results(match("mcts:50", "random"), 4, processes=1))
    assert [score.games for score in scores] == [2, 4]
    assert all(score.wins + score.draws <= score.games for score in scores)


@pytest.mark.parametrize(
    ("games", "wins", "draws", "interval"),
    [(400, 240, 0, (0.551, 0.647)), (400, 200, 80, (0.551, 0.647)), (10, 10, 0, (0.722, 1.0))],
)
def test_intervals_are_those_of_wilson(games, wins, draws, interval):
    """Source: Wilson (1927) by hand; 240 of 400 and 10 of 10 at z = 1.96."""
    found = Score(games, wins, draws).interval
    assert tuple(round(end, 3) for end in found) == interval


def test_where_playouts_are_cut_may_differ_between_the_two():
    cut = Match("backgammon", bot_kind("mcts:20"), bot_kind("mcts:20"), 0, (5, 1_000_000))
    same = attrs.evolve(cut, horizons=(5, 5))
    assert [play(cut, number) for number in range(4)] != [
        play(same, number) for number in range(4)
    ]


def test_where_all_is_open_it_is_no_advantage_to_be_told():
    followed = match("mcts:40", "mc:40")
    told = attrs.evolve(followed, width=0)
    assert [play(told, at) for at in range(4)] == [play(followed, at) for at in range(4)]
