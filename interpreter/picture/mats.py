"""A player's area, and what is common: values as chips, zones as boxes. Rules P2, V1 to V3."""

from __future__ import annotations

from interpreter.document.sight import Spot
from interpreter.picture.boxes import box
from interpreter.picture.chips import HEIGHT, chip, pill
from interpreter.picture.flow import GAP, flow, stack
from interpreter.picture.measure import cut, width_of, wrapped
from interpreter.picture.moment import Moment
from interpreter.picture.names import readable
from interpreter.picture.plan import Area, ValuePart
from interpreter.picture.svg import Piece, escaped, rect, text

_PAD = 11.0
_DISC = 22.0
_HEAD = 28.0
_NOTE = 9.5


def mat(moment: Moment, area: Area, width: float) -> Piece:
    """Return a player's area, `width` wide."""
    player = area.player
    assert player is not None, "a mat is somebody's"
    room = width - 2 * _PAD
    head = _head(moment, area, room)
    inside = [head, *_inside(moment, area, room)]
    body = stack(inside, 7.0)
    height = body.height + 2 * _PAD - 3
    acting = moment.sight.to_act == player
    ground = rect((1, 1, width - 2, height - 2), "p", 10)
    if acting:
        ground += rect((1.5, 1.5, width - 3, height - 3), "c", 10)
    name = readable(moment.plan.document.players[player])
    label = f"{name}{' (you)' if player == moment.sight.seat else ''}"
    label += ", to choose" if acting else ""
    return Piece(
        width,
        height,
        f'<g role="group" aria-label="{escaped(label)}">{ground}{body.at(_PAD, _PAD - 2)}</g>',
    )


def common(moment: Moment, room: float) -> list[Piece]:
    """Return what belongs to nobody: chips in one piece, then a piece for each zone."""
    return _inside(moment, moment.plan.common, room, apart=True)


def _head(moment: Moment, area: Area, room: float) -> Piece:
    """Return disc, name, scores, and the names of what is empty at the right."""
    player = area.player
    assert player is not None, "a mat is somebody's"
    spot = Spot("Player", (player,))
    body = moment.use(moment.plan.faces.player(player, _DISC), 0, (_HEAD - _DISC) / 2)
    name = readable(moment.plan.document.players[player])
    if moment.plan.document.teams is not None:
        name += (
            f" · {moment.plan.names.families['Team'].labels[moment.plan.document.teams[player]]}"
        )
    if player == moment.sight.seat:
        name += " (you)"
    name = cut(name, room - _DISC - 16, 14, bold=True)
    body += text(name, (_DISC + 8, _HEAD / 2), 14, "i b")
    x = _DISC + 8 + width_of(name, 14, bold=True)
    if moment.may((spot,)):
        body += rect((-3, 0.5, x + 10, _HEAD - 1), "c", 8)
    who = moment.thing(spot, body, moment.plan.document.players[player])
    x += 14
    if moment.sight.to_act == player:
        state = pill("to act", "cf", "bt")
        if x + state.width < room:
            who += state.at(x, (_HEAD - state.height) / 2)
            x += state.width + 8
    rest: list[Piece] = []
    for part in area.scores:
        piece = chip(moment, part, room, score=True)
        if piece is not None and not rest and x + piece.width < room:
            who += piece.at(x, (_HEAD - HEIGHT) / 2)
            x += piece.width + 6
        elif piece is not None:
            rest.append(piece)
    head = Piece(room, _HEAD, who)
    return stack([head, flow(rest, room, 6)], 5) if rest else head


def _inside(moment: Moment, area: Area, room: float, *, apart: bool = False) -> list[Piece]:
    """Return chips, boxes of zones, and a line that names what is empty."""
    own = area.player is not None and area.player == moment.sight.seat
    chips: list[Piece] = []
    empty: list[str] = []
    for parts in (
        (area.values, area.inner)
        if area.player is not None
        else (
            area.scores,
            area.values,
            area.inner,
        )
    ):
        for part in parts:
            piece = chip(moment, part, room)
            if piece is None:
                empty.append(_label(moment, part))
            else:
                chips.append(piece)
    boxes: list[Piece] = []
    for zone in area.zones:
        found = [box(moment, zone, index, room, own=own) for index in zone.cells]
        kept = [piece for piece in found if piece is not None]
        if not kept:
            empty.append(
                moment.plan.look.zones.names.get(zone.zone.name, readable(zone.zone.name))
            )
        boxes += kept
    rows = [flow(chips, room, 6)] if chips else []
    rows += boxes if apart else [flow(boxes, room)] if boxes else []
    if empty:
        rows.append(_emptiness(empty, room))
    return rows


def _label(moment: Moment, part: ValuePart) -> str:
    name = part.variable.name
    return moment.plan.look.variables.names.get(name, readable(name))


def _emptiness(names: list[str], room: float) -> Piece:
    """Return the grey line that names what is empty: nothing is left out in silence."""
    lines = wrapped("empty: " + ", ".join(names), room, _NOTE)
    body = "".join(text(line, (0, 6 + at * 12), _NOTE, "s it") for at, line in enumerate(lines))
    width = max(width_of(line, _NOTE) for line in lines)
    return Piece(width, 12.0 * len(lines), body)


__all__ = ["GAP", "common", "mat"]
