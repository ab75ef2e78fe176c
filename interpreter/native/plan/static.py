"""What can be said of an expression before play: what it depends on, and what it becomes.

`inlined` writes a fact out as an expression, so that one can look into it; `evaluator` has values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from interpreter.native.plan.effects import NOTHING, parts_of, reads
from rulelang import core

if TYPE_CHECKING:
    from interpreter.native.plan.evaluator import Evaluator


class NotStaticError(Exception):
    """The value depends on the position, or there is none."""


def is_static(e: object, spec: core.Spec) -> bool:
    """Return whether an expression reads nothing of the position."""
    return reads(e, spec) == NOTHING


def free_locals(e: object) -> frozenset[int]:
    """Return the slots that an expression reads and does not bind."""
    match e:
        case core.Local(slot=slot):
            return frozenset((slot,))
        case tuple():
            return frozenset().union(*(free_locals(part) for part in e))
        case core.Const():
            return frozenset()
        case core.Groups(slot=slot) | core.Within(slot=slot):
            return frozenset().union(*(free_locals(part) for part in parts_of(e))) - {slot}
        case _:
            found: frozenset[int] = frozenset().union(*(free_locals(p) for p in parts_of(e)))
            return found - _bound(e)


def _bound(e: object) -> frozenset[int]:
    """Return the slots that a query binds for its parts."""
    search = getattr(e, "search", None)
    if not isinstance(search, core.Search):
        search = e if isinstance(e, core.Search) else None
    if search is None:
        return frozenset()
    return frozenset(
        slot
        for binder in search.binders
        for slot in ((binder.slot, binder.slot + 1) if binder.followed else (binder.slot,))
    )


def inlined(e: core.Call, depth: int, spec: core.Spec) -> core.Expr:
    """Return the body of a fact with the arguments in it; `depth` is how many locals are bound."""
    found = _moved(spec.facts[e.fact].body, e.args, depth - len(e.args))
    assert attrs.has(type(found)), "what is moved stays an expression"
    return found  # type: ignore[return-value]  # and of the same sort


def _moved(node: object, args: tuple[core.Expr, ...], shift: int) -> object:
    """Return a node with its parameters replaced, and its own slots further up."""
    if isinstance(node, core.Local):
        if node.slot < len(args):
            return args[node.slot]
        return core.Local(node.slot + shift, node.span)
    if isinstance(node, tuple):
        return tuple(_moved(part, args, shift) for part in node)
    kind = type(node)
    if isinstance(node, core.Const) or not attrs.has(kind):
        return node
    changed: dict[str, object] = {}
    for field in attrs.fields(kind):
        part = getattr(node, field.name)
        if field.name == "slot":
            changed["slot"] = part + shift
        elif field.name not in ("span", "type"):
            changed[field.name] = _moved(part, args, shift)
    return attrs.evolve(node, **changed)  # type: ignore[misc]  # it is one: see above


def replaced(e: core.Expr, term: core.Expr, by: core.Expr) -> core.Expr:
    """Return an expression with another in place of one that stands in it."""
    found = _replaced(e, term, by)
    assert attrs.has(type(found)), "what is replaced stays an expression"
    return found  # type: ignore[return-value]  # and of the same sort


def _replaced(node: object, term: core.Expr, by: core.Expr) -> object:
    if isinstance(node, tuple):
        return tuple(_replaced(part, term, by) for part in node)
    kind = type(node)
    if isinstance(node, core.Const) or not attrs.has(kind):
        return node
    if kind is type(term) and node == term:
        return by
    changed = {
        field.name: _replaced(getattr(node, field.name), term, by)
        for field in attrs.fields(kind)
        if field.name not in ("span", "type", "slot")
    }
    return attrs.evolve(node, **changed)  # type: ignore[misc]  # it is one: see above


def settled(e: core.Expr, evaluator: Evaluator) -> core.Expr:
    """Return an expression with every part that depends on nothing replaced by its value."""
    found = _settled(e, evaluator)
    assert attrs.has(type(found)), "what is settled stays an expression"
    return found  # type: ignore[return-value]  # and of the same sort


def _settled(node: object, evaluator: Evaluator) -> object:
    if isinstance(node, tuple):
        return tuple(_settled(part, evaluator) for part in node)
    kind = type(node)
    if isinstance(node, core.Const | core.Local) or not attrs.has(kind):
        return node
    changed = {
        field.name: _settled(getattr(node, field.name), evaluator)
        for field in attrs.fields(kind)
        if field.name not in ("span", "type", "slot")
    }
    inner = attrs.evolve(node, **changed)  # type: ignore[misc]  # it is one: see above
    if not isinstance(inner, core.Lookup | core.Compare) or free_locals(inner):
        return inner
    if not is_static(inner, evaluator.spec):
        return inner
    try:
        return core.Const(evaluator.value(inner, {}))
    except NotStaticError:
        return inner


def terms_of(e: object, slots: frozenset[int]) -> frozenset[core.Held | core.Read]:
    """Return the zones and variables that an expression reads at an index with a local in it."""
    if isinstance(e, core.Held | core.Read) and slots & free_locals(e):
        inner = terms_of(e.args, slots)
        return inner or frozenset((e,))
    if isinstance(e, tuple):
        return frozenset().union(*(terms_of(part, slots) for part in e))
    if isinstance(e, core.Const | core.Local):
        return frozenset()
    return frozenset().union(*(terms_of(part, slots) for part in parts_of(e)))


def conjuncts(e: core.Expr | None) -> tuple[core.Expr, ...]:
    """Return the parts that must all hold."""
    if e is None:
        return ()
    if isinstance(e, core.And):
        return tuple(inner for part in e.parts for inner in conjuncts(part))
    return (e,)
