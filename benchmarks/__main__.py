"""The command: `python -m benchmarks`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks import plot, report
from benchmarks.catalogue import ENTRIES, Entry
from benchmarks.comparison import Compared, compare
from benchmarks.further import checking, compile_times, copies, growth, pictures, players, threads

ROOT = Path(__file__).parents[1]
DOCUMENT = ROOT / "docs" / "benchmarks.md"
PICTURE = ROOT / "docs" / "benchmarks.svg"
# Rounds, and seconds of the processor for each peer in a round.
QUICK = (3, 0.2)
WHOLE = (5, 0.5)

_QUICK_ENTRIES = tuple(entry for entry in ENTRIES if entry.quick)
FURTHER: dict[str, Callable[[], str]] = {
    "check": checking.table,
    "compile": compile_times.table,
    "copies": lambda: copies.table(_QUICK_ENTRIES),
    "growth": growth.table,
    "pictures": pictures.table,
    "players": players.table,
    "threads": lambda: threads.table(_QUICK_ENTRIES),
}
RATES = "rates"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what is asked for, print it, and write it into the document if told to."""
    asked = _parser().parse_args(arguments)
    quick, wanted = asked.quick, asked.part or [RATES, *([] if asked.quick else FURTHER)]
    if RATES in wanted:
        compared = _compare(_entries(asked.game, quick=quick), *(QUICK if quick else WHOLE))
        if asked.json:
            sys.stdout.write(json.dumps(report.ratios(compared), indent=2) + "\n")
            return 0
        _show(RATES, f"{report.machine()}\n\n{report.rates(compared)}", write=asked.write)
        if asked.write:
            PICTURE.write_text(plot.rates(compared), encoding="utf-8")
    for name, table in FURTHER.items():
        if name in wanted:
            _progress(name)
            _show(name, table(), write=asked.write)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "python -m benchmarks", description="How fast games are played."
    )
    parser.add_argument("--quick", action="store_true", help="few games, short runs, only rates")
    parser.add_argument("--json", action="store_true", help="print ratios, ours / peer, as JSON")
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks.md and .svg")
    names = [entry.name for entry in ENTRIES]
    parser.add_argument("--game", action="append", choices=names, help="only this one; again: too")
    parser.add_argument("--part", action="append", choices=[RATES, *FURTHER], help="likewise")
    return parser


def _entries(games: Sequence[str] | None, *, quick: bool) -> tuple[Entry, ...]:
    if games:
        return tuple(entry for entry in ENTRIES if entry.name in games)
    return _QUICK_ENTRIES if quick else ENTRIES


def _compare(entries: Sequence[Entry], rounds: int, seconds: float) -> tuple[Compared, ...]:
    return tuple(
        compare(entry, rounds=rounds, seconds=seconds, progress=_progress) for entry in entries
    )


def _progress(line: str) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{line}")
        sys.stderr.flush()


def _show(name: str, text: str, *, write: bool) -> None:
    """Print a table, and write it into its part of the document, if that is asked for."""
    _progress("")
    sys.stdout.write(f"{name}\n\n{text}\n\n")
    sys.stdout.flush()
    if write:
        document = DOCUMENT.read_text(encoding="utf-8")
        DOCUMENT.write_text(report.replace_part(document, name, text), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
