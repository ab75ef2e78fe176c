"""Ranges hold whatever comes out, and refuse what native code could not hold."""

from itertools import combinations_with_replacement, product
from typing import get_args

import pytest

from rulelang import core
from rulelang.core.intervals import (
    LIMIT,
    NONE,
    ONLY_NONE,
    Range,
    TooWideError,
    bytes_for,
    checked,
    combine,
    join,
    of_values,
    range_of,
    reach,
)
from rulelang.core.operators import ARITHMETIC
from rulelang.rule_types import Maybe, Nothing, Number

ENDS = tuple(combinations_with_replacement((-4, -1, 0, 1, 3), 2))


@pytest.mark.parametrize("op", get_args(core.ArithmeticOp))
def test_every_result_lies_in_the_reach(op):
    by_zero = op in ("mod", "/down", "/up")
    for a, b in product(ENDS, repeat=2):
        found = [
            ARITHMETIC[op](x, y)
            for x in range(a[0], a[1] + 1)
            for y in range(b[0], b[1] + 1)
            if y or not by_zero
        ]
        for sharp in (True, False):
            low, high = reach(op, a, b, sharp=sharp)
            assert all(low <= number <= high for number in found), (a, b, sharp)


def test_a_remainder_by_more_is_the_number_itself():
    assert reach("mod", (2, 3), (5, 9), sharp=True) == (2, 3)
    assert reach("mod", (2, 5), (5, 9), sharp=True) == (0, 8)


def test_none_counts_0_where_a_number_is_wanted():
    assert combine("+", Range(3, 4, maybe=True), Range(1, 1)) == Range(1, 5)
    assert combine("+", ONLY_NONE, Range(1, 1)) == Range(1, 1)


def test_of_nothing_nothing_is_joined():
    assert join() == Range(0, -1)
    assert join(ONLY_NONE, Range(0, -1)) == ONLY_NONE
    assert join(ONLY_NONE, Range(2, 3), Range(5, 5)) == Range(2, 5, maybe=True)


def test_bytes_grow_with_the_numbers():
    ends = (1 << 7, 1 << 15, 1 << 31)
    assert [bytes_for(Range(0, end - 1)) for end in ends] == [1, 2, 4]
    assert [bytes_for(Range(0, end)) for end in ends] == [2, 4, 8]
    assert [bytes_for(Range(-end, 0)) for end in ends] == [1, 2, 4]
    assert bytes_for(ONLY_NONE) == 1


def test_what_has_no_room_is_refused():
    assert checked(Range(-LIMIT, LIMIT)) == Range(-LIMIT, LIMIT)
    with pytest.raises(TooWideError, match="there is room"):
        checked(Range(0, LIMIT + 1))
    assert checked(Range(NONE + 1, 0, maybe=True)).maybe
    with pytest.raises(TooWideError, match="cannot be told from none"):
        checked(Range(NONE, 0, maybe=True))
    with pytest.raises(TooWideError, match="a set stands"):
        of_values((1, (2, 3)))


def test_what_is_only_none_has_the_range_of_none():
    assert range_of(Nothing()) == ONLY_NONE
    assert range_of(Maybe(Number(1, 3))) == Range(1, 3, maybe=True)
