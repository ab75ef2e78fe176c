"""What a player will be asked, known before others have chosen: true, and from his side alone."""

from __future__ import annotations

import random
from collections import defaultdict

import pytest

from interpreter import all_states, load
from interpreter.observation.ahead import asked_next

BIDS = """game "Bids"
players A, B, C
var bid(Player): 0..4 = 0, owner sees
var won(Player): 0..9 = 0
play:
    for round in 1..2:
        for p in Player:
            p chooses:
                offer(n in 0..4) "{p} bids {n}":
                    set bid(p) to n
                keep "{p} keeps what was there":
                    add 0 to bid(p)
        let best = highest of bid(q) for q in Player else 0
        for p in Player:
            if bid(p) is best: add 1 to won(p)
            set bid(p) to 0
    end: draw
"""
SET = "set bid(p) to n\n"
INDENT = " " * 20
SEEN = BIDS.replace(", owner sees", "")
READ = BIDS.replace(SET, f'need n > bid(A) or p is A else "more"\n{INDENT}{SET}', 1)
SAID = BIDS.replace(SET, f'{SET}{INDENT}say "{{p}} bids"\n', 1)
ENDS = BIDS.replace(SET, f"{SET}{INDENT}if n is 4: end: draw\n", 1)
TURNS = """game "Turns"
players A, B
var bid(Player): 0..4 = 0, owner sees
play:
    each turn of p, at most 4:
        p chooses:
            offer(n in 0..4) "{p} bids {n}":
                set bid(p) to n
    end: draw
"""
DEALT = """game "Dealt"
players A, B, C
component Card in deck:
    rank: 1..3
    | name   | rank |
    | low    | 1    |
    | middle | 2    |
    | high   | 3    |
zone deck: Card bag, hidden
zone hand(Player): Card one, owner sees
var bid(Player): 0..2 = 0, owner sees
setup:
    for p in Player: draw 1 from deck to hand(p)
play:
    for p in Player:
        p chooses:
            offer(n in 0..2) "{p} bids {n}":
                set bid(p) to n
            trump "{p} trumps":
                need hand(p).rank is 3 else "not high"
                set bid(p) to 2
    end: draw
"""
LAYING = """game "Laying"
players A, B
space Cell on track 4
var mine(Player, Cell): flag, owner sees
play:
    for round in 1..2:
        for p in Player:
            p chooses up to 2 times:
                lay(a in Cell where not mine(p, a)) "{p} lays {a}":
                    for c in Cell where c is a: set mine(p, c) to true
                pass "{p} stops"
    end: draw
"""
HIDDEN = """game "Hidden"
players A, B, C
var open: 0..99
var secret(Player): 0..9, owner sees
play:
"""
ASKED = """
    B chooses:
        one: add 1 to open
        two: add 2 to open
    end: draw
"""
UNTOLD = {
    "another_question": """
    A chooses:
        hide(n in 1..2):
            set secret(A) to n
            if n is 1:
                B chooses:
                    early: add 1 to open
                    soon: add 2 to open
""",
    "perhaps_nobody_is_asked_before_him": """
    A chooses:
        hide(n in 1..2): set secret(A) to n
    C chooses:
        as_well(n in 1..2 where secret(C) is 0): set secret(C) to n
    otherwise: say "nothing is left to hide"
""",
    "whoever_is_named_is_asked": """
    A chooses:
        ask(q in Player):
            set secret(A) to 1
            q chooses:
                yes: add 1 to open
                no: add 2 to open
""",
    "a_move_that_has_to_be_tried": """
    A chooses:
        hide(n in 1..2): set secret(A) to n
    B chooses:
        add_some(n in 1..2):
            add n to open
            need open < 2 else "that is too much"
""",
    "too_many_ways": """
    A chooses:
        hide(n in 1..401):
            if n is 1: set secret(A) to 1
""",
    "others_may_go_on_for_long": """
    phase Plans:
        anytime A, at most 99 times:
            whisper: set secret(A) to 1
        A chooses:
            hide: set secret(A) to 2
""",
}


def game(folder, text):
    path = folder / "text.rules"
    path.write_text(text, encoding="utf-8")
    return load(path)


def plays(played, amount, most=60):
    """Yield states of random plays, at which somebody is to choose."""
    for seed in range(amount):
        chance = random.Random(seed)
        state = played.start(seed).past_chance()
        for _ in range(most):
            if state.is_terminal:
                break
            yield state, chance
            state = state.child(chance.choice(state.legal_ids)).past_chance()


