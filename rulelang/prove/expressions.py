"""Obligations inside expressions: indices, divisors, orders. Ref part two, "Expressions".

Each part is walked with what the parts before it have settled: in `x is not none and level(x) > 0`
the index is proved.
"""

from __future__ import annotations

from typing import assert_never

from rulelang import core
from rulelang.core.folds import FOLDS
from rulelang.evolving import evolve
from rulelang.messages import obligations as claims
from rulelang.messages.obligations import Claim
from rulelang.prove import cases, knowledge
from rulelang.prove.assume import assumed
from rulelang.prove.contexts import Prover
from rulelang.prove.evaluate import ZERO, key_of, known_true, many, numeric, one, searched
from rulelang.prove.knowledge import Knowledge
from rulelang.prove.linear import at_least
from rulelang.prove.possible import One, Possible, disjoint, elements, listed, of_type, within
from rulelang.prove.trees import Query
from rulelang.rule_types import Number, Type, values_of
from rulelang.source import Span


def walk(p: Prover, k: Knowledge, e: core.Expr) -> None:  # noqa: C901 - a flat dispatch
    """Record the obligations of an expression that is evaluated where `k` is known."""
    match e:
        case core.Const() | core.Local() | core.Recalled():
            return
        case core.Read(variable=number, args=args, span=span):
            family = p.w.spec.variables[number]
            index(p, k, (family.name, family.index), args, span)
        case (
            core.Contents(zone=zone, args=args, span=span)
            | core.Held(zone=zone, args=args, span=span)
        ):
            place = p.w.spec.zones[zone]
            index(p, k, (place.name, place.index), args, span)
        case core.Lookup(args=args):
            _walk_all(p, k, args)
        case core.Call(fact=fact, args=args):
            _walk_all(p, k, args)
            p.calls_fact(k, fact, args)
        case core.Arithmetic(left=left, right=right):
            _walk_all(p, k, (left, right))
            if e.op in ("mod", "/up", "/down"):
                _divisor(p, k, right, e.span)
        case core.Compare(left=left, right=right):
            _walk_all(p, k, (left, right))
        case core.Not(expr=inner):
            walk(p, k, inner)
        case core.And(parts=parts):
            for part in parts:
                walk(p, k, part)
                k = assumed(p.w, k, part)
        case core.Or(parts=parts):
            for part in parts:
                walk(p, k, part)
                k = assumed(p.w, k, part, holds=False)
        case core.IfThen(test=test, then=then, other=other):
            walk(p, k, test)
            held, refused = assumed(p.w, k, test), assumed(p.w, k, test, holds=False)
            by_case = test.span == e.span
            p.tested(k, test, holds=not held.is_dead, fails=by_case or not refused.is_dead)
            walk(p, held, then)
            walk(p, refused, other)
        case core.Size(source=source) | core.Spread(source=source) | core.Border(source=source):
            walk(p, k, source)
        case core.Among(value=value, source=source):
            _walk_all(p, k, (value, source))
        case core.Interval(low=low, high=high):
            _walk_all(p, k, (low, high))
        case core.Around(source=source, start=start):
            _walk_all(p, k, (source, start))
            _around(p, k, e)
        case core.Within():
            _within(p, k, e)
        case core.ReturnOf(player=player, span=span):
            walk(p, k, player)
            p.oblige(k, claims.score_known(), span, proved=False, fails=True)
        case core.Fold() | core.Groups() | core.Trail() | core.Regions():
            _query(p, k, e)
        case _:
            assert_never(e)


def _walk_all(p: Prover, k: Knowledge, parts: tuple[core.Expr, ...]) -> None:
    for part in parts:
        walk(p, k, part)


def index(
    p: Prover,
    k: Knowledge,
    family: tuple[str, tuple[Type, ...]],
    args: tuple[core.Expr, ...],
    span: Span,
) -> None:
    """Record that a family of zones or variables is asked for one that it has."""
    _walk_all(p, k, args)
    name, kinds = family
    if all(isinstance(arg, core.Const) for arg in args):
        return
    found = [one(p.w, k, arg) for arg in args]
    p.oblige(
        k,
        claims.index_exists(name),
        span,
        proved=not any(value.none for value in found),
        fails=any(value.is_none for value in found),
    )
    inside = all(_inside(p, k, arg, kind) for arg, kind in zip(args, kinds, strict=True))
    cases.oblige(p, k, lambda at: _outside(p, at, family, args), span, proved=inside)


