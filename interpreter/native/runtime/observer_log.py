"""What one player sees, as records in a log: `game/observer_log` and `game/asking`.

`lower.records` writes the calls.

What he sees of a stretch of play is a list of words, the same for two stretches exactly where he
sees the same in both (`interpreter.reference.events.project` says what he sees):

| record | words |
|---|---|
| moved | tag, source, target, how many, then kinds in order; their backs, ascending; or nothing |
| shown, revealed | tag, cell, to whom, how many, then kinds; the last two only for who sees them |
| rolled | tag, cell, 0, how many, then faces; ascending where the dice have no order |
| changed | tag, cell, value |
| turn, phase, said, ended | tag and two numbers |

The log of a thread lies where the slot `log` of its context points: `LOG` words, room for what
happens, and room for what is expected. A log that is full has as many words as there is room. One
with a text that is not recorded has so many and one more, and as many again as came before it.
"""

from __future__ import annotations

from typing import Final

from interpreter.layout import Layout
from interpreter.native.emit.text import PREFIX
from interpreter.native.memory import records
from interpreter.native.memory.lowered import Lowered, state_size
from interpreter.native.runtime.texts import joined, places

LOG: Final = {
    name: at for at, name in enumerate(("used", "room", "observer", "begun", "expected", "next"))
}
"""The first words of a log. `expected`: how many words; `next`: who is expected to decide."""

WORDS: Final = 8
"""Where the words of a log begin."""

ROOM: Final = 1 << 12
"""Words that a log holds."""

ALL_SEEING: Final = 63
"""As the observer: one who sees all that happens."""

UNRECORDED: Final = 2
"""What `agrees` says where the log does not say."""

_NUMBERS: Final = {
    **places("log", LOG),
    "WORDS": WORDS,
    "UNRECORDED": UNRECORDED,
    "CHANGED": records.CHANGED,
    "HIDDEN": records.HIDDEN,
    "HIDDEN_BACKS": records.HIDDEN_BACKS,
    "MOVED": records.MOVED,
    "ROLLED": records.ROLLED,
    "SAID": records.SAID,
    "SHOWN": records.SHOWN,
    "SHOWN_OTHERS": records.SHOWN_OTHERS,
    "SORTED": records.SORTED,
}


def observer_log(lowered: Lowered, layout: Layout) -> str:
    """Return the functions that write records, and those by which a follower asks."""
    numbers = {**_NUMBERS, "size": state_size(lowered)}
    return _tables(layout) + joined(("game/observer_log", "game/asking"), numbers)


def _tables(layout: Layout) -> str:
    """Return what the game knows of its cells and kinds."""
    all_seeing = -1 << ALL_SEEING
    seen = [all_seeing + sum(1 << player for player in seen) for seen in layout.seen_by]
    bags = [int(at < len(layout.is_bag) and layout.is_bag[at]) for at in range(len(seen))]
    backs = [-1 if back is None else back for back in layout.back_of]
    return "".join(
        f"@{PREFIX}{name} = private unnamed_addr constant [{len(entries)} x i64]"
        f" [{', '.join(f'i64 {entry}' for entry in entries)}]\n"
        for name, entries in (("seen_by", seen), ("bags", bags), ("backs", backs or [-1]))
    )
