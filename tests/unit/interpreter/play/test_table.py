import attrs
import pytest

from interpreter import load
from interpreter.bots import Uniform
from interpreter.faults import IllegalAction
from interpreter.game import Game
from interpreter.hosting.playthrough import record, restore
from interpreter.play.table import Table, has_secrets
from tests.unit.interpreter.support import small_poker, three_in_a_row


def test_bots_answer_and_a_choice_is_taken_back_through_them():
    start = Game(three_in_a_row()).start(seed=1)
    table = Table(start, {1: Uniform(3)})
    assert table.people == (0,)
    table.choose(start.legal_actions[4])
    assert not table.is_asking
    table.let_bot_choose()
    assert table.is_asking
    assert len(table.state.history) == 2
    assert table.take_back() == start
    assert table.state == start


@pytest.mark.parametrize("seed", [4, None])
def test_of_a_play_that_was_kept_chance_goes_on_behind_what_is_taken_back(seed):
    played = load("backgammon").start(seed=4)
    for _ in range(3):
        played = played.apply(played.legal_ids[0])
    kept = attrs.evolve(record(played), seed=seed)
    table = Table(restore(played.game, kept).with_seed(4).past_chance(), {})
    assert table.state == played
    table.take_back()
    assert table.take_back().seed == 4
    for _ in range(2):
        assert table.choose(table.state.legal_actions[0]).current_player >= 0
    assert table.state == played


def test_nothing_can_be_taken_back_at_the_start():
    table = Table(Game(three_in_a_row()).start(seed=1), {})
    with pytest.raises(IllegalAction, match="nobody has chosen"):
        table.take_back()


def test_what_nobody_sees_is_no_secret():
    assert has_secrets(Game(small_poker()))
    assert not has_secrets(Game(three_in_a_row()))


def test_with_secrets_a_seen_choice_stands():
    table = Table(Game(small_poker()).start(seed=1), {})
    table.choose(table.state.legal_actions[0])
    with pytest.raises(IllegalAction, match="it stands"):
        table.take_back()
