"""Folders for the time being that do not outlive their process for long, however that ends.

A process that is killed leaves its folders behind. Each of ours holds a file that its process has
locked, and the system unlocks it when the process is gone: so the next one that makes a folder
knows which are nobody's, and takes them away.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory, gettempdir
from typing import Final

from interpreter.hosting import locks

PREFIX: Final = "rulelang-table-"
_LOCK: Final = "in-use"
_YOUNG_S: Final = 60.0
"""So long a folder may be there before its file is locked."""


@contextmanager
def folder() -> Iterator[Path]:
    """Make a folder that is gone afterwards; yield a folder inside that is empty.

    >>> with folder() as made:
    ...     made.is_dir(), list(made.iterdir())
    (True, [])
    >>> made.exists()
    False
    """
    with TemporaryDirectory(prefix=PREFIX) as outer, _locked(Path(outer) / _LOCK):
        if _is_in_use(Path(outer)):  # else the disk has no locks, and nobody can tell
            sweep()
        inner = Path(outer) / "files"
        inner.mkdir()
        yield inner


def sweep(older_than_s: float = _YOUNG_S) -> int:
    """Take away the folders of processes that are gone; return how many there were."""
    found = 0
    for left in Path(gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):  # somebody else's, or gone by now
            if time.time() - left.stat().st_mtime >= older_than_s and not _is_in_use(left):
                shutil.rmtree(left)
                found += 1
    return found


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    file = os.open(path, os.O_CREAT | os.O_RDWR)
    try:
        locks.take(file)
        yield
    finally:
        locks.close(file)


def _is_in_use(made: Path) -> bool:
    """Return whether a process has locked the file of a folder.

    Raises:
        OSError: there is none, or it is somebody else's.
    """
    file = os.open(made / _LOCK, os.O_RDWR)
    try:
        return not locks.take(file)
    finally:
        locks.close(file)
