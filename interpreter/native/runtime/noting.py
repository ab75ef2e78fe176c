"""Noting which rules are reached: bytes for each coverage point, beside the state."""

from __future__ import annotations

from interpreter.native.runtime.texts import joined


def noting(count: int) -> str:
    """Return the functions that note so many coverage points: `game/noting`."""
    return joined(("game/noting",), {"points": count, "noted_bytes": 2 * count})
