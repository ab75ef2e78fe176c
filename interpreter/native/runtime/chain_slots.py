"""What a replay of a possible play in LLVM's text reads and writes: a job of 64-bit slots."""

from __future__ import annotations

from typing import Final

from interpreter.native.emit.text import PREFIX
from interpreter.native.runtime.memory_text import words

CALLED: Final = ("sort", "legal", "chance", "ids", "agrees")
"""The functions of a game that a replay calls."""

JOB: Final = {
    name: at
    for at, name in enumerate(
        (
            "numbers", "factors", "states", "trial_factors", "trial_states", "stride",
            "begin", "end", "last", "first", "scratch", "status", "ratio", "all", "total",
            "roles", "nexts", "starts", "lengths", "arena", "context", "log", "options", "ways",
            *CALLED,
            "length", "anchor", "own", "names", "draws", "draw_count", "choices", "choice_count",
            "unseen", "unseen_count", "near", "near_count", "rare", "rare_count", "swaps",
            "trial_numbers", "stream", "index", "count", "spent", "taken", "weighed",
            "one", "other",
        )
    )
}  # fmt: skip
"""The slots of a job.

`begin`, `end`: the first point, and that behind the last. `last`: the last point with another
number than before. `roles`: of each step 0 for the player's own choice, 1 for another's, 2 for
chance. `starts`, `lengths`: where the words of each step lie in `arena`; a length below 0: it is
not told natively. `first`: the state to begin from.
"""

REFUSED, AGREED, UNSAID = range(3)
"""What `status` says of a replay: a number is impossible or shows something else; it came to the
end, or to a state that the chain had there; or the next step has to be taken by the reference."""

CHAIN: Final = PREFIX + "chain_"
"""How the functions begin."""

_POINTERS: Final = (
    "numbers", "factors", "states", "trial_factors", "trial_states", "roles", "nexts", "starts",
    "lengths", "arena", "first", "scratch", "context", "log", "options", "ways", *CALLED,
    "own", "names", "draws", "choices", "unseen", "near", "rare", "trial_numbers",
)  # fmt: skip
_KINDS: Final = {"ratio": "double", **dict.fromkeys(_POINTERS, "ptr")}


def slots(*names: str) -> str:
    """Return the lines that read slots of the job `%job` into registers of their names."""
    return words("job", JOB, names, _KINDS)


def stored(name: str, value: str, kind: str = "i64") -> str:
    """Return the lines that write a register to a slot of the job."""
    at = value.strip("%").replace(".", "_")
    return (
        f"  %put_{name}_{at} = getelementptr i64, ptr %job, i64 {JOB[name]}\n"
        f"  store {kind} {value}, ptr %put_{name}_{at}"
    )
