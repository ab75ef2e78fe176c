"""The library behind `grammar.lark`: its reader, made once, and blocks by indentation.

`rulelang/parse.py` asks it, and nobody else.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from lark import Lark, Token
from lark import __version__ as lark_version
from lark.exceptions import LarkError, UnexpectedCharacters, UnexpectedToken
from lark.grammar import Rule
from lark.lark import PostLex
from lark.lexer import PatternStr, TerminalDef
from lark.parsers.lalr_interactive_parser import InteractiveParser

from rulelang.keeping import disk
from rulelang.parsing.scanning import Lexer, Rows
from rulelang.parsing.shapes import Reading, Shapes
from rulelang.parsing.tabs import TAB


class UnknownLevelError(Exception):
    """A line goes back to a level of indentation that no line above has."""

    def __init__(self, line: int, width: int, levels: tuple[int, int]) -> None:
        super().__init__(line)
        self.line, self.width, self.levels = line, width, levels


class RunTogetherError(Exception):
    """Two words without a space between them, as in `zones` where only `zone` is known."""

    def __init__(self, second: Token) -> None:
        super().__init__(second)
        self.second = second


_BRACKETS = {"LPAR": 1, "RPAR": -1, "LBRACE": 1, "RBRACE": -1}


class _Layout(PostLex):
    """Turns line ends into blocks: `_INDENT` and `_DEDENT`; within brackets they mean nothing.

    Unlike the library's own, it keeps nothing between texts, and gives line ends and blocks the
    place where the word before them ends, so that what they close ends there too.
    """

    always_accept = ("_NL", "_ELSE_IF")

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Yield the tokens of `stream` with blocks marked."""
        depth = 0
        levels = [0]
        last = Token("_NL", "", 0, 1, 1, 1, 1, 0)
        for token in stream:
            if token.type in self.always_accept:
                if depth == 0 and not _goes_on(token, levels):
                    yield from _line_end(token, levels, last)
                continue
            if last.end_pos == token.start_pos and wordlike(last[-1:]) and wordlike(token[0]):
                raise RunTogetherError(token)
            depth += _BRACKETS.get(token.type, 0)
            last = token
            yield token


def wordlike(character: str) -> bool:
    """Return whether a character may stand in a name or a number."""
    return character.isascii() and (character.isalnum() or character == "_")


def _width(token: Token) -> int:
    """Return how far the line behind a line end is indented."""
    return sum(TAB if c == "\t" else 1 for c in token.rsplit("\n", 1)[1])


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
            indent = len(token.rsplit("\n", 1)[1])
            raise UnknownLevelError(token.end_line or 1, indent, (inner, levels[-1]))
        yield after(last, "_DEDENT")


def after(last: Token, kind: str) -> Token:
    """Return a token without a text, where the last one ends."""
    line, column, place = last.end_line, last.end_column, last.end_pos
    return Token(kind, "", place, line, column, line, column, place)


_TABLES = ".tables"
_OPTIONS = {
    "parser": "lalr",
    "lexer": "contextual",
    "propagate_positions": False,
    "maybe_placeholders": False,
    "start": ["start", "expr"],
}


@cache
def library() -> Lark:
    """Return the reader of our grammar, made once: that takes a fifth of a second.

    Its tables are kept on disk, and it is made of those.
    """
    here = Path(__file__).parents[1]  # an installed package has the grammar in it
    paths = (here / "grammar.lark", here.parent / "grammar.lark")
    grammar = next(path for path in paths if path.is_file()).read_text(encoding="utf-8")
    name = disk.key_of(grammar, repr(_OPTIONS), lark_version) + _TABLES
    found = disk.read(name)
    known = None if found is None else _restored(found)
    if known is None:
        made = _tables(_made(grammar))
        disk.write(name, made)
        known = _restored(made)
        assert known is not None, "its own tables are something else"
    return known


@cache
def _shapes(of: Lark) -> Shapes:
    return Shapes(of.rules)


