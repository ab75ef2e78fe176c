"""How much an expression or a block goes through at most: elements of queries, calls of facts.

    count a in Cell and b in Cell where near(a, b)     3,600 × (1 + what `near` goes through)

Where this fits in the budget, native code does not count what it goes through: rounds of loops
spend what stands here, a share of it as one step. Where it does not fit, loops count as they go.
See `lower.budget`.
"""

from __future__ import annotations

from collections import Counter
from math import prod
from typing import Final, assert_never

import attrs

from interpreter.facts.bounds import BEYOND, Bounds, Known
from rulelang import core
from rulelang.core.trials import trial
from rulelang.core.walk import Node, children

UNKNOWN: Final = 100
"""Elements of a set, or edges of a graph, of which the text does not say how many there are."""


@attrs.frozen(eq=False)
class Efforts:
    """Reads bounds on effort from the text of one game."""

    bounds: Bounds
    _facts: dict[int, int] = attrs.field(init=False, factory=dict)
    _effects: dict[int, int] = attrs.field(init=False, factory=dict)

    def most(self) -> int:
        """Return the most that anything between two choices or chance points goes through."""
        spec = self.bounds.spec
        begun = (self.of(block, {}) for block in (spec.setup, spec.play))
        return max(*begun, *map(self._effect, range(len(spec.effects))))

    def of(self, node: Node | tuple[Node, ...] | None, held: Known) -> int:
        """Return what a node, or several, goes through, `BEYOND` at most.

        What `repeat` and turns repeat counts once.
        """
        if node is None:
            return 0
        if isinstance(node, tuple):
            return min(BEYOND, sum(self.of(part, held) for part in node))
        return min(BEYOND, self._of(node, held))

    def _of(self, node: Node, held: Known) -> int:  # noqa: C901 - a flat dispatch
        if isinstance(node, core.Operation | core.Simple | core.Result):
            return self.of(children(node), held)
        match node:
            case core.Call(fact=fact, args=args):
                return 1 + self._fact(fact) + self.of(args, held)
            case core.Invoke(effect=effect, args=args):
                return 1 + self._effect(effect) + self.of(args, held)
            case core.Arm(choices=choices, needs=needs, body=body):
                picks: int = prod(
                    self._size(one.domain, held) ** (1 + one.pair) for one in choices
                )
                asked = self.of((*choices, *needs, *trial(node)), held)
                return picks * (1 + asked) + self.of(body, held)
            case core.Within(where=where):
                return UNKNOWN * (1 + self.of(where, held))
            case core.Trail(search=search, joined=joined):
                each = 1 + self.of(search.where, {}) + self.of(joined, {})
                return self._size(search.binders[0].domain, held) * each + self._walks(node)
            case (
                core.Fold(search=search)
                | core.Groups(search=search)
                | core.Regions(search=search)
                | core.For(search=search)
                | core.Random(search=search)
            ):
                within = self.bounds.bound(search, held)
                size = prod(self._size(binder.domain, within) for binder in search.binders)
                return size * (1 + sum(self.of(part, within) for part in children(node)))
            case core.Const() | core.Local() | core.Recalled():
                return 0
            case core.Read() | core.Contents() | core.Held() | core.Lookup() | core.ReturnOf():
                return self.of(children(node), held)
            case core.Draw() | core.Roll() | core.If() | core.Repeat() | core.Turns():
                return self.of(children(node), held)
            case core.Phase() | core.Choose() | core.Anytime() | core.Block() | core.Choice():
                return self.of(children(node), held)
            case core.Search() | core.Binder() | core.Key() | core.Place():
                return self.of(children(node), held)
            case core.Text() | core.Said() | core.Fact() | core.Effect() | core.Standing():
                return self.of(children(node), held)
            case _:
                assert_never(node)

    def _walks(self, trail: core.Trail) -> int:
        """Return how many steps all walks take at most, by the ways at a space."""
        edges = self.bounds.spec.tables[trail.ends].entries
        at_space = Counter(space for _, ends in edges if isinstance(ends, tuple) for space in ends)
        ways = max(1, max(at_space.values(), default=0) - 1)
        steps = 2 * len(edges)
        for _ in edges[1:]:
            steps = min(BEYOND, steps * ways)
        return steps

    def _size(self, domain: core.Expr, held: Known) -> int:
        found = self.bounds.size(domain, held)
        return UNKNOWN if found == BEYOND else found

    def _fact(self, fact: int) -> int:
        known = self._facts.get(fact)
        if known is None:
            known = self._facts[fact] = self.of(self.bounds.spec.facts[fact].body, {})
        return known

    def _effect(self, effect: int) -> int:
        known = self._effects.get(effect)
        if known is None:
            known = self._effects[effect] = self.of(self.bounds.spec.effects[effect].body, {})
        return known
