"""What is asked of an element without what takes long, as a test that comes first.

    before:  some a in Cell where on(a).man is rook and free(a, b)
    after:   is there a rook at all? then: some a in Cell where …

What lies between an element and something outside takes many operations for all lanes at once.
Taken for granted it leaves a condition that all elements fulfil which are searched for; where none
does, nothing is found, and mostly none does.
"""

from __future__ import annotations

from interpreter.native.evaluate import lanes
from interpreter.native.evaluate.lane import aside
from interpreter.native.evaluate.unit import Code, Env
from interpreter.native.ir.bits import Lanes
from interpreter.native.plan.static import is_static
from rulelang import core
from rulelang.core.walk import free, inlined


def maybe_found(code: Code, search: core.Search, env: Env) -> Lanes | None:
    """Return a mask of elements among which are all that a search finds.

    None where that leaves out nothing, or the search is no mask itself: it might fault.
    """
    if len(search.binders) != 1 or search.where is None:
        return None
    where = _relaxed(code, search.where, search.binders[0].slot, grants=True)
    if where == search.where or lanes.found_lanes(Code(code.unit, aside()), search, env) is None:
        return None
    return lanes.found_lanes(code, core.Search(search.binders, where), env)


def _relaxed(code: Code, e: core.Expr, slot: int, *, grants: bool) -> core.Expr:
    """Return a condition with what takes long taken for granted, or for not so."""

    def again(part: core.Expr) -> core.Expr:
        return _relaxed(code, part, slot, grants=grants)

    match e:
        case core.And(parts=parts):
            return core.And(tuple(map(again, parts)))
        case core.Or(parts=parts):
            return core.Or(tuple(map(again, parts)))
        case core.Not(expr=inner):
            return core.Not(_relaxed(code, inner, slot, grants=not grants))
        case core.IfThen(test=test, then=then, other=other) if again(test) == test:
            return core.IfThen(test, again(then), again(other))
        case core.Call():
            body = inlined(e, slot + 1, code.unit.spec)
            found = again(body)
            return e if found == body else found
        case core.Fold(fold="some", search=search) if _is_long(code, search, slot):
            return core.Const(int(grants))
        case _:
            return e


def _is_long(code: Code, search: core.Search, slot: int) -> bool:
    """Return whether a search goes through what lies between the element and something outside."""
    domain = search.binders[0].domain
    bound = free(domain)
    return slot in bound and len(bound) > 1 and is_static(domain, code.unit.spec)
