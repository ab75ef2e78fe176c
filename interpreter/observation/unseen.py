"""What stands for what an observer does not know.

The reference evaluates expressions over it. Whatever would look at it raises `Unknown`, so a value
that comes out is one that he can work out himself.
"""

from __future__ import annotations

from typing import Never, Self, SupportsIndex, overload

from interpreter.position import Cell

_NOWHERE = -(10**12)  # as an index it is outside of everything: an IndexError


class Unknown(Exception):
    """The observer does not know what is asked for."""


class Unseen(int):
    """A component, or the value of a local, that the observer does not know."""

    def __new__(cls) -> Self:
        """Return one more; each is equal to itself alone."""
        return super().__new__(cls, _NOWHERE)

    def _asked(self, *_other: object) -> Never:
        raise Unknown

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _asked
    __hash__ = __bool__ = __str__ = __repr__ = __format__ = _asked
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _asked
    __mod__ = __rmod__ = __floordiv__ = __rfloordiv__ = __neg__ = __abs__ = _asked


def unseen(amount: int) -> tuple[int, ...]:
    """Return so many things that are not known."""
    return tuple([Unseen() for _ in range(amount)])


class Cells(list[Cell]):
    """Cells of which some variables are not seen: an `Unseen` that raises when it is read."""

    @overload
    def __getitem__(self, at: SupportsIndex) -> Cell: ...
    @overload
    def __getitem__(self, at: slice) -> list[Cell]: ...
    def __getitem__(self, at: SupportsIndex | slice) -> Cell | list[Cell]:
        """Return what a cell holds.

        Raises:
            Unknown: it is a variable that the observer does not see.
        """
        found = super().__getitem__(at)
        if isinstance(found, Unseen):
            raise Unknown
        return found
