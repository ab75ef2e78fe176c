"""Where the grammar could not go on, and the lines around that place."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Final

from rulelang.diagnostics import Edit
from rulelang.freezing import frozen
from rulelang.parsing.heads import Heads
from rulelang.parsing.lines import Line
from rulelang.parsing.words import ENDS, in_words
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


IF: Final = re.compile(r"[ \t]*(?:else )?if\b")
TEXT: Final = re.compile(r'"[^"]*"?')
"""A text in code, to its end or to that of the line."""


@frozen
class Scene:
    """The lines around a stop: the one it is on, all of its declaration, words of the language.

    `heads`: what the other declarations of the text declare.
    """

    line: Line
    lines: tuple[Line, ...]
    declarations: frozenset[str]
    statements: frozenset[str]
    heads: Heads

    @property
    def head(self) -> Line:
        """Return the line in which the sentence at the stop began."""
        index = self.line.number - self.lines[0].number
        while index > 0 and (self.lines[index].continues or not self.lines[index].code):
            index -= 1
        return self.lines[index]

    @property
    def first_word(self) -> str:
        """Return the word that begins the line of the stop."""
        found = re.match(r"[A-Za-z0-9_]*", self.line.code.lstrip(" \t"))
        return found.group() if found else ""

    def around(self) -> Iterator[Line]:
        """Yield the lines below which that of the stop stands, the innermost first."""
        inner = self.line.indent
        for line in reversed(self.lines[: self.line.number - self.lines[0].number]):
            if line.code and line.indent < inner:
                inner = line.indent
                yield line

    def since(self, line: Line) -> tuple[Line, ...]:
        """Return a line, and those behind it."""
        return self.lines[line.number - self.lines[0].number :]

    def follows_if(self) -> bool:
        """Return whether the line stands below a branch, in the column of its `if`."""
        above = reversed(self.lines[: self.line.number - self.lines[0].number])
        last = next((x for x in above if x.code and x.indent <= self.line.indent), self.line)
        return last.indent == self.line.indent and IF.match(last.code) is not None

    def is_bound(self, name: str) -> bool:
        """Return whether a name stands for something in the block of a stop, or may do so."""
        above = (one.code for one in self.since(self.lines[0]) if one.number < self.line.number)
        word = re.escape(name)
        binds = re.compile(
            rf"\b(?:let|for|random|turn of|Player) {word}\b|\b{word} in\b|[(,] ?{word}(?=[,)])"
            rf"|\b{word} chooses\b"
        )
        return any(binds.search(code) for code in above)

    def before(self, stop: Stop) -> str:
        """Return what stands on the line before the stop, without indentation."""
        return self.line.code[: stop.span.column - 1].strip()

    def rest(self, stop: Stop) -> str:
        """Return what stands on the line from the stop on."""
        return self.line.code[stop.span.column - 1 :].strip()


def wants_text(stop: Stop) -> bool:
    """Return whether nothing but a text in quotation marks may stand at a stop."""
    return in_words(stop.expected) == ('a text in `"`',) and not stop.ends_line


def sentence_of(stop: Stop, line: Line) -> Span:
    """Return where the sentence of a line stands, in the file of a stop."""
    end = len(line.code) + 1
    return Span(stop.span.file, line.number, line.indent + 1, line.number, end)


def edit_at(stop: Stop, scene: Scene, start: int, end: int, text: str) -> Edit:
    """Return the edit that puts a text in the place of part of the line of a stop."""
    number = scene.line.number
    return Edit(Span(stop.span.file, number, start + 1, number, end + 1), text)


def aligned(file: str, lines: Iterable[Line], indent: int) -> tuple[Edit, ...]:
    """Return the edits that take a line, and those that stand with it, back to an indentation."""
    edits: list[Edit] = []
    deep = 0
    for line in lines:
        if line.has_tabs:
            return ()
        if line.code and line.indent < deep:
            break
        if line.text.strip():
            deep = deep or line.indent
            edits.append(Edit(Span(file, line.number, indent + 1, line.number, deep + 1), ""))
    return tuple(edits)


def too_deep(lines: Sequence[Line], at: Line, inner: int) -> Sequence[Line]:
    """Return the lines above one that are more indented, if four spaces are what is usual there.

    `inner`: how much they are indented.
    """
    above = lines[: at.number - lines[0].number]
    block = [*takewhile(lambda line: not line.code or line.indent >= inner, reversed(above))]
    head = above[-1 - len(block)] if len(block) < len(above) else None
    return block[::-1] if head is not None and at.indent == head.indent + 4 else ()
