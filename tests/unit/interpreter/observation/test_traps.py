"""Choices that look public and are not, and some that are: what the other player is told."""

import pytest

from interpreter import load

HEAD = 'game "Trap"\nplayers A, B\n'

SILENT = (
    HEAD
    + """
var mark: 0..3
play:
    each turn of p, at most 4:
        p chooses:
            write(n in 0..3): set mark to n
            rest: say "so be it" to p
    end: draw
"""
)
SEALED = (
    HEAD
    + """
var bid(Player): 0..3, owner sees
play:
    for p in Player:
        p chooses:
            offer(n in 1..3) "{p} offers {n}": set bid(p) to n
    end: p with most bid(p) wins
"""
)
ALIKE = (
    HEAD
    + """
var open: 0..9
var secret(Player): 0..9, owner sees
play:
    each turn of p, at most 2:
        p chooses:
            honest: add 1 to open
            sly:
                add 1 to open
                add 1 to secret(p)
            loud: add 2 to open
    end: p with most secret(p) wins
"""
)
HIDDEN_TEST = (
    HEAD
    + """
var open: 0..9
var secret(Player): 0..9, owner sees
play:
    each turn of p, at most 4:
        p chooses:
            hide: set secret(p) to 1
            test:
                if secret(p) is 1: add 1 to open
    end: p with most secret(p) wins
"""
)
UNLIKE = (
    HEAD
    + """
var open: 0..9
var secret(Player): 0..9, owner sees
play:
    each turn of p, at most 4:
        p chooses:
            hide: set secret(p) to 1
            test:
                if secret(p) is 1: add 1 to open
            loud: add 1 to open
    end: p with most secret(p) wins
"""
)
WHICH = (
    HEAD
    + """
var open: 0..20
var secret(Player): 0..9, owner sees
play:
    each turn of p, at most 4:
        if secret(p) is 1:
            p chooses:
                one: add 1 to open
                two: add 2 to open
        else:
            p chooses:
                uno: add 1 to open
                due:
                    add 2 to open
                    set secret(p) to 1
    end: p with most secret(p) wins
"""
)
BEHIND = (
    HEAD
    + """
var open: 0..9
play:
    each turn of p, at most 2:
        p chooses or passes:
            raise_it: set open to 5
        set open to 5
        set open to 0
    end: draw
"""
)
FACE_DOWN = (
    HEAD
    + """
component Card in deck:
    | name | copies |
    | low  | 2      |
    | high | 2      |
zone deck: Card bag, hidden
zone hand(Player): Card set of 2, owner sees
zone laid(Player): Card set, owner sees
zone shown(Player): Card set, open
setup:
    deal 2 each from deck to hand(q) for q in Player
play:
    for p in Player:
        p chooses:
            lay(c in hand(p)) "{p} lays {c}": move c from hand(p) to laid(p)
            turn_up(c in hand(p)) "{p} turns up {c}": move c from hand(p) to shown(p)
    end: p with most count shown(p) wins
"""
)
ANY_TIME = (
    HEAD
    + """
var open: 0..9
var secret(Player): 0..9, owner sees
play:
    each turn of p, at most 2:
        anytime p, at most 2 times:
            whisper: add 1 to secret(p)
            shout: add 3 to open
        p chooses:
            step: add 1 to open
            wait: say "nothing" to p
    end: p with most secret(p) wins
"""
)
BET = (
    HEAD
    + """
var staked(Player): 0..2 = 1
play:
    each turn of p, at most 2:
        p chooses or passes:
            stake "{p} stakes": set staked(p) to 2
    end: p with most staked(p) wins
"""
)
MANY_WAYS = (
    HEAD
    + """
var secret(Player): 0..9, owner sees
play:
    A chooses:
        hide(n in 1..40, m in 1..{most}):
            if n is 1 and m is 2: set secret(A) to 2
    end: draw
"""
)
FAULTY = (
    HEAD
    + """
component Card in deck:
    | name | copies |
    | low  | 2      |
zone deck: Card set, open
zone spot(Player): Card one, owner sees
var called: Card or none
var wanted: -1..1 = -1
var secret(Player): 0..9, owner sees
play:
    A chooses:
        lay: {move} from deck to spot(A)
        quiet: set secret(A) to 1
    end: draw
"""
)
NOBODYS_ANY_TIME = (
    HEAD
    + """
var boss: Player or none
var secret(Player): 0..9, owner sees
play:
    A chooses:
        quiet: set secret(A) to 1
        wild:
            anytime boss, at most 1 times:
                shout: set secret(A) to 2
            A chooses:
                on
                off
    end: draw
"""
)


