"""Spaces with a shape: which places there are, and which edges they have without a table."""

import pytest

from interpreter.game import Game
from interpreter.testing.scenarios import run
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


CROSS = (
    "space Place on grid 3 x 3, orthogonal"
    " without c where row(c) is not 2 and column(c) is not 2\n"
)


def test_cells_that_are_left_out_are_no_places(tmp_path):
    found = spec(tmp_path, CROSS + "edge Link joins Place\n")
    assert labels(found, "Place") == ("b1", "a2", "b2", "c2", "b3")
    assert labels(found, "Link") == ("b1_b2", "a2_b2", "b2_c2", "b2_b3")
    declared = next(f for f in found.declared.families if f.name == "Place")
    assert declared.coordinates == ((1, 0), (0, 1), (1, 1), (2, 1), (1, 2))


def test_no_straight_line_goes_over_a_gap(tmp_path):
    board = "space Place on grid 3 x 3 without c where row(c) is 2 and column(c) < 3\n"
    scenario = """
scenario "gaps":
    expect row(c3) is 3 and column(c3) is 3
    expect count Place is 7
    expect c2 is in between(c1, c3) and c3 is in steps(c1, orthogonal, 2)
    expect between(a1, a3) is empty and between(a1, c3) is empty
    expect a3 is not in steps(a1, orthogonal, 2) and c3 is not in steps(a1, diagonal, 2)
    expect (count l in lines(Place, 3) where true) is 3
    expect count neighbours(a1) is 1
"""
    path = tmp_path / "gaps.rules"
    path.write_text(HEAD + board + TAIL + scenario, encoding="utf-8")
    (found,) = pipeline.check(str(path)).scenarios
    assert not run(found).failures


def test_options_may_say_which_cells_there_are(tmp_path):
    text = "option small\nspace Place on grid 3 x 1 without c where small and column(c) > 2\n"
    path = tmp_path / "shapes.rules"
    path.write_text(HEAD + text + TAIL, encoding="utf-8")
    cells = [
        labels(pipeline.build(str(path), None, {"small": setting}).spec, "Place")
        for setting in ("off", "on")
    ]
    assert cells == [("a1", "b1", "c1"), ("a1", "b1")]


@pytest.mark.parametrize(
    ("declarations", "code"),
    [
        ("space Place on ring 7 without c where true\n", "bad-shape"),
        ("space Place on grid 3 x 3 without c where row(c) > 0\n", "bad-shape"),
        ("space Place on grid 3 x 3 without c where row(c)\n", "not-a-claim"),
        ("space Place on grid 3 x 3 without c where row(d) > 1\n", "unknown-name"),
        ("var m: 0..3\nspace Place on grid 3 x 3 without c where row(c) > m\n", "wrong-sort"),
        ("space Place on grid 3 x 3 without c where row(c) mod 0 is 1\n", "divided-by-zero"),
    ],
)
def test_what_leaves_cells_out_is_settled_before_play(tmp_path, declarations, code):
    assert code in [found.code for found in built(tmp_path, declarations).diagnostics]
