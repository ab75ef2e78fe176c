"""Reading rule files and tables: the only door from the file system into the front end."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Final

import attrs

from rulelang.diagnostics import Diagnostic, Edit
from rulelang.freezing import define
from rulelang.messages import files
from rulelang.source import NOWHERE, Source
from rulelang.suggest import nearest

MAX_BYTES = 4_000_000
SAVED: Final[Mapping[str, str]] = {}
"""What counts in place of files where nobody has changed one: nothing."""


def read_source(path: str) -> Source | Diagnostic:
    """Return a text file, or the finding that says why it cannot be read.

    Never raises for what a file system may do. A pipe or a device is refused: it could make us
    wait, or never end.
    """
    try:
        if not is_plain(path):
            return files.unreadable(path, "is no file to read: a pipe or a device")
        with Path(path).open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return files.unreadable(path, "does not exist", files.LOOK)
    except IsADirectoryError:
        return files.unreadable(path, "is a folder", "name a file in it")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        return files.unreadable(path, f"cannot be read: {reason.lower()}")
    return decoded(path, data)


def is_plain(path: str | Path) -> bool:
    """Return whether a path leads to a file or folder, which answers at once and has an end.

    Raises:
        OSError: there is nothing.
        ValueError: no file can be called so.
    """
    mode = Path(path).stat().st_mode
    return stat.S_ISREG(mode) or stat.S_ISDIR(mode)


def decoded(path: str, data: bytes) -> Source | Diagnostic:
    """Return the text that `data` is, or the finding that says why it is none."""
    if len(data) > MAX_BYTES:
        return files.unreadable(path, f"is larger than {MAX_BYTES // 1_000_000} MB", "split it")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        problem = f"is not UTF-8: line {line} has a byte that is none"
        return files.unreadable(path, problem, "save it as UTF-8")
    return Source(path, text)


def unsaved_at(path: str | Path, unsaved: Mapping[str, str]) -> str | None:
    """Return the text that counts in place of what a file holds; None where none does.

    `unsaved`: such texts by their resolved paths, as an editor has them.

    >>> unsaved_at("no/../stalls.csv", {str(Path("stalls.csv").resolve()): "name"})
    'name'
    """
    return unsaved.get(os.path.realpath(path)) if unsaved else None


@define
class Folder:
    """The folder of a rule file, for reading the tables below it.

    `unsaved`: texts that count in place of what files hold, by their resolved paths.
    `asked`: the tables asked for by their paths from here, and what was found; each is read once.
    What could be read is added to `sources`.
    """

    path: Path
    sources: dict[str, Source] = attrs.field(factory=dict)
    unsaved: Mapping[str, str] = SAVED
    asked: dict[str, Source | Diagnostic] = attrs.field(factory=dict, init=False)

    def read(self, table: str) -> Source | Diagnostic:
        """Return a table; outside of the folder nothing is read."""
        if table not in self.asked:
            self.asked[table] = found = self._found(table)
            if isinstance(found, Source):
                self.sources[found.name] = found
        return self.asked[table]

    def _found(self, table: str) -> Source | Diagnostic:
        if self._lies_outside(table):
            return files.outside_folder(table, NOWHERE)
        path = self.path / PurePosixPath(table)
        text = unsaved_at(path, self.unsaved)
        found = read_source(str(path)) if text is None else Source(str(path), text)
        return found if isinstance(found, Source) else self._meant(found, path)

    def _meant(self, found: Diagnostic, path: Path) -> Diagnostic:
        """Return that a file cannot be read; with the one beside it that is called nearly so."""
        try:
            there = [] if path.exists() else [*path.parent.iterdir()]
        except (OSError, ValueError):
            return found
        near = nearest(path.stem, [one.stem for one in there if one.suffix == path.suffix])
        if near is None:
            return found
        meant = path.with_stem(near).relative_to(self.path).as_posix()
        mend = (Edit(NOWHERE, meant),)
        return attrs.evolve(found, hint=f"did you mean `{meant}`?", mend=mend)

    def _lies_outside(self, table: str) -> bool:
        pure = PurePosixPath(table)
        if pure.is_absolute() or ".." in pure.parts or "\\" in table or "\0" in table:
            return True
        try:  # a link may lead anywhere
            return not (self.path / pure).resolve().is_relative_to(self.path.resolve())
        except (OSError, RuntimeError):  # a link that leads round in a circle
            return True
