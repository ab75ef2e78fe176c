"""How long it takes from the name of a game to its first playout, in a new process.

Each game is started twice with an empty folder for what is kept (`RULELANG_CACHE`): the first
start finds nothing there, the second the checked text and the compiled game.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from statistics import median

from benchmarks import ours
from benchmarks.report import markdown

# From the smallest texts to the largest, and the slowest of those between.
GAMES = (
    "tic_tac_toe",
    "connect_four",
    "breakthrough",
    "backgammon",
    "whist",
    "chess",
    "gin_rummy",
    "market_road",
    "quoridor",
    "saltmarsh",
    "agamemnon",
    "pergamon",
    "pergamemnon",
    "egemonia",
    "antike_duellum",
)
_HEADER = (
    "game",
    "engine",
    "import, s",
    "read and check cold, s",
    "cached, s",
    "first state cold, s",
    "cached, s",
    "first playout cold, s",
    "cached, s",
    "a later one, s",
    "full speed cold, s",
)


def table(games: Iterable[str] = GAMES, *, repeats: int = 3) -> str:
    """Return the table: medians of `repeats` starts, in seconds of the processor."""
    return markdown(_HEADER, (_row(game, repeats) for game in games))


def _row(game: str, repeats: int) -> tuple[str, ...]:
    engine = ours.fastest(game).name
    cold: list[dict[str, float]] = []
    cached: list[dict[str, float]] = []
    for _ in range(repeats):
        with tempfile.TemporaryDirectory() as caches:
            cold.append(start(game, engine, caches))
            cached.append(start(game, engine, caches))
    columns = (
        (cold, "import_s"),
        (cold, "load_s"),
        (cached, "load_s"),
        (cold, "start_s"),
        (cached, "start_s"),
        (cold, "first_s"),
        (cached, "first_s"),
        (cached, "second_s"),
        (cold, "prepare_s"),
    )
    return game, engine, *(f"{median(run[name] for run in runs):.3f}" for runs, name in columns)


def start(game: str, engine: str, caches: str) -> dict[str, float]:
    """Start a process that plays a game, and return what it measured."""
    command = [sys.executable, "-m", "benchmarks.further.first_playout", game, engine]
    ran = subprocess.run(  # noqa: S603  this interpreter with our own module
        command,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "RULELANG_CACHE": caches},
    )
    measured: dict[str, float] = json.loads(ran.stdout)
    return measured
