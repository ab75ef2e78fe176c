"""What the engine says at a state of a game, as texts: what can happen, what lies where.

The number of an action means the same wherever it is legal, so its text is made once for a
`Reader`. The same holds for how a cell is written: what lies as it lay is not written anew.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache

import attrs

from interpreter.game import Game
from interpreter.labels import label
from interpreter.native_state import NativeState
from interpreter.position import Cell, Drawing, Rolling
from interpreter.state import State
from rulelang import core
from rulelang.rule_types import Flag, Maybe, Number, Type

share = cache(Fraction)
"""The same few probabilities come again and again."""


@attrs.define(eq=False)
class Reader:
    """Reads the states of one game, whichever engine plays it."""

    game: Game
    _writers: tuple[Callable[[Cell], object], ...] = attrs.field(
        default=attrs.Factory(lambda self: _writers(self.game), takes_self=True)
    )
    _texts: dict[int, str] = attrs.field(factory=dict)
    _of_kinds: dict[int, bool] = attrs.field(factory=dict)
    _held: tuple[Cell, ...] = ()
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
        if isinstance(state, NativeState):
            listed = state.engine.native.outcomes(state.flat)
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
        if not isinstance(state, NativeState):
            return isinstance(state.position.control[-1], Drawing | Rolling)
        pc = state.engine.codec.lowered.pc
        point = int.from_bytes(state.flat[pc.offset : pc.offset + pc.bytes], "little")
        known = self._of_kinds.get(point)
        if known is None:
            known = isinstance(state.position.control[-1], Drawing | Rolling)
            self._of_kinds[point] = known
        return known

    # ------------------------------------------------------------ what lies where

    def cells(self, state: State) -> dict[str, object]:
        """Return what lies where, and the variables, by name; good until it is asked again."""
        if isinstance(state, NativeState):
            codec = state.engine.codec
            held = codec.cells(codec.packing[0].unpack(state.flat))
        else:
            held = state.position.cells
        layout, cells, before = self.game.layout, self._cells, self._held
        for at, cell in enumerate(held):
            if not before or cell != before[at]:
                cells[layout.names[at]] = self._writers[at](cell)
        self._held = held
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
