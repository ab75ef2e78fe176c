"""A folder of the user's own, opened once: what lies in it is asked of what was opened.

No link is followed to the folder or to a file in it. Both must belong to the user, and nobody else
may write to them; that is asked of what is open, not of a name that somebody may give to another
thing meanwhile. Where a system has no owners and no handles of folders, names are used, and what
was written is known by its signature alone: see `rulelang.keeping.disk`.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from rulelang.freezing import frozen

MOST_BYTES: Final = 1 << 27
"""A file that is larger is not read."""

DRAFT: Final = ".part"
"""How the names of files end that are being written."""

_FROM: Final = os.O_RDONLY | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_HERE: Final = getattr(os, "O_NOFOLLOW", 0)
_AT_ONCE: Final = getattr(os, "O_NONBLOCK", 0)  # a pipe that nobody writes to would hang
_NEW: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _HERE | getattr(os, "O_BINARY", 0)
_HAS_HANDLES: Final = os.open in os.supports_dir_fd and hasattr(os, "O_DIRECTORY")


class RefusedError(Exception):
    """Something is there that must not be trusted; the message says why, behind its name."""


@frozen
class Folder:
    """An open folder; `handle` None: its files are found by their paths."""

    path: Path
    handle: int | None

    def read(self, name: str) -> bytes | None:
        """Return what a file holds; None where there is none.

        Raises:
            RefusedError: it is not the user's own alone.
            OSError: it cannot be read.
        """
        try:
            file = os.open(self._at(name), _FROM | _HERE | _AT_ONCE, dir_fd=self.handle)
        except FileNotFoundError:
            return None
        except OSError as error:
            if error.errno == errno.ELOOP:
                raise RefusedError("is a link") from error
            raise
        with os.fdopen(file, "rb") as opened:
            found = os.fstat(file)
            if not stat.S_ISREG(found.st_mode):
                raise RefusedError("is no file")
            _check_owner(found)
            if found.st_size > MOST_BYTES:
                raise RefusedError(f"has more than {MOST_BYTES} bytes")
            with suppress(OSError, TypeError, NotImplementedError):
                os.utime(file)
            return opened.read(MOST_BYTES)

    def write(self, name: str, data: bytes, *, is_new: bool = False) -> None:
        """Write a file, whole or not at all.

        Raises:
            FileExistsError: it is to be new, and there is one.
            OSError: it cannot be written.
        """
        draft = f".{secrets.token_hex(8)}{DRAFT}"
        file = os.open(self._at(draft), _NEW, 0o600, dir_fd=self.handle)
        give = os.link if is_new else os.replace
        try:
            with os.fdopen(file, "wb") as opened:
                opened.write(data)
            at = self.handle
            give(self._at(draft), self._at(name), src_dir_fd=at, dst_dir_fd=at)
        finally:
            self.remove(draft)

    def remove(self, name: str) -> None:
        """Remove a file, if there is one."""
        with suppress(FileNotFoundError):
            os.unlink(self._at(name), dir_fd=self.handle)

    def names(self) -> list[str]:
        """Return the name of each file."""
        here = self.path if self.handle is None else self.handle
        return os.listdir(here)  # noqa: PTH208 - of what is open

    def used(self, names: Iterable[str]) -> Iterator[tuple[float, str]]:
        """Yield when each of some files was last read or written, and its name."""
        for name in names:
            with suppress(FileNotFoundError):
                found = os.stat(self._at(name), dir_fd=self.handle, follow_symlinks=False)
                yield found.st_mtime, name

    def _at(self, name: str) -> str:
        return name if self.handle is not None else str(self.path / name)


@contextmanager
def opened(path: Path, *, is_made: bool) -> Iterator[Folder]:
    """Open a folder of the user's own. `is_made`: made where there is none.

    Raises:
        RefusedError: it is a link, or not the user's own alone.
        OSError: it is not there, or cannot be made.
    """
    if is_made:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not _HAS_HANDLES:
        yield Folder(path, None)
        return
    try:
        handle = os.open(path, _FROM | _HERE | os.O_DIRECTORY)
    except OSError as error:
        if path.is_symlink():
            raise RefusedError("is a link") from error
        raise
    try:
        _check_owner(os.fstat(handle))
        yield Folder(path, handle)
    finally:
        os.close(handle)


def _check_owner(found: os.stat_result) -> None:
    """Raise `RefusedError` for what somebody else has, or may write to."""
    if hasattr(os, "geteuid") and found.st_uid != os.geteuid():
        raise RefusedError("belongs to somebody else")
    if hasattr(os, "geteuid") and found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise RefusedError("can be written by others")
