"""Domains, binders and queries: everything that goes through elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, assert_never

from rulelang import core, surface
from rulelang.core import Const
from rulelang.core.folds import FOLDS, FoldRule
from rulelang.elaborate import ask, hints, meant, naming, wording
from rulelang.elaborate.context import LIBRARY, NOTHING, UNKNOWN, Context
from rulelang.elaborate.operators import compare, junction, negation
from rulelang.elaborate.queries import relations, sets, touching
from rulelang.elaborate.symbols import LocalPlace, Scope, Typed, TypeName, ZoneName, place_of
from rulelang.elaborate.typing import as_number, described, join, maybe
from rulelang.evolving import evolve
from rulelang.messages import flow, names, types
from rulelang.rule_types import (
    Component,
    Flag,
    Maybe,
    Member,
    Number,
    SetOf,
    Type,
    Unknown,
    count_of,
)
from rulelang.source import Span
from rulelang.surface.reserved import OPENING

MAX_RANGE = 10_000
MAX_OPEN_RANGE = 1_000_000  # where the ends are not fixed, so that this is only what may be
_CALLS = 4  # from a query to the expressions in it, beside those of expressions


def collection(c: Context, node: surface.Domain, scope: Scope) -> Typed:
    """Elaborate what may be a domain: a zone is its contents, a type all its values."""
    match node:
        case surface.Range(low=low, high=high, span=span):
            return _interval(c, ask.number(c, low, scope), ask.number(c, high, scope), span)
        case surface.Touching():
            return touching.members_at(c, node, scope)
        case surface.Around(
            source=source, start=start, backwards=backwards, after=after, span=span
        ):
            elements = ask.domain(c, source, scope)
            if not isinstance(elements.type, SetOf):
                return NOTHING
            begin = ask.fitting(c, start, scope, maybe(elements.type.element))
            return Typed(core.Around(elements.expr, begin, backwards, after, span), elements.type)
        case surface.Apply():
            named = _named_domain(c, node, scope)
            if named is not None:
                return named
        case _:
            pass
    return c.elaborator.expression(c, node, scope)


def _named_domain(c: Context, node: surface.Apply, scope: Scope) -> Typed | None:
    local = scope.locals.get(node.name.text)
    if isinstance(local, LocalPlace) or (
        local is None and isinstance(c.symbols.get(node.name.text), ZoneName)
    ):
        found = naming.place(c, node, scope)
        assert found is not None, "it names a place"
        place, args = found
        if not isinstance(place, ZoneName):
            return None
        return Typed(core.Contents(place.number, args, node.span), place.contents)
    symbol = None if local is not None else c.symbols.get(node.name.text)
    if isinstance(symbol, TypeName) and not node.args:
        c.used.add(node.name.text)
        return Typed(Const(symbol.values, node.span), SetOf(symbol.type, len(symbol.values)))
    return None


def _interval(c: Context, low: Typed, high: Typed, span: Span) -> Typed:
    a, b = as_number(low.type), as_number(high.type)
    if a is None or b is None:
        return NOTHING
    reach = b.high - a.low + 1
    fixed = isinstance(low.expr, Const) and isinstance(high.expr, Const)
    limit = MAX_RANGE if fixed else MAX_OPEN_RANGE
    if reach > limit:
        c.report(flow.too_large("these are too many numbers to go through", reach, limit, span))
        return NOTHING
    held = Number(a.low, max(a.low, b.high))
    kind = SetOf(held, max(0, b.high - a.low + 1))
    if fixed:
        return Typed(Const(tuple(range(a.low, b.high + 1)), span), kind)
    return Typed(core.Interval(low.expr, high.expr, span), kind)


# ---------------------------------------------------------------- binders


def binders(
    c: Context, node: surface.Binders, scope: Scope
) -> tuple[core.Search, Scope, tuple[Type, ...]]:
    """Elaborate binders and their `where`: the search, the scope inside, and the types bound."""
    bound: list[core.Binder] = []
    kinds: list[Type] = []
    inner = scope
    for binding in node.bindings:
        source = ask.domain(c, binding.domain, inner)
        element = source.type.element if isinstance(source.type, SetOf) else UNKNOWN
        bound.append(core.Binder(inner.depth, source.expr, binding.follower is not None))
        for name in (binding.name, *((binding.follower,) if binding.follower else ())):
            inner = bind(c, inner, name, element)
            kinds.append(element)
    where = None if node.where is None else ask.claim(c, node.where, inner).expr
    if isinstance(where, Const) and where.value:
        where = None
    return core.Search(tuple(bound), where), inner, tuple(kinds)


def bind(
    c: Context, scope: Scope, name: surface.Name, type_: Type, turns: int | None = None
) -> Scope:
    """Bind a name; one that is in use already is reported, and nobody knows what it means then."""
    is_new = check_new(c, scope, name)
    return scope.bind(name, type_ if is_new else UNKNOWN, turns)


def check_new(c: Context, scope: Scope, name: surface.Name) -> bool:
    """Report a local name that is in use already, as a local name or one of the game."""
    before = c.reported
    c.bound.add(name.text)
    if name.text in OPENING:
        c.report(names.word_of_language(name.text, name.span))
    if name.text in scope.locals:
        c.report(names.shadowed(name.text, name.span, scope.locals[name.text].span))
    elif name.text in c.symbols and not name.span.file.startswith(LIBRARY):
        c.report(names.shadowed(name.text, name.span, place_of(c.symbols[name.text])))
    return c.reported == before


def comparing(scope: Scope) -> Scope:
    """Return the scope of what is compared of each thing that the innermost name stands for."""
    *_, innermost = ("", *scope.locals)
    return evolve(scope, compared=innermost)


def keys(
    c: Context, nodes: tuple[surface.Key, ...], scope: Scope, bound: Sequence[str]
) -> tuple[core.Key, ...]:
    """Elaborate sorting keys; flags, numbers and rising words sort.

    `bound`: what stands for the things that are compared; a key has to say something of them.
    """
    inner = comparing(scope)
    made = []
    for key in nodes:
        text, reported = wording.expression(c, key.value), c.reported
        value = ask.ordered(c, key.value, inner).expr
        is_asked = c.reported > reported or any(hints.has_name(text, name) for name in bound)
        if text and bound and not is_asked:
            instead = hints.told_of(text, scope, bound[-1])
            c.report(types.same_for_all(text, bound[-1], instead, key.value.span))
        made.append(core.Key(value, key.most, text))
    return tuple(made)


def bound_in(node: surface.Binders) -> list[str]:
    """Return the names that binders bind."""
    found = [name for one in node.bindings for name in (one.name, one.follower)]
    return [name.text for name in found if name is not None]


# ---------------------------------------------------------------- queries

Query: TypeAlias = (
    surface.Quantified | surface.Every | surface.FoldOf | surface.GroupsOf | surface.TrailOf
    | surface.SpaceGroups | surface.NumberOf | surface.Listed
)  # fmt: skip


def query(c: Context, node: Query, scope: Scope) -> Typed:
    """Elaborate a query."""
    if not c.enter(_CALLS, node.span):
        return NOTHING
    typed = _query(c, node, scope)
    c.leave(_CALLS)
    return typed


def _query(c: Context, node: Query, scope: Scope) -> Typed:
    match node:
        case surface.Quantified():
            return _quantified(c, node, scope)
        case surface.Every(binders=bound, claim=said, span=span):
            search, inner, _ = binders(c, bound, scope)
            denied = negation(ask.claim(c, said, inner), span)
            both = (
                denied
                if search.where is None
                else junction("and", Typed(search.where, Flag()), denied, span)
            )
            return negation(Typed(_exists(evolve(search, where=both.expr), span), Flag()), span)
        case surface.FoldOf():
            return _fold(c, node, scope)
        case surface.GroupsOf():
            return _groups(c, node, scope)
        case surface.TrailOf():
            return _trail(c, node, scope)
        case surface.SpaceGroups():
            return _regions(c, node, scope)
        case surface.NumberOf() | surface.Listed():
            return sets.of(c, node, scope)
        case _:
            assert_never(node)


def _joined(c: Context, found: Type, other: Type, spans: tuple[Span, Span]) -> Type:
    joined = join(found, other)
    if joined is None:
        first, second = spans
        c.report(types.no_common_type(described(found), described(other), second, first))
        return UNKNOWN
    return joined


def _exists(search: core.Search, span: Span) -> core.Expr:
    """Leave a search out that can find nothing in this instance."""
    if isinstance(search.where, Const) and not search.where.value:
        return Const(0, span)
    if any(isinstance(b.domain, Const) and b.domain.value == () for b in search.binders):
        return Const(0, span)
    return core.Fold("some", search, span=span)


def _quantified(c: Context, node: surface.Quantified, scope: Scope) -> Typed:
    search, _, kinds = binders(c, node.binders, scope)
    exists = Typed(_exists(search, node.span), Flag())
    if node.quantifier == "some":
        return exists
    if node.quantifier == "no":
        return negation(exists, node.span)
    assert node.number is not None
    tally = Typed(core.Fold("count", search, span=node.span), Number(0, _reach(c, search, kinds)))
    wanted = ask.number(c, node.number, scope)
    op: core.CompareOp = (
        "is" if node.quantifier == "exactly" else ">=" if node.quantifier == "at least" else "<="
    )
    return compare(op, tally, wanted, node.span)


def _reach(c: Context, search: core.Search, kinds: tuple[Type, ...]) -> int:
    """Return how many tuples a search can find at most."""
    product = 1
    at = 0
    for binder in search.binders:
        product *= _elements(c, binder.domain, kinds[at])
        at += 2 if binder.followed else 1
    return min(product, 2**31)


def _elements(c: Context, source: core.Expr, element: Type) -> int:
    match source:
        case Const(value=tuple(parts)):
            return len(parts)
        case core.Contents(zone=zone) if c.zones[zone].capacity is not None:
            return c.zones[zone].capacity or 0
        case _ if isinstance(element, Component):
            return sum(
                c.kinds[kind].copies
                for kind in element.kinds
                if kind == min(c.kinds[kind].faces, default=kind)  # a die lies there once
            )
        case _:
            return max(1, count_of(element))


def _fold(c: Context, node: surface.FoldOf, scope: Scope) -> Typed:
    """Elaborate a fold: `core.folds` says what it needs, and what it gives."""
    if sets.counts_one_kind(c, node, scope):
        return NOTHING
    domain = meant.domain_before(c, node.binders, scope)
    if domain is not None:
        c.report(types.query_goes_on(node.span, domain))
        return NOTHING
    search, inner, kinds = binders(c, node.binders, scope)
    value = None if node.value is None else ask.number(c, node.value, inner)
    sorting = keys(c, node.keys, inner, bound_in(node.binders))
    other = None if node.otherwise is None else c.elaborator.expression(c, node.otherwise, scope)
    type_ = _folded(c, FOLDS[node.fold], value, (search, kinds))
    if type_ is None:
        return NOTHING
    if node.fold == "all" and search.where is None:
        return Typed(search.binders[0].domain, type_)
    if other is not None and node.otherwise is not None:
        of = node.binders.bindings[0].span if node.value is None else node.value.span
        type_ = _joined(c, type_, other.type, (of, node.otherwise.span))
    asked = None if value is None else value.expr
    otherwise = None if other is None else ask.held_as(other, type_)
    return Typed(core.Fold(node.fold, search, asked, sorting, otherwise, node.span), type_)


def _folded(
    c: Context, rule: FoldRule, value: Typed | None, found: tuple[core.Search, tuple[Type, ...]]
) -> Type | None:
    """Return the type of what a fold makes of what is found; None where its values have none."""
    search, kinds = found
    assert rule.gives != "flag", "what asks whether there is some is no fold yet"
    match rule.gives:
        case "element":
            return kinds[0]
        case "elements":
            return SetOf(kinds[0], _reach(c, search, kinds))
        case "value":
            return UNKNOWN if value is None else value.type
        case "number":
            held = Number(1, 1) if value is None else as_number(value.type)
            if held is None:
                return None
            low, high = rule.reach((held.low, held.high), (0, _reach(c, search, kinds)))
            return Number(max(low, -(2**31)), min(high, 2**31))
        case _:
            assert_never(rule.gives)


def _groups(c: Context, node: surface.GroupsOf, scope: Scope) -> Typed:
    search, _, kinds = binders(c, node.binders, scope)
    match kinds[0]:
        case Member(family=family, size=size) as edge if family in c.edges:
            space = relations.member(c, c.edges[family].joins)
            joined = ask.claim(c, node.joined, bind(c, scope, node.space, space)).expr
            groups = core.Groups(search, scope.depth, joined, relations.ends(c, family), node.span)
            return Typed(groups, SetOf(SetOf(edge, size), size))
        case Unknown():
            return NOTHING
        case other:
            c.report(
                types.does_not_fit(described(other), "an edge", node.binders.bindings[0].span)
            )
            return NOTHING


def _trail(c: Context, node: surface.TrailOf, scope: Scope) -> Typed:
    search, _, kinds = binders(c, node.binders, scope)
    match kinds[0]:
        case Member(family=family) if family in c.edges:
            joined: core.Expr = Const(1)
            if node.space is not None and node.joined is not None:
                space = relations.member(c, c.edges[family].joins)
                joined = ask.claim(c, node.joined, bind(c, scope, node.space, space)).expr
            ends = relations.ends(c, family)
            trail = core.Trail(search, scope.depth, joined, ends, node.span)
            return Typed(trail, Number(0, _reach(c, search, kinds)))
        case Unknown():
            return NOTHING
        case other:
            span = node.binders.bindings[0].span
            c.report(types.does_not_fit(described(other), "an edge", span))
            return NOTHING


def _regions(c: Context, node: surface.SpaceGroups, scope: Scope) -> Typed:
    """Elaborate groups of spaces by what is beside what, and those of edges that meet anywhere."""
    start = None if node.start is None else c.elaborator.expression(c, node.start, scope)
    search, _, kinds = binders(c, node.binders, scope)
    match kinds[0]:
        case Member(family=family, size=size) as kind if family in c.shapes:
            if start is not None and node.start is not None:
                ask.check_fit(c, start, Maybe(kind), node.start.span)
            begun = None if start is None else start.expr
            found = core.Regions(search, relations.neighbours(c, family), begun, node.span)
            group = SetOf(kind, size)
            return Typed(found, SetOf(group, size) if start is None else group)
        case Member(family=family, size=size) as edge if family in c.edges and start is None:
            ends = relations.ends(c, family)
            meeting = core.Groups(search, scope.depth, Const(1), ends, node.span)
            return Typed(meeting, SetOf(SetOf(edge, size), size))
        case Unknown():
            return NOTHING
        case other:
            wanted = "a space or an edge" if start is None else "a space"
            span = node.binders.bindings[0].span
            c.report(types.does_not_fit(described(other), wanted, span))
            return NOTHING
