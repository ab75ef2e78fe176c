"""A play held is mended where a hand that is laid open shows what was guessed wrong."""

import random

import pytest

from interpreter import Belief, load
from interpreter.knowledge.chains import Chains
from interpreter.knowledge.mending import differing
from interpreter.reference.events import Moved
from interpreter.tree import followers
from tests.support.games import ROOT

LENGTH = 200


def moved(source, target, *kinds):
    return Moved(source, target, kinds, len(kinds))


def test_what_is_moved_on_in_the_same_step_lay_there_then():
    found = differing([(3, 3), (), ()], [moved(0, 1, 3), moved(1, 2, 3), moved(0, 1, 4)])
    assert not found[1].missing
    assert found[0].missing == {4: 1}
    assert +found[0].left == {3: 1}
    assert +found[2].left == {3: 1}


def test_what_is_not_seen_says_nothing():
    assert differing([(3,), ()], [Moved(0, 1, None, 1)]) == {}


@pytest.mark.parametrize(
    ("path", "players", "most"),
    [("games/whist.rules", 4, 8), ("games/market_road.rules", 4, 4)],
)
def test_hardly_a_play_is_made_anew(path, players, most, monkeypatch):
    """Without it there are 26 in Whist, and 7 in Market Road."""
    game, built = load(str(ROOT / path), players=players), []
    build = Chains._build  # noqa: SLF001 - it is counted

    def counted(chains, *given):
        built.append(chains)
        return build(chains, *given)

    monkeypatch.setattr(Chains, "_build", counted)
    rng, state, belief = random.Random(1), game.start(), Belief.start(game, 0)
    while not state.is_terminal and len(state.history) < LENGTH:
        if state.current_player >= 0:
            belief.follow(state)
        state = state.child(rng.choice(followers(state)))
    assert len(built) <= most
