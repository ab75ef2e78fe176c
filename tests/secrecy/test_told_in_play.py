"""What is found by what happens is told in play: shown by plays that a seat could not tell apart.

From a moment of a play others are drawn that look alike to a seat; where the same number is chosen
or comes by chance next, in both, and the seat is told something else, it is told a secret.
"""

import pytest

from interpreter import load
from interpreter.faults import BudgetExceeded, RuleFault
from interpreter.knowledge.redeal import Belief, RedealExhausted
from interpreter.measuring.simulate import playout
from interpreter.tree import followers
from tests.secrecy.test_secrecy import cases, text_of
from tests.support.plays import replayed
from tests.support.sampling import passed_over

PLAYS = 12
SAMPLES = 8
MOST_FOLLOWERS = 3


def telling(game, seeds):
    """Return whether some seat is told of what it cannot see, in one of some plays."""
    return any(
        _differs(state, player, seed)
        for seed in seeds
        for state in playout(game, seed).path[-4:-1]
        for player in range(len(game.players))
    )


def _differs(state, player, seed):
    belief = Belief.start(state.game, player, width=64, budget=15_000, seed=seed)
    try:
        belief.follow(state)
    except RedealExhausted:
        return False
    tried = set()
    for history in (belief.sample(drawn).history for drawn in range(SAMPLES)):
        if history in tried:
            continue
        tried.add(history)
        other = replayed(state.game, history)
        for number in [n for n in followers(state) if n in followers(other)][:MOST_FOLLOWERS]:
            if _told(state, number, player) != _told(other, number, player):
                return True
    return False


def _told(state, number, player):
    try:
        after = state.child(number)
    except (RuleFault, BudgetExceeded):
        return None
    return after.events(player), after.current_player, after.is_terminal


@pytest.fixture
def loaded(tmp_path):
    """Return what loads a text; as the reference plays it."""

    def made(rules):
        path = tmp_path / "game.rules"
        path.write_text(text_of(rules), encoding="utf-8")
        return load(str(path), engine="reference")

    return made


def some(found):
    """Return every eighth case, and the others for the soak: each needs plays by the dozen."""
    return [
        case if at % 8 == 0 else pytest.param(*case.values, id=case.id, marks=passed_over(0).marks)
        for at, case in enumerate(found)
    ]


@pytest.mark.parametrize("rules", some(cases("told_traces.md")))
def test_a_seat_is_told_what_it_cannot_see(rules, loaded):
    assert telling(loaded(rules), range(PLAYS))
