"""Parts that Ctrl-C cut short are none of a whole: what there was of them would pass for all."""

from __future__ import annotations

from typing import Protocol, TypeVar


class Interruptible(Protocol):
    """What keeps what was done when Ctrl-C came."""

    @property
    def interrupted(self) -> bool:
        """Whether it did."""


_Part = TypeVar("_Part", bound=Interruptible)


def whole(part: _Part) -> _Part:
    """Return a part of what counts only as a whole.

    Raises:
        KeyboardInterrupt: it was cut short.
    """
    if part.interrupted:
        raise KeyboardInterrupt
    return part
