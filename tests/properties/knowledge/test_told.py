"""What somebody is told of others' choices: the truth, and what follows. Ref §2."""

import pytest
from hypothesis import given

from interpreter.knowledge.redeal import RedealExhausted, redeal
from tests.properties.knowledge.test_generated_knowledge import MOST, checked_play
from tests.properties.knowledge.test_knowledge import ENUMERABLE, enumerated
from tests.properties.test_generated import PICKS, tried
from tests.support.cases import counted
from tests.support.generated.texts import made
from tests.support.plays import REDEALT, SHIPPED, SMALL, over_plays

OPEN = {
    *("breakthrough", "connect_four", "english_draughts", "hex", "kalah"),
    *("nine_mens_morris", "othello", "tic_tac_toe", "backgammon", "whist", "carnival"),
    *("liars_dice", "kuhn_poker", "leduc_poker", "antike_duellum", "pergamon"),
}
"""Games of which every choice that is asked for is told to everybody, passes included."""


def observers(state):
    """Return who may be told of the choice that led to a state; None: an onlooker."""
    actor = state.previous.current_player
    return [None, *(p for p in range(len(state.game.players)) if p != actor)]


def by_players(states):
    return [s for s in states if s.previous is not None and s.previous.current_player >= 0]


def is_true(told, state):
    """Return whether what was told of a choice is what was chosen."""
    before = state.previous
    action = before.legal_actions[before.legal_ids.index(state.action)]
    pairs = zip(told.arguments, action.labels, strict=True)
    return (
        told.player == before.current_player
        and told.name == action.name
        and told.action in {None, action.id}
        and (told.action is None) == (None in told.arguments)
        and all(label in {None, true} for label, true in pairs)
    )


def what_is_told(state, player):
    """Return what a player and an onlooker were told on the whole way to a state."""
    return [(at.told(player), at.told(None)) for at in state.path]


@over_plays((*SHIPPED, *SMALL), rarity=6)
def test_what_is_told_of_a_choice_is_true(play):
    for state in by_players(play.states):
        for who in observers(state):
            told = state.told(who)
            assert told is None or is_true(told, state), (who, told)


@over_plays(tuple(group for group in SHIPPED if group.name in OPEN), rarity=6)
def test_everybody_is_told_of_every_choice_of_an_open_game(play):
    for state in by_players(play.states):
        for who in observers(state):
            told = state.told(who)
            assert told is not None, (who, state.action)
            assert told.action == state.action


@over_plays(rarity=6)
def test_what_an_onlooker_is_told_whole_every_player_is_told(play):
    for state in by_players(play.states):
        for event in state.public_events():
            for player in observers(state)[1:]:
                assert None in event or event in state.events(player), (player, event)


@over_plays(REDEALT, rarity=10)
def test_who_cannot_tell_two_plays_apart_is_told_the_same(play):
    for player in play.seats:
        sample = redeal(play.end, player, seed=len(play.picks))
        assert what_is_told(sample, player) == what_is_told(play.end, player)


@pytest.mark.parametrize("name", ENUMERABLE)
@pytest.mark.parametrize("player", [0, 1])
def test_telling_parts_no_plays_that_nobody_could_part(name, player):
    for plays in enumerated(name, player).values():
        assert len({tuple(what_is_told(state, player)) for state, _ in plays}) == 1
        counted(name, "moments")


@tried(25)
@given(made(), PICKS)
def test_in_texts_that_nobody_wrote_telling_is_true_and_adds_nothing(game, picks):
    states, found = checked_play(game, picks)
    states = states[:MOST]
    for state in by_players(states):
        for who in observers(state):
            told = state.told(who)
            assert told is None or is_true(told, state), str(game)
    if found or not states:
        return  # what a pause tells is told by the choice behind it too
    end = states[-1]
    for player in range(len(end.game.players)):
        try:
            sample = redeal(end, player, seed=1, width=64)
        except RedealExhausted:
            continue
        assert what_is_told(sample, player) == what_is_told(end, player), str(game)
