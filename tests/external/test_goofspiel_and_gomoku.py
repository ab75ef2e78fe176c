"""Two games in lockstep with OpenSpiel 2.0.2: what is legal, whose turn it is, who has won."""

from random import Random

import pytest

from interpreter import CHANCE, load

pyspiel = pytest.importorskip("pyspiel")
GAMES = 20


@pytest.mark.parametrize("seed", range(GAMES))
def test_goofspiel_is_theirs(seed):
    random = Random(seed)
    rules = "goofspiel(imp_info=False,num_cards=13,points_order=random,returns_type=win_loss)"
    theirs = pyspiel.load_game(rules).new_initial_state()
    ours = load("goofspiel").start()
    bids = []
    while not ours.is_terminal:
        if ours.current_player == CHANCE:
            outcome = random.choice(ours.chance_outcomes)[0]
            worth = int(ours.outcome_name(outcome).removeprefix("draw(Prize(")[:-2])
            if theirs.is_chance_node():
                theirs.apply_action(worth - 1)
        else:
            ranks = [int(str(a).rsplit(" ", 1)[1][:-2]) for a in ours.legal_actions]
            assert [rank - 1 for rank in ranks] == theirs.legal_actions(len(bids))
            at = random.randrange(len(ranks))
            bids.append(ranks[at] - 1)
            outcome = ours.legal_actions[at]
        ours = ours.child(outcome)
        if len(bids) == 2:
            theirs.apply_actions(bids)
            bids = []
            if theirs.is_terminal():
                break
    # They play the last cards, of which each has one, by themselves.
    while not ours.is_terminal:
        options = ours.legal_actions or [number for number, _ in ours.chance_outcomes]
        ours = ours.child(options[0])
    assert theirs.is_terminal()
    assert [float(won) for won in ours.returns] == theirs.returns()


def test_gomoku_is_theirs():
    random = Random(7)
    theirs = pyspiel.load_game("gomoku").new_initial_state()
    ours = load("gomoku").start()
    while not ours.is_terminal:
        assert not theirs.is_terminal()
        assert ours.current_player == theirs.current_player()
        assert list(ours.legal_ids) == theirs.legal_actions()
        action = random.choice(ours.legal_ids)
        ours = ours.child(action)
        theirs.apply_action(action)
    assert theirs.is_terminal()
    assert [float(won) for won in ours.returns] == theirs.returns()
