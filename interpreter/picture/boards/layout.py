"""What a rule of layout returns: a site for each place, in units of the least distance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import dist, inf
from typing import Literal

import attrs

from interpreter.look_model import Art, Box, Point
from interpreter.picture.boards.model import Head, Outline, Turns
from rulelang.freezing import frozen

GRAPH_RADIUS = 0.36
MARGIN = 0.6


@frozen
class Site:
    """Where a place lies; see `model.Place`."""

    x: float
    y: float
    outline: Outline = "circle"
    width: float = 2 * GRAPH_RADIUS
    height: float = 2 * GRAPH_RADIUS
    points: tuple[Point, ...] = ()
    shade: int | None = None
    owner: int | None = None
    grows: Literal["up", "down"] | None = None

    def moved(self, dx: float, dy: float) -> Site:
        """Return the same site elsewhere."""
        points = tuple((x + dx, y + dy) for x, y in self.points)
        return attrs.evolve(self, x=self.x + dx, y=self.y + dy, points=points)


@frozen
class Layout:
    """The sites of all places of a board; see `model.Board`.

    `edges`: whether edges are drawn as lines. `facts`: whether attributes are written into places.
    """

    rule: str
    sites: tuple[Site, ...]
    width: float
    height: float
    radius: float
    scale: tuple[float, float]
    heads: tuple[Head, ...] = ()
    columns: int | None = None
    turns: Turns = "none"
    edges: bool = False
    facts: bool = False
    art: Art | None = None
    art_box: Box | None = None
    notes: tuple[str, ...] = ()


def boxed(sites: Sequence[Site], margin: float = MARGIN) -> tuple[tuple[Site, ...], float, float]:
    """Return sites moved so that they begin `margin` from (0, 0), and the size of the board.

    >>> boxed([Site(5, 5, width=1, height=1)], margin=0.5)[1:]
    (2.0, 2.0)
    """
    left = min((s.x - s.width / 2 for s in sites), default=0.0)
    top = min((s.y - s.height / 2 for s in sites), default=0.0)
    right = max((s.x + s.width / 2 for s in sites), default=0.0)
    bottom = max((s.y + s.height / 2 for s in sites), default=0.0)
    moved = tuple(s.moved(margin - left, margin - top) for s in sites)
    return moved, right - left + 2 * margin, bottom - top + 2 * margin


def least_distance(points: Sequence[Point]) -> float:
    """Return the least distance between two points; infinity for fewer than two.

    >>> least_distance([(0, 0), (3, 4), (0, 9)])
    5.0
    """
    # Sorted by x, a point can only be near those that follow within the best so far.
    ordered = sorted(points)
    best = inf
    for i, a in enumerate(ordered):
        for b in ordered[i + 1 :]:
            if b[0] - a[0] >= best:
                break
            best = min(best, dist(a, b))
    return best


def to_line(p: Point, a: Point, b: Point) -> float:
    """Return how far a point lies from the stretch between two others.

    >>> to_line((1, 1), (0, 0), (2, 0)), to_line((5, 4), (0, 0), (2, 0))
    (1.0, 5.0)
    """
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    along = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square if square else 0.0
    t = max(0.0, min(1.0, along))
    return dist(p, (a[0] + t * dx, a[1] + t * dy))


def clearance(
    points: Sequence[Point], ends: Iterable[tuple[int, int]], most: float = inf
) -> float:
    """Return how near a point comes to a line between two others; `most` where none is nearer.

    >>> clearance([(0, 0), (2, 0), (1, 1)], [(0, 1)])
    1.0
    """
    best = most
    for a, b in ends:
        (ax, ay), (bx, by) = points[a], points[b]
        left, right = (ax, bx) if ax < bx else (bx, ax)
        low, high = (ay, by) if ay < by else (by, ay)
        for i, (x, y) in enumerate(points):
            if left - best < x < right + best and low - best < y < high + best and i not in {a, b}:
                best = min(best, to_line((x, y), (ax, ay), (bx, by)))
    return best


def crossings(points: Sequence[Point], ends: Iterable[tuple[int, int]]) -> int:
    """Return how many pairs of edges without a common place cross.

    >>> crossings([(0, 0), (1, 1), (0, 1), (1, 0)], [(0, 1), (2, 3)])
    1
    """
    return sum(
        cross(points[a], points[b], points[c], points[d])
        for (a, b), (c, d) in combinations(tuple(ends), 2)
        if len({a, b, c, d}) == 4
    )


def cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Return whether the stretches ab and cd cross inside of both."""
    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def side(a: Point, b: Point, p: Point) -> float:
    """Return on which side of the line ab a point lies: positive, negative, or 0 on it."""
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
