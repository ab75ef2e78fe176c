"""What later sight says about earlier positions."""

from collections import Counter

import pytest

from interpreter.game import Game
from interpreter.knowledge.evidence import meets, needs_along
from tests.unit.interpreter.knowledge.test_redeal import all_plays, seen_and_hidden_again
from tests.unit.interpreter.support import small_poker

DECK, HAND_1, HAND_2 = 0, 1, 2
JACK, QUEEN, KING = 0, 1, 2


def needs_of(state, player):
    seen = [at.effects(player) for at in state.path]
    return needs_along(seen, player, state.game.layout)


def test_what_is_revealed_was_in_the_hand_or_in_what_filled_it():
    state = Game(small_poker()).start().child(JACK).child(KING).child(0).child(0)
    before_deal, before_second, *dealt, over = needs_of(state, 0)
    assert over == {}
    for needs in dealt:
        assert needs == {frozenset((HAND_2,)): Counter((KING,))}
    assert before_second == {frozenset((HAND_2, DECK)): Counter((KING,))}
    assert before_deal[frozenset((DECK,))] == Counter((JACK,))


def test_other_positions_are_told_apart_by_it():
    start = Game(small_poker()).start()
    over = start.child(JACK).child(KING).child(0).child(0)
    needs = needs_of(over, 0)
    assert meets(start.child(JACK).child(KING).position, needs[2])
    assert not meets(start.child(JACK).child(QUEEN).position, needs[2])


@pytest.mark.parametrize("rules", [small_poker, seen_and_hidden_again])
@pytest.mark.parametrize("player", [0, 1])
def test_every_real_play_meets_what_it_shows(rules, player):
    for state, _ in all_plays(Game(rules()).start(), player):
        path = state.path
        for earlier, needs in zip(path, needs_of(state, player), strict=True):
            assert meets(earlier.position, needs)
