"""What expressions read and statements write, facts and effects included."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import TypeAlias

import attrs

from rulelang import core
from rulelang.core.walk import Node, below
from rulelang.freezing import define, frozen

Reads: TypeAlias = frozenset[tuple[str, int]]
"""What is read: `("zone", place in Spec.zones)` or `("variable", place in Spec.variables)`."""


@frozen
class Direct:
    """What expressions read in themselves, and the facts that they ask."""

    reads: Reads
    facts: frozenset[int]


def direct(nodes: Iterable[Node]) -> Direct:
    """Return what nodes read and ask."""
    found: set[tuple[str, int]] = set()
    facts: set[int] = set()
    for node in chain.from_iterable(map(below, nodes)):
        match node:
            case core.Read(variable=number):
                found.add(("variable", number))
            case core.Contents(zone=number) | core.Held(zone=number):
                found.add(("zone", number))
            case core.Call(fact=fact):
                facts.add(fact)
            case _:
                pass
    return Direct(frozenset(found), frozenset(facts))


@frozen
class Written:
    """What statements change in themselves, and the effects that they invoke."""

    changes: Reads
    effects: frozenset[int]


def written(body: Node) -> Written:
    """Return what a body changes and invokes."""
    found: set[tuple[str, int]] = set()
    effects: set[int] = set()
    for node in below(body):
        match node:
            case core.Assign(variable=number):
                found.add(("variable", number))
            case core.Move(source=source, target=target) | core.Draw(source=source, target=target):
                found |= {("zone", p.zone) for p in (source, target) if p is not None}
            case core.Roll(place=core.Place(zone=number)):
                found.add(("zone", number))
            case core.Invoke(effect=effect):
                effects.add(effect)
            case _:
                pass
    return Written(frozenset(found), frozenset(effects))


@define
class Bodies:
    """What nodes read and write in themselves, by which object they are: variants share those."""

    _direct: dict[int, tuple[Node, Direct]] = attrs.field(factory=dict)
    _written: dict[int, tuple[Node, Written]] = attrs.field(factory=dict)

    def direct(self, node: Node) -> Direct:
        """Return what a node reads and asks."""
        if id(node) not in self._direct:
            self._direct[id(node)] = (node, direct((node,)))
        return self._direct[id(node)][1]

    def written(self, body: Node) -> Written:
        """Return what a body changes and invokes."""
        if id(body) not in self._written:
            self._written[id(body)] = (body, written(body))
        return self._written[id(body)][1]


class Reading:
    """What the expressions of one specification read. Each fact is looked through once.

    `bodies`: what is known of bodies that others have, too.
    """

    def __init__(self, spec: core.Spec, bodies: Bodies) -> None:
        self._spec, self._bodies = spec, bodies
        self._facts: dict[int, Reads] = {}

    def of(self, *nodes: Node) -> Reads:
        """Return the zones and variables that nodes read, in themselves and by the facts."""
        return frozenset[tuple[str, int]]().union(
            *(self.whole(self._bodies.direct(node)) for node in nodes)
        )

    def whole(self, found: Direct) -> Reads:
        """Return what is read, by the facts that are asked, too."""
        return found.reads.union(*map(self._fact, found.facts))

    def _fact(self, number: int) -> Reads:
        if number not in self._facts:
            self._facts[number] = self.of(self._spec.facts[number].body)
        return self._facts[number]

    def written(self, body: Node) -> Reads:
        """Return the zones and variables that a body changes, and the effects that it invokes."""
        found: set[tuple[str, int]] = set()
        followed: set[int] = set()
        waiting = [body]
        while waiting:
            own = self._bodies.written(waiting.pop())
            found |= own.changes
            waiting += [self._spec.effects[n].body for n in own.effects - followed]
            followed |= own.effects
        return frozenset(found)

    def name(self, read: tuple[str, int]) -> str:
        """Return the name of a zone or variable that is read."""
        sort, number = read
        return (self._spec.zones if sort == "zone" else self._spec.variables)[number].name
