import pytest

from interpreter import EngineBug, Game, RuleFault
from interpreter.reference.events import Changed, TurnBegan
from interpreter.reference.flow import shares
from rulelang.core import (
    Arithmetic,
    Binder,
    Compare,
    Const,
    Effect,
    End,
    For,
    If,
    Invoke,
    Key,
    Leads,
    Let,
    Local,
    NextTurn,
    Phase,
    Read,
    Repeat,
    Scores,
    Search,
    Stop,
    Turns,
    Wins,
)
from rulelang.rule_types import Number
from tests.unit.interpreter.support import (
    COINS,
    DRAW_GAME,
    LUCK,
    MARK,
    block,
    box,
    cells,
    each,
    plus,
    put,
)

LUCK_NOW = Read(LUCK, ())


def after(*statements, **parts):
    return Game(box(*statements, DRAW_GAME, **parts)).start()


def turns(state):
    return [(e.player, e.turn) for e in state.events() if isinstance(e, TurnBegan)]


def each_turn(limit, *body, number=70, **parts):
    made = {"slot": 0, "among": None, "start": None, "counted": True, **parts}
    return Turns(number, limit=Const(limit), body=block(number + 1, *body), **made)


def test_locals_last_to_the_end_of_their_block():
    state = after(
        Let(0, Const(2)),
        If(Const(1), block(60, Let(1, Const(3)), put(LUCK, plus(Local(0), Local(1)))), None),
        Let(1, Const(1)),
        put(COINS, plus(Local(0), Local(1)), 0),
    )
    assert (cells(state)["luck"], cells(state)["coins(P1)"]) == (5, 3)


def test_if_runs_one_block():
    branches = If(LUCK_NOW, block(60, put(MARK, 0)), block(61, put(MARK, 1)))
    assert cells(after(branches))["mark"] == 1
    assert cells(after(put(LUCK, 1), branches))["mark"] == 0
    assert cells(after(If(Const(0), block(60, put(MARK, 0)), None)))["mark"] is None


def test_for_collects_before_it_runs():
    odd = Search((Binder(0, Const((1, 2, 3))),), Compare("is", LUCK_NOW, Const(0)))
    gather = put(LUCK, plus(Arithmetic("*", LUCK_NOW, Const(2)), Local(0)))
    by_most = For(60, odd, (Key(Local(0), most=True),), block(61, gather))
    # 3, then 3 * 2 + 2 is out of range for 0..9 only with 1 behind it.
    with pytest.raises(RuleFault, match="`luck` would be 17"):
        after(by_most)
    assert cells(after(For(60, odd, (), block(61, put(LUCK, Local(0))))))["luck"] == 3


def test_repeat_settles_its_number_once():
    more = put(LUCK, plus(LUCK_NOW, Const(1)))
    assert cells(after(Repeat(60, None, Const(3), block(61, more))))["luck"] == 3
    twice = Repeat(60, None, LUCK_NOW, block(61, more))
    assert cells(after(put(LUCK, 2), twice))["luck"] == 4
    assert cells(after(Repeat(60, None, Const(0), block(61, more))))["luck"] == 0
    with pytest.raises(RuleFault, match="-1 is no number of times"):
        after(Repeat(60, None, Const(-1), block(61, more)))


def test_repeat_until_asks_before_each_round():
    more = put(LUCK, plus(LUCK_NOW, Const(1)))
    until_4 = Compare("is", LUCK_NOW, Const(4))
    assert cells(after(Repeat(60, until_4, Const(9), block(61, more))))["luck"] == 4
    assert cells(after(Repeat(60, until_4, Const(2), block(61, more))))["luck"] == 2
    assert cells(after(Repeat(60, Const(1), Const(2), block(61, more))))["luck"] == 0
    assert after(Repeat(60, until_4, Const(9), block(61, more))).position.clocks == ()


def test_stop_leaves_the_loop_it_names():
    inner = For(62, each(1, 2), (), block(63, put(LUCK, plus(LUCK_NOW, Const(1))), Stop(60)))
    assert cells(after(Repeat(60, Const(0), Const(5), block(61, inner))))["luck"] == 1
    own = For(62, each(1, 2), (), block(63, put(LUCK, plus(LUCK_NOW, Const(1))), Stop(62)))
    state = after(Repeat(60, Const(0), Const(5), block(61, own)))
    assert cells(state)["luck"] == 5
    with pytest.raises(EngineBug, match="the loop to stop is not in progress"):
        after(Stop(60))


