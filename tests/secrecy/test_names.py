"""What is told of a term where some of its symbols are unknown holds whatever they are."""

from itertools import product

import pytest

from rulelang.core import (
    Among,
    And,
    Arithmetic,
    Call,
    Compare,
    Const,
    IfThen,
    Local,
    Lookup,
    Not,
    Or,
    Table,
)
from rulelang.core.constants import Evaluator
from rulelang.secrecy.names import UNKNOWN, teller
from tests.unit.interpreter.support import spec

VALUES = (-1, 0, 2)
ONE, OTHER = Local(0), Local(1)
ENTRIES = (((0, 0), 1), ((2, 0), 3))
SPEC = spec(tables=(Table("worth", ENTRIES, 7),))
TERMS = (
    *(Compare(op, ONE, OTHER) for op in ("is", "is not", "<", "<=", ">", ">=")),
    *(Arithmetic(op, ONE, OTHER) for op in ("+", "-", "*", "min", "max")),
    Arithmetic("mod", ONE, Const(2)),
    Arithmetic("/up", ONE, Arithmetic("+", OTHER, Const(2))),
    Not(ONE),
    And((Compare("is", ONE, Const(0)), OTHER)),
    Or((Compare("is", ONE, Const(0)), OTHER)),
    IfThen(ONE, OTHER, Const(4)),
    Among(ONE, Const((0, 2))),
    Lookup(0, (ONE, OTHER)),
)


@pytest.mark.parametrize("term", TERMS)
def test_what_is_told_holds_whatever_else_there_is(term):
    tell, whole = teller(term, (dict(ENTRIES),), SPEC), Evaluator(SPEC)
    for one, other in product((*VALUES, None), repeat=2):
        known = {at: value for at, value in enumerate((one, other)) if value is not None}
        told = tell(known)
        for rest in product(VALUES, repeat=2):
            cases = dict(enumerate(rest)) | known
            assert told in {UNKNOWN, whole.value(term, cases)}, (known, cases)
        assert told is not UNKNOWN or len(known) < 2


def test_one_part_may_settle_what_others_are_not_known_for():
    both, either = (teller(sort((ONE, OTHER)), (), SPEC) for sort in (And, Or))
    assert (both({0: 0}), both({1: 0}), both({0: 2})) == (0, 0, UNKNOWN)
    assert (either({0: 0}), either({1: 2}), either({0: 2})) == (UNKNOWN, 1, 1)


def test_nothing_is_told_of_a_division_by_zero():
    divided = teller(Arithmetic("/down", ONE, OTHER), (), SPEC)
    assert (divided({0: 2, 1: 2}), divided({0: 2, 1: 0})) == (1, UNKNOWN)


def test_nothing_is_told_of_what_a_fact_would_say():
    assert teller(Call(0, (ONE,)), (), SPEC)({0: 2}) is UNKNOWN


@pytest.mark.parametrize("op", ["<", "<=", ">", ">="])
def test_nothing_is_told_of_which_is_more_where_one_is_none(op):
    assert teller(Compare(op, Const(None), ONE), (), SPEC)({0: 2}) is UNKNOWN
    assert teller(Compare(op, ONE, Const(1)), (), SPEC)({0: 2}) == int(op in {">", ">="})
