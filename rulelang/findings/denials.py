"""Find conditions that deny what they say: `long and not long`, and `long or not long`.

before:  surface.RuleText
after:   findings

Parts are compared as they are written, whatever they mean: what a condition asks changes nothing.
So it is seen of options too, which are settled before anything is proved, and inside of facts.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from rulelang import surface
from rulelang.diagnostics import Diagnostic
from rulelang.evolving import evolve
from rulelang.messages import flow
from rulelang.surface.bodies import inside

_CHAINS: Final = frozenset({"and", "or"})


def denials(text: surface.RuleText) -> Iterator[Diagnostic]:
    """Yield a finding for each condition of which one part denies another."""
    todo: list[object] = [
        node for node in text.declarations if not isinstance(node, surface.Scenario)
    ]
    while todo:
        node = todo.pop()
        if isinstance(node, surface.Binary) and node.op in _CHAINS:
            parts = tuple(_parts(node, node.op))
            yield from _in_chain(node, parts)
            todo += parts
        else:
            todo += inside(node)


def _parts(node: surface.Expr, op: str) -> Iterator[surface.Expr]:
    if isinstance(node, surface.Binary) and node.op == op:
        yield from _parts(node.left, op)
        yield from _parts(node.right, op)
    else:
        yield node


def _in_chain(node: surface.Binary, parts: tuple[surface.Expr, ...]) -> Iterator[Diagnostic]:
    made = flow.never_holds if node.op == "and" else flow.always_holds
    for one, other in combinations(parts, 2):
        if _denied(one) == other or _denied(other) == one:
            yield flow.denied(made(node.span), other.span)
            return


def _denied(node: surface.Expr) -> surface.Expr:
    """Return what holds just where an expression does not."""
    match node:
        case surface.Not(operand=inner):
            return inner
        case surface.Binary(op="is"):
            return evolve(node, op="is not")
        case surface.IsEmpty(negated=negated) | surface.IsIn(negated=negated):
            return evolve(node, negated=not negated)
        case surface.Quantified(quantifier="some"):
            return evolve(node, quantifier="no")
        case _:
            return surface.Not(node)
