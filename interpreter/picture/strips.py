"""The trick: what each player has put into the middle, in seat order. Rule Z1."""

from __future__ import annotations

from interpreter.document.model import Zone
from interpreter.document.sight import Spot
from interpreter.picture.ink.measure import cut, width_of
from interpreter.picture.ink.svg import Piece, escaped, rect, text
from interpreter.picture.moment import Moment
from interpreter.picture.names import readable

_SLOT = 104.0
_HEAD, _NAME = 20.0, 18.0
_PAD = 9.0


def strips(moment: Moment, room: float) -> list[tuple[str, Piece]]:
    """Return a frame for each zone of one open thing a player, where anything lies in it."""
    found = []
    for zone in moment.plan.strips:
        piece = _strip(moment, zone, room)
        if piece is not None:
            found.append((f"strip-{zone.name}", piece))
    return found


def _strip(moment: Moment, zone: Zone, room: float) -> Piece | None:
    plan = moment.plan
    order = [area.player for area in plan.mats if area.player is not None]
    cells = {player: moment.cells.get((zone.name, (player,))) for player in order}
    if not any(cell is not None and cell.amount for cell in cells.values()):
        return None
    faces = [plan.faces.card(kind) for kind in zone.kinds]
    high = max((face.height for face in faces), default=40.0)
    wide = max(_SLOT, max((face.width for face in faces), default=40.0) + 12)
    columns = max(1, min(len(order), int((room - 2 * _PAD) / wide)))
    rows = -(-len(order) // columns)
    width = columns * wide + 2 * _PAD
    height = _HEAD + rows * (high + _NAME + 8) + 4
    label = readable(plan.look.zones.names.get(zone.name, zone.name))
    body = rect((0.5, 0.5, width - 1, height - 1), "bd", 10)
    body += text(label, (_PAD, 12), 10.5, "s b")
    for at, player in enumerate(order):
        x = _PAD + (at % columns) * wide
        y = _HEAD + (at // columns) * (high + _NAME + 8)
        body += Piece(0, 0, _slot(moment, zone, player, (wide, high))).at(x, y)
    return Piece(width, height, f'<g role="group" aria-label="{escaped(label)}">{body}</g>')


def _slot(moment: Moment, zone: Zone, player: int, size: tuple[float, float]) -> str:
    """Return what one player has put there, under his name."""
    wide, high = size
    plan = moment.plan
    spot = Spot(zone.name, (player,))
    cell = moment.cells[zone.name, (player,)]
    name = readable(plan.document.players[player])
    name += " (you)" if player == moment.sight.seat else ""
    name = cut(name, wide - 26, 10.5, bold=True)
    body = moment.use(plan.faces.player(player, 15.0), 0, 1)
    body += text(name, (19, 8.5), 10.5, "i b")
    x = (wide - 12) / 2
    if cell.kinds:
        symbol = plan.faces.card(cell.kinds[0])
        left = x - symbol.width / 2
        thing = Spot(zone.name, (player,), cell.kinds[0])
        drawn = moment.use(symbol, left, _NAME)
        if moment.changed((spot,)):
            drawn += rect((left - 2, _NAME - 2, symbol.width + 4, symbol.height + 4), "n", 8)
        if moment.marks(thing, spot):
            drawn += rect((left - 2, _NAME - 2, symbol.width + 4, symbol.height + 4), "c", 8)
        body += moment.part(thing, drawn)
    else:
        body += rect((x - 24, _NAME + 1, 48, high - 2), "mt", 6)
        if moment.marks(spot):
            body += rect((x - 25, _NAME, 50, high), "c", 7)
    width = width_of(name, 10.5, bold=True)
    sentence = plan.sentences.cell(cell, moment.sight.seat) if width else ""
    return moment.thing(spot, body, sentence)
