"""What of a flat state counts: what two states share exactly where they are one position.

A flat state also holds what is derived (boards) and what nothing reads any more (slots of loops
that are over, the end of a row that became shorter). What counts follows from where control is,
which the layouts in `frames` say.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from functools import cached_property, reduce
from operator import or_
from typing import TypeAlias, assert_never

import attrs

from interpreter.native.ir.nodes import NONE, Field
from interpreter.native.memory.frames import (
    ActingFrame,
    ChoosingFrame,
    DrawingFrame,
    EachFrame,
    Fixed,
    FrameLayout,
    Listed,
    Local,
    MeanwhileFrame,
    RepeatingFrame,
    RollingFrame,
    Site,
    TurningFrame,
)
from interpreter.native.memory.lowered import PLAY, SETUP, Lowered
from interpreter.native.memory.slots import WORD, MemorySlots, ZoneSlots

Uneven: TypeAlias = EachFrame | RollingFrame | ChoosingFrame
"""Frame layouts of which other fields say how much of an array counts."""


@attrs.frozen
class _Counting:
    """What counts at one place of control: some bytes, and the frames that say what else.

    `frames`: the bytes among them that say what is still to do, clocks aside.
    """

    mask: int
    frames: int
    layouts: tuple[Uneven, ...]


@attrs.define(slots=False, eq=False)
class Canonical:
    """Makes the canonical keys of the flat states of one game instance."""

    lowered: Lowered
    _known: dict[tuple[int, ...], _Counting] = attrs.Factory(dict)

    def key(self, state: bytes) -> Hashable:
        """Return what equal positions (clocks included) share, and others do not."""
        control, counting = self._counted(state)
        rows = self._lying_in_rows(state)
        steady = int.from_bytes(state, "little") & counting.mask
        kept = [sorted(pictures_in(state, memory)) for memory in self.lowered.slots.memories]
        return control, steady, *rows, *map(tuple, kept), *_uneven(state, counting.layouts)

    def control_key(self, state: bytes) -> Hashable:
        """Return what states share where the same things are still to do, clocks aside."""
        control, counting = self._counted(state)
        steady = int.from_bytes(state, "little") & counting.frames
        return control, steady, *_uneven(state, counting.layouts)

    def cells_key(self, state: bytes) -> Hashable:
        """Return what states share where the same lies in every zone and variable."""
        steady = int.from_bytes(state, "little") & self._mask_of_cells
        return steady, *self._lying_in_rows(state)

    def _counted(self, state: bytes) -> tuple[tuple[int, ...], _Counting]:
        control, sites = self._control(state)
        counting = self._known.get(control)
        if counting is None:
            counting = self._known[control] = self._counting(control, sites)
        return control, counting

    def holding(
        self, needs: Mapping[frozenset[int], Mapping[int, int]]
    ) -> Callable[[bytes], bool]:
        """Return what asks a state whether some zone cells together hold at least some kinds."""
        cells = sorted(frozenset[int]().union(*needs))
        places = [self._places[cell] for cell in cells]
        asked = [
            (
                [cells.index(cell) for cell in among],
                sum(1 << kind for kind in kinds),
                [
                    (
                        copies,
                        [(cells.index(cell), *self._counted_at(cell, kind)) for cell in among],
                    )
                    for kind, copies in kinds.items()
                    if copies > 1
                ],
            )
            for among, kinds in needs.items()
        ]

        def holds(state: bytes) -> bool:
            lying = [_lying(state, zone, at) for zone, at in places]
            for among, wanted, several in asked:
                found = 0
                for place in among:
                    found |= lying[place]
                if found & wanted != wanted:
                    return False
                for copies, counted in several:
                    missing = copies
                    for place, bit, count in counted:
                        if lying[place] & bit:
                            missing -= 1 if count is None else count(state)
                    if missing > 0:
                        return False
            return True

        return holds

    def _counted_at(self, cell: int, kind: int) -> tuple[int, Callable[[bytes], int] | None]:
        """Return the bit of a kind that lies in a zone cell, and what counts copies there.

        Without the latter there is never more than one.
        """
        zone, at = self._places[cell]
        bit = 1 << kind
        if zone.counts is not None:
            begin = zone.counts.offset + (at * zone.span + kind - zone.base) * zone.counts.bytes
            end = begin + zone.counts.bytes
            return bit, lambda state: int.from_bytes(state[begin:end], "little")
        items, length = zone.items, zone.length
        if items is None or length is None:
            return bit, None
        first = at * max(1, zone.room)
        return bit, lambda state: sum(
            _read(state, items, place) == kind
            for place in range(first, first + _read(state, length, at))
        )

    # ------------------------------------------------------------ where control is

    def _control(self, state: bytes) -> tuple[tuple[int, ...], tuple[Site, ...]]:
        """Return the numbers that say where control is, and the sites from the top down."""
        control = self.lowered.control
        pc = _read(state, self.lowered.pc)
        numbers, sites = [pc], list[Site]()
        site = control.points[pc - 1].site if pc else None
        while site is not None:
            sites.append(site)
            first = site.layouts[0] if site.layouts else None
            if isinstance(first, ActingFrame):
                numbers.append(_read(state, first.point))
                site = control.points[numbers[-1] - 1].site
            elif site.coroutine not in (SETUP, PLAY):
                call = control.coroutines[site.coroutine].call
                assert call is not None, "effects are called"
                numbers.append(_read(state, call))
                site = control.sites[numbers[-1]]
            else:
                site = None
        return tuple(numbers), tuple(sites)

    def _counting(self, control: tuple[int, ...], sites: tuple[Site, ...]) -> _Counting:
        layouts = tuple(layout for site in sites for layout in site.layouts)
        frames = {field for layout in layouts for field in _fields(layout)}
        clocks = {field for layout in layouts for field in _clocks(layout)}
        over = {self.lowered.returns} if control == (0,) else set[Field]()
        return _Counting(
            sum(map(_bytes, frames | clocks | over | set(self._cells))),
            sum(map(_bytes, frames)),
            tuple(layout for layout in layouts if isinstance(layout, Uneven)),
        )

    # ------------------------------------------------------------ what lies where

    @cached_property
    def _cells(self) -> tuple[Field, ...]:
        """The fields that hold zones and variables, the items of rows aside."""
        zones = (
            field
            for zone in self.lowered.slots.zones
            for field in (zone.kind, zone.mask, zone.counts, zone.length)
            if field is not None
        )
        return (*zones, *(variable.value for variable in self.lowered.slots.variables))

    @cached_property
    def _mask_of_cells(self) -> int:
        return sum(map(_bytes, set(self._cells)))

    def _lying_in_rows(self, state: bytes) -> list[bytes]:
        """Return the items of each row, as far as it goes."""
        return [
            state[items : items + width * int.from_bytes(state[begin:end], "little")]
            for begin, end, items, width in self._rows
        ]

    @cached_property
    def _rows(self) -> tuple[tuple[int, int, int, int], ...]:
        """Where for each row the bytes of its length begin and end, its items, and their width."""
        return tuple(
            (
                zone.length.offset + at * zone.length.bytes,
                zone.length.offset + (at + 1) * zone.length.bytes,
                zone.items.offset + at * max(1, zone.room) * zone.items.bytes,
                zone.items.bytes,
            )
            for zone in self.lowered.slots.zones
            if zone.items is not None and zone.length is not None
            for at in range(zone.cells)
        )

    @cached_property
    def _places(self) -> tuple[tuple[ZoneSlots, int], ...]:
        """For each zone cell of a position, its family and its place there."""
        zones = self.lowered.slots.zones
        return tuple((zone, at) for zone in zones for at in range(zone.cells))


def _uneven(state: bytes, layouts: tuple[Uneven, ...]) -> Iterator[bytes | int]:
    """Yield what counts where other fields say how much of an array does."""
    for layout in layouts:
        match layout:
            case EachFrame():
                start, end = _read(state, layout.at), _read(state, layout.length)
                yield end - start
                for _, array in layout.items:
                    yield _stretch(state, array, start, end)
            case RollingFrame():
                done = _read(state, layout.done)
                yield _stretch(state, layout.dice, done, _read(state, layout.count))
                yield _stretch(state, layout.faces, 0, done)
            case ChoosingFrame():
                asks = layout.left is None or _read(state, layout.left) != 0
                for digits in layout.last if asks else ():
                    picked = bool(digits) and _read(state, digits[0]) >= 0
                    yield b"".join([_stretch(state, d, 0, int(picked)) for d in digits])
            case _:
                assert_never(layout)


def pictures_in(state: bytes, memory: MemorySlots) -> Iterator[bytes]:
    """Yield the words of the pictures that a memory keeps, tags aside."""
    size = memory.stride * WORD
    for at in range(_read(state, memory.length)):
        begin = memory.kept.offset + at * size
        yield state[begin + WORD : begin + size]


def _lying(state: bytes, zone: ZoneSlots, at: int) -> int:
    """Return a mask with a bit for each kind that lies in a zone."""
    if zone.mask is not None:
        begin = zone.mask.offset + at * zone.mask.bytes
        return int.from_bytes(state[begin : begin + zone.mask.bytes], "little") << zone.base
    if zone.kind is not None:
        kind = _read(state, zone.kind, at)
        return 0 if kind == NONE else 1 << kind
    assert zone.items is not None, "what is neither a set nor a `one` is a row"
    assert zone.length is not None, "rows have a length"
    start = at * max(1, zone.room)
    end = start + _read(state, zone.length, at)
    return reduce(or_, [1 << _read(state, zone.items, place) for place in range(start, end)], 0)


def _read(state: bytes, field: Field, at: int = 0) -> int:
    """Return a slot; masks and numbers alike, as bytes that hold a number below 0 do."""
    begin = field.offset + at * field.bytes
    return int.from_bytes(state[begin : begin + field.bytes], "little", signed=field.bytes <= 8)


def _stretch(state: bytes, field: Field, start: int, end: int) -> bytes:
    """Return slots `start` to below `end`, as they lie there."""
    return state[field.offset + start * field.bytes : field.offset + end * field.bytes]


def _bytes(field: Field) -> int:
    """Return the mask of all bytes of a field."""
    return (1 << 8 * field.bytes * field.count) - 1 << 8 * field.offset


def _fields(layout: FrameLayout) -> Iterator[Field]:
    """Yield the fields of a frame layout that count whatever they hold."""
    for local in getattr(layout, "env", ()):
        yield from _field(local)
    match layout:
        case TurningFrame():
            yield from (layout.player, layout.upcoming)
            if layout.counted:
                yield layout.done
        case RepeatingFrame(clock=False):
            yield layout.rounds
        case ChoosingFrame(left=Field() as left, done=False):
            yield left
        case DrawingFrame():
            yield from (layout.left, layout.source[1], layout.target[1])
        case RollingFrame():
            yield layout.cell[1]
        case MeanwhileFrame():
            yield from (layout.actor, layout.left)
        case _:
            pass


def _clocks(layout: FrameLayout) -> Iterator[Field]:
    """Yield the field of a frame layout that is its clock."""
    match layout:
        case TurningFrame(counted=False):
            yield layout.done
        case RepeatingFrame(clock=True):
            yield layout.rounds
        case _:
            pass


def _field(local: Local) -> Iterator[Field]:
    if not isinstance(local, Fixed):
        yield local.field
    if isinstance(local, Listed):
        yield local.length
