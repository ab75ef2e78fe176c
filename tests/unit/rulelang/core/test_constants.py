"""What is known before play is what the reference makes of it in play."""

from itertools import product
from typing import get_args

import pytest

from interpreter.faults import RuleFault
from interpreter.layout import build_layout
from interpreter.reference import values
from interpreter.reference.queries import FOLDED
from interpreter.reference.values import World
from rulelang import core
from rulelang.core.constants import Evaluator, NotStaticError
from rulelang.core.folds import FOLDS
from tests.unit.interpreter.support import box

NUMBERS = (-3, -1, 0, 2, 7)
SPEC = box()


@pytest.fixture(scope="module")
def world():
    layout = build_layout(SPEC)
    return World(layout, layout.start)


def fold(name, elements):
    """Return the fold of some elements, each worth its square; `otherwise` 9."""
    rule = FOLDS[name]
    search = core.Search((core.Binder(0, core.Const(elements)),), None)
    square = core.Arithmetic("*", core.Local(0), core.Local(0))
    return core.Fold(
        name,
        search,
        square if rule.has_value else None,
        otherwise=core.Const(9) if rule.has_otherwise else None,
    )


@pytest.mark.parametrize("name", sorted(set(FOLDED) - {"only"}))
def test_folds_are_those_of_the_reference(world, name):
    for elements in ((), (2,), (-3, 2), (1, 0, 1), None):
        e = fold(name, elements)
        assert Evaluator(SPEC).value(e, {}) == values.value(e, world, ())


def test_what_must_be_the_only_one_may_fail_and_is_left_to_play():
    with pytest.raises(NotStaticError):
        Evaluator(SPEC).value(fold("only", (1,)), {})


@pytest.mark.parametrize("op", get_args(core.ArithmeticOp))
def test_arithmetic_is_that_of_the_reference(world, op):
    for left, right in product((*NUMBERS, None), repeat=2):
        e = core.Arithmetic(op, core.Const(left), core.Const(right))
        try:
            wanted = values.value(e, world, ())
        except RuleFault:
            with pytest.raises(NotStaticError):
                Evaluator(SPEC).value(e, {})
        else:
            assert Evaluator(SPEC).value(e, {}) == wanted


@pytest.mark.parametrize("places", [*product((0, 1, 2, None), repeat=2)])
@pytest.mark.parametrize("radius", [0, 1, 5])
def test_what_is_near_is_that_of_the_reference(places, radius):
    ends = core.Table("ends", (((0,), (0, 1)),), ())  # one edge, from 0 to 1
    edges = core.Table("at", (((0,), (0,)), ((1,), (0,))), ())
    spec = box(tables=(ends, edges))
    start, target = map(core.Const, places)
    e = core.Within(target, core.Const(radius), start, 0, None, edges_at=1, ends=0)
    layout = build_layout(spec)
    assert Evaluator(spec).value(e, {}) == values.value(e, World(layout, layout.start), ())


def test_what_takes_too_long_is_left_to_play():
    e = core.Interval(core.Const(1), core.Const(10))
    assert Evaluator(SPEC, left=9).value(e, {}) == tuple(range(1, 11))
    with pytest.raises(NotStaticError):
        Evaluator(SPEC, left=8).value(e, {})


def test_a_set_is_no_number():
    e = core.Arithmetic("+", core.Const((1, 2)), core.Const(1))
    with pytest.raises(NotStaticError):
        Evaluator(SPEC).value(e, {})
