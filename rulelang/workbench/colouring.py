"""What each word of a text is, for colours: by the names it has, else by how it looks.

Lines are looked at by themselves, so that colours stay where they are while a text is broken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rulelang.freezing import frozen
from rulelang.parsing.library import words_of_language
from rulelang.workbench.draft import Draft
from rulelang.workbench.names import Definition, Use

KINDS: Final = (
    "keyword", "string", "number", "comment", "type", "enumMember", "variable", "parameter",
    "property", "function", "method", "namespace", "operator",
)  # fmt: skip
_OF_SORT: Final = {
    "player": "enumMember", "team": "enumMember", "option": "parameter", "kind": "type",
    "word": "enumMember", "space": "type", "edge": "type", "component": "type",
    "place": "enumMember", "piece": "enumMember", "attribute": "property", "zone": "variable",
    "variable": "variable", "table": "function", "fact": "function", "effect": "function",
    "arm": "method", "phase": "namespace", "local": "parameter", "library": "namespace",
}  # fmt: skip
_TOKEN = re.compile(
    r'(?P<comment>#.*)|(?P<string>"[^"]*"?)|(?P<word>[A-Za-z_]\w*)|(?P<number>\d+)'
)
_WORD = re.compile(r"[A-Za-z_]\w*")


@frozen
class Coloured:
    """So many characters from a place on, and their kind, one of `KINDS`; `declares`: a name."""

    line: int
    column: int
    length: int
    kind: str
    declares: bool = False


def colours(draft: Draft, first: int = 1, last: int | None = None) -> Iterator[Coloured]:
    """Yield the words of some lines, both inclusive, in their order."""
    end = len(draft.lines) if last is None else min(last, len(draft.lines))
    for number in range(max(1, first), end + 1):
        yield from _in_line(draft, number, draft.lines[number - 1])


def _in_line(draft: Draft, number: int, line: str) -> Iterator[Coloured]:
    uses = {
        use.span.column: use
        for use in draft.uses_by_line.get((draft.source.name, number), ())
        if use.span.line == use.span.end_line
    }
    is_row = line.lstrip().startswith("|")
    for token in _TOKEN.finditer(line):
        column = token.start() + 1
        kind = token.lastgroup or ""
        if kind == "string":
            yield from _text(uses_in=uses, number=number, token=token)
        elif kind == "word":
            use = uses.get(column)
            if use is not None:
                declares = use.definition.span == use.span
                yield Coloured(number, column, len(token[0]), _of(use.definition), declares)
            elif token[0] in words_of_language() and not is_row:
                yield Coloured(number, column, len(token[0]), "keyword")
        else:
            yield Coloured(number, column, len(token[0]), kind)


def _of(known: Definition) -> str:
    return _OF_SORT[known.sort]


def _text(*, uses_in: dict[int, Use], number: int, token: re.Match[str]) -> Iterator[Coloured]:
    """Yield a text in parts, around the names in its braces."""
    at = token.start()
    for word in _WORD.finditer(token.string, *token.span()):
        column = word.start() + 1
        use = uses_in.get(column)
        if use is not None and use.definition.name == word[0]:  # not of an earlier state
            yield Coloured(number, at + 1, word.start() - at, "string")
            yield Coloured(number, column, len(word[0]), _of(use.definition))
            at = word.end()
    if token.end() > at:
        yield Coloured(number, at + 1, token.end() - at, "string")
