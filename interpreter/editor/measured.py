"""What plays said of the arms of a text: the summary that lies beside it, as `simulate` wrote it.

`rulelang simulate market.rules --record market.summary.json` writes one for `market.rules`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import attrs

ENDING = ".summary.json"
LARGEST = 2_000_000
"""Characters of a summary that is read."""


@attrs.frozen
class Measured:
    """In how many parts of the choices of some plays an arm was offered, and chosen of those."""

    offered: float
    chosen: float
    plays: int

    def __str__(self) -> str:
        """Return it in a few words."""
        if not self.offered:
            return f"never offered in {self.plays:,} plays"
        return (
            f"offered in {_percent(self.offered)} of all choices, chosen in "
            f"{_percent(self.chosen)} of these · {self.plays:,} plays"
        )


def _percent(part: float) -> str:
    return "< 1 %" if 0 < part < 0.01 else f"{part:.0%}".replace("%", " %")


@attrs.define
class Summaries:
    """The summaries that were read, by their paths, each as its file was then."""

    _read: dict[Path, tuple[int, Mapping[str, Measured]]] = attrs.field(factory=dict)

    def of(self, path: str, title: str) -> Mapping[str, Measured]:
        """Return what is known of the arms of a text; nothing where there is no summary of it."""
        file = Path(path).with_suffix("")
        beside = file.with_name(file.name + ENDING)
        try:
            stamp = beside.stat().st_mtime_ns
            if beside.stat().st_size > LARGEST:
                return {}
            if self._read.get(beside, (None, {}))[0] != stamp:
                self._read[beside] = stamp, _arms(json.loads(beside.read_text("utf-8")), title)
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return {}
        return self._read[beside][1]


def _arms(found: object, title: str) -> Mapping[str, Measured]:
    """Return the arms in a summary.

    Raises:
        KeyError: something is not there.
        TypeError: something is of another sort.
        ValueError: it is no summary, or of another game.
    """
    if not isinstance(found, dict) or found["format"] != "rulelang/summary":
        raise ValueError("no summary")
    if found["game"] != title:
        raise ValueError("a summary of another game")
    choices = sum(int(band["decisions"]) for band in found["decisions"])
    arms: dict[str, Measured] = {}
    for arm in found["arms"]:
        offered, chosen = sum(map(int, arm["offered"])), sum(map(int, arm["chosen"]))
        parts = offered / max(1, choices), chosen / max(1, offered)
        arms[str(arm["arm"])] = Measured(*parts, int(found["games"]))
    return arms
