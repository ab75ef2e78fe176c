from fractions import Fraction

import pytest

from interpreter import CHANCE, Game, IllegalAction, RuleFault
from rulelang.core import (
    Anytime,
    Binder,
    Choose,
    Compare,
    Const,
    Contents,
    Draw,
    Effect,
    Invoke,
    Local,
    Need,
    Random,
    Read,
    Repeat,
    Search,
    Stop,
    Text,
)
from tests.unit.interpreter.support import (
    BOX,
    COINS,
    DRAW_GAME,
    HAND,
    LINE,
    LUCK,
    MARK,
    SPOT,
    A,
    B,
    C,
    arm,
    block,
    box,
    cells,
    coins,
    move,
    place,
    plus,
    put,
)

FIRST, SECOND = Const(0), Const(1)
GAIN = put(COINS, plus(coins(0), Const(1)), 0)
MORE_LUCK = put(LUCK, plus(Read(LUCK, ()), Const(1)))
NO = Text(("no",))


def need(test):
    return (Need(test, NO),)


def started(*statements, **parts):
    return Game(box(*statements, DRAW_GAME, **parts)).start()


def choose(*arms, actor=FIRST, limit=None, otherwise=None, number=50):
    limit = None if limit is None else Const(limit)
    return Choose(number, actor, arms, limit, otherwise)


def names(state):
    return [action.name for action in state.legal_actions]


def gain(first_id=0, *, number=60, **parts):
    return arm("gain", first_id, GAIN, number=number, **parts)


SILENT_PASS = arm("pass", 9, number=69, closes=True)


def test_a_single_choice_is_done_after_one_arm():
    state = started(choose(gain()))
    assert state.current_player == 0
    end = state.apply(0)
    assert end.is_terminal
    assert cells(end)["coins(P1)"] == 1


def test_one_legal_action_is_a_choice_point():
    assert names(started(choose(gain(needs=need(Const(0))), SILENT_PASS))) == ["pass"]


def test_nothing_legal_is_otherwise_or_a_fault():
    barred = gain(needs=need(Const(0)))
    state = started(choose(barred, otherwise=block(65, put(MARK, 1))))
    assert state.is_terminal
    assert cells(state)["mark"] == 1
    with pytest.raises(RuleFault, match="P1 is to choose, and nothing is legal"):
        started(choose(barred))
    with pytest.raises(RuleFault, match="a dead end"):
        started(choose(barred, limit=3))


def test_nobody_cannot_choose():
    with pytest.raises(RuleFault, match="nobody is there to choose"):
        started(choose(gain(), actor=Read(MARK, ())))


def test_a_repeating_choose_goes_on_until_its_closing_arm():
    state = started(choose(gain(), SILENT_PASS, limit=5)).apply(0).apply(0)
    assert names(state) == ["gain", "pass"]
    assert cells(state)["coins(P1)"] == 2
    assert state.apply(9).is_terminal


def test_after_the_last_pick_the_closing_arm_happens_unasked_with_its_effects():
    closing = arm("pass", 9, put(MARK, 1), number=69, closes=True)
    state = started(choose(gain(), closing, limit=2)).apply(0).apply(0)
    assert state.is_terminal
    assert cells(state)["mark"] == 1
    barred = arm("pass", 9, put(MARK, 1), number=69, closes=True, needs=need(Const(0)))
    state = started(choose(gain(), barred, limit=2)).apply(0)
    with pytest.raises(RuleFault, match="a dead end"):
        state.apply(0)


def test_after_the_last_pick_a_choose_without_closing_arms_just_ends():
    assert started(choose(gain(), limit=1)).apply(0).is_terminal


def test_a_last_resort_is_offered_only_where_nothing_else_is_legal():
    resort = arm("pass", 9, number=69, last_resort=True)
    once = gain(needs=need(Compare("<", coins(0), Const(1))))
    again = Repeat(70, None, Const(2), block(71, choose(once, resort)))
    state = started(again)
    assert names(state) == ["gain"]
    assert state.refusal("pass", []) == "no such option"
    state = state.apply(0)
    assert names(state) == ["pass"]
    assert state.apply(9).is_terminal


def test_a_closing_arm_chosen_happens_once():
    closing = arm("pass", 9, MORE_LUCK, number=69, closes=True)
    assert cells(started(choose(gain(), closing, limit=1)).apply(9))["luck"] == 1


def test_nothing_but_closing_arms_is_not_asked():
    closing = arm("pass", 9, put(MARK, 1), number=69, closes=True)
    once = gain(needs=need(Compare("<", coins(0), Const(1))))
    state = started(choose(once, closing, limit=5))
    assert names(state) == ["gain", "pass"]
    end = state.apply(0)
    assert end.is_terminal
    assert cells(end)["mark"] == 1
    assert end.information_state(0).count(("chose", 9)) == 0


def test_no_picks_at_all_close_at_once():
    closing = arm("pass", 9, put(MARK, 1), number=69, closes=True)
    assert cells(started(choose(gain(), closing, limit=0)))["mark"] == 1


def test_stop_leaves_a_repeating_choose_without_its_closing_arm():
    closing = arm("pass", 9, put(MARK, 1), number=69, closes=True)
    leave = arm("leave", 1, Stop(50), number=61)
    state = started(choose(gain(), leave, closing, limit=5)).apply(1)
    assert state.is_terminal
    assert cells(state)["mark"] is None


# ---------------------------------------------------------------- anytime


