"""What the plays of a report reach of a text, on disk: every variant is played for it.

It follows from the rule text with its tables and what the file is called, from the variants and
the seed asked for, and from this package. All of that is in the name of an entry. An engine is no
part of it: all of them reach the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from interpreter.keeping import entries, front_end
from interpreter.load import files_of, find
from interpreter.testing.coverage import Coverage
from rulelang.keeping import disk

SORT: Final = ".reached"


@attrs.frozen
class _Entry:
    """An entry: its own name, and what was reached."""

    name: str
    coverage: Coverage


def name_of(
    rules: str, players: int | None, options: Mapping[str, str], seed: int | None
) -> str | None:
    """Return the name of the entry for some variants of a game; None: nothing can be kept.

    Raises:
        UsageError, RulesError: as `load` does.
    """
    package = front_end.whole()
    if package is None or disk.folder() is None:
        return None
    files = files_of(rules, players=players, options=options)
    parts = (part for name, data in sorted(files.items()) for part in (name, data.decode()))
    asked = (part for option in sorted(options.items()) for part in option)
    which = (find(rules), str(players), str(seed or 0), str(len(files)))
    return disk.key_of(package, *which, *parts, *asked) + SORT


def kept(name: str | None) -> Coverage | None:
    """Return what an entry says was reached; None where there is none."""
    entry = None if name is None else entries.find(name, _Entry, "report of what is reached")
    return entry.coverage if entry is not None and entry.name == name else None


def keep(name: str | None, coverage: Coverage | None) -> None:
    """Keep what was reached, if that can be and nothing was left out."""
    if name is not None and coverage is not None and not coverage.interrupted:
        entries.keep(name, _Entry(name, coverage))
