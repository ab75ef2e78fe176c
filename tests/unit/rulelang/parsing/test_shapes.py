"""Shapes are the library's own trees, with its places, and what stops it stops them."""

import re
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lark import Lark, Token, Tree
from lark.exceptions import LarkError
from lark.lark import PostLex

from rulelang.parsing import library
from rulelang.parsing.scanning import Token as Word
from rulelang.parsing.scanning import UnexpectedCharacterError, UnexpectedTokenError
from rulelang.parsing.shapes import Shape
from rulelang.parsing.tables import ALWAYS
from tests.support.games import ROOT, RULES

SMALL = sorted(RULES, key=lambda path: path.stat().st_size)[:6]
WORDS = re.findall(
    r"\S+",
    """p q Player 3 none true ( ) { } , . .. : + - * / < is not and or if then else in of at within
    along empty sum highest for where count number mod first each the with most some has groups
    joined clockwise from rounded up next chooses move to let repeat play set""",
)
STOPS = (
    *(LarkError, UnexpectedTokenError, UnexpectedCharacterError),
    *(library.RunTogetherError, library.UnknownLevelError),
)


class Blocks(PostLex):
    """Marks blocks for the library as they are marked for us."""

    always_accept = tuple(ALWAYS)

    def process(self, stream):
        return map(their, library.laid_out(map(ours, stream)))


def ours(token):
    """Return a word of the library as one of ours."""
    made = Word(token.type, str(token), token.start_pos, token.line, token.column)
    made.end_line, made.end_column, made.end_pos = token.end_line, token.end_column, token.end_pos
    return made


def their(word):
    """Return a word of ours as one of the library."""
    begins, ends = (word.start_pos, word.line, word.column), (word.end_line, word.end_column)
    return Token(word.type, word.text, *begins, *ends, word.end_pos)


@cache
def theirs():
    """Make the reader of the grammar that is the library's own."""
    return Lark(
        (ROOT / "grammar.lark").read_text(encoding="utf-8"),
        parser="lalr",
        lexer="contextual",
        start=["start", "expr"],
        postlex=Blocks(),
        propagate_positions=True,
        maybe_placeholders=False,
    )


def read_by_us(text, start):
    """Return what we make of a text, or how we stop and what we would take there."""
    reader = library.reader_of(text, start)

    def finish(last):
        return reader.finish(library.after(last, "$END"))

    return read(reader.words(), library.BEGINNING, finish, lambda: library.accepted(reader))


def read_by_them(text, start):
    """Return what the library makes of it."""
    reader = theirs().parse_interactive(text, start)

    def finish(last):
        return reader.feed_token(their(library.after(ours(last), "$END")))

    def accepted():
        return frozenset(library.kinds().get(name, name) for name in reader.accepts())

    last = Token("_NL", "", 0, 1, 1, 1, 1, 0)
    return read(reader.iter_parse(), last, finish, accepted)


def read(words, last, finish, accepted):
    """Return what is made of words, or how reading stops and what would be taken there."""
    try:
        for token in words:
            last = token
        return flat(finish(last))
    except STOPS as error:
        token = getattr(error, "token", None)
        line = getattr(error, "line", getattr(token, "line", None))
        column = getattr(error, "column", getattr(token, "column", None))
        kind = type(error).__name__.removesuffix("Error").removesuffix("s")
        return kind, (line, column), str(token or ""), str(last), accepted()


def flat(part):
    """Return a tree as tuples."""
    match part:
        case Word() | Token():
            place = part.line, part.column, part.end_line, part.end_column
            return part.type, str(part), *place
        case Shape():
            return part.name, part.start, part.end, list(map(flat, part.children))
        case Tree():
            at = part.meta
            start = (0, 0) if at.empty else (at.line, at.column)
            end = (0, 0) if at.empty else (at.end_line, at.end_column)
            return str(part.data), start, end, list(map(flat, part.children))


@pytest.mark.parametrize("path", SMALL, ids=[path.stem for path in SMALL])
def test_texts_have_the_shapes_of_the_library(path):
    text = path.read_text(encoding="utf-8")
    found = read_by_us(text, "start")
    assert found[0] == "start"
    assert found == read_by_them(text, "start")


@given(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join))
def test_words_in_any_order_have_the_shapes_of_the_library(text):
    assert read_by_us(text, "expr") == read_by_them(text, "expr")


@given(st.sampled_from(SMALL), st.data())
def test_torn_texts_stop_where_the_library_stops(path, data):
    text = path.read_text(encoding="utf-8")
    from_, to = sorted(data.draw(st.integers(0, len(text))) for _ in range(2))
    torn = text[:from_] + text[to:]
    assert read_by_us(torn, "start") == read_by_them(torn, "start")
