"""Read rule text: from characters to the surface tree.

    before:  to conquer(p, c):
                 set ruler(c) to p
    after:   Effect(conquer, (p, c), (Set("set", ruler(c), p),))

The only file that knows the library behind `grammar.lark`. Each declaration is read by itself
(see `parsing/lines.py`), and so is each value in the braces of a text. What the library makes of
it becomes a concrete tree of our own (`parsing/tree.py`), of bounded depth; where it stops, a
`Stop` (`parsing/stops.py`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import attrs
from lark import Lark, Token, Tree
from lark import __version__ as lark_version
from lark.exceptions import UnexpectedCharacters, UnexpectedToken
from lark.grammar import Rule
from lark.lark import PostLex
from lark.lexer import PatternStr, TerminalDef
from lark.parsers.lalr_interactive_parser import InteractiveParser

from rulelang import surface
from rulelang.anchors import Anchors
from rulelang.diagnostics import Diagnostic, Sink
from rulelang.keeping import lent
from rulelang.messages import syntax
from rulelang.parsing.declarations import declaration
from rulelang.parsing.doubts import doubts
from rulelang.parsing.lines import (
    MAX_DEPTH,
    TAB,
    Chunk,
    Line,
    before_declarations,
    chunks_of,
    lines_of,
    spoilt,
    tabs,
)
from rulelang.parsing.mistakes import explain
from rulelang.parsing.stops import Scene, Stop
from rulelang.parsing.tree import Form, Node, Word
from rulelang.parsing.unread import unread
from rulelang.source import Source, Span

MAX_CHARACTERS = 1_000_000
MAX_DECLARATIONS = 5_000

_WITH_HOLES = frozenset({"need", "arm", "say"})
_TEXT_PIECE = re.compile(r"\{[^{}]*\}|[{}]|[^{}]+")


def parse(source: Source, sink: Sink) -> surface.RuleText | None:
    """Return the declarations of `source` that can be read; add to `sink` what is wrong.

    None if the file as a whole is refused. Never raises for a mistake in the text.
    """
    if len(source.text) > MAX_CHARACTERS:
        sink.add(syntax.file_too_large(source.name, len(source.text), MAX_CHARACTERS))
        return None
    lines = lines_of(source)
    tabbed = tabs(lines, source.name)
    if tabbed:
        sink.add(tabbed)
    chunks = tuple(chunks_of(lines))
    if len(chunks) > MAX_DECLARATIONS:
        number = chunks[MAX_DECLARATIONS].lines[0].number
        span = Span(source.name, number, 1, number, 2)
        sink.add(syntax.too_many_declarations(len(chunks), MAX_DECLARATIONS, span))
        return None
    read = [(chunk, _declarations(chunk, source.name, sink)) for chunk in chunks]
    return surface.RuleText(
        source,
        tuple(d for _, found in read if found is not None for d in found),
        {line.number: line.citation for line in lines if line.citation is not None},
        {line.number: line.comment for line in lines if line.comment is not None},
        tuple(unread(chunk) for chunk, found in read if found is None),
    )


def anchors_of(source: Source) -> Anchors:
    """Return the declarations of a text as what places in it are told from."""
    anchors = Anchors()
    begun = [chunk.lines[0] for chunk in chunks_of(lines_of(source))]
    anchors.add(source.name, [(x.number, x.code) for x in begun if x.begins_declaration])
    return anchors


def _declarations(chunk: Chunk, file: str, sink: Sink) -> tuple[surface.Declaration, ...] | None:
    """Return the declarations in the lines of one; None where they cannot be read."""
    if not chunk.lines[0].begins_declaration:
        outside = before_declarations(chunk, file)
        if outside is None:
            return ()
        sink.add(outside)
        return None
    reading = _Reading(file, chunk.lines)
    root: tuple[Form, ...] = ()
    found = list(spoilt(chunk, file))
    if not found:
        root, found = reading.declarations(chunk.text), reading.found
    for diagnostic in found:
        sink.add(diagnostic)
    if found:
        return None
    for form in root:
        for doubt in doubts(form):
            sink.add(doubt)
    return tuple(declaration(form) for form in root)


# ---------------------------------------------------------------- the library


class _UnknownLevelError(Exception):
    """A line goes back to a level of indentation that no line above has."""

    def __init__(self, line: int, width: int, levels: tuple[int, int]) -> None:
        super().__init__(line)
        self.line, self.width, self.levels = line, width, levels


class _RunTogetherError(Exception):
    """Two words without a space between them, as in `zones` where only `zone` is known."""

    def __init__(self, second: Token) -> None:
        super().__init__(second)
        self.second = second


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
            if last.end_pos == token.start_pos and _wordlike(last[-1:]) and _wordlike(token[0]):
                raise _RunTogetherError(token)
            depth += {"LPAR": 1, "RPAR": -1}.get(token.type, 0)
            last = token
            yield token


def _wordlike(character: str) -> bool:
    return character.isascii() and (character.isalnum() or character == "_")


def _width(token: Token) -> int:
    """Return how far the line behind a line end is indented."""
    return sum(TAB if c == "\t" else 1 for c in token.rsplit("\n", 1)[1])


def _goes_on(token: Token, levels: list[int]) -> bool:
    """Return whether `else if` behind a line end belongs to a value of the sentence before."""
    return token.type == "_ELSE_IF" and _width(token) > levels[-1]


def _line_end(token: Token, levels: list[int], last: Token) -> Iterator[Token]:
    width = _width(token)
    yield _after(last, "_NL")
    if width > levels[-1]:
        levels.append(width)
        yield _after(last, "_INDENT")
    while width < levels[-1]:
        inner = levels.pop()
        if width > levels[-1]:
            indent = len(token.rsplit("\n", 1)[1])
            raise _UnknownLevelError(token.end_line or 1, indent, (inner, levels[-1]))
        yield _after(last, "_DEDENT")


def _after(last: Token, kind: str) -> Token:
    line, column, place = last.end_line, last.end_column, last.end_pos
    return Token(kind, "", place, line, column, line, column, place)


_TABLES = ".tables"
_OPTIONS = {
    "parser": "lalr",
    "lexer": "contextual",
    "propagate_positions": True,
    "maybe_placeholders": True,
    "start": ["start", "expr"],
}


@cache
def _library() -> Lark:
    """Return the reader of our grammar, made once: that takes a fifth of a second.

    Where somebody lends a place, its tables are kept there, and it is made of those.
    """
    here = Path(__file__).parent  # an installed package has the grammar in it
    paths = (here / "grammar.lark", here.parent / "grammar.lark")
    grammar = next(path for path in paths if path.is_file()).read_text(encoding="utf-8")
    place = lent()
    if place is None:
        return _made(grammar)
    name = place.key_of(grammar, repr(_OPTIONS), lark_version) + _TABLES
    found = place.read(name)
    known = None if found is None else _restored(found)
    if known is None:
        known = _made(grammar)
        place.write(name, _tables(known))
    return known


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
        rules = {~number: (1, {"@": number}) for number in memo}
        table = tables["parser"]["parser"]
        table["tokens"] = dict(found["words"])
        table["states"] = {
            row[0]: {
                word: (0, goal) if goal >= 0 else rules[goal]
                for word, goal in zip(row[1::2], row[2::2], strict=True)
            }
            for row in found["rows"]
        }
        # Its own stand-alone readers are made so; else it reads pickles alone.
        return Lark._load_from_dict(tables, memo, postlex=_Layout())  # type: ignore[no-untyped-call, no-any-return]  # noqa: SLF001
    except (LookupError, TypeError, ValueError, AttributeError, AssertionError, RecursionError):
        return None


def _made(grammar: str) -> Lark:
    return Lark(grammar, postlex=_Layout(), **_OPTIONS)


@cache
def _kinds() -> dict[str, str]:
    """Return for each of the library's tokens the kind that a `Stop` has."""
    kinds = {"$END": "END", "_NL": "NL", "_INDENT": "INDENT", "_DEDENT": "DEDENT"}
    for terminal in _library().terminals:
        if isinstance(terminal.pattern, PatternStr):
            kinds[terminal.name] = terminal.pattern.value
    return kinds


