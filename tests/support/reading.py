"""Read rule text in tests: trees, findings, what a span covers; and a text in other words."""

from rulelang import surface as s
from rulelang.diagnostics import Sink
from rulelang.parse import parse
from rulelang.source import Source


def read(text):
    """Return the tree of a text without mistakes."""
    sink = Sink()
    tree = parse(Source("t", text), sink)
    assert sink.found == ()
    return tree


def first(text):
    """Return the first declaration of a text without mistakes."""
    return read(text).declarations[0]


def covered(text, span):
    """Return the part of a line that a span covers."""
    lines = text.split("\n")
    assert span.line == span.end_line
    return lines[span.line - 1][span.column - 1 : span.end_column - 1]


def name(text):
    """Return a name as the surface tree has it."""
    return s.Name(text)


def apply(text, *args):
    """Return a name with arguments as the surface tree has it."""
    return s.Apply(name(text), args)


P, Q, A, B, C = map(apply, "pqabc")
ONE, TWO = s.LiteralValue(1), s.LiteralValue(2)


def replaced(text, changes):
    """Return a text in which each key of `changes` gives way to its value; it has them all."""
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    return text
