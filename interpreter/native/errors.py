"""Why native code may not hold a game."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rulelang.core.intervals import TooWideError
from rulelang.source import Span


class NotCompilableError(TooWideError):
    """Native code cannot hold this game; the reference engine plays it."""


@contextmanager
def placed(span: Span) -> Iterator[None]:
    """Let a refusal within say where it stands, unless it knows better."""
    try:
        yield
    except TooWideError as reason:
        reason.stands_at(span)
        raise


def too_many(what: str, cost: int, limit: int, mend: str) -> NotCompilableError:
    """Return a refusal of what goes beyond a limit.

    >>> too_many("bytes of the state", 2_000, 1_000, "keep less").why
    'up to 2,000 bytes of the state; native code holds 1,000'
    """
    return NotCompilableError(f"up to {cost:,} {what}; native code holds {limit:,}", mend)
