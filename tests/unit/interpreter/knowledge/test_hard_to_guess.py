"""Redeals of texts in which a guess at where all lies does not do, or not alone.

Each sample is, for the seat that it is made for, the play that it was made from.
"""

import random
from itertools import pairwise

import pytest

from interpreter import Belief, RedealExhausted, load
from interpreter.chance import Numbers
from interpreter.knowledge.chains import Chains, ExhaustedError
from interpreter.knowledge.ground import PlainGround
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


TOLD = """game "Told in words"
players A, B
token Card(rank: 1..30) in deck: 1 each
zone deck: Card bag, hidden
zone drawn: Card one, hidden
zone hand(Player): Card set, owner sees
var mind(Player): 0..9, owner sees
play:
    for p in Player:
        p chooses:
            think(n in 1..9): set mind(p) to n
    repeat 6:
        for p in Player:
            draw 1 from deck to drawn
            if drawn.rank > 15: say "a high one"
            if drawn.rank < 9: say "a low one"
            move all from drawn to hand(p)
            if mind(p) > 4: say "{p} thinks of much"
    end: all win
"""
LAID_OPEN = TOLD.replace("1..30", "1..12").replace("> 15", "> 8").replace("< 9", "< 5")
LAID_OPEN = LAID_OPEN.replace("    end: all win", "    reveal hand\n    end: all win")


@pytest.mark.parametrize("text", [TOLD, LAID_OPEN], ids=["kept", "laid open"])
def test_what_is_told_of_a_draw_in_words_alone_is_drawn_too(text, game):
    for engine in ("reference", "native"):
        made = game(text, engine=engine)
        for seed in range(2):
            state = played(made, seed)
            belief = Belief.start(made, seed % 2, width=1, seed=seed)
            belief.follow(state)
            assert not belief.is_exact
            for sample in (belief.sample(at) for at in range(2)):
                assert sample.information_state(seed % 2) == state.information_state(seed % 2)


CODE = """game "A code"
players A, B
var code(1..3): 0..400, A sees
setup:
    for i in 1..3:
        random n in 1..400: set code(i) to n
play:
    for i in 1..3:
        A chooses:
            tell(n in 1..400) say "it is {n}":
                need n is code(i) else "that is not it"
    end: all win
"""


def test_where_hardly_any_play_agrees_none_is_made_up(game):
    state = played(game(CODE), 1)
    belief = Belief.start(state.game, 1, budget=6_000)
    for _ in range(2):
        with pytest.raises(RedealExhausted, match="no play was found that agrees with what B saw"):
            belief.follow(state)
        with pytest.raises(RedealExhausted, match="could not be followed to where it is"):
            belief.sample(1)
    chains = Chains(state.game, 1, PlainGround(state.game.start(), 1), Numbers("redeal", 0))
    for before, after in pairwise(state.path):
        chains.note(before, after)
    chains.begin([(1, 1, 1, 0, 400, 800)])
    assert chains.held == []
    with pytest.raises(ExhaustedError):
        chains.go_on(2_000)


LATER = """game "Codes, and much later"
players A, B
var code: 0..400, A sees
var late: 0..900, hidden
play:
    repeat 3:
        random n in 1..400: set code to n
        A chooses:
            tell(n in 1..400) say "it is {n}":
                need n is code else "that is not it"
    random n in 1..900: set late to n
    repeat 60:
        B chooses:
            go_on
    end: all win
"""


def test_a_play_held_is_gone_on_with_where_none_can_be_made_from_nothing(game):
    """So much has come since that one is looked for, but the codes are not hit upon again."""
    state = played(game(LATER), 1)
    belief = Belief.start(state.game, 1, budget=6_000)
    for at in (*state.path[1:7], state):
        belief.follow(at)
    assert not belief.is_exact
    assert belief.sample(1).history[:6] == state.history[:6]
    assert len({belief.sample(seed).history[6] for seed in range(12)}) > 9


MIND = """game "A number kept in mind"
players A, B
token Coin in bank: 40
zone bank: Coin set, open
zone pot: Coin set, open
play:
    A chooses:
        think(n in 1..900):
            move Coin from bank to pot
            repeat 9:
                B chooses:
                    ask(m in 1..900) "{B} says {m}":
                        move Coin from bank to pot
                        if n > m: move Coin from bank to pot
    end: draw
"""


def test_a_number_that_only_the_rules_keep_is_found_though_all_zones_are_known(game):
    made = game(MIND)
    state = made.start()
    state = state.child(state.legal_ids[699])
    belief, low, high = Belief.start(made, 1), 1, 900
    while not state.is_terminal:
        belief.follow(state)
        for seed in range(3):
            assert low <= belief.sample(seed).history[0] + 1 <= high
        middle = (low + high) // 2
        state = state.apply(state.find("ask", [middle]))
        low, high = (middle + 1, high) if middle < 700 else (low, middle)


def test_what_a_player_cannot_tell_apart_is_followed_on_and_another_play_begun_anew(game):
    for engine in ("reference", "native"):
        made = game(TOLD, engine=engine)
        state = played(made, 1).path[9]
        belief = Belief.start(made, 0)
        belief.follow(state)
        alike = belief.sample(1)
        assert alike.history != state.history
        further = alike.child(alike.chance_outcomes[0][0])
        belief.follow(further)
        assert belief.sample(1).information_state(0) == further.information_state(0)
        other = played(made, 2)
        belief.follow(other)
        assert belief.sample(1).information_state(0) == other.information_state(0)


def test_redeals_go_on_in_the_reference_where_players_are_too_many(game):
    text = DICE.replace("players A, B", "players 64").replace("1..40", "1..70")
    made = game(text.replace("deal 5", "deal 1").replace("at most 8", "at most 2"))
    follows(played(made, 1), 5)
