"""Checked core trees on disk, so that a text that has not changed is not read and checked again.

A tree follows from the rule text and what the file is called (spans hold that), the players and
options asked for, the tables that the text names, and the front end with its grammar and library.
All but the tables is in the name of an entry. Which tables there are is known once the text was
read: so an entry holds their digests, and counts only if each is still found as it was. A text
with errors is not kept. Trees of all variants are one entry: what they share stands there once,
so that 64 of them are read in the time of two.

Entries are plain data in the user's own folder: see `interpreter.keeping.entries`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import attrs

from interpreter.keeping import entries, front_end
from interpreter.keeping.tables import are_alike, digests_of
from rulelang import core
from rulelang.keeping import disk
from rulelang.source import Source, Span

SORT: Final = ".tree"
WHOLE: Final = ".text"


@attrs.frozen
class _Kept:
    """An entry: its own name, digests of tables by their paths in the text, and the tree."""

    name: str
    tables: tuple[tuple[str, str], ...]
    spec: core.Spec


@attrs.frozen
class Whole:
    """All variants of a text: their trees, the scenarios, and where its rules stand."""

    specs: tuple[core.Spec, ...]
    scenarios: tuple[core.Scenario, ...]
    rules: tuple[Span, ...]


@attrs.frozen
class _KeptWhole:
    """An entry of a whole text."""

    name: str
    tables: tuple[tuple[str, str], ...]
    whole: Whole


def name_of(text: Source, players: int | None, options: Mapping[str, str]) -> str | None:
    """Return the name of the entry for an instance of a text; None where nothing can be kept."""
    front = front_end.digest()
    if front is None:
        return None
    asked = (part for option in sorted(options.items()) for part in option)
    return disk.key_of(front, text.name, text.text, str(players), *asked) + SORT


def find(name: str, read: Callable[[str], object]) -> core.Spec | None:
    """Return the tree of an entry; None where there is none, or a table has changed.

    `read`: gives a table of the text by its path, or something else where it cannot be read.
    """
    kept = entries.find(name, _Kept, "tree")
    if kept is None or kept.name != name:
        return None
    return kept.spec if are_alike(kept.tables, read) else None


def keep(name: str, tables: Mapping[str, object], spec: core.Spec) -> None:
    """Keep a tree, if that can be. `tables`: all that the text names, as they were read."""
    entries.keep(name, _Kept(name, digests_of(tables), spec))


def name_of_whole(text: Source) -> str | None:
    """Return the name of the entry for all variants of a text; None: nothing can be kept."""
    front = front_end.digest()
    return None if front is None else disk.key_of(front, text.name, text.text) + WHOLE


def find_whole(name: str, read: Callable[[str], object]) -> Whole | None:
    """Return the trees of all variants of a text, as `find` does that of one."""
    kept = entries.find(name, _KeptWhole, "text")
    if kept is None or kept.name != name:
        return None
    return kept.whole if are_alike(kept.tables, read) else None


def keep_whole(name: str, tables: Mapping[str, object], whole: Whole) -> None:
    """Keep the trees of all variants of a text, as `keep` does that of one."""
    entries.keep(name, _KeptWhole(name, digests_of(tables), whole))
