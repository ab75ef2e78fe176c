"""What steered plays reach of the rules: they are gone through again by code that notes it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING

import attrs

from interpreter.facts.coverage_points import Point
from interpreter.faults import BudgetExceeded
from interpreter.game import Game
from interpreter.measuring.watching import Watch

if TYPE_CHECKING:
    from interpreter.native import NativeWatch

_SLOWER = 20
"""How many steps of native code take as long as one of the reference, about."""


@attrs.frozen(eq=False, slots=False)
class Watches:
    """Both engines, going through plays of one game again."""

    game: Game

    @cached_property
    def _native(self) -> NativeWatch | None:
        if self.game.engine != "native":
            return None
        from interpreter.native import find_watch  # noqa: PLC0415 - LLVM loads late

        return find_watch(self.game)

    @cached_property
    def _plain(self) -> Watch:
        return Watch(self.game.spec)

    def replay(self, history: Sequence[int]) -> int:
        """Go through a play again; return how many steps of native code that was worth."""
        if self._native is not None and self._native.replay(history):
            return len(history)
        with suppress(BudgetExceeded):  # native code may go through more than the reference
            self._plain.replay(history)
        return _SLOWER * len(history)

    def reached(self) -> frozenset[Point]:
        """Return what was reached so far; an engine that went through nothing is not made."""
        made = (vars(self).get(name) for name in ("_native", "_plain"))
        return frozenset(point for watch in made if watch is not None for point in watch.reached())
