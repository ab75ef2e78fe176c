"""When chance acts, what its weights are, and that a seed settles it. Ref §13, §16."""

from collections import Counter
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from interpreter.position import CHANCE, Drawing
from interpreter.tree import followers
from tests.support.cases import counted
from tests.support.games import shipped, text
from tests.support.plays import over_plays, replayed

ALL = (1 << 64) - 1


def mix(z):
    z = (z + 0x9E3779B97F4A7C15) & ALL
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & ALL
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & ALL
    return z ^ (z >> 31)


def by_the_reference(state, seed, index):
    """Return the outcome that a seed settles, written down anew from Ref §16."""
    number = mix(mix(mix(mix(0x6368616E6365) ^ seed) ^ 0) ^ index)
    passed = Fraction(0)
    for outcome, weight in state.chance_outcomes:
        passed += weight
        if Fraction(number, 1 << 64) < passed:
            return outcome
    raise AssertionError("the weights do not sum to 1")


@over_plays()
def test_weights_sum_to_one_and_outcomes_ascend(play):
    for state in play.states:
        outcomes = state.chance_outcomes
        assert bool(outcomes) == (state.current_player == CHANCE)
        if outcomes:
            assert sum(weight for _, weight in outcomes) == 1
            assert all(weight > 0 for _, weight in outcomes)
            ids = [outcome for outcome, _ in outcomes]
            assert ids == sorted(set(ids))
            assert 0 <= ids[0] <= ids[-1] < play.game.facts.max_chance_outcomes


@over_plays()
def test_a_draw_is_weighted_by_the_copies_in_the_bag(play):
    for state in play.states:
        if state.current_player == CHANCE and isinstance(state.position.control[-1], Drawing):
            bag = Counter(state.position.cells[state.position.control[-1].source])
            assert dict(state.chance_outcomes) == {
                kind: Fraction(copies, bag.total()) for kind, copies in bag.items()
            }


@over_plays()
def test_chance_acts_where_components_leave_a_bag(play):
    """A kind leaves an unseen bag by name only where a player or the set-up named it."""
    for state in play.states:
        if state.previous is not None and state.previous.current_player == CHANCE:
            drawing = state.previous.position.control[-1]
            if isinstance(drawing, Drawing):
                first = state.transition[0]
                assert (first.source, first.target) == (drawing.source, drawing.target)
                assert first.kinds == (state.action,)


def played_by_seed(game, seed, picks):
    state = game.start(seed)
    for pick in picks:
        if state.is_terminal:
            break
        state = state.apply(state.legal_ids[pick % len(state.legal_ids)])
    return state


SEEDS = st.integers(0, ALL)
PICKS = st.lists(st.integers(0, 0xFFFF), min_size=12, max_size=12)
WITH_CHANCE = (shipped("kuhn_poker"), text("high_card"), text("workshop"))


@given(st.sampled_from(WITH_CHANCE), SEEDS, PICKS)
def test_a_seed_and_the_choices_settle_a_play(game, seed, picks):
    one, other = (played_by_seed(game, seed, picks) for _ in range(2))
    assert one == other
    assert one.history == other.history
    again = replayed(game, one.history)
    assert again == one
    assert again.legal_ids == one.legal_ids
    counted(game, "plays")


@given(st.sampled_from(WITH_CHANCE), SEEDS, PICKS)
def test_outcomes_are_those_that_the_reference_computes(game, seed, picks):
    drawn = 0
    for state in played_by_seed(game, seed, picks).path:
        before = state.previous
        if before is not None and before.current_player == CHANCE:
            assert state.action == by_the_reference(before, seed, drawn)
            drawn += 1
    counted(game, "outcomes", drawn)


@given(st.sampled_from(WITH_CHANCE), SEEDS, PICKS)
def test_apply_goes_past_chance_and_child_does_not(game, seed, picks):
    state = played_by_seed(game, seed, picks)
    assert state.current_player != CHANCE
    if not state.is_terminal:
        number = state.legal_ids[0]
        child = state.child(number)
        assert child.history == (*state.history, number)
        assert state.apply(number) == child.past_chance()
        counted(game, "choices")


def test_deals_of_many_seeds_are_spread_as_their_weights_say():
    """3,000 seeds over the six deals of two cards: chi-square 20.5 is the 0.1 % point."""
    game = shipped("kuhn_poker")
    deals = Counter(game.start(seed).history for seed in range(3000))
    assert len(deals) == 6
    assert sum((count - 500) ** 2 / 500 for count in deals.values()) < 20.5
    counted(game, "seeds", deals.total())


def test_without_a_seed_chance_is_left_to_the_caller():
    state = shipped("kuhn_poker").start()
    assert state.current_player == CHANCE
    assert state.apply(followers(state)[0]).current_player == CHANCE
