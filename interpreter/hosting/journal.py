"""Files of JSON lines that only grow: sessions, and the logs of long work. Ref §17.

**One writer.** Whoever creates such a file, or adds to it, holds its lock until he lets it go or
ends; a second one is told so, and the file is left as it is. Anybody may read it meanwhile.

**Chained.** The last entry of each line is a digest of the line before it and of the rest of its
own, so that what was changed, moved or taken out is found at its line. Only the last lines may be
missing, or the end of the last one: a line counts when its line end is there. Files of the version
before have no chain: they are read, and go on without.

    {"step": 1, "chance": 2, "chain": "5d41402abc4b2a76b9719d911017c592"}
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import weakref
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import attrs

from interpreter.faults import PlaythroughError
from interpreter.formats import VERSIONS
from interpreter.hosting import drafts, locks
from interpreter.hosting.kinds import INSTEAD, kind_of, refuse_other

_BEGINNING: Final = 1 << 16
_CHAINED: Final = re.compile(r'(.*), "chain": "([0-9a-f]{32})"\}', re.DOTALL)


@attrs.define
class Journal:
    """A file that grows.

    `sound`: how many bytes are whole lines; `size`: how many there are, as far as is known here.
    `chain`: the digest of the last line; None: its lines have none.
    """

    path: Path
    sound: int
    size: int
    chain: str | None
    _file: int | None = attrs.field(default=None, init=False)
    _end: weakref.finalize[[int], Journal] | None = attrs.field(default=None, init=False)

    @classmethod
    def create(cls, path: Path, lines: Iterable[str]) -> Journal:
        """Write a new file, whole or not at all; what is there is never overwritten.

        Raises:
            PlaythroughError: there is a file of that name, or it cannot be written.
        """
        text, chain = chained(lines)
        data = text.encode("ascii")
        try:
            file = drafts.create(path, data)
        except FileExistsError as error:
            raise PlaythroughError(f"{path} exists already; choose another name") from error
        except OSError as error:
            raise PlaythroughError(f"{path} cannot be written: {error.strerror}") from error
        except ValueError as error:
            raise PlaythroughError(f"no file can be called {str(path)!a}: {error}") from error
        made = cls(path, len(data), len(data), chain)
        made._hold(file)
        return made

    def claim(self) -> None:
        """Become the one who writes, if that is not so already.

        Raises:
            PlaythroughError: somebody else writes, or has written; or it cannot be written.
        """
        try:
            self._claimed()
        except OSError as error:
            raise PlaythroughError(f"{self.path} cannot be written: {error.strerror}") from error

    def append(self, lines: Iterable[str]) -> None:
        """Add whole lines; a half line behind the last whole one gives way to them.

        They are on the disk when this returns; if it fails, the file is as it was.

        Raises:
            PlaythroughError: it cannot be written, or somebody else writes to it.
        """
        if self.chain is None:
            text, chain = "".join(f"{line}\n" for line in lines), None
        else:
            text, chain = chained(lines, self.chain)
        data = text.encode("ascii")
        try:
            file = self._claimed()
            os.ftruncate(file, self.sound)
            os.lseek(file, self.sound, os.SEEK_SET)
            self.size = self.sound
            try:
                drafts.write_all(file, data)
            except OSError:
                os.ftruncate(file, self.sound)
                raise
        except OSError as error:
            raise PlaythroughError(f"{self.path} cannot be written: {error.strerror}") from error
        self.sound = self.size = self.sound + len(data)
        self.chain = chain

    def close(self) -> None:
        """Let the file go, so that somebody else may write to it."""
        if self._end is not None:
            self._end()
        self._file = self._end = None

    def _claimed(self) -> int:
        """Return the file, open and locked, as it was left here."""
        if self._file is None:
            file = os.open(self.path, os.O_RDWR | getattr(os, "O_BINARY", 0))
            if not locks.take(file):
                locks.close(file)
                raise PlaythroughError(
                    f"{self.path}: somebody else is writing to it; wait until that has ended, "
                    "or name another file"
                )
            self._hold(file)
        assert self._file is not None
        found, named = os.fstat(self._file), self.path.stat()
        if found.st_size != self.size or not os.path.samestat(found, named):
            self.close()
            raise PlaythroughError(f"{self.path}: somebody else has written to it; load it anew")
        return self._file

    def _hold(self, file: int) -> None:
        """Keep an open file as long as this is in use."""
        self._file, self._end = file, weakref.finalize(self, locks.close, file)


def chained(lines: Iterable[str], chain: str = "") -> tuple[str, str]:
    r"""Return lines of JSON with their digests, and the last digest; `chain`: the one before.

    >>> chained(['{"a": 1}'])[0]
    '{"a": 1, "chain": "3928040cd8e45a93eddb873b2d6bf8e8"}\n'
    """
    found = []
    for line in lines:
        begin = line.removesuffix("}")
        chain = _digest(chain, begin)
        found.append(f'{begin}, "chain": "{chain}"}}\n')
    return "".join(found), chain


def _digest(chain: str, begin: str) -> str:
    return hashlib.sha256(f"{chain}\n{begin}".encode()).hexdigest()[:32]


def whole_lines(path: Path, data: bytes, wanted: str) -> tuple[list[str], Journal]:
    """Return the whole lines of what a file holds, at least one, and the file, ready to grow.

    They come without what chains them. A line that was written only in part is left out.
    `wanted`: the kind that it is to be.

    Raises:
        PlaythroughError: it is of another kind, has no whole line, is no text, or a line does not
            follow from those before it.
    """
    refuse_other(kind_of(data[:_BEGINNING].decode("utf-8", errors="replace")), wanted, str(path))
    sound = data.rfind(b"\n") + 1
    if not sound:
        raise PlaythroughError(f"{path}: it has no whole line; {INSTEAD[wanted]}")
    try:
        text = data[:sound].decode("utf-8")
    except UnicodeDecodeError as error:
        raise PlaythroughError(f"{path}, byte {error.start}: not UTF-8 text") from error
    lines = text[:-1].split("\n")
    if _version(lines[0]) != VERSIONS[wanted]:
        return lines, Journal(path, sound, len(data), None)
    lines, chain = _unchained(lines, path)
    return lines, Journal(path, sound, len(data), chain)


def _version(line: str) -> object:
    """Return which version a first line says it is of; whoever reads it says what is wrong."""
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found.get("version") if isinstance(found, dict) else None


def _unchained(lines: list[str], path: Path) -> tuple[list[str], str]:
    """Return lines without their digests, and the last digest."""
    chain, found = "", []
    for number, line in enumerate(lines, start=1):
        match = _CHAINED.fullmatch(line)
        if match is None or _digest(chain, match[1]) != match[2]:
            raise PlaythroughError(
                f"{path}, line {number}: it was changed, or a line before it is missing;"
                " take an unchanged copy"
            )
        chain = match[2]
        found.append(match[1] + "}")
    return found, chain
