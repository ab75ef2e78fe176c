"""Sentences before they are cut into lines: words, and places where a line may end.

A flow is a tuple of words and breaks. Written flat, a break is a space. `depth` tells how deep in
the sentence a break lies: to cut at an outer one reads better.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

import attrs

from rulelang import surface as s
from rulelang.freezing import frozen
from rulelang.source import Span

WIDTH = 99
INDENT = 4
_BRACKETS = 3
# How much deeper the inside of what `or` joins lies.
ALTERNATIVE = 12


@frozen
class Break:
    """A space at which a line may end. `line` is where the author wrote what follows (0: nowhere).

    `hang` is how many columns the next line is indented more than the sentence.
    """

    depth: int
    line: int
    hang: int = INDENT


Flow: TypeAlias = tuple[str | Break, ...]


@frozen
class Sentence:
    """What stands on a line of its own, or on several if it is too long.

    `depth` counts the blocks around it; `line` is where the author began it (0: nowhere). One
    that is `moved` stood there behind a colon. Rows of tables and lines of scenarios are no rules
    to be counted.
    """

    depth: int
    flow: Flow
    line: int
    kind: Literal["rule", "row", "scenario"] = "rule"
    moved: bool = False

    @property
    def indent(self) -> int:
        """Return how many spaces stand before it."""
        return INDENT * self.depth

    @property
    def fits(self) -> bool:
        """Return whether one line can hold it."""
        return self.indent + len(flat(self.flow)) <= WIDTH


@frozen
class Page:
    """The lines as the author wrote them; none for a tree that was not read from a text."""

    lines: tuple[str, ...] = ()

    def behind_colon(self, span: Span) -> bool:
        """Return whether something stands before `span` on its line."""
        if not 1 <= span.line <= len(self.lines):
            return True
        return bool(self.lines[span.line - 1][: span.column - 1].strip())

    def line_of(self, word: str, inner: Span) -> int:
        """Return the line that begins with `word`, at or above `inner`.

        For `else` and `otherwise`, which the tree does not mention by themselves.
        """
        last = min(inner.line, len(self.lines))
        return next(
            (n for n in range(last, 0, -1) if self.lines[n - 1].lstrip().startswith(word)),
            inner.line,
        )


def flat(flow: Flow) -> str:
    """Return a flow as one line."""
    return "".join(" " if isinstance(part, Break) else part for part in flow)


def deeper(flow: Flow, by: int = 1) -> Flow:
    """Return a flow as part of a larger one."""
    return tuple(
        attrs.evolve(part, depth=part.depth + by) if isinstance(part, Break) else part
        for part in flow
    )


def in_brackets(flow: Flow) -> Flow:
    """Return a flow as what stands in brackets: to cut there is worse, and indents more."""
    return tuple(
        Break(part.depth + _BRACKETS, part.line, 2 * INDENT) if isinstance(part, Break) else part
        for part in flow
    )


def fixed(flow: Flow) -> Flow:
    """Return a flow that is never cut."""
    return (flat(flow),)


def listed(flows: Iterable[Flow], separator: Flow) -> Flow:
    """Return flows with `separator` between them."""
    parts: list[str | Break] = []
    for i, flow in enumerate(flows):
        parts.extend((*separator, *flow) if i else flow)
    return tuple(parts)


def in_lines(flow: Flow, before: int) -> Flow:
    """Return a list, in brackets if it is too long for a line that has `before` columns already.

    Only inside brackets a line may end anywhere.
    """
    if before + len(flat(flow)) <= WIDTH:
        return fixed(flow)
    return ("(", *in_brackets(flow), ")")


def words(names: Iterable[s.Name], separator: str) -> Flow:
    """Return names with `separator` between them, where a line may end."""
    parts: list[str | Break] = []
    for i, name in enumerate(names):
        parts.extend((separator, Break(1, name.span.line)) if i else ())
        parts.append(name.text)
    return tuple(parts)


def named(names: Iterable[s.Name], separator: str) -> str:
    """Return names with `separator` between them."""
    return separator.join(name.text for name in names)


def followed(head: Sentence, inner: Iterable[Sentence]) -> Iterator[Sentence]:
    """Yield a head with its colon, then what stands in its block."""
    yield attrs.evolve(head, flow=(*head.flow, ":"))
    yield from inner
