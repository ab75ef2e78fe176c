"""Where a piece of rule text stands: files, spans, lines and columns.

Positions are code points, 0-based; a span is half-open. Lines and columns, for people, count from
1.
"""

from __future__ import annotations

import re
from functools import lru_cache

import attrs

from rulelang.evolving import evolve
from rulelang.freezing import frozen


@frozen
class Source:
    """A rule file as read: `name` is what messages call it (a path as the user gave it)."""

    name: str
    text: str = attrs.field(repr=False)

    def line_text(self, line: int) -> str:
        """Return the text of line `line` (from 1) without its line end; "" past the end."""
        lines = lines_of(self.text)
        return lines[line - 1] if 1 <= line <= len(lines) else ""


@lru_cache(maxsize=8)
def lines_of(text: str) -> tuple[str, ...]:
    """Return the lines of a text without their ends, as they are numbered in every finding.

    A line ends at a line feed, with or without a carriage return before it, and nowhere else.
    """
    return tuple(line.removesuffix("\r") for line in text.split("\n"))


def blanked(code: str, what: re.Pattern[str]) -> str:
    """Return code with spaces for what a pattern finds, so that all else stands where it did.

    >>> blanked('say "a, b", c', re.compile(r'"[^"]*"'))
    'say       , c'
    """
    return what.sub(lambda found: " " * len(found[0]), code)


@frozen
class Span:
    """A half-open stretch of a file: lines and columns from 1; `end_column` is exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def to(self, other: Span) -> Span:
        """Return the span from the start of this one to the end of `other`."""
        return evolve(self, end_line=other.end_line, end_column=other.end_column)

    @property
    def begin(self) -> Span:
        """The empty place before it."""
        return Span(self.file, self.line, self.column, self.line, self.column)

    @property
    def end(self) -> Span:
        """The empty place behind it."""
        return Span(self.file, self.end_line, self.end_column, self.end_line, self.end_column)

    def is_within(self, other: Span) -> bool:
        """Return whether all of this span lies inside `other`.

        >>> Span("a.rules", 2, 5, 2, 9).is_within(Span("a.rules", 1, 1, 2, 9))
        True
        >>> Span("a.rules", 2, 5, 2, 9).is_within(Span("a.rules", 2, 6, 3, 1))
        False
        """
        begins = (other.line, other.column) <= (self.line, self.column)
        ends = (self.end_line, self.end_column) <= (other.end_line, other.end_column)
        return self.file == other.file and begins and ends

    def __str__(self) -> str:
        """Return `file:line:column`, as compilers print places."""
        return f"{self.file}:{self.line}:{self.column}"


NOWHERE = Span("", 0, 0, 0, 0)


def itself(span: Span) -> Span:
    """Return a place as it is: of a text that was not laid out otherwise."""
    return span
