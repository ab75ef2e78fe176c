"""Read rule text: from characters to the surface tree.

    before:  to conquer(p, c):
                 set ruler(c) to p
    after:   Effect(conquer, (p, c), (Set("set", ruler(c), p),))

Each declaration is read by itself (see `parsing/lines.py`), and so is each value in the braces of
a text. What is made of it (`parsing/reader.py`) becomes a concrete tree (`parsing/tree.py`), of
bounded depth; where it stops, a `Stop` (`parsing/stops.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import assert_never

import attrs

from rulelang import surface
from rulelang.anchors import Anchors
from rulelang.diagnostics import Diagnostic, Sink
from rulelang.evolving import evolve
from rulelang.freezing import define, frozen
from rulelang.messages import layout, syntax
from rulelang.parsing.before import TRIES, Before, harmless
from rulelang.parsing.declarations import declaration
from rulelang.parsing.doubts import doubts
from rulelang.parsing.expressions import expression
from rulelang.parsing.heads import Heads
from rulelang.parsing.kept import KeptTrees, Read
from rulelang.parsing.library import (
    BEGINNING,
    RunTogetherError,
    UnknownLevelError,
    accepted,
    after,
    beginnings,
    kinds,
    reader_of,
    stopped_at,
    wordlike,
    words_of_language,
)
from rulelang.parsing.lines import (
    MAX_DEPTH,
    Chunk,
    Line,
    before_declarations,
    chunks_of,
    lines_of,
    spoilt,
)
from rulelang.parsing.reader import END, Reader
from rulelang.parsing.scanning import Token, UnexpectedCharacterError, UnexpectedTokenError
from rulelang.parsing.shapes import Part, Shape
from rulelang.parsing.slips import foreign
from rulelang.parsing.stops import Scene, Stop, too_deep
from rulelang.parsing.tabs import is_torn, tabs, width_of_tabs
from rulelang.parsing.tree import Form, Node, Word
from rulelang.parsing.unread import unread
from rulelang.source import Source, Span

MAX_CHARACTERS = 1_000_000
MAX_DECLARATIONS = 5_000

_WITH_HOLES = frozenset({"need", "arm", "say"})
_WORD = re.compile(r"\w+")
_OPEN_VALUE = re.compile(r"[a-z]\w*(?:\.\w+|\(\w+(?:, ?\w+)*\))*(?=[ ,.;:!?\"])")
"""A value behind a brace that is not closed."""
_TEXT_PIECE = re.compile(r"\{[^{}]*\}|[{}]|[^{}]+")


def parse(
    source: Source,
    sink: Sink,
    kept: KeptTrees | None = None,
    words: frozenset[str] = frozenset(),
) -> surface.RuleText | None:
    """Return the declarations of `source` that can be read; add to `sink` what is wrong.

    `kept`: what was read of this text before, which is not read again; what is read now is added.
    `words`: where there are any, only declarations are read in whose lines one of them stands.
    None if the file as a whole is refused. Never raises for a mistake in the text.
    """
    if len(source.text) > MAX_CHARACTERS:
        sink.add(layout.file_too_large(source.name, len(source.text), MAX_CHARACTERS))
        return None
    lines = lines_of(source)
    width = width_of_tabs(lines)
    tabbed = tabs(lines, source.name, width)
    if tabbed:
        sink.add(tabbed)
    chunks = tuple(chunks_of(lines))
    if len(chunks) > MAX_DECLARATIONS:
        number = chunks[MAX_DECLARATIONS].lines[0].number
        span = Span(source.name, number, 1, number, 2)
        sink.add(layout.too_many_declarations(len(chunks), MAX_DECLARATIONS, span))
        return None
    if words:
        chunks = tuple(
            chunk for chunk in chunks if not words.isdisjoint(_WORD.findall(chunk.text))
        )
    known = KeptTrees() if kept is None else kept
    read = [
        (chunk, None if is_torn(chunk, width) else _kept(chunk, source.name, sink, known, chunks))
        for chunk in chunks
    ]
    known.forget()
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


def _kept(
    chunk: Chunk, file: str, sink: Sink, known: KeptTrees, chunks: Sequence[Chunk]
) -> tuple[surface.Declaration, ...] | None:
    """Return the declarations in the lines of one, which may have been read before.

    `chunks`: all of the text. What is said of one in the light of others is not kept.
    """
    found = known.get(chunk, file)
    if found is None:
        mine, heads = Sink(), Heads(chunks)
        found = Read(chunk.lines[0].number, _declarations(chunk, file, mine, heads), mine.found)
        if not heads.are_asked:
            known.add(chunk, file, found)
    for diagnostic in found.found:
        sink.add(diagnostic)
    return found.declarations


def _declarations(
    chunk: Chunk, file: str, sink: Sink, heads: Heads
) -> tuple[surface.Declaration, ...] | None:
    """Return the declarations in the lines of one; None where they cannot be read."""
    if not chunk.lines[0].begins_declaration:
        for outside in before_declarations(chunk, file):
            sink.add(outside)
        return None
    reading = _Reading(file, chunk.lines, heads)
    root: tuple[Form, ...] = ()
    found = list(spoilt(chunk, file))
    if found:
        from rulelang.parsing.slips.trying import with_partner  # noqa: PLC0415 - few are wrong

        found = [with_partner(one, chunk.lines, heads) for one in found]
    else:
        root, found = reading.declarations(chunk.text), reading.found
    for diagnostic in found:
        sink.add(diagnostic)
    if found:
        return None
    for form in root:
        for doubt in doubts(form):
            sink.add(doubt)
    return tuple(declaration(form) for form in root)


# ---------------------------------------------------------------- reading


@frozen
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
        return self.at(token.line, token.column, len(token.text))


@define
class _Reading:
    """Reads one declaration, and the values in its texts; `found` is what is wrong with it."""

    file: str
    lines: tuple[Line, ...]
    heads: Heads = attrs.field(factory=Heads)
    found: list[Diagnostic] = attrs.field(factory=list)

    def declarations(self, text: str) -> tuple[Form, ...]:
        """Return the declarations in `text`, the lines of this one."""
        origin = _Origin(self.file, self.lines[0].number - 1)
        tree = self.tree(text, "start", origin)
        if tree is None:
            return ()
        return tuple(self._form(c, origin) for c in tree.children if isinstance(c, Shape))

    def tree(self, text: str, start: str, origin: _Origin) -> Shape | None:
        reader = reader_of(text, start)
        last = BEGINNING
        try:
            for token in reader.words():
                last = token
            tree = reader.finish(after(last, END))
        except UnexpectedTokenError as error:
            self._stopped(reader, error.token, text, origin)
        except UnexpectedCharacterError as error:
            place = error.place
            token = Token("CHARACTER", text[place], place, error.line, error.column)
            self._stopped(reader, token, text, origin)
        except RunTogetherError as error:
            self._run_together(error.second, text, origin)
        except UnknownLevelError as error:
            inner, outer = error.levels
            span = origin.at(error.line, 1, error.width)
            above = too_deep(self.lines, self.lines[span.line - self.lines[0].number], inner)
            self.found.append(layout.indentation(span, inner, outer))
            if above:
                from rulelang.parsing.slips.levels import moved  # noqa: PLC0415 - few are wrong

                self.found[-1:] = [moved(span.file, above, error.width - inner)]
        else:
            assert isinstance(tree, Shape)
            return tree if self._is_shallow(tree, origin) else None
        return None

    def _stopped(self, reader: Reader, token: Token, text: str, origin: _Origin) -> None:
        place = token.start_pos
        if place and token.text and wordlike(text[place - 1]) and wordlike(text[place]):
            self._run_together(token, text, origin)
            return
        from rulelang.parsing.slips.explain import explain  # noqa: PLC0415 - few texts are wrong

        expected = accepted(reader)
        kind = kinds().get(token.type, token.type)
        stop = Stop(kind, token.text, origin.of(token), expected, origin.in_text)
        line = self.lines[stop.span.line - self.lines[0].number]
        declarations, statements = beginnings("", "start"), beginnings("play:\n ", "start")
        scene = Scene(line, self.lines, declarations, statements, self.heads)
        self.found.append(explain(stop, scene))

    def _run_together(self, second: Token, text: str, origin: _Origin) -> None:
        place = second.start_pos
        start, end = place, place
        while start > 0 and wordlike(text[start - 1]):
            start -= 1
        while end < len(text) and wordlike(text[end]):
            end += 1
        word = text[start:end]
        apart = re.sub(r"(?<=[0-9])(?=[A-Za-z])|(?<=[A-Za-z])(?=[0-9])", " ", word)
        if apart == word:
            apart = f"{text[start:place]} {text[place:end]}"
        span = origin.at(second.line, second.column - (place - start), len(word))
        same = foreign.SAME_DECLARED.get(word)
        self.found.append(
            syntax.run_together(span, word, apart, sorted(words_of_language()), same)
        )

    def _is_shallow(self, tree: Shape, origin: _Origin) -> bool:
        """Return whether what follows may go down `tree` by calling itself."""
        level = [tree]
        for _ in range(MAX_DEPTH):
            level = [c for t in level for c in t.children if isinstance(c, Shape)]
            if not level:
                return True
        span = origin.at(*level[0].start, 1)
        self.found.append(layout.too_deep(span, MAX_DEPTH))
        return False

    def _form(self, shape: Shape, origin: _Origin) -> Form:
        span = origin.span(shape.start, shape.end)
        children = tuple(self._node(c, shape.name, origin) for c in shape.children)
        return Form(shape.name, children, span, self._first_line(span))

    def plain(self, shape: Shape, origin: _Origin) -> Form:
        """Return a part of a declaration that is not read to its end; texts stay one word."""
        span = origin.span(shape.start, shape.end)
        children = tuple(
            self.plain(c, origin) if isinstance(c, Shape) else Word(c.type, c.text, origin.of(c))
            for c in shape.children
        )
        return Form(shape.name, children, span, span)

    def _first_line(self, span: Span) -> Span:
        if span.line == span.end_line:
            return span
        code = self.lines[span.line - self.lines[0].number].code
        return evolve(span, end_line=span.line, end_column=len(code) + 1)

    def _node(self, child: Part, within: str, origin: _Origin) -> Node:
        if isinstance(child, Shape):
            return self._form(child, origin)
        word = Word(child.type, child.text, origin.of(child))
        if child.type == "STRING" and within in _WITH_HOLES:
            return self._text(word)
        return word

    def _text(self, word: Word) -> Form:
        """Return a text in parts: words for what it says, forms for the values in braces."""
        parts: list[Node] = []
        for piece in _TEXT_PIECE.finditer(word.text, 1, len(word.text) - 1):
            part = piece.group()
            column = word.span.column + piece.start()
            span = evolve(word.span, column=column, end_column=column + len(part))
            if part in {"{", "}"}:
                value = _OPEN_VALUE.match(word.text, piece.end()) if part == "{" else None
                at = None if value is None else word.span.column + value.end()
                end = None if at is None else evolve(word.span, column=at, end_column=at)
                self.found.append(layout.unbalanced_brace(span, part, end))
            elif part.startswith("{"):
                parts.extend(self._hole(part[1:-1], span))
            else:
                parts.append(Word("TEXT", part, span))
        return Form("text", tuple(parts), word.span, word.span)

    def _hole(self, text: str, span: Span) -> Iterator[Form]:
        """Yield the value in braces, if it can be read. `span`: with the braces."""
        for sign in re.finditer(r"[#\[]", text):  # outside a text they would be left out
            column = span.column + 1 + sign.start()
            place = evolve(span, column=column, end_column=column + 1)
            self.found.append(syntax.unexpected_character(place, sign.group(), ""))
            return
        origin = _Origin(self.file, span.line - 1, span.column, in_text=True)
        tree = self.tree(text, "expr", origin)
        if tree is not None:
            yield self._form(tree, origin)


def constant(text: str, span: Span) -> surface.Expr | None:
    """Return the value that a cell of a table writes; None where it cannot be read.

    >>> constant("2 * 3", Span("t", 1, 1, 1, 6)) is not None
    True
    """
    if re.search(r'[#\[\]"]', text):
        return None
    (line,) = lines_of(Source(span.file, text))
    reading = _Reading(span.file, (evolve(line, number=span.line),))
    origin = _Origin(span.file, span.line - 1, span.column - 1, in_text=True)
    tree = reading.tree(text, "expr", origin)
    return None if tree is None else expression(reading.plain(tree, origin))


def asked(text: str, sink: Sink) -> surface.Expr | None:
    """Return the expression that somebody asks for; None, and findings, where it cannot be read.

    >>> sink = Sink()
    >>> asked("1 + 2", sink) is not None, asked("1 +", sink), [d.code for d in sink.found]
    (True, None, ['unfinished'])
    """
    file = "what you ask"
    wrong = re.search(r'[#\[\]"\n]', text)
    if wrong is not None:
        span = Span(file, 1, wrong.start() + 1, 1, wrong.start() + 2)
        sink.add(syntax.unexpected_character(span, wrong.group(), ""))
        return None
    reading = _Reading(file, tuple(lines_of(Source(file, text))))
    tree = reading.tree(text, "expr", _Origin(file, 0, in_text=True))
    form = None if tree is None else reading._form(tree, _Origin(file, 0, in_text=True))  # noqa: SLF001 - of this file
    for diagnostic in reading.found:
        sink.add(diagnostic)
    return None if form is None else expression(form)


# ---------------------------------------------------------------- what stands before a place


def before(lines: Sequence[str], file: str, first: int) -> Before:
    """Return what a grammar knows of a declaration that is written up to a place.

    `lines`: those of the declaration, the last one up to the place; `first`: the number of the
    first. Lines above the last that cannot be read are left out.
    """
    codes = [line.code for line in lines_of(Source(file, "\n".join(lines)))]
    if not lines[-1].strip():
        codes[-1] = lines[-1]  # nothing but its indentation, which tells where it belongs
    for _ in range(TRIES):
        found = _Cut(reader_of("\n".join(codes), "start"), file, first)
        stopped = found.read()
        if stopped is None or stopped >= len(codes) - 1:
            break
        codes[stopped] = harmless(codes, stopped)
    return found.known()


@define
class _Cut:
    """A reader of what stands before a place; `is_whole`: nothing stopped it."""

    reader: Reader
    file: str
    first: int
    is_whole: bool = False

    def read(self) -> int | None:
        """Read on; return the number of the line that stopped it, from 0."""
        stopped = stopped_at(self.reader)
        self.is_whole = stopped is None
        return stopped

    def known(self) -> Before:
        """Return what was read."""
        reading = _Reading(self.file, ())
        origin = _Origin(self.file, self.first - 1)
        nodes = tuple(node for part in self.reader.parts for node in _nodes(part, origin, reading))
        return Before(nodes, accepted(self.reader) if self.is_whole else frozenset())


def _nodes(part: Part, origin: _Origin, reading: _Reading) -> Iterator[Node]:
    match part:
        case Token():
            yield Word(kinds().get(part.type, part.type), part.text, origin.of(part))
        case Shape():
            yield reading.plain(part, origin)
        case _:
            assert_never(part)