@cache
def _beginnings(first: str, start: str) -> frozenset[str]:
    """Return the words that the grammar accepts after `first`."""
    reader = _library().parse_interactive(first, start)
    reader.exhaust_lexer()
    return frozenset(kind for kind in _accepted(reader) if kind.isalpha() and kind.islower())


def _accepted(reader: InteractiveParser) -> frozenset[str]:
    """Return the kinds of what may come next."""
    names: set[str] = reader.accepts()  # type: ignore[no-untyped-call]
    return frozenset(_kinds().get(name, name) for name in names)


# ---------------------------------------------------------------- reading


@attrs.frozen
class _Origin:
    """Where a text that the library reads stands in its file: what to add to its places."""

    file: str
    lines: int
    columns: int = 0
    in_text: bool = False

    def span(self, start: tuple[int, int], end: tuple[int, int]) -> Span:
        """Return the stretch of the file from `start` to `end`, each a line and a column."""
        (line, column), (end_line, end_column) = start, end
        return Span(
            self.file,
            line + self.lines,
            column + self.columns,
            end_line + self.lines,
            end_column + self.columns,
        )

    def at(self, line: int, column: int, width: int) -> Span:
        """Return `width` characters from a line and column of the text read."""
        return self.span((line, column), (line, column + width))

    def of(self, token: Token) -> Span:
        """Return where `token` stands."""
        return self.at(token.line or 1, token.column or 1, len(token))


