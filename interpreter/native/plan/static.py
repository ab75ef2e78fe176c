"""What can be said of an expression before play: what it depends on, and what it becomes.

Values are found by `rulelang.core.constants`.
"""

from __future__ import annotations

from interpreter.native.plan.effects import NOTHING, Asked, reads
from rulelang import core
from rulelang.core.constants import Evaluator, Known, NotStaticError
from rulelang.core.walk import Node, as_expression, children, free, inlined, rebuilt


def is_static(e: Asked, spec: Known) -> bool:
    """Return whether an expression, or each of some, reads nothing of the position."""
    return reads(e, spec) == NOTHING


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


def written_out(e: core.Expr | None, depth: int, spec: core.Spec) -> tuple[core.Expr, ...]:
    """Return the parts that must all hold, those of facts too; `depth` locals are bound there."""
    return tuple(
        inner
        for part in conjuncts(e)
        for inner in (
            written_out(inlined(part, depth, spec), depth, spec)
            if isinstance(part, core.Call)
            else (part,)
        )
    )
