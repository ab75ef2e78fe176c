"""A player's area, and what is common: values as chips, zones as boxes. Rules P2, V1 to V3."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from interpreter.document.sight import Spot
from interpreter.look_model import Group
from interpreter.picture.boxes import box, forms, title
from interpreter.picture.chips import HEIGHT, chip, count, pill
from interpreter.picture.flow import GAP, flow, pack, stack
from interpreter.picture.ink.measure import cut, width_of, wrapped
from interpreter.picture.ink.svg import Piece, escaped, rect, text
from interpreter.picture.moment import Moment
from interpreter.picture.names import readable
from interpreter.picture.plan import Area, ValuePart
from rulelang.rule_types import Flag, plain

_PAD = 11.0
_DISC = 22.0
_HEAD = 28.0
_NOTE = 9.5
_NARROW_NOTE = 420.0
_TITLE = 26.0
_APART = 10.0


def mat(moment: Moment, area: Area, width: float) -> Piece:
    """Return a player's area, `width` wide: drawn once for all arrangements that have it so."""
    assert area.player is not None, "a mat is somebody's"
    key = ("", "mat", (area.player, forms(moment, area)), False)
    return moment.fitting(key, width, lambda: (width, _mat(moment, area, width)))


def _mat(moment: Moment, area: Area, width: float) -> Piece:
    player = area.player
    assert player is not None, "a mat is somebody's"
    room = width - 2 * _PAD
    scores, _ = _chips(moment, area.scores, room, score=True)
    chips, silent = _chips(moment, (*area.values, *area.inner), room)
    idle = _idle(moment, silent)
    boxes, empty = _boxes(moment, area, room)
    counts = [count(moment, found, player, room) for found in moment.sight.counts]
    head, rest = _head(moment, player, [*counts, *scores, *chips], room)
    note = _emptiness(idle, empty, room) if idle or empty else None
    body = _in_line(head, rest, boxes, note, room)
    if body is None:
        inside = [head, *([flow(rest, room, 6)] if rest else [])]
        inside += [_packed(moment, boxes, room)] if boxes else []
        inside += [note] if note is not None else []
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


def _packed(moment: Moment, boxes: list[Piece], room: float) -> Piece:
    """Return zones in their order; where there is little room, the narrow first if that helps."""
    usual = pack(boxes, room)
    if not moment.tight or moment.plan.is_narrow:
        return usual
    other = pack(sorted(boxes, key=lambda piece: piece.width), room)
    return other if other.height < usual.height - 1 else usual


def _in_line(
    head: Piece, rest: list[Piece], boxes: list[Piece], note: Piece | None, room: float
) -> Piece | None:
    """Return an area with its zones beside the name and values; None where they have no room."""
    wide = sum(piece.width + GAP for piece in boxes)
    if rest or not boxes or head.width + _APART + wide > room:
        return None
    left = head if note is None or note.width > head.width else stack([head, note], 4)
    zones = Piece(0, 0, "")
    for piece in boxes:
        zones = Piece(
            zones.width + piece.width + GAP,
            max(zones.height, piece.height),
            zones.body + piece.at(zones.width, 0),
        )
    body = left.body + zones.at(left.width + _APART, 0)
    whole = Piece(room, max(left.height, zones.height), body)
    return whole if left is not head or note is None else stack([whole, note], 7.0)


def common(moment: Moment, room: float) -> list[Piece]:
    """Return what belongs to nobody: chips in one piece, then a piece for each zone or group."""
    area, groups = moment.plan.common, moment.plan.look.groups
    grouped = frozenset(name for group in groups for name in group.show)
    pieces: list[Piece] = []
    silent: list[ValuePart] = []
    empty: list[str] = []
    for group in groups:
        part, idle, nothing = _grouped(moment, group, room)
        pieces += part
        silent += idle
        empty += nothing
    values = [v for v in _values(area) if v.variable.name not in grouped]
    chips, idle = _chips(moment, values, room)
    boxes, nothing = _boxes(moment, _without(area, grouped), room)
    pieces = [*([flow(chips, room, 6)] if chips else []), *pieces, *boxes]
    empty += nothing
    words = _idle(moment, [*silent, *idle])
    if words or empty:
        pieces.append(_emptiness(words, empty, min(room, _NARROW_NOTE)))
    if key := "; ".join(filter(None, (moment.plan.kinds.key, *_explained(moment)))):
        pieces.append(_note(key, min(room, _NARROW_NOTE)))
    return pieces


def _explained(moment: Moment) -> list[str]:
    """Return what is written on boxes without room for it: numbers, and names that are cut."""
    faces, kinds = moment.plan.faces, moment.plan.kinds
    numbers: dict[str, None] = {}
    for kind in moment.plan.document.kinds:
        names = " · ".join(name for name, _ in kinds.numbers[kind.number])
        if " · " in names and faces.is_small(kind.number, moment.symbols):
            numbers[names] = None
    cut = {faces.shortened[id_]: None for id_ in moment.symbols if id_ in faces.shortened}
    said = [f"numbers on small cards: {', or '.join(numbers)}"] if numbers else []
    words = (f"{letters} {name}" for letters, name in sorted(cut))
    short = ", ".join(word for word in words if word not in kinds.key)
    return [*said, *([f"short names: {short}"] if short else [])]


def _values(area: Area) -> tuple[ValuePart, ...]:
    return (*area.scores, *area.values, *area.inner)


