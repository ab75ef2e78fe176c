"""Boards as they are at one moment: every place with what lies there, marked where one may act."""

from __future__ import annotations

from typing import assert_never

import attrs

from interpreter.document.sight import Spot
from interpreter.picture.boarding import Placed, outline
from interpreter.picture.boards import Board, Place
from interpreter.picture.contents import Content, contents, counted, drawn, markers, one
from interpreter.picture.edges import edge
from interpreter.picture.headline import heads
from interpreter.picture.ink.measure import fitted, wrapped
from interpreter.picture.ink.svg import Piece, circle, escaped, rect, text
from interpreter.picture.legends import ground_of
from interpreter.picture.moment import Moment
from rulelang.rule_types import is_member

_DOT = 5.5
_CROWD = 30  # above so many legal places a dot marks each, not a frame
_INSIDE = 0.97
_STACK = 5
_LOW = 15.0
_NAME = 15.0  # what the name of a box takes of its height
_TELLING = 4  # letters: fewer say nothing
_NAMED = 24.0
_KNOT = 1.25  # of the radius of a dot: where a line goes on across it
_MEETING = 0.36  # of the width of a bar: the radius of the dots at its ends, the width of a line
_READ = 9.5  # size of what players read in a place
_LEADING, _SLOT_LINES = 10.0, 2  # of the name of a slot


def board_piece(moment: Moment, found: Placed) -> Piece:
    """Return a board with all that lies on it."""
    family = found.board.family
    pins = markers(moment, found.board.markers, family)
    shared = any(b.board.family == family and b.board.owner is None for b in moment.plan.placed)
    aimed = found.board.owner is None or (
        not shared and found.board.owner == aim(moment, found.board)
    )
    legal = sum(1 for place in found.board.places if moment.may((place.spot, *place.cells)))
    edges = [
        edge(moment, found, line)
        for line in found.board.edges
        if line.cells or moment.may((line.spot,))
    ]
    above: list[str] = []
    behind: list[str] = []
    for at, planned in enumerate(found.board.places):
        place, layer = planned, behind if planned.behind else above
        if not aimed and place.cells:
            place = attrs.evolve(place, spot=place.cells[0])
        if place.spot in place.cells:
            place = attrs.evolve(place, spot=_own_cell(moment, place))
        here = pins.get((place.spot.name, place.spot.index[0]), []) if place.spot.index else []
        layer.append(_place(moment, found, place, (here, at), crowd=legal > _CROWD))
    layers = [found.under, *behind, *edges, *above, found.over, *heads(moment, found)]
    label = found.title or family.replace("_", " ")
    group = f'<g role="group" aria-label="{escaped(label)}">{"".join(layers)}</g>'
    return Piece(found.width, found.height, group)


def _own_cell(moment: Moment, place: Place) -> Spot:
    """Return the cell that stands for a place of no space: the seat's own, where several share it.

    On a folded board the point of one player is another point of the other.
    """
    kinds = moment.plan.names.indices[place.spot.name]
    mine = [
        spot
        for spot in place.cells
        if spot.name == place.spot.name
        for value, kind in zip(spot.index, kinds, strict=True)
        if is_member(kind, "Player") and value == moment.sight.seat
    ]
    return mine[0] if len(mine) == 1 else place.spot


def aim(moment: Moment, found: Board) -> int:
    """Return on whose board one points at a place, where each player has a board of his own.

    On one's own for actions that write what not all see there, else on that of the next player.
    """
    plan, seat = moment.plan, moment.sight.seat or 0
    secret = {z.name for z in plan.document.zones if z.seen != "all"}
    secret |= {v.name for v in plan.document.variables if v.seen != "all"}
    written = {
        name for offer in moment.sight.offers for name in plan.document.arms[offer.arm].writes
    }
    if written & secret & found.covers:
        return seat
    other = (seat + 1) % len(plan.document.players)
    return other if any(one.board.owner == other for one in plan.placed) else seat


