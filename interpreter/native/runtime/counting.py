"""Counting playouts in native code, the same for every game: it calls a game by its address.

`count(job)` of `shared/counting` plays the playouts of a `JOB`, which is memory that the caller
owns, and returns how many came to their end. It stops where it is told to, and at a playout that
gives up: `fault` is its code then, and nothing of it is counted.
"""

from __future__ import annotations

from typing import Final

from interpreter.native.runtime.texts import ROW, joined, places

JOB: Final = {
    name: at
    for at, name in enumerate(
        (
            "playouts", "begin", "context", "asked", "seed", "first", "stop", "players",
            "rows", "lengths", "chances", "ends", "index", "mask",
            "fault", "found", "choices", "chance_points", "branches", "widest", "least", "most",
        )
    )
}  # fmt: skip
"""The slots of a job, 64 bits each.

`playouts`: the game's function; what it is told follows. `rows`: room for what `BLOCK` playouts
tell. `lengths` and `chances`: for each playout, its choices of players and chance points. `ends`:
for each tuple of returns, in the order of coming, how often it came and the returns. `index`: for
each hash by `mask` the number of an entry of `ends`, from 1, or 0.

What is told: `found` is the number of entries of `ends`; `choices`, `chance_points`, `branches`
and `widest` are the figures of all playouts; `least` and `most` choices in one.
"""

BLOCK: Final = 256
"""Playouts in a row; what they tell stays in the processor's nearest cache."""

BEFORE: Final = ROW["row.returns"]
"""Figures that a playout tells before its returns."""


def counting() -> str:
    """Return the text of what counts."""
    return joined(("shared/counting",), {**places("job", JOB), "BLOCK": BLOCK})
