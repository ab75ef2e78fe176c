"""What is legal, what is refused, and that what is legal can be done. Ref §6, §8, §9."""

from itertools import pairwise
from random import Random

import pytest

from interpreter.faults import IllegalAction
from interpreter.play.menu import action_for
from interpreter.position import CHANCE
from interpreter.reference.choice import NO_SUCH_OPTION
from interpreter.tree import followers
from tests.support.plays import over_plays


def strictly_ascending(numbers):
    return all(a < b for a, b in pairwise(numbers))


@over_plays()
def test_legal_actions_ascend_are_unique_and_never_lack(play):
    for state in play.states:
        ids = state.legal_ids
        assert strictly_ascending(ids)
        assert bool(ids) == (not state.is_terminal and state.current_player != CHANCE)
        assert all(0 <= number < play.game.num_distinct_actions for number in ids)


@over_plays(rarity=3)
def test_legal_actions_say_what_their_numbers_mean(play):
    for state in play.states:
        actions = state.legal_actions
        assert tuple(action.id for action in actions) == state.legal_ids
        assert [action.index for action in actions] == list(range(len(actions)))
        assert len({str(action) for action in actions}) == len(actions)
        for action in actions:
            assert action.sentence
            assert "{" not in action.sentence
            assert len(action.labels) == len(action.arguments)


@over_plays(rarity=6)
def test_whatever_can_happen_next_happens_without_fault(play):
    state = play.end
    for number in followers(state):
        child = state.child(number)
        assert child.previous is state
        assert child.action == number
        assert child.is_terminal or followers(child)


def some_numbers(state, count):
    """All numbers of a small game; of a large one some, and all beside legal ones."""
    if count <= 200:
        return range(-2, count + 3)
    random = Random(count)
    near = {n + step for n in state.legal_ids[:40] for step in (-1, 0, 1)}
    return sorted(near | {-1, 0, count - 1, count} | {random.randrange(count) for _ in range(80)})


@over_plays(rarity=6)
def test_exactly_what_is_not_offered_is_refused_with_a_reason(play):
    state = play.end
    possible = set(followers(state))
    for number in some_numbers(state, play.game.num_distinct_actions):
        reason = state.refusal_of(number)
        assert (reason is None) == (number in possible)
        if reason is not None:
            assert reason.strip()
            assert "{" not in reason
            with pytest.raises(IllegalAction, match=r".+"):
                state.child(number)


@over_plays(rarity=6)
def test_an_action_is_found_and_refused_by_what_it_is_called(play):
    state = play.end
    for action in state.legal_actions[:40]:
        assert state.find(action.name, action.labels) == action
        assert state.find(action.name, action.arguments) == action
        assert action_for(state, str(action)) == action
        assert state.refusal(action.name, action.labels) is None
    for name in state.arm_names:
        for action, reason in state.candidates(name):
            assert (reason is None) == (action.id in state.legal_ids)
            assert state.refusal_of(action.id) == reason
    assert state.refusal("no_such_thing", ())
    for name in state.arm_names:
        assert state.refusal(name, ("nowhere",) * 9) == NO_SUCH_OPTION
