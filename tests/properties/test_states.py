"""States are values: looking changes nothing, copies are equal, and choices can be taken back."""

import copy
import pickle

import pytest

from interpreter.faults import IllegalAction
from interpreter.knowledge.explain import why_not
from interpreter.position import CHANCE
from interpreter.tree import followers
from tests.support.plays import over_plays, replayed


def everything_seen(state):
    """All that a state says to anybody, as data."""
    players = range(len(state.game.players))
    return (
        state.position,
        state.position.clocks,
        hash(state),
        state.history,
        state.label,
        state.current_player,
        state.legal_ids,
        [(str(action), action.sentence) for action in state.legal_actions],
        state.chance_outcomes,
        [state.observation(player) for player in players],
        [state.information_state(player) for player in players],
        [state.events(player) for player in (None, *players)],
    )


@over_plays(rarity=6)
def test_looking_changes_nothing(play):
    fresh = replayed(play.game, play.end.history)
    looked_at = replayed(play.game, play.end.history)
    before = everything_seen(looked_at)
    for name in looked_at.arm_names:
        why_not(looked_at, name)
        list(looked_at.candidates(name))
    for number in (-1, 0, *looked_at.legal_ids[:5]):
        looked_at.refusal_of(number)
    for number in followers(looked_at)[:3]:
        looked_at.child(number)
    repr(looked_at)
    assert everything_seen(looked_at) == before
    assert looked_at == fresh
    for number in followers(fresh)[:5]:
        assert everything_seen(looked_at.child(number)) == everything_seen(fresh.child(number))


@over_plays(rarity=10)
def test_copies_and_pickles_are_equal_and_go_on_alike(play):
    state = play.end
    again = pickle.loads(pickle.dumps(state))  # noqa: S301  our own
    for other in (copy.copy(state), copy.deepcopy(state), again):
        assert other == state
        assert hash(other) == hash(state)
        assert other.history == state.history
        assert other.legal_ids == state.legal_ids
        assert other.legal_actions[:3] == state.legal_actions[:3]
        for number in followers(state)[:2]:
            assert other.child(number) == state.child(number)


@over_plays(rarity=3)
def test_equal_positions_are_equal_however_they_came_about(play):
    """Positions found twice in one play are one key of a dictionary."""
    known = {}
    for state in play.states:
        known.setdefault(state.position, state)
        twin = known[state.position]
        assert twin == state
        assert hash(twin) == hash(state)
    assert play.states[0] != object()


@over_plays(rarity=3)
def test_a_play_restored_from_its_history_is_the_same_play(play):
    again = replayed(play.game, play.end.history)
    for one, other in zip(again.path, play.end.path, strict=True):
        assert one == other
        assert one.position.clocks == other.position.clocks
        assert one.transition == other.transition


def noticed(state, player):
    """Whether somebody else saw something of the transition to a state."""
    return any(state.effects(other) for other in range(len(state.game.players)) if other != player)


@over_plays(rarity=3)
def test_the_own_last_choice_can_be_taken_back_until_somebody_noticed(play):
    for state in play.states:
        before = state.previous
        for player in play.seats:
            own = before is not None and before.current_player == player
            if own and not noticed(state, player):
                assert state.undo(player) == before
            else:
                with pytest.raises(IllegalAction, match=r".+"):
                    state.undo(player)


@over_plays(rarity=3)
def test_what_is_taken_back_leaves_no_trace(play):
    for state in play.states[1:]:
        before = state.previous
        actor = before.current_player
        if actor == CHANCE or noticed(state, actor):
            continue
        back = state.undo(actor)
        assert everything_seen(back) == everything_seen(replayed(play.game, before.history))
        assert (back.seed, back.chances) == (before.seed, before.chances)
        number = back.legal_ids[-1]
        assert everything_seen(back.child(number)) == everything_seen(before.child(number))