def _place(
    moment: Moment, found: Placed, place: Place, here: tuple[list[Content], int], *, crowd: bool
) -> str:
    pins, at = here
    moment.around = place.spot
    lying = [*contents(moment, place.cells), *pins]
    x, y = found.at(place.x, place.y)
    spots = tuple(dict.fromkeys((*place.cells, *(c.spot for c in lying))))
    spots = tuple(spot for spot in spots if spot != place.spot)
    dot = found.is_points
    size = place.width * found.unit
    if dot:
        body = circle((x, y), _DOT, "pl")
    elif place.outline == "dot":
        body = circle((x, y), size * _MEETING, "i")
    else:
        body = outline(place, found, _ground(place))
        if found.board.art is not None:
            body = body.replace("/>", ' fill-opacity=".45"/>')
        if place.ground is not None:
            tint = ground_of(found.board.grounds[place.ground])
            body += _tinted(place, found, tint)
    changed = moment.changed((place.spot, *place.cells, *(pin.spot for pin in pins)))
    left = any(spot in moment.sight.since.left for spot in (place.spot, *place.cells))
    if changed and (lying or not left):
        body += outline(place, found, "nf", 0.0 if place.outline == "circle" else -2.5)
    ring, lying = _ruled(moment, found, place, lying)
    body += ring + _written(found, place, empty=not lying and not ring)
    body += _lying(moment, found, place, lying)
    if left and not lying:
        body += circle(_middle(found, place), min(6.0, size * 0.16), "nd")
    ids = moment.may((place.spot, *spots))
    if ids:
        body += _marked(found, place, lying, crowd=crowd)
    sentence = _sentence(moment, place, pins) + found.joined[at]
    return moment.thing(place.spot, body, sentence, besides=spots)


def _ruled(
    moment: Moment, found: Placed, place: Place, lying: list[Content]
) -> tuple[str, list[Content]]:
    """Return whose a place is as its rim, where other things lie there too; and those things.

    Only where the colours of players differ in lightness: a rim has no pattern and no letter.
    """
    whose = [content for content in lying if content.shape == "stone"]
    if len(whose) != 1 or len(lying) == 1 or not moment.plan.palette.tell_apart:
        return "", lying
    colour = moment.plan.palette.players[whose[0].number]
    rim = outline(place, found, "r0", -3).replace("/>", f' stroke="{colour}"/>')
    rest = [content for content in lying if content is not whose[0]]
    return moment.part(whose[0].spot, outline(place, found, "o", -0.5) + rim), rest


def _ground(place: Place) -> str:
    if place.outline in {"square", "bar"}:
        return "sd" if place.shade else "sq"
    return "sh" if place.shade else "pl"


def _tinted(place: Place, found: Placed, tint: str) -> str:
    return outline(place, found, "", -0.7).replace("/>", f' fill="{tint}" opacity=".45"/>')


def _written(found: Placed, place: Place, *, empty: bool) -> str:
    """Return what is written inside of a place: its name, its attributes, its icon."""
    x, y = found.at(place.x, place.y)
    width, height = place.width * found.unit, place.height * found.unit
    body = ""
    if place.outline == "card":
        body += _table(found, place, named=empty or not _is_low(found, place))
        body += _read(found, place)
    elif place.outline == "slot":
        lines = _slot_name(place, width)
        down = place.grows == "down"
        level = y - height / 2 + 8 if down else y + height / 2 - 8 - _LEADING * (len(lines) - 1)
        for at, line in enumerate(lines):
            size = fitted(line, width - 2, 10.0).size
            body += text(line, (x, level + _LEADING * at), size, "s m")
    elif place.icon:
        body += text(place.icon, (x, y), min(22.0, width * 0.4), "s m")
    elif empty and _is_named(found, place):
        name = fitted(place.name, width - 4, 9.5)
        body += "" if name.cut else text(name.lines[0], (x, y), name.size, "s m")
    elif place.outline != "circle" and place.name_style == "plain":
        name = fitted(place.name, width - 6, 10.5, lines=2)
        if name.cut and (len(name.lines[0]) < _TELLING or height < _NAMED):
            return body
        for at, line in enumerate(name.lines):
            body += text(line, (x, y - height / 2 + 9 + 11 * at), name.size, "i m")
    return body


