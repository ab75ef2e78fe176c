"""A drawing turned for the page: the long side across, or as some places were before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, hypot, pi, sin

from interpreter.look_model import Point

_TURNS = 180  # directions that are tried, over half a turn


def framed(points: Sequence[Point], known: Mapping[int, Point], size: int) -> list[Point]:
    """Return whole numbers from 0 to `size` along the longer side.

    `known`: where some places were; with three or more the drawing is turned, and mirrored if need
    be, so that they lie as they did. Else the side along the page is the longer one.
    """
    turned = _like(points, known) if len(known) >= 3 else _lying(points)
    left, top = min(x for x, _ in turned), min(y for _, y in turned)
    wide = max(x for x, _ in turned) - left
    high = max(y for _, y in turned) - top
    by = size / (max(wide, high) or 1.0)
    return [(float(round((x - left) * by)), float(round((y - top) * by))) for x, y in turned]


def _lying(points: Sequence[Point]) -> list[Point]:
    """Return points turned till their box is as flat as it gets, the first place at the left."""
    best = min(
        (_rotated(points, pi * n / _TURNS) for n in range(_TURNS)),
        key=lambda turned: _height(turned) - 1e-9 * _width(turned),
    )
    middle = (min(x for x, _ in best) + max(x for x, _ in best)) / 2
    level = (min(y for _, y in best) + max(y for _, y in best)) / 2
    flip_x = -1 if best[0][0] > middle else 1
    flip_y = -1 if len(best) > 1 and best[1][1] > level else 1
    return [(flip_x * x, flip_y * y) for x, y in best]


def _like(points: Sequence[Point], known: Mapping[int, Point]) -> list[Point]:
    """Return points turned and mirrored so that the known ones lie as they did (Procrustes)."""
    there = _centred([known[i] for i in known])
    found: list[tuple[float, list[Point]]] = []
    for mirror in (1, -1):
        mirrored = [(mirror * x, y) for x, y in points]
        here = _centred([mirrored[i] for i in known])
        along = sum(a[0] * b[0] + a[1] * b[1] for a, b in zip(here, there, strict=True))
        across = sum(a[0] * b[1] - a[1] * b[0] for a, b in zip(here, there, strict=True))
        long = hypot(along, across) or 1.0
        c, s = along / long, across / long
        found.append((long, [(c * x - s * y, s * x + c * y) for x, y in mirrored]))
    return max(found, key=lambda pair: pair[0])[1]


def _centred(points: Sequence[Point]) -> list[Point]:
    x = sum(p[0] for p in points) / len(points)
    y = sum(p[1] for p in points) / len(points)
    return [(p[0] - x, p[1] - y) for p in points]


def _rotated(points: Sequence[Point], angle: float) -> list[Point]:
    c, s = cos(angle), sin(angle)
    return [(c * x - s * y, s * x + c * y) for x, y in points]


def _height(points: Sequence[Point]) -> float:
    return max(y for _, y in points) - min(y for _, y in points)


def _width(points: Sequence[Point]) -> float:
    return max(x for x, _ in points) - min(x for x, _ in points)
