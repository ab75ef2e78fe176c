"""Random games of whist, scored a second time from the cards alone."""

from functools import cache
from typing import NamedTuple

import pytest

from interpreter.chance import Numbers
from interpreter.state import State
from tests.support.games import EVERY

GAMES = {
    int(dict(instance.options)["goal"]): instance.game
    for instance in EVERY
    if instance.path.stem == "whist"
}
GAME = GAMES[5]
CELL = {name: number for number, name in enumerate(GAME.layout.names)}
RANKS = [
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
]
PAIRS = {"NS": (0, 2), "EW": (1, 3)}


class Laid(NamedTuple):
    """A card laid by a player, out of his hand; `trumps` is the suit that he was told."""

    player: int
    hand: tuple[str, ...]
    card: str
    trumps: str
    state: State


def suit(card):
    return card.removeprefix("Card(").split(", ")[0]


def rank(card):
    return RANKS.index(card.removesuffix(")").split(", ")[1])


def cell(state, name):
    """Return the value of a variable, or what lies in a zone."""
    return state.position.cells[CELL[name]]


@cache
def a_game(goal, seed):
    """Return all cards laid in a random game, and its last state."""
    game = GAMES[goal]
    state, numbers, laid = game.start(seed), Numbers("players", seed), []
    while not state.is_terminal:
        player = state.current_player
        seen = state.observation(player)
        action = state.legal_actions[numbers.below(len(state.legal_ids))]
        hand = tuple(seen["zones"][f"hand({game.players[player]})"])
        laid.append(Laid(player, hand, action.labels[0], seen["variables"]["trumps"], state))
        state = state.apply(action)
    return laid, state


def taker(trick):
    """Return who takes a trick of four cards in the order in which they were laid."""
    led = suit(trick[0].card)
    trumps = trick[0].trumps
    return max(
        trick, key=lambda one: (suit(one.card) == trumps, suit(one.card) == led, rank(one.card))
    ).player


def in_parts(things, size):
    return [things[i : i + size] for i in range(0, len(things), size)]


@pytest.mark.parametrize("seed", range(8))
def test_who_can_follow_suit_is_offered_nothing_else(seed):
    for trick in in_parts(a_game(5, seed)[0], 4):
        led = suit(trick[0].card)
        for one in trick:
            following = {card for card in one.hand if suit(card) == led}
            offered = {action.labels[0] for action in one.state.legal_actions}
            assert offered == (set(one.hand) if one is trick[0] else following or set(one.hand))


@pytest.mark.parametrize("seed", range(8))
def test_whoever_takes_a_trick_leads_the_next_one(seed):
    laid, _ = a_game(5, seed)
    for deal, cards in enumerate(in_parts(laid, 52)):
        leader = deal % 4
        for trick in in_parts(cards, 4):
            assert [one.player for one in trick] == [(leader + i) % 4 for i in range(4)]
            leader = taker(trick)


@pytest.mark.parametrize("seed", range(8))
def test_a_deal_lays_every_card_once_and_has_thirteen_tricks(seed):
    for cards in in_parts(a_game(5, seed)[0], 52):
        assert len({one.card for one in cards}) == 52
        assert [len(one.hand) for one in cards[:4]] == [13] * 4
        for number, trick in enumerate(in_parts(cards, 4)):
            won = [cell(trick[0].state, f"won({pair})") for pair in PAIRS]
            tricks = [len(cell(trick[0].state, f"tricks({pair})")) for pair in PAIRS]
            assert sum(won) == number
            assert tricks == [4 * count for count in won]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("goal", GAMES)
def test_the_first_pair_with_enough_points_wins(goal, seed):
    laid, end = a_game(goal, seed)
    points = dict.fromkeys(PAIRS, 0)
    for cards in in_parts(laid, 52):
        assert max(points.values()) < goal
        takers = [taker(trick) for trick in in_parts(cards, 4)]
        for pair, members in PAIRS.items():
            points[pair] += max(0, sum(taker in members for taker in takers) - 6)
    (winners,) = [members for pair, members in PAIRS.items() if points[pair] >= goal]
    assert end.returns == tuple(1 if player in winners else -1 for player in range(4))


@pytest.mark.parametrize("seed", range(8))
def test_the_card_turned_up_is_the_dealers_and_names_the_trumps(seed):
    laid, _ = a_game(5, seed)
    for deal, cards in enumerate(in_parts(laid, 52)):
        dealer = (deal + 3) % 4
        turned = next(
            state for state in reversed(cards[0].state.path) if cell(state.previous, "deck")
        )
        (kind,) = cell(turned.previous, "deck")
        label = GAME.spec.kinds[kind].label
        assert suit(label) == cards[0].trumps
        assert label in next(one.hand for one in cards if one.player == dealer)


def test_nobody_sees_the_hand_of_his_partner():
    state = GAME.start(1)
    assert state.observation(0)["zones"]["hand(South)"] == {"unseen": 13}
