"""Where play stands: texts in which choices that look alike lead to different places.

All plays of a text are made, and those that look alike to somebody must be told him alike.
"""

import pytest

from interpreter import load
from tests.support.knowledge.alike import assert_told_alike

HEAD = """game "Places"
players A, B, C
var open: 0..99
var secret(Player): 0..9, owner sees
play:
"""
BACK_TO_IT = """
    for p in Player:
        anytime p, at most 2 times:
            whisper: set secret(p) to 1
            shout: set secret(p) to 2
        p chooses:
            step: set secret(p) to 3
            wait: say "nothing" to p
        p chooses:
            write: add 1 to open
            rest: add 2 to open
    end: draw
"""
BACK_TO_IT_IN_TURNS = BACK_TO_IT.replace("for p in Player:", "each turn of p, at most 2:")
ARM_THAT_ASKS = """
    A chooses:
        plain: set secret(A) to 1
        asking:
            set secret(A) to 2
            B chooses:
                yes: set secret(B) to 1
                no: set secret(B) to 2
    B chooses:
        yes_again: set secret(B) to 1
        more: add 1 to open
    B chooses:
        one: add 1 to open
        two: add 2 to open
    end: draw
"""
ARM_THAT_ASKS_ITSELF = """
    A chooses:
        plain: set secret(A) to 1
        asking:
            set secret(A) to 2
            A chooses:
                yes: add 1 to open
                no: set secret(A) to 2
    A chooses:
        one: add 1 to open
        two: add 2 to open
    A chooses:
        un: add 1 to open
        deux: add 2 to open
    end: draw
"""
ARGUMENT_THAT_ASKS = """
    A chooses:
        think(n in 1..2):
            set secret(A) to n
            if n is 1:
                A chooses:
                    yes: add 1 to open
                    no: add 2 to open
    A chooses:
        one: add 1 to open
        two: add 2 to open
    A chooses:
        un: add 1 to open
        deux: add 2 to open
    end: draw
"""
PICKS = """
    A chooses up to 2 times:
        hide(n in 1..2): set secret(A) to n
        pass
    A chooses:
        one: set secret(A) to 3
        two: add 2 to open
    B chooses:
        un: add 1 to open
        deux: add 2 to open
    end: draw
"""
PICKS_THAT_ASK = """
    A chooses up to 2 times:
        hide: set secret(A) to 1
        ask:
            B chooses:
                un: set secret(B) to 1
                deux: set secret(B) to 2
        pass
    B chooses:
        one: add 1 to open
        two: add 2 to open
    end: draw
"""
TURNS_OF_TWO_KINDS = """
    A chooses:
        plain: set secret(A) to 1
        more:
            set secret(A) to 2
            each turn of p, at most 1:
                p chooses:
                    one: add 1 to open
                    two: add 2 to open
    each turn of p, at most 2:
        p chooses:
            un: add 1 to open
            deux: add 2 to open
    end: draw
"""
EFFECT_OF_TWO_PLACES = """
    A chooses:
        plain: set secret(A) to 1
        more:
            set secret(A) to 2
            ask(B)
    ask(B)
    B chooses:
        un: add 1 to open
        deux: add 2 to open
    end: draw
to ask(p):
    p chooses:
        one: add 1 to open
        two: add 2 to open
"""
ROUNDS = """
    A chooses:
        plain: set secret(A) to 1
        more:
            set secret(A) to 2
            B chooses:
                early: set secret(B) to 1
                late: set secret(B) to 2
    repeat 2:
        B chooses:
            un: set secret(B) to 3
            deux: add 2 to open
    B chooses:
        one: add 1 to open
        two: add 2 to open
    end: draw
"""
PICKED_BY_CHANCE = """
    random n in 1..2:
        if n is 1:
            A chooses:
                yes: add 1 to open
                no: add 2 to open
    A chooses:
        one: add 1 to open
        two: add 2 to open
    A chooses:
        un: add 1 to open
        deux: add 2 to open
    end: draw
"""
STOPPED = """
    repeat 2:
        A chooses:
            on: set secret(A) to 1
            off:
                set secret(A) to 2
                stop
        A chooses:
            one: add 1 to open
            two: add 2 to open
    A chooses:
        un: add 1 to open
        deux: add 2 to open
    A chooses:
        uno: add 1 to open
        due: add 2 to open
    end: draw
"""
NEXT_TURN = """
    each turn of p, at most 3:
        p chooses:
            again:
                set secret(p) to 1
                next turn of p
            on: set secret(p) to 2
        p chooses:
            un: add 1 to open
            deux: add 2 to open
    end: draw
"""
PICK_OR_ANY_TIME = """
    anytime B, at most 1 times:
        loud: add 1 to open
    B chooses up to 2 times:
        pick: add 1 to open
        twice: add 2 to open
        other: say "x" to A
        pass
    B chooses:
        un: add 1 to open
        deux: add 2 to open
    B chooses:
        uno: add 1 to open
        due: add 2 to open
    end: draw
"""
LAST_PICKS = """
    B chooses:
        plain:
            A chooses up to 2 times:
                again: set secret(A) to 1
                pass
        other:
            A chooses up to 2 times:
                more: add 1 to open
                less: set secret(A) to 2
                pass
    B chooses:
        un: add 1 to open
        deux: add 2 to open
    end: draw
"""
ROUNDS_OF_PICKS = """
    repeat 2:
        A chooses:
            loud: add 1 to open
            still: set secret(A) to 1
        A chooses up to 2 times:
            pick: set secret(A) to 2
            pass
    set secret(A) to 3
    A chooses:
        un: add 1 to open
        deux: add 2 to open
    end: draw
"""
TEXTS = {
    "a_pick_or_at_any_time": PICK_OR_ANY_TIME,
    "last_picks": LAST_PICKS,
    "rounds_of_picks": ROUNDS_OF_PICKS,
    "back_to_it": BACK_TO_IT,
    "back_to_it_in_turns": BACK_TO_IT_IN_TURNS,
    "an_arm_that_asks_another": ARM_THAT_ASKS,
    "an_arm_that_asks_itself": ARM_THAT_ASKS_ITSELF,
    "an_argument_that_asks": ARGUMENT_THAT_ASKS,
    "picks": PICKS,
    "picks_that_ask": PICKS_THAT_ASK,
    "turns_of_two_kinds": TURNS_OF_TWO_KINDS,
    "an_effect_of_two_places": EFFECT_OF_TWO_PLACES,
    "rounds": ROUNDS,
    "picked_by_chance": PICKED_BY_CHANCE,
    "stopped": STOPPED,
    "next_turn": NEXT_TURN,
}
MOST = 6
AT_ONCE = {"a_pick_or_at_any_time": 5, "back_to_it": 4, "back_to_it_in_turns": 5}


@pytest.mark.parametrize("name", TEXTS)
def test_plays_that_look_alike_are_told_alike(name, tmp_path):
    path = tmp_path / "places.rules"
    path.write_text(HEAD + TEXTS[name])
    assert_told_alike(path, AT_ONCE.get(name, MOST))


def test_what_is_seen_later_rules_out_places(tmp_path):
    """Behind an arm that may have asked, one answer tells where play stood."""
    path = tmp_path / "places.rules"
    path.write_text(HEAD + ARM_THAT_ASKS)
    state = load(str(path), engine="reference").start()
    told = []
    for name in ("plain", "more", "one"):
        state = state.child(state.find(name, []))
        told.append(state.told(None) and state.told(None).name)
    assert told == [None, "more", "one"]