def reader_of(text: str, start: str) -> InteractiveParser:
    """Return a reader of a text, which makes shapes; `start`: the rule that is read."""
    made = library()
    reader = made.parse_interactive(text, start)
    conf, lexer = reader.parser_state.parse_conf, reader.lexer_thread
    reader.parser_state = Reading(conf, lexer, shapes=_shapes(made))
    return reader


def _tables(library: Lark) -> bytes:
    """Return the tables of a reader as JSON.

    By far the most of it are the states: for each word that may come, to which state it leads or
    which rule it completes. Each is one flat row: word, goal, word, goal; a rule is below zero.
    """
    tables, memo = library.memo_serialize([TerminalDef, Rule])
    tables["options"]["postlex"] = None
    table = tables["parser"]["parser"]
    rows = [
        (state, *(part for word, (_, to) in row.items() for part in (word, _goal(to))))
        for state, row in table.pop("states").items()
    ]
    words = list(table.pop("tokens").items())
    whole = {"tables": tables, "memo": list(memo.items()), "words": words, "rows": rows}
    return json.dumps(whole, separators=(",", ":")).encode()


def _goal(to: int | dict[str, int]) -> int:
    return to if isinstance(to, int) else ~to["@"]


def _restored(data: bytes) -> Lark | None:
    """Return the reader that has these tables; None where they are something else."""
    try:
        found = json.loads(data)
        memo, tables = dict(found["memo"]), found["tables"]
        tables["parser"]["parser"].update(tokens={}, states={})
        # Its own stand-alone readers are made so; else it reads pickles alone.
        made: Lark = Lark._load_from_dict(  # type: ignore[no-untyped-call]  # noqa: SLF001
            tables, memo, postlex=_Layout(), _plugins={"ContextualLexer": Lexer}
        )
        rules = {told["@"]: rule for told, rule in zip(tables["rules"], made.rules, strict=True)}
        rows = Rows(found["rows"], dict(found["words"]), rules)
        made.parser.parser._parse_table.states = rows  # noqa: SLF001 - a row where one is reached
    except (LookupError, TypeError, ValueError, AttributeError, AssertionError, RecursionError):
        return None
    return made


def _made(grammar: str) -> Lark:
    return Lark(grammar, postlex=_Layout(), **_OPTIONS)


@cache
def kinds() -> dict[str, str]:
    """Return for each of the library's tokens the kind that a `Stop` has."""
    kinds = {"$END": "END", "_NL": "NL", "_INDENT": "INDENT", "_DEDENT": "DEDENT"}
    for terminal in library().terminals:
        if isinstance(terminal.pattern, PatternStr):
            kinds[terminal.name] = terminal.pattern.value
    return kinds


@cache
def words_of_language() -> frozenset[str]:
    """Return the words that the grammar knows."""
    return frozenset(word for word in kinds().values() if word.isalpha() and word.islower())


@cache
def beginnings(first: str, start: str) -> frozenset[str]:
    """Return the words that the grammar accepts after `first`."""
    reader = reader_of(first, start)
    reader.exhaust_lexer()
    return frozenset(kind for kind in accepted(reader) if kind.isalpha() and kind.islower())


def stopped_at(reader: InteractiveParser) -> int | None:
    """Read on to the end; return the number of the line that stopped the reader, from 0."""
    line = 0
    try:
        for token in reader.iter_parse():
            line = (token.line or 1) - 1
    except UnexpectedToken as error:
        return (error.token.line or 1) - 1
    except UnexpectedCharacters as error:
        return error.line - 1
    except RunTogetherError as error:
        return (error.second.line or 1) - 1
    except UnknownLevelError as error:
        return error.line - 1
    except LarkError:
        return line
    return None


def accepted(reader: InteractiveParser) -> frozenset[str]:
    """Return the kinds of what may come next."""
    names: set[str] = reader.accepts()  # type: ignore[no-untyped-call]
    return frozenset(kinds().get(name, name) for name in names)