def seen(state, player):
    """Return what a player sees, without whose choice it is."""
    found = dict(state.observation(player))
    return {name: value for name, value in found.items() if name != "to_act"}


def hold(played, amount):
    """Hold what was foreseen against what others do then; return how often it was foreseen."""
    foreseen = 0
    for state, chance in plays(played, amount):
        for player in range(len(played.players)):
            question = asked_next(state, player)
            if question is None:
                continue
            foreseen += 1
            assert state.current_player != player
            for _ in range(3):
                after = state
                while after.is_terminal or after.current_player != player:
                    assert not after.is_terminal
                    after = after.child(chance.choice(after.legal_ids))
                    assert after.current_player >= 0
                    events = [type(one).__name__ for one in after.events(player)]
                    assert set(events) <= {"Chose"}, events
                assert after.legal_ids == question.legal_ids
                assert seen(after, player) == seen(question, player)
                assert [str(a) for a in after.legal_actions] == [
                    str(a) for a in question.legal_actions
                ]
    return foreseen


def test_all_bid_at_once(tmp_path):
    start = game(tmp_path, BIDS).start()
    assert [asked_next(start, p) is not None for p in range(3)] == [False, True, True]
    assert len(asked_next(start, 2).legal_ids) == 6
    second = start.child(start.legal_ids[1])
    assert [asked_next(second, p) is not None for p in range(3)] == [False, False, True]


@pytest.mark.parametrize("text", [BIDS, DEALT, LAYING])
def test_what_is_foreseen_comes(tmp_path, text):
    assert hold(game(tmp_path, text), 8) > 8


@pytest.mark.parametrize("text", [SEEN, READ, SAID, ENDS, TURNS])
def test_what_may_matter_is_not_foreseen(tmp_path, text):
    played = game(tmp_path, text)
    assert asked_next(played.start(), 1) is None
    hold(played, 4)


@pytest.mark.parametrize("name", UNTOLD)
def test_what_hangs_on_what_others_do_unseen_is_not_foreseen(tmp_path, name):
    assert asked_next(game(tmp_path, HIDDEN + UNTOLD[name] + ASKED).start(), 1) is None


def test_where_a_choice_of_others_breaks_the_play_nothing_is_foreseen(tmp_path):
    """Whoever waits for his turn still sees the table, whatever the rules do wrong."""
    too_much = """
    A chooses:
        hide: set secret(A) to 6
    A chooses:
        more: set secret(A) to secret(A) + 4
        less: set secret(A) to secret(A) - 4
"""
    start = game(tmp_path, HIDDEN + too_much + ASKED).start()
    assert asked_next(start.child(start.legal_ids[0]), 1) is None
    nothing_legal = """
    each p in Player chooses:
        hide(n in 1..3 where p is A): set secret(p) to n
"""
    assert asked_next(game(tmp_path, HIDDEN + nothing_legal + ASKED).start(), 1) is None


def test_fleets_are_laid_out_at_once():
    assert hold(load("battleships"), 2) > 2


@pytest.mark.parametrize(("name", "players"), [("goofspiel", 3), ("picnic", 4)])
def test_what_each_chooses_at_once_shows_the_others_the_same(name, players):
    """Whatever others choose before him, a player is told and offered the same."""
    foreseen = 0
    for state, chance in plays(load(name, players=players), 3, most=12):
        for player in range(players):
            question = asked_next(state, player)
            if question is None:
                continue
            foreseen += 1
            told = set()
            for _ in range(3):
                after, events = state, []
                while after.current_player != player:
                    after = after.child(chance.choice(after.legal_ids))
                    events += map(str, after.events(player))
                assert after.legal_ids == question.legal_ids
                told.add((str(seen(after, player)), *events))
            assert len(told) == 1
    assert foreseen > 20


@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_poker", "liars_dice", "whist", "pergamon"])
def test_games_of_turns_let_nobody_choose_early(name):
    assert hold(load(name), 1) == 0


def test_it_follows_from_what_the_player_knows(tmp_path):
    """Plays that a player cannot tell apart let him choose the same, or nothing, early."""
    played = game(tmp_path, DEALT)
    foreseen = 0
    for player in range(3):
        alike = defaultdict(set)
        for state in all_states(played):
            if state.is_terminal or state.current_player < 0:
                continue
            question = asked_next(state, player)
            ids = None if question is None else question.legal_ids
            foreseen += ids is not None
            alike[str((state.current_player, state.information_state(player)))].add(ids)
        assert all(len(found) == 1 for found in alike.values())
    assert foreseen > 20
