"""What a table costs on its own, without a network: memory, waking, bytes and the processor.

Random plays with seeds; every game has been played once before anything is measured, so what its
rules cost once (code, plans, texts of pictures) is not counted. Memory is what `tracemalloc` says
that letting one play go gives back, with pages drawn for all seats as it went on.
"""

from __future__ import annotations

import gc
import gzip
import json
import random
import time
import tracemalloc
from collections.abc import Sequence
from statistics import median
from tempfile import TemporaryDirectory
from typing import TypeVar

import attrs

from benchmarks.report import markdown
from interpreter import Game, load
from interpreter.look import Look, look_of
from interpreter.table.hall import Hall
from interpreter.table.live import Live
from interpreter.table.showing import pages
from interpreter.table.showing.sent import SENT
from interpreter.table.showing.updates import Updates
from interpreter.table.snapshots import restored, snapshot
from interpreter.table.stores.rows import EntryRow, SeatRow, TableRow
from interpreter.table.stores.sqlite import SqliteStore

_T = TypeVar("_T")
GAMES = ("tic_tac_toe", "backgammon", "othello", "whist", "antike_duellum", "pergamon")
LONGEST = 300
_DRAWN = 25
_UPDATES = 40
_HEADER = (
    "game",
    "choices",
    "a live play, KiB",
    "waking, ms",
    "update, bytes: p50",
    "p95",
    "page, kB",
    "choice written, ms: p50",
    "p95",
)


@attrs.frozen
class Costs:
    """What a table of a game costs. Bytes are compressed, times are of the processor."""

    game: str
    choices: int
    memory: float
    waking_ms: float
    updates: tuple[int, ...]
    page: int
    written_ms: tuple[float, ...]


def costs(name: str) -> Costs:
    """Measure the tables of a game."""
    game = load(name)
    look = look_of(game.document())
    live = _played(game, look, 1, LONGEST)
    page, updates = _sent(game, look)
    return Costs(
        name,
        live.n,
        _held(game, look) / 1024,
        _waking(live, game, look),
        updates,
        page,
        _written(game, name),
    )


def report(found: Sequence[Costs]) -> str:
    """Return the costs of games as a table, and what all updates together come to."""
    rows = [
        (
            cost.game,
            str(cost.choices),
            f"{cost.memory:.0f}",
            f"{cost.waking_ms:.0f}",
            str(at(cost.updates, 0.5)),
            str(at(cost.updates, 0.95)),
            f"{cost.page / 1000:.0f}",
            f"{at(cost.written_ms, 0.5):.1f}",
            f"{at(cost.written_ms, 0.95):.1f}",
        )
        for cost in found
    ]
    together = sorted(size for cost in found for size in cost.updates)
    told = f"all updates: p50 {at(together, 0.5)} bytes, p95 {at(together, 0.95)}"
    return markdown(_HEADER, rows) + f"\n\n{told}"


def at(rising: Sequence[_T], share: float) -> _T:
    """Return what so much of a rising sequence lies below."""
    return rising[min(len(rising) - 1, int(len(rising) * share))]


def _row(game: Game, seed: int) -> TableRow:
    options = tuple(game.options.items())
    return TableRow("t", "x", game.specification_hash, game.players, options, seed, "playing")


def _played(game: Game, look: Look, seed: int, most: int) -> Live:
    live, chance = Live.begin(_row(game, seed), game, look), random.Random(seed)
    while live.to_act is not None and live.n < most:
        number = chance.choice(live.state.legal_ids)
        live = live.after([EntryRow(live.n + 1, "choice", live.to_act, number)])
        if live.n % _DRAWN == 0:
            for seat in range(len(game.players)):
                pages.table(live, pages.Looking(seat, "/t/t/0"))
    return live


def _held(game: Game, look: Look) -> int:
    """Return how many bytes come back when a play is let go.

    What is kept for all plays, such as the last texts of pictures, is not the play's, though the
    one or other of its texts was made while it went on.
    """
    tracemalloc.start()
    live = _played(game, look, 1, LONGEST)
    gc.collect()
    with_it, _ = tracemalloc.get_traced_memory()
    del live
    gc.collect()
    without, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return with_it - without


def _waking(live: Live, game: Game, look: Look) -> float:
    """Return how long a play takes to come back from a snapshot."""
    row, kept, took = _row(game, 1), snapshot(live), []
    for _ in range(5):
        began = time.process_time()
        restored(kept, row, game, look)
        took.append(time.process_time() - began)
    return median(took) * 1000


def _sent(game: Game, look: Look) -> tuple[int, tuple[int, ...]]:
    """Return the bytes of a first page with all that it needs, and those of updates, rising."""
    live, chance, updates = Live.begin(_row(game, 1), game, look), random.Random(1), Updates()
    asked, sizes = {"client": "a", "told": "0"}, []
    looking, seat = pages.Looking(0, "/t/abcdefghij/0", 960), SeatRow("t", 0, None, "", None)
    first = [
        text.encode() for text in (pages.seat_page(live, looking), *(f() for f in SENT.values()))
    ]
    while live.to_act is not None and live.n <= _UPDATES:
        found = updates.update(live, looking, asked)
        body = json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()
        sizes.append(len(updates.packed(seat, asked, found, body)))
        start, pieces = found["from"], found["pieces"]
        assert isinstance(start, int), "a number"
        assert isinstance(pieces, list), "texts"
        asked = {"client": "a", "told": str(len(live.moment.stream(0).events))}
        asked |= {"known": str(start + len(pieces)), "book": str(found["book"])}
        asked |= {"page": str(found["page"])}
        number = chance.choice(live.state.legal_ids)
        live = live.after([EntryRow(live.n + 1, "choice", live.to_act, number)])
    return sum(len(gzip.compress(part)) for part in first), tuple(sorted(sizes[1:]))


def _written(game: Game, name: str) -> tuple[float, ...]:
    """Return how long choices take to be written with all that they tell, rising, in ms."""
    took = []
    with TemporaryDirectory() as folder:
        hall = Hall(SqliteStore(f"{folder}/tables.sqlite"))
        for seed in (1, 2):
            opened = hall.open(name, game, {}, seed=seed)
            seats = {seat: hall.seat_of(token) for seat, token in opened.tokens.items()}
            live, chance = hall.live(opened.table), random.Random(seed)
            while live.to_act is not None and live.n < _UPDATES:
                seat, number = seats[live.to_act], chance.choice(live.state.legal_ids)
                assert seat is not None, "its token was made for it"
                began = time.process_time()
                hall.choose(seat, number, None, f"key {live.n}")
                took.append((time.process_time() - began) * 1000)
                live = hall.live(opened.table)
        hall.close()
    return tuple(sorted(took))
