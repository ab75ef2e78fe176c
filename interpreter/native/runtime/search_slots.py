"""What a tree search in LLVM's text keeps where, and how its text reads it.

* `JOB`: 64-bit slots with all that a search reads and writes, in memory that the caller owns.
* A node: the slots of `NODE`, then the total returns of each player, then their delays. Nodes are
  named by their numbers; 0 is the root, and means "none" as a child or sibling.
"""

from __future__ import annotations

from typing import Final

from interpreter.native.emit.text import PREFIX
from interpreter.native.runtime.memory_text import word, words

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

NO_ROOM: Final = -1
"""In place of a node's number."""

SEARCH: Final = PREFIX + "search_"
"""How the functions of the search begin."""

_POINTERS: Final = (
    "nodes", "root", "state", "context", "options", "path", "row", "stop", "low", "high",
    "logarithms", *CALLED,
)  # fmt: skip
_KINDS: Final = {"exploration": "double", "ln_2": "double", **dict.fromkeys(_POINTERS, "ptr")}


def slots(*names: str) -> str:
    """Return the lines that read slots of the job `%job` into registers of their names."""
    return words("job", JOB, names, _KINDS)


def part(name: str, node: str) -> str:
    """Return the lines that read a part of the node at `%node` into `%node_part`."""
    return word(node, NODE[name], f"{node}_{name}")
