"""Play many games of every instance in lockstep, on and on until each has had its number.

    .venv/bin/python -m tests.oracles.lockstep --games 2000 --log build/lockstep.json --jobs 2

The log has for each instance how many games and points were compared, on which commit (`+`: with
changes, `a..b`: begun on one and ended on another), and the seeds, the last not included. It is
written after every slice, and another run goes on from there. A game that differs is noted and
ends its instance; the next run begins with that game again. Where everything lies is compared at
each second point; `--every 1`, at each point, takes a third longer.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from functools import lru_cache
from multiprocessing import get_context, parent_process
from pathlib import Path
from typing import NotRequired, TypedDict

import attrs

from tests.oracles.lockstep import Difference, Match, Tally, instances, match_of
from tests.support.games import ROOT, Instance
from tests.support.promised.counting import commit

SLICE_S = 10.0


class Entry(TypedDict):
    """What was compared of one instance."""

    games: int
    points: int
    commit: str
    seeds: list[int]
    difference: NotRequired[str]


@attrs.frozen
class Slice:
    """What one slice compared, and how the game after it differs."""

    games: int
    points: int
    difference: str | None


def soak(names: Sequence[str], count: int, log: Path, jobs: int, every: int) -> bool:
    """Play so many games of each instance of some games; return whether none differs."""
    entries, on = read(log), commit()
    left = deque(instance for name in names or with_oracles() for instance in instances(name))
    every_one = tuple(left)
    running: dict[Future[Slice], Instance] = {}
    spawned = get_context("spawn")
    with ProcessPoolExecutor(jobs, spawned, _worker) as pool:
        while left or running:
            while left and len(running) < jobs:
                instance = left.popleft()
                entry = entries.setdefault(str(instance), fresh(on))
                if entry["games"] < count:
                    todo = (instance, every, entry["seeds"][1], count - entry["games"])
                    running[pool.submit(_slice, *todo)] = instance
            for done in wait(running, return_when=FIRST_COMPLETED).done:
                instance, came = running.pop(done), done.result()
                entry = note(entries[str(instance)], came, on)
                write(log, entries)
                if came.difference is not None or entry["games"] >= count:
                    _say(str(instance), entry)
                else:
                    left.appendleft(instance)
    return not any("difference" in entries[str(instance)] for instance in every_one)


def with_oracles() -> tuple[str, ...]:
    """Return the games that have an oracle."""
    rules = sorted((ROOT / "games").glob("*.rules"))
    return tuple(r.stem for r in rules if Path(__file__).with_name(f"{r.stem}.py").exists())


# ---------------------------------------------------------------- in a process of its own


def _worker() -> None:
    """Leave Ctrl-C to the one that asked, and do not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    asked = parent_process()
    assert asked is not None
    asked.join()
    os._exit(1)


@lru_cache(maxsize=4)
def _match(instance: Instance, every: int) -> Match:
    return match_of(instance.path.stem, instance, every)


def _slice(instance: Instance, every: int, seed: int, most: int) -> Slice:
    return compared(_match(instance, every), seed, most)


def compared(match: Match, seed: int, most: int) -> Slice:
    """Play for a while from a seed on, but no more than so many games."""
    match.tally = tally = Tally()
    end = time.monotonic() + SLICE_S
    while tally.games < most and time.monotonic() < end:
        points = tally.points
        try:
            match.play(seed + tally.games)
        except Difference as error:
            return Slice(tally.games, points, "".join(traceback.format_exception_only(error)))
        except Exception as error:  # noqa: BLE001 - an oracle that cannot go on differs too
            return Slice(tally.games, points, "".join(traceback.format_exception(error)))
    return Slice(tally.games, tally.points, None)


# ---------------------------------------------------------------- the log


def read(log: Path) -> dict[str, Entry]:
    """Return what a log has; nothing where there is none."""
    found: dict[str, Entry] = json.loads(log.read_text("utf-8")) if log.exists() else {}
    return found


def write(log: Path, entries: dict[str, Entry]) -> None:
    """Write a log, whole or not at all; instances that were not begun are not in it."""
    log.parent.mkdir(parents=True, exist_ok=True)
    begun = {name: e for name, e in entries.items() if e["games"] or "difference" in e}
    beside = log.with_name(f"{log.name}.{os.getpid()}")
    beside.write_text(json.dumps(begun, indent=1) + "\n", "utf-8")
    beside.replace(log)


def fresh(on: str) -> Entry:
    """Return the entry of an instance that was not begun."""
    return Entry(games=0, points=0, commit=on, seeds=[0, 0])


def note(entry: Entry, came: Slice, on: str) -> Entry:
    """Add what a slice compared to an entry."""
    first = entry["commit"].partition("..")[0]
    entry["games"] += came.games
    entry["points"] += came.points
    entry["seeds"][1] += came.games
    entry["commit"] = on if first == on else f"{first}..{on}"
    entry.pop("difference", None)
    if came.difference is not None:
        entry["difference"] = came.difference
    return entry


def _say(name: str, entry: Entry) -> None:
    sys.stdout.write(f"{name}: {entry['games']} games, {entry['points']} points\n")
    sys.stdout.write(entry.get("difference", ""))
    sys.stdout.flush()
