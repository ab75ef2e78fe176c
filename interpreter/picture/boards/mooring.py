"""Rule B13: places of a space on which nothing lies stand beside those of a board that they join.

A harbour joined to two corners of the land is written outside of the land, before these corners.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, hypot, pi, sin

import attrs

from interpreter.document.model import Family, GameDocument
from interpreter.picture.boards.layers import is_used
from interpreter.picture.boards.layout import Layout
from interpreter.picture.boards.model import Mooring
from interpreter.picture.boards.values import facts_of, spoken

_AWAY = 0.85
"""From the middle of the joined places, in units."""
_ROOM = 0.75
"""From a place, or half of what is between two moorings."""
_MARGIN = 0.7
_TURNS = (0.0, 0.5, -0.5, 1.0, -1.0)
"""In which directions there is to be room, in quarters of a circle from straight away."""


def moored(
    document: GameDocument, family: Family, laid: Layout
) -> tuple[Layout, tuple[Mooring, ...]]:
    """Return a layout with room for what is beside it, and what that is."""
    ends = tuple(_ends(document, family))
    if not ends:
        return laid, ()
    sites = tuple(site.moved(_MARGIN, _MARGIN) for site in laid.sites)
    heads = tuple(attrs.evolve(h, x=h.x + _MARGIN, y=h.y + _MARGIN) for h in laid.heads)
    centre = _mean([(site.x, site.y) for site in sites])
    found: list[Mooring] = []
    for other, member, joined in ends:
        x, y = _point(
            [(sites[at].x, sites[at].y) for at in joined],
            centre,
            [(site.x, site.y) for site in sites],
            [(one.x, one.y) for one in found],
        )
        facts = facts_of(document, other, member)
        name = spoken(other.labels[member])
        says = ", ".join(f"{key} {value}".strip() for key, value in facts)
        found.append(
            Mooring(
                text=" ".join(value or key for key, value in facts) or name,
                name=f"{name} ({says})" if says else name,
                x=x,
                y=y,
                places=joined,
            )
        )
    wider = attrs.evolve(
        laid,
        sites=sites,
        heads=heads,
        width=laid.width + 2 * _MARGIN,
        height=laid.height + 2 * _MARGIN,
    )
    return wider, tuple(found)


def _ends(document: GameDocument, family: Family) -> Iterator[tuple[Family, int, tuple[int, ...]]]:
    """Yield places that edges join to this space and that nothing is done with: and to which."""
    by_name = {f.name: f for f in document.families}
    for edge in document.families:
        if edge.between is None or family.name not in edge.between or is_used(document, edge):
            continue
        side = edge.between.index(family.name)
        other = by_name[edge.between[1 - side]]
        if other.name == family.name or is_used(document, other):
            continue
        for member in range(len(other.labels)):
            joined = tuple(pair[side] for pair in edge.ends if pair[1 - side] == member)
            if joined:
                yield other, member, joined


def _mean(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    return (
        sum(x for x, _ in points) / len(points),
        sum(y for _, y in points) / len(points),
    )


def _point(
    joined: Sequence[tuple[float, float]],
    centre: tuple[float, float],
    places: Sequence[tuple[float, float]],
    others: Sequence[tuple[float, float]],
) -> tuple[float, float]:
    """Return a point before some places, away from the middle of the board, where there is room.

    Where there is none in any direction, straight away.
    """
    x, y = _mean(joined)
    dx, dy = x - centre[0], y - centre[1]
    length = hypot(dx, dy)
    dx, dy = (dx / length, dy / length) if length else (0.0, -1.0)
    points = []
    for turn in _TURNS:
        c, s = cos(turn * pi / 2), sin(turn * pi / 2)
        points.append((x + _AWAY * (dx * c - dy * s), y + _AWAY * (dx * s + dy * c)))
    free = (
        point
        for point in points
        if all(hypot(point[0] - a, point[1] - b) >= _ROOM for a, b in places)
        and all(hypot(point[0] - a, point[1] - b) >= 2 * _ROOM for a, b in others)
    )
    return next(free, points[0])
