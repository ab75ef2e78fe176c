"""Where the rules of a text stand that may be carried out: its statements, arms and needs.

Elaboration leaves out what an instance has no use for; this is the text as it was written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulelang import surface
from rulelang.source import Span
from rulelang.surface.bodies import bodies


def rule_spans(text: surface.RuleText) -> tuple[Span, ...]:
    """Return the places of all statements, arms and needs that do something, in their order."""
    bodies = (
        node.body
        for node in text.declarations
        if isinstance(node, surface.Setup | surface.Play | surface.Effect)
    )
    return tuple(span for body in bodies for span in _of_body(body))


def _of_body(body: Sequence[surface.Statement]) -> Iterator[Span]:
    for statement in body:
        if not isinstance(statement, surface.Pass | surface.Match):
            yield statement.span
        yield from _inside(statement)


def _inside(node: surface.Statement) -> Iterator[Span]:
    """Yield the places inside a statement."""
    match node:
        case surface.Choose(arms=arms, otherwise=otherwise):
            yield from _of_arms(arms)
            yield from _of_body(otherwise or ())
        case surface.Anytime(arms=arms):
            yield from _of_arms(arms)
        case _:
            for body in bodies(node):
                yield from _of_body(body)


def _of_arms(arms: Sequence[surface.Arm]) -> Iterator[Span]:
    for arm in arms:
        yield arm.span
        yield from (need.span for need in arm.needs)
        yield from _of_body(arm.body)
