"""Where the grammar could not go on, and the lines around that place."""

from __future__ import annotations

import re

from rulelang.diagnostics import Edit
from rulelang.freezing import frozen
from rulelang.parsing.lines import Line
from rulelang.parsing.words import ENDS
from rulelang.source import Span


@frozen
class Stop:
    """Where the grammar could not go on.

    `kind` is what stands there: a word of the language as written, or a class in capitals such as
    `NAME`; `CHARACTER` is none of either. `expected` holds kinds that would have gone on.
    """

    kind: str
    text: str
    span: Span
    expected: frozenset[str]
    in_text: bool = False

    @property
    def ends_line(self) -> bool:
        """Return whether the line, the block or the text ended too early."""
        return self.kind in ENDS


@frozen
class Scene:
    """The lines around a stop: the one it is on, all of its declaration, words of the language."""

    line: Line
    lines: tuple[Line, ...]
    declarations: frozenset[str]
    statements: frozenset[str]

    @property
    def head(self) -> str:
        """Return the code of the line in which the sentence at the stop began."""
        index = self.line.number - self.lines[0].number
        while index > 0 and (self.lines[index].continues or not self.lines[index].code):
            index -= 1
        return self.lines[index].code.strip()

    @property
    def first_word(self) -> str:
        """Return the word that begins the line of the stop."""
        found = re.match(r"[A-Za-z0-9_]*", self.line.code.lstrip(" \t"))
        return found.group() if found else ""

    def before(self, stop: Stop) -> str:
        """Return what stands on the line before the stop, without indentation."""
        return self.line.code[: stop.span.column - 1].strip()

    def rest(self, stop: Stop) -> str:
        """Return what stands on the line from the stop on."""
        return self.line.code[stop.span.column - 1 :].strip()


def edit_at(stop: Stop, scene: Scene, start: int, end: int, text: str) -> Edit:
    """Return the edit that puts a text in the place of part of the line of a stop."""
    number = scene.line.number
    return Edit(Span(stop.span.file, number, start + 1, number, end + 1), text)
