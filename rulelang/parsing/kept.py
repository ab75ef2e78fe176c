"""Declarations that were read before, by their lines, wherever those stand now."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

import attrs

from rulelang import surface
from rulelang.diagnostics import Diagnostic, moved
from rulelang.freezing import define, frozen
from rulelang.parsing.lines import Chunk
from rulelang.source import Span
from rulelang.surface.shifting import shifted

_Key: TypeAlias = tuple[str, tuple[str, ...]]
"""A file, and lines of it, as they are told by `_key`."""


@frozen
class Read:
    """What was read of some lines: `line` is the number of the first; `found` is what is wrong.

    `declarations` None: they cannot be read.
    """

    line: int
    declarations: tuple[surface.Declaration, ...] | None
    found: tuple[Diagnostic, ...]

    def at(self, line: int) -> Read:
        """Return the same where it begins at another line."""
        by = line - self.line
        if not by:
            return self

        def place(span: Span) -> Span:
            return attrs.evolve(span, line=span.line + by, end_line=span.end_line + by)

        mine = None if self.declarations is None else shifted(self.declarations, by)
        return Read(line, mine, tuple(moved(found, place) for found in self.found))


TEXTS = 8
"""What none of so many texts had is forgotten."""


@define
class KeptTrees:
    """What was read in the last few texts, each with the number of the last one that had it.

    `elsewhere`: asked for what was read of lines of a file that none of these texts had.
    """

    _read: dict[_Key, tuple[int, Read]] = attrs.field(factory=dict)
    _text: int = 0
    _elsewhere: Callable[[str, tuple[str, ...]], Read | None] | None = None

    def get(self, chunk: Chunk, file: str) -> Read | None:
        """Return what was read of the same lines, moved to where they stand now."""
        for is_clean in (True, False):
            key = _key(chunk, file, is_clean=is_clean)
            _, known = self._read.get(key, (0, None))
            if known is None and self._elsewhere is not None:
                known = self._elsewhere(*key)
            if known is not None:
                found = known.at(chunk.lines[0].number)
                self._read[key] = (self._text, found)
                return found
        return None

    def last(self) -> Iterator[tuple[_Key, Read]]:
        """Yield what was read of the last text that has ended, by its lines."""
        return ((key, read) for key, (text, read) in self._read.items() if text == self._text - 1)

    def add(self, chunk: Chunk, file: str, read: Read) -> None:
        """Keep what was read."""
        self._read[_key(chunk, file, is_clean=not read.found)] = (self._text, read)

    def forget(self) -> None:
        """End a text: what was in none of the last ones is forgotten."""
        self._text += 1
        old = [key for key, (last, _) in self._read.items() if last < self._text - TEXTS]
        for key in old:
            del self._read[key]


def _key(chunk: Chunk, file: str, *, is_clean: bool) -> _Key:
    """Return what tells lines; where nothing is wrong with them, comments do not matter."""
    if is_clean:
        return file, tuple([line.said for line in chunk.lines])
    return file, (*[line.text for line in chunk.lines], "")
