"""Random playouts."""

from fractions import Fraction

import attrs

from interpreter.chance import scaled, word
from interpreter.game import Game
from interpreter.measuring.simulate import Tally, playout, simulate, tally
from tests.unit.interpreter.support import small_poker, three_in_a_row


def test_the_same_seed_gives_the_same_simulation():
    game = Game(small_poker())
    first, second = (attrs.evolve(simulate(game, 40, seed=3), seconds=0) for _ in range(2))
    assert first == second
    assert first != attrs.evolve(simulate(game, 40, seed=4), seconds=0)


def test_any_playout_can_be_played_again_alone():
    game = Game(three_in_a_row())
    done = simulate(game, 12, seed=9)
    assert done.lengths == tuple(len(playout(game, 9, number).history) for number in range(12))


def test_players_draw_their_choices_from_the_numbers_that_the_reference_names():
    """Ref §16: key `players`, then the seed, the playout, and which choice of it."""
    game = Game(three_in_a_row())
    state = game.start()
    for index, number in enumerate(playout(game, 9, 4).history):
        drawn = scaled(word("players", 9, 4, index), len(state.legal_ids))
        assert number == state.legal_ids[drawn]
        state = state.child(number)
    assert state.is_terminal


def test_the_numbers_agree_with_each_other():
    done = simulate(Game(three_in_a_row()), 100, seed=1)
    x, o = done.seats
    assert done.games == 100
    assert x.wins + o.wins + done.draws == 100
    assert x.mean_return == -o.mean_return == Fraction(x.wins - o.wins, 100)
    assert all(5 <= length <= 9 for length in done.lengths)
    assert done.choice_points == sum(done.lengths)
    assert done.max_branching == 9
    assert done.mean_branching > 5
    assert set(done.chance_points) == {0}
    assert sum(times for _, times in done.returns) == 100
    assert done.per_second > 0


def test_a_policy_chooses_for_all():
    done = simulate(Game(three_in_a_row()), 3, policy=lambda state, _pick: state.legal_ids[0])
    assert done.lengths == (7, 7, 7)
    assert done.seats[0].wins == 3


def test_an_interruption_keeps_what_is_done():
    told = []

    def progress(done):
        told.append(done)
        if done == 5:
            raise KeyboardInterrupt

    done = simulate(Game(small_poker()), 50, progress=progress)
    assert told == [1, 2, 3, 4, 5]
    assert done.interrupted
    assert done.games == 5
    assert set(done.chance_points) == {2}


def test_a_tally_of_nothing_adds_nothing():
    whole = tally(Game(small_poker()), (3, 0, 5))
    before = attrs.evolve(whole)
    whole.add(Tally())
    assert whole == before
    assert whole.shortest > 0


def test_no_playouts_are_no_fault():
    done = simulate(Game(small_poker()), 0)
    assert done.games == done.mean_length == done.mean_branching == 0
