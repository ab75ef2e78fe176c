import time

from interpreter import load
from interpreter.bots import MonteCarlo, SeatView, Uniform
from interpreter.game import Game
from interpreter.knowledge.redeal import Belief, RedealExhausted
from tests.unit.interpreter.support import small_poker, three_in_a_row

LONG = """game "Long"
players A, B
length at most 90000 choices
var told: 0..9 = 0
play:
    each turn of p, at most 90000:
        p chooses:
            tell(n in 0..3): set told to n
    end: draw
"""


def view(state, **limits):
    return SeatView(state, Belief.start(state.game, state.current_player, **limits))


def after(game, *numbers):
    state = game.start()
    for number in numbers:
        state = state.child(number)
    return state


def test_a_win_at_hand_is_taken():
    state = after(Game(three_in_a_row()), 0, 3, 1, 4)
    assert MonteCarlo(seed=1, iterations=300).choose(view(state)).id == 2


def test_a_loss_at_hand_is_prevented():
    state = after(Game(three_in_a_row()), 0, 4, 8, 1)
    assert MonteCarlo(seed=1, iterations=600).choose(view(state)).id == 7


def test_the_answer_follows_from_the_seed():
    state = after(Game(three_in_a_row()), 0, 4)
    answers = {MonteCarlo(seed=9, iterations=20).choose(view(state)).id for _ in range(3)}
    assert len(answers) == 1


def test_the_answer_does_not_depend_on_what_is_hidden():
    game = Game(small_poker())
    for bot in (MonteCarlo(seed=3, iterations=40), Uniform(3)):
        seen = [bot.choose(view(after(game, 1, other))).id for other in (0, 2)]
        assert seen[0] == seen[1]


def test_the_best_card_is_never_given_up():
    state = after(Game(small_poker()), 2, 0, 1, 0)
    assert MonteCarlo(seed=1, iterations=100).choose(view(state)).name == "bet"


def test_with_fewer_playouts_than_actions_something_is_chosen():
    state = Game(three_in_a_row()).start()
    assert MonteCarlo(iterations=2).choose(view(state)).id in range(9)
    assert MonteCarlo(iterations=400, steps=1).choose(view(state)).id in range(9)


def test_without_a_redeal_something_is_chosen():
    class Blind(SeatView):
        def redeal(self, _seed):
            raise RedealExhausted("nothing")

    state = Game(three_in_a_row()).start()
    blind = Blind(state, Belief.start(state.game, 0))
    assert MonteCarlo().choose(blind).id in range(9)


def test_time_runs_out_within_a_playout(tmp_path):
    file = tmp_path / "long.rules"
    file.write_text(LONG, encoding="utf-8")
    state = load(str(file), engine="reference").start()
    began = time.monotonic()
    assert MonteCarlo(seconds=0.1).choose(view(state)).id in range(4)
    assert time.monotonic() - began < 5


def test_without_time_something_is_chosen():
    state = Game(three_in_a_row()).start()
    assert MonteCarlo(seconds=0.0).choose(view(state)).id in range(9)
