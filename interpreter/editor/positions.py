r"""Places in a text, as editors and as we count them; converted here and nowhere else.

Editors count lines and characters from 0, cut lines at `\n`, `\r\n` and `\r`, and count
characters in units of UTF-16, UTF-8 or UTF-32. We count from 1, cut at `\n` alone, and count code
points. Between both stand offsets: code points from the beginning of the text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from typing import Literal, TypeAlias, assert_never

import attrs

from rulelang.source import Span

Encoding: TypeAlias = Literal["utf-8", "utf-16", "utf-32"]
_END = re.compile(r"\r\n|\n|\r")


@attrs.define(slots=False, eq=False)
class Lines:
    """The lines of a text, in both ways to count."""

    text: str
    encoding: Encoding = "utf-16"

    @cached_property
    def theirs(self) -> list[int]:
        """Return where the lines of an editor begin."""
        return [0, *(found.end() for found in _END.finditer(self.text))]

    @cached_property
    def ours(self) -> list[int]:
        """Return where our lines begin."""
        return [0, *(found.end() for found in re.finditer("\n", self.text))]

    def offset(self, line: int, character: int) -> int:
        r"""Return the offset of an editor's place; past an end it is that end.

        >>> Lines("😋a\r\nb").offset(0, 2), Lines("😋a\r\nb").offset(0, 99)
        (1, 2)
        """
        if line >= len(self.theirs):
            return len(self.text)
        start = self.theirs[max(0, line)]
        end = self.theirs[line + 1] if line + 1 < len(self.theirs) else len(self.text)
        text = self.text[start:end].rstrip("\r\n")
        return start + _points(text, max(0, character), self.encoding)

    def position(self, offset: int) -> tuple[int, int]:
        """Return an editor's line and character of an offset."""
        line = bisect_right(self.theirs, offset) - 1
        start = self.theirs[line]
        return line, _units(self.text[start:offset], self.encoding)

    def place(self, offset: int) -> tuple[int, int]:
        """Return our line and column of an offset."""
        line = bisect_right(self.ours, offset) - 1
        return line + 1, offset - self.ours[line] + 1

    def offset_of(self, line: int, column: int) -> int:
        """Return the offset of our line and column; past an end it is that end."""
        if line < 1:
            return 0
        if line > len(self.ours):
            return len(self.text)
        start = self.ours[line - 1]
        end = self.ours[line] - 1 if line < len(self.ours) else len(self.text)
        return min(start + max(0, column - 1), end)

    def range_of(self, span: Span) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return the editor's places of the start and the end of a span."""
        start = self.offset_of(span.line, span.column)
        end = max(start, self.offset_of(span.end_line, span.end_column))
        return self.position(start), self.position(end)


def _units(text: str, encoding: Encoding) -> int:
    match encoding:
        case "utf-32":
            return len(text)
        case "utf-16":
            return len(text) + sum(c > "\uffff" for c in text)
        case "utf-8":
            return len(text.encode("utf-8", "surrogatepass"))
        case _:
            assert_never(encoding)


def _points(text: str, units: int, encoding: Encoding) -> int:
    """Return how many characters are in so many units; half of one counts as none."""
    if encoding == "utf-32" or text.isascii():
        return min(units, len(text))
    for count, character in enumerate(text):
        units -= _units(character, encoding)
        if units < 0:
            return count
    return len(text)
