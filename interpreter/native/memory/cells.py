"""The slots of a flat state by number, and the zones and variables of a position in them."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from functools import cached_property
from typing import TypeAlias

import attrs

from interpreter.layout import Layout
from interpreter.native.ir.nodes import NONE, Field
from interpreter.native.memory.canonical import pictures_in
from interpreter.native.memory.frames import EachFrame, FrameLayout, Local, Masked
from interpreter.native.memory.lowered import Lowered
from interpreter.native.memory.pictures import marks_of, tag_of
from interpreter.native.memory.slots import WORD, Boards, MemorySlots, VariableSlots, ZoneSlots
from interpreter.native.memory.tables import encoded, mask_of
from interpreter.position import Cell, Picture, Position, in_order

SlotValues: TypeAlias = list[int]
"""What the slots of one flat state hold, in order."""


@attrs.frozen(slots=False, eq=False)
class StateSlots:
    """Reads and writes the slots of the flat states of one game instance."""

    lowered: Lowered
    layout: Layout

    # ------------------------------------------------------------ slots

    @cached_property
    def packing(self) -> tuple[struct.Struct, dict[Field, int]]:
        """How to take a state apart, and where each field begins among its slots."""
        parts: list[str] = []
        places: dict[Field, int] = {}
        at = count = 0
        letters = {1: "b", 2: "h", 4: "i"}
        for field in self.lowered.fields:
            if field.offset > at:
                parts.append(f"{field.offset - at}x")
            words = max(1, field.bytes // 8)
            mask = field in self.masks
            letter = letters.get(field.bytes, "Q" if mask else "q")
            parts.append(f"{field.count * words}{letter}")
            places[field] = count
            count += field.count * words
            at = field.offset + field.count * field.bytes
        size = max(8, self.lowered.module.size)
        if size > at:
            parts.append(f"{size - at}x")
        return struct.Struct("<" + "".join(parts)), places

    @cached_property
    def masks(self) -> frozenset[Field]:
        """The fields that hold masks."""
        families = self.lowered.slots.zones
        zones = {zone.mask for zone in families if zone.mask is not None}
        boards = [zone.boards for zone in families]
        boards += [variable.boards for variable in self.lowered.slots.variables]
        zones |= {board.field for board in boards if board is not None}
        kept = {
            local.field
            for layout in self.frame_layouts
            for local in _locals_of(layout)
            if isinstance(local, Masked)
        }
        arrays = {
            array
            for layout in self.frame_layouts
            if isinstance(layout, EachFrame)
            for local, array in layout.items
            if isinstance(local, Masked)
        }
        return frozenset(zones | kept | arrays)

    @cached_property
    def frame_layouts(self) -> tuple[FrameLayout, ...]:
        """The layouts of all frames at points and call sites."""
        control = self.lowered.control
        sites = (*(point.site for point in control.points), *control.sites)
        return tuple(layout for site in sites for layout in site.layouts)

    def mask(self, slots: SlotValues | tuple[int, ...], field: Field, at: int = 0) -> int:
        """Return a mask that lies in a slot."""
        words = max(1, field.bytes // 8)
        start = self.packing[1][field] + at * words
        return sum(slots[start + word] << 64 * word for word in range(words))

    def set_mask(self, slots: SlotValues, field: Field, mask: int, at: int = 0) -> None:
        """Put a mask into a slot."""
        words = max(1, field.bytes // 8)
        start = self.packing[1][field] + at * words
        for word in range(words):
            slots[start + word] = mask >> 64 * word & (1 << 64) - 1

    # ------------------------------------------------------------ cells

    def start(self) -> bytes:
        """Return the state before the set-up: every component at home."""
        slots = self.empty()
        self.put_cells(slots, self.layout.start)
        return self.packing[0].pack(*slots)

    def empty(self) -> SlotValues:
        """Return the slots of a state of zeros."""
        packed = self.packing[0]
        return list(packed.unpack(bytes(packed.size)))

    def put_cells(self, slots: SlotValues, cells: tuple[Cell, ...]) -> None:
        """Write the zones and variables of a position."""
        for zone in self.lowered.slots.zones:
            for at in range(zone.cells):
                held = cells[zone.first + at]
                assert isinstance(held, tuple), "zone cells hold tuples"
                self._put_zone(slots, zone, at, held)
        places = self.packing[1]
        for variable in self.lowered.slots.variables:
            for at in range(variable.cells):
                value = cells[variable.first + at]
                slots[places[variable.value] + at] = encoded(value)
                if isinstance(value, int):
                    self._put_on_board(slots, variable.boards, value, at)

    def _put_on_board(self, slots: SlotValues, boards: Boards | None, value: int, at: int) -> None:
        if boards is not None:
            number = boards.number(value)
            board = self.mask(slots, boards.field, number)
            self.set_mask(slots, boards.field, board | 1 << at, number)

    def _put_zone(
        self, slots: SlotValues, zone: ZoneSlots, at: int, held: tuple[int, ...]
    ) -> None:
        places = self.packing[1]
        if zone.kind is not None:
            slots[places[zone.kind] + at] = held[0] if held else NONE
            if held:
                self._put_on_board(slots, zone.boards, held[0], at)
        elif zone.items is not None and zone.length is not None:
            slots[places[zone.length] + at] = len(held)
            for place, kind in enumerate(held):
                slots[places[zone.items] + at * max(1, zone.room) + place] = kind
        else:
            assert zone.mask is not None
            self.set_mask(slots, zone.mask, mask_of(held, zone.base), at)
            if zone.counts is not None and zone.total is not None:
                for kind in set(held):
                    place = places[zone.counts] + at * zone.span + kind - zone.base
                    slots[place] = held.count(kind)
                slots[places[zone.total] + at] = len(held)

    def cells(self, slots: tuple[int, ...]) -> tuple[Cell, ...]:
        """Return the zones and variables of a position."""
        places = self.packing[1]
        cells: list[Cell] = []
        for zone in self.lowered.slots.zones:
            cells += self._zones(slots, zone)
        for variable in self.lowered.slots.variables:
            start = places[variable.value]
            cells += _values(variable, slots[start : start + variable.cells])
        return tuple(cells)

    # ------------------------------------------------------------ memories

    def put_memories(self, slots: SlotValues, position: Position) -> None:
        """Write the pictures that memories keep."""
        places = self.packing[1]
        for memory, kept in zip(self.lowered.slots.memories, position.memories, strict=True):
            pictures = [self._words(memory, picture) for picture in kept]
            tags = list(map(tag_of, pictures))
            slots[places[memory.length]] = len(kept)
            marks = places[memory.marks]
            slots[marks : marks + memory.marks.count] = marks_of(tags, memory.marks.count)
            start = places[memory.kept]
            for tag, words in zip(tags, pictures, strict=True):
                slots[start : start + memory.stride] = (tag, *words)
                start += memory.stride

    def _words(self, memory: MemorySlots, picture: Picture) -> tuple[int, ...]:
        """Return the words of a picture: those of a state with nothing else in it."""
        cells = list(self.layout.start)
        pictured = self.layout.pictured[self.lowered.slots.memories.index(memory)]
        for cell, held in zip(pictured, picture, strict=True):
            cells[cell] = held
        slots = self.empty()
        self.put_cells(slots, tuple(cells))
        state = self.packing[0].pack(*slots)
        return tuple(
            word
            for field in memory.words
            for word in struct.unpack_from(f"<{field.count}q", state, field.offset)
        )

    def memories(self, state: bytes) -> tuple[tuple[Picture, ...], ...]:
        """Return what memories keep."""
        return tuple(
            tuple(sorted((self._picture(memory, kept) for kept in found), key=in_order))
            for memory in self.lowered.slots.memories
            for found in (pictures_in(state, memory),)
        )

    def _picture(self, memory: MemorySlots, kept: bytes) -> Picture:
        """Return the cells of a picture from its words, put where they were taken from."""
        state = bytearray(self.packing[0].size)
        at = 0
        for field in memory.words:
            size = field.count * WORD
            state[field.offset : field.offset + size] = kept[at : at + size]
            at += size
        slots = self.packing[0].unpack(bytes(state))
        starts = {field.offset for field in memory.words}
        cells: list[Cell] = []
        for sort, number in memory.memory.of:
            if sort == "zone":
                zone = self.lowered.slots.zones[number]
                if zone.boards is not None and zone.boards.field.offset in starts:
                    on = self._by_boards(slots, zone.boards, zone.cells)
                    cells += [() if kind is None else (kind,) for kind in on]
                else:
                    cells += self._zones(slots, zone)
            else:
                variable = self.lowered.slots.variables[number]
                if variable.boards is not None and variable.boards.field.offset in starts:
                    cells += self._by_boards(slots, variable.boards, variable.cells)
                else:
                    begin = self.packing[1][variable.value]
                    cells += _values(variable, slots[begin : begin + variable.cells])
        return tuple(cells)

    def _by_boards(self, slots: tuple[int, ...], boards: Boards, cells: int) -> list[int | None]:
        found: list[int | None] = [None] * cells
        for number, (value,) in enumerate(boards.values):
            for place in kinds_of(self.mask(slots, boards.field, number), 0):
                found[place] = value
        return found

    def _zones(self, slots: tuple[int, ...], zone: ZoneSlots) -> list[tuple[int, ...]]:
        """Return what lies in each zone of a family; what takes one slot is read in one go."""
        places = self.packing[1]
        if zone.kind is not None:
            start = places[zone.kind]
            kinds = slots[start : start + zone.cells]
            return [() if kind == NONE else (kind,) for kind in kinds]
        is_listed = zone.items is not None and zone.length is not None
        if (
            zone.mask is not None
            and zone.mask.bytes == 8
            and zone.counts is None
            and not is_listed
        ):
            start, base = places[zone.mask], zone.base
            return [kinds_of(mask, base) for mask in slots[start : start + zone.cells]]
        return [self._zone(slots, zone, at) for at in range(zone.cells)]

    def _zone(self, slots: tuple[int, ...], zone: ZoneSlots, at: int) -> tuple[int, ...]:
        """Return what lies in one zone of a family."""
        places = self.packing[1]
        if zone.kind is not None:
            kind = slots[places[zone.kind] + at]
            return () if kind == NONE else (kind,)
        if zone.items is not None and zone.length is not None:
            start = places[zone.items] + at * max(1, zone.room)
            return slots[start : start + slots[places[zone.length] + at]]
        assert zone.mask is not None
        kinds = kinds_of(self.mask(slots, zone.mask, at), zone.base)
        if zone.counts is None:
            return kinds
        start = places[zone.counts] + at * zone.span - zone.base
        return tuple(kind for kind in kinds for _ in range(slots[start + kind]))


def _values(variable: VariableSlots, slots: tuple[int, ...]) -> Iterable[int | None]:
    return map(value_of, slots) if variable.range.maybe else slots


def value_of(slot: int) -> int | None:
    """Return what a slot stands for."""
    return None if slot == NONE else slot


def kinds_of(mask: int, base: int) -> tuple[int, ...]:
    """Return the numbers of the bits of a mask, the lowest of which is `base`."""
    found: list[int] = []
    while mask:
        low = mask & -mask
        found.append(base + low.bit_length() - 1)
        mask ^= low
    return tuple(found)


def _locals_of(layout: FrameLayout) -> tuple[Local, ...]:
    return getattr(layout, "env", ())
