"""Boxes of SVG elements, turned and moved, are where drawing programs put them."""

from math import isclose, pi, tan

import pytest

from interpreter.look.shapes import box_of, corners, matrix, moved, outline


@pytest.mark.parametrize(
    ("element", "attributes", "box"),
    [
        ("rect", {"x": "1", "y": "2", "width": "3px", "height": "4"}, (1, 2, 3, 4)),
        ("circle", {"cx": "5", "cy": "5", "r": "2"}, (3, 3, 4, 4)),
        ("ellipse", {"cx": "5", "cy": "5", "rx": "4", "ry": "1"}, (1, 4, 8, 2)),
        ("line", {"x1": "7", "y1": "1", "x2": "2", "y2": "9"}, (2, 1, 5, 8)),
        ("polygon", {"points": "0,0 4,0 4,-3"}, (0, -3, 4, 3)),
        ("polyline", {"points": "1 1 2 5"}, (1, 1, 1, 4)),
        ("text", {"x": "3", "y": "4"}, (3, 4, 0, 0)),
        ("path", {"d": "M1 1 H5 V9"}, (1, 1, 4, 8)),
        ("path", {"d": "m1 1 h5 v9 l-1 -1"}, (1, 1, 5, 9)),
        ("path", {"d": "m1 1 2 0 0 3 z l-4 -4"}, (-3, -3, 6, 7)),  # begun where the path began
        ("path", {"d": "M0 0 A5 5 0 0 1 6 8"}, (0, 0, 6, 8)),
        ("path", {"d": "M1 2 a5 5 0 0 1 6 8"}, (1, 2, 6, 8)),
        ("path", {"d": "M0 0 C0 9 9 9 9 0"}, (0, 0, 9, 9)),
    ],
)
def test_a_shape_has_the_box_of_its_points(element, attributes, box):
    assert box_of(outline(element, attributes)) == box


def test_what_is_no_shape_has_no_box():
    assert outline("title", {"x": "1"}) == []
    assert corners([], matrix("scale(2)")) == []


@pytest.mark.parametrize(
    ("transform", "there"),
    [
        ("matrix(1 2 3 4 5 6)", (2 + 9 + 5, 4 + 12 + 6)),
        ("translate(4)", (6, 3)),
        ("scale(2)", (4, 6)),
        ("scale(2, 3)", (4, 9)),
        ("rotate(90)", (-3, 2)),
        ("rotate(90, 2, 2)", (1, 2)),
        ("skewX(45)", (2 + 3 * tan(pi / 4), 3)),
        ("skewY(45)", (2, 3 + 2 * tan(pi / 4))),
        ("translate(1 1) scale(2)", (5, 7)),
    ],
)
def test_a_point_is_moved_as_svg_says(transform, there):
    found = moved(matrix(transform), (2, 3))
    assert all(isclose(a, b, abs_tol=1e-9) for a, b in zip(found, there, strict=True))
