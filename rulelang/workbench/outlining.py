"""The outline of a text, and what can be folded in it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import assert_never

from rulelang import surface as s
from rulelang.freezing import frozen
from rulelang.source import Span
from rulelang.workbench.declaring import parts
from rulelang.workbench.draft import Draft


@frozen
class Entry:
    """A declaration, or what it has in it. `span`: all its lines; `name_span`: its name."""

    name: str
    sort: str
    detail: str
    span: Span
    name_span: Span
    inner: tuple[Entry, ...] = ()


@frozen
class Fold:
    """Lines that can be folded, both inclusive, from 1; `is_remark`: all of it comments."""

    first: int
    last: int
    is_remark: bool


def outline(draft: Draft) -> tuple[Entry, ...]:
    """Return the declarations of a text that can be read, in their order."""
    starts = sorted({_begin(node) for node in draft.read})
    ends = {}
    for start, following in pairwise([*starts, len(draft.lines) + 1]):
        ends[start] = _last_line(draft, start, following - 1)
    return tuple(e for node in draft.read for e in _entries(draft, node, ends[_begin(node)]))


def title_of(draft: Draft) -> str:
    """Return what the game is called; "" where the text does not say so."""
    return next((node.title for node in draft.read if isinstance(node, s.Game)), "")


def _begin(node: s.Declaration) -> int:
    return node.fact.span.line if isinstance(node, s.Standing) else node.span.line


def _last_line(draft: Draft, first: int, last: int) -> int:
    """Return the last line that says something, comments before the next declaration left out."""
    while last > first and (not draft.lines[last - 1].strip() or draft.lines[last - 1][0] == "#"):
        last -= 1
    return last


def _entries(draft: Draft, node: s.Declaration, end: int) -> Iterator[Entry]:
    def whole(begin: Span) -> Span:
        return Span(begin.file, begin.line, 1, end, len(draft.lines[end - 1]) + 1)

    named: tuple[s.Name, ...] = ()
    sort = type(node).__name__.lower()
    match node:
        case s.Var(names=names):
            named = names
        case (
            s.Option() | s.KindOfWords() | s.Space() | s.Edge() | s.Component() | s.Token()
            | s.Die() | s.Zone() | s.Memory() | s.Table() | s.Fact() | s.Effect()
        ):  # fmt: skip
            named = (node.name,)
        case s.Scenario(name=title, span=span):
            yield Entry(title, sort, "", whole(span), span)
        case s.Setup(body=body, span=span) | s.Play(body=body, span=span):
            yield Entry(sort, sort, "", whole(span), span, tuple(_arms(body)))
        case s.Game(title=title, span=span):
            yield Entry(title, sort, "", whole(span), span)
        case s.Note() | s.Doc() | s.Use() | s.Players() | s.Length() | s.Standing():
            pass
        case _:
            assert_never(node)
    inner = tuple(_arms(node.body)) if isinstance(node, s.Effect) else ()
    for name in named:
        yield Entry(name.text, sort, "", whole(name.span), name.span, inner)


def _arms(body: object) -> Iterator[Entry]:
    """Yield the phases and arms in a body, each with those in it."""
    for node in parts(body):
        match node:
            case s.Arm(name=name) | s.Phase(name=name):
                sort = "arm" if isinstance(node, s.Arm) else "phase"
                inner = tuple(_arms(node.body))
                span = name.span if not inner else name.span.to(inner[-1].span)
                yield Entry(name.text, sort, "", span, name.span, inner)
            case _:
                yield from _arms(node)


def folds(draft: Draft) -> Iterator[Fold]:
    """Yield what can be folded: by indentation, so that it stays while a text is broken."""
    opened: list[tuple[int, int]] = []
    last = 0
    for number, line in enumerate([*draft.lines, "."], start=1):
        text = line.strip()
        if not text or (text.startswith("#") and line[:1] == "#" and number <= len(draft.lines)):
            continue
        indent = len(line) - len(line.lstrip(" "))
        while opened and opened[-1][1] >= indent:
            first, _ = opened.pop()
            if last > first:
                yield Fold(first, last, is_remark=False)
        opened.append((number, indent))
        last = number
    yield from _remarks(draft)


def _remarks(draft: Draft) -> Iterator[Fold]:
    first = 0
    for number, line in enumerate([*draft.lines, ""], start=1):
        if line.startswith("#"):
            first = first or number
        else:
            if first and number - 1 > first:
                yield Fold(first, number - 1, is_remark=True)
            first = 0
