"""Recording playouts in native code, the same for every game: it calls a game by its addresses.

`record(job)` of `shared/recording` plays the playouts of a `JOB`, which is memory that the caller
owns, and returns how many came to their end. It stops where it is told to, and at a playout that
gives up: `fault` is its code then. What such a playout has noted up to there stays in the
counters, so the caller counts it out again, or does not ask for its figures.

The playouts are those of `playouts` with the same seed and numbers, choice for choice, unless a
seat is barred from some actions: where it would choose one of them it chooses again among the
others, by numbers of their own. So a playout is the same up to the first choice that is barred.

Without counters (`offered` is 0) only returns, lengths and, where asked for, choices are noted.
"""

from __future__ import annotations

from typing import Final

from interpreter.native.runtime.texts import joined, places

CALLED: Final = ("sort", "legal", "chance", "ids", "take")
GIVEN: Final = (
    "begin", "scratch", "size", "context", "asked", "first", "player_stream", "chance_stream",
    "stop", "players", "returns", "actions", "arms", "bands", "width", "whole", "arm_of",
    "barred", "barred_seat", "again", "numbers", "log", "room",
)  # fmt: skip
_WRITTEN: Final = (
    "list", "spare", "lengths", "chances", "won", "offered", "chosen", "arm_offered",
    "arm_chosen", "options", "stamps", "could", "used", "fates", "ends",
)  # fmt: skip

JOB: Final = {
    name: at for at, name in enumerate((*CALLED, *GIVEN, *_WRITTEN, "fault", "decision", "logged"))
}
"""The slots of a job, 64 bits each.

`sort` to `take`: the game's functions. `begin`, `scratch`: the first state, and room for one.
`player_stream`, `chance_stream`: what seed and keys were mixed to. `returns`: where a state keeps
them, in bytes. `width`: choices of a playout in one of the `bands`, the last of which takes the
rest. `whole`: the points of a playout, shared by those with the highest return. `arm_of`: for each
action number its arm. `barred`: for each action a byte that is not 0 where `barred_seat` leaves it
alone while it may do something else; 0: nobody is barred. `again`: as `player_stream`, for choices
in place of those. `numbers`: of each playout its number, in place of those from `first` on; or 0.
`log`: room for `room` choices, seat times `actions` plus action; or 0. `logged`: how many there
were, those that there was no room for as well.

Counters, added to: `offered[seat][action]`, `chosen[seat][action]`, `arm_offered` and `arm_chosen`
by [arm][seat][band], `options[band]` (decisions, options, decisions with one option), `fates` by
[arm][seat] (playouts that used the arm, their points; playouts that could and did not, theirs).
`lengths`, `chances` and `won[playout][seat]` are of each playout, and so is its last state in
`ends`, which may be 0. `list`, `spare`, `stamps`,
`could`, `used`: room to work in. `decision`: the number of the last one, from 1.
"""

_OPTIONS: Final = 3
_FATES: Final = 4
"""Counters that `options` has for each band, and `fates` for each arm and seat."""

_FILES: Final = (
    "game/numbers", "game/outcomes", "shared/restricting", "shared/recording_counts",
    "shared/recording",
)  # fmt: skip


def recording() -> str:
    """Return the text of what records."""
    numbers = {**places("job", JOB), "OPTIONS": _OPTIONS, "FATES": _FATES}
    return joined(_FILES, numbers)
