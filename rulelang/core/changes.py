"""What a statement changes by itself: the zones, variables and memories that it writes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias, assert_never

from rulelang.core.declarations import Spec
from rulelang.core.expressions import Expr
from rulelang.core.statements import (
    Anytime,
    Assign,
    Choose,
    Draw,
    End,
    For,
    If,
    Invoke,
    Let,
    Move,
    Need,
    NextTurn,
    Phase,
    Random,
    Remember,
    Repeat,
    Reveal,
    Roll,
    Say,
    Show,
    Statement,
    Stop,
    TooDeep,
    Turns,
)
from rulelang.core.walk import blocks_in

Sort: TypeAlias = Literal["zone", "variable", "memory"]
Written: TypeAlias = tuple[Sort, int, tuple[Expr, ...] | None]
"""A family, its number and which cell of it; None: any of them."""


def changes(node: Statement, spec: Spec) -> Iterator[Written]:
    """Yield what a statement changes, not what blocks inside it and effects that it calls do."""
    match node:
        case Move(source=source, target=target) | Draw(source=source, target=target):
            yield "zone", target.zone, target.args
            if source is None:
                yield from (("zone", number, None) for number in range(len(spec.zones)))
            else:
                yield "zone", source.zone, source.args
        case Roll(place=place):
            yield "zone", place.zone, place.args
        case Assign(variable=number, args=args):
            yield "variable", number, args
        case Remember(memory=number):
            yield "memory", number, ()
        case Turns():
            fresh = (number for number, made in enumerate(spec.variables) if made.fresh)
            yield from (("variable", number, None) for number in fresh)
        case Let() | Reveal() | Show() | Say() | Need() | NextTurn() | Stop() | End() | TooDeep():
            return
        case If() | For() | Repeat() | Phase() | Random() | Choose() | Anytime() | Invoke():
            return
        case _:
            assert_never(node)


def written(statements: Iterable[Statement], spec: Spec) -> frozenset[tuple[Sort, int]]:
    """Return the families that statements change, with all that they hold and call."""
    found: set[tuple[Sort, int]] = set()
    todo, called = [*statements], set[int]()
    while todo:
        node = todo.pop()
        found.update((sort, number) for sort, number, _ in changes(node, spec))
        todo.extend(inner for block in blocks_in(node) for inner in block.statements)
        if isinstance(node, Invoke) and node.effect not in called:
            called.add(node.effect)
            todo.extend(spec.effects[node.effect].body.statements)
    return frozenset(found)
