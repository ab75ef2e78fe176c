"""Sets that are written out, and how many of a kind lie somewhere: sugar for searches.

before:  {a1, q}
after:   all c in Cell where c is a1 or c is q

before:  number of estate in supply
after:   count c in supply where c is estate
"""

from __future__ import annotations

from rulelang import core, surface
from rulelang.core import Const
from rulelang.elaborate import ask, hints
from rulelang.elaborate.context import NOTHING, Context
from rulelang.elaborate.symbols import Constant, Scope, Typed, TypeName
from rulelang.elaborate.typing import bare, comparable, described, join, plural
from rulelang.evolving import evolve
from rulelang.messages import flow, names, types
from rulelang.rule_types import (
    Component,
    Maybe,
    Nothing,
    Number,
    SetOf,
    Type,
    Unknown,
    count_of,
    values_of,
)
from rulelang.source import Span

MAX_VALUES = 10_000


def of(c: Context, node: surface.NumberOf | surface.Listed, scope: Scope) -> Typed:
    """Elaborate a set that is written out, or a number of a kind."""
    if isinstance(node, surface.Listed):
        return _listed(c, node, scope)
    return _number_of(c, node, scope)


def _inside(scope: Scope) -> Scope:
    """Return the scope of what is asked of each element, which has no name."""
    return evolve(scope, depth=scope.depth + 1)


# ---------------------------------------------------------------- sets


def _listed(c: Context, node: surface.Listed, scope: Scope) -> Typed:
    if not node.elements:
        return Typed(Const((), node.span), SetOf(Unknown(of_none=True), 0))
    found = [c.elaborator.expression(c, element, _inside(scope)) for element in node.elements]
    element = _element(c, [one.type for one in found], [e.span for e in node.elements])
    if element is None:
        return NOTHING
    constants = [one.expr.value for one in found if isinstance(one.expr, Const)]
    numbers = {value for value in constants if isinstance(value, int)}
    if len(constants) == len(found):
        return Typed(Const(tuple(sorted(numbers)), node.span), SetOf(element, len(numbers)))
    if count_of(element) > MAX_VALUES:
        what = "these may be too many numbers"
        c.report(flow.too_large(what, count_of(element), MAX_VALUES, node.span))
        return NOTHING
    values = values_of(element)
    slot = scope.depth
    tests = tuple(core.Compare("is", core.Local(slot), one.expr, node.span) for one in found)
    where = tests[0] if len(tests) == 1 else core.Or(tests, node.span)
    search = core.Search((core.Binder(slot, Const(values, node.span)),), where)
    kind = SetOf(element, min(len(found), len(values)))
    return Typed(core.Fold("all", search, span=node.span), kind)


def _element(c: Context, kinds: list[Type], spans: list[Span]) -> Type | None:
    """Return the one type that all elements have; None where there is none, which is reported."""
    whole: Type = bare(kinds[0])
    for kind, span in zip(kinds, spans, strict=True):
        if isinstance(bare(kind), SetOf | Nothing):
            c.report(types.does_not_fit(described(kind), "a value that a set may have", span))
            return None
        joined = join(whole, bare(kind))
        if joined is None:
            told = described(whole), described(kind)
            c.report(types.no_common_type(*told, span, spans[0]))
            return None
        whole = joined
    return None if isinstance(whole, Unknown) else whole


# ---------------------------------------------------------------- numbers


def _number_of(c: Context, node: surface.NumberOf, scope: Scope) -> Typed:
    source = ask.domain(c, node.source, scope)
    if _is_whole_family(c, node, scope):
        return NOTHING
    kind = c.elaborator.expression(c, node.kind, _inside(scope))
    if not isinstance(source.type, SetOf) or isinstance(kind.type, Unknown):
        return NOTHING
    element = source.type.element
    if not comparable(bare(kind.type), element):
        c.report(types.never_in(hints.told(c, kind), plural(element), node.span))
        return NOTHING
    slot = scope.depth
    test = core.Compare("is", core.Local(slot), kind.expr, node.span)
    search = core.Search((core.Binder(slot, source.expr),), test)
    most = min(source.type.size, _copies(c, kind.type, source.type.size))
    return Typed(core.Fold("count", search, span=node.span), Number(0, most))


def counts_one_kind(c: Context, node: surface.FoldOf, scope: Scope) -> bool:
    """Report `count estate in supply`, whose name is that of a kind."""
    binding = node.binders.bindings[0]
    symbol = c.symbols.get(binding.name.text)
    is_kind = isinstance(symbol, Constant) and isinstance(symbol.type, Component)
    if node.fold != "count" or not is_kind or binding.name.text in scope.locals:
        return False
    source = binding.domain
    place = hints.written(source) if isinstance(source, surface.Apply) else "…"
    sentence = f"number of {binding.name.text} in {place}"
    c.report(names.counted_kind(binding.name.text, sentence, binding.name.span))
    return True


def _is_whole_family(c: Context, node: surface.NumberOf, scope: Scope) -> bool:
    """Report `number of Card in hand`, which names no kind of card."""
    match node.kind:
        case surface.Apply(name=name, args=()) if name.text not in scope.locals:
            symbol = c.symbols.get(name.text)
        case _:
            return False
    if not isinstance(symbol, TypeName) or not isinstance(symbol.type, Component):
        return False
    if symbol.constructor is not None and not symbol.constructor.index:
        return False
    hint = f"for all that lies there, write `count {hints.written(node.source)}`"
    c.report(names.not_a(name.text, symbol.what, "one kind", node.kind.span, hint))
    return True


def _copies(c: Context, kind: Type, otherwise: int) -> int:
    """Return how many there are of a kind at most; dice turn, so that all may show the same."""
    match kind:
        case Component(kinds=kinds) | Maybe(of=Component(kinds=kinds)):
            if any(c.kinds[k].faces for k in kinds):
                return otherwise
            return max((c.kinds[k].copies for k in kinds), default=0)
        case _:
            return otherwise
