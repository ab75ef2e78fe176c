"""What `check` found, on disk, so that a text that has not changed is not checked again.

What is found follows from the rule text and what the file is called, the tables that it names, the
look beside it with its files, and this package. The text, its name and the package are in the name
of an entry; of the other files the entry holds digests, and counts only if each is still found as
it was. A text that cannot even be read is not kept.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Final

import attrs

from interpreter.keeping import entries, front_end
from rulelang.diagnostics import Diagnostic
from rulelang.files import Folder
from rulelang.keeping import disk
from rulelang.obligations import Obligation
from rulelang.source import Source

SORT: Final = ".found"

_LOOK: Final = ".look.toml"
_MAX_LOOK: Final = 200_000
_TEXT: Final = re.compile(r""""([^"\n]*)"|'([^'\n]*)'""")
_HOLE: Final = re.compile(r"\{[^{}]*\}")
_ANYTHING: Final = re.compile(r"""\b(art|places)["']?\s*=\s*["'](\{[^{}]*\})+["']""")


@attrs.frozen
class Variant:
    """One way to play that was checked: how many players, and the options with their settings."""

    players: int
    options: Mapping[str, str]


@attrs.frozen
class Report:
    """What was found about a rule text and its look: all that `rulelang check` says of it."""

    diagnostics: tuple[Diagnostic, ...]
    instances: tuple[Variant, ...]
    obligations: tuple[Obligation, ...]

    @property
    def ok(self) -> bool:
        """Return whether nothing is an error."""
        return all(d.severity != "error" for d in self.diagnostics)


@attrs.frozen
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
    if kept is None or kept.name != name or kept.look != _look(rules):
        return None
    folder = Folder(Path(rules).parent)
    alike = all(_digest(folder.read(path)) == digest for path, digest in kept.tables)
    return kept.report if alike else None


def keep(name: str, rules: str, tables: Mapping[str, object], report: Report) -> None:
    """Keep what was found, if that can be. `tables`: all that the text names, as read."""
    look = _look(rules)
    if look is not None:
        digests = tuple((path, _digest(found)) for path, found in tables.items())
        entries.keep(name, _Kept(name, digests, look, report))


def _digest(table: object) -> str:
    return disk.key_of(table.name, table.text) if isinstance(table, Source) else ""


# ---------------------------------------------------------------- looks


def _look(rules: str) -> str | None:
    """Return a digest of the look beside a rule text and of all files that it may name.

    Every text in it may be the name of a file, in which a hole stands for anything; a hole alone
    would be any file. None where that cannot be told; "" without a look.
    """
    path = Path(rules)
    look = path.with_name(path.name.removesuffix(".rules") + _LOOK)
    try:
        if not look.exists() and not look.is_symlink():
            return ""
        if look.stat().st_size > _MAX_LOOK:
            return None
        text = look.read_text(encoding="utf-8")
        if "\\" in text or _ANYTHING.search(text):  # an escape may spell a name
            return None
        whole = hashlib.sha256(text.encode())
        for named in sorted(set(_named(look.parent, text))):
            whole.update(f"{named}:".encode(errors="surrogatepass"))
            whole.update(hashlib.sha256(named.read_bytes()).digest())
    except (OSError, ValueError):
        return None
    return whole.hexdigest()


def _named(folder: Path, text: str) -> Iterator[Path]:
    """Yield the files below a folder that texts may name, and those in folders that they may."""
    for found in _TEXT.finditer(text):
        name = _HOLE.sub("*", found[1] or found[2] or "")
        pure = PurePosixPath(name)
        if not name.strip("*") or pure.is_absolute() or ".." in pure.parts:
            continue
        for path in folder.glob(name):
            if path.is_file():
                yield path
            elif path.is_dir():
                yield from (file for file in path.iterdir() if file.is_file())
