"""What can be said of an expression before play: what it depends on, and what it becomes.

`inlined` writes a fact out as an expression, so that one can look into it; `evaluator` has values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.native.plan.effects import NOTHING, reads
from rulelang import core
from rulelang.core.walk import Node, as_expression, children, free, rebuilt, substituted

if TYPE_CHECKING:
    from interpreter.native.plan.evaluator import Evaluator


class NotStaticError(Exception):
    """The value depends on the position, or there is none."""


def is_static(e: Node | tuple[Node, ...], spec: core.Spec) -> bool:
    """Return whether an expression, or each of some, reads nothing of the position."""
    return reads(e, spec) == NOTHING


def inlined(e: core.Call, depth: int, spec: core.Spec) -> core.Expr:
    """Return the body of a fact with the arguments in it; `depth` is how many locals are bound."""
    body = spec.facts[e.fact].body
    return substituted(body, dict(enumerate(e.args)), depth - len(e.args))


def replaced(e: core.Expr, term: core.Expr, by: core.Expr) -> core.Expr:
    """Return an expression with another in place of one that stands in it."""
    return as_expression(_replaced(e, term, by))


def _replaced(node: Node, term: core.Expr, by: core.Expr) -> Node:
    if type(node) is type(term) and node == term:
        return by
    return rebuilt(node, lambda part, _: _replaced(part, term, by))


def settled(e: core.Expr, evaluator: Evaluator) -> core.Expr:
    """Return an expression with every part that depends on nothing replaced by its value."""
    return as_expression(_settled(e, evaluator))


def _settled(node: Node, evaluator: Evaluator) -> Node:
    inner = rebuilt(node, lambda part, _: _settled(part, evaluator))
    if not isinstance(inner, core.Lookup | core.Compare) or free(inner):
        return inner
    if not is_static(inner, evaluator.spec):
        return inner
    try:
        return core.Const(evaluator.value(inner, {}))
    except NotStaticError:
        return inner


def terms_of(e: Node, slots: frozenset[int]) -> frozenset[core.Held | core.Read]:
    """Return the zones and variables that an expression reads at an index with a local in it."""
    inner = frozenset[core.Held | core.Read]().union(*(terms_of(p, slots) for p in children(e)))
    if isinstance(e, core.Held | core.Read) and slots & free(e):
        return inner or frozenset((e,))
    return inner


def conjuncts(e: core.Expr | None) -> tuple[core.Expr, ...]:
    """Return the parts that must all hold."""
    if e is None:
        return ()
    if isinstance(e, core.And):
        return tuple(inner for part in e.parts for inner in conjuncts(part))
    return (e,)
