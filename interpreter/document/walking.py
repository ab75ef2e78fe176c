"""What expressions read and statements write, facts and effects included."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from rulelang import core
from rulelang.core.walk import Node, children
from rulelang.freezing import frozen

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
    waiting = list(nodes)
    while waiting:
        node = waiting.pop()
        match node:
            case core.Read(variable=number):
                found.add(("variable", number))
            case core.Contents(zone=number) | core.Held(zone=number):
                found.add(("zone", number))
            case core.Call(fact=fact):
                facts.add(fact)
            case _:
                pass
        waiting.extend(children(node))
    return Direct(frozenset(found), frozenset(facts))


class Reading:
    """What the expressions of one specification read. Each fact is looked through once."""

    def __init__(self, spec: core.Spec) -> None:
        self._spec = spec
        self._facts: dict[int, Reads] = {}

    def of(self, *nodes: Node) -> Reads:
        """Return the zones and variables that nodes read, in themselves and by the facts."""
        return self.whole(direct(nodes))

    def whole(self, found: Direct) -> Reads:
        """Return what is read, by the facts that are asked, too."""
        return found.reads.union(*map(self._fact, found.facts))

    def _fact(self, number: int) -> Reads:
        if number not in self._facts:
            self._facts[number] = self.of(self._spec.facts[number].body)
        return self._facts[number]

    def written(self, *nodes: Node) -> Reads:
        """Return the zones and variables that statements change, and the effects they invoke."""
        found: set[tuple[str, int]] = set()
        followed: set[int] = set()
        waiting = list(nodes)
        while waiting:
            node = waiting.pop()
            match node:
                case core.Assign(variable=number):
                    found.add(("variable", number))
                case (
                    core.Move(source=source, target=target)
                    | core.Draw(source=source, target=target)
                ):
                    found |= {("zone", p.zone) for p in (source, target) if p is not None}
                case core.Roll(place=core.Place(zone=number)):
                    found.add(("zone", number))
                case core.Invoke(effect=effect) if effect not in followed:
                    followed.add(effect)
                    waiting.append(self._spec.effects[effect].body)
                case _:
                    pass
            waiting.extend(children(node))
        return frozenset(found)

    def name(self, read: tuple[str, int]) -> str:
        """Return the name of a zone or variable that is read."""
        sort, number = read
        return (self._spec.zones if sort == "zone" else self._spec.variables)[number].name
