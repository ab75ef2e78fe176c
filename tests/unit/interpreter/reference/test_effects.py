import pytest

from interpreter import Game, RuleFault
from interpreter.reference.events import Changed, Moved, Revealed, Said, Shown
from rulelang.core import Const, Let, Local, Move, Reveal, Say, Show, Text
from rulelang.core import Said as SaidValue
from tests.unit.interpreter.support import (
    BOX,
    COINS,
    DRAW_GAME,
    HAND,
    LINE,
    MARK,
    PLAYER,
    SPOT,
    A,
    B,
    C,
    box,
    cells,
    coins,
    move,
    place,
    plus,
    put,
)


def after(*statements):
    """Return the end of a game that consists of these statements."""
    return Game(box(*statements, DRAW_GAME)).start()


def test_a_row_keeps_its_order():
    state = after(move(C, (BOX,), (LINE,)), move(A, (BOX,), (LINE,)), move(B, (BOX,), (LINE,)))
    assert cells(state)["line"] == "cab"


def test_beneath_is_the_front_of_a_row():
    fill = (move(C, (BOX,), (LINE,)), move(A, (BOX,), (LINE,), beneath=True))
    assert cells(after(*fill))["line"] == "ac"
    whole = (*fill, move(B, (BOX,), (HAND, 0)), move(None, (HAND, 0), (LINE,), beneath=True))
    assert cells(after(*whole))["line"] == "bac"


def test_the_first_of_alike_components_leaves_a_row():
    fill = [move(kind, (BOX,), (LINE,)) for kind in (A, B, A)]
    assert cells(after(*fill, move(A, (LINE,), (SPOT,))))["line"] == "ba"


def test_a_set_is_kept_ascending():
    state = after(*(move(kind, (BOX,), (HAND, 0)) for kind in (C, A, B, A)))
    assert cells(state)["hand(P1)"] == "aabc"
    assert cells(state)["box"] == ""


def test_copies_move_together_and_nothing_moves_silently():
    state = after(move(A, (BOX,), (HAND, 1), 2), move(B, (BOX,), (HAND, 1), 0))
    assert cells(state)["hand(P2)"] == "aa"
    assert state.events()[:-1] == (Moved(BOX, 3, (A, A), 2),)


def test_a_component_is_found_where_it_lies():
    wherever = Move(Const(C), Const(1), None, place(HAND, 1), beneath=False)
    assert cells(after(move(C, (BOX,), (LINE,)), wherever))["hand(P2)"] == "c"


@pytest.mark.parametrize(
    ("statements", "message"),
    [
        ([move(B, (BOX,), (LINE,), 2)], "`box` does not hold 2 b; it holds 2 a, b, c"),
        ([move(None, (BOX,), (LINE,))], "`line` would hold 4 components; it has room for 3"),
        ([move(A, (BOX,), (SPOT,), 2)], "`spot` would hold 2 components; it has room for 1"),
        ([move(C, (BOX,), (SPOT,))], "`spot` does not take c"),
        ([Move(Const(None), Const(1), None, place(SPOT), False)], "the component is `none`"),
        ([move(B, (BOX,), (HAND, 1), -1)], "-1 is no number of times"),
        ([put(COINS, 6, 0)], "`coins\\(P1\\)` would be 6; it holds 0..5"),
        ([put(COINS, None, 0)], "`coins\\(P1\\)` would be none"),
        ([put(MARK, 2)], "`mark` would be"),
        ([Show(place(LINE), Const(None))], "a player is wanted"),
    ],
)
def test_the_impossible_is_a_fault(statements, message):
    with pytest.raises(RuleFault, match=message):
        after(*statements)


def test_variables_change_with_an_event_only_where_they_differ():
    state = after(put(COINS, 3, 1), put(COINS, plus(coins(1), Const(0)), 1), put(MARK, 1))
    assert cells(state)["coins(P2)"] == 3
    assert state.events()[:-1] == (Changed(6, 3), Changed(7, 1))


def test_reveal_tells_all_of_a_family_but_nothing_of_empty_zones():
    fill = (move(A, (BOX,), (HAND, 0)), Reveal(HAND, None), Reveal(LINE, ()))
    assert [e for e in after(*fill).events(1) if isinstance(e, Revealed)] == [Revealed(2, (A,))]


def test_show_is_for_one_player_and_all_know_of_it():
    state = after(move(A, (BOX,), (HAND, 0)), Show(place(HAND, 0), Const(1)))
    assert Shown(2, (A,), 1) in state.events(1)
    other = after(move(A, (BOX,), (HAND, 1)), Show(place(BOX), Const(1)))
    assert Shown(BOX, None, 1) in other.events(0)


def test_say_carries_values():
    text = Text(("it is ", SaidValue(Local(0), PLAYER)))
    state = after(Let(0, Const(1)), Say(text, None), Say(text, Const(0)))
    assert state.events(0)[:2] == (Said("it is P2", None), Said("it is P2", 0))
    assert state.events(1)[:1] == (Said("it is P2", None),)
    assert len(state.events(1)) == 2
