"""Whole random playouts in native code, on several threads; the figures are those of one thread.

Playout number `i` draws its chance from (chance key, seed, i) and its choices from (players key,
seed, i), as `interpreter.simulate` has it, so anybody may play ranges of them in any order.
"""

from __future__ import annotations

import ctypes
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor

from interpreter.compiled.engine import Engine
from interpreter.compiled.native import Native, Playouts

SLICE = 0.1
"""Seconds that a range of playouts should take: progress is told so often, and Ctrl-C heard."""

FIRST = 16
"""Playouts in the first range, from which the length of the next follows."""

LARGEST = 1 << 16


def playouts(
    engine: Engine,
    count: int,
    seed: int,
    *,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Iterator[Playouts]:
    """Yield what came of playouts 0 to `count - 1`, range by range, in order.

    `workers`: threads, one for each processor where None. Closing the iterator ends the threads
    after the playout that each is in.
    """
    begin = engine.native.start(engine.home)
    if engine.native.context.fault:
        yield _given_up(engine.native, count)
        return
    stop = ctypes.c_int32(0)
    threads = max(1, workers or os.cpu_count() or 1)
    done = 0

    def play(first: int, length: int) -> tuple[Playouts, float]:
        began = time.perf_counter()
        found = engine.native.playouts(begin, length, seed, first, stop)
        return found, time.perf_counter() - began

    with ThreadPoolExecutor(threads) as pool:
        waiting: list[Future[tuple[Playouts, float]]] = []
        asked, length = 0, FIRST
        try:
            while done < count:
                while asked < count and len(waiting) < 2 * threads:
                    part = min(length, count - asked)
                    waiting.append(pool.submit(play, asked, part))
                    asked += part
                found, seconds = waiting.pop(0).result()
                length = _next_length(len(found.fault), seconds)
                done += len(found.fault)
                yield found
                if progress is not None:
                    progress(done)
        finally:
            stop.value = 1


def _given_up(native: Native, count: int) -> Playouts:
    """Return playouts that broke off at once: whoever asked looks at what the reference says."""
    none = [0] * count
    returns = [(0,) * native.players] * count
    return Playouts([native.context.fault] * count, none, none, none, none, none, returns)


def _next_length(played: int, seconds: float) -> int:
    wanted = int(played * SLICE / max(seconds, 1e-6))
    return max(1, min(LARGEST, wanted, 4 * played))
