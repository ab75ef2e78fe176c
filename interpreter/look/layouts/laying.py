"""The layout of a graph: drawings to begin with, each settled; the best, turned for the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from math import inf

import attrs

from interpreter.look.layouts.framing import framed
from interpreter.look.layouts.measures import Measures, measured
from interpreter.look.layouts.settling import Drawing, scaled
from interpreter.look.places import LARGEST
from interpreter.look_model import Point

Pair = tuple[int, int]
_ROUNDS = 60
_GAP = 1.5  # edges between parts that nothing joins


@attrs.frozen
class Laid:
    """A layout in whole numbers, and how good it is."""

    points: tuple[Point, ...]
    measures: Measures


def laid_out(
    count: int,
    edges: Sequence[Pair],
    known: Mapping[int, Point],
    tell: Callable[[str], None],
) -> Laid:
    """Return a layout of a graph with places 0, 1, …; the same each time.

    Args:
        count: how many places.
        edges: who is joined to whom.
        known: where places should lie, as far as somebody said so. All: the drawing is mended
            where it crosses or crowds, and left alone elsewhere. Three or more: it is turned so
            that these lie as they should.
        tell: is told what goes on.

    Raises:
        ImportError: networkx is not installed.
    """
    pairs = tuple(dict.fromkeys((min(a, b), max(a, b)) for a, b in edges if a != b))
    whole = len(known) == count
    points = _mended(pairs, known, tell) if whole else _from_nothing(count, pairs, tell)
    turned = framed(points, known, LARGEST)
    return Laid(tuple(turned), measured(turned, pairs))


def _mended(
    edges: Sequence[Pair], known: Mapping[int, Point], tell: Callable[[str], None]
) -> list[Point]:
    """Return the drawing that is known, places moved where it crosses or crowds."""
    points = scaled([known[i] for i in range(len(known))], edges)
    drawing = Drawing(points, edges, anchors=points)
    for gain in drawing.settle(_ROUNDS):
        tell(f"mending: gained {gain:.2f}")
    return drawing.at


def _from_nothing(count: int, edges: Sequence[Pair], tell: Callable[[str], None]) -> list[Point]:
    """Return the best drawing of each part, side by side."""
    found: dict[int, Point] = {}
    right = 0.0
    for number, part in enumerate(_parts(count, edges), 1):
        place = {v: n for n, v in enumerate(part)}
        inner = [(place[a], place[b]) for a, b in edges if a in place]
        points = _part(len(part), inner, partial(_of_part, tell, number))
        left = min(x for x, _ in points)
        for v, (x, y) in zip(part, points, strict=True):
            found[v] = (x - left + right, y)
        right = max(x for x, _ in found.values()) + _GAP
    return [found[v] for v in range(count)]


def _of_part(tell: Callable[[str], None], number: int, words: str) -> None:
    tell(f"part {number}: {words}")


def _part(count: int, edges: Sequence[Pair], tell: Callable[[str], None]) -> list[Point]:
    """Return the best of the settled drawings of a connected graph."""
    if count <= 2:
        return [(float(n), 0.0) for n in range(count)]
    best: tuple[tuple[float, float], list[Point]] = ((inf, inf), [])
    for number, start in enumerate(_starts(count, edges), 1):
        drawing = Drawing(scaled(start, edges), edges)
        for round_, _ in enumerate(drawing.settle(_ROUNDS), 1):
            tell(f"drawing {number}, round {round_}")
        measures = measured(drawing.at, edges)
        worth = (float(measures.crossings), -min(measures.clearance, measures.nearest / 1.5))
        if worth < best[0]:
            best = (worth, scaled(drawing.at, edges))
    return best[1]


def _starts(count: int, edges: Sequence[Pair]) -> Iterator[list[Point]]:
    from interpreter.look.layouts.starts import starts  # noqa: PLC0415 - networkx is an extra

    return starts(count, edges)


def _parts(count: int, edges: Sequence[Pair]) -> list[list[int]]:
    """Return the connected parts of a graph, the largest first."""
    part = list(range(count))

    def root(v: int) -> int:
        while part[v] != v:
            part[v] = part[part[v]]
            v = part[v]
        return v

    for a, b in edges:
        part[root(a)] = root(b)
    found: dict[int, list[int]] = {}
    for v in range(count):
        found.setdefault(root(v), []).append(v)
    return sorted(found.values(), key=lambda members: (-len(members), members))
