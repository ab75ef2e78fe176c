"""What lies and stands on a place of a board, and how it shares the room. Rules L1 to L3, C7."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal, TypeAlias, assert_never

import attrs

from interpreter.document.model import Index
from interpreter.document.sight import CellSight, Spot, ValueSight
from interpreter.picture.chips import badge
from interpreter.picture.ink.colours import ink_on
from interpreter.picture.ink.measure import LEAST, fitted, width_of
from interpreter.picture.ink.palette import GREY
from interpreter.picture.ink.svg import Point, circle, num, path, rect, text
from interpreter.picture.moment import Moment
from interpreter.picture.names import readable
from interpreter.picture.sentences import runs
from rulelang.rule_types import Component, Flag, Member, Number, is_member, plain

Shape: TypeAlias = Literal["thing", "back", "stone", "figure", "word", "marker"]
_MOST = 9
_BIG = 46.0
_PINS = 3
_LEAST_PIN = 10.0
_LEAST_PIECE = 13.0
_ROUND = 1.86  # of the radius: a disc alone in a circle
_LINE = 11.5  # least height of a word
_SEPARATE = 20.0
_SHARED = 40.0  # least height of a box in which words stand below things


@attrs.frozen
class Content:
    """One thing to be drawn on a place.

    `number`: the kind of a thing or back, the player of a stone, the player of a marker or figure
    (-1: nobody). `words`: what a figure, word or marker says.
    """

    shape: Shape
    number: int
    spot: Spot
    many: int = 1
    words: str = ""
    colour: str = GREY

    @property
    def is_plain(self) -> bool:
        """Whether a flag is all there is to tell, in nobody's colour."""
        return self.number < 0 and self.shape == "word" and self.colour == GREY


def contents(moment: Moment, cells: Sequence[Spot]) -> list[Content]:
    """Return what lies on the cells of a place, in order of declaration."""
    found: list[Content] = []
    for spot in cells:
        key = (spot.name, spot.index)
        if key in moment.cells:
            found += _lying(moment, moment.cells[key])
        elif (content := _standing(moment, moment.values[key])) is not None:
            found.append(content)
    return found


def _lying(moment: Moment, cell: CellSight) -> list[Content]:
    if cell.kinds is None:
        if not cell.amount:
            return []
        back = cell.backs[0] if len(set(cell.backs)) == 1 else -1
        return [Content("back", back, Spot(cell.zone, cell.index), cell.amount)]
    counted: dict[int, int] = {}
    for kind, many in runs(cell, moment.plan.sentences.zones):
        counted[kind] = counted.get(kind, 0) + many
    return [
        Content("thing", kind, Spot(cell.zone, cell.index, kind), many)
        for kind, many in counted.items()
    ]


def _standing(moment: Moment, value: ValueSight) -> Content | None:
    """Return what a variable over places says on its place; None where that is nothing."""
    spot = Spot(value.variable, value.index)
    owner = _owner(moment, value.variable, value.index)
    palette = moment.plan.palette
    colour = GREY if owner < 0 else palette.players[owner]
    # What is not seen on a place is said in words alone: a sign on each would tell nothing.
    if not value.sees or value.value is None or not isinstance(value.value, int):
        return None
    kind = moment.plan.sentences.types[value.variable]
    match plain(kind):
        case Number() if value.value:
            return Content("figure", owner, spot, words=str(value.value), colour=colour)
        case Flag() if value.value:
            name = moment.plan.look.variables.names.get(value.variable, value.variable)
            return Content("word", owner, spot, words=readable(name), colour=colour)
        case Number() | Flag():
            return None
        case Component():
            return Content("thing", value.value, spot)
        case _ if is_member(kind, "Player"):
            return Content("stone", value.value, spot)
        case _:
            words = readable(moment.plan.names.label(value.value, kind))
            own = palette.of(value.value, kind)
            return Content("word", owner, spot, words=words, colour=own or colour)


def markers(
    moment: Moment, names: Sequence[str], family: str
) -> dict[tuple[str, int], list[Content]]:
    """Return the markers on each place: variables whose value is one of the places (rule L3).

    Places go by the name of their space and their number in it; a number is one of `family`.
    """
    kinds_of = {v.name: plain(v.type) for v in moment.plan.document.variables}
    found: dict[tuple[str, int], list[Content]] = {}
    for value in moment.sight.values:
        if value.variable not in names or not isinstance(value.value, int):
            continue
        owner = _owner(moment, value.variable, value.index)
        colour = GREY if owner < 0 else moment.plan.palette.players[owner]
        kinds = moment.plan.names.indices[value.variable]
        rest = [
            moment.plan.names.label(part, kind)
            for part, kind in zip(value.index, kinds, strict=True)
            if not is_member(kind, "Player")
        ]
        letter = " ".join(rest)[:2]
        if not letter and owner >= 0 and not moment.plan.palette.tell_apart:
            letter = moment.plan.palette.letters[owner]
        spot = Spot(value.variable, value.index)
        content = Content("marker", owner, spot, words=letter, colour=colour)
        kind = kinds_of[value.variable]
        space = kind.family if isinstance(kind, Member) else family
        found.setdefault((space, value.value), []).append(content)
    return {place: _gathered(moment, pins) for place, pins in found.items()}


