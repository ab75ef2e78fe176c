"""The calls that an edit has put in or changed around, for what it left open in an effect.

before:  `take_some` is as it was, but what it needs is no longer proved
after:   line 30, in an effect that was changed, and calls `take_some`

It is found in the text, without reading it as rules: a declaration begins where a line is not
indented, and what is named in another one is called there.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import pairwise
from typing import Final

from rulelang.freezing import frozen
from rulelang.keeping import disk
from rulelang.source import Source, Span, blanked, lines_of

_CALLED: Final = re.compile(r"^(?:to|let) +(\w+)")
_SILENT: Final = re.compile(r'"[^"]*"|#.*')
"""What calls nothing, as far as that is plain: sentences and comments."""


@frozen
class _Declared:
    """A declaration: its lines with their numbers, without blank ones at the end and remarks."""

    lines: tuple[tuple[int, str], ...]

    @property
    def first(self) -> int:
        return self.lines[0][0]

    @property
    def head(self) -> str:
        return self.lines[0][1]

    @property
    def digest(self) -> str:
        return disk.key_of("\n".join(line for _, line in self.lines))

    @property
    def names(self) -> frozenset[str]:
        """What it is called by; nothing where it is neither an effect nor a fact."""
        return frozenset(_CALLED.findall(self.head))


def digests(source: Source) -> tuple[str, ...]:
    """Return what tells the declarations of a text, wherever they stand in another one."""
    return tuple(declared.digest for declared in _declarations(source))


def deciding(at: Span, source: Source, before: Collection[str]) -> tuple[Span, ...]:
    """Return the calls, in declarations that are new, of an effect or fact that is not.

    `at`: a place in that; `before`: the digests of the declarations of the text before. Where none
    calls it at once, those are returned that call what calls it. () where it is new itself.
    """
    declared = [one for one in _declarations(source) if not one.head.startswith("scenario")]
    around = [one for one in declared if one.first <= at.line]
    if at.file != source.name or not around or around[-1].digest not in before:
        return ()
    known, names = frozenset[str](), around[-1].names
    while names:
        known |= names
        calls = [(one, span) for one in declared for span in _calls(one, names, source.name)]
        found = tuple(span for one, span in calls if one.digest not in before)
        if found:
            return found
        names = frozenset[str]().union(*(one.names for one, _ in calls)) - known
    return ()


def _calls(declared: _Declared, names: frozenset[str], file: str) -> Iterator[Span]:
    """Yield where a declaration names one of others."""
    called = re.compile(rf"(?<![\w.])(?:{'|'.join(sorted(names))})(?!\w)")
    for number, line in declared.lines:
        for found in called.finditer(blanked(line, _SILENT)):
            if number > declared.first or not declared.names & names:  # its own head is no call
                yield Span(file, number, found.start() + 1, number, found.end() + 1)


def _declarations(source: Source) -> Iterator[_Declared]:
    """Yield the declarations of a text; what stands above the first is none."""
    lines = list(enumerate(lines_of(source.text), start=1))
    begin = [
        at
        for at, (_, line) in enumerate(lines)
        if line and line[0] != "#" and not line[0].isspace()
    ]
    for at, past in pairwise([*begin, len(lines)]):
        told = [(number, line.rstrip()) for number, line in lines[at:past] if line[:1] != "#"]
        while not told[-1][1]:
            told.pop()
        yield _Declared(tuple(told))
