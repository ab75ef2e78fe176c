"""Zones that lie on no board, each as a box: its name, its number, and what lies in it.

Rules Z3 to Z8: piles and fans of what is not seen, slots, cards alike once with their number,
small forms where there are many.
"""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from interpreter.document.model import Index
from interpreter.document.sight import CellSight, Spot
from interpreter.picture.chips import badge
from interpreter.picture.contents import counted
from interpreter.picture.faces import BACK, DIE
from interpreter.picture.flow import flow
from interpreter.picture.ink.measure import cut, width_of
from interpreter.picture.ink.svg import Piece, Symbol, rect, text
from interpreter.picture.moment import TIGHTEST, Moment
from interpreter.picture.names import readable
from interpreter.picture.plan import Area, ZonePart
from interpreter.picture.sentences import runs

_PAD = 8.0
_HEAD = 20.0
_BETWEEN = 6.0
_FAN, _STEP = 8, 9.0
_PILE = 3
_MANY = 14
_ONE_DIGIT = 9
_SOME = 6
_LISTED = 30
_ROW_OF = 20
_FREE = 26.0
_NUMBER = 30.0  # room for how many things lie in a zone, beside its name
_OTHERS, _FOLDED, _OPEN = 1, 2, TIGHTEST  # see `Moment.tight`


@attrs.frozen
class _Item:
    """Things alike that are drawn once. `spot` is None where an earlier one has the reference."""

    symbol: Symbol
    many: int
    spot: Spot | None
    sentence: str
    is_small: bool = False

    @property
    def overhang(self) -> int:
        """How far its number reaches over the edge: beside the numbers on a small box."""
        if not self.is_small:
            return 5
        return 13 if self.many > _ONE_DIGIT else 9

    @property
    def width(self) -> float:
        """How wide it is with its number."""
        return self.symbol.width + (self.overhang if self.many > 1 else 0)

    @property
    def height(self) -> float:
        """How high it is with its number."""
        return self.symbol.height + (9 if self.is_disc else 4 if self.many > 1 else 0)

    @property
    def is_disc(self) -> bool:
        """Whether its number goes below it: on a card it covers nothing that is needed."""
        return self.many > 1 and self.symbol.width == self.symbol.height


def box(moment: Moment, area: Area, part: ZonePart, index: Index, room: float) -> Piece | None:
    """Return one zone of an area; None where it is empty and has no fixed places."""
    own = area.player is not None and area.player == moment.sight.seat
    cell = moment.cells[part.zone.name, index]
    if not cell.amount and not _is_told(moment, part, Spot(part.zone.name, index), own=own):
        return None
    tight = not part.small and _is_tight(moment, area, part)

    def drawn() -> tuple[float, Piece]:
        whole = title(moment, part, index)
        name = cut(whole, room - 2 * _PAD - _NUMBER, 10.5, bold=True)
        if not cell.amount:
            inside = Piece(0, 0, "")
        elif cell.kinds is None:
            inside = _unseen(moment, cell, part)
        else:
            inside = _seen(moment, part, cell, room - 2 * _PAD, (own, tight))
        least = max(inside.width, width_of(whole, 10.5, bold=True) + _NUMBER) + 2 * _PAD
        return least, _framed(moment, cell, name, inside)

    return moment.fitting((part.zone.name, "box", index, tight), room, drawn)


def _is_told(moment: Moment, part: ZonePart, spot: Spot, *, own: bool) -> bool:
    """Return whether an empty zone is drawn, and not merely named with all that are empty."""
    if moment.marks(spot):
        return True
    if own and part.zone.capacity:
        return moment.tight < _FOLDED
    return moment.changed((spot,)) and moment.tight < _OTHERS


def title(moment: Moment, part: ZonePart, index: Index) -> str:
    """Return what a zone is called, with its indices but for players and teams."""
    label = moment.plan.look.zones.names.get(part.zone.name, readable(part.zone.name))
    besides = [
        readable(moment.plan.names.label(value, kind))
        for value, kind in zip(index, part.zone.index, strict=True)
        if getattr(kind, "family", None) not in {"Player", "Team"}
    ]
    return " ".join((label, *besides))


