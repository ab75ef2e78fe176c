"""The whole tree of the game, against the numbers in Kuhn's paper of 1950."""

from collections import Counter
from fractions import Fraction

import pytest

from interpreter.measuring.perft import perft
from interpreter.position import CHANCE
from tests.support.games import shipped, sketch

GAMES = [shipped("kuhn_poker"), sketch("kuhn_poker")]
GAME = GAMES[0]


def states_of(state):
    yield state
    if state.current_player == CHANCE:
        for outcome, _ in state.chance_outcomes:
            yield from states_of(state.child(outcome))
    for number in state.legal_ids:
        yield from states_of(state.child(number))


@pytest.mark.external
@pytest.mark.parametrize("game", GAMES, ids=["shipped", "sketch"])
def test_twelve_information_states_and_thirty_ends(game):
    everything = list(states_of(game.start()))
    for player in (0, 1):
        own = [state for state in everything if state.current_player == player]
        assert len({state.information_state(player) for state in own}) == 6
        assert all(len(state.legal_ids) == 2 for state in own)
    assert sum(state.is_terminal for state in everything) == 30


@pytest.mark.external
def test_plays_by_depth_with_chance_as_a_ply():
    counted = perft(GAME, 9)
    assert counted.counts == (1, 3, 6, 12, 24, 12)
    assert counted.finished == (0, 0, 0, 0, 18, 12)
    assert counted.complete_games == 30


def test_every_deal_is_as_likely():
    deals = Counter()
    for first, one in GAME.start().chance_outcomes:
        for second, other in GAME.start().child(first).chance_outcomes:
            deals[first, second] += one * other
    assert set(deals.values()) == {Fraction(1, 6)}
    assert len(deals) == 6


@pytest.mark.external
def test_the_equilibrium_is_worth_one_eighteenth_to_the_second_player():
    """P1 with any bluffing rate `a` in [0, 1/3] against Kuhn's reply: -1/18 for P1."""
    for bluff in (Fraction(0), Fraction(1, 5), Fraction(1, 3)):
        opens = {"jack": bluff, "queen": Fraction(0), "king": 3 * bluff}
        calls = {"jack": Fraction(0), "queen": bluff + Fraction(1, 3), "king": Fraction(1)}
        replies = {
            "pass": {"jack": Fraction(1, 3), "queen": Fraction(0), "king": Fraction(1)},
            "bet": {"jack": Fraction(0), "queen": Fraction(1, 3), "king": Fraction(1)},
        }
        assert worth(GAME.start(), opens, calls, replies) == Fraction(-1, 18)


def worth(state, opens, calls, replies):
    """Return what P1 wins on average; the tables say how likely a bet is with each card."""
    if state.is_terminal:
        return state.returns[0]
    if state.current_player == CHANCE:
        return sum(
            weight * worth(state.child(outcome), opens, calls, replies)
            for outcome, weight in state.chance_outcomes
        )
    player = state.current_player
    seat = GAME.players[player]
    card = state.observation(player)["zones"][f"hand({seat})"][0]
    said = spoken(state)
    table = replies[said[-1]] if player == 1 else calls if said else opens
    bets = table[card]
    chances = {"bet": bets, "pass": 1 - bets}
    return sum(
        chances[action.name] * worth(state.child(action), opens, calls, replies)
        for action in state.legal_actions
    )


def spoken(state):
    """Return the names of what the players chose so far."""
    return [
        next(a.name for a in at.previous.legal_actions if a.id == at.action)
        for at in state.path[1:]
        if at.previous.current_player != CHANCE
    ]


@pytest.mark.parametrize("seed", range(20))
def test_what_one_wins_the_other_loses(seed):
    state = GAME.start(seed)
    while not state.is_terminal:
        state = state.apply(state.legal_ids[seed % 2])
    assert sum(state.returns) == 0
    assert abs(state.returns[0]) in (1, 2)
