"""The stepping of many games at once: `game/batch`; it goes beside `runtime`.

What a player sees is written behind the state. The numbers of chance of a game go on when it
begins again: Ref §16.
"""

from __future__ import annotations

from typing import Final

from interpreter.native.memory.lowered import Lowered, state_size
from interpreter.native.memory.observation import ENTRY
from interpreter.native.runtime.texts import joined, places

BATCH_ARGUMENTS: Final = (
    "states", "begin", "actions", "chance_stream", "chances", "actors", "masks", "words", "rows",
    "rewards", "done",
)  # fmt: skip
"""Arrays with an entry for each game; `begin` is one state. `masks`, `words`, `rows` may be 0.

`masks`: a byte for each action number; `words`: a bit for each, in words of 64. `rows`: what who
is to act sees.
"""

EMPTY: Final = 10_000
"""So many games in a row may be over before anybody has chosen; then it is a fault."""


def words_of_mask(actions: int) -> int:
    """Return how many words of 64 bits hold a bit for each action number."""
    return -(-actions // 64)


def batch_code(lowered: Lowered, actions: int, entries: int) -> str:
    """Return the code for a game with so many action numbers, and rows of so many entries."""
    size, players = state_size(lowered), lowered.returns.count
    numbers = {
        **places("arguments", BATCH_ARGUMENTS),
        "size": size,
        "whole": size + ENTRY * entries,
        "seen": ENTRY * entries,
        "returns": lowered.returns.offset,
        "players": players,
        "rewards": 8 * players,
        "scale": lowered.scale,
        "actions": actions,
        "words": words_of_mask(actions),
        "bytes": 8 * words_of_mask(actions),
        "EMPTY": EMPTY,
    }
    return joined(("game/batch_game", "game/batch"), numbers)
