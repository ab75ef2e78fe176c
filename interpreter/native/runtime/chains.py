"""Possible plays in native code, the same for every game: it calls a game by its addresses.

A chain is one play as its numbers, the state before each, and the factor of each in how likely the
play is. A `JOB`, which is memory that the caller owns, says which chain, from where, and what the
player saw of each step of the real play, in words of `observer_log`. The files in `shared` say
what they do with it: `chain_steps` replays, `chain_moves` changes it, `chain_anew` goes on.
"""

from __future__ import annotations

from typing import Final

from interpreter.native.memory import shares
from interpreter.native.runtime.observer_log import LOG, ROOM, UNRECORDED, WORDS
from interpreter.native.runtime.texts import joined, places

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

_FILES: Final = (
    "game/numbers", "shared/chain_steps", "shared/chain_changes", "shared/chain_names",
    "shared/chain_moves", "shared/chain_anew",
)  # fmt: skip
_NUMBERS: Final = {
    **places("job", JOB),
    **places("log", LOG),
    "expected_words": WORDS + ROOM,
    "UNRECORDED": UNRECORDED,
    "REFUSED": shares.REFUSED,
    "AGREED": shares.AGREED,
    "UNSAID": shares.UNSAID,
    "UNTAKEN": shares.UNTAKEN,
    "TAKEN": shares.TAKEN,
    "LEFT": shares.LEFT,
    "SHARES": shares.SHARES,
    "NEAR": shares.NEAR,
    "RETRY_COST": shares.RETRY_COST,
    "HEAD_WORDS": shares.HEAD_WORDS,
    "ARM_WORDS": shares.ARM_WORDS,
    "ARGUMENT_WORDS": shares.ARGUMENT_WORDS,
}


def chains() -> str:
    """Return the text of what replays and changes chains."""
    return joined(_FILES, _NUMBERS)
