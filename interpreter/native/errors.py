"""Why native code may not hold a game."""

from __future__ import annotations

from rulelang.core.intervals import TooWideError


class NotCompilableError(TooWideError):
    """Native code cannot hold this game; the reference engine plays it."""
