"""The exact table: all positions that a player must think possible, with their weights. Ref §18.

A **forward filter**: from each position all that can happen next, kept where what the player sees
is what he really saw. Equal positions (with equal clocks) merge; each remembers from where, by
what and with what weight it was reached. Weights are integers up to a common factor: exact, and
small, as common factors are divided out. Later sight prunes earlier steps (`evidence`).

A sample goes **backwards**: a last position by weight, then again and again one of the ways to it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Hashable
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import gcd, lcm

import attrs

from interpreter.chance import Numbers
from interpreter.knowledge.crossing import Crosser, Holding, linked, place_of
from interpreter.knowledge.evidence import Needs
from interpreter.knowledge.ground import Across
from interpreter.position import Position
from interpreter.state import State


@attrs.define(eq=False)
class Node:
    """A position that may be the true one.

    `ways`: from which node it was reached, with which transition, and with what weight.
    """

    state: State
    weight: int
    ways: list[tuple[Way, int]]


@attrs.frozen(eq=False)
class Way:
    """How a position was reached: `state` is it, with the transition from `before`."""

    before: Node
    state: State


class Crossing:
    """One transition of the real play, tried from the nodes.

    `crosser`: makes what takes single steps. `across`: takes all of a state natively, where they
    are told. `needs`: what must lie where behind the transition, which tells of states that may
    have come about whether they did. `faces`: what the player saw of a roll that the transition is
    part of; one of them came about.
    """

    def __init__(
        self,
        crosser: Callable[[], Crosser],
        across: Callable[[State], Across | None],
        needs: Callable[[], Needs],
        faces: Collection[int] | None = None,
    ) -> None:
        self._make = crosser
        self._across = across
        self._needs = needs
        self._faces = faces

    @cached_property
    def _crosser(self) -> Crosser:
        return self._make()

    def count(self, nodes: list[Node]) -> int:
        """Return how many transitions there are from some nodes, taken to be like the first."""
        ways = self._crosser.ways(nodes[0].state)
        return len(nodes) * sum(self._may_be(number) for number, _ in ways)

    def _may_be(self, number: int | None) -> bool:
        return self._faces is None or number in self._faces

    def cross(self, nodes: list[Node], spend: Callable[[int], None]) -> list[Node]:
        """Return what is reached from some nodes; `spend` counts what is tried."""
        found: list[tuple[Node, Across]] = []
        count = 0
        for node in nodes:
            states, total = self._reached(node.state)
            spend(1 + len(states))
            count += len(states)
            found.append((node, (states, max(1, total))))
        if count == 1:
            return [
                Node(state, 1, [(Way(node, state), 1)])
                for node, (states, _) in found
                for _, state in states
            ]
        return self._merged(found)

    def _reached(self, state: State) -> Across:
        """Return the states after one that show what was seen."""
        states, total = self._across(state) or self._stepped(state)
        if self._faces is not None:
            states = [way for way in states if self._may_be(way[1].action)]
        return states, total

    def _stepped(self, state: State) -> Across:
        """Return them one by one."""
        ways = self._crosser.ways(state)
        tried = [(w, self._crosser.arrive(state, n)) for n, w in ways if self._may_be(n)]
        return [(w, after) for w, after in tried if after is not None], sum(w for _, w in ways)

    def _merged(self, found: list[tuple[Node, Across]]) -> list[Node]:
        """Return the nodes of states that may be, equal ones as one."""
        holding = Holding(self._needs())
        reached: dict[Hashable, Node] = {}
        scale = lcm(*(total for _, (_, total) in found))
        for node, (states, total) in found:
            one = node.weight * (scale // total)
            for share, state in states:
                if holding.by(state):
                    weight = one * share
                    known = reached.setdefault(place_of(state), Node(state, 0, []))
                    known.weight += weight
                    known.ways.append((Way(node, state), weight))
        merged = list(reached.values())
        common = gcd(*(node.weight for node in merged))
        for node in merged:
            node.weight //= common
        return merged


class Table:
    """The positions of one moment."""

    def __init__(self, nodes: list[Node]) -> None:
        self.nodes = nodes
        self._ends: list[int] = []

    def gone_on(self, state: State) -> Table:
        """Return the table after a step to the one state that there can be then."""
        (before,) = self.nodes
        return Table([Node(state, 1, [(Way(before, state), 1)])])

    def drawn(self, numbers: Numbers) -> Node:
        """Return a node by weight."""
        if not self._ends:
            self._ends = list(accumulate(node.weight for node in self.nodes))
        return self.nodes[bisect_right(self._ends, numbers.below(self._ends[-1]))]

    def sample(self, numbers: Numbers, chances: int) -> State:
        """Return a play by lot."""
        node = self.drawn(numbers)
        if not node.ways:
            return node.state
        way = numbers.weighted(node.ways)
        return way.state.arrived(lambda: _way_back(way.before, numbers), chances)

    def histories(self, count: int, numbers: Numbers) -> list[tuple[int, ...]]:
        """Return the numbers of some plays by lot, since the table was begun."""
        found = []
        for _ in range(count):
            node, backwards = self.drawn(numbers), []
            while node.ways:
                way = numbers.weighted(node.ways)
                assert way.state.action is not None, "something led there"
                backwards.append(way.state.action)
                node = way.before
            found.append(tuple(reversed(backwards)))
        return found

    @property
    def weights(self) -> tuple[tuple[Position, Fraction], ...]:
        """The positions, each with its probability."""
        total = sum(node.weight for node in self.nodes)
        return tuple((node.state.position, Fraction(node.weight, total)) for node in self.nodes)


def _way_back(node: Node, numbers: Numbers) -> State:
    """Return the state of a node at the end of a play that led there, drawn backwards."""
    states: list[State] = []
    while node.ways:
        way = numbers.weighted(node.ways)
        states.append(way.state)
        node = way.before
    state = node.state
    for further in reversed(states):
        state = linked(further, state)
    return state
