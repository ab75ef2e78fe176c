"""A place where what is made of this package's own files may be kept, if somebody lends one.

The front end writes nothing by itself. Whoever has a place for such things lends it; what is kept
there is found again by all that it was made from, and is made anew where it is not found.
"""

from __future__ import annotations

from typing import Protocol


class Place(Protocol):
    """Somewhere to keep things by their names; reading and writing never fail."""

    def key_of(self, *parts: str) -> str:
        """Return a name for what is made from these texts."""

    def read(self, name: str) -> bytes | None:
        """Return what is kept under a name; None where there is nothing that can be trusted."""

    def write(self, name: str, entry: bytes) -> None:
        """Keep something, if that can be."""


_lent: list[Place] = []


def lend(place: Place) -> None:
    """Lend a place, instead of that which was lent before."""
    _lent[:] = [place]


def lent() -> Place | None:
    """Return the place that was lent; None where nobody did."""
    return _lent[0] if _lent else None
