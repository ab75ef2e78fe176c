"""The lines of a rule file, before its grammar is asked.

A declaration begins in the first column with a letter and reaches to the next such line, so that
each is read by itself and a mistake in one hides nothing in another. What can be told from lines
alone is found here, with a plainer message than a grammar could give: texts and brackets that do
not end, tabs, what is too long or too deep.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final

from rulelang.diagnostics import Diagnostic
from rulelang.freezing import frozen
from rulelang.messages import layout
from rulelang.source import Source, Span
from rulelang.surface.reserved import BEGINNING

MAX_COLUMNS = 1_000
MAX_DEPTH = 200

_PIECE = re.compile(r'"[^"]*"|["#(){}]')
_CLOSING = {"(": ")", "{": "}"}
_CITATION = re.compile(r"\[([^\]]*)\][ \t]*$")
_CELL = re.compile(r'[ \t]*"[^"]*"[ \t]*(?=\||\Z)|[^|]*')
# The same words as in grammar.lark above CONTINUE.
_GOES_ON = re.compile(r"(and|or|has|where|then|joined|along|else(?![ \t]*:|[ \t]+if\b))\b")


def begins_declaration(text: str) -> bool:
    """Return whether a declaration begins with a line: with a letter in the first column."""
    return text[:1].isalpha() and not _GOES_ON.match(text)


@frozen
class Line:
    """A line in parts. `code` is what the rules say: the text before comment and citation."""

    number: int
    text: str
    code: str
    comment: str | None
    citation: str | None
    brackets: tuple[tuple[str, int], ...] = ()
    unclosed: int | None = None

    @property
    def indent(self) -> int:
        """Return how many characters stand before the first word."""
        return len(self.text) - len(self.text.lstrip(" \t"))

    @property
    def said(self) -> str:
        """Return what is read of it; a line that may not stand so is read to its end."""
        is_whole = len(self.text) > MAX_COLUMNS or (self.citation is not None and not self.code)
        return self.text if is_whole else self.code

    @property
    def has_tabs(self) -> bool:
        """Return whether there are tabs in front of the first word."""
        return "\t" in self.text[: self.indent]

    @property
    def begins_declaration(self) -> bool:
        """Return whether a declaration begins here: with a letter in the first column."""
        return begins_declaration(self.code)

    @property
    def continues(self) -> bool:
        """Return whether this line goes on with the sentence of the line before."""
        return _GOES_ON.match(self.code.lstrip(" \t")) is not None


@frozen
class Chunk:
    """The lines of one declaration, or those before the first one."""

    lines: tuple[Line, ...]

    @property
    def text(self) -> str:
        """Return what the lines say to a grammar, as one text that ends with a line end."""
        return "\n".join(line.code for line in self.lines) + "\n"


def cells_of(row: str) -> list[str]:
    """Return what stands between the `|` of a row; those in a quoted cell part nothing.

    >>> cells_of(' juggler | "Draw | or pass." ')
    [' juggler ', ' "Draw | or pass." ']
    """
    found, at = list[str](), 0
    while at <= len(row):
        cell = _CELL.match(row, at)
        assert cell is not None  # it matches nothing, too
        found.append(cell[0])
        at = cell.end() + 1
    return found


def lines_of(source: Source) -> tuple[Line, ...]:
    """Return the lines of `source`; a line ends at a line feed and nowhere else."""
    texts = source.text.split("\n")
    return tuple(_known(i, text.removesuffix("\r")) for i, text in enumerate(texts, start=1))


def _known(number: int, text: str) -> Line:
    """Return a line; in the next text that is read most stand where they stand in this one.

    Those that are too long are not kept: texts from strangers may be one long comment each.
    """
    return (_kept if len(text) <= MAX_COLUMNS else _line)(number, text)


def _line(number: int, text: str) -> Line:
    if not text:
        return Line(number, "", "", None, None)
    if len(text) > MAX_COLUMNS and not text.lstrip(" \t").startswith("#"):
        return Line(number, text, text.rstrip(" \t"), None, None)  # refused whole; not looked at
    start = text.rindex("|") + 1 if text.lstrip(" \t").startswith("|") else 0
    brackets: list[tuple[str, int]] = []
    unclosed = None
    for piece in _PIECE.finditer(text, start):
        match piece.group():
            case "#":
                return _commented(number, text, piece.start(), tuple(brackets))
            case "(" | ")" | "{" | "}" as bracket:
                brackets.append((bracket, piece.start() + 1))
            case '"':
                unclosed = piece.start() + 1
                break
            case _:
                pass  # a text: brackets in it are none
    cited = _cited(text, start) if unclosed is None else None
    if cited is None:
        return Line(number, text, text.rstrip(" \t"), None, None, tuple(brackets), unclosed)
    code, citation = text[: cited.start()].rstrip(" \t"), cited.group(1).strip()
    mine = tuple([(bracket, column) for bracket, column in brackets if column <= len(code)])
    return Line(number, text, code, None, citation, mine)


_kept = lru_cache(maxsize=1 << 14)(_line)


def _commented(number: int, text: str, at: int, brackets: tuple[tuple[str, int], ...]) -> Line:
    code = text[:at].rstrip(" \t")
    if not code:  # a line of its own: all of it is the comment
        return Line(number, text, code, text[at + 1 :].strip(), None, brackets)
    cited = _cited(text, at + 1)
    comment = text[at + 1 : cited.start() if cited else len(text)].strip()
    return Line(number, text, code, comment, cited.group(1).strip() if cited else None, brackets)


def _cited(text: str, start: int) -> re.Match[str] | None:
    """Return the citation at the end of a line; without one, it is not searched for."""
    ends = text.rstrip(" \t").endswith("]")
    return _CITATION.search(text, start) if ends else None


def code_of(text: str) -> str:
    """Return what a line says, without its comment and citation.

    >>> code_of("    draw 2 from deck to hand(p)   # at first  [3.1]")
    '    draw 2 from deck to hand(p)'
    """
    return _line(0, text).code


def chunks_of(lines: tuple[Line, ...]) -> Iterator[Chunk]:
    """Yield the declarations in `lines`, after what stands before the first one.

    Lines at the end of one that say nothing are left out: what is read of it is the same without.
    """
    starts = list[int]()
    for i, line in enumerate(lines):
        if line.begins_declaration and not (starts and _is_slipped(line, lines[starts[-1]])):
            starts.append(i)
    for start, end in zip([0, *starts], [*starts, len(lines)], strict=True):
        last = end
        while last > start and not lines[last - 1].said:
            last -= 1
        if last > start:
            yield Chunk(lines[start:last])


# What begins sentences, lines of scenarios and attributes, but no declaration.
_FIRST = BEGINNING - {"let", "next", "phase", "set"} | {"expect", "given"}
_SENTENCE = re.compile(
    rf"(?:{'|'.join(sorted(_FIRST))})\b(?![ \t]*=)"
    r"|(?:set|next|do|play)[ \t]+[a-z](?!p\b)|\w+(?:\([^()]*\))?[ \t]+chooses\b"
)
_ATTRIBUTE = re.compile(
    r"(?!(?:game|players|option|kind|note|doc|use|length|setup|play)\b)[a-z]\w*(?:, ?[a-z]\w*)*: ?"
    r"(?:flag\b|text\b|-?\d+\.\.|[A-Z]\w*(?: or none)?$|\w+ \|)"
)
_LISTED = re.compile(r"(?:component|space|edge)\b.*:$")
_BODIED = re.compile(r"(?:setup|play|to|scenario)\b")


def _is_slipped(line: Line, head: Line) -> bool:
    """Return whether a line in the first column belongs to the body that stands above it."""
    if _LISTED.match(head.code):
        return _ATTRIBUTE.match(line.code) is not None
    return _SENTENCE.match(line.code) is not None and _BODIED.match(head.code) is not None


def spoilt(chunk: Chunk, file: str) -> tuple[Diagnostic, ...]:
    """Return what makes `chunk` unreadable for a grammar; nothing more is read of it then."""
    found = [d for check in _CHECKS for d in check(chunk, file)]
    return tuple(found)


def _place(file: str, line: Line, column: int, end: int | None = None) -> Span:
    return Span(file, line.number, column, line.number, column + 1 if end is None else end)


def _too_long(chunk: Chunk, file: str) -> Iterator[Diagnostic]:
    for line in chunk.lines:
        if len(line.text) > MAX_COLUMNS:
            end = len(line.text) + 1
            span = _place(file, line, MAX_COLUMNS + 1, end)
            yield layout.line_too_long(span, len(line.text), MAX_COLUMNS)


def _unclosed_text(chunk: Chunk, file: str) -> Iterator[Diagnostic]:
    for line in chunk.lines:
        if line.unclosed is not None:
            span = _place(file, line, line.unclosed, max(len(line.code), line.unclosed) + 1)
            begin = _beginning_of_text(line)
            if begin is None:
                yield layout.unclosed_text(span, _end_of_text(chunk, line, file))
            else:
                yield layout.unopened_text(span, _place(file, line, begin + 1, begin + 1))


_SAID_TO: Final = re.compile(r"\bsay \".* to \w+$")


_BEFORE_TEXT: Final = re.compile(
    r" *(?:say|game|note|doc|scenario) |option \w+ +|(?:space|edge|component)\b.* from "
    r"|.*\b(?:else|because) | +[a-z]\w*(?:\([^\"]*?\))? "
)


def _beginning_of_text(line: Line) -> int | None:
    """Return where the one text of a line must have been meant to begin, if it ends there."""
    code = line.text.rstrip()
    is_end = code.count('"') == 1 and code.removesuffix(":").endswith('"')
    found = _BEFORE_TEXT.match(code) if is_end else None
    return None if found is None or not code[found.end()].isprintable() else found.end()


def _end_of_text(chunk: Chunk, line: Line, file: str) -> Span | None:
    """Return where the one text of a line must have been meant to end; None where nobody knows."""
    code = line.text.rstrip()
    if code.count('"') != 1 or "#" in code or "[" in code or _SAID_TO.search(code):
        return None
    end = len(code) + 1
    if not code.endswith(":"):
        return _place(file, line, end, end)
    below = next((x for x in chunk.lines if x.number > line.number and x.text.strip()), None)
    is_header = below is not None and below.indent > line.indent
    return _place(file, line, end - 1, end - 1) if is_header else None


def _unclosed_brackets(chunk: Chunk, file: str) -> Iterator[Diagnostic]:
    if any(line.unclosed is not None for line in chunk.lines):
        return  # which brackets stand in the text that does not end?
    opened: list[tuple[str, Span]] = []
    for line in chunk.lines:
        for bracket, column in line.brackets:
            span = _place(file, line, column)
            if bracket in _CLOSING:
                opened.append((bracket, span))
                if len(opened) > MAX_DEPTH:
                    yield layout.too_deep(span, MAX_DEPTH)
                    return
            elif opened and _CLOSING[opened[-1][0]] == bracket:
                opened.pop()
            elif opened:
                yield layout.unclosed_bracket(opened[-1][1], opened[-1][0])
                return
            else:
                yield layout.stray_bracket(span, bracket)
                return
    if opened:
        yield layout.unclosed_bracket(opened[-1][1], opened[-1][0])


def _deep_indentation(chunk: Chunk, file: str) -> Iterator[Diagnostic]:
    levels: list[int] = []
    for line in chunk.lines:
        if not line.code or line.continues:
            continue
        while levels and levels[-1] >= line.indent:
            levels.pop()
        levels.append(line.indent)
        if len(levels) > MAX_DEPTH:
            yield layout.too_deep(_place(file, line, line.indent + 1), MAX_DEPTH)
            return


def _lonely_citation(chunk: Chunk, file: str) -> Iterator[Diagnostic]:
    for line in chunk.lines:
        if line.citation is not None and not line.code:
            end = len(line.text.rstrip(" \t")) + 1
            yield layout.lonely_citation(_place(file, line, line.indent + 1, end))


_CHECKS: tuple[Callable[[Chunk, str], Iterator[Diagnostic]], ...] = (
    _too_long,
    _unclosed_text,
    _unclosed_brackets,
    _deep_indentation,
    _lonely_citation,
)


def before_declarations(chunk: Chunk, file: str) -> tuple[Diagnostic, ...]:
    """Return what is wrong with lines at the top of a file: code belongs to no declaration."""
    line = next((line for line in chunk.lines if line.code), None)
    if line is None:
        return spoilt(chunk, file)
    end = line.indent + 2 if line.code.startswith("{") else len(line.code) + 1
    return (layout.no_declaration(_place(file, line, line.indent + 1, end), line.code),)