def _gathered(moment: Moment, pins: list[Content]) -> list[Content]:
    """Return one marker with a count for each owner, where there are many."""
    if len(pins) <= _PINS:
        return pins
    counts = Counter(pin.number for pin in pins)
    found: dict[int, Content] = {}
    for pin in pins:
        moment.drawn.add(pin.spot)
        many = counts[pin.number]
        found.setdefault(pin.number, attrs.evolve(pin, words=f"×{many}") if many > 1 else pin)
    return list(found.values())


def _owner(moment: Moment, name: str, index: Index) -> int:
    """Return the player among the indices of a cell; -1 without one."""
    kinds = moment.plan.names.indices[name]
    return next(
        (value for value, kind in zip(index, kinds, strict=True) if is_member(kind, "Player")), -1
    )


# ---------------------------------------------------------------- where they go


def in_circle(count: int, radius: float) -> list[tuple[float, float, float]]:
    """Return x, y from the middle and size of squares that stay in a circle.

    >>> in_circle(1, 20)
    [(0.0, 0.0, 28.0)]
    """
    r = radius
    if count <= 1:
        return [(0.0, 0.0, 1.4 * r)]
    if count == 2:
        return [(-0.46 * r, 0.0, 0.88 * r), (0.46 * r, 0.0, 0.88 * r)]
    if count == 3:
        top = (0.0, -0.5 * r, 0.8 * r)
        return [top, (-0.44 * r, 0.34 * r, 0.8 * r), (0.44 * r, 0.34 * r, 0.8 * r)]
    return in_box(count, 1.5 * r, 1.5 * r)


