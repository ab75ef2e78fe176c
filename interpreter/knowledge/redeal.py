"""Plays that a player could not tell from the real one. Ref §18.

`Belief` follows a real play as one player sees it: his own choices, his events, and whose choice
it is. It holds positions that are consistent with that, each with its weight: chance by its
weights, the others' choices uniform over what was legal. Of the real play it reads nothing else,
so the true position cannot slip into a sample.

* A **forward filter**: from each position all that can happen next, kept where the player's
  events are those he really had. Equal positions (with equal clocks) merge; each remembers from
  where, by what and with what weight it was reached. The number of choice points between two
  events is public (Ref §5), so the filter goes choice by choice.
* **Later sight prunes earlier steps** (`interpreter.knowledge.evidence`): who sees a card come out
  of a hand drops the positions in which it could not have been there.
* **Weights are integers** up to a common factor: exact, and small, as common factors are divided
  out.
* A sample goes **backwards**: a last position by weight, then again and again one of the ways to
  it by weight.
* Above `width` positions a level is cut down by systematic resampling: the expected new weight of
  each is its old one. Where one step has more than `width * TRIED` transitions, they are drawn by
  weight until `width` agree (and one more, which is dropped: so the draw is unbiased). Up to
  there the distribution is exact, beyond it is that of a particle filter. A filter that has lost
  everything is begun once more, with all that was seen since to guide it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from math import gcd, lcm
from typing import TypeVar

import attrs

from interpreter import given
from interpreter.chance import Numbers
from interpreter.game import Game
from interpreter.knowledge.crossing import Crosser, arrived, linked, place_of, seen_step, to_do
from interpreter.knowledge.evidence import Needs, needs_along
from interpreter.position import Position
from interpreter.state import State

WIDTH = 512
BUDGET = 1_000_000
TRIED = 16

_T = TypeVar("_T")


class RedealExhausted(Exception):
    """No consistent play was found: none is left, or the budget ended."""


class _LostError(Exception):
    """No position held agrees with what was seen next."""


@attrs.define(eq=False)
class _Node:
    """A position that may be the true one.

    `ways`: from which node it was reached, with which transition, and with what weight.
    """

    state: State
    weight: int
    ways: list[tuple[_Way, int]]


@attrs.frozen(eq=False)
class _Way:
    """How a position was reached: `state` is it, with the transition from `before`."""

    before: _Node
    state: State


class _Crossing:
    """One transition of the real play, tried from the nodes; each number is tried once."""

    def __init__(self, belief: Belief, before: State, after: State, needs: Needs) -> None:
        self.belief = belief
        self.crosser = Crosser(before, after, seen_step(before, after, belief.player, needs))
        self.tried: dict[tuple[int, int], State | None] = {}
        self.known_ways: dict[int, tuple[tuple[int, int], ...]] = {}
        self.known_ends: dict[int, list[int]] = {}
        self.reached: dict[Hashable, _Node] = {}

    def ways(self, node: _Node) -> tuple[tuple[int, int], ...]:
        """Return what can happen at a node, each number with its whole share of `parts(node)`."""
        found = self.known_ways.get(id(node))
        if found is None:
            found = self.known_ways[id(node)] = self.crosser.ways(node.state)
        return found

    def drawn(self, node: _Node, numbers: Numbers) -> int | None:
        """Draw what happens at a node by weight; None where nothing can."""
        ways = self.ways(node)
        ends = self.known_ends.get(id(node))
        if ends is None:
            ends = self.known_ends[id(node)] = list(accumulate(share for _, share in ways))
        return ways[bisect_right(ends, numbers.below(ends[-1]))][0] if ways else None

    def parts(self, node: _Node) -> int:
        """Return the sum of the shares of what can happen at a node; at least 1."""
        return max(1, sum(share for _, share in self.ways(node)))

    def arrive(self, node: _Node, number: int) -> State | None:
        """Return the state after a number; None where the player would have seen otherwise."""
        place = (id(node), number)
        if place not in self.tried:
            self.belief.spend()
            self.tried[place] = self.crosser.arrive(node.state, number)
        return self.tried[place]

    def add(self, node: _Node, state: State, weight: int) -> None:
        """Note a way to a position."""
        known = self.reached.setdefault(place_of(state), _Node(state, 0, []))
        known.weight += weight
        known.ways.append((_Way(node, state), weight))

    def try_all(self, nodes: list[_Node]) -> None:
        """Try all that can happen at all nodes."""
        scale = lcm(*(self.parts(node) for node in nodes))
        for node in nodes:
            one = node.weight * (scale // self.parts(node))
            for number, share in self.ways(node):
                state = self.arrive(node, number)
                if state is not None:
                    self.add(node, state, one * share)

    def draw(self, nodes: list[_Node], wanted: int, tries: int, numbers: Numbers) -> bool:
        """Draw ways by weight until `wanted` and one more agree; False after so many tries."""
        ends = list(accumulate(node.weight for node in nodes))
        found: list[tuple[_Node, State]] = []
        for _ in range(tries):
            node = nodes[bisect_right(ends, numbers.below(ends[-1]))]
            number = self.drawn(node, numbers)
            state = None if number is None else self.arrive(node, number)
            if state is not None:
                found.append((node, state))
            if len(found) > wanted:
                for origin, reached in found[:-1]:
                    self.add(origin, reached, 1)
                return True
        return False


@attrs.define(eq=False)
class Belief:
    """What one player can know of a play: `Belief.start`, then `follow` and `sample` in turn.

    >>> from interpreter import load
    >>> deal = load("kuhn_poker").start(seed=1)
    >>> belief = Belief.start(deal.game, player=0)
    >>> belief.follow(deal)
    >>> belief.size, [str(weight) for _, weight in belief.weights]
    (2, ['1/2', '1/2'])
    >>> belief.sample(seed=5).information_state(0) == deal.information_state(0)
    True
    """

    game: Game
    player: int
    width: int
    budget: int
    _numbers: Numbers
    _nodes: list[_Node]
    _seen: State
    _spent: int = 0
    _is_exact: bool = True
    _summed: tuple[list[_Node], list[int]] = attrs.Factory(lambda: ([], []))

    @classmethod
    def start(
        cls, game: Game, player: int, *, width: int = WIDTH, budget: int = BUDGET, seed: int = 0
    ) -> Belief:
        """Return what `player` knows before anything is chosen.

        `width`: positions kept. `budget`: transitions tried in one `follow`. `seed`: for drawing
        and for cutting down to `width` only.

        Raises:
            TypeError: `game` is no game, or a player or another number no whole number.
            ValueError: there is no such player, or a number is too small.
        """
        given.expect(game, Game, given.GAME)
        player = given.player_of(game.players, player)
        width = given.whole(width, "the width is a whole number from 1", 1)
        budget = given.whole(budget, "the budget is a whole number from 1", 1)
        seed = given.seed_of(seed)
        start = game.start()
        node = _Node(start, 1, [])
        return cls(game, player, width, budget, Numbers("redeal", seed), [node], start)

    @property
    def size(self) -> int:
        """How many positions are held."""
        return len(self._nodes)

    @property
    def is_exact(self) -> bool:
        """Whether no position was ever drawn or cut away: all that may be true are held."""
        return self._is_exact

    @property
    def weights(self) -> tuple[tuple[Position, Fraction], ...]:
        """The positions held, each with its probability; exact where `is_exact`."""
        total = sum(node.weight for node in self._nodes)
        return tuple((n.state.position, Fraction(n.weight, total)) for n in self._nodes)

    def follow(self, state: State) -> None:
        """Take in what the player learnt on the way to `state`.

        What does not continue the play followed so far, nor one that the player could not tell
        from it, is followed from its start.

        Raises:
            RedealExhausted: nothing consistent is left (which only cutting down to `width` can
                cause), or the budget ended. The belief stays at what it could take in.
        """
        if state is self._seen:
            return
        path = state.path
        known = self._seen.history
        self._spent = 0
        if state.history[: len(known)] != known and not self._is_alike(path):
            self._begin_anew()
        try:
            self._go_along(path)
        except _LostError:
            self._begin_anew()
            try:
                self._go_along(path)
            except _LostError:
                name = self.game.players[self.player]
                raise RedealExhausted(
                    f"none of the {self.size} positions held agrees with what {name} saw next; "
                    "try another seed or a larger width"
                ) from None

    def sample(self, seed: int) -> State:
        """Return a play, without seed, that the player cannot tell from the one followed."""
        numbers = Numbers("redeal sample", seed)
        node = self._nodes[bisect_right(self._ends, numbers.below(self._ends[-1]))]
        if not node.ways:
            return node.state
        way = _by_weight(node.ways, numbers)
        return arrived(way.state, self._seen.chances, lambda: _way_back(way.before, numbers))

    @property
    def _ends(self) -> list[int]:
        """The weights of the positions held, added up."""
        nodes, ends = self._summed
        if nodes is not self._nodes:
            ends = list(accumulate(node.weight for node in self._nodes))
            self._summed = self._nodes, ends
        return ends

    def spend(self) -> None:
        """Count one transition tried.

        Raises:
            RedealExhausted: that was one too many.
        """
        self._spent += 1
        if self._spent > self.budget:
            raise RedealExhausted(f"the budget of {self.budget:,} transitions ended")

    def _is_alike(self, path: Sequence[State]) -> bool:
        """Return whether a play goes on from one that the player cannot tell from that followed.

        What is held is all that he could know of either.
        """
        followed = self._seen.path
        if len(path) < len(followed):
            return False
        steps = zip(pairwise(followed), pairwise(path), strict=False)
        return all(
            seen_step(*one, self.player, {}) == seen_step(*other, self.player, {})
            for one, other in steps
        )

    def _begin_anew(self) -> None:
        self._seen = self.game.start()
        self._nodes = [_Node(self._seen, 1, [])]
        self._is_exact = True

    def _go_along(self, path: tuple[State, ...]) -> None:
        first = len(self._seen.path)
        needs = needs_along(path, self.player, first)
        for at in range(first, len(path)):
            crossing = _Crossing(self, path[at - 1], path[at], needs[at - first])
            self._nodes = self._cross(crossing)
            self._seen = path[at]

    def _cross(self, crossing: _Crossing) -> list[_Node]:
        """Return the positions that may be true after one transition of the real play."""
        likely = len(self._nodes) * len(crossing.ways(self._nodes[0]))
        if likely > TRIED * self.width and crossing.draw(
            self._nodes, self.width, likely, self._numbers
        ):
            self._is_exact = False
        else:
            crossing.try_all(self._nodes)
        if not crossing.reached:
            raise _LostError
        return self._cut_down(list(crossing.reached.values()))

    def _cut_down(self, nodes: list[_Node]) -> list[_Node]:
        """Divide common factors out of the weights; above `width` nodes, resample first.

        Systematic resampling: the new weights are whole numbers that sum to `width`.
        """
        if len(nodes) > self.width:
            self._is_exact = False
            nodes = _mixed(nodes, self._numbers)
            total = sum(node.weight for node in nodes)
            # Marks lie `total` apart on a line on which a node is `width` times its weight long.
            mark = self._numbers.below(total)
            passed = 0
            for node in nodes:
                passed += node.weight * self.width
                node.weight = max(0, -(-(passed - mark) // total))
                mark += node.weight * total
            nodes = [node for node in nodes if node.weight]
        common = gcd(*(node.weight for node in nodes))
        for node in nodes:
            node.weight //= common
        return nodes


def redeal(
    state: State, player: int, seed: int, *, width: int = WIDTH, budget: int = BUDGET
) -> State:
    """Return a play that `player` cannot tell from the one that led to `state`.

    The same seed gives the same sample. Who samples again and again along a play keeps a `Belief`
    instead.

    >>> from interpreter import load
    >>> deal = load("kuhn_poker").start(seed=1)
    >>> deals = [redeal(deal, 0, seed).observation for seed in range(20)]
    >>> [len({str(seen(player)["zones"]) for seen in deals}) for player in (0, 1)]
    [1, 2]

    Raises:
        RedealExhausted: nothing consistent was found within the budget; never is the true position
        handed out instead.
        TypeError, ValueError: as `Belief.start` says.
    """
    given.expect(state, State, "a state is a `State`, as `Game.start` returns it")
    belief = Belief.start(state.game, player, width=width, budget=budget, seed=seed)
    belief.follow(state)
    return belief.sample(seed)


def _mixed(nodes: list[_Node], numbers: Numbers) -> list[_Node]:
    """Return nodes in random order, but those with the same things still to do together.

    Marks at equal distances then meet each branch of play by its weight; in the order in which
    nodes are found, they could meet the same branch of every node.
    """
    for last in range(len(nodes) - 1, 0, -1):
        other = numbers.below(last + 1)
        nodes[last], nodes[other] = nodes[other], nodes[last]
    branches: dict[object, list[_Node]] = {}
    for node in nodes:
        branches.setdefault(to_do(node.state), []).append(node)
    return [node for branch in branches.values() for node in branch]


def _way_back(node: _Node, numbers: Numbers) -> State:
    """Return the state of a node at the end of a play that led there, drawn backwards."""
    states: list[State] = []
    while node.ways:
        way = _by_weight(node.ways, numbers)
        states.append(way.state)
        node = way.before
    state = node.state
    for further in reversed(states):
        state = linked(further, state)
    return state


def _by_weight(options: Sequence[tuple[_T, int]], numbers: Numbers) -> _T:
    left = numbers.below(sum(weight for _, weight in options))
    for option, weight in options:
        left -= weight
        if left < 0:
            return option
    raise AssertionError("the weights sum to more than was drawn")
