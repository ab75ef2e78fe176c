"""Redeals of texts in which a guess at where all lies does not do, or not alone.

Each sample is, for the seat that it is made for, the play that it was made from.
"""

import random

import pytest

from interpreter import Belief, load
from interpreter.tree import followers

ROW = """game "A deck in an order"
players A, B
token Card(rank: 1..6) in deck: 1 each
zone deck: Card bag, hidden
zone stock: Card row, hidden
zone pile: Card row, open
setup: move all from deck to stock
play:
    each turn of p, at most 6:
        p chooses:
            turn: draw 1 from stock to pile
            look: show stock to p
    end: all win
"""
DICE = """game "Dice in the open"
players A, B
token Card(rank: 1..40) in deck: 1 each
zone deck: Card bag, hidden
zone hand(Player): Card set, owner sees
die Die in tray: 6, faces 1..6
zone tray: Die set, open
setup: deal 5 each from deck to hand(q) for q in Player
play:
    each turn of p, at most 8:
        roll tray
        p chooses:
            go_on
    end: all win
"""


@pytest.fixture
def game(tmp_path):
    """Return what makes a game of a text."""

    def made(text, **options):
        path = tmp_path / "text.rules"
        path.write_text(text, encoding="utf-8")
        return load(str(path), **options)

    return made


def played(game, seed, names=()):
    """Return a random play in which arms with these names are chosen, in turn, then any."""
    rng, state, wanted = random.Random(seed), game.start(), list(names)
    while not state.is_terminal:
        if state.current_player >= 0 and wanted:
            name = wanted.pop(0)
            legal = [action for action in state.legal_actions if action.name == name]
            state = state.apply(rng.choice(legal))
        else:
            state = state.child(rng.choice(followers(state)))
    return state


def follows(state, player, **settings):
    """Return a belief that went along with a play; fail where a sample of it is another play."""
    belief = Belief.start(state.game, player, **settings)
    for at in state.path:
        if at.current_player == player or at is state:
            belief.follow(at)
            sample = belief.sample(len(at.history))
            assert sample.information_state(player) == at.information_state(player)
    return belief


def test_the_order_of_a_deck_that_nobody_sees_is_open_though_all_cards_of_it_are_known(game):
    made = game(ROW)
    state = played(made, 1, ["turn"])
    shuffled = next(at for at in state.path if at.current_player == 0)
    belief = Belief.start(made, 0)
    belief.follow(shuffled)
    assert not belief.is_exact
    assert len({belief.sample(seed).position for seed in range(12)}) > 9
    follows(state, 1)


def test_whoever_was_shown_a_deck_knows_its_order(game):
    state = played(game(ROW), 1, ["look", "turn"])
    shown = next(at for at in state.path if at.current_player == 1)
    beliefs = [Belief.start(state.game, player) for player in (0, 1)]
    for belief in beliefs:
        belief.follow(shown)
    assert beliefs[0].is_exact
    assert beliefs[0].size == 1
    assert beliefs[0].sample(0).position == shown.position
    assert not beliefs[1].is_exact


def test_dice_that_all_see_fall_as_they_fell(game):
    """By lot alone they hardly ever would: there are six, and every roll of them was seen."""
    made = game(DICE)
    for seed in range(3):
        follows(played(made, seed), seed % 2)
