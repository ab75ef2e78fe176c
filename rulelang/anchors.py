"""Where findings stand, told from the declaration around them: so that they move with it.

    before:  game.rules, line 812
    after:   game.rules, the first declaration that begins with `to trade(p):`, line 4 in it

What is known of one text is then known of the next one, in which a line was added above.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

import attrs

from rulelang.freezing import define, frozen
from rulelang.source import Span


@frozen
class Anchor:
    """A declaration: how its first line reads, and which one it is of those that begin so."""

    file: str
    begins: str
    number: int


@define
class Anchors:
    """The declarations of some files, by their first lines.

    `first`: the lines in which they begin, ascending, by file. In other files, and before the
    first declaration, places are told as they are.
    """

    _first: dict[str, list[int]] = attrs.field(factory=dict)
    _anchors: dict[str, list[Anchor]] = attrs.field(factory=dict)
    _lines: dict[Anchor, int] = attrs.field(factory=dict)
    _told: dict[int, tuple[Span, str]] = attrs.field(factory=dict)
    _names: dict[str, list[str]] = attrs.field(factory=dict)

    def add(self, file: str, begun: Iterable[tuple[int, str]]) -> None:
        """Add the declarations of a file: the numbers of their first lines, and how those read."""
        seen: dict[str, int] = {}
        first, anchors = self._first.setdefault(file, []), self._anchors.setdefault(file, [])
        names = self._names.setdefault(file, [])
        for line, text in begun:
            seen[text] = seen.get(text, 0) + 1
            anchor = Anchor(file, text, seen[text])
            first.append(line)
            anchors.append(anchor)
            names.append(repr(anchor))
            self._lines[anchor] = line

    @property
    def declarations(self) -> tuple[tuple[str, tuple[tuple[int, str], ...]], ...]:
        """What was added: by files, the lines in which declarations begin, and how those read."""
        return tuple(
            (file, tuple(zip(lines, [a.begins for a in self._anchors[file]], strict=True)))
            for file, lines in self._first.items()
        )

    def around(self, span: Span) -> tuple[Anchor | None, int]:
        """Return the declaration around a span, and the line in which it begins; else None, 0."""
        first = self._first.get(span.file)
        if not first:
            return None, 0
        place = bisect_right(first, span.line) - 1
        return (None, 0) if place < 0 else (self._anchors[span.file][place], first[place])

    def named(self, span: Span) -> tuple[str | None, int]:
        """Return what tells the declaration around a span, as a text, and the line as `around`."""
        first = self._first.get(span.file)
        if not first:
            return None, 0
        place = bisect_right(first, span.line) - 1
        return (None, 0) if place < 0 else (self._names[span.file][place], first[place])

    def told(self, span: Span) -> str:
        """Return where a span stands, as a text that stays when its declaration moves."""
        known = self._told.get(id(span))
        if known is None or known[0] is not span:
            anchor, line = self.around(span)
            where = (span.line - line, span.column, span.end_line - line, span.end_column)
            whole = (span.file if anchor is None else (anchor.begins, anchor.number), where)
            known = self._told[id(span)] = (span, repr(whole))
        return known[1]

    def moved(self, span: Span, now: Anchors) -> Span:
        """Return where a span of this text stands in another one that has its declaration.

        Raises:
            KeyError: it has no such declaration, or one that is too short.
        """
        anchor, line = self.around(span)
        if anchor is None:
            return span
        by = now.line(anchor) - line
        there = span
        if by:
            there = attrs.evolve(span, line=span.line + by, end_line=span.end_line + by)
        if now.around(there)[0] != anchor:  # else it would belong to the next one from now on
            raise KeyError(anchor)
        return there

    def line(self, anchor: Anchor) -> int:
        """Return the line in which a declaration begins.

        Raises:
            KeyError: there is no such declaration.
        """
        return self._lines[anchor]
