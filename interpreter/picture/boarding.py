"""A board on a page: its scale, where names stand, and all of it that no position changes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial

import attrs

from interpreter.picture.boards import (
    Board,
    Frame,
    Label,
    Line,
    Place,
    fold,
    labels,
    turned,
    upright,
)
from interpreter.picture.boards.names import LEADING
from interpreter.picture.ink.measure import cut, fitted, width_of
from interpreter.picture.ink.svg import Point, circle, css, num, path, rect, text
from interpreter.picture.legends import legend, stroke_of
from interpreter.picture.names import Names, readable

NAME = 10.5
_HEAD = 11.0
_WIDTH = 3.6
_RIM = 0.22
_CROWDED, _EACH = 14.0, 4  # pixels a unit below which only each fourth name is written
_LANE = 4.4
_INWARDS = 6.0  # pixels that a line goes on below the rim of its place: lanes run side by side
_FIGURE = 8.0  # radius of the disc on which a word stands on an edge
_MOORED = 0.6  # half the width of what stands beside a board, in units
_THIN = ' stroke-width="1.2" stroke-dasharray="3 3"'
_POINTS = frozenset({"B2", "B4"})


@attrs.frozen(eq=False)
class Placed:
    """A board in pixels.

    `under`: ground, edges and empty places, drawn below all; `over`: names, drawn above.
    `joined[i]`: what place i is joined to, in words. `title`: whose it is, where each player has
    a board of his own. `counted`: whether columns, rows are counted, as an action asks for one by
    its number; the number is written then, not the name, and where it may be chosen as a button.
    """

    board: Board
    unit: float
    width: float
    height: float
    top: float
    origin: Point
    under: str
    over: str
    joined: tuple[str, ...]
    title: str
    counted: frozenset[str | None]

    def at(self, x: float, y: float) -> Point:
        """Return a point of the board in pixels."""
        return (x - self.origin[0]) * self.unit, self.top + (y - self.origin[1]) * self.unit

    @property
    def is_points(self) -> bool:
        """Whether places are points on lines, which are small where nothing lies on them."""
        return self.board.rule in _POINTS and self.board.places[0].outline == "circle"


def placed(
    board: Board,
    names: Names,
    seat: int | None,
    room: tuple[float, float],
    said: Mapping[str, str],
) -> Placed:
    """Return a board scaled into (width, height) as a seat looks at it.

    `said`: what the look calls variables.
    """
    wide, high = room
    if board.columns is not None:
        board = fold(board, max(1, int((wide / board.scale[0] - 0.3) * 0.999)))
    else:
        board = better(board, upright(board), room)
    board = turned(board, seat)
    origin, size = _cropped(board)
    title = _title(board, names, seat, said)
    top = 24.0 if title else 0.0
    foot = legend(board, wide).height
    unit = min(board.scale[1], wide / size[0], (high - top - foot) / size[1])
    unit = max(unit, min(board.scale[0], wide / size[0]))
    width, height = size[0] * unit, size[1] * unit
    counted = frozenset(
        axis.along
        for arm in names.document.arms
        for parameter in arm.parameters
        for axis in parameter.axes
        if axis.family == board.family
    )
    found = Placed(board, unit, width, top + height, top, origin, "", "", (), title, counted)
    figures = tuple(box for line in board.edges if (box := _figure_box(found, line)) is not None)
    where = kept_labels(board, unit, figures)
    rows = legend(board, width, where)
    found = attrs.evolve(found, height=top + height + rows.height)
    under = rect((0.5, top + 0.5, width - 1, found.height - top - 1), "bd", 10)
    under += _art(found) + _moorings(found) + _edges(found)
    over = _heads(found) + "".join(_name(label, top) for label in where if label is not None)
    over += rows.at(12, top + height) if rows.height else ""
    if title:
        over += text(cut(title, width - 4, 12.5, bold=True), (2, 11), 12.5, "i b")
    return attrs.evolve(
        found, under=under, over=f'<g aria-hidden="true">{over}</g>', joined=_joined(board)
    )


@lru_cache(maxsize=64)
def kept_labels(board: Board, unit: float, figures: tuple[Frame, ...]) -> tuple[Label | None, ...]:
    """Return where names stand, kept: plans of many instances and seats share their boards."""
    return labels(board, unit, NAME, partial(width_of, size=NAME), figures)


def better(board: Board, other: Board, room: tuple[float, float]) -> Board:
    """Return the way round in which a board gets larger."""
    one, two = (min(room[0] / b.width, room[1] / b.height) for b in (board, other))
    return other if two > one * 1.05 else board


def _cropped(board: Board) -> tuple[Point, tuple[float, float]]:
    """Return where a board begins and its size, without an empty rim that no name needs."""
    whole = (0.0, 0.0), (board.width, board.height)
    outside = any(p.name_style == "plain" and p.outline == "circle" for p in board.places)
    if outside or board.art is not None or not board.places:
        return whole
    xs = [x for p in board.places for x in (p.x - p.width / 2, p.x + p.width / 2)]
    ys = [y for p in board.places for y in (p.y - p.height / 2, p.y + p.height / 2)]
    xs += [h.x + dx for h in board.heads if h.anchor == "middle" for dx in (-0.15, 0.15)]
    xs += [h.x for h in board.heads]
    xs += [m.x + dx for m in board.moorings for dx in (-_MOORED, _MOORED)]
    ys += [m.y + dy for m in board.moorings for dy in (-0.15, 0.15)]
    ys += [h.y + dy for h in board.heads for dy in (-0.15, 0.15)]
    left, top = max(0.0, min(xs) - _RIM), max(0.0, min(ys) - _RIM)
    right, bottom = min(board.width, max(xs) + _RIM), min(board.height, max(ys) + _RIM)
    return (left, top), (right - left, bottom - top)


def _title(board: Board, names: Names, seat: int | None, said: Mapping[str, str]) -> str:
    if board.owner is None and board.columns is not None and board.rule != "B11":
        marking = (said.get(name, readable(name)) for name in board.markers)
        shown = " → ".join((*marking, readable(board.family)))
        return shown if board.rule == "B12" else ""
    if board.owner is None:
        return ""
    player = names.document.players[board.owner].replace("_", " ")
    family = board.family.replace("_", " ").lower()
    whose = "Your" if board.owner == seat else f"{player}'s"
    return f"{whose} {family}s"


def _touch(one: Frame, other: Frame) -> bool:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    return wide > 0 and min(one[3], other[3]) > max(one[1], other[1])


def _figure_box(found: Placed, line: Line) -> Frame | None:
    """Return where what is written or lies on an edge stands, from the top of the places."""
    words = _written(line)
    if not words and not line.cells:
        return None
    x, y = middle_of(found, line)
    half = max(_FIGURE, width_of(words, 9.5, bold=True) / 2)
    return x - half, y - found.top - _FIGURE, x + half, y - found.top + _FIGURE


def _written(line: Line) -> str:
    return line.label or " ".join(line.figures)


def _name(label: Label, top: float) -> str:
    anchor = {"middle": " m", "start": "", "end": " e"}[label.anchor]
    bold = " b" if label.key is not None else ""
    return "".join(
        text(
            line,
            (label.x, top + label.y + at * label.size * LEADING),
            label.size,
            f"i h{anchor}{bold}",
        )
        for at, line in enumerate(label.lines)
    )


def _heads(found: Placed) -> str:
    body = ""
    crowded = found.unit < _CROWDED
    for at, head in enumerate(found.board.heads):
        if (crowded and at % _EACH) or head.along in found.counted:
            continue
        anchor = {"middle": " m", "start": "", "end": " e"}[head.anchor]
        size = min(_HEAD, max(9.0, found.unit * 0.4))
        bold = head.owner is not None
        at_ = found.at(head.x, head.y)
        rest = found.width - at_[0]
        room = {"middle": 2 * min(at_[0], rest), "start": rest, "end": at_[0]}[head.anchor]
        words = cut(head.text.replace("_", " "), max(room, 2 * size), size, bold=bold)
        body += text(words, at_, size, f"{'i b' if bold else 's'}{anchor}")
    return body


def _moorings(found: Placed) -> str:
    """Return what stands beside the board, with lines to the places that it is joined to."""
    body = ""
    for one in found.board.moorings:
        at = found.at(one.x, one.y)
        for place in one.places:
            x, y = found.at(found.board.places[place].x, found.board.places[place].y)
            body += path(f"M{num(at[0])} {num(at[1])}L{num(x)} {num(y)}", "ln", _THIN)
        name = fitted(one.text, 2 * _MOORED * found.unit, 10.5)
        wide = width_of(name.lines[0], name.size) + 8
        body += rect((at[0] - wide / 2, at[1] - 8, wide, 16), "pl", 8)
        body += text(name.lines[0], at, name.size, "i m")
    return f'<g aria-hidden="true">{body}</g>' if body else ""


# ---------------------------------------------------------------- edges


def course(found: Placed, line: Line, offset: float = 0.0) -> str:
    """Return the path of an edge, `offset` pixels to the right of its course.

    It ends at the rims of its places, so that none shows through a place that is drawn faintly.
    """
    points = [found.at(x, y) for x, y in line.points]
    if not found.is_points:
        points = _between_rims(points, [_reach(found, found.board.places[at]) for at in line.ends])
    (ax, ay), (bx, by) = points[0], points[-1]
    length = max(1.0, ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5)
    dx, dy = -(by - ay) / length * offset, (bx - ax) / length * offset
    return "M" + "L".join(f"{num(x + dx)} {num(y + dy)}" for x, y in points)


def _reach(found: Placed, place: Place) -> float:
    """Return how many pixels from its middle a place covers the lines that end there."""
    return place.width * found.unit / 2 - _INWARDS if place.outline == "circle" else 0.0


def _between_rims(points: Sequence[Point], reaches: Sequence[float]) -> list[Point]:
    """Return a course without what lies within so many pixels of its ends."""
    found = list(points)
    for end, beside, reach in ((0, 1, reaches[0]), (-1, -2, reaches[1])):
        (ax, ay), (bx, by) = points[end], points[beside]
        length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        if length > reach + reaches[end - 1 if end else 1]:
            found[end] = ax + (bx - ax) * reach / length, ay + (by - ay) * reach / length
    return found


def middle_of(found: Placed, line: Line) -> Point:
    """Return the middle of an edge."""
    half = len(line.points) // 2
    (ax, ay), (bx, by) = line.points[half - 1], line.points[half]
    x, y = line.points[half] if len(line.points) % 2 else ((ax + bx) / 2, (ay + by) / 2)
    return found.at(x, y)


def _art(found: Placed) -> str:
    """Return the drawing below a board, stretched over it."""
    art, box = found.board.art, found.board.art_box
    if art is None or box is None:
        return ""
    x, y = found.at(box[0], box[1])
    width, height = num(box[2] * found.unit), num(box[3] * found.unit)
    view = " ".join(map(num, art.view))
    return (
        f'<svg aria-hidden="true" x="{num(x)}" y="{num(y)}" width="{width}" height="{height}"'
        f' viewBox="{view}" preserveAspectRatio="none">'
        f"<style>[data-place]:hover{{stroke:#0b57c2;stroke-width:3}}</style>{art.body}</svg>"
    )


def _edges(found: Placed) -> str:
    """Return all edges, those of one manner together. Places say in words what they are joined to.

    An edge that something may lie on, or that may be chosen, is drawn over it by `places`.
    """
    plain = not any(entry.words for entry in found.board.legend)
    by_manner: dict[int, str] = {}
    figures = ""
    taken: list[Frame] = []
    for line in found.board.edges:
        if not line.lanes:
            by_manner[-1] = by_manner.get(-1, "") + course(found, line)
        for lane, offset in zip(line.lanes, line.offsets, strict=False):
            way = course(found, line, 0.0 if plain else _sideways(found, offset))
            by_manner[lane] = by_manner.get(lane, "") + way
        written, frame = _written(line), _figure_box(found, line)
        if written and frame is not None and not any(_touch(frame, other) for other in taken):
            taken.append(frame)
            at = middle_of(found, line)
            figures += circle(at, _FIGURE, "pl") + text(written, at, 9.5, "i b m")
    body = ""
    for lane, way in by_manner.items():
        if lane < 0:
            body += path(way, "ln", ' stroke-dasharray="2 5"')
        elif plain:
            body += path(way, "ln", ' stroke-width="2.2"')
        else:
            colour, dash = stroke_of(found.board.legend[lane])
            dashed = f' stroke-dasharray="{dash}"' if dash else ""
            manner = f' fill="none" stroke="{colour}" stroke-width="{num(_WIDTH)}"{dashed}'
            body += path(way, "", manner)
    return f'<g aria-hidden="true">{body}{figures}</g>' if body else ""


def _sideways(found: Placed, offset: float) -> float:
    """Return how many pixels a lane runs beside the course: lanes must not touch."""
    pixels = offset * found.unit
    return pixels if abs(pixels) >= _LANE / 2 or not pixels else _LANE / 2 * (1, -1)[pixels < 0]


def _joined(board: Board) -> tuple[str, ...]:
    """Return for each place what it is joined to, in words; "" without edges."""
    found: list[list[str]] = [[] for _ in board.places]
    for line in board.edges:
        words = (
            " and ".join(board.legend[lane].words for lane in line.lanes) if board.legend else ""
        )
        by = f" by {words}" if words else ""
        a, b = line.ends
        found[a].append(board.places[b].name + by)
        found[b].append(board.places[a].name + by)
    for one in board.moorings:
        for at in one.places:
            found[at].append(one.name)
    return tuple(f"; joined to {', '.join(near)}" if near else "" for near in found)


# ---------------------------------------------------------------- places


def outline(place: Place, found: Placed, classes: str, grow: float = 0.0) -> str:
    """Return the outline of a place, `grow` pixels larger on each side."""
    x, y = found.at(place.x, place.y)
    width, height = place.width * found.unit + 2 * grow, place.height * found.unit + 2 * grow
    if place.points:
        factor = 1 + 2 * grow / max(1.0, place.width * found.unit)
        corners = " ".join(
            f"{num(x + (px - place.x) * factor * found.unit)},"
            f"{num(y + (py - place.y) * factor * found.unit)}"
            for px, py in place.points
        )
        return f'<polygon{css(classes)} points="{corners}"/>'
    if place.outline in {"circle", "dot"}:
        return circle((x, y), width / 2, classes)
    radius = 0.0 if place.outline in {"square", "bar"} else 6.0
    return rect((x - width / 2, y - height / 2, width, height), classes, radius)
