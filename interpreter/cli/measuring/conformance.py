"""Hold native code to the reference engine: the same games on both, choice by choice.

Over all numbers of players and options of each text, and along its scenarios. It ends with 1 where
the engines differ; what differs then is a bug in rulelang, and never a fault of the rules.
"""

from __future__ import annotations

import argparse
import time

import attrs

from interpreter.cli.arguments import add_json, natural, rule_files, seed
from interpreter.cli.output import clear_progress, progress, write, write_json
from interpreter.load import Text, UsageError, load_all
from interpreter.native import NativeMissingError
from interpreter.testing.conformance import Conformance, Difference, conform, conform_scenarios
from rulelang.core.intervals import TooWideError

EXAMPLE = "  rulelang conformance GAME --games 50\n  rulelang conformance games/ --seconds 600"


@attrs.frozen
class _Compared:
    """What came of one text. `refused`: the instances that native code cannot hold, and why."""

    text: Text
    found: Conformance
    refused: tuple[str, ...]


def arguments(parser: argparse.ArgumentParser) -> None:
    """Say what the command takes."""
    parser.add_argument(
        "files", metavar="GAME", nargs="+", help="rule files, folders of them, or games"
    )
    parser.add_argument(
        "--games", type=natural, default=10, metavar="N", help="games of each variant (10)"
    )
    parser.add_argument(
        "--points",
        type=natural,
        default=0,
        metavar="N",
        help="more games until each variant has had so many choices",
    )
    parser.add_argument(
        "--seconds",
        type=natural,
        metavar="S",
        help="time for the games, all variants together; compiling and scenarios take theirs",
    )
    parser.add_argument(
        "--level",
        type=int,
        choices=(0, 1, 2),
        default=0,
        help="how far native code is optimised (0); `simulate` plays at 2",
    )
    parser.add_argument("--seed", type=seed, default=0, metavar="N", help="what decides the games")
    add_json(parser)


def run(parsed: argparse.Namespace) -> int:
    """Compare, and say what was compared or differs."""
    texts = [load_all(name) for name in rule_files(parsed.files)]
    clock = _Clock(parsed.seconds, sum(len(text.games) for text in texts))
    compared: list[_Compared] = []
    for text in texts:
        try:
            done = _compare(text, parsed, clock)
        except NativeMissingError as missing:
            raise UsageError(str(missing)) from missing
        compared.append(done)
        if not parsed.json:
            _show(done)
    if parsed.json:
        write_json([_as_json(done) for done in compared])
    return int(any(done.found.difference for done in compared))


class _Clock:
    """Shares the time that is left out evenly."""

    def __init__(self, seconds: int | None, shares: int) -> None:
        self._end = None if seconds is None else time.monotonic() + seconds
        self._shares = shares
        self.shown = progress(lambda done: f"variant {done} of {shares}")
        self._done = 0

    def share(self) -> float | None:
        """Return the seconds for the next variant."""
        self._done += 1
        self.shown(self._done)
        if self._end is None:
            return None
        return max(0.0, self._end - time.monotonic()) / max(1, self._shares - self._done + 1)


def _compare(text: Text, parsed: argparse.Namespace, clock: _Clock) -> _Compared:
    total = Conformance()
    refused: list[str] = []
    for game in text.games:
        seconds = clock.share()
        try:
            total += conform(
                game,
                parsed.games,
                parsed.seed,
                points=parsed.points,
                seconds=seconds,
                level=parsed.level,
            )
        except TooWideError as reason:
            options = "".join(f", {name} {value}" for name, value in game.options.items())
            refused.append(f"{len(game.players)} players{options}: {reason}")
        if total.difference:
            break
    if not total.difference and not refused:
        total += conform_scenarios(text.scenarios, 1, parsed.seed, level=parsed.level)
    clear_progress()
    return _Compared(text, total, tuple(refused))


def _show(done: _Compared) -> None:
    found = done.found
    variants = len(done.text.games)
    counts = (
        f"{variants} variant{'s' if variants > 1 else ''}, {found.games:,} games, "
        f"{found.choice_points:,} choices, {found.chance_points:,} outcomes of chance"
    )
    faults = f", {found.faults:,} faults" if found.faults else ""
    given_up = f", {found.given_up:,} steps given up by one engine" if found.given_up else ""
    verdict = "different" if found.difference else "no difference"
    write(f"{done.text.file}: {counts}{faults}{given_up}: {verdict}")
    for reason in done.refused:
        write(f"  not for native code: {reason}")
    if found.difference:
        write(str(found.difference))


def _as_json(done: _Compared) -> dict[str, object]:
    found = done.found
    return {
        "file": done.text.file,
        "variants": len(done.text.games),
        "games": found.games,
        "choice_points": found.choice_points,
        "chance_points": found.chance_points,
        "faults": found.faults,
        "given_up": found.given_up,
        "unknown": found.unknown,
        "not_compilable": list(done.refused),
        "difference": None if found.difference is None else _difference(found.difference),
    }


def _difference(found: Difference) -> dict[str, object]:
    return {
        "what": found.what,
        "reference": found.reference,
        "native": found.native,
        "players": found.players,
        "options": dict(found.options),
        "from_start": found.start is None,
        "history": list(found.history),
    }
