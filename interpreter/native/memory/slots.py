"""Where the zones and variables of a position lie in the flat state.

| what | slots |
|---|---|
| variable | its value; for a family of few values also, for each value, a mask of its places |
| zone `one` | the kind, or `NONE`; for a family also masks of places, for kinds or classes |
| zone `set`, `bag` | a mask of its kinds; with copies, also a count for each, and a total |
| zone `row` | how many, then the kinds in order |
| memory | how many pictures, marks of their tags, then each: its tag, words of its families |

Bit `i` of a mask is the kind `base + i`. Control has its own fields; see `frames`.
"""

from __future__ import annotations

from typing import Final, assert_never

import attrs

from interpreter.layout import Layout
from interpreter.native.errors import placed, too_many
from interpreter.native.ir.nodes import Field, Width
from interpreter.native.memory.classes import classes_of
from interpreter.native.memory.pictures import words_marked
from rulelang import core
from rulelang.core.intervals import Range, bytes_for, range_of
from rulelang.freezing import define, frozen
from rulelang.rule_types import Type, values_of

MOST_PLACES: Final = 1024
MOST_BOARDS: Final = 8
"""Families of so many places and kinds have boards."""

MOST_CLASSES: Final = 16
"""Boards of a family of more kinds, where conditions tell so many sorts of them apart."""

MOST_WORDS: Final = 64
"""Words of a picture in a memory; larger ones are left to the reference engine."""

WORD: Final = 8
"""Bytes of a word."""

MAX_STATE: Final = 1 << 20
"""Bytes; a game whose state is larger is played by the reference engine."""


