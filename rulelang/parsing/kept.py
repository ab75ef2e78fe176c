"""Declarations that were read before, by their lines, wherever those stand now."""

from __future__ import annotations

from typing import TypeAlias

import attrs

from rulelang import surface
from rulelang.diagnostics import Diagnostic, moved
from rulelang.parsing.lines import Chunk
from rulelang.source import Span
from rulelang.surface.shifting import shifted

_Key: TypeAlias = tuple[str, tuple[str, ...]]


@attrs.frozen
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


@attrs.define
class KeptTrees:
    """What was read in the last two texts."""

    _now: dict[_Key, Read] = attrs.field(factory=dict)
    _last: dict[_Key, Read] = attrs.field(factory=dict)

    def get(self, chunk: Chunk, file: str) -> Read | None:
        """Return what was read of the same lines, moved to where they stand now."""
        key = _key(chunk, file)
        found = self._now.get(key) or self._last.get(key)
        if found is None:
            return None
        found = self._now[key] = found.at(chunk.lines[0].number)
        return found

    def add(self, chunk: Chunk, file: str, read: Read) -> None:
        """Keep what was read."""
        self._now[_key(chunk, file)] = read

    def forget(self) -> None:
        """End a text: what neither it nor the next one has is forgotten."""
        self._last, self._now = self._now, {}


def _key(chunk: Chunk, file: str) -> _Key:
    return file, tuple(line.text for line in chunk.lines)
