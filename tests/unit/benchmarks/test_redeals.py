"""Costs of redeals: what is measured, and the row that is written."""

from benchmarks.redeals import Costs, at, hidden_games, measure


def test_a_play_is_measured_at_each_of_its_choices():
    [(name, game)] = hidden_games(["kuhn_poker"])
    costs = Costs()
    for seed in range(4):
        measure(game, seed, costs)
    assert len(costs.following) >= 8
    assert len(costs.first) == len(costs.further) >= 4
    assert costs.dry == 0
    assert costs.row(name, 2).startswith(f"| kuhn_poker | 2 | {len(costs.following)} | ")


def test_figures_below_which_a_share_lies():
    assert at([3.0, 1.0, 2.0], 0.5) == 2.0
    assert at([1.0], 0.99) == 1.0