def _framed(moment: Moment, cell: CellSight, title: str, inside: Piece) -> Piece:
    """Return a zone with its name above and, where several lie there, their number."""
    spot = Spot(cell.zone, cell.index)
    number = str(cell.amount) if cell.amount > 1 and cell.kinds is not None else ""
    head = width_of(title, 10.5, bold=True) + (width_of(number, 10.5) + 8 if number else 0)
    width = max(inside.width, head, 44.0) + 2 * _PAD
    empty = not cell.amount
    height = _HEAD + 6 + (16 if empty else inside.height + 2)
    body = rect((0.5, 0.5, width - 1, height - 1), "mt" if empty else "z", 7)
    if moment.changed((spot,)):
        body += rect((1.25, 1.25, width - 2.5, height - 2.5), "n", 7)
    if moment.marks(spot):
        body += rect((1.25, 1.25, width - 2.5, height - 2.5), "c", 7)
    shown = cut(title, width - 2 * _PAD + 1, 10.5, bold=True)
    body += text(shown, (_PAD, 11), 10.5, "s b")
    if number:
        body += text(number, (width - _PAD, 11), 10.5, "s e")
    if empty:
        body += text("empty", (_PAD, _HEAD + 9), 10, "s it")
    sentences = moment.plan.sentences
    seat = moment.sight.seat
    sentence = sentences.cell(cell, seat) + sentences.about(cell.zone, cell.index, seat)
    # What lies there has sentences of its own: the group only names the zone.
    whole = moment.thing(spot, body, sentence)
    return Piece(width, height, whole + (inside.at(_PAD, _HEAD + 2) if inside.body else ""))


def _unseen(moment: Moment, cell: CellSight, part: ZonePart) -> Piece:
    """Return backs: a fan of up to eight, or a pile; with the number beside them."""
    dice = all(moment.plan.kinds.sorts[name] == "die" for name in part.zone.holds)
    if dice:
        return _unseen_dice(cell)
    backs = cell.backs[: _FAN if part.fan else _PILE] or (None,) * min(
        cell.amount, _FAN if part.fan else _PILE
    )
    step = _STEP if part.fan else 3.0
    body = ""
    # Names of different backs would run into each other: they stand beside the pile.
    alike = len(set(cell.backs)) == 1
    for at, back in enumerate(backs):
        named = back if alike and at == len(backs) - 1 else None
        lift = 0 if part.fan else 2 * (_PILE - 1 - at)
        body += moment.use(moment.plan.faces.back(named), at * step, lift)
    width = (len(backs) - 1) * step + BACK[0]
    height = BACK[1] + (0 if part.fan else 2.0 * (_PILE - 1))
    figure = str(cell.amount)
    body += text(figure, (width + 8, 15), 15, "i b")
    lines = ["unseen"]
    kinds = {back: cell.backs.count(back) for back in cell.backs}
    if len(kinds) > 1:
        names = moment.plan.document.backs
        lines = [f"{many} {names[back].replace('_', ' ')}" for back, many in kinds.items()]
    for at, line in enumerate(lines[:2]):
        body += text(line, (width + 8, 31 + 12 * at), 10, "s")
    wide = max([width_of(figure, 15, bold=True), *(width_of(line, 10) for line in lines[:2])])
    return Piece(width + 8 + wide, height, f'<g aria-hidden="true">{body}</g>')


def _unseen_dice(cell: CellSight) -> Piece:
    """Return dice that show nothing."""
    one = rect((0.75, 0.75, DIE - 1.5, DIE - 1.5), "bk", 7)
    one += text("?", (DIE / 2, DIE / 2), 15, "b m", "#ffffff")
    shown = min(cell.amount, _FAN)
    body = "".join(Piece(DIE, DIE, one).at(at * (DIE + 4), 0) for at in range(shown))
    width = shown * (DIE + 4) - 4
    if cell.amount > shown:
        body += badge(f"×{cell.amount}", width + 3, DIE + 3)
    return Piece(width, DIE, f'<g aria-hidden="true">{body}</g>')


