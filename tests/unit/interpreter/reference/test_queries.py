import pytest

from interpreter.layout import build_layout
from interpreter.reference.queries import collected
from interpreter.reference.values import World, value
from rulelang.core import (
    Arithmetic,
    Binder,
    Compare,
    Const,
    Contents,
    Fold,
    Groups,
    Interval,
    Key,
    Local,
    Lookup,
    Not,
    Search,
    Table,
    Within,
)
from tests.unit.interpreter.support import BOX, A, B, C, box

# A path of spaces 0-1-2-3 and one edge 4-5 apart: edges 0, 1, 2 and 3.
ENDS = ((0, 1), (1, 2), (2, 3), (4, 5))
EDGES_AT = tuple(tuple(e for e, ends in enumerate(ENDS) if s in ends) for s in range(6))
TABLES = (
    Table("worth", (((A,), 1), ((B,), 3), ((C,), 3)), 0),
    Table("ends", tuple(((e,), ends) for e, ends in enumerate(ENDS)), ()),
    Table("at", tuple(((s,), edges) for s, edges in enumerate(EDGES_AT)), ()),
)
WORTH = Lookup(0, (Local(0),))


def of(expr, env=()):
    layout = build_layout(box(tables=TABLES))
    return value(expr, World(layout, layout.start), env)


def search(*values, where=None):
    return Search((Binder(0, Const(values)),), where)


def things(where=None):
    return Search((Binder(0, Contents(BOX, ())),), where)


def test_the_left_binder_is_the_slowest_and_later_domains_see_it():
    layout = build_layout(box())
    pairs = Search((Binder(0, Const((2, 1))), Binder(1, Interval(Const(0), Local(0)))), None)
    found = collected(pairs, (), World(layout, layout.start), ())
    assert found == ((2, 0), (2, 1), (2, 2), (1, 0), (1, 1))


def test_neighbours_of_a_row_come_in_order():
    layout = build_layout(box())
    row = Search((Binder(0, Const((5, 3, 4)), followed=True), Binder(2, Const((9,)))), None)
    assert collected(row, (), World(layout, layout.start), ()) == ((5, 3, 9), (3, 4, 9))
    assert of(Fold("count", Search((Binder(0, Const((1, 2, 3)), followed=True),), None))) == 2


def test_sorting_is_stable_and_most_comes_first():
    layout = build_layout(box())
    world = World(layout, layout.start)
    odd = Arithmetic("mod", Local(1), Const(2))
    # One local is there already: the environment of a collection begins behind it.
    numbers = Search((Binder(1, Const((1, 2, 3, 4))),), None)
    assert collected(numbers, (Key(odd, most=True),), world, (7,)) == ((1,), (3,), (2,), (4,))
    assert collected(numbers, (Key(odd, most=False),), world, (7,)) == ((2,), (4,), (1,), (3,))


def test_queries_count_copies():
    assert of(Fold("count", things())) == 4
    assert of(Fold("sum", things(), WORTH)) == 8
    assert of(Fold("some", things(Compare("is", Local(0), Const(C))))) == 1
    assert of(Fold("some", things(Const(0)))) == 0


def test_extremes_say_what_nothing_gives():
    assert of(Fold("highest", things(), WORTH, otherwise=Const(None))) == 3
    assert of(Fold("lowest", things(), WORTH, otherwise=Const(None))) == 1
    assert of(Fold("lowest", search(), WORTH, otherwise=Const(None))) is None
    assert of(Fold("first", search(5, 6), otherwise=Const(0))) == 5
    assert of(Fold("first", search(), otherwise=Const(0))) == 0


@pytest.mark.parametrize(
    ("where", "keys", "result"),
    [
        (None, (Key(WORTH, True),), 99),  # b and c are tied
        (None, (Key(WORTH, True), Key(Local(0), True)), C),
        (None, (Key(WORTH, False),), A),  # two copies of one kind never tie
        (Compare("is", Local(0), Const(A)), (), A),
        (None, (), 99),
        (Const(0), (Key(WORTH, True),), 99),
    ],
)
def test_the_best(where, keys, result):
    assert of(Fold("only", things(where), keys=keys, otherwise=Const(99))) == result


def test_groups_are_joined_only_at_open_spaces():
    everywhere = Groups(search(3, 2, 1, 0), 0, Const(1), 1)
    assert of(everywhere) == ((0, 1, 2), (3,))
    but_2 = Groups(search(0, 1, 2), 0, Compare("is not", Local(0), Const(2)), 1)
    assert of(but_2) == ((0, 1), (2,))
    assert of(Groups(search(), 0, Const(1), 1)) == ()


@pytest.mark.parametrize(
    ("start", "target", "radius", "reached"),
    [(0, 3, 3, 1), (0, 3, 2, 0), (3, 0, 9, 1), (0, 4, 9, 0), (2, 2, 0, 1), (None, 2, 5, 0)],
)
def test_within(start, target, radius, reached):
    assert of(Within(Const(target), Const(radius), Const(start), 0, None, 2, 1)) == reached


def test_within_walks_only_along_edges_that_count():
    barred = Not(Compare("is", Local(0), Const(1)))
    assert of(Within(Const(1), Const(5), Const(0), 0, barred, 2, 1)) == 1
    assert of(Within(Const(2), Const(5), Const(0), 0, barred, 2, 1)) == 0
