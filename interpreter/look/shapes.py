"""The boxes that SVG elements take up: for the places of a board that a drawing has."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import cos, radians, sin, tan
from typing import TypeAlias

from interpreter.look_model import Box, Point

Matrix: TypeAlias = tuple[float, float, float, float, float, float]
SAME: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?")
_TOKEN = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,3})?")
_CALL = re.compile(r"(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)")
_ARGUMENTS = {"M": 2, "L": 2, "T": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "A": 7, "Z": 0}


def matrix(text: str) -> Matrix:
    """Return what a `transform` does.

    >>> matrix("translate(10, 5) scale(2)")
    (2.0, 0.0, 0.0, 2.0, 10.0, 5.0)
    """
    result = SAME
    for name, inside in _CALL.findall(text):
        result = joined(result, _one(name, numbers(inside)))
    return result


def joined(outer: Matrix, inner: Matrix) -> Matrix:
    """Return the matrix that does `inner` and then `outer`."""
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return (
        a * g + c * h,
        b * g + d * h,
        a * i + c * j,
        b * i + d * j,
        a * k + c * m + e,
        b * k + d * m + f,
    )


def moved(by: Matrix, p: Point) -> Point:
    """Return where a matrix moves a point."""
    a, b, c, d, e, f = by
    return (a * p[0] + c * p[1] + e, b * p[0] + d * p[1] + f)


def numbers(text: str) -> list[float]:
    """Return the numbers of a list as SVG writes them."""
    return [float(found) for found in _NUMBER.findall(text)]


def outline(element: str, attributes: Mapping[str, str]) -> list[Point]:
    """Return points whose box is that of a basic shape; [] for what is none.

    Of curves the control points are taken: the box may be a little larger.
    """

    def n(name: str) -> float:
        return next(iter(numbers(attributes.get(name, "0"))), 0.0)

    match element:
        case "rect":
            return [(n("x"), n("y")), (n("x") + n("width"), n("y") + n("height"))]
        case "circle":
            return [(n("cx") - n("r"), n("cy") - n("r")), (n("cx") + n("r"), n("cy") + n("r"))]
        case "ellipse":
            wide, high = n("rx"), n("ry")
            return [(n("cx") - wide, n("cy") - high), (n("cx") + wide, n("cy") + high)]
        case "line":
            return [(n("x1"), n("y1")), (n("x2"), n("y2"))]
        case "polyline" | "polygon":
            found = numbers(attributes.get("points", ""))
            return list(zip(found[::2], found[1::2], strict=False))
        case "path":
            return list(_along(attributes.get("d", "")))
        case "text":
            return [(n("x"), n("y"))]
        case _:
            return []


def corners(points: list[Point], by: Matrix) -> list[Point]:
    """Return the corners of the box of some points, moved."""
    if not points:
        return []
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    return [moved(by, (x, y)) for x in (left, right) for y in (top, bottom)]


def box_of(points: list[Point]) -> Box:
    """Return the box around some points."""
    left, top = min(x for x, _ in points), min(y for _, y in points)
    return left, top, max(x for x, _ in points) - left, max(y for _, y in points) - top


def _one(name: str, given: list[float]) -> Matrix:
    values = [*given, *[0.0] * 6]
    match name:
        case "matrix":
            return (values[0], values[1], values[2], values[3], values[4], values[5])
        case "translate":
            return (1.0, 0.0, 0.0, 1.0, values[0], values[1])
        case "scale":
            return (values[0], 0.0, 0.0, values[1] if len(given) > 1 else values[0], 0.0, 0.0)
        case "rotate":
            turn = radians(values[0])
            x, y = values[1], values[2]
            there = (cos(turn), sin(turn), -sin(turn), cos(turn), x, y)
            return joined(there, (1.0, 0.0, 0.0, 1.0, -x, -y))
        case "skewX":
            return (1.0, 0.0, tan(radians(values[0])), 1.0, 0.0, 0.0)
        case _:
            return (1.0, tan(radians(values[0])), 0.0, 1.0, 0.0, 0.0)


def _along(d: str) -> Iterator[Point]:
    """Yield the points of a path."""
    x = y = start_x = start_y = 0.0
    command = ""
    values: list[float] = []
    for part in [*_TOKEN.findall(d), "Z"]:
        if part.isalpha():
            command, values = part, []
            if part in "zZ":
                x, y = start_x, start_y
            continue
        values.append(float(part))
        if len(values) < _ARGUMENTS.get(command.upper(), 2):
            continue
        base = (x, y) if command.islower() else (0.0, 0.0)
        match command.upper():
            case "H":
                x = base[0] + values[0]
            case "V":
                y = base[1] + values[0]
            case "A":
                x, y = base[0] + values[5], base[1] + values[6]
            case _:
                pairs = list(zip(values[::2], values[1::2], strict=False))
                yield from ((base[0] + px, base[1] + py) for px, py in pairs[:-1])
                x, y = base[0] + pairs[-1][0], base[1] + pairs[-1][1]
        yield x, y
        if command in "mM":
            start_x, start_y = x, y
            command = "l" if command == "m" else "L"
        values = []
