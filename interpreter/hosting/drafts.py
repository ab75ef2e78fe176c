"""New files, whole or not at all, and on the disk when that is said.

What is written goes to a draft beside the file, which then gets its name; the folder is synced, so
that the name is there after a crash too. Whoever writes a draft holds its lock: one that nobody
holds is left from a process that was ended, and the next who writes that file removes it.
"""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

import attrs

from interpreter.hosting import locks

SUFFIX: Final = ".part"

_BINARY: Final = getattr(os, "O_BINARY", 0)
_NEW: Final = os.O_RDWR | os.O_CREAT | os.O_EXCL | _BINARY
_CLOSES_FIRST: Final = sys.platform == "win32"
"""What is open there can get no other name."""


def write_all(file: int, data: bytes) -> None:
    """Write all of some bytes to an open file, down to the disk."""
    while data:
        data = data[os.write(file, data) :]
    os.fsync(file)


def create(path: Path, data: bytes) -> int:
    """Write a new file; return it, open and locked.

    Raises:
        FileExistsError: there is a file of that name.
        OSError: it cannot be written.
        ValueError: no file can be called so.
    """
    remove_orphans(path)
    with _drafted(path, data) as draft:
        made = draft.named(path)
    if made is None:  # there are no links here, or what is open can get no other name
        made = _copied(path, data)
    sync_folder(path)
    return made


def replace(path: Path, data: bytes) -> None:
    """Write a file in the place of what is there.

    Raises:
        OSError: it cannot be written.
        ValueError: no file can be called so.
    """
    remove_orphans(path)
    with _drafted(path, data) as draft:
        if _CLOSES_FIRST:
            draft.close()
        draft.path.replace(path)
    sync_folder(path)


def sync_folder(path: Path) -> None:
    """Bring to the disk that a file is in its folder, where folders can be synced."""
    with suppress(OSError):
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def remove_orphans(path: Path) -> None:
    """Remove the drafts of a file that nobody is writing any more."""
    begins = f".{path.name}."
    with suppress(OSError, ValueError):
        for found in sorted(path.parent.iterdir()):
            if found.name.startswith(begins) and found.name.endswith(SUFFIX):
                _remove_orphan(found)


def _remove_orphan(draft: Path) -> None:
    with suppress(OSError):
        file = os.open(draft, os.O_RDWR | _BINARY | getattr(os, "O_NOFOLLOW", 0))
        try:
            is_orphan = locks.take(file)
            if is_orphan and not _CLOSES_FIRST:
                draft.unlink(missing_ok=True)
        finally:
            os.close(file)
        if is_orphan:
            draft.unlink(missing_ok=True)


@attrs.define
class _Draft:
    """A draft that is open and locked."""

    path: Path
    file: int | None

    def named(self, path: Path) -> int | None:
        """Give it its name, and hand the file over; None where that cannot be done here."""
        if _CLOSES_FIRST:
            return None
        try:
            os.link(self.path, path)
        except FileExistsError:
            raise
        except OSError:
            return None
        file, self.file = self.file, None
        return file

    def close(self) -> None:
        """Let it go, unless it was handed over."""
        file, self.file = self.file, None
        if file is not None:
            os.close(file)


@contextmanager
def _drafted(path: Path, data: bytes) -> Iterator[_Draft]:
    """Write a draft, which is gone afterwards."""
    draft = _new_draft(path)
    try:
        assert draft.file is not None
        write_all(draft.file, data)
        yield draft
    finally:
        if _CLOSES_FIRST:
            draft.close()
        draft.path.unlink(missing_ok=True)
        draft.close()


def _new_draft(path: Path) -> _Draft:
    while True:
        name = path.with_name(f".{path.name}.{secrets.token_hex(8)}{SUFFIX}")
        draft = _Draft(name, os.open(name, _NEW, 0o666))
        assert draft.file is not None
        if locks.take(draft.file) and os.fstat(draft.file).st_nlink:
            return draft
        draft.close()  # somebody took it for an orphan before it was locked


def _copied(path: Path, data: bytes) -> int:
    """Write a file under its name; return it, open and locked."""
    file = os.open(path, _NEW, 0o666)
    try:
        locks.take(file)
        write_all(file, data)
    except BaseException:
        os.close(file)
        raise
    return file
