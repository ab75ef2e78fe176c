"""Layouts of maps: those that ship are good, and those that are made come out good."""

from functools import cache

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.cli.printing.look_files import maps_of
from interpreter.look import look_of
from interpreter.look.layouts.laying import laid_out
from interpreter.look.layouts.measures import measured
from interpreter.look.places import board_of, ends_of, read_places
from tests.support.games import RULES, instances

CLEAR = 0.25  # of the mean edge


def quiet(_):
    pass


def is_planar(edges):
    """Return whether a graph can be drawn without crossings."""
    return nx.check_planarity(nx.Graph(edges))[0]


def laid(count, edges, known=None):
    return laid_out(count, edges, known or {}, quiet)


@pytest.fixture(scope="module")
def shipped_maps():
    found = []
    for path in RULES:
        game = instances(path)[0].game
        if any(family.joins for family in game.document().families):
            found += maps_of(str(path), documents_of(path))
    return found


@cache
def documents_of(path):
    return [instance.game.document() for instance in instances(path)]


def test_the_maps_of_shipped_games_are_laid_out(shipped_maps):
    assert len(shipped_maps) >= 5
    for one in shipped_maps:
        places = read_places(one.path.read_text(encoding="utf-8"))
        assert not one.is_new, one.path
        assert places.board == board_of(one.family, one.ends), one.path
        assert tuple(places.points) == one.family.labels, one.path


def test_no_edges_cross_on_shipped_maps_and_places_keep_clear_of_them(shipped_maps):
    for one in shipped_maps:
        places = read_places(one.path.read_text(encoding="utf-8")).points
        found = measured([places[name] for name in one.family.labels], one.ends)
        assert is_planar(one.ends)
        assert found.crossings == 0, one.path
        assert found.clearance >= CLEAR, one.path
        assert found.nearest >= CLEAR, one.path


def test_the_look_of_an_option_has_the_places_of_its_map(shipped_maps):
    seen = set()
    for one in shipped_maps:
        for document in documents_of(one.path.parent.with_suffix(".rules")):
            look = look_of(document)
            family = next(f for f in document.families if f.name == one.family.name)
            assert set(look.board(family.name).places) == set(family.labels)
            seen.add(board_of(family, ends_of(document, family.name)))
    assert len(seen) == len(shipped_maps)


CUBE = [(a, a ^ bit) for a in range(8) for bit in (1, 2, 4) if a < a ^ bit]
GRID = [(i, i + 1) for i in range(16) if i % 4 < 3] + [(i, i + 4) for i in range(12)]
NINE = [(i, i + 1) for i in range(9) if i % 3 < 2] + [(i, i + 3) for i in range(6)]
TREE = [(i, 2 * i + n) for i in range(7) for n in (1, 2)]
COMPLETE_5 = [(a, b) for a in range(5) for b in range(a)]


@pytest.mark.parametrize(
    ("count", "edges"), [(8, CUBE), (9, NINE), (15, TREE), (4, COMPLETE_5[:6]), (3, [(0, 1)])]
)
def test_planar_graphs_have_no_crossing_and_room(count, edges):
    found = laid(count, edges)
    assert found.measures.crossings == 0
    assert found.measures.clearance >= CLEAR
    assert all(0 <= x <= 1000 and 0 <= y <= 1000 for x, y in found.points)
    assert found.points == laid(count, edges).points


def test_of_a_graph_that_is_not_planar_few_edges_cross():
    assert laid(5, COMPLETE_5).measures.crossings == 1
    three_by_three = [(a, b) for a in range(3) for b in range(3, 6)]
    assert laid(6, three_by_three).measures.crossings == 1


def test_parts_that_nothing_joins_lie_side_by_side():
    found = laid(7, [(0, 1), (1, 2), (2, 0), (3, 4)])
    assert len(set(found.points)) == 7
    assert found.measures.crossings == 0


def test_three_known_places_turn_a_map():
    sketch = {0: (0.0, 0.0), 3: (1000.0, 0.0), 12: (0.0, 1000.0)}
    points = laid(16, GRID, sketch).points
    assert points[0][0] < points[3][0]
    assert points[0][1] < points[12][1]
    assert abs(points[0][1] - points[3][1]) < 150


def test_a_whole_sketch_is_kept_where_nothing_crosses_or_crowds():
    sketch = {i: (300.0 * (i % 4), 300.0 * (i // 4)) for i in range(16)}
    points = laid(16, GRID, sketch).points
    assert all(abs(x - (i % 4) * 1000 / 3) < 40 for i, (x, _) in enumerate(points))
    crowded = {**sketch, 5: (310.0, 320.0), 6: (320.0, 300.0)}
    assert laid(16, GRID, crowded).measures.clearance > 0.2


@given(st.integers(2, 9), st.data())
def test_any_graph_is_laid_out_inside_the_square_with_places_apart(count, data):
    pick = st.integers(0, count - 1)
    edges = data.draw(st.lists(st.tuples(pick, pick), max_size=12))
    found = laid(count, edges)
    assert len(set(found.points)) == count
    assert all(0 <= x <= 1000 and 0 <= y <= 1000 for x, y in found.points)
    if is_planar([pair for pair in edges if pair[0] != pair[1]]):
        assert found.measures.crossings == 0
