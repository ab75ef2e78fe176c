"""The same tree some lines further down or up."""

from __future__ import annotations

from functools import cache
from typing import TypeVar

import attrs

from rulelang.source import Span

T = TypeVar("T")


def shifted(node: T, lines: int) -> T:
    """Return a tree, or a tuple of some, with all its places moved by so many lines.

    A place that is nowhere stays so.

    >>> from rulelang.surface import Name
    >>> shifted(Name("deck", Span("a.rules", 2, 1, 2, 5)), 3).span.line
    5
    """
    match node:
        case Span(file, line, column, end_line, end_column):
            return (
                type(node)(file, line + lines, column, end_line + lines, end_column)
                if line
                else node
            )
        case tuple():
            return type(node)([shifted(part, lines) for part in node])
        case _ if attrs.has(type(node)):
            kind: type = type(node)
            return type(node)(*[shifted(getattr(node, field), lines) for field in fields_of(kind)])
        case _:
            return node


@cache
def fields_of(kind: type) -> tuple[str, ...]:
    """Return the names of what a sort of node is made of, in order."""
    return tuple(field.name for field in attrs.fields(kind))
