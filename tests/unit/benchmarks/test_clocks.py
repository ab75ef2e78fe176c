"""Seconds for a choice: what is measured, and the row that is written."""

from benchmarks.clocks import Answers, measure
from benchmarks.redeals import hidden_games


def test_each_choice_of_one_seat_is_measured_to_the_end():
    [(name, game)] = hidden_games(["kuhn_poker"])
    answers = Answers(0.01)
    measure(game, 1, answers, 10)
    assert 1 <= len(answers.wall) == len(answers.processor) <= 2
    assert answers.row(name, 2).startswith(f"| kuhn_poker | 2 | {len(answers.wall)} | ")


def test_an_answer_beyond_its_time_is_late():
    answers = Answers(1.0, [1.05, 1.2, 0.5], [0.9, 0.1, 0.2])
    assert answers.row("whist", 4) == "| whist | 4 | 3 | 1.05 | 1.05 | 1.20 | 0.90 | 1 |\n"
