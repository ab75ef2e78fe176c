"""The invariants of a core tree, as code; run over every specification in the tests.

A violation is a mistake of the elaborator (or of whoever else makes core trees), never of an
author. The walk is generic over the fields of the nodes; only the nodes that bind a slot are
named.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import TypeAlias

import attrs

from rulelang import core
from rulelang.elaborate.numbering import width
from rulelang.rule_types import count_of

Node: TypeAlias = object


@attrs.define
class _Walk:
    """One pass over a specification; `loops` are those in progress in the effect being walked."""

    spec: core.Spec
    found: list[str] = attrs.field(factory=list)
    numbers: set[int] = attrs.field(factory=set)
    arms: list[core.Arm] = attrs.field(factory=list)

    def wrong(self, node: Node, what: str) -> None:
        self.found.append(f"{getattr(node, 'span', '')} {type(node).__name__}: {what}")

    def number(self, node: Node, value: int) -> None:
        if value in self.numbers:
            self.wrong(node, f"number {value} is taken")
        self.numbers.add(value)


def verify(spec: core.Spec) -> tuple[str, ...]:
    """Return what is wrong with a specification; () if every invariant of `core` holds."""
    walk = _Walk(spec)
    _declarations(walk)
    for block in (spec.setup, spec.play):
        _block(walk, block, 0, ())
    for effect in spec.effects:
        _block(walk, effect.body, len(effect.parameters), ())
    for fact in spec.facts:
        _expr(walk, fact.body, fact.parameters)
    _standing(walk)
    _numbering(walk)
    _acyclic(walk)
    return tuple(walk.found)


def _declarations(walk: _Walk) -> None:
    spec = walk.spec
    if not spec.families or spec.families[0] != core.Family("Player", spec.players):
        walk.wrong(spec, "the first family is not that of the players")
    holders: tuple[core.Zone | core.Variable, ...] = (*spec.zones, *spec.variables)
    for holder in holders:
        cells = prod([count_of(kind) for kind in holder.index])
        if len(holder.seen_by) != cells:
            walk.wrong(holder, "`seen_by` does not cover the family")
    for number, kind in enumerate(spec.kinds):
        zone = spec.zones[kind.home_zone] if kind.home_zone < len(spec.zones) else None
        if zone is None or number not in zone.kinds or len(kind.home) != len(zone.index):
            walk.wrong(kind, f"{kind.label} has no home that holds it")


def _standing(walk: _Walk) -> None:
    if walk.spec.standing is not None:
        _expr(walk, walk.spec.standing.value, 1)


def _numbering(walk: _Walk) -> None:
    """Arms own consecutive ids, from 0 to `action_count`."""
    free = 0
    for arm in sorted(walk.arms, key=lambda arm: (arm.first_id, width(arm))):
        if arm.first_id != free:
            walk.wrong(arm, f"`{arm.name}` begins at id {arm.first_id}, not {free}")
        free = arm.first_id + width(arm)
    if free != walk.spec.action_count:
        walk.wrong(walk.spec, f"{free} actions are numbered, not {walk.spec.action_count}")


def _acyclic(walk: _Walk) -> None:
    spec = walk.spec
    facts = [{n.fact for n in _all(fact.body) if isinstance(n, core.Call)} for fact in spec.facts]
    effects = [
        {n.effect for n in _all(e.body) if isinstance(n, core.Invoke)} for e in spec.effects
    ]
    for what, calls in (("fact", facts), ("effect", effects)):
        done: set[int] = set()
        while ready := {i for i, callees in enumerate(calls) if i not in done and callees <= done}:
            done |= ready
        if len(done) < len(calls):
            walk.wrong(spec, f"some {what} calls itself")


def _all(node: Node) -> Iterator[Node]:
    """Go through a node and all below it."""
    yield node
    for child in _children(node):
        yield from _all(child)


def _children(node: Node) -> Iterator[Node]:
    if isinstance(node, tuple):
        yield from node
    else:
        for field in getattr(type(node), "__attrs_attrs__", ()):
            yield getattr(node, field.name)


# ---------------------------------------------------------------- statements


def _block(walk: _Walk, block: core.Block, depth: int, loops: tuple[int, ...]) -> None:
    walk.number(block, block.number)
    for node in block.statements:
        if isinstance(node, core.Let):
            _slot(walk, node, node.slot, depth)
            _expr(walk, node.value, depth)
            depth += 1
        else:
            _statement(walk, node, depth, loops)


def _statement(walk: _Walk, node: core.Statement, depth: int, loops: tuple[int, ...]) -> None:
    match node:
        case core.For(number=number, search=search, keys=keys, body=body):
            walk.number(node, number)
            inner = _search(walk, search, depth)
            _expr(walk, keys, inner)
            _block(walk, body, inner, (*loops, number))
        case core.Random(number=number, search=search, body=body):
            walk.number(node, number)
            _block(walk, body, _search(walk, search, depth), loops)
        case core.Repeat(number=number, until=until, limit=limit, body=body):
            walk.number(node, number)
            _expr(walk, (until, limit), depth)
            _block(walk, body, depth, (*loops, number))
        case core.Turns(
            number=number, slot=slot, among=among, start=start, limit=limit, body=body
        ):
            walk.number(node, number)
            _slot(walk, node, slot, depth)
            _expr(walk, (start, limit), depth)
            _expr(walk, among, depth + 1)
            _block(walk, body, depth + 2, (*loops, number))
        case core.Choose() | core.Anytime():
            _choice_point(walk, node, depth, loops)
        case core.End(
            result=core.Leads(slot=slot, keys=rest) | core.Scores(slot=slot, value=rest)
        ):
            _slot(walk, node, slot, depth)
            _expr(walk, rest, depth + 1)
        case core.Stop(loop=loop):
            if loop not in loops:
                walk.wrong(node, f"loop {loop} is not in progress here")
        case _:
            _plain_statement(walk, node, depth, loops)


def _plain_statement(
    walk: _Walk, node: core.Statement, depth: int, loops: tuple[int, ...]
) -> None:
    if isinstance(node, core.Draw):
        walk.number(node, node.number)
    if isinstance(node, core.Invoke) and len(node.args) != len(
        walk.spec.effects[node.effect].parameters
    ):
        walk.wrong(node, "the effect takes another number of arguments")
    if isinstance(node, core.Assign):
        _index(walk, node, len(node.args), len(walk.spec.variables[node.variable].index))
    for child in _children(node):
        if isinstance(child, core.Block):
            _block(walk, child, depth, loops)
        else:
            _expr(walk, child, depth)


def _choice_point(
    walk: _Walk, node: core.Choose | core.Anytime, depth: int, loops: tuple[int, ...]
) -> None:
    walk.number(node, node.number)
    _expr(walk, (node.actor, node.limit), depth)
    repeats = isinstance(node, core.Choose) and node.limit is not None
    for arm in node.arms:
        walk.arms.append(arm)
        inner = depth
        for choice in arm.choices:
            _slot(walk, arm, choice.slot, inner)
            _expr(walk, choice.domain, inner)
            inner += 2 if choice.pair else 1
            if len(choice.names) != (2 if choice.pair else 1):
                walk.wrong(arm, "a binding has one name, a pair two")
            _expr(walk, choice.where, inner)
        _expr(walk, (arm.needs, arm.sentence), inner)
        _block(walk, arm.body, inner, (*loops, node.number) if repeats else loops)
    if isinstance(node, core.Anytime):
        _block(walk, node.body, depth, loops)
    elif node.otherwise is not None:
        _block(walk, node.otherwise, depth, loops)


# ---------------------------------------------------------------- expressions


def _search(walk: _Walk, search: core.Search, depth: int) -> int:
    """Walk a search; return the depth inside it."""
    for binder in search.binders:
        _slot(walk, binder, binder.slot, depth)
        _expr(walk, binder.domain, depth)
        depth += 2 if binder.followed else 1
    _expr(walk, search.where, depth)
    return depth


def _expr(walk: _Walk, node: Node, depth: int) -> None:
    """Walk an expression, or anything that holds expressions of one depth."""
    match node:
        case core.Local(slot=slot):
            if not 0 <= slot < depth:
                walk.wrong(node, f"slot {slot} is not taken ({depth} are)")
        case (
            core.Exists()
            | core.Tally()
            | core.Total()
            | core.Extreme()
            | core.First()
            | core.Best()
        ):
            _query(walk, node, depth)
        case core.Groups(search=search, slot=slot, joined=joined):
            _search(walk, search, depth)
            _slot(walk, node, slot, depth)
            _expr(walk, joined, depth + 1)
        case core.Within(target=target, radius=radius, start=start, slot=slot, where=where):
            _slot(walk, node, slot, depth)
            _expr(walk, (target, radius, start), depth)
            _expr(walk, where, depth + 1)
        case _:
            _counted(walk, node)
            for child in _children(node):
                _expr(walk, child, depth)


def _query(
    walk: _Walk,
    node: core.Exists | core.Tally | core.Total | core.Extreme | core.First | core.Best,
    depth: int,
) -> None:
    inner = _search(walk, node.search, depth)
    match node:
        case core.Total(value=inside) | core.Extreme(value=inside):
            _expr(walk, inside, inner)
        case core.Best(keys=keys):
            _expr(walk, keys, inner)
        case _:
            pass
    match node:
        case (
            core.Extreme(otherwise=other)
            | core.First(otherwise=other)
            | core.Best(otherwise=other)
        ):
            _expr(walk, other, depth)
        case _:
            pass


def _counted(walk: _Walk, node: Node) -> None:
    """Check the number of arguments where a declaration says it."""
    spec = walk.spec
    match node:
        case core.Read(variable=number, args=args):
            _index(walk, node, len(args), len(spec.variables[number].index))
        case core.Contents(zone=number, args=args) | core.Held(zone=number, args=args):
            _index(walk, node, len(args), len(spec.zones[number].index))
        case core.Place(zone=number, args=args):
            _index(walk, node, len(args), len(spec.zones[number].index))
        case core.Call(fact=number, args=args):
            _index(walk, node, len(args), spec.facts[number].parameters)
        case core.Lookup(table=number) | core.Spread(table=number):
            if number >= len(spec.tables):
                walk.wrong(node, f"there is no table {number}")
        case _:
            pass


def _index(walk: _Walk, node: Node, given: int, wanted: int) -> None:
    if given != wanted:
        walk.wrong(node, f"{given} arguments, not {wanted}")


def _slot(walk: _Walk, node: Node, slot: int, depth: int) -> None:
    if slot != depth:
        walk.wrong(node, f"binds slot {slot}, but the next free one is {depth}")
