"""The same tree some lines further down or up."""

from __future__ import annotations

from typing import Final, TypeVar

from rulelang.freezing import field_names
from rulelang.source import Span

T = TypeVar("T")
_LEAVES: Final = frozenset({str, int, bool, type(None)})


def shifted(node: T, lines: int) -> T:
    """Return a tree, or a tuple of some, with all its places moved by so many lines.

    A place that is nowhere stays so.

    >>> from rulelang.surface import Name
    >>> shifted(Name("deck", Span("a.rules", 2, 1, 2, 5)), 3).span.line
    5
    """
    kind: type = type(node)
    if kind in _LEAVES:
        return node
    moved: T
    if isinstance(node, Span):
        line, end_line = node.line, node.end_line
        if not line:
            return node
        moved = kind(node.file, line + lines, node.column, end_line + lines, node.end_column)
    elif isinstance(node, tuple):
        moved = kind([shifted(part, lines) for part in node])
    else:
        moved = kind(*[shifted(getattr(node, field), lines) for field in field_names(kind)])
    return moved
