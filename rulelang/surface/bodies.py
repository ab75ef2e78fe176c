"""The ways down what was written: blocks within statements, and what any node is made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, assert_never

from rulelang.freezing import field_names
from rulelang.source import Span
from rulelang.surface import statements as s

_LEAVES: Final = frozenset({Span, str, int, bool, type(None)})


def bodies(statement: s.Statement) -> Iterator[s.Body]:
    """Yield the blocks directly inside a statement, in the order of the text."""
    match statement:
        case s.If(branches=branches, otherwise=otherwise):
            yield from (body for _, body in branches)
            yield otherwise or ()
        case s.Match(cases=cases):
            yield from (case.body for case in cases if isinstance(case.body, tuple))
        case s.Choose(arms=arms, otherwise=otherwise):
            yield from (arm.body for arm in arms)
            yield otherwise or ()
        case s.Anytime(arms=arms):
            yield from (arm.body for arm in arms)
        case s.For() | s.Random() | s.Repeat() | s.Turns() | s.Phase():
            yield statement.body
        case (
            s.Move()
            | s.Draw()
            | s.Deal()
            | s.Roll()
            | s.Set()
            | s.Remember()
            | s.Reveal()
            | s.Show()
            | s.Say()
            | s.End()
            | s.NextTurn()
            | s.Stop()
            | s.Pass()
            | s.CallEffect()
            | s.Let()
            | s.Need()
        ):
            pass
        case _:
            assert_never(statement)


def statements(body: s.Body) -> Iterator[s.Statement]:
    """Go through all statements of a body, nested ones too, in the order of the text."""
    for statement in body:
        yield statement
        for inner in bodies(statement):
            yield from statements(inner)


def inside(node: object) -> Sequence[object]:
    """Return what a node, or a tuple of some, is made of; () where it has no parts."""
    kind = type(node)
    if kind in _LEAVES:
        return ()
    if isinstance(node, tuple):
        return node
    return [getattr(node, field) for field in field_names(kind)]
