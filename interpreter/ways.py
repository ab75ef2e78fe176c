"""How play came to a state, where that is not said by the state before it itself."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from threading import RLock
from typing import Generic, Protocol, Self, TypeVar
from weakref import ref


class Walker(Protocol):
    """What one can go on from."""

    def child(self, action: int, /) -> Self:
        """Return what follows an action or an outcome."""
        ...

    @property
    def action(self) -> int | None:
        """The action or outcome that led here."""
        ...

    @property
    def came(self) -> Self | Numbered[Self] | Found[Self] | None:
        """How play came here."""
        ...


W = TypeVar("W", bound=Walker)

_WALKING = RLock()
"""Two threads that ask for one way get the same states."""


class Numbered(Generic[W]):
    """Where play began, and the numbers of what was chosen since.

    Whoever holds one of its states gets the same ones again.
    """

    __slots__ = ("_state", "numbers", "start")

    def __init__(self, start: W, numbers: Sequence[int], state: ref[W]) -> None:
        """Begin at `start`. `state`: the one that the numbers lead to."""
        self.start = start
        self.numbers = numbers
        self._state = state

    def walked(self) -> W:
        """Return the state that the numbers lead to."""
        with _WALKING:
            known = self._state()
            if known is None:
                known = self.start
                for number in self.numbers:
                    known = known.child(number)
                self._state = ref(known)
        return known


class Found(Generic[W]):
    """A way that is found when somebody asks: who searches onwards never does."""

    __slots__ = ("_find", "_state")

    def __init__(self, find: Callable[[], W]) -> None:
        """Ask `find` once, when the state is wanted."""
        self._find = find
        self._state: W | None = None

    def walked(self) -> W:
        """Return the state that was found."""
        with _WALKING:
            if self._state is None:
                self._state = self._find()
        return self._state


def shortened(last: W) -> Numbered[W]:
    """Return the way to a state in numbers, from the start of it that is known as a state."""
    numbers, at = array("q"), last
    while at.action is not None and isinstance(at.came, type(last)):
        numbers.append(at.action)
        at = at.came
    start = at
    if at.action is not None and isinstance(at.came, Numbered):
        start = at.came.start
        numbers.extend((at.action, *reversed(at.came.numbers)))
    numbers.reverse()
    return Numbered(start, numbers, ref(last))
