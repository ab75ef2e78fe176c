"""Queries: searches through domains, and what is made of what they find. Ref §20.

Queries count copies: a domain with two alike components yields both. Short names as in
`interpreter.reference.values`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from math import prod
from operator import itemgetter
from typing import Final, TypeVar

from interpreter.faults import BudgetExceeded
from interpreter.position import Env
from interpreter.reference.values import (
    RULE_OF,
    RULES,
    Keys,
    Rank,
    World,
    elements,
    listed,
    members,
    number,
    value,
)
from rulelang import core
from rulelang.core import Value
from rulelang.core.folds import otherwise_of, value_of


def found(search: core.Search, w: World, env: Env) -> Iterator[Env]:
    """Yield the environments that a search finds.

    `env` with its bindings appended, the left binder slowest.
    """
    binders = search.binders
    where = search.where
    if len(binders) > 1:
        inner_envs = _bound(binders, w, env)
    elif binders[0].followed:
        inner_envs = _pairs(binders[0], w, env)
    else:
        inner_envs = ((*env, x) for x in _domain(binders[0], w, env))
    if where is None:
        yield from inner_envs
        return
    holds = RULE_OF[type(where)]
    for inner in inner_envs:
        if holds(where, w, inner):
            yield inner


def _bound(binders: tuple[core.Binder, ...], w: World, env: Env) -> Iterator[Env]:
    first, rest = binders[0], binders[1:]
    if first.followed:
        outer = _pairs(first, w, env)
    else:
        outer = ((*env, x) for x in _domain(first, w, env))
    if not rest:
        yield from outer
        return
    for inner in outer:
        yield from _bound(rest, w, inner)


def _domain(binder: core.Binder, w: World, env: Env) -> tuple[Value, ...]:
    """Return what one binding goes through."""
    found = elements(binder.domain, w, env)
    w.effort.spend(len(found))
    return found


def _pairs(binder: core.Binder, w: World, env: Env) -> Iterator[Env]:
    row = _domain(binder, w, env)
    for a, b in pairwise(row):
        yield (*env, a, b)


def sorting(keys: Keys, w: World, env: Env) -> Rank:
    """Return the values of some sorting keys, turned so that smaller comes first."""
    return tuple([-number(k.value, w, env) if k.most else number(k.value, w, env) for k in keys])


def collected(search: core.Search, keys: Keys, w: World, env: Env) -> tuple[Env, ...]:
    """Return the bindings that a search finds, without `env`, sorted by the keys.

    Equal ones stay in order.
    """
    inner_envs = list(found(search, w, env))
    depth = len(env)
    if keys:
        ranked = [(sorting(keys, w, inner), inner[depth:]) for inner in inner_envs]
        ranked.sort(key=itemgetter(0))
        if w.scales is not None:
            w.scales.in_order(keys, ranked)
        return tuple([inner for _, inner in ranked])
    return tuple([inner[depth:] for inner in inner_envs])


def _values(e: core.Fold, w: World, env: Env) -> list[int]:
    asked = value_of(e)
    return [number(asked, w, inner) for inner in found(e.search, w, env)]


def _some(e: core.Fold, w: World, env: Env) -> Value:
    for _ in found(e.search, w, env):
        return 1
    return 0


def _count(e: core.Fold, w: World, env: Env) -> Value:
    return sum(1 for _ in found(e.search, w, env))


def _sum(e: core.Fold, w: World, env: Env) -> Value:
    return sum(_values(e, w, env))


def _product(e: core.Fold, w: World, env: Env) -> Value:
    return prod(_values(e, w, env))


def _highest(e: core.Fold, w: World, env: Env) -> Value:
    values = _values(e, w, env)
    return max(values) if values else value(otherwise_of(e), w, env)


def _lowest(e: core.Fold, w: World, env: Env) -> Value:
    values = _values(e, w, env)
    return min(values) if values else value(otherwise_of(e), w, env)


def _first(e: core.Fold, w: World, env: Env) -> Value:
    for inner in found(e.search, w, env):
        return inner[-1]
    return value(otherwise_of(e), w, env)


def _only(e: core.Fold, w: World, env: Env) -> Value:
    ranks = {inner[-1]: sorting(e.keys, w, inner) for inner in found(e.search, w, env)}
    if w.scales is not None:
        w.scales.leading(e.keys, ranks.values())
    ahead = leaders(ranks)
    return ahead[0] if len(ahead) == 1 else value(otherwise_of(e), w, env)


def _all(e: core.Fold, w: World, env: Env) -> Value:
    return tuple([inner[-1] for inner in found(e.search, w, env)])


FOLDED: Final[Mapping[core.FoldName, Callable[[core.Fold, World, Env], Value]]] = {
    "some": _some,
    "count": _count,
    "sum": _sum,
    "product": _product,
    "highest": _highest,
    "lowest": _lowest,
    "first": _first,
    "only": _only,
    "all": _all,
}
"""What each fold makes of what its search finds, in order."""


def _fold(e: core.Fold, w: World, env: Env) -> Value:
    try:
        return FOLDED[e.fold](e, w, env)
    except BudgetExceeded as reason:
        raise reason.at(e.span) from None


def leaders(ranks: dict[Value, Rank]) -> tuple[Value, ...]:
    """Return who comes first by sorting keys; several where they are tied.

    >>> leaders({0: (-3, 1), 1: (-3, 0), 2: (-2, 0)})
    (1,)
    """
    if not ranks:
        return ()
    least = min(ranks.values())
    return tuple([element for element, rank in ranks.items() if rank == least])


# ---------------------------------------------------------------- edges


Spaced = TypeVar("Spaced", core.Groups, core.Regions, core.Trail, core.Within)


def _placed(rule: Callable[[Spaced, World, Env], Value]) -> Callable[[Spaced, World, Env], Value]:
    """Return the rule of a query that says where it stands when it goes through too much."""

    def placed(e: Spaced, w: World, env: Env) -> Value:
        try:
            return rule(e, w, env)
        except BudgetExceeded as reason:
            raise reason.at(e.span) from None

    return placed


@_placed
def _groups(e: core.Groups, w: World, env: Env) -> Value:
    ends = w.tables[e.ends]
    edges = {edge for inner in found(e.search, w, env) if isinstance(edge := inner[-1], int)}
    leader = {edge: edge for edge in edges}
    at_space: dict[int, int] = {}
    for edge in sorted(edges):
        for space in members(ends[(edge,)]):
            if space not in at_space:
                at_space[space] = edge
            elif value(e.joined, w, (*env, space)):
                _join(leader, at_space[space], edge)
    groups: dict[int, list[int]] = {}
    for edge in sorted(edges):
        groups.setdefault(_leader(leader, edge), []).append(edge)
    return tuple(tuple(group) for group in groups.values())


@_placed
def _trail(e: core.Trail, w: World, env: Env) -> Value:
    """Return the most edges of a walk, depth first: each step spends one element."""
    ends = w.tables[e.ends]
    edges = {edge for inner in found(e.search, w, env) if isinstance(edge := inner[-1], int)}
    at_space: dict[int, list[int]] = {}
    for edge in sorted(edges):
        for space in {*members(ends[(edge,)])}:
            at_space.setdefault(space, []).append(edge)
    onward = {
        space: there if len(there) > 1 and value(e.joined, w, (*env, space)) else []
        for space, there in sorted(at_space.items())
    }
    longest = 0
    for edge in sorted(edges):
        for space in members(ends[(edge,)]):
            used, walk = {edge}, [(edge, space, iter(onward[space]))]
            while walk:
                longest = max(longest, len(walk))
                last, here, ways = walk[-1]
                way = next((way for way in ways if way not in used), None)
                if way is None:
                    used.discard(last)
                    walk.pop()
                    continue
                w.effort.spend(1)
                a, b = members(ends[(way,)])
                there = a + b - here
                used.add(way)
                walk.append((way, there, iter(onward[there])))
    return longest


@_placed
def _regions(e: core.Regions, w: World, env: Env) -> Value:
    """Return the groups of spaces, or that of one, by going from each to those beside it."""
    beside = w.tables[e.beside]
    left = {space for inner in found(e.search, w, env) if isinstance(space := inner[-1], int)}
    start = None if e.start is None else value(e.start, w, env)
    groups: list[tuple[int, ...]] = []
    for space in sorted(left) if e.start is None else members((start,)):
        if space not in left:
            continue
        group, todo = {space}, [space]
        left.discard(space)
        while todo:
            near = left.intersection(members(beside[(todo.pop(),)]))
            left -= near
            group |= near
            todo += near
        groups.append(tuple(sorted(group)))
    if e.start is None:
        return tuple(groups)
    return groups[0] if groups else ()


def _leader(leader: dict[int, int], edge: int) -> int:
    while leader[edge] != edge:
        edge = leader[edge]
    return edge


def _join(leader: dict[int, int], a: int, b: int) -> None:
    a, b = _leader(leader, a), _leader(leader, b)
    leader[max(a, b)] = min(a, b)


@_placed
def _within(e: core.Within, w: World, env: Env) -> Value:
    target = value(e.target, w, env)
    start = value(e.start, w, env)
    if target is None or start is None:
        return 0
    radius = number(e.radius, w, env)
    if radius < 0:
        return 0
    edges_at, ends = w.tables[e.edges_at], w.tables[e.ends]
    reached: set[Value] = {start}
    frontier: list[int] = [*members((start,))]
    for _ in range(radius):
        if target in reached or not frontier:
            break
        nearby: list[int] = []
        for space in sorted(frontier):
            edges = listed(edges_at.get((space,), ()))
            w.effort.spend(len(edges))
            for edge in edges:
                beyond = [s for s in members(ends[(edge,)]) if s not in reached]
                if beyond and (e.where is None or value(e.where, w, (*env, edge))):
                    reached.update(beyond)
                    nearby += beyond
        frontier = nearby
    return 1 if target in reached else 0


RULES.update(
    {
        core.Fold: _fold,
        core.Groups: _groups,
        core.Regions: _regions,
        core.Trail: _trail,
        core.Within: _within,
    }
)