def in_box(count: int, width: float, height: float) -> list[tuple[float, float, float]]:
    """Return x, y from the middle and size of squares in rows within a box."""
    best, columns = 0.0, 1
    for across in range(1, count + 1):
        rows = -(-count // across)
        size = min(width / across, height / rows)
        if size > best:
            best, columns = size, across
    size = best * 0.95
    rows = -(-count // columns)
    places = []
    for at in range(count):
        row, column = divmod(at, columns)
        across = min(columns, count - row * columns)
        places.append(((column - (across - 1) / 2) * best, (row - (rows - 1) / 2) * best, size))
    return places


def drawn(moment: Moment, found: Sequence[Content], at: Point, box: tuple[float, float]) -> str:
    """Return things around a point: in a circle (`box` has a height of 0) or in a box."""
    width, height = box
    shown = list(found)
    if height and len(shown) > 1 and all(content.shape == "word" for content in shown):
        return _words(moment, shown, at, box)
    words = [content for content in shown if content.shape == "word"]
    if height >= _SHARED and 0 < len(words) < len(shown):
        lines = min(_LINE * 1.3 * len(words), height / 2)
        rest_of_it = [content for content in shown if content.shape != "word"]
        above = drawn(moment, rest_of_it, (at[0], at[1] - lines / 2), (width, height - lines))
        low = (at[0], at[1] + (height - lines) / 2)
        return above + _words(moment, words, low, (width, lines))
    fit = _MOST
    if height:
        fit = min(fit, max(1, int(width // _LEAST_PIECE) * max(1, int(height // _LEAST_PIECE))))
    rest = 0
    if len(shown) > fit:
        rest = len(shown) - fit + 1
        shown = shown[: fit - 1]
    if len(shown) == 1 and not rest and not height and _is_round(moment, shown[0]):
        size = min(width / 2 * _ROUND, _BIG * 1.4)
        return one(moment, shown[0], at, (size, size))
    count = len(shown) + (1 if rest else 0)
    slots = in_box(count, width, height) if height else in_circle(count, width / 2)
    body = ""
    for content, (dx, dy, size) in zip(shown, slots, strict=False):
        room = width if len(shown) == 1 and height else size
        body += one(moment, content, (at[0] + dx, at[1] + dy), (min(size, _BIG * 1.4), room))
    if rest:
        dx, dy, _ = slots[-1]
        moment.drawn.update(content.spot for content in found[-rest:])
        body += text(f"+{rest}", (at[0] + dx, at[1] + dy), 10, "i b m hp")
    return body


def _is_round(moment: Moment, content: Content) -> bool:
    if content.shape == "stone":
        return True
    return content.shape == "thing" and moment.plan.kinds.sort(content.number) == "token"


def _words(moment: Moment, found: list[Content], at: Point, box: tuple[float, float]) -> str:
    """Return words one below the other, as many as there is room for, and the number of others."""
    width, height = box
    fit = max(1, int(height // _LINE))
    shown = found if len(found) <= fit else found[: fit - 1]
    lines = len(shown) + (len(shown) < len(found))
    step = min(height / lines, _SEPARATE)
    top = at[1] - step * (lines - 1) / 2
    body = "".join(
        one(moment, content, (at[0], top + n * step), (step, width))
        for n, content in enumerate(shown)
    )
    rest = found[len(shown) :]
    if rest:
        moment.drawn.update(content.spot for content in rest)
        body += text(f"+{len(rest)}", (at[0], top + (lines - 1) * step), LEAST, "i b m hp")
    return body


def one(moment: Moment, content: Content, at: Point, room: tuple[float, float]) -> str:
    """Return one thing with its middle at a point; `room`: its size, and the width for words."""
    size, wide = room
    x, y = at
    faces = moment.plan.faces
    match content.shape:
        case "thing" | "stone":
            whole = content.shape == "stone"
            symbol = (faces.stone if whole else faces.placed)(content.number, float(round(size)))
            body = moment.use(symbol, x - symbol.width / 2, y - symbol.height / 2)
        case "back":
            side = min(size, 30.0)
            body = rect((x - side * 0.36, y - side / 2, side * 0.72, side), "bk", 3)
        case "figure":
            body = _figure(moment, content, at, size)
        case "word":
            body = _word(content, at, size, wide)
        case "marker":
            body = _marker(moment, content, at, size)
        case _:
            assert_never(content.shape)
    if content.many > 1:
        plain_disc = _is_round(moment, content) and not moment.plan.kinds.letters[content.number]
        if plain_disc and moment.plan.palette.tell_apart | (content.shape == "thing"):
            body += counted(moment, content.number, content.many, at, size)
        else:
            edge = min(size, 34.0) / 2
            body += badge(str(content.many), x + edge + 3, y + edge + 2)
    return moment.part(content.spot, body)


def counted(moment: Moment, kind: int, many: int, at: Point, size: float) -> str:
    """Return the number of things alike, written on the disc that stands for all of them."""
    colour = moment.plan.faces.colour(kind)
    letters = max(LEAST, min(20.0, size * 0.42))
    return text(str(many), at, letters, "b m", ink_on(colour))


def _figure(moment: Moment, content: Content, at: Point, size: float) -> str:
    side = min(size, 36.0)
    if content.number < 0:
        return text(content.words, at, max(LEAST, min(22.0, side * 0.6)), "i b m")
    x, y = at
    fill = content.colour
    body = rect((x - side / 2, y - side / 2, side, side), "r", side * 0.18, fill)
    letters = max(LEAST, min(20.0, side * 0.58))
    body += text(content.words, (x, y - 1.5), letters, "b m", ink_on(fill))
    if not moment.plan.palette.tell_apart:
        strip = (x - side / 2 + 1.5, y + side / 2 - 6, side - 3, 4.5)
        body += rect(strip, "", 1.5, f"url(#{moment.plan.prefix}p{content.number})")
    return body


def _word(content: Content, at: Point, size: float, wide: float) -> str:
    """Return a word on a plate of its colour; its first letters where room is short."""
    x, y = at
    written = fitted(
        content.words, max(wide - 8, 10.0), min(12.0, max(LEAST, size * 0.34)), bold=True
    )
    line = content.words[:1].upper() if written.cut else written.lines[0]
    height = min(max(written.size + 8, 15.0), max(size, 13.0))
    width = max(width_of(line, written.size, bold=True) + 8, height)
    body = rect((x - width / 2, y - height / 2, width, height), "r", 4, content.colour)
    return body + text(line, at, written.size, "b m", ink_on(content.colour))


def _marker(moment: Moment, content: Content, at: Point, size: float) -> str:
    """Return a pin that points at its place, with a letter."""
    x, y = at
    half = min(size, 34.0) / 2
    top = y - half
    left, right, low = num(x - half * 0.9), num(x + half * 0.9), num(top + half * 0.75)
    course = (
        f"M{num(x)} {num(y + half)}L{left} {low}Q{num(x - half)} {num(top)} {num(x)} {num(top)}"
    )
    course += f"Q{num(x + half)} {num(top)} {right} {low}z"
    patterned = content.number >= 0 and not moment.plan.palette.tell_apart and half > _LEAST_PIN
    fill = f"url(#{moment.plan.prefix}p{content.number})" if patterned else content.colour
    body = path(course, "r", f' fill="{fill}"')
    if patterned and content.words:
        body += circle((x, top + half * 0.72), half * 0.55, "", content.colour)
    if content.words:
        letters = max(LEAST, min(14.0, half * 0.9))
        body += text(content.words, (x, top + half * 0.72), letters, "b m", ink_on(content.colour))
    return body