@attrs.define
class _Reading:
    """Reads one declaration, and the values in its texts; `found` is what is wrong with it."""

    file: str
    lines: tuple[Line, ...]
    found: list[Diagnostic] = attrs.field(factory=list)

    def declarations(self, text: str) -> tuple[Form, ...]:
        """Return the declarations in `text`, the lines of this one."""
        origin = _Origin(self.file, self.lines[0].number - 1)
        tree = self._tree(text, "start", origin)
        if tree is None:
            return ()
        return tuple(self._form(c, origin) for c in tree.children if isinstance(c, Tree))

    def _tree(self, text: str, start: str, origin: _Origin) -> Tree[Token] | None:
        reader = _library().parse_interactive(text, start)
        last = Token("_NL", "", 0, 1, 1, 1, 1, 0)
        try:
            for token in reader.iter_parse():
                last = token
            tree: Tree[Token] = reader.feed_token(_after(last, "$END"))
        except UnexpectedToken as error:
            self._stopped(reader, error.token, text, origin)
        except UnexpectedCharacters as error:
            place = error.pos_in_stream or 0
            token = Token("CHARACTER", text[place], place, error.line, error.column)
            self._stopped(reader, token, text, origin)
        except _RunTogetherError as error:
            self._run_together(error.second, text, origin)
        except _UnknownLevelError as error:
            inner, outer = error.levels
            span = origin.at(error.line, 1, error.width)
            self.found.append(syntax.indentation(span, inner, outer))
        else:
            return tree if self._is_shallow(tree, origin) else None
        return None

    def _stopped(
        self, reader: InteractiveParser, token: Token, text: str, origin: _Origin
    ) -> None:
        place = token.start_pos or 0
        if place and token and _wordlike(text[place - 1]) and _wordlike(text[place]):
            self._run_together(token, text, origin)
            return
        expected = _accepted(reader)
        kind = _kinds().get(token.type, token.type)
        stop = Stop(kind, str(token), origin.of(token), expected, origin.in_text)
        line = self.lines[stop.span.line - self.lines[0].number]
        declarations, statements = _beginnings("", "start"), _beginnings("play:\n ", "start")
        self.found.append(explain(stop, Scene(line, self.lines, declarations, statements)))

    def _run_together(self, second: Token, text: str, origin: _Origin) -> None:
        place = second.start_pos or 0
        start, end = place, place
        while start > 0 and _wordlike(text[start - 1]):
            start -= 1
        while end < len(text) and _wordlike(text[end]):
            end += 1
        word = text[start:end]
        apart = re.sub(r"(?<=[0-9])(?=[A-Za-z])|(?<=[A-Za-z])(?=[0-9])", " ", word)
        if apart == word:
            apart = f"{text[start:place]} {text[place:end]}"
        span = origin.at(second.line or 1, (second.column or 1) - (place - start), len(word))
        known = [kind for kind in _kinds().values() if kind.isalpha() and kind.islower()]
        self.found.append(syntax.run_together(span, word, apart, known))

    def _is_shallow(self, tree: Tree[Token], origin: _Origin) -> bool:
        """Return whether what follows may go down `tree` by calling itself."""
        level = [tree]
        for _ in range(MAX_DEPTH):
            level = [c for t in level for c in t.children if isinstance(c, Tree)]
            if not level:
                return True
        meta = level[0].meta
        span = origin.at(meta.line, meta.column, 1)
        self.found.append(syntax.too_deep(span, MAX_DEPTH))
        return False

    def _form(self, tree: Tree[Token], origin: _Origin) -> Form:
        meta = tree.meta
        if meta.empty:  # nothing of it was written
            nowhere = Span(self.file, 0, 0, 0, 0)
            return Form(str(tree.data), (), nowhere, nowhere)
        span = origin.span((meta.line, meta.column), (meta.end_line, meta.end_column))
        children = tuple(self._node(c, str(tree.data), origin) for c in tree.children)
        return Form(str(tree.data), children, span, self._first_line(span))

    def _first_line(self, span: Span) -> Span:
        if span.line == span.end_line:
            return span
        code = self.lines[span.line - self.lines[0].number].code
        return attrs.evolve(span, end_line=span.line, end_column=len(code) + 1)

    def _node(self, child: Tree[Token] | Token, within: str, origin: _Origin) -> Node:
        if isinstance(child, Tree):
            return self._form(child, origin)
        word = Word(child.type, str(child), origin.of(child))
        if child.type == "STRING" and within in _WITH_HOLES:
            return self._text(word)
        return word

    def _text(self, word: Word) -> Form:
        """Return a text in parts: words for what it says, forms for the values in braces."""
        parts: list[Node] = []
        for piece in _TEXT_PIECE.finditer(word.text, 1, len(word.text) - 1):
            part = piece.group()
            column = word.span.column + piece.start()
            span = attrs.evolve(word.span, column=column, end_column=column + len(part))
            if part in {"{", "}"}:
                self.found.append(syntax.unbalanced_brace(span, part))
            elif part.startswith("{"):
                parts.extend(self._hole(part[1:-1], span))
            else:
                parts.append(Word("TEXT", part, span))
        return Form("text", tuple(parts), word.span, word.span)

    def _hole(self, text: str, span: Span) -> Iterator[Form]:
        """Yield the value in braces, if it can be read. `span`: with the braces."""
        for sign in re.finditer(r"[#\[]", text):  # outside a text they would be left out
            column = span.column + 1 + sign.start()
            place = attrs.evolve(span, column=column, end_column=column + 1)
            self.found.append(syntax.unexpected_character(place, sign.group(), ""))
            return
        origin = _Origin(self.file, span.line - 1, span.column, in_text=True)
        tree = self._tree(text, "expr", origin)
        if tree is not None:
            yield self._form(tree, origin)
