"""Redealing: plays that a player could not tell from the real one, as likely as they are.

Ref §18. Distributions are compared with the enumeration of all plays, exactly where the belief can
be read, and else within a bound that a true sampler misses less than once in a thousand runs; the
seeds are fixed.
"""

from collections import Counter

import pytest

from interpreter.knowledge.redeal import Belief, redeal
from interpreter.position import CHANCE
from tests.properties.knowledge.test_knowledge import ENUMERABLE, enumerated
from tests.support import games
from tests.support.cases import counted
from tests.support.knowledge.enumeration import posterior
from tests.support.plays import REDEALT, over_plays, replayed

SAMPLES = 1500
# Chi-square above `d + SPREAD * (2 d) ** 0.5` has a chance below one in a thousand for every d.
SPREAD = 5.0


def cannot_tell(sample, state, player):
    """Assert that a sample is, for the player, the play that it was made for, at every step."""
    assert len(sample.history) == len(state.history)
    for one, true in zip(sample.path, state.path, strict=True):
        assert one.information_state(player) == true.information_state(player)
        assert (one.current_player, one.is_terminal) == (true.current_player, true.is_terminal)
        assert one.observation(player) == true.observation(player)
        if one.current_player == player:
            assert one.legal_ids == true.legal_ids


@over_plays(REDEALT, rarity=6)
def test_a_sample_is_a_play_that_the_player_cannot_tell_from_the_real_one(play):
    for player in play.seats:
        sample = redeal(play.end, player, seed=len(play.picks))
        cannot_tell(sample, play.end, player)
        again = replayed(play.game, sample.history)
        assert again == sample
        assert again.legal_ids == sample.legal_ids
        assert sample.seed is None


@over_plays(REDEALT, rarity=10)
def test_the_same_seed_gives_the_same_sample(play):
    for player in play.seats:
        one, other = (redeal(play.end, player, seed=7) for _ in range(2))
        assert one.history == other.history


@over_plays(REDEALT, rarity=100)
def test_a_belief_that_follows_knows_what_one_made_at_the_end_knows(play):
    for player in play.seats:
        following = Belief.start(play.game, player)
        for state in play.states[:: max(1, len(play.states) // 4)]:
            following.follow(state)
        following.follow(play.end)
        once = Belief.start(play.game, player)
        once.follow(play.end)
        if once.is_exact and following.is_exact:
            positions = dict(following.weights).keys()
            assert dict(once.weights).keys() == positions


@pytest.mark.parametrize("name", ENUMERABLE)
@pytest.mark.parametrize("player", [0, 1])
def test_beliefs_are_exactly_those_of_the_enumeration(name, player):
    for plays in enumerated(name, player).values():
        belief = Belief.start(plays[0][0].game, player)
        belief.follow(plays[0][0])
        total = sum(weight for _, weight in plays)
        expected = Counter()
        for state, weight in plays:
            expected[state.position] += weight / total
        assert dict(belief.weights) == dict(expected)
        counted(name, "beliefs")


def busiest(name, player, count):
    """Return the moments of a game at which most plays cannot be told apart."""
    moments = sorted(enumerated(name, player).items(), key=lambda item: -len(item[1]))
    return [plays for _, plays in moments[:count]]


def chi_square(found, expected, total):
    return float(
        sum((found[key] - total * share) ** 2 / (total * share) for key, share in expected.items())
    )


@pytest.mark.parametrize("name", ENUMERABLE)
@pytest.mark.parametrize("player", [0, 1])
def test_whole_histories_are_sampled_as_likely_as_they_are(name, player):
    for plays in busiest(name, player, 6):
        expected = posterior(plays)
        belief = Belief.start(plays[0][0].game, player)
        belief.follow(plays[0][0])
        found = Counter(belief.sample(seed).history for seed in range(SAMPLES))
        assert found.keys() <= expected.keys()
        freedom = len(expected) - 1
        assert chi_square(found, expected, SAMPLES) < freedom + SPREAD * (2 * freedom) ** 0.5 + 1
        distance = sum(abs(found[key] / SAMPLES - share) for key, share in expected.items()) / 2
        assert distance < float(len(expected) / SAMPLES) ** 0.5
        counted(name, "samples", SAMPLES)


@pytest.mark.parametrize("name", ENUMERABLE)
@pytest.mark.parametrize("player", [0, 1])
def test_redeal_too_is_as_likely_as_the_enumeration_says(name, player):
    plays = busiest(name, player, 3)[-1]
    expected = posterior(plays)
    state = plays[-1][0]
    found = Counter(redeal(state, player, seed).history for seed in range(300))
    freedom = len(expected) - 1
    assert found.keys() <= expected.keys()
    assert chi_square(found, expected, 300) < freedom + SPREAD * (2 * freedom) ** 0.5 + 1
    counted(name, "samples", 300)


@pytest.mark.parametrize("name", ENUMERABLE)
@pytest.mark.parametrize("player", [0, 1])
def test_where_several_deals_fit_samples_differ(name, player):
    for plays in busiest(name, player, 10):
        positions = {state.position for state, _ in plays}
        if len(positions) > 1:
            sampled = {redeal(plays[0][0], player, seed).position for seed in range(30)}
            assert len(sampled) > 1
            assert sampled <= positions
            counted(name, "samples", 30)


def test_no_moment_of_a_small_game_is_without_a_sample():
    for name in ENUMERABLE:
        for player in (0, 1):
            for plays in enumerated(name, player).values():
                cannot_tell(redeal(plays[-1][0], player, seed=1), plays[-1][0], player)
                counted(name, "moments")


def test_a_sample_can_be_played_on():
    state = games.shipped("kuhn_poker").start(3)
    sample = redeal(state, state.current_player, seed=2).with_seed(11)
    assert sample.current_player != CHANCE
    while not sample.is_terminal:
        sample = sample.apply(sample.legal_ids[0])
    assert sample.returns
