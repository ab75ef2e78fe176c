"""What `check` found, on disk, so that a text that has not changed is not checked again.

What is found follows from the rule text and what the file is called, the tables that it names, the
look beside it with its files, and this package. The text, its name and the package are in the name
of an entry; of the other files the entry holds digests, and counts only if each is still found as
it was. A text that cannot even be read is not kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from interpreter.findings.look_files import look_digest
from interpreter.keeping import entries, front_end
from interpreter.keeping.tables import are_alike, digests_of
from rulelang.diagnostics import Diagnostic
from rulelang.files import Folder
from rulelang.freezing import frozen
from rulelang.keeping import disk
from rulelang.obligations import Obligation
from rulelang.source import Source

SORT: Final = ".found"


@frozen
class Variant:
    """One way to play that was checked: how many players, and the options with their settings."""

    players: int
    options: Mapping[str, str]


@frozen
class Report:
    """What was found about a rule text and its look: all that `rulelang check` says of it."""

    diagnostics: tuple[Diagnostic, ...]
    instances: tuple[Variant, ...]
    obligations: tuple[Obligation, ...]

    @property
    def ok(self) -> bool:
        """Return whether nothing is an error."""
        return all(d.severity != "error" for d in self.diagnostics)


@frozen
class _Kept:
    """An entry: its own name, digests of tables and of the look, and what was found."""

    name: str
    tables: tuple[tuple[str, str], ...]
    look: str
    report: Report


def name_of(text: Source) -> str | None:
    """Return the name of the entry for a text; None where nothing can be kept."""
    package = front_end.whole()
    if package is None or disk.folder() is None:
        return None
    return disk.key_of(package, text.name, text.text) + SORT


def find(name: str, rules: str) -> Report | None:
    """Return what was found about a rule file; None where that is not known, or has changed."""
    kept = entries.find(name, _Kept, "report")
    if kept is None or kept.name != name or kept.look != look_digest(rules):
        return None
    alike = are_alike(kept.tables, Folder(Path(rules).parent).read)
    return kept.report if alike else None


def keep(name: str, rules: str, tables: Mapping[str, object], report: Report) -> None:
    """Keep what was found, if that can be. `tables`: all that the text names, as read."""
    look = look_digest(rules)
    if look is not None:
        entries.keep(name, _Kept(name, digests_of(tables), look, report))
