"""What a bot is handed: a picture, what its seat knows; and what it does without time."""

import pytest

from interpreter import Belief, MonteCarlo, SeatView, TreeSearch, load
from interpreter.bots import monte_carlo, tree_search


def view_of(name):
    state = load(name).start(seed=1).past_chance()
    return SeatView(state, Belief.start(state.game, state.current_player)), state


def test_a_view_is_drawn_and_says_what_its_seat_knows():
    view, state = view_of("tic_tac_toe")
    assert view._repr_svg_() == state._repr_svg_()
    assert view.information_state() == state.information_state(0)


@pytest.mark.parametrize(
    ("module", "bot"),
    [(monte_carlo, MonteCarlo(seed=1, seconds=1)), (tree_search, TreeSearch(seed=1, seconds=1))],
)
def test_a_bot_without_time_to_get_ready_still_chooses(monkeypatch, module, bot):
    view, state = view_of("tic_tac_toe")
    monkeypatch.setattr(module, "prepared", lambda *_: False)
    assert bot.choose(view).id in state.legal_ids
    assert list(getattr(bot, "tried", lambda _: ())(view)) == []
