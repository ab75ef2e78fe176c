"""The protocol of engines: a position as an engine holds it, and what it says of it.

Who wants more than this, for playouts or trees in native memory, asks a position how compiled code
has it (`Held.compiled`, `bytes_of`), and goes on without that where no such code plays.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Protocol

from interpreter.reference.events import Event
from interpreter.reference.held import PlainHeld

if TYPE_CHECKING:
    from interpreter import native


class Held(Protocol):
    """A position as an engine holds it. What is said of it never changes."""

    @property
    def plain(self) -> PlainHeld:
        """The same position as the reference holds it: texts, views and refusals read that."""
        ...

    @property
    def compiled(self) -> Compiled | None:
        """The same position, where compiled code holds it; None where an engine has none."""
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


class Compiled(Held, Protocol):
    """A position that compiled code holds."""

    @property
    def flat(self) -> bytes:
        """Its bytes: equal ones are one position, others may be, too."""
        ...

    @property
    def engine(self) -> native.Engine:
        """The code of the game, and how its bytes are read."""
        ...

    def beside(self, flat: bytes) -> Held:
        """Return other bytes of the same engine."""
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


def bytes_of(held: Held, engine: native.Engine) -> bytes | None:
    """Return a position as the code of its game has it; None where that has no such point."""
    compiled = held.compiled
    return engine.codec.encode(held.plain.position) if compiled is None else compiled.flat