def test_turns_go_round_up_to_their_limit():
    assert turns(after(each_turn(3))) == [(0, 1), (1, 2), (0, 3)]
    assert turns(after(each_turn(3, start=Const(1)))) == [(1, 1), (0, 2), (1, 3)]
    assert turns(after(each_turn(2, counted=False))) == [(0, 0), (1, 0)]
    assert turns(after(each_turn(0))) == []


def test_the_next_turn_is_his_who_was_named_last():
    again = (NextTurn(Const(1)), NextTurn(Local(0)))
    assert turns(after(each_turn(3, *again))) == [(0, 1), (0, 2), (0, 3)]
    assert turns(after(NextTurn(Const(1)), each_turn(1))) == [(0, 1)]


def test_turns_pass_over_who_may_not_and_end_when_nobody_may():
    has_none = Compare("is", Read(COINS, (Local(0),)), Const(0))
    only_poor = each_turn(
        5, If(Compare("is", Local(1), Const(3)), block(72, put(COINS, 1, 1)), None), among=has_none
    )
    assert turns(after(put(COINS, 1, 0), only_poor)) == [(1, 1), (1, 2), (1, 3)]


def test_fresh_variables_go_back_when_an_outermost_turn_begins():
    nested = each_turn(1, number=80, slot=2, start=Const(1))
    state = after(each_turn(2, put(LUCK, 7), nested, put(MARK, LUCK_IS_7)))
    assert cells(state)["mark"] == 1
    changes = [e.value for e in state.events(0) if isinstance(e, Changed) and e.cell == 8]
    assert changes == [7, 0, 7]


LUCK_IS_7 = Compare("is", LUCK_NOW, Const(7))


def test_phases_are_events_and_effects_see_their_arguments():
    effect = Effect("gain", (Number(0, 9),), block(90, put(LUCK, Local(0))))
    state = after(
        Let(0, Const(1)),
        Phase("Harvest", block(60, Invoke(0, (plus(Local(0), Const(3)),)))),
        effects=(effect,),
    )
    assert cells(state)["luck"] == 4
    assert "Harvest" in [event[0] for event in state.events()]


@pytest.mark.parametrize(
    ("winners", "players", "expected"),
    [
        ({0}, 2, (1, -1)),
        ({2}, 4, (-1, -1, 3, -1)),
        ({0, 1}, 4, (1, 1, -1, -1)),
        ({0, 1}, 2, (0, 0)),
        (set(), 3, (0, 0, 0)),
    ],
)
def test_who_wins_shares_what_the_others_lose(winners, players, expected):
    assert shares(frozenset(winners), players) == expected


def ended(result, *before, **parts):
    state = Game(box(*before, End(result), put(LUCK, 9), **parts)).start()
    assert cells(state)["luck"] == 0
    return state.returns


def test_ends():
    assert ended(Wins(Const(1))) == (-1, 1)
    more_coins = Leads(0, (Key(Read(COINS, (Local(0),)), most=True),))
    assert ended(more_coins, put(COINS, 2, 1)) == (-1, 1)
    assert ended(more_coins) == (0, 0)
    twice = Scores(0, Arithmetic("*", Read(COINS, (Local(0),)), Const(-2)))
    assert ended(twice, put(COINS, 2, 1)) == (0, -4)
    assert ended(Wins(Const(5)), teams=(5, 6)) == (1, -1)


def test_an_end_inside_loops_leaves_nothing_to_do():
    state = after(
        each_turn(9, Repeat(75, Const(0), Const(3), block(76, DRAW_GAME)), counted=False)
    )
    assert state.position.control == ()
    assert state.position.clocks == ()


def test_nobody_cannot_win():
    with pytest.raises(RuleFault, match="nobody is named"):
        ended(Wins(Const(None)))


def test_play_must_end():
    with pytest.raises(RuleFault, match="nothing says who has won"):
        Game(box(put(LUCK, 1))).start()
