from fractions import Fraction
from typing import get_args

import pytest

from interpreter.faults import EngineBug, RuleFault
from interpreter.layout import build_layout
from interpreter.reference.values import RULES, World, value
from rulelang import core
from rulelang.core import (
    Among,
    And,
    Arithmetic,
    Around,
    Call,
    Compare,
    Const,
    Contents,
    Held,
    IfThen,
    Interval,
    Local,
    Lookup,
    Not,
    Or,
    Read,
    ReturnOf,
    Size,
    Spread,
    Table,
)
from tests.unit.interpreter.support import BOX, COINS, HAND, LINE, A, B, C, box, small_poker

BOOM = Arithmetic("mod", Const(1), Const(0))


def world(**parts):
    layout = build_layout(box(**parts))
    cells = list(layout.start)
    cells[LINE] = (B, A, C)
    cells[5] = 4
    return World(layout, cells)


def of(expr, env=(), **parts):
    return value(expr, world(**parts), env)


def test_every_expression_has_a_rule():
    assert set(RULES) == set(get_args(core.Expr))


@pytest.mark.parametrize(
    ("op", "left", "right", "result"),
    [
        ("+", 7, -2, 5),
        ("-", 7, 9, -2),
        ("*", -3, 4, -12),
        ("mod", -7, 3, 2),
        ("mod", 7, -3, -2),
        ("/down", -7, 2, -4),
        ("/up", -7, 2, -3),
        ("/up", 7, 2, 4),
        ("min", 3, 2, 2),
        ("max", 3, 2, 3),
        ("+", None, 2, 2),
    ],
)
def test_arithmetic(op, left, right, result):
    assert of(Arithmetic(op, Const(left), Const(right))) == result


@pytest.mark.parametrize("op", ["mod", "/down", "/up"])
def test_division_by_zero_is_a_fault(op):
    with pytest.raises(RuleFault, match="7 is divided by zero"):
        of(Arithmetic(op, Const(7), Const(0)))


@pytest.mark.parametrize(
    ("op", "left", "right", "result"),
    [
        ("is", None, None, 1),
        ("is", None, 0, 0),
        ("is not", None, 0, 1),
        ("is", (1, 2), (1, 2), 1),
        ("<", None, 1, 1),
        ("<=", 2, 2, 1),
        (">", 2, 2, 0),
        (">=", 3, 2, 1),
    ],
)
def test_comparison(op, left, right, result):
    assert of(Compare(op, Const(left), Const(right))) == result


def test_logic_stops_at_what_decides():
    assert of(And((Const(1), Const(0), BOOM))) == 0
    assert of(Or((Const(0), Const(1), BOOM))) == 1
    assert of(And(())) == 1
    assert of(Or(())) == 0
    assert of(Not(Const(0))) == 1
    assert of(IfThen(Const(1), Const(8), BOOM)) == 8
    assert of(IfThen(Const(0), BOOM, Const(9))) == 9


def test_zones_are_read():
    assert of(Contents(BOX, ())) == (A, A, B, C)
    assert of(Held(LINE, ())) == B
    assert of(Held(LINE, (), last=True)) == C
    assert of(Held(HAND, (Const(0),))) is None


def test_variables_are_read_by_index():
    assert of(Read(COINS, (Local(0),)), env=(0,)) == 4
    assert of(Read(COINS, (Local(0),)), env=(1,)) == 0


@pytest.mark.parametrize(
    ("expr", "message"),
    [
        (Read(COINS, (Const(None),)), "there is no coins\\(none\\)"),
        (Read(COINS, (Const(2),)), "there is no coins\\(2\\)"),
        (Held(HAND, (Const(None),)), "there is no hand\\(none\\)"),
        (Contents(HAND, (Const(-1),)), "there is no hand\\(-1\\)"),
    ],
)
def test_an_index_outside_the_family_is_a_fault(expr, message):
    with pytest.raises(RuleFault, match=message):
        of(expr)


def test_a_table_gives_its_default_where_it_has_no_entry():
    assert of(Lookup(0, (Const(B),))) == 3
    assert of(Lookup(0, (Const(None),))) == 0
    assert of(Lookup(0, (Const(77),))) == 0


def test_a_fact_sees_its_arguments_only():
    layout = build_layout(small_poker())
    assert value(Call(0, (Const(1), Const(1))), World(layout, layout.start), (5, 6, 7)) == 1


def test_sets():
    assert of(Size(Contents(BOX, ()))) == 4
    assert of(Among(Const(B), Contents(LINE, ()))) == 1
    assert of(Among(Const(None), Contents(LINE, ()))) == 0
    assert of(Interval(Const(2), Const(4))) == (2, 3, 4)
    assert of(Interval(Const(2), Const(1))) == ()


@pytest.mark.parametrize(
    ("backwards", "after", "result"),
    [
        (False, False, (2, 3, 0, 1)),
        (False, True, (3, 0, 1, 2)),
        (True, False, (2, 1, 0, 3)),
        (True, True, (1, 0, 3, 2)),
    ],
)
def test_around(backwards, after, result):
    assert of(Around(Const((0, 1, 2, 3)), Const(2), backwards, after)) == result


def test_around_from_elsewhere_is_a_fault():
    with pytest.raises(RuleFault, match="not part of it"):
        of(Around(Const((0, 1)), Const(7), backwards=False, after=False))


def test_spread_puts_sets_together():
    ends = Table("ends", (((0,), (4, 2)), ((1,), (2, 3))), ())
    assert of(Spread(0, Const((0, 1, None))), tables=(ends,)) == (2, 3, 4)


def test_there_is_no_score_before_the_end():
    with pytest.raises(RuleFault, match="not over"):
        of(ReturnOf(Const(0)))


def test_a_score_is_a_whole_number_where_one_is_wanted():
    layout = build_layout(box())
    over = World(layout, layout.start, (Fraction(3), Fraction(1, 2)))
    assert value(ReturnOf(Const(0)), over, ()) == 3
    with pytest.raises(RuleFault, match="the score 1/2 is not a whole number"):
        value(ReturnOf(Const(1)), over, ())


def test_a_set_in_place_of_a_number_is_our_mistake():
    with pytest.raises(EngineBug, match="a set stands where a number is wanted"):
        of(Arithmetic("+", Const(1), Const((0, 1))))
