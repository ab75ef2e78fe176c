"""The invariants of a core tree, as code; run over every specification in the tests.

A violation is a mistake of the elaborator (or of whoever else makes core trees), never of an
author.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import attrs

from rulelang import core
from rulelang.core.references import Named, references
from rulelang.core.walk import Node, below, scoped
from rulelang.elaborate.numbering import width
from rulelang.rule_types import count_of

NUMBERED = (
    core.Block | core.For | core.Repeat | core.Turns | core.Choose | core.Anytime | core.Draw
    | core.Roll | core.Random
)  # fmt: skip


@attrs.define
class _Walk:
    """One pass over a specification; `loops` are those in progress in the effect being walked."""

    spec: core.Spec
    found: list[str] = attrs.field(factory=list)
    numbers: set[int] = attrs.field(factory=set)
    arms: list[core.Arm] = attrs.field(factory=list)

    def wrong(self, node: object, what: str) -> None:
        self.found.append(f"{getattr(node, 'span', '')} {type(node).__name__}: {what}")

    def number(self, node: object, value: int) -> None:
        if value in self.numbers:
            self.wrong(node, f"number {value} is taken")
        self.numbers.add(value)


def verify(spec: core.Spec) -> tuple[str, ...]:
    """Return what is wrong with a specification; () if every invariant of `core` holds."""
    walk = _Walk(spec)
    _declarations(walk)
    for block in (spec.setup, spec.play):
        _visit(walk, block, 0, ())
    declared = (*spec.effects, *spec.facts, *(() if spec.standing is None else (spec.standing,)))
    for node in declared:
        _visit(walk, node, 0, ())
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
    facts = [{n.fact for n in below(fact.body) if isinstance(n, core.Call)} for fact in spec.facts]
    effects = [
        {n.effect for n in below(e.body) if isinstance(n, core.Invoke)} for e in spec.effects
    ]
    for what, calls in (("fact", facts), ("effect", effects)):
        done: set[int] = set()
        while ready := {i for i, callees in enumerate(calls) if i not in done and callees <= done}:
            done |= ready
        if len(done) < len(calls):
            walk.wrong(spec, f"some {what} calls itself")


# ---------------------------------------------------------------- nodes


def _visit(walk: _Walk, node: Node, depth: int, loops: tuple[int, ...]) -> None:
    """Check a node that stands where `depth` slots are taken, and all inside it."""
    _own(walk, node, depth, loops)
    if _is_declared(walk, node):
        _counted(walk, node)
    inner = _loops(node, loops)
    for child, slots in scoped(node):
        _visit(walk, child, depth + len(slots), inner if _is_repeated(child, node) else loops)


def _own(walk: _Walk, node: Node, depth: int, loops: tuple[int, ...]) -> None:
    """Check what a node says of itself: its slot, its number, the loop that it leaves."""
    match node:
        case core.Local(slot=slot):
            if not 0 <= slot < depth:
                walk.wrong(node, f"slot {slot} is not taken ({depth} are)")
        case (
            core.Let(slot=slot) | core.Binder(slot=slot) | core.Choice(slot=slot)
            | core.Groups(slot=slot) | core.Within(slot=slot) | core.Turns(slot=slot)
            | core.Leads(slot=slot) | core.Scores(slot=slot) | core.Trail(slot=slot)
        ) if slot != depth:  # fmt: skip
            walk.wrong(node, f"binds slot {slot}, but the next free one is {depth}")
        case core.Stop(loop=loop) if loop not in loops:
            walk.wrong(node, f"loop {loop} is not in progress here")
        case core.Arm():
            walk.arms.append(node)
        case _:
            pass
    if isinstance(node, core.Choice) and len(node.names) != (2 if node.pair else 1):
        walk.wrong(node, "a binding has one name, a pair two")
    if isinstance(node, NUMBERED):
        walk.number(node, node.number)


def _loops(node: Node, loops: tuple[int, ...]) -> tuple[int, ...]:
    """Return the loops that are in progress in what a node repeats."""
    match node:
        case core.For() | core.Repeat() | core.Turns():
            return (*loops, node.number)
        case core.Choose(limit=limit) if limit is not None:
            return (*loops, node.number)
        case _:
            return loops


def _is_repeated(child: Node, of: Node) -> bool:
    """Return whether a loop repeats a part: of a choice its arms, not what is `otherwise` done."""
    return not isinstance(of, core.Choose) or isinstance(child, core.Arm)


def _is_declared(walk: _Walk, node: Node) -> bool:
    """Check that there is what a node names by a number."""
    spec = walk.spec
    declared: dict[Named, Sequence[object]] = {
        "variable": spec.variables,
        "zone": spec.zones,
        "memory": spec.memories,
        "fact": spec.facts,
        "effect": spec.effects,
        "table": spec.tables,
    }
    missing = [r for r in references(node) if not 0 <= r[1] < len(declared[r[0]])]
    for what, number in missing:
        walk.wrong(node, f"there is no {what} {number}")
    return not missing


def _counted(walk: _Walk, node: Node) -> None:
    """Check the number of arguments where a declaration says it."""
    spec = walk.spec
    match node:
        case core.Read(variable=number, args=args) | core.Assign(variable=number, args=args):
            _index(walk, node, len(args), len(spec.variables[number].index))
        case (
            core.Contents(zone=number, args=args)
            | core.Held(zone=number, args=args)
            | core.Place(zone=number, args=args)
            | core.Reveal(zone=number, args=tuple(args))
        ):
            _index(walk, node, len(args), len(spec.zones[number].index))
        case core.Invoke(effect=number, args=args):
            _index(walk, node, len(args), len(spec.effects[number].parameters))
        case core.Call(fact=number, args=args):
            _index(walk, node, len(args), spec.facts[number].parameters)
        case _:
            pass


def _index(walk: _Walk, node: Node, given: int, wanted: int) -> None:
    if given != wanted:
        walk.wrong(node, f"{given} arguments, not {wanted}")
