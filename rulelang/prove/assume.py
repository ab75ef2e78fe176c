"""What a condition adds to what is known. Ref part two, "And", "If", "Need".

* `level(x) > 0 and x is not none`: the number is 1 or more, and `x` is one that exists.
* `on(c) is empty`: the zone holds 0 components.
* `can_pay(p)`: all that the fact says of p.
"""

from __future__ import annotations

from rulelang import core
from rulelang.evolving import evolve
from rulelang.prove import evaluate, knowledge
from rulelang.prove.arithmetic import TURNED, ordered, without
from rulelang.prove.knowledge import NOWHERE_REACHED, Knowledge
from rulelang.prove.possible import (
    NONE,
    Many,
    One,
    Possible,
    between,
    disjoint,
    kept,
    meet_one,
    met,
    number,
    of_value,
)
from rulelang.prove.world import World


def assumed(w: World, k: Knowledge, e: core.Expr, *, holds: bool = True) -> Knowledge:
    """Return what is known where a claim holds, or with `holds` false where it does not."""
    k = knowledge.without_cases(k)
    if k.is_dead or not w.go_deeper():
        return k
    found = _assumed(w, k, e, holds=holds)
    w.depth -= 1
    return found


def _assumed(w: World, k: Knowledge, e: core.Expr, *, holds: bool) -> Knowledge:
    known = evaluate.known_true(w, k, e)
    if known is not None and known != holds:
        return evolve(k, is_dead=True)
    match e:
        case core.Not(expr=inner):
            return assumed(w, k, inner, holds=not holds)
        case core.And(parts=parts) if holds:
            return _all(w, k, parts, holds=True)
        case core.Or(parts=parts) if not holds:
            return _all(w, k, parts, holds=False)
        case core.And(parts=parts) | core.Or(parts=parts):
            return _some(w, _claimed(w, k, e, holds=holds), parts, holds=holds)
        case core.Compare():
            told = e if holds else w.opposite(e)
            return _comparison(w, _claimed(w, k, told, holds=True), told)
        case _:
            return _claim(w, _claimed(w, k, e, holds=holds), e, holds=holds)


def _all(w: World, k: Knowledge, parts: tuple[core.Expr, ...], *, holds: bool) -> Knowledge:
    for part in parts:
        k = assumed(w, k, part, holds=holds)
    return k


def _some(w: World, k: Knowledge, parts: tuple[core.Expr, ...], *, holds: bool) -> Knowledge:
    """Return what is known where one of the parts holds (or fails), whichever it is."""
    joined: Knowledge | None = None
    for part in parts:
        joined = knowledge.either(joined, assumed(w, k, part, holds=holds))
    return k if joined is None else joined


def _claimed(w: World, k: Knowledge, e: core.Expr, *, holds: bool) -> Knowledge:
    key = evaluate.key_of(w, k, e)
    claim = key if holds else core.Not(key)
    return knowledge.with_claim(k, claim, w.print_of(key))


def _claim(w: World, k: Knowledge, e: core.Expr, *, holds: bool) -> Knowledge:
    """Add a claim that is no comparison: a flag, a search, a fact."""
    k = narrowed(w, k, e, _flag(evaluate.one(w, k, e), holds=holds))
    match e:
        case core.Among(value=value, source=source) if holds:
            held = evaluate.many(w, k, source)
            k = narrowed(w, k, value, held.element)
            return narrowed(w, k, source, Many(held.element, max(1, held.least), held.most))
        case core.Fold(fold="some", search=search) if holds:
            first = search.binders[0]
            held = evaluate.many(w, k, first.domain)
            least = max(2 if first.followed else 1, held.least)
            return narrowed(w, k, first.domain, Many(held.element, least, held.most))
        case core.Call():
            return assumed(w, k, w.body_of(e), holds=holds)
        case core.Local(slot=slot) if slot in k.names:
            return assumed(w, k, k.names[slot][0], holds=holds)
        case _:
            return k


def _flag(found: One, *, holds: bool) -> One:
    if holds:
        return without(evolve(found, none=False), 0)
    return meet_one(found, evolve(between(0, 0), none=True))


# ---------------------------------------------------------------- comparisons


def _comparison(w: World, k: Knowledge, e: core.Compare) -> Knowledge:
    left, right = evaluate.one(w, k, e.left), evaluate.one(w, k, e.right)
    k = narrowed(w, k, e.left, _fitting(e.op, left, right))
    return narrowed(w, k, e.right, _fitting(TURNED[e.op], right, left))


def _fitting(op: core.CompareOp, one: One, other: One) -> One:
    match op:
        case "is":
            both = met(one, other)
            return both if isinstance(both, One) else one
        case "is not":
            if other.is_none:
                return evolve(one, none=False)
            return one if other.only is None else without(one, other.only)
        case _:
            return ordered(op, one, number(other))


def narrowed(w: World, k: Knowledge, e: core.Expr, held: Possible) -> Knowledge:
    """Add that the value of an expression is one of some; and what follows for its parts."""
    if isinstance(e, core.Const):
        return k if not disjoint(of_value(e.value), held) else NOWHERE_REACHED
    key = evaluate.key_of(w, k, e)
    before = evaluate.possible(w, k, e)
    after = met(before, held)
    k = knowledge.with_value(k, key, after, w.print_of(key))
    if after == before or k.is_dead or not w.go_deeper():
        return k
    k = _followed(w, k, e, (held, after))
    w.depth -= 1
    return k


def _followed(w: World, k: Knowledge, e: core.Expr, told: tuple[Possible, Possible]) -> Knowledge:
    """Add what the values of an expression tell of its parts."""
    held, after = told
    match e:
        case core.Local(slot=slot) if slot in k.names:
            return narrowed(w, k, k.names[slot][0], held)
        case core.Size(source=source) if isinstance(held, One):
            known = evaluate.many(w, k, source)
            return narrowed(w, k, source, Many(known.element, held.low, held.high))
        case core.Held() if isinstance(after, One):
            return _lying(w, k, w.contents_of(e), after)
        case core.Call():
            return narrowed(w, k, w.body_of(e), held)
        case core.Lookup(table=table, args=(arg,)):
            return _looked_up(w, k, table, arg, after)
        case core.Fold(fold="first" | "only", search=search, otherwise=other) if other is not None:
            if disjoint(evaluate.possible(w, k, other), after):
                return assumed(w, k, core.Fold("some", search))
            return k
        case _:
            return k


def _lying(w: World, k: Knowledge, contents: core.Contents, first: One) -> Knowledge:
    """Add what the first component of a zone tells of its number of components."""
    known = evaluate.many(w, k, contents)
    if not first.none:
        return narrowed(w, k, contents, Many(known.element, max(1, known.least), known.most))
    if first.is_none:
        return narrowed(w, k, contents, Many(known.element, known.least, 0))
    return k


def _looked_up(w: World, k: Knowledge, table: int, arg: core.Expr, found: Possible) -> Knowledge:
    """Add which arguments can have given such an entry."""
    rows, default = w.tables[table], w.spec.tables[table].default
    known = evaluate.one(w, k, arg)
    allows_none = known.none and not disjoint(of_value(default), found)
    held = kept(known, lambda n: not disjoint(of_value(rows.get((n,), default)), found))
    if held.low > held.high:
        return narrowed(w, k, arg, NONE) if allows_none else NOWHERE_REACHED
    return narrowed(w, k, arg, evolve(held, none=allows_none))
