"""Prose that an author wrote for the rulebook: `doc "…"`, and what it is about."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from rulelang import surface as s

Prose: TypeAlias = Mapping[str, tuple[str, ...]]
"""Paragraphs by the key of what they are about; "" for the game."""


def prose(declared: Iterable[s.Declaration]) -> Prose:
    r"""Return the paragraphs of a text, each with what is declared below it.

    Lines directly below each other are one paragraph. What a rulebook has no place for (`players`,
    `kind`, the end of the text) is told with the game.

    >>> from rulelang import Sink, Source, parse_text
    >>> text = 'game "X"\nplayers 2\ndoc "A."\ndoc "B."\n\ndoc "C."\nplay:\n    end: draw\n'
    >>> prose(parse_text(Source("x.rules", text), Sink()).declarations)
    {'play': ('A. B.', 'C.')}
    """
    found: dict[str, tuple[str, ...]] = {}
    waiting: list[str] = []
    last = 0
    for node in declared:
        if isinstance(node, s.Doc):
            if waiting and node.span.line == last + 1:
                waiting[-1] = f"{waiting[-1]} {node.text}"
            else:
                waiting.append(node.text)
            last = node.span.line
        elif waiting:
            key = about(node)
            found[key] = (*found.get(key, ()), *waiting)
            waiting = []
    if waiting:
        found[""] = (*found.get("", ()), *waiting)
    return found


def about(node: s.Declaration) -> str:
    """Return the key of a declaration; "" where rulebooks have no place of its own for it.

    Procedures that are declared for one value each, and scenarios, have theirs by line.
    """
    match node:
        case s.Setup():
            return "setup"
        case s.Play():
            return "play"
        case s.Effect() | s.Fact() | s.Scenario():
            return f"line {node.span.line}"
        case s.Option() | s.Space() | s.Edge() | s.Component() | s.Token() | s.Die() | s.Zone():
            return node.name.text
        case s.Var(names=names):
            return names[0].text
        case _:
            return ""
