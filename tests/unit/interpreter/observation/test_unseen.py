"""What hangs on what somebody does not see: texts in which rules read it, and what he is told.

Most of these texts tell secrets, and `check` would say so. They are played all the same, and of
what others chose nobody is told more than follows from what he saw.
"""

import pytest

from tests.support.knowledge.alike import assert_told_alike

HEAD = """game "Unseen"
players A, B, C
var open: 0..99
var secret(Player): 0..9, owner sees
"""
CARDS = """token Card(rank: 1..2) in deck: 3 each
zone deck: Card bag, hidden
zone hand(Player): Card set of 5, owner sees
zone heap(Player): Card set of 5, owner sees
zone spot(Player): Card one, owner sees
"""
DICE = """die Die in tray: 1, faces 1..2
zone tray: Die set, open
zone mat: Die set, open
"""
DEALT = """
setup:
    for p in Player: move Card(1) from deck to hand(p)
    for p in Player: move Card(2) from deck to heap(p)
"""
HIDE = """
play:
    A chooses:
        one: set secret(A) to 1
        two: set secret(A) to 2
"""
GO_ON = """
    C chooses:
        loud: add 1 to open
        still: set secret(C) to 2
    end: draw
"""
WHOSE_ANY_TIME = """
    anytime (if secret(A) is 1 then A else B), at most 1 times:
        whisper: set secret(C) to 1
    A chooses:
        un: add 1 to open
        deux: add 2 to open
    B chooses:
        uno: add 1 to open
        due: set secret(B) to 3
    end: draw
"""
WHOSE_ANY_TIME_WHERE_PLAY_MAY_STAND = """
play:
    A chooses:
        plain(n in 1..2): set secret(A) to n
        asking:
            set secret(A) to 2
            B chooses:
                yes: set secret(B) to 1
                no: set secret(B) to 2
    anytime (if secret(A) is 1 then A else B), at most 1 times:
        whisper: set secret(C) to 1
    B chooses:
        un: set secret(B) to 1
        deux: set secret(B) to 2
"""
WHO_CHOOSES = """
    (if secret(A) is 1 then B else A) chooses:
        un: add 1 to open
        deux: set secret(B) to 3
"""
HOW_OFTEN = """
    A chooses up to secret(A) times:
        hide: set secret(B) to 1
        show_it: add 1 to open
        pass
"""
HOW_OFTEN_INSIDE = """
    B chooses:
        sly:
            A chooses up to secret(A) times:
                hide: set secret(C) to 1
                pass
        shy:
            A chooses up to secret(A) times:
                hide_as_well: set secret(C) to 1
                pass
"""
HOW_MANY_PAIRS = """
    let pairs = count p in Player and q in Player
    if pairs is 9:
        B chooses:
            un: set secret(B) to pairs
            deux: add 2 to open
"""
WHERE_TEXTS_PART = """
    if secret(A) is 1: say "it is one"
    else: say "it is two"
    if secret(A) is 1: say "it"
    else: say "it is"
    if secret(A) is 1: say "{open} is"
    else: say "it is {open}"
    if secret(A) is 1:
        say "it"
        B chooses:
            un: add 1 to open
            deux: set secret(B) to 1
    else:
        say "it"
        B chooses:
            uno: add 1 to open
            due: set secret(B) to 1
"""
WHAT_HE_HAS_AT_THE_END = """
    if open > 50 and score(A) > 2:
        B chooses:
            un: set secret(B) to 1
            deux: add 2 to open
"""
LONG_AND_SILENT = """
    for n in 1..1100: set secret(B) to 1
"""
OTHERWISE = """
    B chooses:
        un(n in 1..2 where secret(A) is n + 1): set secret(B) to 2
    otherwise: add 1 to open
    B chooses:
        deux(n in 1..2 where open is n + 8): add 2 to open
    otherwise: add 3 to open
"""
PICKS_OR_OTHERWISE = """
    B chooses up to 2 times:
        hide(n in 1..2 where secret(A) is n): set secret(B) to 2
        hide_two(n in 1..2 where secret(A) is 2): set secret(B) to 3
    otherwise: set secret(C) to 1
"""
ANOTHER_BLOCK_OF_IT = """
    repeat 2:
        B chooses:
            first_of_all(n in 1..1 where open is 0): add 1 to open
        otherwise:
            A chooses:
                un: add 2 to open
                deux: set secret(A) to 1
"""
TOO_MANY_WAYS = """
    B chooses:
        un:
            for n in 1..7:
                if secret(A) is n: set secret(B) to 1
        deux: add 2 to open
"""
FRESH = """var tired(Player): 0..3, owner sees, fresh each turn
play:
    each turn of p, at most 2:
        A chooses:
            one: set tired(A) to 1
            two: set tired(A) to 2
        p chooses:
            un(n in 1..1 where tired(A) is 1): add 1 to open
            deux: set secret(p) to 1
    B chooses:
        uno(n in 1..1 where tired(A) is 0): add 1 to open
        due: set secret(B) to 3
"""
EMPTY_SPOT = """
play:
    A chooses:
        lay: move Card(1) from deck to spot(A)
        wait: set secret(A) to 1
    if spot(A) is none:
        B chooses:
            un: set secret(B) to 1
            deux: add 2 to open
"""
SHOWN = """
play:
    A chooses:
        lift(q in Player): reveal hand(q)
        lift_all(q in Player): reveal heap(q)
        peek(q in Player): show hand(A) to q
        peep(q in Player): show heap(A) to q
        look(q in Player): show heap(q) to A
        tell(q in Player): say "psst" to q
        hush(q in Player): say "hush" to next(q)
"""
SHOWN_WHERE_IT_WAS_LAID = """
play:
    A chooses:
        low:
            move Card(1) from deck to spot(A)
            show spot(A) to B
        high:
            move Card(2) from deck to spot(A)
            show spot(A) to B
"""
DRAWN_AT_TWO_PLACES = """
play:
    A chooses:
        plain: set secret(A) to 1
        more:
            set secret(A) to 2
            draw 1 from deck to hand(B)
    draw 1 from deck to hand(B)
"""
NOTHING_TO_ROLL = """
play:
    A chooses:
        nothing:
            roll mat
            set secret(A) to 1
        something: roll tray
        hide: set secret(A) to 1
"""
TEXTS = {
    "whose_any_time": HIDE + WHOSE_ANY_TIME,
    "whose_any_time_where_play_may_stand": WHOSE_ANY_TIME_WHERE_PLAY_MAY_STAND + GO_ON,
    "who_chooses": HIDE + WHO_CHOOSES + GO_ON,
    "how_often": HIDE + HOW_OFTEN + GO_ON,
    "how_often_inside": HIDE + HOW_OFTEN_INSIDE + GO_ON,
    "how_many_pairs": HIDE + HOW_MANY_PAIRS + GO_ON,
    "where_texts_part": HIDE + WHERE_TEXTS_PART + GO_ON,
    "what_he_has_at_the_end": HIDE + WHAT_HE_HAS_AT_THE_END + GO_ON,
    "long_and_silent": HIDE + LONG_AND_SILENT + GO_ON,
    "otherwise": HIDE + OTHERWISE + GO_ON,
    "picks_or_otherwise": HIDE + PICKS_OR_OTHERWISE + GO_ON,
    "another_block_of_it": "\nplay:" + ANOTHER_BLOCK_OF_IT + GO_ON,
    "too_many_ways": HIDE + TOO_MANY_WAYS + GO_ON,
    "fresh": FRESH + GO_ON,
    "an_empty_spot": CARDS + EMPTY_SPOT + GO_ON,
    "shown": CARDS + DEALT + SHOWN + GO_ON,
    "shown_where_it_was_laid": CARDS + SHOWN_WHERE_IT_WAS_LAID + GO_ON,
    "drawn_at_two_places": CARDS + DRAWN_AT_TWO_PLACES + GO_ON,
    "nothing_to_roll": DICE + NOTHING_TO_ROLL + GO_ON,
}


@pytest.mark.parametrize("name", TEXTS)
def test_plays_that_look_alike_are_told_alike(name, tmp_path):
    path = tmp_path / "unseen.rules"
    path.write_text(HEAD + TEXTS[name])
    assert_told_alike(path, 6)
