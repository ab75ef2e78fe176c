"""Redealing: sampled plays against the enumeration of all plays."""

import random
from collections import Counter
from fractions import Fraction

import pytest

from interpreter import load
from interpreter.game import Game
from interpreter.knowledge.redeal import Belief, RedealExhausted, redeal
from interpreter.state import CHANCE
from interpreter.tree import followers
from rulelang.core import (
    Arm,
    Assign,
    Choice,
    Choose,
    Compare,
    Const,
    Draw,
    Drawn,
    End,
    Held,
    Kind,
    Local,
    Move,
    Need,
    Place,
    Read,
    Scores,
    Show,
    Text,
    Variable,
    Zone,
)
from rulelang.rule_types import Component, Number
from tests.support.games import ROOT
from tests.support.sampling import DEEP, passed_over
from tests.unit.interpreter.support import block, small_poker, spec, three_in_a_row


def seen_and_hidden_again():
    """P1 sees a card and may swap it unseen; P2 sees what lies there, and sets the secret score.

    What P2 may do depends on the card, so that his hidden choices are not equally likely for each.
    """
    nobody, desk, deck = Text(("",)), Place(1, ()), Place(0, ())
    is_queen = Compare("is", Held(1, ()), Const(1))
    swap = block(5, Move(None, Const(1), desk, deck, False), Draw(11, Const(1), False, deck, desk))
    lie = block(6, Assign(0, (), Const(1)))
    hush = block(7, Assign(0, (), Const(2)))
    guess = Choice(0, ("k",), Const((0, 1)), Component((0, 1)), False, False, None)
    return spec(
        title="Seen and hidden again",
        kinds=(Kind("jack", "Card", 2, 0, (), None), Kind("queen", "Card", 1, 0, (), None)),
        zones=(
            Zone("deck", (), "bag", None, (0, 1), ((),)),
            Zone("desk", (), "one", None, (0, 1), ((1,),)),
        ),
        variables=(Variable("secret", (), Number(0, 2), 0, False, ((1,),)),),
        play=block(
            2,
            Draw(10, Const(1), False, deck, desk),
            Show(desk, Const(0)),
            Choose(
                12,
                Const(0),
                (
                    Arm("keep", 0, (), (), block(3), False),
                    Arm("swap", 1, (), (), swap, False),
                ),
                None,
                None,
            ),
            Choose(
                13,
                Const(1),
                (
                    Arm("truth", 2, (), (), block(4), False),
                    Arm("lie", 3, (), (Need(is_queen, nobody),), lie, False),
                    Arm("hush", 4, (), (), hush, False),
                ),
                None,
                None,
            ),
            Choose(14, Const(0), (Arm("guess", 5, (guess,), (), block(8), False),), None, None),
            End(Scores(0, Read(0, ()))),
        ),
        action_count=7,
        length=3,
    )


def all_plays(state, player, weight=Fraction(1)):
    """Yield every state of a game with its weight: chance times the others' choices."""
    yield state, weight
    if state.current_player == CHANCE:
        for outcome, chance in state.chance_outcomes:
            yield from all_plays(state.child(outcome), player, weight * chance)
    for number in state.legal_ids:
        share = (
            Fraction(1) if state.current_player == player else Fraction(1, len(state.legal_ids))
        )
        yield from all_plays(state.child(number), player, weight * share)


def enumerated(game, player):
    """Return for each information state (and number of steps) the weights of all positions."""
    posterior = {}
    for state, weight in all_plays(game.start(), player):
        known = (len(state.history), state.information_state(player))
        positions = posterior.setdefault(known, Counter())
        positions[state.position] += weight
    return posterior


@pytest.mark.parametrize("rules", [small_poker, seen_and_hidden_again])
@pytest.mark.parametrize("player", [0, 1])
def test_the_distribution_is_that_of_exhaustive_enumeration(rules, player):
    game = Game(rules())
    posterior = enumerated(game, player)
    for state, _ in all_plays(game.start(), player):
        belief = Belief.start(game, player)
        belief.follow(state)
        positions = posterior[len(state.history), state.information_state(player)]
        total = sum(positions.values())
        assert dict(belief.weights) == {p: weight / total for p, weight in positions.items()}


@pytest.mark.parametrize("rules", [small_poker, seen_and_hidden_again])
def test_samples_of_whole_histories_follow_the_enumeration(rules):
    game = Game(rules())
    start = game.start()
    if rules is small_poker:
        state = start.child(1).child(2).child(1)
    else:
        state = start.child(0).child(1).child(0).child(4)
    expected = Counter()
    for play, weight in all_plays(start, 0):
        if len(play.history) == len(state.history):
            same = play.information_state(0) == state.information_state(0)
            expected[play.history] += weight if same else 0
    expected = +expected
    assert len(expected) > 1
    belief = Belief.start(game, 0)
    belief.follow(state)
    times = 4000
    drawn = Counter(belief.sample(seed).history for seed in range(times))
    assert drawn.keys() == expected.keys()
    for history, weight in expected.items():
        wanted = float(weight / sum(expected.values()))
        assert drawn[history] / times == pytest.approx(wanted, abs=0.03)


def test_a_sample_cannot_be_told_from_the_real_play_and_goes_on_like_it():
    game = Game(seen_and_hidden_again())
    for state, _ in all_plays(game.start(), 0):
        for seed in range(3):
            sample = redeal(state, 0, seed)
            assert sample.information_state(0) == state.information_state(0)
            assert sample.seed is None
            replayed = game.start()
            for number in sample.history:
                replayed = replayed.child(number)
            assert replayed == sample
            assert [s.transition for s in replayed.path] == [s.transition for s in sample.path]
            if state.current_player == 0:
                assert sample.legal_ids == state.legal_ids