def _is_tight(moment: Moment, area: Area, part: ZonePart) -> bool:
    """Return whether there is so little room that a zone has small forms; see `Moment.tight`."""
    if part.zone.seen != "all":
        return False
    others = area.player is not None and area.player != moment.sight.seat
    return moment.tight >= (_OTHERS if others else _FOLDED if part.folds else _OPEN)


def forms(moment: Moment, area: Area) -> int:
    """Return the least `Moment.tight` with which an area is as it is now: others' change once."""
    return moment.tight if area.player == moment.sight.seat else min(moment.tight, _OTHERS)


def _seen(
    moment: Moment, part: ZonePart, cell: CellSight, room: float, how: tuple[bool, bool]
) -> Piece:
    """Return what lies in a zone that the seat sees.

    `how`: whether the zone is its own, and whether there is little room: then all is small but
    what may be chosen.
    """
    own, tight = how
    found = runs(cell, moment.plan.sentences.zones)
    if part.zone.shape == "row" and cell.amount <= _ROW_OF:
        found = [(kind, 1) for kind in cell.kinds or ()]
    small = part.small or (len(found) > _MANY and not own) or (part.folds and len(found) > _SOME)
    items: list[_Item] = []
    named: set[int] = set()
    for kind, many in found:
        whole = Spot(cell.zone, cell.index, kind)
        is_small = small or (tight and not moment.may((whole,)))
        symbol = moment.plan.faces.small(kind) if is_small else moment.plan.faces.card(kind)
        spot = None if kind in named else whole
        named.add(kind)
        sentence = moment.plan.names.described(kind)
        told = f"{many} × {sentence}" if many > 1 else sentence
        items.append(_Item(symbol, many, spot, told, is_small))
    lying = sum(many for _, many in found)
    free = 0 if small or part.zone.shape == "row" else max(0, part.slots - lying)
    rest = items[_LISTED:] if not own else []
    drawn = _rows(moment, items[: len(items) - len(rest)], free, room)
    if not rest:
        return drawn
    moment.drawn.update(item.spot for item in rest if item.spot is not None)
    more = f"and {sum(item.many for item in rest)} more"
    body = drawn.body + text(more, (0, drawn.height + 10), 10.5, "s")
    return Piece(max(drawn.width, width_of(more, 10.5)), drawn.height + 18, body)


def _rows(moment: Moment, items: Sequence[_Item], free: int, room: float) -> Piece:
    """Return things, one at least, in rows, and after them fixed places that are free."""
    pieces = [Piece(item.width, item.height, _thing(moment, item)) for item in items]
    # Free places are narrow: they say how many more may come, no more.
    width, height = min(_FREE, items[-1].symbol.width), items[-1].symbol.height
    place = rect((1, 1, width - 2, height - 2), "mt", 6)
    pieces += [Piece(width, height, place)] * free
    return flow(pieces, room, _BETWEEN)


def _thing(moment: Moment, item: _Item) -> str:
    """Return something that lies in a zone, marked if it may be chosen, with its number."""
    symbol = item.symbol
    body = moment.use(symbol, 0, 0)
    if item.spot is not None and moment.marks(item.spot):
        body += rect((-1.5, -1.5, symbol.width + 3, symbol.height + 3), "c", 8)
    if item.many > 1 and item.spot is not None and _is_blank(moment, item.spot.kind):
        middle = (symbol.width / 2, symbol.height / 2)
        body += counted(moment, item.spot.kind, item.many, middle, symbol.width)
    elif item.is_disc:
        body += badge(f"×{item.many}", symbol.width / 2, symbol.height + 9, middle=True)
    elif item.many > 1:
        body += badge(f"×{item.many}", symbol.width + item.overhang, symbol.height + 4)
    if item.spot is None:
        return f'<g aria-hidden="true">{body}</g>'
    return moment.thing(item.spot, body, item.sentence)


def _is_blank(moment: Moment, kind: int) -> bool:
    """Return whether nothing is written on a disc, so that a number has room there."""
    kinds = moment.plan.kinds
    owned = moment.plan.document.kinds[kind].owner is not None
    return (
        kinds.sort(kind) == "token"
        and not kinds.letters[kind]
        and (not owned or moment.plan.palette.tell_apart)
    )
