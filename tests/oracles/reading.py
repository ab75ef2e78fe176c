"""What the engine says at a state of a game, as texts: what can happen, what lies where.

The number of an action means the same wherever it is legal, so its text is made once for a
`Reader`. The same holds for how a cell is written: what lies as it lay is not written anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache, cached_property
from operator import itemgetter
from typing import TypeAlias

import attrs

from interpreter.engines.native import NativeHeld
from interpreter.game import Game
from interpreter.labels import label
from interpreter.native.memory.cells import StateSlots, value_of
from interpreter.native.memory.slots import VariableSlots, ZoneSlots
from interpreter.position import Cell, Drawing, Rolling
from interpreter.state import State
from rulelang import core
from rulelang.rule_types import Flag, Maybe, Number, Type

Bytes: TypeAlias = Callable[[bytes], object]

share = cache(Fraction)
"""The same few probabilities come again and again."""


class Changed(StateSlots):
    """Reads the cells of flat states whose bytes are not as they were."""

    def cells_since(self, before: bytes | None, flat: bytes) -> Iterator[tuple[int, Cell]]:
        """Yield by number what lies in the cells that changed; None before: in all."""
        slots = self.packing[0].unpack(flat)
        for family, whole, ones in self._parts:
            if before is None:
                changed: Iterable[int] = range(family.cells)
            elif whole(flat) == whole(before):
                continue
            else:
                changed = [at for at, one in enumerate(ones) if one(flat) != one(before)]
            for at in changed:
                yield family.first + at, self._cell(slots, family, at)

    def _cell(self, slots: tuple[int, ...], family: ZoneSlots | VariableSlots, at: int) -> Cell:
        if isinstance(family, ZoneSlots):
            return self._zone(slots, family, at)
        return value_of(slots[self.packing[1][family.value] + at])

    @cached_property
    def _parts(self) -> list[tuple[ZoneSlots | VariableSlots, Bytes, list[Bytes]]]:
        """Each family with what takes its bytes from a state, and those of each of its cells."""
        slots = self.lowered.slots
        families: list[ZoneSlots | VariableSlots] = [*slots.zones, *slots.variables]
        return [
            (family, _bytes(family, None), [_bytes(family, at) for at in range(family.cells)])
            for family in families
        ]


def _bytes(family: ZoneSlots | VariableSlots, at: int | None) -> Bytes:
    """Return what takes the bytes of a cell of a family from a state; None: of all its cells."""
    if isinstance(family, ZoneSlots):
        every = (
            family.kind,
            family.length,
            family.items,
            family.mask,
            family.counts,
            family.total,
        )
        fields = [field for field in every if field is not None]
    else:
        fields = [family.value]
    parts: list[slice] = []
    for field in fields:
        size = field.bytes * field.count
        width = size if at is None else size // family.cells
        start = field.offset + (at or 0) * width
        parts.append(slice(start, start + width))
    return itemgetter(*parts)


@attrs.define(eq=False)
class Reader:
    """Reads the states of one game, whichever engine plays it."""

    game: Game
    _writers: tuple[Callable[[Cell], object], ...] = attrs.field(
        default=attrs.Factory(lambda self: _writers(self.game), takes_self=True)
    )
    _texts: dict[int, str] = attrs.field(factory=dict)
    _of_kinds: dict[int, bool] = attrs.field(factory=dict)
    _flat: bytes | None = None
    _changed: Changed = attrs.field(init=False)
    _cells: dict[str, object] = attrs.field(factory=dict)

    # ------------------------------------------------------------ what can happen

    def options(self, state: State) -> dict[str, int]:
        """Return the legal actions by their texts, each with its number."""
        texts = self._texts
        try:
            return {texts[number]: number for number in state.legal_ids}
        except KeyError:
            texts |= {action.id: str(action) for action in state.legal_actions}
            return {texts[number]: number for number in state.legal_ids}

    def outcomes(self, state: State) -> tuple[dict[str, int], dict[str, Fraction]]:
        """Return what chance can do by its texts, each with its number; and how likely it is."""
        if isinstance(state.held, NativeHeld):
            listed = state.held.outcomes
            whole = sum(weight for _, weight in listed)
            chances = [(outcome, share(weight, whole)) for outcome, weight in listed]
        else:
            chances = list(state.chance_outcomes)
        kinds = self.game.spec.kinds if self._is_of_kinds(state) else None
        texts = [kinds[outcome].label if kinds else str(outcome) for outcome, _ in chances]
        named = {text: outcome for text, (outcome, _) in zip(texts, chances, strict=True)}
        return named, {text: weight for text, (_, weight) in zip(texts, chances, strict=True)}

    def _is_of_kinds(self, state: State) -> bool:
        """Return whether chance decides between components: of a draw or a roll, not numbers."""
        if not isinstance(state.held, NativeHeld):
            return isinstance(state.position.control[-1], Drawing | Rolling)
        pc = state.held.engine.codec.lowered.pc
        point = int.from_bytes(state.held.flat[pc.offset : pc.offset + pc.bytes], "little")
        known = self._of_kinds.get(point)
        if known is None:
            known = isinstance(state.position.control[-1], Drawing | Rolling)
            self._of_kinds[point] = known
        return known

    # ------------------------------------------------------------ what lies where

    def cells(self, state: State) -> dict[str, object]:
        """Return what lies where, and the variables, by name; good until it is asked again."""
        held: Iterable[tuple[int, Cell]]
        if isinstance(state.held, NativeHeld):
            if self._flat is None:
                codec = state.held.engine.codec
                self._changed = Changed(codec.lowered, codec.layout)
            held = self._changed.cells_since(self._flat, state.held.flat)
            self._flat = state.held.flat
        else:
            held = enumerate(state.position.cells)
            self._flat = None
        names, writers, cells = self.game.layout.names, self._writers, self._cells
        for at, cell in held:
            cells[names[at]] = writers[at](cell)
        return cells


def _writers(game: Game) -> tuple[Callable[[Cell], object], ...]:
    """Return for each cell what writes it."""
    layout, spec = game.layout, game.spec
    labels = [kind.label for kind in spec.kinds]

    def row(cell: Cell) -> object:
        assert isinstance(cell, tuple)
        return [labels[kind] for kind in cell]

    def bag(cell: Cell) -> object:
        assert isinstance(cell, tuple)
        return sorted([labels[kind] for kind in cell])

    zones = (row if zone.shape == "row" else bag for zone in layout.zone_of)
    return (*zones, *(_variable(variable.type, spec) for variable in layout.variable_of))


def _variable(kind: Type, spec: core.Spec) -> Callable[[Cell], object]:
    kind = kind.of if isinstance(kind, Maybe) else kind
    match kind:
        case Number():
            return lambda cell: cell
        case Flag():
            return lambda cell: None if cell is None else bool(cell)
        case _:
            return lambda cell: None if cell is None else label(cell, kind, spec)