def test_a_redeal_carries_no_seed_of_the_real_play():
    game = Game(small_poker())
    state = game.start(seed=5)
    samples = {redeal(state, 0, seed).history for seed in range(20)}
    assert len(samples) == 2
    assert all(redeal(state, 0, seed).seed is None for seed in range(20))


def test_following_step_by_step_is_following_at_once_and_undo_begins_anew():
    game = Game(seen_and_hidden_again())
    state = game.start().child(0).child(1).child(1).child(4)
    step_by_step, at_once = Belief.start(game, 0), Belief.start(game, 0)
    for earlier in state.path:
        step_by_step.follow(earlier)
    at_once.follow(state)
    assert step_by_step.weights == at_once.weights
    assert step_by_step.sample(7).history == at_once.sample(7).history
    other = game.start().child(0).child(0)
    step_by_step.follow(other)
    assert dict(step_by_step.weights) == {other.position: 1}


def test_everything_seen_leaves_one_position():
    game = Game(three_in_a_row())
    state = game.start().child(4).child(0).child(8)
    belief = Belief.start(game, 1)
    belief.follow(state)
    assert belief.size == 1
    assert belief.sample(0) == state


def far_from(found, expected):
    """Return by how many standard deviations chi-square of some counts is too large."""
    total, whole = sum(found.values()), sum(expected.values())
    assert found.keys() <= expected.keys()
    parts = [(found[key], total * float(weight / whole)) for key, weight in expected.items()]
    freedom = len(parts) - 1
    chi_square = sum((count - wanted) ** 2 / wanted for count, wanted in parts)
    return (chi_square - freedom) / (2 * freedom) ** 0.5


@pytest.mark.parametrize(
    "history",
    [(1, 1, 0, 4), passed_over((0, 1, 1, 4)), (0, 0, 2), passed_over((1, 1, 1, 3))],
)
@pytest.mark.parametrize("player", [0, 1])
def test_chains_that_went_beyond_the_width_are_sampled_as_likely_as_they_are(history, player):
    game = Game(seen_and_hidden_again())
    state = game.start()
    for number in history:
        state = state.child(number)
    expected = Counter()
    for play, weight in all_plays(game.start(), player):
        if len(play.history) == len(history):
            same = play.information_state(player) == state.information_state(player)
            expected[play.history] += weight if same else 0
    expected = +expected
    narrow = Belief.start(game, player, width=1)
    narrow.follow(state)
    found = Counter(narrow.sample(seed).history for seed in range(500 if DEEP else 150))
    assert found.keys() == expected.keys()
    assert len(expected) == 1 or far_from(found, expected) < 4


def test_when_the_budget_ends_there_is_no_sample():
    game = Game(small_poker())
    state = game.start().child(0).child(1).child(0)
    with pytest.raises(RedealExhausted, match="budget"):
        redeal(state, 0, 1, budget=3)


def two_secret_numbers():
    """P1 sets two numbers, one after the other, that P2 never sees."""
    arms = (
        Arm(
            "set",
            4 * which,
            (Choice(0, ("k",), Const((0, 1, 2, 3)), Number(0, 3), False, False, None),),
            (),
            block(3 + which, Assign(which, (), Local(0))),
            False,
        )
        for which in (0, 1)
    )
    return spec(
        variables=tuple(
            Variable(name, (), Number(0, 3), 0, False, ((0,),)) for name in ("first", "second")
        ),
        play=block(
            2,
            *(Choose(10 + at, Const(0), (arm,), None, None) for at, arm in enumerate(arms)),
            Choose(12, Const(1), (Arm("go_on", 8, (), (), block(5), False),), None, None),
            End(Drawn()),
        ),
        action_count=9,
    )


def test_what_was_never_seen_is_alike_likely():
    state = Game(two_secret_numbers()).start().child(0).child(4)
    belief = Belief.start(state.game, 1, width=1)
    belief.follow(state)
    found = Counter(belief.sample(seed).position.cells for seed in range(640 if DEEP else 240))
    assert len(found) == 16
    assert far_from(found, dict.fromkeys(found, 1)) < 4


def test_what_is_seen_later_guides_even_a_narrow_belief():
    game = Game(small_poker())
    state = game.start().child(0).child(1).child(0).child(0)
    for seed in range(20):
        belief = Belief.start(game, 0, width=1, seed=seed)
        belief.follow(state)
        assert belief.sample(seed) == state


def test_where_only_the_truth_agrees_it_is_found_all_the_same():
    game = Game(seen_and_hidden_again())
    state = game.start().child(0).child(1).child(1).child(4).child(5)
    assert state.returns == (2, 2)
    for seed in range(10):
        belief = Belief.start(game, 0, width=1, seed=seed)
        belief.follow(state)
        assert belief.sample(seed).information_state(0) == state.information_state(0)


def test_a_search_that_failed_is_not_made_again():
    game = Game(small_poker())
    state = game.start().child(0).child(1).child(0)
    belief = Belief.start(game, 0, budget=3)
    for _ in range(2):
        with pytest.raises(RedealExhausted, match="budget"):
            belief.follow(state)
    assert belief.spent == 4


def test_what_was_seen_of_a_roll_keeps_the_table_small_while_dice_fall():
    game = load(str(ROOT / "tests" / "texts" / "below_zero.rules"), players=3)
    rng, state = random.Random(20), game.start()
    while not state.is_terminal:
        state = state.child(rng.choice(followers(state)))
    belief = Belief.start(game, 2)
    belief.follow(state)
    assert belief.is_exact
    assert belief.spent < 10_000
