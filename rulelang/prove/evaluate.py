"""The values that an expression may have, given what is known. Ref part two, "Expressions"."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import assert_never

from rulelang import core
from rulelang.core.folds import FOLDS, value_of
from rulelang.core.walk import nth
from rulelang.evolving import evolve
from rulelang.prove import assume, knowledge
from rulelang.prove.arithmetic import calculated, compared
from rulelang.prove.knowledge import Knowledge
from rulelang.prove.possible import (
    ANYTHING,
    FLAG,
    NONE,
    UNBOUNDED,
    Many,
    One,
    Possible,
    between,
    disjoint,
    elements,
    joined,
    met,
    number,
    of_value,
    of_values,
    within,
)
from rulelang.prove.trees import Query
from rulelang.prove.world import World

ZERO = between(0, 0)
ONE = between(1, 1)
_FAILS = evolve(ZERO, none=True)
MOST_ROWS = 400  # of a table that are looked at one by one


def possible(w: World, k: Knowledge, e: core.Expr) -> Possible:
    """Return what an expression may be."""
    if isinstance(e, core.Const):
        return of_value(e.value)
    if isinstance(e, core.Local):
        return _local(w, k, e.slot)
    said = w.said(k)
    before = said.get(id(e))
    if before is not None:
        return before[1]
    if not w.go_deeper():
        return ANYTHING
    cut = w.cut
    found = _possible(w, k, e)
    w.depth -= 1
    if k.values or k.claims:
        key = key_of(w, k, e)
        if key in k.claims:
            found = ONE
        elif key in k.values:
            found = met(found, k.values[key][0])
    if w.cut == cut:  # else it would be found more exactly from less deep
        said[id(e)] = (e, found)
    return found


def _local(w: World, k: Knowledge, slot: int) -> Possible:
    known = k.locals.get(slot)
    if slot not in k.names or not w.go_deeper():
        return ANYTHING if known is None else known
    found = possible(w, k, k.names[slot][0])
    w.depth -= 1
    return found if known is None else met(found, known)


def key_of(w: World, k: Knowledge, e: core.Expr) -> core.Expr:
    """Return the form under which something may be known of an expression."""
    key = w.canonical(e)
    return w.with_fixed(key, k.fixed) if k.fixed else key


def one(w: World, k: Knowledge, e: core.Expr) -> One:
    """Return what an expression may be that gives a single value."""
    found = possible(w, k, e)
    return found if isinstance(found, One) else ANYTHING


def many(w: World, k: Knowledge, e: core.Expr) -> Many:
    """Return what an expression may be that gives a set."""
    return elements(possible(w, k, e))


def numeric(w: World, k: Knowledge, e: core.Expr) -> One:
    """Return what an expression may be as a number."""
    return number(possible(w, k, e))


def known_true(w: World, k: Knowledge, e: core.Expr) -> bool | None:
    """Return whether a claim holds; None where that is not known."""
    found = one(w, k, e)
    may_fail = found.none or not disjoint(found, ZERO)
    may_hold = found.low <= found.high and not within(found, _FAILS)
    return None if may_fail == may_hold else may_hold


def _possible(w: World, k: Knowledge, e: core.Expr) -> Possible:  # noqa: C901 - a flat dispatch
    assert not isinstance(e, core.Const | core.Local), "those are asked before"
    match e:
        case core.Read(variable=variable):
            return w.variable(variable)
        case core.Contents(zone=zone):
            return w.contents(zone)
        case core.Held():
            return _held(w, k, w.contents_of(e))
        case core.Lookup(table=table, args=args):
            return _lookup(w, k, table, args)
        case core.Call(fact=fact, args=args):
            return called(w, fact, tuple(possible(w, k, arg) for arg in args))
        case core.Arithmetic(op=op, left=left, right=right):
            return calculated(op, numeric(w, k, left), numeric(w, k, right))
        case core.Compare(op=op, left=left, right=right):
            if k.claims and key_of(w, k, w.opposite(e)) in k.claims:
                return ZERO
            return compared(op, one(w, k, left), one(w, k, right))
        case core.Not(expr=inner):
            said = known_true(w, k, inner)
            return FLAG if said is None else of_value(int(not said))
        case core.And() | core.Or():
            return _junction(w, k, e)
        case core.IfThen(test=test, then=then, other=other):
            said = known_true(w, k, test)
            if said is not None:
                return possible(w, k, then if said else other)
            return joined(
                possible(w, assume.assumed(w, k, test), then),
                possible(w, assume.assumed(w, k, test, holds=False), other),
            )
        case core.Size(source=source):
            held = many(w, k, source)
            return between(held.least, held.most)
        case core.Interval(low=low, high=high):
            a, b = numeric(w, k, low), numeric(w, k, high)
            least, most = max(0, b.low - a.high + 1), max(0, b.high - a.low + 1)
            return Many(between(a.low, b.high), least, most)
        case core.Around(source=source):
            return many(w, k, source)
        case core.Spread(table=table, source=source):
            reach = many(w, k, source)
            each = elements(w.table_range(table))
            return Many(each.element, 0, reach.most * each.most)
        case core.Border(beside=table, source=source):
            reach = many(w, k, source)
            each = elements(w.table_range(table))
            return Many(each.element, 0, reach.most * each.most)
        case core.Recalled(memory=memory):
            return between(0, w.spec.memories[memory].most)
        case core.ReturnOf():
            return between(-UNBOUNDED, UNBOUNDED)
        case core.Within() | core.Among():
            return FLAG
        case core.Fold() | core.Groups() | core.Trail() | core.Regions():
            return _query(w, k, e)
        case _:
            assert_never(e)


def _held(w: World, k: Knowledge, contents: core.Contents) -> Possible:
    held = many(w, k, contents)
    if held.most <= 0:
        return NONE
    assert isinstance(held.element, One), "what lies somewhere is no set"
    return evolve(held.element, none=held.least <= 0)


def _lookup(w: World, k: Knowledge, table: int, args: tuple[core.Expr, ...]) -> Possible:
    known = [one(w, k, arg) for arg in args]
    choices = [[*found.listed] if found.listed is not None else None for found in known]
    lists = [part for part in choices if part is not None]
    if len(lists) < len(args) or prod(len(part) for part in lists) > MOST_ROWS:
        return w.table_range(table)
    default, rows = w.spec.tables[table].default, w.tables[table]
    values = {rows.get(key, default) for key in product(*lists)}
    if any(found.none for found in known):
        values.add(default)
    return of_values(values)


def called(w: World, fact: int, args: tuple[Possible, ...]) -> Possible:
    """Return what a fact may be, given what its arguments may be."""
    key = (fact, args)
    if key not in w.facts:
        k = Knowledge()
        for slot, arg in enumerate(args):
            k = knowledge.bound(k, slot, arg)
        w.facts[key] = possible(w, k, w.spec.facts[fact].body)
    return w.facts[key]


def _junction(w: World, k: Knowledge, e: core.And | core.Or) -> Possible:
    said = [known_true(w, k, part) for part in e.parts]
    settles = isinstance(e, core.Or)
    if settles in said:
        return of_value(int(settles))
    return FLAG if None in said else of_value(int(not settles))


# ---------------------------------------------------------------- queries


def searched(w: World, k: Knowledge, search: core.Search) -> Knowledge:
    """Return what is known inside a search, its `where` aside."""
    for binder in search.binders:
        for i in range(2 if binder.followed else 1):
            k = member(w, k, nth(binder.slot, i), binder.domain)
    return k


def member(w: World, k: Knowledge, slot: int, domain: core.Expr) -> Knowledge:
    """Return what is known when an element of a set is bound."""
    element = many(w, k, domain).element
    around = key_of(w, k, domain)
    k = knowledge.bound(k, slot, element)
    if slot in w.print_of(around).locals:
        return k
    claim = key_of(w, k, w.among(slot, around))
    return knowledge.with_claim(k, claim, w.print_of(claim))


def reach(w: World, k: Knowledge, search: core.Search) -> tuple[int, int]:
    """Return how many tuples a search finds, at least and at most."""
    least = most = 1
    for binder in search.binders:
        held = many(w, k, binder.domain)
        fewer = 1 if binder.followed else 0
        least *= max(0, held.least - fewer)
        most *= max(0, held.most - fewer)
        if binder is not search.binders[-1]:
            k = searched(w, k, core.Search((binder,), None))
    return (0 if search.where is not None else least), most


def _query(w: World, k: Knowledge, e: Query) -> Possible:
    least, most = reach(w, k, e.search)
    match e:
        case core.Fold(otherwise=other):
            rule = FOLDS[e.fold]
            found = _folded(w, k, e, (least, most))
            if other is None or (rule.settled and finds(w, k, e.search)):
                return found
            return joined(found, possible(w, k, other))
        case core.Groups():
            return Many(Many(many(w, k, e.search.binders[0].domain).element, 1, most), 0, most)
        case core.Trail():
            return between(0, most)
        case core.Regions(start=start):
            space = many(w, k, e.search.binders[0].domain).element
            return Many(Many(space, 1, most), 0, most) if start is None else Many(space, 0, most)
        case _:
            assert_never(e)


def _folded(w: World, k: Knowledge, e: core.Fold, found: tuple[int, int]) -> Possible:
    """Return what a fold may be where it finds what settles it."""
    rule = FOLDS[e.fold]
    match rule.gives:
        case "element":
            return found_element(w, k, e.search)
        case "elements":
            return Many(found_element(w, k, e.search), *found)
        case "value":
            inner = _assumed(w, searched(w, k, e.search), e.search.where)
            return numeric(w, inner, value_of(e))
        case "flag" | "number":
            value = core.Const(1) if e.value is None else e.value
            each = numeric(w, searched(w, k, e.search), value)
            low, high = rule.reach((each.low, each.high), found)
            if rule.gives == "flag":
                return of_value(low) if low == high else FLAG
            return between(max(low, -UNBOUNDED), min(high, UNBOUNDED))
        case _:
            assert_never(rule.gives)


def finds(w: World, k: Knowledge, search: core.Search) -> bool:
    """Return whether a search surely finds something."""
    if reach(w, k, search)[0] > 0:
        return True
    return key_of(w, k, core.Fold("some", search)) in k.claims


def found_element(w: World, k: Knowledge, search: core.Search) -> Possible:
    """Return what a search of one binder may find."""
    inner = _assumed(w, searched(w, k, search), search.where)
    last = search.binders[-1]
    return possible(w, inner, core.Local(nth(last.slot, 1 if last.followed else 0)))


def _assumed(w: World, k: Knowledge, where: core.Expr | None) -> Knowledge:
    return k if where is None else assume.assumed(w, k, where)
