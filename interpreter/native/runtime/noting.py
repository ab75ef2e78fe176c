"""Noting which rules are reached: bytes for each site, beside the state."""

from __future__ import annotations

from interpreter.native.runtime.texts import joined


def noting(count: int) -> str:
    """Return the functions that note so many sites: `game/noting`."""
    return joined(("game/noting",), {"sites": count, "noted_bytes": 2 * count})
