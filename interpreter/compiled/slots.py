"""Where the zones and variables of a position lie in the flat state.

| what | slots |
|---|---|
| variable | its value |
| zone `one` | the kind, or `NONE`; for a family also, for each kind, a mask of its places |
| zone `set`, `bag` | a mask of its kinds; with copies, also a count for each, and a total |
| zone `row` | how many, then the kinds in order |

Bit `i` of a mask is the kind `base + i`. Control has its own fields; see `frames`.
"""

from __future__ import annotations

from typing import Final

import attrs

from interpreter.compiled.ir import Field, Width
from interpreter.compiled.ranges import NotCompilableError, Range, bytes_for, range_of
from interpreter.layout import Layout
from rulelang import core

MOST_LANES: Final = 512
MOST_BOARDS: Final = 8
"""Families of so many places and kinds have boards."""

MAX_STATE: Final = 1 << 20
"""Bytes; a game whose state is larger is played by the reference engine."""


@attrs.define
class Fields:
    """Hands out slots of the state, one array after another."""

    size: int = 0
    made: list[Field] = attrs.Factory(list)

    def array(self, name: str, size: int, count: int = 1) -> Field:
        """Return a new array of slots, `size` bytes each.

        Raises:
            NotCompilableError: the state grows too large.
        """
        align = min(size, 8)
        self.size = -(-self.size // align) * align
        field = Field(name, self.size, size, count)
        self.size += size * count
        if self.size > MAX_STATE:
            raise NotCompilableError(f"`{name}` makes the state larger than {MAX_STATE} bytes")
        self.made.append(field)
        return field

    def number(self, name: str, found: Range, count: int = 1) -> Field:
        """Return an array of slots for numbers in a range."""
        return self.array(name, bytes_for(found), count)


def lane_width(low: int, high: int) -> Width:
    """Return the bits of a mask with a bit for each of `low..high`: a multiple of 64."""
    return max(1, -(-(high - low + 1) // 64)) * 64


@attrs.frozen
class ZoneSlots:
    """A family of zones: `cells` of them, the first being cell `first` of the position."""

    zone: core.Zone
    first: int
    cells: int
    base: int
    span: int
    width: Width
    room: int
    kind: Field | None = None
    boards: Field | None = None
    mask: Field | None = None
    counts: Field | None = None
    total: Field | None = None
    length: Field | None = None
    items: Field | None = None

    @property
    def lanes(self) -> Width:
        """The width of a mask of the family's cells."""
        return lane_width(0, self.cells - 1)

    @property
    def kinds(self) -> Range:
        """The kinds that may lie here."""
        return Range(self.base, self.base + self.span - 1)


@attrs.frozen
class VariableSlots:
    """A family of variables: `cells` of them, the first being cell `first` of the position."""

    variable: core.Variable
    first: int
    cells: int
    range: Range
    value: Field


@attrs.frozen
class Slots:
    """All zones and variables of a game."""

    zones: tuple[ZoneSlots, ...]
    variables: tuple[VariableSlots, ...]


def lay_out(layout: Layout, fields: Fields) -> Slots:
    """Return where everything lies that a position's cells hold."""
    spec = layout.spec
    first = 0
    zones: list[ZoneSlots] = []
    for number, zone in enumerate(spec.zones):
        cells = len(layout.zone_cells[number])
        zones.append(_zone(zone, first, cells, spec, fields))
        first += cells
    variables: list[VariableSlots] = []
    for number, variable in enumerate(spec.variables):
        cells = len(layout.variable_cells[number])
        found = range_of(variable.type)
        field = fields.number(variable.name, found, cells)
        variables.append(VariableSlots(variable, first, cells, found, field))
        first += cells
    return Slots(tuple(zones), tuple(variables))


def _zone(zone: core.Zone, first: int, cells: int, spec: core.Spec, fields: Fields) -> ZoneSlots:
    base = min(zone.kinds, default=0)
    span = max(zone.kinds, default=-1) - base + 1
    width = lane_width(0, span - 1)
    copies = sum(spec.kinds[kind].copies for kind in zone.kinds)
    room = copies if zone.capacity is None else min(zone.capacity, copies)
    made = ZoneSlots(zone, first, cells, base, span, width, room)
    kinds = Range(base, base + span - 1, maybe=True)
    match zone.shape:
        case "one":
            single = attrs.evolve(made, room=1, kind=fields.number(zone.name, kinds, cells))
            if not 2 <= cells <= MOST_LANES or not 1 <= span <= MOST_BOARDS:
                return single
            boards = fields.array(f"{zone.name}.boards", single.lanes // 8, span)
            return attrs.evolve(single, boards=boards)
        case "row":
            return attrs.evolve(
                made,
                length=fields.number(f"{zone.name}.length", Range(0, room), cells),
                items=fields.number(zone.name, kinds, cells * max(1, room)),
            )
        case "set" | "bag":
            mask = fields.array(zone.name, width // 8, cells)
            most = max((min(room, spec.kinds[kind].copies) for kind in zone.kinds), default=0)
            if most <= 1:
                return attrs.evolve(made, mask=mask)
            return attrs.evolve(
                made,
                mask=mask,
                counts=fields.number(f"{zone.name}.counts", Range(0, most), cells * span),
                total=fields.number(f"{zone.name}.total", Range(0, room), cells),
            )
