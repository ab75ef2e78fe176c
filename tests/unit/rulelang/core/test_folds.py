"""The table of folds: complete, and true of what the reference makes of every small search."""

from itertools import product
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.layout import build_layout
from interpreter.reference import values
from interpreter.reference.queries import FOLDED
from interpreter.reference.values import World
from rulelang import core
from rulelang.core.folds import FOLDS, otherwise_of, value_of
from rulelang.core.intervals import join
from tests.unit.interpreter.support import box


@pytest.fixture(scope="module")
def world():
    layout = build_layout(box())
    return World(layout, layout.start)


def folded(fold: core.FoldName, elements: tuple[int, ...]) -> core.Fold:
    """Return the fold of some elements, each its own value, `otherwise` none."""
    rule = FOLDS[fold]
    search = core.Search((core.Binder(0, core.Const(elements)),), None)
    return core.Fold(
        fold,
        search,
        core.Local(0) if rule.has_value else None,
        otherwise=core.Const(None) if rule.has_otherwise else None,
    )


def test_table_and_engine_know_the_same_folds():
    assert set(FOLDS) == set(FOLDED) == set(get_args(core.FoldName))


@pytest.mark.parametrize("fold", FOLDS)
@given(elements=st.lists(st.integers(-3, 4), max_size=5).map(tuple))
def test_what_a_fold_gives_lies_in_its_reach(world, fold, elements):
    found = values.value(folded(fold, elements), world, ())
    if found is None:
        assert FOLDS[fold].has_otherwise
        return
    found = len(found) if isinstance(found, tuple) else found
    ends = (min(elements, default=0), max(elements, default=0))
    for least, most in product((0, len(elements)), (len(elements), len(elements) + 1)):
        low, high = FOLDS[fold].reach(ends, (least, most))
        assert low <= found <= high


@pytest.mark.parametrize("fold", [fold for fold, rule in FOLDS.items() if rule.gives == "number"])
def test_a_fold_has_a_reach_where_no_value_is_known(fold):
    unknown = join()
    low, high = FOLDS[fold].reach((unknown.low, unknown.high), (0, 3))
    assert low <= high


@pytest.mark.parametrize("fold", FOLDS)
def test_a_fold_has_what_its_row_says(fold):
    rule, e = FOLDS[fold], folded(fold, (1, 2))
    if rule.has_value:
        assert value_of(e) == core.Local(0)
    else:
        with pytest.raises(AssertionError, match="no value"):
            value_of(e)
    if rule.has_otherwise:
        assert otherwise_of(e) == core.Const(None)
    else:
        with pytest.raises(AssertionError, match="value of its own"):
            otherwise_of(e)
    if rule.mutant is not None:
        meant = FOLDS[rule.mutant[0]]
        assert meant.has_otherwise == rule.has_otherwise, "only one of the two has an `else`"
