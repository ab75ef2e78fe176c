"""How good a drawing of a graph is: crossings, and room between places and edges."""

from __future__ import annotations

from collections.abc import Sequence
from math import dist

import attrs

from interpreter.look_model import Point
from interpreter.picture.boards import clearance, crossings, least_distance


@attrs.frozen
class Measures:
    """Lengths are in parts of the mean edge.

    `clearance`: the least distance of a place from a foreign edge; `nearest`: of two places;
    `spread`: the standard deviation of the lengths of edges.
    """

    crossings: int
    clearance: float
    nearest: float
    spread: float


def measured(points: Sequence[Point], edges: Sequence[tuple[int, int]]) -> Measures:
    """Return how good a drawing is.

    >>> measured([(0, 0), (1, 0), (1, 1), (0, 1)], [(0, 1), (1, 2), (2, 3), (3, 0)])
    Measures(crossings=0, clearance=1.0, nearest=1.0, spread=0.0)
    """
    lengths = [dist(points[a], points[b]) for a, b in edges]
    mean = sum(lengths) / len(lengths) if lengths else 1.0
    spread = (sum((n / mean - 1) ** 2 for n in lengths) / len(lengths)) ** 0.5 if lengths else 0.0
    return Measures(
        crossings(points, edges),
        clearance(points, edges) / mean,
        least_distance(points) / mean,
        spread,
    )