def _slot_name(place: Place, width: float) -> tuple[str, ...]:
    """Return the name of a slot in one line or two; () where a cut one would say nothing."""
    name = fitted(place.name, width - 2, 10.0, lines=_SLOT_LINES)
    if name.cut:  # its own name at least, without what the place is to others
        name = fitted(place.name.partition(", ")[0], width - 2, 10.0, lines=_SLOT_LINES)
    return () if name.cut and len(name.lines[0]) < _TELLING else name.lines


def _is_low(found: Placed, place: Place) -> bool:
    """Return whether a box has no room for things beside its name and attributes."""
    return place.height * found.unit - 16 - 12.5 * len(place.facts) < _LOW


def _table(found: Placed, place: Place, *, named: bool) -> str:
    """Return name and attributes of a place that is a box: its name above, rows below."""
    x, y = found.at(place.x, place.y)
    width, height = place.width * found.unit, place.height * found.unit
    left, top = x - width / 2, y - height / 2
    body = ""
    if place.name_style != "none" and named:
        style = "s" if place.name_style == "faint" else "i b"
        name = fitted(place.name, width - 6, 10.5, bold="b" in style)
        body += text(name.lines[0], (x, top + 9), name.size, f"{style} m")
    for at, (name_, value) in enumerate(reversed(place.facts)):
        level = top + height - 9 - 12.5 * at
        if len(place.facts) == 1 and width < 52:
            return body + text(value, (x, level), 11.5, "i b m")
        body += text(value, (left + width - 5, level), 10.5, "i b e")
        label = fitted(name_, width - 24, 9.5)
        body += text(label.lines[0], (left + 5, level), label.size, "s")
    return body


def _read(found: Placed, place: Place) -> str:
    """Return what players read of a place that is a box, where all of it has room."""
    x, y = found.at(place.x, place.y)
    left, top = x - place.width * found.unit / 2 + 6, y - place.height * found.unit / 2 + _NAME + 7
    lines = _told(found, place)
    return "".join(text(line, (left, top + 11 * at), _READ, "s") for at, line in enumerate(lines))


def _told(found: Placed, place: Place) -> tuple[str, ...]:
    """Return the lines of what players read in a box; () where too little room would be left."""
    if not place.text or place.outline != "card":
        return ()
    lines = wrapped(place.text, place.width * found.unit - 10, _READ)
    rest = place.height * found.unit - _NAME - 12.5 * len(place.facts)
    return lines if 11 * len(lines) + _LOW <= rest else ()


def _inner(found: Placed, place: Place) -> tuple[float, float]:
    """Return upper edge and height of the room in a box beside its name, words and attributes."""
    height = place.height * found.unit
    hidden = place.name_style == "none" or _is_low(found, place)
    above = 3.0 if hidden else _NAME
    lines = _told(found, place)
    above += 11.0 * len(lines) + 2 if lines else 0.0
    room = max(height - above - 12.5 * len(place.facts) - 1, 16.0)
    return found.at(place.x, place.y)[1] - height / 2 + above, room


def _middle(found: Placed, place: Place) -> tuple[float, float]:
    """Return the middle of the room where things lie on a place."""
    x, y = found.at(place.x, place.y)
    if place.outline != "card":
        return x, y
    top, room = _inner(found, place)
    return x, top + room / 2


def _lying(moment: Moment, found: Placed, place: Place, lying: list[Content]) -> str:
    """Return what lies on a place, in the room that its outline leaves."""
    if not lying:
        return ""
    x, y = found.at(place.x, place.y)
    width, height = place.width * found.unit, place.height * found.unit
    match place.outline:
        case "slot":
            return _stacked(moment, found, place, lying)
        case "card":
            _, room = _inner(found, place)
            return drawn(moment, lying, _middle(found, place), (width - 4, room))
        case "bar" if len(lying) == 1 and lying[0].many == 1:
            return _line(moment, lying[0], (x, y), (width, height))
        case "dot" if len(lying) == 1 and lying[0].is_plain:
            return moment.part(lying[0].spot, circle((x, y), width * _MEETING * _KNOT, "i"))
        case "square" | "bar" | "dot":
            return drawn(moment, lying, (x, y), (width * 0.9, height * 0.86))
        case "hexagon" | "circle" | "polygon":
            return drawn(moment, lying, (x, y), (2 * place.radius * found.unit * _INSIDE, 0.0))
        case _:
            assert_never(place.outline)


