"""How plays end, and what they bring. Ref §21, §22, §32."""

import pytest

from interpreter.faults import IllegalAction
from interpreter.position import CHANCE, TERMINAL
from rulelang import core
from rulelang.core.walk import nested
from tests.support.plays import EVERYTHING, WHOLE, over_plays


def scores(spec):
    """Whether a game may end by scores, or for all alike; else it ends by a win or a draw."""
    blocks = (spec.setup, spec.play, *(effect.body for effect in spec.effects))
    return any(
        isinstance(node, core.End) and isinstance(node.result, core.Scores | core.Together)
        for block in blocks
        for node in nested(block)
    )


@over_plays()
def test_returns_exist_exactly_at_the_end(play):
    for state in play.states:
        if state.is_terminal:
            assert len(state.returns) == len(play.game.players)
            assert state.current_player == TERMINAL
            assert not state.legal_actions
            assert not state.chance_outcomes
            assert state.refusal_of(0)
            with pytest.raises(IllegalAction, match=r".+"):
                state.apply(0)
        else:
            assert state.current_player != TERMINAL
            with pytest.raises(IllegalAction, match="not over"):
                state.returns  # noqa: B018  a property


@over_plays(WHOLE, whole=True, rarity=4)
def test_wins_and_draws_sum_to_zero(play):
    if play.end.is_terminal and not scores(play.game.spec):
        assert sum(play.end.returns) == 0
        assert min(play.end.returns) >= -1


@over_plays(WHOLE, whole=True, rarity=4)
def test_the_games_that_ship_end(play):
    assert play.end.is_terminal


@over_plays(EVERYTHING, rarity=3)
def test_no_play_is_longer_than_its_text_claims(play):
    claimed = play.game.facts.length
    if claimed is not None:
        path = play.end.path[:-1]
        assert sum(state.current_player != CHANCE for state in path) <= claimed
