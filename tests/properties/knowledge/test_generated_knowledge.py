"""What players know of games that nobody wrote: nothing leaks, nothing is forgotten. Ref §2, §18.

Where the checker finds no option that tells a secret, there is none (Ref §25).
"""

from hypothesis import given

from interpreter.faults import BudgetExceeded, RuleFault
from interpreter.game import Game
from interpreter.knowledge.redeal import RedealExhausted, redeal
from rulelang import pipeline
from tests.properties.knowledge.test_knowledge import disguised, told
from tests.properties.test_generated import PICKS, instance, states_of, tried, written
from tests.support.generated.texts import made
from tests.support.plays import replayed

MOST = 14  # choices of a play that is redealt


def play_of(game, picks, most=60):
    """Return the states of a play, up to a fault."""
    with written(game) as path:
        spec = instance(path, picks[0])
    states = []
    try:
        for state in states_of(Game(spec), picks):
            states.append(state)
            if len(states) == most:
                break
    except (RuleFault, BudgetExceeded):
        pass  # `test_generated.py` looks at these
    return states


def checked_play(game, picks):
    """Return the states of a play, and whether the checker found that something is told."""
    with written(game) as path:
        found = pipeline.check(path).diagnostics
    return play_of(game, picks), any(one.code == "hidden-read" for one in found)


def seats(state):
    return range(len(state.game.players))


@tried(12)
@given(made(), PICKS)
def test_nobody_is_told_what_he_does_not_see(game, picks):
    for state in play_of(game, picks):
        for player in seats(state):
            expected = [told(event, player, state.game.spec) for event in state.transition]
            assert list(state.effects(player)) == [e for e in expected if e is not None], str(game)
            seen, other = state.observation(player), disguised(state, player).observation(player)
            assert seen["zones"] == other["zones"], str(game)
            assert seen["variables"] == other["variables"], str(game)


@tried(12)
@given(made(), PICKS)
def test_options_tell_nothing_where_nothing_is_found(game, picks):
    """What is revealed counts for the checker, and not for an observation (Ref §4)."""
    states, found = checked_play(game, picks)
    if found or "reveal" in str(game) or "show " in str(game):
        return
    for state in states:
        player = state.current_player
        if player >= 0:
            assert disguised(state, player).legal_ids == state.legal_ids, str(game)


@tried(12)
@given(made(), PICKS)
def test_nothing_is_forgotten_and_nobody_is_told_what_others_chose(game, picks):
    for state in play_of(game, picks)[1:]:
        before = state.previous
        for player in seats(state):
            earlier, now = before.information_state(player), state.information_state(player)
            assert now[: len(earlier)] == earlier
            own = [entry for entry in now[len(earlier) :] if entry[0] == "chose"]
            mine = before.current_player == player
            assert own == ([("chose", state.action)] if mine else []), str(game)


@tried(20)
@given(made(), PICKS)
def test_a_redealt_play_is_one_that_the_player_cannot_tell_from_the_real_one(game, picks):
    states = play_of(game, picks, MOST)
    if not states:
        return
    end = states[-1]
    for player in seats(end):
        try:
            sample = redeal(end, player, seed=picks[0])
        except RedealExhausted:
            continue
        assert len(sample.history) == len(end.history)
        for one, true in zip(sample.path, end.path, strict=True):
            assert one.information_state(player) == true.information_state(player), str(game)
            assert one.current_player == true.current_player, str(game)
            assert one.observation(player) == true.observation(player), str(game)
        assert replayed(end.game, sample.history) == sample