def _line(
    moment: Moment, content: Content, at: tuple[float, float], box: tuple[float, float]
) -> str:
    """Return what lies between two dots as a line that joins them, in its colour."""
    (x, y), (width, height) = at, box
    thin = min(box) * _MEETING
    wide, high = (width + min(box), thin) if width > height else (thin, height + min(box))
    fill = content.colour
    if content.shape == "thing":
        fill = moment.plan.faces.colour(content.number)
    elif content.shape == "stone":
        fill = moment.plan.palette.players[content.number]
    where = (x - wide / 2, y - high / 2, wide, high)
    body = rect(where, "i", thin / 2) if content.is_plain else rect(where, "r", thin / 2, fill)
    return moment.part(content.spot, body)


def _stacked(moment: Moment, found: Placed, place: Place, lying: list[Content]) -> str:
    """Return things one by one from the end of a slot; the last has the number that is left."""
    x, y = found.at(place.x, place.y)
    width, height = place.width * found.unit, place.height * found.unit
    up = place.grows != "down"
    size = float(round(min(width * 0.94, 34.0)))
    foot = 6 + _LEADING * max(1, len(_slot_name(place, width)))  # its name
    room = height - foot - 2
    total = min(_STACK, sum(min(content.many, _STACK) for content in lying))
    step = size if total < 2 else min(size, (room - size) / (total - 1))
    base = y + height / 2 - foot if up else y - height / 2 + foot
    sign = -1 if up else 1
    body, level = "", 0
    share = max(1, _STACK // len(lying))
    for content in lying:
        inner = ""
        show = min(content.many, share)
        for n in range(show):
            at = (x, base + sign * (level * step + size / 2))
            single = attrs.evolve(content, many=1)
            inner += _bare(moment, single, at, size)
            if n == show - 1 and content.many > show:
                inner += counted(moment, content.number, content.many, at, size)
            level += 1
        body += moment.part(content.spot, inner)
    return body


def _bare(moment: Moment, content: Content, at: tuple[float, float], size: float) -> str:
    """Return one thing of a stack without a reference of its own: the stack has it."""
    faces = moment.plan.faces
    if content.shape == "thing":
        symbol = faces.placed(content.number, size)
    elif content.shape == "stone":
        symbol = faces.stone(content.number, size)
    else:
        whole = one(moment, content, at, (size, size))
        if content.spot == moment.around:  # it has no reference of its own
            return whole
        return whole[whole.index(">") + 1 : -len("</g>")]
    return moment.use(symbol, at[0] - symbol.width / 2, at[1] - symbol.height / 2)


def _is_named(found: Placed, place: Place) -> bool:
    """Return whether a place has its name in its middle while nothing lies there."""
    is_bare = place.outline not in ("card", "slot") and not place.icon
    return is_bare and place.name_style == "faint" and not found.is_points


def _marked(found: Placed, place: Place, lying: list[Content], *, crowd: bool) -> str:
    """Return the sign that one may act here: a frame, or a dot where there are very many."""
    x, y = found.at(place.x, place.y)
    size = place.width * found.unit
    if crowd and not lying:
        below = size * 0.27 if _is_named(found, place) else 0.0
        return circle((x, y + below), max(4.0, min(5.0 if below else 7.0, size * 0.12)), "cf")
    if found.is_points:
        return circle((x, y), size / 2 + 1 if lying else _DOT + 2, "c")
    grow = 1.5 if place.outline == "circle" else -2.5
    return outline(place, found, "c", grow)


def _sentence(moment: Moment, place: Place, pins: list[Content]) -> str:
    said = moment.said_of(place.name, place.cells)
    if pins:
        names = ", ".join(
            moment.plan.sentences.marker(pin.spot.name, pin.spot.index)
            + (f" ({pin.words} of that player)" if pin.words.startswith("×") else "")
            for pin in pins
        )
        said = (
            f"{said.removesuffix(': empty')}: here {names}"
            if said.endswith(": empty")
            else f"{said}; here {names}"
        )
    facts = "".join(f"; {name} {value}" for name, value in place.facts)
    return said + facts + (f"; {place.text}" if place.text else "")
