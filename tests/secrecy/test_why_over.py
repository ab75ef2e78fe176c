"""What a seat is told of why play is over: what it knows of the way there, and no more."""

import pytest

from interpreter import load
from interpreter.document.over import causes_known, causes_of_end
from interpreter.document.quoting import line_at
from interpreter.hosting.session import Session
from tests.support import games

HEAD = 'game "Secret"\nplayers A, B\nvar open: 0..9\nvar secret(Player): 0..9, owner sees\n'

VALUE = (
    HEAD
    + """
play:
    A chooses:
        hide(n in 0..9): set secret(A) to n
    if open < 3 and secret(A) > 4:
        end: A wins
    if open + secret(B) < 9:
        end: B wins
    end: draw
"""
)
"""Who wins tells which end was reached, and not by which number."""

SILENT = (
    HEAD
    + """
play:
    A chooses:
        hide(n in 0..9): set secret(A) to n
    if open is 0:
        if secret(A) > 4:
            end: draw
    if open < 5:
        end: draw
    end: A wins
"""
)
"""Both ends give a draw: which one it was tells of the secret."""

BROKEN_OFF = (
    HEAD
    + """
play:
    repeat 3:
        A chooses:
            hide(n in 0..9): set secret(A) to n
        if secret(A) > 4: stop
        if open is 0: end: draw
    end: draw
"""
)

UNTOLD = (
    HEAD
    + """
play:
    repeat 2:
        A chooses:
            hide: set secret(A) to 1
            lie: set secret(A) to 2
            cease:
                if secret(A) < 5: end: draw
            leave: stop
    end: draw
"""
)
LAST_CARD = """
game "Secret"
players A, B
component Card in deck:
    rank: 1..3
    | name  | rank |
    | low   | 1    |
    | high  | 3    |
zone deck: Card bag, hidden
zone hand(Player): Card set, owner sees

let worth(p) = sum of c.rank for c in hand(p)

play:
    repeat 2:
        A chooses:
            take:
                draw 1 from deck to hand(A)
                if worth(A) > 3 and count deck < 1: end: draw
    end: A wins
"""
"""What is drawn is chance, and only its owner sees it."""

PICKED_BY_CHANCE = (
    HEAD
    + """
play:
    A chooses:
        hide(n in 0..9): set secret(A) to n
    random k in 1..6:
        if open < k and secret(A) > 4:
            end: A wins
    end: draw
"""
)
SETTING_UP = (
    HEAD
    + """
setup:
    A chooses:
        hide(n in 0..9): set secret(A) to n
    if open < 3 and secret(A) > 4:
        end: A wins
play:
    end: B wins
"""
)


def told(text, names, seat, tmp_path):
    """Return the lines that a seat is told after choices, with their values, and all of them."""
    rules = tmp_path / "secret.rules"
    rules.write_text(text, encoding="utf-8")
    state = load(rules, engine="reference").start(seed=1)
    for name, *args in names:
        state = state.apply(state.find(name, tuple(args))).past_chance()
    assert state.is_terminal
    return [
        [(line_at(cause.span), *cause.values) for cause in causes]
        for causes in (causes_known(state, seat), causes_of_end(state))
    ]


def test_a_condition_that_must_have_held_is_told_without_numbers_that_are_not_seen(tmp_path):
    line = "if open < 3 and secret(A) > 4:"
    own, whole = told(VALUE, [("hide", "7")], 0, tmp_path)
    assert own == whole == [(line, "open 0", "secret(A) 7"), ("end: A wins",)]
    for seat in (1, None):
        others, _ = told(VALUE, [("hide", "7")], seat, tmp_path)
        assert others == [(line, "open 0"), ("end: A wins",)]


def test_what_ends_the_set_up_is_told_and_no_line_of_play(tmp_path):
    line = "if open < 3 and secret(A) > 4:"
    others, whole = told(SETTING_UP, [("hide", "7")], 1, tmp_path)
    assert whole == [(line, "open 0", "secret(A) 7"), ("end: A wins",)]
    assert others == [(line, "open 0"), ("end: A wins",)]


@pytest.mark.parametrize("text", [SILENT, BROKEN_OFF])
@pytest.mark.parametrize("seat", [1, None])
def test_of_two_ends_alike_nobody_else_is_told_which(text, seat, tmp_path):
    ways = {number: told(text, [("hide", number)], seat, tmp_path) for number in "27"}
    assert ways["2"][0] == ways["7"][0]
    assert ways["2"][1] != ways["7"][1]
    own = [told(text, [("hide", number)], 0, tmp_path) for number in "27"]
    assert all(known == whole for known, whole in own)


@pytest.mark.parametrize("seat", [1, None])
def test_an_arm_of_which_nobody_was_told_is_no_reason(seat, tmp_path):
    ways = [told(UNTOLD, names, seat, tmp_path) for names in ([("cease",)], [("leave",)])]
    assert ways[0][0] == ways[1][0]
    assert ways[0][1] != ways[1][1]


def test_an_end_behind_a_card_that_others_do_not_see_is_told_them_without_it(tmp_path):
    own, whole = told(LAST_CARD, [("take",), ("take",)], 0, tmp_path)
    others, _ = told(LAST_CARD, [("take",), ("take",)], 1, tmp_path)
    assert own == whole
    assert own[-1][1:] == ("worth(A) 4", "count deck 0")
    assert others[-1][1:] == ("count deck 0",)


def test_an_end_behind_what_chance_picked_is_told_without_what_was_picked(tmp_path):
    line = "if open < k and secret(A) > 4:"
    own, whole = told(PICKED_BY_CHANCE, [("hide", "7")], 0, tmp_path)
    assert whole == [(line, "open 0", "k 4", "secret(A) 7"), ("end: A wins",)]
    assert own == [(line, "open 0", "secret(A) 7"), ("end: A wins",)]
    for seat in (1, None):
        others, _ = told(PICKED_BY_CHANCE, [("hide", "7")], seat, tmp_path)
        assert others == [(line, "open 0"), ("end: A wins",)]


def test_views_say_why_play_is_over_as_far_as_their_seat_knows():
    poker = Session(games.shipped("kuhn_poker"), {"P1": "Ann", "P2": "Bob"}, seed=1)
    while not poker.state.is_terminal:
        seat = ("Ann", "Bob")[poker.state.current_player]
        assert poker.view(seat)["why_over"] is None
        poker.submit(seat, poker.state.legal_ids[0])
    for seat in ("Ann", "Bob", None):
        *_, last = poker.view(seat)["why_over"]
        assert last["text"].startswith("end: each r scores")