def anytime(*body, limit=2, actor=FIRST, arms=None, number=80):
    trade = arm("trade", 20, MORE_LUCK, number=81)
    arms = (trade,) if arms is None else arms
    return Anytime(number, actor, Const(limit), arms, block(number + 2, *body))


def test_anytime_arms_come_back_to_the_same_choice_until_they_are_used_up():
    state = started(anytime(choose(gain())))
    assert names(state) == ["gain", "trade"]
    once = state.apply(20)
    assert names(once) == ["gain", "trade"]
    assert once.current_player == 0
    twice = once.apply(20)
    assert names(twice) == ["gain"]
    assert cells(twice.apply(0))["luck"] == 2


def test_anytime_is_for_its_actor_and_for_its_stretch():
    theirs = choose(gain(), actor=SECOND)
    assert names(started(anytime(theirs))) == ["gain"]
    behind = choose(gain(first_id=1, number=61), number=51)
    state = started(anytime(choose(gain())), behind)
    assert names(state.apply(0)) == ["gain"]


def test_anytime_reaches_into_effects_and_adds_up_from_outside():
    inner = anytime(Invoke(0, ()), number=90, arms=(arm("sell", 30, number=91),))
    effect = Effect("act", (), block(95, choose(gain())))
    state = started(anytime(inner), effects=(effect,))
    assert names(state) == ["gain", "trade", "sell"]
    layouts = [found.layout.arm.name for found in state.open_arms]
    assert layouts == ["gain", "trade", "sell"]


def test_an_action_that_has_begun_is_finished_first():
    nested = arm("buy", 1, choose(gain(), number=51), number=61)
    state = started(anytime(choose(nested))).apply(1)
    assert names(state) == ["gain"]
    asking = arm("trade", 20, choose(gain(), number=51), number=81)
    inside = started(anytime(choose(arm("buy", 1, number=61)), arms=(asking,))).apply(20)
    assert names(inside) == ["gain"]
    assert names(inside.apply(0)) == ["buy", "trade"]


def test_anytime_keeps_a_repeating_choose_open():
    once = gain(needs=need(Compare("is", Read(LUCK, ()), Const(1))))
    state = started(anytime(choose(once, SILENT_PASS, limit=3), limit=1))
    assert names(state) == ["pass", "trade"]
    assert names(state.apply(20)) == ["gain", "pass"]


def test_a_choice_with_only_anytime_arms_left():
    once = gain(needs=need(Compare("is", Read(LUCK, ()), Const(1))))
    assert names(started(anytime(choose(once)))) == ["trade"]
    state = started(anytime(choose(once, otherwise=block(65, put(MARK, 1)))))
    assert cells(state)["mark"] == 1


# ---------------------------------------------------------------- chance


def test_a_draw_from_a_bag_is_a_chance_point_for_each_component():
    state = started(Draw(60, Const(2), False, place(BOX), place(HAND, 0)))
    assert state.current_player == CHANCE
    assert state.legal_ids == ()
    quarter = Fraction(1, 4)
    assert state.chance_outcomes == ((A, 2 * quarter), (B, quarter), (C, quarter))
    state = state.child(B)
    assert state.chance_outcomes == ((A, Fraction(2, 3)), (C, Fraction(1, 3)))
    with pytest.raises(IllegalAction, match="no such outcome"):
        state.child(B)
    end = state.child(A)
    assert end.is_terminal
    assert cells(end)["hand(P1)"] == "ab"
    assert end.history == (B, A)


def test_a_draw_from_a_row_is_no_chance():
    fill = [move(kind, (BOX,), (LINE,)) for kind in (C, A, B)]
    state = started(*fill, Draw(60, Const(2), False, place(LINE), place(HAND, 1)))
    assert (cells(state)["line"], cells(state)["hand(P2)"]) == ("b", "ac")
    assert sum(event[0] == 1 for event in state.events()) == 1
    state = started(
        move(A, (BOX,), (SPOT,)), Draw(60, Const(1), False, place(SPOT), place(HAND, 1))
    )
    assert cells(state)["hand(P2)"] == "a"


def test_drawing_more_than_there_is():
    draw = Draw(60, Const(5), False, place(BOX), place(HAND, 0))
    with pytest.raises(RuleFault, match="5 are drawn from `box`, which holds 4"):
        started(draw)
    state = started(Draw(60, Const(5), True, place(BOX), place(HAND, 0)))
    for kind in (C, A, B, A):
        state = state.child(kind)
    assert state.is_terminal
    assert started(Draw(60, Const(0), False, place(BOX), place(HAND, 0))).is_terminal
    with pytest.raises(RuleFault, match="-2 is no number of times"):
        started(Draw(60, Const(-2), False, place(BOX), place(HAND, 0)))


def test_random_binds_what_chance_picks():
    dice = Search((Binder(0, Const((1, 2, 2))),), None)
    state = started(Random(60, dice, block(61, put(LUCK, Local(0)))))
    assert state.chance_outcomes == ((1, Fraction(1, 3)), (2, Fraction(2, 3)))
    assert cells(state.child(2))["luck"] == 2
    things = Search((Binder(0, Contents(BOX, ())),), Compare("is not", Local(0), Const(C)))
    state = started(Random(60, things, block(61)))
    assert [kind for kind, _ in state.chance_outcomes] == [A, B]
    assert state.child(A).is_terminal
    with pytest.raises(RuleFault, match="nothing to pick from"):
        started(Random(60, Search((Binder(0, Const(())),), None), block(61)))
