"""The protocol of engines: a position as an engine holds it, and what it says of it.

Who asks for more than this, for playouts or trees in native memory, asks `interpreter.engines.
native` for the bytes of a position, and goes on without them where there are none.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Protocol

from interpreter.reference.events import Event
from interpreter.reference.held import PlainHeld


class Held(Protocol):
    """A position as an engine holds it. What is said of it never changes."""

    @property
    def plain(self) -> PlainHeld:
        """The same position as the reference holds it: texts, views and refusals read that."""
        ...

    @property
    def events(self) -> tuple[Event, ...] | None:
        """What happened on the way here; None where the engine does not tell."""
        ...

    @property
    def sort(self) -> int:
        """What is waited for: `END` nothing, `PLAYER` a choice, `CHANCE_POINT` an outcome."""
        ...

    @property
    def actor(self) -> int:
        """Who is to decide: a player, `CHANCE` or `TERMINAL`."""
        ...

    @property
    def legal_ids(self) -> tuple[int, ...]:
        """The numbers of the legal actions, ascending; () where no player is to choose."""
        ...

    @property
    def outcomes(self) -> tuple[tuple[int, int], ...]:
        """The outcomes of chance, ascending, each with its weight; () elsewhere."""
        ...

    @property
    def key(self) -> Hashable:
        """What this engine's holds of one position share, clocks included, and others do not."""
        ...

    @property
    def control_key(self) -> Hashable:
        """What they share where the same things are still to do, clocks aside."""
        ...

    @property
    def cells_key(self) -> Hashable:
        """What they share where the same lies in every zone and variable, and others do not."""
        ...

    def takes(self, number: int) -> bool:
        """Return whether a number is a legal action, or an outcome of the chance point."""
        ...

    def step(self, number: int) -> Held:
        """Return what follows a number that `takes` agrees to.

        Raises:
            RuleFault: the rules do what they must not do.
            BudgetExceeded: they come to no choice, chance or end.
        """
        ...

    def likewise(self, other: PlainHeld) -> Held:
        """Return another position as this engine holds it; `other` where it has no such point."""
        ...

    def forget(self) -> bool:
        """Drop what is found out again when it is asked for; return whether there was any."""
        ...


class Engine(Protocol):
    """Who plays a game."""

    def begin(self) -> Held:
        """Return the first choice point, chance point or end.

        Raises:
            RuleFault: the set-up does what rules must not do.
            BudgetExceeded: it does not come to an end.
        """
        ...