def _without(area: Area, names: frozenset[str]) -> Area:
    return attrs.evolve(area, zones=tuple(z for z in area.zones if z.zone.name not in names))


def _grouped(
    moment: Moment, group: Group, room: float
) -> tuple[list[Piece], list[ValuePart], list[str]]:
    """Return a frame around zones and variables, as the look groups them; and what is empty."""
    area, inner = moment.plan.common, room - 2 * _PAD
    by_name = {part.zone.name: part for part in area.zones}
    zones = tuple(by_name[name] for name in group.show if name in by_name)
    values = [v for name in group.show for v in _values(area) if v.variable.name == name]
    chips, idle = _chips(moment, values, inner)
    boxes, empty = _boxes(moment, attrs.evolve(area, zones=zones), inner)
    if not chips and not boxes:
        return [], idle, empty
    inside = stack([flow(chips, inner, 6), pack(boxes, inner)], 6)
    heading = cut(group.name, inner, 11.5, bold=True)
    width = max(inside.width, width_of(heading, 11.5, bold=True)) + 2 * _PAD
    height = inside.height + _TITLE + _PAD
    body = rect((0.5, 0.5, width - 1, height - 1), "p", 10)
    body += text(heading, (_PAD, 14), 11.5, "i b") + inside.at(_PAD, _TITLE)
    label = escaped(group.name)
    whole = Piece(width, height, f'<g role="group" aria-label="{label}">{body}</g>')
    return [whole], idle, empty


def _head(
    moment: Moment, player: int, chips: list[Piece], room: float
) -> tuple[Piece, list[Piece]]:
    """Return disc, name and as many chips as fit beside them; and the other chips."""
    plan = moment.plan
    spot = Spot("Player", (player,))
    body = moment.use(plan.faces.player(player, _DISC), 0, (_HEAD - _DISC) / 2)
    name = readable(plan.document.players[player])
    if plan.document.teams is not None:
        name += f" · {plan.names.families['Team'].labels[plan.document.teams[player]]}"
    if player == moment.sight.seat:
        name += " (you)"
    name = cut(name, room - _DISC - 16, 14, bold=True)
    body += text(name, (_DISC + 8, _HEAD / 2), 14, "i b")
    x = _DISC + 8 + width_of(name, 14, bold=True)
    if moment.may((spot,)):
        body += rect((-3, 0.5, x + 10, _HEAD - 1), "c", 8)
    drawn = moment.thing(spot, body, plan.document.players[player])
    x += 14
    if moment.sight.to_act == player:
        state = pill("to act", "cf", "bt")
        if x + state.width < room:
            drawn += state.at(x, (_HEAD - state.height) / 2)
            x += state.width + 10
    rest = list(chips)
    while rest and x + rest[0].width <= room:
        chip_ = rest.pop(0)
        drawn += chip_.at(x, (_HEAD - HEIGHT) / 2)
        x += chip_.width + 6
    return Piece(x, _HEAD, drawn), rest


def _chips(
    moment: Moment, parts: Iterable[ValuePart], room: float, *, score: bool = False
) -> tuple[list[Piece], list[ValuePart]]:
    """Return a chip for each family of variables, and those that say nothing."""
    chips: list[Piece] = []
    idle: list[ValuePart] = []
    for part in parts:
        piece = chip(moment, part, room, score=score)
        if piece is None:
            idle.append(part)
        else:
            chips.append(piece)
    return chips, idle


def _boxes(moment: Moment, area: Area, room: float) -> tuple[list[Piece], list[str]]:
    """Return boxes of zones, and the names of those that are empty."""
    boxes: list[Piece] = []
    empty: list[str] = []
    for zone in area.zones:
        found = [box(moment, area, zone, index, room) for index in zone.cells]
        boxes += [piece for piece in found if piece is not None]
        if not any(found):
            name = zone.zone.name
            empty.append(moment.plan.look.zones.names.get(name, readable(name)))
        else:
            cells = zip(zone.cells, found, strict=True)
            empty += [title(moment, zone, index) for index, piece in cells if piece is None]
    return boxes, empty


def _label(moment: Moment, part: ValuePart) -> str:
    name = part.variable.name
    return moment.plan.look.variables.names.get(name, readable(name))


def _idle(moment: Moment, parts: Iterable[ValuePart]) -> list[str]:
    """Return what variables say without a chip: flags that are not so, and what there is none of.

    `not: active` is a fact that players go by; `empty: active` was not understood.
    """
    found: dict[str, list[str]] = {"not": [], "none": []}
    for part in parts:
        word = "not" if isinstance(plain(part.variable.type), Flag) else "none"
        found[word].append(_label(moment, part))
    return [f"{word}: {', '.join(names)}" for word, names in found.items() if names]


def _emptiness(idle: list[str], empty: list[str], room: float) -> Piece:
    """Return the grey line that names what is empty: nothing is left out in silence."""
    said = [*idle, f"empty: {', '.join(empty)}"] if empty else idle
    return _note("; ".join(said), room)


def _note(words: str, room: float) -> Piece:
    lines = wrapped(words, room, _NOTE)
    body = "".join(text(line, (0, 6 + at * 12), _NOTE, "s it") for at, line in enumerate(lines))
    width = max(width_of(line, _NOTE) for line in lines)
    return Piece(width, 12.0 * len(lines), body)
