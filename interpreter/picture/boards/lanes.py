"""How edges are drawn: what each colour and dash means, lanes side by side, numbers (rule L5)."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from interpreter.document.model import Attribute, Family, GameDocument
from interpreter.document.sight import Spot
from interpreter.look_model import EdgeLook, Look, Paint, Point
from interpreter.picture.boards.layers import Layer, cells_by_place
from interpreter.picture.boards.layout import Site
from interpreter.picture.boards.model import Entry, Line
from interpreter.picture.boards.values import distinct, label_of, paint_of, spoken
from rulelang.freezing import frozen
from rulelang.rule_types import Flag, Number, Word, plain

PLAIN = Entry("", "", "", -1)
_LANE = 0.075  # from one lane to the next
_APART = 0.16  # from one edge to another between the same two places


@frozen
class Lanes:
    """The lines of a board and their legend."""

    lines: tuple[Line, ...] = ()
    legend: tuple[Entry, ...] = ()


def lanes(
    document: GameDocument,
    look: Look,
    edges: Sequence[tuple[Family, tuple[Layer, ...]]],
    sites: Sequence[Site],
    owner: int | None = None,
) -> Lanes:
    """Return lines for the edges of some families between sites; cells those of `owner` alone."""
    points = [(site.x, site.y) for site in sites]
    legend: list[Entry] = []
    lines: list[Line] = []
    seen: dict[tuple[int, int], int] = {}  # how many edges join two places so far
    for family, layers in edges:
        first = len(legend)
        legend += _entries(document, look, family, layers, first)
        runs = _runs(document, family, legend[first:], first)
        if not layers and not all(runs):
            legend.append(PLAIN)
            runs = [run or (len(legend) - 1,) for run in runs]
        cells = cells_by_place(layers, owner)
        label = look.edges[family.name].label if family.name in look.edges else Paint()
        for member, (a, b) in enumerate(family.ends):
            pair = min(a, b), max(a, b)
            seen[pair] = seen.get(pair, -1) + 1
            lines.append(
                Line(
                    Spot(family.name, (member,)),
                    (a, b),
                    _course(points[a], points[b], seen[pair], forward=a < b),
                    runs[member],
                    _offsets(len(runs[member])),
                    tuple(cells.get(member, ())),
                    spoken(family.labels[member]),
                    _figures(family, member),
                    paint_of(document, label, family, member),
                )
            )
    return Lanes(tuple(lines), tuple(legend))


def _told_by_contents(document: GameDocument, layers: Sequence[Layer]) -> frozenset[int]:
    """Return the words that components which may lie on an edge say by their attributes."""
    held = {name for layer in layers for name in getattr(layer.part, "holds", ())}
    return frozenset(
        word
        for component in document.components
        if component.name in held
        for attribute in component.attributes
        if isinstance(attribute.type, Word)
        for word in attribute.type.words
    )


def _entries(
    document: GameDocument, look: Look, family: Family, layers: Sequence[Layer], number: int
) -> list[Entry]:
    """Return what the attributes of edges look like; entries count from `number`.

    Words that things lying on an edge say as well are left to these things.
    """
    told = _told_by_contents(document, layers)
    meant: list[tuple[Attribute, str]] = []
    for attribute in family.attributes:
        kind = plain(attribute.type)
        if isinstance(kind, Flag) and any(attribute.values):
            meant.append((attribute, "true"))
        elif isinstance(kind, Word) and not told.intersection(kind.words):
            words = distinct(attribute.values)
            meant += [(attribute, label_of(document, kind, word)) for word in words]
    paints = look.edges.get(family.name, EdgeLook())
    found = []
    for n, (attribute, value) in enumerate(meant, number):
        word = attribute.name if value == "true" else value
        colour, dash = paints.colour.of([word]), paints.dash.of([word])
        found.append(Entry(spoken(word), attribute.name, value, n, n, colour, dash))
    return found


def _runs(
    document: GameDocument, family: Family, entries: Sequence[Entry], first: int
) -> list[tuple[int, ...]]:
    """Return for each edge the numbers of its entries in the legend."""
    values = {
        a.name: [label_of(document, a.type, value) for value in a.values]
        for a in family.attributes
    }
    return [
        tuple(n for n, e in enumerate(entries, first) if values[e.attribute][member] == e.value)
        for member in range(len(family.ends))
    ]


def _offsets(count: int) -> tuple[float, ...]:
    return tuple((n - (count - 1) / 2) * _LANE for n in range(count))


def _course(a: Point, b: Point, twin: int, *, forward: bool) -> tuple[Point, ...]:
    """Return the points of an edge: straight, further ones between the same places bent."""
    if twin == 0 or a == b:
        return (a, b)
    # 1, 2, 3 … to one side and the other in turn, as seen from the place with the lesser number.
    away = (twin + 1) // 2 * (1 if twin % 2 == 1 else -1) * (1 if forward else -1) * _APART
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = hypot(dx, dy)
    middle = ((a[0] + b[0]) / 2 - dy / long * away, (a[1] + b[1]) / 2 + dx / long * away)
    return (a, middle, b)


def _figures(family: Family, member: int) -> tuple[str, ...]:
    """Return the numbers of an edge that say something: the length of a road."""
    numbers = (a for a in family.attributes if isinstance(plain(a.type), Number))
    return tuple(str(a.values[member]) for a in numbers if a.values[member] not in {None, 0})
