"""What is possible of values: by their types, of sets and of numbers too many to list."""

import pytest

from rulelang.prove.arithmetic import without
from rulelang.prove.possible import (
    ANYTHING,
    FLAG,
    NONE,
    UNBOUNDED,
    Many,
    One,
    between,
    joined,
    listed,
    number,
    of_type,
    within,
)
from rulelang.prove.statements.transfers import foreign
from rulelang.rule_types import Flag, Maybe, Member, Nothing, Number, SetOf, Unknown

SOME = Many(between(1, 3), 0, 2)


@pytest.mark.parametrize(
    ("kind", "possible"),
    [
        (Number(2, 5), between(2, 5)),
        (Flag(), FLAG),
        (Member("Player", 3), between(0, 2)),
        (Maybe(Member("Player", 2)), listed((0, 1), none=True)),
        (Maybe(SetOf(Number(1, 3), 3)), ANYTHING),
        (SetOf(Number(1, 3), 3), Many(between(1, 3), 0, UNBOUNDED)),
        (Nothing(), NONE),
        (Unknown(), ANYTHING),
    ],
)
def test_the_values_of_a_type(kind, possible):
    assert of_type(kind) == possible


def test_a_set_is_no_number_that_is_known():
    assert number(SOME) == One(False, -UNBOUNDED, UNBOUNDED)
    assert number(NONE) == between(0, 0)


def test_of_sets_it_is_not_told_what_lies_within_them_or_is_foreign():
    assert not within(SOME, between(0, 9))
    assert not foreign(SOME, between(7, 9))
    assert within(between(1, 3), between(0, 9))
    assert foreign(between(1, 3), between(7, 9))


def test_a_set_or_nothing_may_be_empty():
    assert joined(NONE, Many(between(1, 3), 1, 2)) == SOME


def test_of_very_many_numbers_one_is_left_out_at_the_ends_only():
    assert without(between(0, 9_999), 0) == between(1, 9_999)
    assert without(between(0, 9_999), 9_999) == between(0, 9_998)
    assert without(between(0, 9_999), 500) == between(0, 9_999)
