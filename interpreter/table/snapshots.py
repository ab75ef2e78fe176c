"""A play as bytes, so that a table wakes without telling everybody everything again.

What is kept is what takes long to find out: what each seat was told. Positions are made anew by
the numbers of what was chosen. A snapshot that another release wrote, or that does not fit, is
left alone, and the play is made of its entries from the start.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from typing import Final

from interpreter.faults import IllegalAction
from interpreter.game import Game
from interpreter.hosting import Moment, Packed, Spans, Stream
from interpreter.look import Look
from interpreter.table.live import Asking, Live, forget_old
from interpreter.table.stores.rows import SnapshotRow, TableRow
from rulelang.keeping import disk

EVERY: Final = 50
"""So many entries lie between snapshots."""

_FORMAT: Final = 2


def snapshot(live: Live) -> SnapshotRow:
    """Return a play as a row."""
    asking = live.asking
    data = {
        "drawn": live.drawn,
        "asking": None if asking is None else [asking.seat, *asking.agreed],
        "history": live.state.history,
        "streams": [
            {
                "revision": stream.revision,
                "standing": stream.standing.parts,
                "events": [b64encode(part).decode("ascii") for part in stream.events.saved()],
            }
            for stream in live.moment.streams
        ],
    }
    return SnapshotRow(live.n, _release(), json.dumps(data).encode("ascii"))


def restored(row: SnapshotRow | None, table: TableRow, game: Game, look: Look) -> Live:
    """Return the play of a snapshot; one before anybody chose where it cannot be read here."""
    if row is not None and row.release == _release():
        try:
            return _read(row, table, game, look)
        except (IllegalAction, ValueError, KeyError, TypeError):
            pass  # what follows from the entries is made of them instead
    return Live.begin(table, game, look)


def _read(row: SnapshotRow, table: TableRow, game: Game, look: Look) -> Live:
    data = json.loads(row.data)
    state = game.start().with_seed(table.seed)
    steps = 0
    for number in data["history"]:
        steps += state.current_player >= 0
        state = state.child(number)
    forget_old(state)
    streams = [
        Stream(
            revision=kept["revision"],
            events=Packed.loaded([b64decode(part) for part in kept["events"]]),
            standing=Spans(tuple((low, high) for low, high in kept["standing"])),
        )
        for kept in data["streams"]
    ]
    asking = None
    if data["asking"] is not None:
        seat, *agreed = data["asking"]
        asking = Asking(seat, tuple(agreed))
    moment = Moment.seen(state, streams)
    return Live(table.id, game, look, moment, row.n, steps, tuple(data["drawn"]), asking)


def _release() -> str:
    return f"{_FORMAT} {disk.release()}"
