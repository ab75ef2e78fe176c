"""What is legal, what is refused, and that what is legal can be done. Ref §6, §8, §9."""

from itertools import pairwise
from random import Random

import pytest

from interpreter.faults import IllegalAction
from interpreter.play.menu import entry_at, listing, menu, menu_of, options_in
from interpreter.play.typed import completions, meant, words_of
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
        assert meant(state, str(action)) == (action,)
        assert state.refusal(action.name, action.labels) is None
    for name in state.arm_names:
        for action, reason in state.candidates(name):
            assert (reason is None) == (action.id in state.legal_ids)
            assert state.refusal_of(action.id) == reason
    assert state.refusal("no_such_thing", ())
    for name in state.arm_names:
        assert state.refusal(name, ("nowhere",) * 9) == NO_SUCH_OPTION


def is_same(one, other):
    """Return whether two actions have the same words in any order, in text or sentence."""
    return any(
        sorted(words_of(a)) == sorted(words_of(b))
        for a in (str(one), one.sentence)
        for b in (str(other), other.sentence)
    )


@over_plays(rarity=25)
def test_what_is_typed_any_way_is_the_action_or_a_doubt_that_names_it(play):
    """The text, the shown sentence, in any case, with other signs between, turned round."""
    state = play.end
    for action in state.legal_actions[:8]:
        name, *labels = [action.name, *action.labels]
        backwards = " ".join([*reversed(labels), name])
        spaced = " ".join((name, *labels)).replace("_", " ").replace("(", " ").replace(")", " ")
        for text in (str(action), action.sentence, backwards, spaced):
            for typed in (text, text.upper(), text.lower(), f"  {action.index + 1}. {text} "):
                found = meant(state, typed)
                assert action in found or all(is_same(action, other) for other in found), typed
                assert found, typed


@over_plays(rarity=25)
def test_each_legal_action_is_reached_by_numbers_that_stay(play):
    actions = play.end.legal_actions
    root = menu_of(actions)
    assert [option.actions[0].id for option in options_in(root)] == list(play.end.legal_ids)
    for option in options_in(root):
        here = root
        for number in option.label.split("."):
            assert f"{number}. " in menu(here, 100)
            here = entry_at(root, here, number)
        assert here is option
        assert entry_at(root, here, option.label) is option or "." not in option.label
    for option in list(options_in(root))[:5]:
        listed = listing(root, 100, words_of(str(option.actions[0])))
        assert f"{option.label}. {option.actions[0].sentence}" in listed


@over_plays(rarity=25)
def test_tab_completes_each_action_word_by_word(play):
    actions = play.end.legal_actions
    for action in actions[:6]:
        line = ""
        for word in dict.fromkeys(words_of(str(action))):
            assert word in completions(actions, line)
            assert word in completions(actions, line + word[:1])
            line += f"{word} "
