"""Search trees over states of play: in native memory where there is native code."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from interpreter.bots.search import DEPTH, PlainTree, Settings, Tree, Tried, logarithms
from interpreter.state import State

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.native import Engine


class GaveUpError(Exception):
    """Native code came to a fault or a bound; the reference can say what there is."""


class FlatTree:
    """The tree in native memory."""

    def __init__(self, engine: Engine, settings: Settings) -> None:
        from interpreter.native import Limits, NativeTree  # noqa: PLC0415 - LLVM is late

        cut = settings.horizon
        limits = Limits(settings.exploration, settings.nodes, DEPTH, settings.keyed, cut)
        self._engine = engine
        self._tree = NativeTree(engine.native, settings.seed, limits, logarithms())

    def grow(self, state: State, count: int) -> None:
        """Do so many iterations more, from a native state that may be the true one.

        Raises:
            GaveUpError: native code gave up; the tree means nothing then.
        """
        held = state.held.compiled
        if held is None or self._tree.grow(held.flat, count):
            raise GaveUpError

    def tried(self) -> tuple[Tried, ...]:
        """Return the actions tried at the root, by ascending id."""
        scale = self._engine.codec.lowered.scale
        return tuple(
            Tried(
                number,
                visits,
                tuple(Fraction(total, scale) for total in totals),
                tuple(Fraction(delay, scale) for delay in delays),
            )
            for number, visits, totals, delays in self._tree.tried()
        )


def planted(game: Game, settings: Settings) -> Tree:
    """Return a tree without iterations for a game.

    >>> from interpreter import load
    >>> start = load("tic_tac_toe").start()
    >>> tree = planted(start.game, Settings(seed=1))
    >>> tree.grow(start, 100)
    >>> sum(action.visits for action in tree.tried())
    100
    """
    engine = game.native()
    return PlainTree(len(game.players), settings) if engine is None else FlatTree(engine, settings)
