"""What is asked of an element without what takes long, as a test that comes first.

    before:  some a in Cell where on(a).man is rook and free(a, b)
    after:   is there a rook at all? then: some a in Cell where …

What lies between an element and something outside takes many operations for all lanes at once.
Without it, a condition is left that every element searched for fulfils: where none does, nothing
is found. Mostly none does.
"""

from __future__ import annotations

from interpreter.native.plan.static import is_static
from rulelang import core
from rulelang.core.walk import free, inlined


def relaxed(e: core.Expr, slot: int, spec: core.Spec, *, grants: bool = True) -> core.Expr:
    """Return a condition with what takes long taken for granted, or for not so.

    `slot`: that of the element.
    """

    def again(part: core.Expr) -> core.Expr:
        return relaxed(part, slot, spec, grants=grants)

    match e:
        case core.And(parts=parts):
            return core.And(tuple(map(again, parts)))
        case core.Or(parts=parts):
            return core.Or(tuple(map(again, parts)))
        case core.Not(expr=inner):
            return core.Not(relaxed(inner, slot, spec, grants=not grants))
        case core.IfThen(test=test, then=then, other=other) if again(test) == test:
            return core.IfThen(test, again(then), again(other))
        case core.Call():
            body = inlined(e, slot + 1, spec)
            found = again(body)
            return e if found == body else found
        case core.Fold(fold="some", search=search) if is_long(search, slot, spec):
            return core.Const(int(grants))
        case _:
            return e


def is_long(search: core.Search, slot: int, spec: core.Spec) -> bool:
    """Return whether a search goes through what lies between the element and something outside."""
    domain = search.binders[0].domain
    bound = free(domain)
    return slot in bound and len(bound) > 1 and is_static(domain, spec)
