"""Where the parts of a page go: rules P2, P3, P4 and P7. Arithmetic on their sizes alone.

Wide pages have the board at the left, and at the right the others, what is common and, where it
is small, the own area; narrow ones are one column.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

import attrs

from interpreter.picture.flow import GAP, packed
from interpreter.picture.ink.svg import Piece
from interpreter.picture.mats import common, mat
from interpreter.picture.moment import Moment
from interpreter.picture.places import board_piece
from interpreter.picture.plan import Area
from interpreter.picture.strips import strips

Named: TypeAlias = tuple[str, Piece]
SIDE = 236.0
_BESIDE = 2  # so many others at most have their areas beside the board, not above it
_LEAST_MAT = 230.0
Place: TypeAlias = Literal["below", "beside", "row", "under"]
"""Where the own area goes: below all else, beside the board, in a row with those of the others,
or under the shorter of these."""
_WITH_SIDE: Final[tuple[Place, ...]] = ("below", "beside", "row")
_WITHOUT_SIDE: Final[tuple[Place, ...]] = ("below", "row", "under")


@attrs.frozen
class Region:
    """A part of the page: `body` is drawn at its own upper left corner, which lies at (x, y)."""

    name: str
    x: float
    y: float
    width: float
    height: float
    body: str = attrs.field(repr=False)


@attrs.frozen
class Table:
    """All that lies below the head of a page; its boards are drawn, which no arrangement changes.

    `besides`: whether there is room for areas beside the main board.
    """

    moment: Moment
    room: float
    main: tuple[Named, ...]
    rest: tuple[Named, ...]
    besides: bool

    @classmethod
    def of(cls, moment: Moment, room: float) -> Table:
        """Return the table of a moment, `room` pixels wide."""
        plan = moment.plan
        boards = [
            (f"board{at}", board_piece(moment, found)) for at, found in enumerate(plan.placed)
        ]
        named = list(zip(boards, plan.is_main, strict=True))
        main = tuple(found for found, at in named if at)
        left, width, _ = _rows(main, room)
        besides = bool(left) and room - width - GAP >= SIDE
        return cls(moment, room, main, tuple(found for found, at in named if not at), besides)

    @property
    def places(self) -> tuple[Place, ...]:
        """Where the own area may go on a wide page, where it always goes if it can first."""
        found = _WITH_SIDE if self.besides else _WITHOUT_SIDE
        usual = self.moment.plan.look.mat_at
        return tuple(sorted(found, key=lambda place: place != usual))

    def arranged(self, tight: int, place: Place) -> list[Region]:
        """Return all parts where they go, from (0, 0) on.

        `tight`: in how small forms, see `Moment.tight`. A narrow page has one arrangement.
        """
        moment, room = self.moment, self.room
        moment.tight = tight
        if moment.plan.is_narrow:
            return _narrow(moment, self.main, self.rest, room)
        for area in moment.plan.mats:  # what is common says what letters and numbers there mean
            mat(moment, area, room)
        if self.besides:
            return _beside(moment, self.main, self.rest, room, place)
        return _without_side(moment, [*self.main, *self.rest], room, place)


def _narrow(
    moment: Moment, main: Sequence[Named], rest: Sequence[Named], room: float
) -> list[Region]:
    """Return boards above the own area; where one is the main board, others below all areas."""
    own, others = _mats(moment)
    parts = [*(main or rest), *strips(moment, room)]
    parts += [_mat(moment, area, room) for area in (*own, *others)]
    parts += [*rest] if main else []
    found, _, height = _rows(parts, room)
    more, _, _ = _rows(_commons(moment, room), room)
    return [*found, *_moved(more, 0, height + GAP if found else 0)]


def _without_side(
    moment: Moment, boards: Sequence[Named], room: float, place: Place
) -> list[Region]:
    """Return others above, boards, what is common, the own area below."""
    own, others = _mats(moment)
    parts: list[Region] = []
    y = 0.0
    together = place != "below" or all(area.is_light for area in (*own, *others))
    if not together:
        parts, y = _added(parts, _mat_row(moment, others, room), y)
    found, _, _ = _rows(boards, room)
    parts, y = _added(parts, found, y)
    found, _, _ = _rows([*strips(moment, room), *_commons(moment, room)], room)
    parts, y = _added(parts, found, y)
    if place == "under":
        return _added(parts, _under(moment, others, own, room), y)[0]
    if together:
        return _added(parts, _mat_row(moment, (*others, *own), room), y)[0]
    return _added(parts, _alone(moment, own, room), y)[0]


def _beside(
    moment: Moment, main: Sequence[Named], rest: Sequence[Named], room: float, place: Place
) -> list[Region]:
    """Return the main board left; beside it the others and what is common; below the own area."""
    own, others = _mats(moment)
    parts: list[Region] = []
    top = 0.0
    last = own
    if place == "row":
        last, others = (*others, *own), ()
    elif len(others) > _BESIDE:
        parts, top = _added(parts, _mat_row(moment, others, room), top)
        others = ()
    left, width, high = _rows(main, room)
    side = room - width - GAP
    beside = tuple(area for area in own if area.is_light or place == "beside")
    mine = [_mat(moment, area, side) for area in beside if place != "row"]
    fixed = [_mat(moment, area, side) for area in others]
    fixed += [*strips(moment, side), *(named for named in rest if named[1].width <= side)]
    loose = _commons(moment, min(side, width))
    best, cut = float("inf"), len(loose)
    for at in range(len(loose), -1, -1):
        right = _rows([*fixed, *loose[:at], *mine], side)[2]
        under = _rows(loose[at:], width)[2]
        tall = max(right, high + (GAP + under if under else 0))
        if tall < best - 1:
            best, cut = tall, at
    right_parts = _rows([*fixed, *loose[:cut]], side)[0]
    column = [*left, *_moved(_rows(loose[cut:], width)[0], 0, high + GAP)]
    column += _moved(right_parts, width + GAP, 0)
    end = max((part.y + part.height for part in right_parts), default=-GAP)
    for name, piece in mine:
        y = max(end + GAP, high - piece.height)
        column.append(Region(name, width + GAP, y, piece.width, piece.height, piece.body))
    parts, top = _added(parts, column, top)
    wide = [named for named in rest if named[1].width > side]
    parts, top = _added(parts, _rows(wide, room)[0], top)
    if place == "row":
        return _added(parts, _mat_row(moment, last, room), top)[0]
    heavy = tuple(area for area in last if area not in beside)
    return _added(parts, _alone(moment, heavy, room), top)[0]


def _mats(moment: Moment) -> tuple[tuple[Area, ...], tuple[Area, ...]]:
    """Return the own area and those of the others; for an onlooker all are others."""
    seat = moment.sight.seat
    own = tuple(area for area in moment.plan.mats if area.player == seat)
    return own, tuple(area for area in moment.plan.mats if area.player != seat)


def _mat(moment: Moment, area: Area, width: float) -> Named:
    return f"mat{area.player}", mat(moment, area, width)


def _alone(moment: Moment, own: Sequence[Area], room: float) -> list[Region]:
    return _rows([_mat(moment, area, room) for area in own], room)[0]


def _mat_row(moment: Moment, areas: Sequence[Area], room: float) -> list[Region]:
    """Return areas side by side, alike wide, in as many rows as they need."""
    if not areas:
        return []
    _, width = _columns(len(areas), room)
    return _rows([_mat(moment, area, width) for area in areas], room)[0]


def _columns(areas: int, room: float) -> tuple[int, float]:
    """Return how many of so many areas lie side by side, and how wide each is."""
    columns = max(1, min(areas, int((room + GAP) / (_LEAST_MAT + GAP))))
    rows = -(-areas // columns)
    columns = -(-areas // rows)
    return columns, (room - GAP * (columns - 1)) / columns


def _under(
    moment: Moment, others: Sequence[Area], own: Sequence[Area], room: float
) -> list[Region]:
    """Return the others side by side, and the own area under as many as leave it most room."""
    columns, width = _columns(max(1, len(others)), room)
    row = [_mat(moment, area, width) for area in others]
    best: tuple[float, list[Region]] | None = None
    for many in range(columns, 0, -1):
        wide = many * (width + GAP) - GAP
        found, _, height = _rows([*row, *(_mat(moment, area, wide) for area in own)], room)
        if best is None or height < best[0] - 1:
            best = height, found
    assert best is not None, "one column there always is"
    return best[1]


def _commons(moment: Moment, room: float) -> list[Named]:
    return [(f"common{at}", piece) for at, piece in enumerate(common(moment, room))]


def _rows(parts: Sequence[Named], room: float) -> tuple[list[Region], float, float]:
    """Return parts in rows within `room`, with the width and height of all."""
    shown = [(name, piece) for name, piece in parts if piece.height]
    places = packed([(piece.width, piece.height) for _, piece in shown], room)
    found = [
        Region(name, x, y, piece.width, piece.height, piece.body)
        for (name, piece), (x, y) in zip(shown, places, strict=True)
    ]
    width = max((part.x + part.width for part in found), default=0.0)
    return found, width, max((part.y + part.height for part in found), default=0.0)


def _moved(parts: Sequence[Region], dx: float, dy: float) -> list[Region]:
    return [
        Region(part.name, part.x + dx, part.y + dy, part.width, part.height, part.body)
        for part in parts
    ]


def _added(
    parts: Sequence[Region], more: Sequence[Region], y: float
) -> tuple[list[Region], float]:
    """Return parts with others below them, and where the next would go."""
    found = [*parts, *_moved(more, 0, y)]
    bottom = max((part.y + part.height for part in found), default=-GAP)
    return found, bottom + GAP
