"""Spaces with a shape: which places there are, and which edges they have without a table."""

import pytest

from interpreter.game import Game
from rulelang import pipeline

HEAD = 'game "Shapes"\nplayers A, B\n'
TAIL = "play:\n    end: draw\n"


def built(tmp_path, declarations):
    path = tmp_path / "shapes.rules"
    path.write_text(HEAD + declarations + TAIL, encoding="utf-8")
    return pipeline.build(str(path), None, {})


def spec(tmp_path, declarations):
    result = built(tmp_path, declarations)
    assert result.spec is not None, [str(found) for found in result.diagnostics]
    return Game(result.spec).spec


def labels(spec, family):
    return next(f.labels for f in spec.families if f.name == family)


def test_a_hex_board_is_a_rhombus_of_named_cells(tmp_path):
    cells = labels(spec(tmp_path, "space Place on hex 3 x 2\n"), "Place")
    assert cells == ("a1", "b1", "c1", "a2", "b2", "c2")


def test_a_cell_of_a_hex_board_is_joined_to_up_to_six(tmp_path):
    found = spec(tmp_path, "space Place on hex 3 x 3\nedge Link joins Place\n")
    links = labels(found, "Link")
    assert {link for link in links if "b2" in link.split("_")} == {
        "b1_b2", "c1_b2", "a2_b2", "b2_c2", "b2_a3", "b2_b3",
    }  # fmt: skip
    assert len(links) == 16


@pytest.mark.parametrize(
    ("shape", "links"),
    [
        ("grid 2 x 2", ("a1_b1", "a1_a2", "a1_b2", "b1_a2", "b1_b2", "a2_b2")),
        ("ring 3", ("Place1_Place2", "Place1_Place3", "Place2_Place3")),
        ("ring 2", ("Place1_Place2",)),
        ("track 3", ("Place1_Place2", "Place2_Place3")),
    ],
)
def test_edges_without_rows_join_neighbours_once(tmp_path, shape, links):
    found = spec(tmp_path, f"space Place on {shape}\nedge Link joins Place\n")
    assert labels(found, "Link") == links


def test_places_without_a_shape_need_rows_for_their_edges(tmp_path):
    listed = "space Place:\n    | name |\n    | A1 |\n    | B1 |\n"
    result = built(tmp_path, listed + "edge Link joins Place\n")
    assert [found.code for found in result.diagnostics] == ["no-rows"]


def test_edges_with_attributes_need_rows(tmp_path):
    result = built(tmp_path, "space Place on ring 3\nedge Link joins Place:\n    toll: 0..2\n")
    assert [found.code for found in result.diagnostics] == ["no-rows"]


def test_a_hex_board_has_two_sizes(tmp_path):
    result = built(tmp_path, "space Place on hex 3\n")
    assert "bad-shape" in [found.code for found in result.diagnostics]
