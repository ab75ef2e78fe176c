"""Rule B5: rings as facing rows, circles or rectangles."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, cos, pi, sin

from interpreter.document.model import Family
from interpreter.picture.boards.layout import GRAPH_RADIUS, Layout, Site, boxed
from interpreter.picture.boards.model import Head
from rulelang.rule_types import Flag, Maybe, Member

_CIRCLE = 24  # more places than these lie around a rectangle
_ROW_GAP = 1.25
_FOOT = 0.2  # room between the names of the lower row and the name of its player
_RING_SCALE = (44.0, 92.0)


def ring(family: Family, players: Sequence[str]) -> Layout:
    """Return facing rows where an attribute gives each of two players one arc, else a circle."""
    rows = _facing(family, players) if len(players) == 2 else None
    return rows or around(len(family.labels))


def around(count: int, rule: str = "B5", *, crowded: bool = False) -> Layout:
    """Return so many places clockwise from the top: on a circle, or around a rectangle.

    With `crowded` always on a circle: edges run across it.
    """
    if count > _CIRCLE and not crowded:
        return _rectangle(count, rule)
    radius = 0.5 / sin(pi / count) if count > 2 else count / 2 - 0.5
    raw = [
        Site(radius * sin(2 * pi * i / count), -radius * cos(2 * pi * i / count))
        for i in range(count)
    ]
    sites, width, height = boxed(raw)
    return Layout(rule, sites, width, height, GRAPH_RADIUS, _RING_SCALE, edges=True, turns="none")


def _rectangle(count: int, rule: str) -> Layout:
    """Return squares around a rectangle, clockwise from the upper left corner."""
    wide = ceil((count + 4) / 4)
    tall = ceil((count - 2 * wide) / 2)
    steps = [(x, 0) for x in range(wide)]
    steps += [(wide - 1, y) for y in range(1, tall + 1)]
    steps += [(x, tall + 1) for x in range(wide - 1, -1, -1)]
    steps += [(0, y) for y in range(tall, 0, -1)]
    # An odd number leaves one step over: the last two share the side.
    raw = [Site(x, y, "square", 1.0, 1.0) for x, y in steps[:count]]
    sites, width, height = boxed(raw, 0.4)
    return Layout(rule, sites, width, height, 0.42, (28.0, 72.0), edges=False)


def _facing(family: Family, players: Sequence[str]) -> Layout | None:
    """Return two rows, that of the first player below from left to right; None without arcs."""
    owner = _arcs(family)
    if owner is None:
        return None
    arcs: list[list[int]] = [_in_order(owner, who) for who in range(2)]
    ends = _ends(family, arcs)
    inner = [[i for i in arc if i not in ends] for arc in arcs]
    longest = max(len(row) for row in inner)
    sites: dict[int, Site] = {}
    for who, row in enumerate(inner):
        for n, i in enumerate(row):
            x = 1 + n + (longest - len(row)) / 2
            y = _ROW_GAP if who == 0 else 0.0
            sites[i] = Site(x if who == 0 else longest + 1 - x, y, owner=who)
    for who, arc in enumerate(arcs):
        for i in (i for i in arc if i in ends):
            x = float(longest + 1) if who == 0 else 0.0
            sites[i] = Site(x, _ROW_GAP / 2, "slot", 0.78, _ROW_GAP + 0.72, owner=who)
    placed, width, height = boxed([sites[i] for i in range(len(owner))])
    height += _FOOT
    middle = width / 2
    heads = (
        Head(players[0], middle, height - 0.16, 0),
        Head(players[1], middle, 0.16, 1),
    )
    return Layout(
        "B5", placed, width, height, GRAPH_RADIUS, (44.0, 104.0), heads, turns="half", edges=True
    )


def _arcs(family: Family) -> tuple[int, ...] | None:
    """Return whose each place is, if an attribute cuts the ring into an arc for each of two."""
    for attribute in family.attributes:
        of = attribute.type.of if isinstance(attribute.type, Maybe) else attribute.type
        if not isinstance(of, Member) or of.family != "Player":
            continue
        owners = [value for value in attribute.values if isinstance(value, int)]
        changes = sum(a != b for a, b in zip(owners, owners[1:] + owners[:1], strict=True))
        if len(owners) == len(family.labels) and set(owners) == {0, 1} and changes == 2:
            return tuple(owners)
    return None


def _in_order(owner: tuple[int, ...], who: int) -> list[int]:
    """Return the places of one arc, from where it begins."""
    count = len(owner)
    start = next(i for i in range(count) if owner[i] == who and owner[i - 1] != who)
    return [(start + n) % count for n in range(count) if owner[(start + n) % count] == who]


def _ends(family: Family, arcs: Sequence[Sequence[int]]) -> set[int]:
    """Return the last place of each arc, if a flag of the places marks just these."""
    last = {arc[-1] for arc in arcs}
    for attribute in family.attributes:
        if isinstance(attribute.type, Flag):
            marked = {i for i, value in enumerate(attribute.values) if value}
            if marked == last and all(len(arc) > 1 for arc in arcs):
                return last
    return set()
