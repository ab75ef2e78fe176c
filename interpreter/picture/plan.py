"""What is drawn where, decided once for an instance, a width and a seat.

Nothing here depends on a position: boards and their scale, which zones and variables lie on them,
whose area shows what, in which form. Drawing only fills this in and lets boxes flow.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from itertools import product

import attrs

from interpreter.document.model import GameDocument, Index, Variable, Zone
from interpreter.look_model import Look
from interpreter.picture.boarding import Placed, better, placed
from interpreter.picture.boards import Board, upright
from interpreter.picture.boards import boards as boards_of
from interpreter.picture.faces import Faces
from interpreter.picture.ink.palette import Palette
from interpreter.picture.kinds import Kinds
from interpreter.picture.names import Names
from interpreter.picture.sentences import Sentences
from rulelang.rule_types import Type, is_member, values_of

NARROW = 700
LEAST, MOST = 320, 2400
_SLOTS = 5
_HISTORY = 30
_KEPT = 48
_LIGHT = 2
PAGE = 800.0  # pixels of height that a page should not be higher than
_HEAD, _LEAST_BOARD = 156.0, 430.0
_SECOND = 264.0  # pixels of width and height of the other boards
# What a zone and an area take, as a rule, and how much of a column can be used: see `_rest`.
_ZONE, _MAT, _USED = 170.0 * 84.0, 400.0 * 130.0, 0.85
SIDE = 300.0


@attrs.frozen
class ZonePart:
    """A family of zones as it is drawn in one area.

    `fan`: what is not seen is fanned out, not piled. `slots`: so many fixed places, 0 for none.
    `small`: always in small forms; `folds`: in small forms where there are many.
    """

    zone: Zone
    cells: tuple[Index, ...]
    fan: bool
    slots: int
    small: bool
    folds: bool


@attrs.frozen
class ValuePart:
    """A family of variables as it is drawn in one area."""

    variable: Variable
    cells: tuple[Index, ...]


@attrs.frozen
class Area:
    """A player's mat, or what is common (`player` None).

    `is_light`: nothing but a few values and tokens lies here, so that it fits beside a board.
    """

    player: int | None
    zones: tuple[ZonePart, ...]
    scores: tuple[ValuePart, ...]
    values: tuple[ValuePart, ...]
    inner: tuple[ValuePart, ...]
    is_light: bool


@attrs.frozen(eq=False)
class Plan:
    """What is drawn where, for an instance, a width and a seat. Widths are in CSS pixels."""

    document: GameDocument
    look: Look
    width: int
    seat: int | None
    names: Names
    palette: Palette
    kinds: Kinds
    faces: Faces
    sentences: Sentences
    placed: tuple[Placed, ...]
    is_main: tuple[bool, ...]
    strips: tuple[Zone, ...]
    mats: tuple[Area, ...]
    common: Area

    @property
    def is_narrow(self) -> bool:
        """Whether the page is one column (rule P7)."""
        return self.width < NARROW

    @property
    def prefix(self) -> str:
        """What every id of this game begins with, so that pictures can share a page."""
        return self.faces.prefix


def plan(document: GameDocument, look: Look, width: int, seat: int | None) -> Plan:
    """Return the plan of an instance for a width, as `seat` or an onlooker (None) looks at it.

    Raises:
        ValueError: `width` is below 320 or above 2400.
    """
    if not LEAST <= width <= MOST:
        raise ValueError(f"a picture is {LEAST} to {MOST} pixels wide, not {width}")
    names, faces = _drawn_alike(document, look)
    made = boards_of(document, look)
    boards = tuple(board for board in made if _tells(document, board, seat)) or made
    covered = frozenset[str]().union(*(board.covers for board in made))
    markers = {name for board in boards for name in board.markers}
    strips = tuple(zone for zone in document.zones if _is_strip(zone) and zone.name not in covered)
    rest = covered | {zone.name for zone in strips}
    order = tuple(_seats(len(document.players), seat))
    mats = tuple(_area(faces.kinds, rest, markers, player) for player in order)
    main = _main(boards)
    common = _area(faces.kinds, rest, markers, None)
    beside = _rest(boards, main, mats, common)
    return Plan(
        document,
        look,
        width,
        seat,
        names,
        faces.kinds.palette,
        faces.kinds,
        faces,
        Sentences.of(names),
        tuple(
            placed(board, names, seat, _room(board, main, width, beside), look.variables.names)
            for board in boards
        ),
        tuple(board.family == main for board in boards),
        strips,
        mats,
        common,
    )


def _tells(document: GameDocument, board: Board, seat: int | None) -> bool:
    """Return whether a seat may ever see something on a board.

    It does not on that of another player who alone sees what lies there.
    """
    if board.owner in {None, seat}:
        return True
    parts: tuple[Zone | Variable, ...] = (*document.zones, *document.variables)
    open_ = (part.name for part in parts if part.seen not in {"owner", "nobody"})
    return not board.covers.isdisjoint(open_)


def _main(boards: tuple[Board, ...]) -> str | None:
    """Return the family whose board is the largest of those that are no lines of boxes."""
    found = [board for board in boards if board.columns is None]
    return max(found, key=lambda board: len(board.places)).family if found else None


def _room(board: Board, main: str | None, width: int, rest: float) -> tuple[float, float]:
    """Return how wide and high a board may be (rule P5); `rest`: what is to lie beside it."""
    whole = width - 28.0
    if width < NARROW and (board.family == main or board.columns is not None):
        return whole, 640.0
    if width < NARROW:
        return min(whole, 300.0), 300.0
    if board.columns is not None:
        return whole, 420.0
    if board.family != main:
        return _SECOND, _SECOND
    if board.owner is not None:
        return (whole - 16) / 2, PAGE - _HEAD
    return whole - SIDE - 8, _high(board, whole, rest)


def _high(board: Board, whole: float, rest: float) -> float:
    """Return how high the main board may be, so that the rest of the page has room beside it."""
    most = whole - SIDE - 8
    board = better(board, upright(board), (most, PAGE - _HEAD))
    high = PAGE - _HEAD
    while high > _LEAST_BOARD:
        wide = min(most, high * board.width / board.height)
        if rest <= (whole - wide - 8) * high * _USED:
            return high
        high -= 10.0
    return _LEAST_BOARD


def _rest(
    boards: tuple[Board, ...], main: str | None, mats: tuple[Area, ...], common: Area
) -> float:
    """Return about how many square pixels all that is no main board takes, as a rule."""
    others = sum(board.family != main and board.columns is None for board in boards)
    zones = sum(1 if zone.small else len(zone.cells) for zone in common.zones)
    return others * _SECOND**2 + zones * _ZONE + len(mats) * _MAT


_ALIKE: OrderedDict[tuple[int, int], tuple[GameDocument, Look, Names, Faces]] = OrderedDict()


def _drawn_alike(document: GameDocument, look: Look) -> tuple[Names, Faces]:
    """Return names and faces, which are the same for all widths and seats."""
    key = (id(document), id(look))
    found = _ALIKE.get(key)
    if found is None or found[0] is not document or found[1] is not look:
        names = Names(document, {**look.zones.names, **look.variables.names})
        kinds = Kinds(document, look, names, Palette(document, look))
        found = (document, look, names, Faces(kinds, f"g{document.hash[:4]}"))
        _ALIKE[key] = found
        if len(_ALIKE) > _KEPT:
            _ALIKE.popitem(last=False)
    return found[2], found[3]


def _seats(count: int, seat: int | None) -> Iterable[int]:
    """Return the others clockwise from the left, then the own seat; all for an onlooker."""
    if seat is None:
        return range(count)
    return [(seat + step) % count for step in range(1, count + 1)]


def _is_strip(zone: Zone) -> bool:
    """Return whether a family of zones is a trick: one thing of each player, in the open (Z1)."""
    return (
        len(zone.index) == 1
        and is_member(zone.index[0], "Player")
        and zone.shape == "one"
        and zone.seen == "all"
    )


def _area(kinds: Kinds, rest: frozenset[str], markers: set[str], player: int | None) -> Area:
    document, look, sorts = kinds.document, kinds.look, kinds.sorts
    zones: list[ZonePart] = []
    first = (*(look.mat or ()), *look.zones.first)
    for zone in sorted(document.zones, key=lambda zone: _rank(zone.name, first)):
        if zone.name not in rest and zone.name not in look.zones.hide:
            cells = _cells_of(document, zone.index, player)
            if cells:
                zones.append(_zone_part(zone, cells, look, player))
    scores: list[ValuePart] = []
    values: list[ValuePart] = []
    inner: list[ValuePart] = []
    first = (*(look.mat or ()), *look.variables.first)
    for variable in sorted(document.variables, key=lambda found: _rank(found.name, first)):
        if variable.name in rest or variable.name in look.variables.hide:
            continue
        if variable.role == "history" or (variable.name in markers and player is None):
            continue
        cells = _cells_of(document, variable.index, player)
        if not cells or len(cells) > _HISTORY:
            continue
        part = ValuePart(variable, cells)
        if variable.role == "score":
            scores.append(part)
        elif variable.role == "inner" or variable.name in look.variables.fold:
            inner.append(part)
        else:
            values.append(part)
    light = len(zones) <= _LIGHT and not any(
        sorts[name] in {"card", "named"} for part in zones for name in part.zone.holds
    )
    return Area(player, tuple(zones), tuple(scores), tuple(values), tuple(inner), light)


def _rank(name: str, first: tuple[str, ...]) -> int:
    return first.index(name) if name in first else len(first)


def _cells_of(
    document: GameDocument, index: tuple[Type, ...], player: int | None
) -> tuple[Index, ...]:
    """Return the cells of a family that belong to a player, or to nobody."""
    owner = next((at for at, kind in enumerate(index) if is_member(kind, "Player")), None)
    team = next((at for at, kind in enumerate(index) if is_member(kind, "Team")), None)
    choices = [values_of(kind) for kind in index]
    if player is None:
        return () if owner is not None or team is not None else tuple(product(*choices))
    if owner is not None:
        choices[owner] = (player,)
        return tuple(product(*choices))
    teams = document.teams
    if team is None or teams is None or teams.index(teams[player]) != player:
        return ()
    choices[team] = (teams[player],)
    return tuple(product(*choices))


def _zone_part(zone: Zone, cells: tuple[Index, ...], look: Look, player: int | None) -> ZonePart:
    said = look.zones.forms.get(zone.name)
    fan = said == "fan" or (said is None and player is not None and zone.shape != "bag")
    few = zone.capacity is not None and zone.capacity <= _SLOTS and zone.seen == "all"
    slots = zone.capacity if zone.capacity and (said == "slots" or (said is None and few)) else 0
    small = said == "small" or zone.name in look.zones.fold
    return ZonePart(zone, cells, fan, slots, small, not zone.taken_from and zone.seen == "all")
