"""Shapes are the library's own trees, with its places, and what stops it stops them."""

import re
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lark import Lark, Token, Tree
from lark.exceptions import LarkError

from rulelang.parsing import library
from rulelang.parsing.shapes import Shape
from tests.support.games import ROOT, RULES

SMALL = sorted(RULES, key=lambda path: path.stat().st_size)[:6]
WORDS = re.findall(
    r"\S+",
    """p q Player 3 none true ( ) { } , . .. : + - * / < is not and or if then else in of at within
    along empty sum highest for where count number mod first each the with most some has groups
    joined clockwise from rounded up next chooses move to let repeat play set""",
)
STOPS = (LarkError, library.RunTogetherError, library.UnknownLevelError)


@cache
def theirs():
    """Make the reader of the grammar that has trees of its own."""
    how = {**library._OPTIONS, "propagate_positions": True}  # noqa: SLF001 - but for the places
    grammar = (ROOT / "grammar.lark").read_text(encoding="utf-8")
    return Lark(grammar, postlex=library._Layout(), **how)  # noqa: SLF001


def read(reader):
    """Return what a reader makes of its text, or how it stops and what it would take there."""
    last = Token("_NL", "", 0, 1, 1, 1, 1, 0)
    try:
        for token in reader.iter_parse():
            last = token
        return flat(reader.feed_token(library.after(last, "$END")))
    except STOPS as error:
        where = getattr(error, "line", None), getattr(error, "column", None)
        return type(error).__name__, where, str(last), library.accepted(reader)


def flat(part):
    """Return a tree as tuples."""
    match part:
        case Token():
            return part.type, str(part), part.line, part.column, part.end_line, part.end_column
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
    found = read(library.reader_of(text, "start"))
    assert found[0] == "start"
    assert found == read(theirs().parse_interactive(text, "start"))


@given(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join))
def test_words_in_any_order_have_the_shapes_of_the_library(text):
    assert read(library.reader_of(text, "expr")) == read(theirs().parse_interactive(text, "expr"))


@given(st.sampled_from(SMALL), st.data())
def test_torn_texts_stop_where_the_library_stops(path, data):
    text = path.read_text(encoding="utf-8")
    from_, to = sorted(data.draw(st.integers(0, len(text))) for _ in range(2))
    torn = text[:from_] + text[to:]
    assert read(library.reader_of(torn, "start")) == read(
        theirs().parse_interactive(torn, "start")
    )
