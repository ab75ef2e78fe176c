"""How much more is played by several threads of one process, by the clock on the wall.

The native engine is told how many threads to use. A program in C, started several times, shows
what the machine gives at that hour.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

from benchmarks import ours
from benchmarks.catalogue import Entry
from benchmarks.handwritten import handwritten
from benchmarks.measuring import Missing, Peer
from benchmarks.report import markdown, number
from interpreter import Game, simulate

_HEADER = ("game", "peer", "threads", "playouts / s", "times one thread")


def table(entries: Iterable[Entry], *, seconds: float = 1.0, most: int | None = None) -> str:
    """Return the table: 1, 2, 4 … threads, up to the number of processors."""
    counts = [1]
    while counts[-1] * 2 <= (most or os.cpu_count() or 1):
        counts.append(counts[-1] * 2)
    return markdown(_HEADER, (row for entry in entries for row in _rows(entry, counts, seconds)))


def _rows(entry: Entry, counts: Iterable[int], seconds: float) -> Iterable[tuple[str, ...]]:
    found = [
        ours.fastest(entry.name),
        *(handwritten(entry.name, program) for program in entry.programs[:1]),
    ]
    for peer in (peer for peer in found if not isinstance(peer, Missing)):
        rates = {count: rate_together(peer, count, seconds) for count in counts}
        for count, rate in rates.items():
            yield entry.name, peer.name, str(count), number(rate), f"{rate / rates[1]:.2f}"


def rate_together(peer: Peer, threads: int, seconds: float) -> float:
    """Return the playouts a second of so many threads that run at once."""
    if isinstance(peer, ours.Native):
        return _native_rate(peer.rules, threads, seconds)
    with ThreadPoolExecutor(threads) as pool:
        began = time.perf_counter()
        waiting = [pool.submit(peer.run, seconds, seed) for seed in range(threads)]
        playouts = sum(run.result().playouts for run in waiting)
        return playouts / (time.perf_counter() - began)


def _native_rate(rules: Game, threads: int, seconds: float) -> float:
    """Return the playouts a second of `simulate`, which shares them out itself.

    Of runs that each take a sixteenth of the time, once it is known how many playouts that is.
    """
    n, runs = 1, 0
    while _seconds(rules, n, threads) < seconds / 16:
        n *= 2
    began = time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        runs += 1
        simulate(rules, n, runs, workers=threads)
    return n * runs / spent


def _seconds(rules: Game, n: int, threads: int) -> float:
    began = time.perf_counter()
    simulate(rules, n, workers=threads)
    return time.perf_counter() - began
