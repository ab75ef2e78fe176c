"""Whole random playouts in native code, on several threads; the figures are those of one thread.

Playout number `i` draws its chance from (chance key, seed, i) and its choices from (players key,
seed, i), as `interpreter.measuring.simulate` has it, so anybody may play ranges of them in any
order. The thread that plays a range also counts it, without the interpreter's lock.
"""

from __future__ import annotations

import ctypes
import os
import time
from array import array
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeAlias

from interpreter.native.engine.counting import Counted, count
from interpreter.native.engine.engine import Engine

SLICE = 0.1
"""Seconds that a range of playouts should take: progress is told so often, and Ctrl-C heard."""

SHORTEST = 0.001
"""Seconds for the last ranges, which are short so that all threads come to their end together."""

FIRST = 16
"""Playouts in the first range, from which the length of the next follows."""

LARGEST = 1 << 16

_Play: TypeAlias = Callable[[int, int], tuple[Counted, float]]
"""From the first playout and how many: what came of them, and how many seconds they took."""


def counted_playouts(
    engine: Engine, asked: int, seed: int, *, from_number: int = 0, workers: int | None = None
) -> Iterator[Counted]:
    """Yield what came of `asked` playouts from `from_number` on, range by range, in order.

    Where a range ends with a fault, the playout behind it is left out: whoever asked plays that by
    the reference, which says why, or gets past it. `workers`: threads, one for each processor
    where None. Closing the iterator ends them after the playout that each is in.
    """
    begin = engine.native.start(engine.home)
    if engine.native.context.fault:
        yield from (_given_up(engine.native.context.fault) for _ in range(asked))
        return
    stop = ctypes.c_int32(0)

    def play(first: int, length: int) -> tuple[Counted, float]:
        began = time.perf_counter()
        found = count(engine.native, begin, (seed, from_number + first, length), stop)
        return found, time.perf_counter() - began

    threads = max(1, workers or os.cpu_count() or 1)
    with ThreadPoolExecutor(threads) as pool:
        try:
            yield from _ranges(pool, threads, play, asked)
        finally:
            stop.value = 1


def _ranges(pool: ThreadPoolExecutor, threads: int, play: _Play, asked: int) -> Iterator[Counted]:
    waiting: list[tuple[int, int, Future[tuple[Counted, float]]]] = []
    begun, largest, pace = 0, FIRST, 0.0
    while begun < asked or waiting:
        while begun < asked and len(waiting) < 2 * threads:
            share = max((asked - begun) // (2 * threads), int(pace * SHORTEST), FIRST)
            length = min(share, largest, asked - begun)
            waiting.append((begun, length, pool.submit(play, begun, length)))
            begun += length
        first, length, future = waiting.pop(0)
        found, seconds = future.result()
        pace = len(found.lengths) / max(seconds, 1e-6)
        largest = max(1, min(LARGEST, int(pace * SLICE), 16 * length))
        yield found
        past = first + length
        while found.fault:  # one is left out: here is what comes behind it
            first += len(found.lengths) + 1
            if first >= past:
                break
            found, _ = play(first, past - first)
            yield found


def _given_up(fault: int) -> Counted:
    """Return what comes of no playout, with a fault behind it."""
    return Counted(array("q"), array("q"), {}, 0, 0, 0, 0, 0, 0, fault)
