"""What a step is at least, whatever the position is."""

import pytest

from rulelang.core import (
    Arithmetic,
    Call,
    Const,
    Contents,
    Fact,
    Fold,
    IfThen,
    Local,
    Lookup,
    Read,
    Search,
    Size,
    Table,
    Variable,
    Zone,
)
from rulelang.elaborate.whole.steps import Reading
from rulelang.rule_types import Maybe, Number
from tests.unit.interpreter.support import EVERYBODY, spec

SPEC = spec(
    zones=(Zone("heap", (), "set", None, (), (EVERYBODY,)),),
    variables=(
        Variable("points", (), Number(3, 9), 3, False, (EVERYBODY,)),
        Variable("bid", (), Maybe(Number(3, 9)), None, False, (EVERYBODY,)),
    ),
    tables=(Table("worth", (((0,), 5), ((1,), 2), ((2,), None)), None),),
    facts=(Fact("gain", 0, Const(4), Number(4, 6)),),
)
KNOWN = Reading(SPEC, {0: Number(0, 1), 1: Number(0, 2), 2: Maybe(Number(0, 1))})
POINTS = Read(0, ())


@pytest.mark.parametrize(
    ("e", "least"),
    [
        (Const(-2), -2),
        (Size(Contents(0, ())), 0),
        (Fold("count", Search((), None)), 0),
        (Local(0), 0),
        (POINTS, 3),
        (Read(1, ()), 0),  # `none` counts 0
        (Call(0, ()), 4),
        (Lookup(0, (Local(0),)), 2),
        (Arithmetic("+", POINTS, Call(0, ())), 7),
        (Arithmetic("max", POINTS, Const(5)), 5),
        (Arithmetic("min", POINTS, Const(5)), 3),
    ],
)
def test_a_step_is_never_less(e, least):
    assert KNOWN.least_of(e) == least


@pytest.mark.parametrize(
    "e",
    [
        Local(7),
        Lookup(0, (Local(1),)),  # one entry is no number
        Lookup(0, (Local(2),)),
        Lookup(0, (Local(7),)),
        Arithmetic("-", POINTS, Const(1)),
        Arithmetic("+", POINTS, Local(7)),
        Arithmetic("min", POINTS, Local(7)),
        IfThen(Local(0), POINTS, POINTS),
    ],
)
def test_nothing_is_taken_for_granted_of_others(e):
    assert KNOWN.least_of(e) < -(10**9)
