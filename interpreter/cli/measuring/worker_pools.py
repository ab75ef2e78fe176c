"""Who does the work that is split into ranges: threads here, processes, or a Ray cluster."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path

from interpreter.cli.arguments import natural
from interpreter.cli.output import clear_progress, remark
from interpreter.cluster import Crew, Here, Processes, Simulated
from interpreter.load import UsageError


def add_worker_options(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that say who does the work; what comes of it is the same."""
    parser.add_argument(
        "--jobs",
        type=_jobs,
        metavar="J",
        help="play in so many processes; the figures are the same",
    )
    parser.add_argument(
        "--ray",
        metavar="ADDRESS",
        help="play on a Ray cluster: HOST:PORT, the `auto` one of this machine, or a `local` one, "
        "of J processes, for the occasion",
    )
    parser.add_argument(
        "--log",
        type=Path,
        metavar="FILE",
        help="keep what is done in FILE; the same command goes on from there",
    )


def wants_workers(parsed: argparse.Namespace) -> bool:
    """Return whether the work is to be split or kept."""
    return not (parsed.jobs is None and parsed.ray is None and parsed.log is None)


def workers_of(parsed: argparse.Namespace) -> Crew | None:
    """Return who is to do the work; None: that was not said."""
    if parsed.ray is not None:
        return _cluster(parsed.ray, parsed.jobs)
    return None if parsed.jobs is None else Processes(parsed.jobs)


def simulated(parsed: argparse.Namespace) -> Simulated:
    """Return how a simulation is to be played."""
    workers = workers_of(parsed)
    if workers is None:
        return Simulated(Here(), parsed.log, threads=None, notice=notice)
    return Simulated(workers, parsed.log, notice=notice)


@contextmanager
def stdout_kept() -> Iterator[None]:
    """Drop what others print meanwhile: Ray tells there at length what `notice` says in a line."""
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere, redirect_stdout(nowhere):
        yield


def _cluster(address: str, jobs: int | None) -> Crew:
    try:
        from interpreter.cluster import RayCluster  # noqa: PLC0415 - it loads Ray
    except ImportError as missing:
        raise UsageError(str(missing)) from missing
    return RayCluster(address, jobs)


def notice(text: str) -> None:
    """Say what happened to the work."""
    clear_progress()
    remark(f"rulelang: {text}")


def _jobs(text: str) -> int:
    number = natural(text)
    if not number:
        raise argparse.ArgumentTypeError("somebody has to do the work; give 1 or more")
    return number
