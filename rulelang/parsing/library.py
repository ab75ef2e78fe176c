"""The grammar as texts are read by it: its tables, made once, and blocks by indentation."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rulelang.keeping import disk
from rulelang.parsing import tables
from rulelang.parsing.reader import Grammar, Reader
from rulelang.parsing.scanning import StoppedError, Token
from rulelang.parsing.tables import ALWAYS
from rulelang.parsing.tabs import TAB


class UnknownLevelError(StoppedError):
    """A line goes back to a level of indentation that no line above has."""

    def __init__(self, line: int, width: int, levels: tuple[int, int]) -> None:
        super().__init__(line)
        self.width, self.levels = width, levels


class RunTogetherError(StoppedError):
    """Two words without a space between them, as in `zones` where only `zone` is known."""

    def __init__(self, second: Token) -> None:
        super().__init__(second.line)
        self.second = second


BEGINNING = Token("_NL", "", 0, 1, 1)
"""What stands before the first word."""
_BRACKETS = {"LPAR": 1, "RPAR": -1, "LBRACE": 1, "RBRACE": -1}


def laid_out(stream: Iterator[Token]) -> Iterator[Token]:
    """Yield the words of a text with blocks marked: `_INDENT` and `_DEDENT`.

    Within brackets line ends mean nothing. Line ends and blocks have the place where the word
    before them ends, so that what they close ends there too.
    """
    depth = 0
    levels = [0]
    last = BEGINNING
    for token in stream:
        if token.type in ALWAYS:
            if depth == 0 and not _goes_on(token, levels):
                yield from _line_end(token, levels, last)
            continue
        is_near = last.end_pos == token.start_pos
        if is_near and wordlike(last.text[-1:]) and wordlike(token.text[0]):
            raise RunTogetherError(token)
        depth += _BRACKETS.get(token.type, 0)
        last = token
        yield token


def wordlike(character: str) -> bool:
    """Return whether a character may stand in a name or a number."""
    return character.isascii() and (character.isalnum() or character == "_")


def _width(token: Token) -> int:
    """Return how far the line behind a line end is indented."""
    return sum(TAB if c == "\t" else 1 for c in token.text.rsplit("\n", 1)[1])


def _goes_on(token: Token, levels: list[int]) -> bool:
    """Return whether `else if` behind a line end belongs to a value of the sentence before."""
    return token.type == "_ELSE_IF" and _width(token) > levels[-1]


def _line_end(token: Token, levels: list[int], last: Token) -> Iterator[Token]:
    width = _width(token)
    yield after(last, "_NL")
    if width > levels[-1]:
        levels.append(width)
        yield after(last, "_INDENT")
    while width < levels[-1]:
        inner = levels.pop()
        if width > levels[-1]:
            indent = len(token.text.rsplit("\n", 1)[1])
            raise UnknownLevelError(token.end_line, indent, (inner, levels[-1]))
        yield after(last, "_DEDENT")


def after(last: Token, kind: str) -> Token:
    """Return a token without a text, where the last one ends."""
    return Token(kind, "", last.end_pos, last.end_line, last.end_column)


_SORT = ".tables"

SHIPPED = Path(__file__).with_name("tables.json")
"""The tables of the grammar as it ships, below the name that they would be kept by."""


def text_of_grammar() -> str:
    """Return what tables are made of."""
    here = Path(__file__).parents[1]  # an installed package has the grammar in it
    paths = (here / "grammar.lark", here.parent / "grammar.lark")
    return next(path for path in paths if path.is_file()).read_text(encoding="utf-8")


@cache
def library() -> Grammar:
    """Return our grammar by its tables; to make them takes long."""
    grammar = text_of_grammar()
    name = disk.key_of(grammar, tables.WRITTEN) + _SORT
    known = _shipped(name)
    if known is None:
        found = disk.read(name)
        known = None if found is None else tables.read(found)
    if known is None:
        known = tables.made_of(grammar)
        disk.write(name, tables.written(known))
    return Grammar(known)


def shipping(known: tables.Tables) -> bytes:
    """Return the tables of the grammar as they ship."""
    name = disk.key_of(text_of_grammar(), tables.WRITTEN) + _SORT
    return name.encode() + b"\n" + tables.written(known)


def _shipped(name: str) -> tables.Tables | None:
    """Return the tables that ship; None where those are of another grammar."""
    try:
        head, _, data = SHIPPED.read_bytes().partition(b"\n")
    except OSError:
        return None
    return tables.read(data) if head == name.encode() else None


def reader_of(text: str, start: str) -> Reader:
    """Return a reader of a text, which makes shapes; `start`: the rule that is read."""
    return Reader(library(), text, start, laid_out)


@cache
def kinds() -> dict[str, str]:
    """Return for each terminal of the grammar the kind that a `Stop` has."""
    kinds = {"$END": "END", "_NL": "NL", "_INDENT": "INDENT", "_DEDENT": "DEDENT"}
    for terminal in library().tables.terminals:
        if terminal.is_word:
            kinds[terminal.name] = terminal.text
    return kinds


@cache
def words_of_language() -> frozenset[str]:
    """Return the words that the grammar knows."""
    return frozenset(word for word in kinds().values() if word.isalpha() and word.islower())


@cache
def beginnings(first: str, start: str) -> frozenset[str]:
    """Return the words that the grammar accepts after `first`."""
    reader = reader_of(first, start)
    for _ in reader.words():
        pass
    return frozenset(kind for kind in accepted(reader) if kind.isalpha() and kind.islower())


def stopped_at(reader: Reader) -> int | None:
    """Read on to the end; return the number of the line that stopped the reader, from 0."""
    try:
        for _ in reader.words():
            pass
    except StoppedError as error:
        return error.line - 1
    return None


def accepted(reader: Reader) -> frozenset[str]:
    """Return the kinds of what may come next."""
    return frozenset(kinds().get(name, name) for name in reader.accepted())
