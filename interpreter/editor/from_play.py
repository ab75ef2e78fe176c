"""From play to text: the saved plays beside a rule text, and the scenario that each leads to."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import attrs

from interpreter.faults import PlaythroughError, RuleFault, UsageError
from interpreter.hosting.playthrough import read, restore
from interpreter.load import RulesError
from interpreter.testing.beginning import game_of
from interpreter.testing.writing import scenario_text

MOST = 20
"""Files that are looked at, the newest first."""
LARGEST = 1_000_000


@attrs.define
class SavedPlays:
    """The saved plays that lie beside a text. `_known`: what each file was, when it was so old."""

    _known: dict[Path, tuple[int, str]] = attrs.field(factory=dict)

    def beside(self, path: str, title: str) -> tuple[Path, ...]:
        """Return the saved plays of a game that lie in the folder of its text, newest first."""
        found = sorted(_stamped(Path(path).parent), reverse=True)[:MOST]
        return tuple(file for stamp, file in found if self._title(stamp, file) == title)

    def _title(self, stamp: int, file: Path) -> str:
        if self._known.get(file, (None, ""))[0] != stamp:
            self._known[file] = stamp, _title(file)
        return self._known[file][1]


def _stamped(folder: Path) -> Iterator[tuple[int, Path]]:
    for file in folder.glob("*.json"):
        try:
            about = file.stat()
        except OSError:  # it leads nowhere, or is gone by now
            continue
        if about.st_size <= LARGEST:
            yield about.st_mtime_ns, file


def _title(file: Path) -> str:
    """Return of which game a file is a saved play; "" where it is none."""
    try:
        found = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError, RecursionError):
        return ""
    is_play = isinstance(found, dict) and found.get("format") == "rulelang/playthrough"
    return str(found.get("game", "")) if is_play else ""


def scenario_of(saved: str, rules: str) -> str:
    """Return the scenario that leads where a saved play stands.

    Args:
        saved: the file of the play.
        rules: the file of the rule text.

    Raises:
        UsageError: there is no such scenario, and why.
    """
    try:
        play = read(saved)
        players, options = len(play.players), dict(play.options)
        game = game_of(rules, play.scenario, players=players, options=options)
        state = restore(game, play)
        return scenario_text(state, f"after {len(state.path) - 1} steps of {Path(saved).name}")
    except (PlaythroughError, RulesError, RuleFault, ValueError, OSError) as error:
        raise UsageError(str(error)) from None