@define
class Fields:
    """Hands out slots of the state, one array after another.

    `in_words`: each array lies in words of its own.
    """

    size: int = 0
    made: list[Field] = attrs.Factory(list)
    in_words: bool = False

    def array(
        self, name: str, size: int, count: int = 1, *, bits: int = 0, turns: int = 0
    ) -> Field:
        """Return a new array of slots, `size` bytes each; `bits` and `turns`: see `Field`.

        Raises:
            NotCompilableError: the state grows too large.
        """
        align = WORD if self.in_words else min(size, WORD)
        self.size = -(-self.size // align) * align
        field = Field(name, self.size, size, count, bits=bits, turns=turns)
        self.size += size * count
        if self.in_words:
            self.size = -(-self.size // WORD) * WORD
        if self.size > MAX_STATE:
            raise too_many(
                f"bytes with `{name}`",
                self.size,
                MAX_STATE,
                "give zones a capacity, and families a narrower index",
            )
        self.made.append(field)
        return field

    def number(self, name: str, found: Range, count: int = 1) -> Field:
        """Return an array of slots for numbers in a range."""
        return self.array(name, bytes_for(found), count)

    def turn(self, name: str, players: int) -> Field:
        """Return a slot that says whose turn it is."""
        return self.array(name, bytes_for(Range(0, players - 1)), turns=players)


def mask_width(low: int, high: int) -> Width:
    """Return the bits of a mask with a bit for each of `low..high`: a multiple of 64."""
    return max(1, -(-(high - low + 1) // 64)) * 64


@frozen
class Boards:
    """For each value a mask of the places of a family that have it.

    Bit `i` of a mask is the place with the index `first + i`; the masks are of the `span` values
    from `low` on, and `none` has none. Values of one class share a mask: `classes` has the number
    of the mask of each; () where each has its own.
    """

    field: Field
    low: int
    span: int
    first: int
    cells: int
    classes: tuple[int, ...] = ()

    @property
    def width(self) -> Width:
        """The width of a mask."""
        return mask_width(0, self.cells - 1)

    def number(self, value: int) -> int:
        """Return which mask is that of a value."""
        return self.classes[value - self.low] if self.classes else value - self.low

    @property
    def values(self) -> tuple[tuple[int, ...], ...]:
        """The values of each mask."""
        return tuple(
            tuple(v for v in range(self.low, self.low + self.span) if self.number(v) == at)
            for at in range(self.field.count)
        )


@frozen
class ZoneSlots:
    """A family of zones: `cells` of them, the first being cell `first` of the position.

    `pictured`: a memory keeps pictures of it, so that what lies behind the end of a row is 0.
    """

    zone: core.Zone
    first: int
    cells: int
    base: int
    span: int
    width: Width
    room: int
    kind: Field | None = None
    boards: Boards | None = None
    mask: Field | None = None
    counts: Field | None = None
    total: Field | None = None
    length: Field | None = None
    items: Field | None = None
    pictured: bool = False

    @property
    def kinds(self) -> Range:
        """The kinds that may lie here."""
        return Range(self.base, self.base + self.span - 1)


@frozen
class VariableSlots:
    """A family of variables: `cells` of them, the first being cell `first` of the position."""

    variable: core.Variable
    first: int
    cells: int
    range: Range
    value: Field
    boards: Boards | None


@frozen
class MemorySlots:
    """A memory: how many pictures it keeps, and for each a tag and the words of `words`.

    `marks`: a bit for each tag that is kept, see `pictures`. `words`: what a picture is taken of,
    fields of words over those of its families.
    """

    memory: core.Memory
    length: Field
    marks: Field
    kept: Field
    words: tuple[Field, ...]

    @property
    def stride(self) -> int:
        """Words of one picture, its tag among them."""
        return 1 + sum(field.count for field in self.words)


@frozen
class Slots:
    """All zones, variables and memories of a game."""

    zones: tuple[ZoneSlots, ...]
    variables: tuple[VariableSlots, ...]
    memories: tuple[MemorySlots, ...] = ()

    def of(self, family: tuple[str, int]) -> ZoneSlots | VariableSlots:
        """Return where a family lies: `("zone", 3)`, `("variable", 0)`."""
        sort, number = family
        return self.zones[number] if sort == "zone" else self.variables[number]


def lay_out(layout: Layout, fields: Fields) -> Slots:
    """Return where everything lies that a position's cells hold."""
    spec = layout.spec
    pictured = {family for memory in spec.memories for family in memory.of}
    first = 0
    zones: list[ZoneSlots] = []
    for number in range(len(spec.zones)):
        cells = len(layout.zone_cells[number])
        kept = fields.in_words = ("zone", number) in pictured
        with placed(spec.zones[number].span):
            made = _zone(number, first, cells, spec, fields)
        zones.append(attrs.evolve(made, pictured=kept))
        first += cells
    variables: list[VariableSlots] = []
    for number, variable in enumerate(spec.variables):
        cells = len(layout.variable_cells[number])
        fields.in_words = ("variable", number) in pictured
        with placed(variable.span):
            found = range_of(variable.type)
            field = fields.number(variable.name, found, cells)
            boards = _boards(variable.name, variable.index, found.sure, fields)
        variables.append(VariableSlots(variable, first, cells, found, field, boards))
        first += cells
    fields.in_words = False
    slots = Slots(tuple(zones), tuple(variables))
    return attrs.evolve(slots, memories=tuple(_memory(m, slots, fields) for m in spec.memories))


def _memory(memory: core.Memory, slots: Slots, fields: Fields) -> MemorySlots:
    with placed(memory.span):
        return _laid_out(memory, slots, fields)


def _laid_out(memory: core.Memory, slots: Slots, fields: Fields) -> MemorySlots:
    taken = [field for family in memory.of for field in _kept_fields(slots.of(family))]
    words = tuple(
        Field(field.name, field.offset, WORD, -(-field.bytes * field.count // WORD), is_over=True)
        for field in taken
    )
    many = sum(field.count for field in words)
    if many > MOST_WORDS:
        raise too_many("words of a picture", many, MOST_WORDS, "keep less in the memory")
    length = fields.number(f"{memory.name}.length", Range(0, memory.most))
    marks = fields.array(f"{memory.name}.marks", WORD, words_marked(memory.most))
    kept = fields.array(memory.name, WORD, memory.most * (1 + many))
    return MemorySlots(memory, length, marks, kept, words)


def _kept_fields(family: ZoneSlots | VariableSlots) -> tuple[Field, ...]:
    """Return the fields that say all that a family holds, those of the fewest bytes."""
    if isinstance(family, VariableSlots):
        slots: tuple[Field, ...] = (family.value,)
    else:
        every = (family.kind, family.mask, family.counts, family.length, family.items)
        slots = tuple(field for field in every if field is not None)
    boards = family.boards
    if boards is None or boards.classes:
        return slots
    return min(slots, (boards.field,), key=lambda found: sum(f.bytes * f.count for f in found))


def _zone(number: int, first: int, cells: int, spec: core.Spec, fields: Fields) -> ZoneSlots:
    zone = spec.zones[number]
    base = min(zone.kinds, default=0)
    span = max(zone.kinds, default=-1) - base + 1
    width = mask_width(0, span - 1)
    copies = sum(spec.kinds[kind].copies for kind in zone.kinds)
    room = copies if zone.capacity is None else min(zone.capacity, copies)
    made = ZoneSlots(zone, first, cells, base, span, width, room)
    kinds = Range(base, base + span - 1, maybe=True)
    match zone.shape:
        case "one":
            field = fields.number(zone.name, kinds, cells)
            classes = classes_of(number, spec, MOST_CLASSES) if span > MOST_BOARDS else ()
            boards = _boards(zone.name, zone.index, Range(base, base + span - 1), fields, classes)
            return attrs.evolve(made, room=1, kind=field, boards=boards)
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
        case _:
            assert_never(zone.shape)


def _boards(
    name: str,
    index: tuple[Type, ...],
    found: Range,
    fields: Fields,
    classes: tuple[int, ...] | None = (),
) -> Boards | None:
    """Return boards for a family with one index, where its places and values are few.

    `classes`: which values share one, () none, None if there are to be no boards.
    """
    if len(index) != 1 or classes is None:
        return None
    places = values_of(index[0])
    span = found.high - found.low + 1
    count = max(classes) + 1 if classes else span
    most = MOST_CLASSES if classes else MOST_BOARDS
    if classes and classes == tuple(range(span)):
        classes = ()
    if not 2 <= len(places) <= MOST_PLACES or not 1 <= count <= most:
        return None
    if places != tuple(range(places[0], places[0] + len(places))):
        return None
    width = mask_width(0, len(places) - 1)
    field = fields.array(f"{name}.boards", width // 8, count, bits=len(places))
    return Boards(field, found.low, span, places[0], len(places), classes)