@pytest.fixture
def told(tmp_path):
    def play(text, *actions):
        """Return what B and an onlooker are told of A's choices, one after the other."""
        path = tmp_path / "trap.rules"
        path.write_text(text)
        state = load(str(path), engine="reference").start(seed=3)
        found = []
        for written in actions:
            name, _, rest = written.partition("(")
            arguments = [part for part in rest.rstrip(")").split(", ") if part]
            action = state.find(name, arguments)
            assert action is not None, (written, list(map(str, state.legal_actions)))
            actor = state.current_player
            state = state.child(action)
            if actor == 0:
                texts = [t and t.text for t in (state.told(1), state.told(None))]
                assert texts[0] == texts[1], texts
                found.append(texts[0])
            state = state.past_chance()
        return found

    return play


def test_what_leaves_a_value_as_it_was_is_not_told_from_what_does_nothing(told):
    assert told(SILENT, "write(2)", "rest", "write(2)") == ["write(2)", None]
    assert told(SILENT, "rest", "rest", "write(0)") == [None, None]


def test_of_a_secret_bid_it_is_told_that_there_is_one(told):
    assert told(SEALED, "offer(2)") == ["offer(?)"]


def test_of_two_arms_that_look_alike_neither_is_told(told):
    assert told(ALIKE, "honest") == [None]
    assert told(ALIKE, "sly") == [None]
    assert told(ALIKE, "loud") == ["loud"]


def test_what_hangs_on_a_secret_is_told_where_it_shows(told):
    assert told(HIDDEN_TEST, "test", "test", "hide") == [None, None]
    assert told(HIDDEN_TEST, "hide", "test", "test") == [None, "test"]


def test_what_a_secret_keeps_from_showing_might_have_shown(told):
    assert told(UNLIKE, "loud") == [None]
    assert told(UNLIKE, "hide", "loud", "loud") == [None, None]


def test_where_it_is_not_known_what_is_asked_nothing_is_told(told):
    assert told(
        WHICH,
        "uno",
        "uno",
        "due",
        "due",
    ) == [None, None]
    assert told(WHICH, "due", "due", "one") == [None, None]


def test_what_comes_behind_a_choice_may_look_like_it(told):
    assert told(BEHIND, "raise_it") == [None]
    assert told(BEHIND, "pass") == [None]


def test_a_card_laid_face_down_is_not_told_and_one_turned_up_is(told):
    for card in ("low", "high"):
        try:
            down, up = told(FACE_DOWN, f"lay({card})"), told(FACE_DOWN, f"turn_up({card})")
        except AssertionError:
            continue  # not in the hand that was dealt
        assert (down, up) == (["lay(?)"], [f"turn_up({card})"])


def test_an_arm_offered_at_any_time_is_told_by_who_is_to_choose_then(told):
    assert told(ANY_TIME, "whisper", "step") == ["whisper", "step"]
    assert told(ANY_TIME, "shout", "wait") == ["shout", "wait"]
    alike = ANY_TIME.replace("add 3 to open", "add 1 to secret(p)")
    # He was not told the arm, and knows where play stands: both lead back to the same choice.
    assert told(alike, "whisper", "shout", "wait") == [None, None, "wait"]


def test_a_pass_is_told_where_all_else_would_show(told):
    assert told(BET, "pass") == ["pass"]
    assert told(BET, "stake") == ["stake"]


def test_of_more_ways_than_are_tried_none_is_told(told):
    assert told(MANY_WAYS.format(most=24), "hide(1, 1)") == ["hide(?, ?)"]
    assert told(MANY_WAYS.format(most=26), "hide(1, 1)") == [None]


@pytest.mark.parametrize("move", ["move called", "move wanted low"])
def test_what_would_break_the_rules_may_have_been_chosen(told, move):
    assert told(FAULTY.format(move=move), "quiet") == [None]
    assert told(FAULTY.format(move="move low"), "quiet") == ["quiet"]


def test_an_any_time_of_nobody_may_have_been_begun(told):
    assert told(NOBODYS_ANY_TIME, "quiet") == [None]


def test_the_authors_sentence_is_told_where_all_in_it_is_known(tmp_path):
    path = tmp_path / "bet.rules"
    path.write_text(BET)
    state = load(str(path)).start().apply(0)
    assert [event.sentence for event in state.events(1)[:1]] == ["A stakes"]
    assert [event[-1] for event in state.events(0)[:1]] == ["changed"]
    assert state.information_state(0)[1] == ("chose", 0)


def test_a_sentence_tells_what_is_unseen_and_no_brackets_with_a_gap(tmp_path):
    path = tmp_path / "face_down.rules"
    text = FACE_DOWN.replace('lays {c}"', 'lays {c} ({c is high}) {count laid(p)} times"')
    path.write_text("\n".join(line for line in text.splitlines() if "turn_up" not in line))
    state = load(str(path)).start(seed=3).past_chance()
    state = state.child(state.legal_ids[0])
    assert [event.sentence for event in state.events(1)[:1]] == ["A lays an unseen Card ? times"]
