"""Positions of redeals, put on the engine that plays their game."""

from __future__ import annotations

from interpreter.engines.native import NativeEngine
from interpreter.game import Game
from interpreter.position import Position
from interpreter.state import State


class Holder:
    """Turns states into those of the engine that plays their game.

    To write a position down takes longer than to play from it, so each is written once. The states
    know no way back.
    """

    def __init__(self, game: Game) -> None:
        engine = game.native()
        self._engine = None if engine is None else NativeEngine(engine, game.layout)
        self._known: dict[int, tuple[Position, State]] = {}

    def state(self, state: State) -> State:
        """Return the state on the engine of its game, where it has such a point."""
        if self._engine is None or state.held.compiled is not None:
            return state
        plain = state.held.plain
        known = self._known.get(id(plain.position))
        if known is None:
            bare = State.of(state.game, self._engine.held(plain))
            known = plain.position, bare
            self._known[id(plain.position)] = known
        return known[1]