def _outside(
    p: Prover, k: Knowledge, family: tuple[str, tuple[Type, ...]], args: tuple[core.Expr, ...]
) -> tuple[Claim, bool]:
    """Return the claim about indices, and whether one is surely none of those that there are."""
    name, kinds = family
    some = [evolve(one(p.w, k, arg), none=False) for arg in args]
    never = [
        not value.is_empty and disjoint(value, listed(values_of(kind)))
        for value, kind in zip(some, kinds, strict=True)
    ]
    limits = ", ".join(
        _limits(kind) for kind, escapes in zip(kinds, never, strict=True) if escapes
    )
    return claims.index_inside(name, limits), any(never)


def _inside(p: Prover, k: Knowledge, arg: core.Expr, kind: Type) -> bool:
    found = evolve(one(p.w, k, arg), none=False)
    if within(found, of_type(kind)):
        return True
    match kind:
        case Number(low=low, high=high):
            return at_least(p.w, k, arg, core.Const(low)) and at_least(
                p.w, k, core.Const(high), arg
            )
        case _:
            return False


def _limits(kind: Type) -> str:
    return f" {kind.low}..{kind.high}" if isinstance(kind, Number) else ""


def _divisor(p: Prover, k: Knowledge, divisor: core.Expr, span: Span) -> None:
    found = numeric(p.w, k, divisor)
    proved = disjoint(found, ZERO) or at_least(p.w, k, divisor, core.Const(1))
    claim = claims.divisor_not_zero()
    cases.oblige(
        p, k, lambda at: (claim, within(numeric(p.w, at, divisor), ZERO)), span, proved=proved
    )


def _around(p: Prover, k: Knowledge, e: core.Around) -> None:
    start = one(p.w, k, e.start)
    source = many(p.w, k, e.source)
    match e.source:
        case core.Const(value=tuple(values)):
            members = listed(value for value in values if isinstance(value, int))
            sure = within(start, members)
        case _:
            among = core.Among(e.start, e.source)
            sure = key_of(p.w, k, among) in k.claims
    never = start.is_none or source.most == 0 or _never(start, source.element)
    p.oblige(k, claims.starts_among(), e.span, proved=sure, fails=never and not start.is_empty)


def _never(start: One, element: Possible) -> bool:
    return isinstance(element, One) and not element.is_empty and disjoint(start, element)


# ---------------------------------------------------------------- queries


def search(
    p: Prover, k: Knowledge, node: core.Search, span: Span, *, all_of_it: bool = True
) -> Knowledge:
    """Walk a search; return what is known of each of its finds.

    `span`: of what searches; a `where` that is all of it nobody wrote (`number of Coin in purse`).
    `all_of_it`: it goes on after its first find.
    """
    for binder in node.binders:
        walk(p, k, binder.domain)
        k = searched(p.w, k, core.Search((binder,), None))
        k = cases.bound(k, binder) if all_of_it else k
    if node.where is None:
        return k
    if node.where.span != span:
        return let_by(p, k, node.where)
    walk(p, k, node.where)
    return assumed(p.w, k, node.where)


def let_by(p: Prover, k: Knowledge, where: core.Expr) -> Knowledge:
    """Walk a `where` that was written; return what is known of what it lets by."""
    walk(p, k, where)
    held = assumed(p.w, k, where)
    p.tested(k, where, holds=not held.is_dead, fails=known_true(p.w, k, where) is not True)
    return held


def _query(p: Prover, k: Knowledge, e: Query) -> None:
    stops = isinstance(e, core.Fold) and FOLDS[e.fold].stops
    begun = knowledge.without_cases(k) if stops else k
    inner = search(p, begun, e.search, e.span, all_of_it=not stops)
    match e:
        case core.Fold(value=value, keys=sorting, otherwise=other):
            if value is not None:
                walk(p, inner, value)
            keys(p, inner, sorting)
            if other is not None:
                walk(p, k, other)
        case core.Groups() | core.Trail():
            walk(p, knowledge.bound(k, e.slot, _members(p, e.ends)), e.joined)
        case core.Regions(start=start):
            if start is not None:
                walk(p, k, start)
        case _:
            assert_never(e)


def keys(p: Prover, k: Knowledge, nodes: tuple[core.Key, ...]) -> None:
    """Walk sorting keys."""
    for key in nodes:
        walk(p, k, key.value)


def _members(p: Prover, table: int) -> Possible:
    """Return what is in the sets that a table gives."""
    return elements(p.w.table_range(table)).element


def _within(p: Prover, k: Knowledge, e: core.Within) -> None:
    _walk_all(p, k, (e.target, e.start, e.radius))
    if e.where is not None:
        walk(p, knowledge.bound(k, e.slot, _members(p, e.edges_at)), e.where)
