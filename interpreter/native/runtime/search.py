"""Tree search in native code, the same for every game: it calls a game by its addresses.

`interpreter.bots.search` says what is done; here it is done in memory that the caller owns. The
path of an iteration, the legal actions and the row that a playout tells have buffers of their own.
`search(job)` of `shared/search` returns 0, or the code of the fault at which the game's code gave
up. What is kept where:

* `JOB`: 64-bit slots with all that a search reads and writes, in memory that the caller owns.
* A node: the slots of `NODE`, then the total returns of each player, then their delays. Nodes are
  named by their numbers; 0 is the root, and means "none" as a child or sibling.
"""

from __future__ import annotations

from typing import Final

from interpreter.native.runtime.texts import joined, places

NODE: Final = {
    name: at for at, name in enumerate(("action", "child", "sibling", "visits", "available"))
}
"""What every node has, 64 bits each, before its totals."""

CALLED: Final = ("sort", "legal", "chance", "take", "ids", "playouts")
"""The functions of a game that a search calls."""

JOB: Final = {
    name: at
    for at, name in enumerate(
        (
            "nodes", "used", "most", "stride", "count", "first", "seed", "stream", "root",
            "state", "size", "players", "context", "options", "path", "depth", "row", "stop",
            "low", "high", "played", "exploration", "keyed", "logarithms", "ln_2", "draws",
            "mind", "chosen", *CALLED,
        )
    )
}  # fmt: skip
"""The slots of a job.

`played`: whether `low` and `high`, of the returns so far, are known. `mind` and `draws` are of the
iteration under way: from which stream it draws numbers, and how many it drew.
"""

_LONGEST: Final = 4095
"""Up to where the length of a line counts."""

_FILES: Final = (
    "game/numbers", "game/outcomes", "shared/search_nodes", "shared/search_choices",
    "shared/search",
)  # fmt: skip


def search() -> str:
    """Return the text of the search."""
    nodes = places("node", (*NODE, "totals"))
    return joined(_FILES, {**places("job", JOB), **nodes, "LONGEST": _LONGEST})
