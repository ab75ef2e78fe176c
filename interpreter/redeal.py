"""Plays that a player could not tell from the real one. Ref §18.

`Belief` follows a real play as one player sees it: his own choices, his events, and whose choice
it is. It holds all positions that are consistent with that, each with its weight: chance by its
weights, the others' choices uniform over what was legal. Of the real play it reads nothing else,
so the true position cannot slip into a sample.

* A **forward filter**: from each position all that can happen next, kept where the player's events
  are those he really had. Equal positions (with equal clocks) merge; each remembers from where, by
  which number and with what weight it was reached. The number of choice points between two events
  is public (Ref §5), so the filter goes choice by choice.
* **Weights are integers** up to a common factor: exact, and small, since common factors are
  divided out.
* A sample goes **backwards**: a last position by weight, then again and again one of the ways to
  it by weight.
* Above `width` positions, the level is cut down to `width` by systematic resampling: the expected
  new weight of every position is its old one. Up to there the distribution is exact, beyond it is
  that of a particle filter.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd, lcm
from typing import TypeAlias, TypeVar

import attrs

from interpreter.chance import Numbers
from interpreter.events import SeenEvent
from interpreter.game import Game
from interpreter.position import CHANCE, Position
from interpreter.state import State
from interpreter.tree import Key, key, linked, onward

WIDTH = 512
BUDGET = 1_000_000


class RedealExhausted(Exception):
    """No consistent play was found: none is left, or the budget ended."""


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


_T = TypeVar("_T")
_Branch: TypeAlias = tuple[_Node, tuple[tuple[int, int, int], ...]]


@attrs.define(eq=False)
class Belief:
    """What one player can know of a play: `Belief.start`, then `follow` and `sample` in turn."""

    game: Game
    player: int
    width: int
    budget: int
    _numbers: Numbers
    _nodes: list[_Node]
    _seen: State
    _spent: int = 0

    @classmethod
    def start(
        cls, game: Game, player: int, *, width: int = WIDTH, budget: int = BUDGET, seed: int = 0
    ) -> Belief:
        """Return what `player` knows before anything is chosen.

        `width`: positions kept. `budget`: transitions tried in one `follow`. `seed`: for the
        cutting down to `width` only.
        """
        start = game.start()
        node = _Node(start, 1, [])
        return cls(game, player, width, budget, Numbers("redeal", seed), [node], start)

    @property
    def size(self) -> int:
        """How many positions are held."""
        return len(self._nodes)

    @property
    def weights(self) -> tuple[tuple[Position, Fraction], ...]:
        """The positions held, each with its probability; exact while all fit into `width`."""
        total = sum(node.weight for node in self._nodes)
        return tuple((n.state.position, Fraction(n.weight, total)) for n in self._nodes)

    def follow(self, state: State) -> None:
        """Take in what the player learnt on the way to `state`.

        What does not continue the play followed so far is followed from its start.

        Raises:
            RedealExhausted: nothing consistent is left (which only cutting down to `width` can
                cause), or the budget ended. The belief stays at what it could take in.
        """
        known = self._seen.history
        if state.history[: len(known)] != known:
            self._seen = self.game.start()
            self._nodes = [_Node(self._seen, 1, [])]
            known = ()
        self._spent = 0
        for before, after in _transitions(state, len(known)):
            self._nodes = self._step(before, after)
            self._seen = after

    def sample(self, seed: int) -> State:
        """Return a play, without seed, that the player cannot tell from the one followed."""
        numbers = Numbers("redeal sample", seed)
        node = _by_weight([(held, held.weight) for held in self._nodes], numbers)
        states: list[State] = []
        while node.ways:
            way = _by_weight(node.ways, numbers)
            states.append(way.state)
            node = way.before
        state = node.state
        for further in reversed(states):
            state = linked(further, state)
        return state

    def _step(self, before: State, after: State) -> list[_Node]:
        """Return the positions that may be true after one transition of the real play."""
        branches, scale = self._branches(before, after)
        seen = after.events(self.player)
        reached: dict[Key, _Node] = {}
        for node, ways in branches:
            for number, share, parts in ways:
                self._spend()
                child = onward(node.state, number)
                if not _agrees(child, after, seen, self.player):
                    continue
                weight = node.weight * share * (scale // parts)
                known = reached.setdefault(key(child), _Node(child, 0, []))
                known.weight += weight
                known.ways.append((_Way(node, child), weight))
        if not reached:
            raise RedealExhausted(
                f"none of the {len(self._nodes)} positions held agrees with what "
                f"{self.game.players[self.player]} saw next; try another seed or a larger width"
            )
        return self._cut_down(list(reached.values()))

    def _branches(self, before: State, after: State) -> tuple[list[_Branch], int]:
        """Return for each node what can happen there, as (number, share, of how many parts).

        Beside it a common multiple of all numbers of parts.
        """
        branches: list[_Branch] = []
        scale = 1
        for node in self._nodes:
            ways = self._ways(node.state, before, after)
            for _, _, parts in ways:
                scale = lcm(scale, parts)
            branches.append((node, ways))
        return branches, scale

    def _ways(self, state: State, before: State, after: State) -> tuple[tuple[int, int, int], ...]:
        actor = before.current_player
        if actor == CHANCE:
            return tuple((n, p.numerator, p.denominator) for n, p in state.chance_outcomes)
        legal = state.legal_ids
        if actor != self.player:
            return tuple((number, 1, len(legal)) for number in legal)
        chosen = after.action
        return ((chosen, 1, 1),) if chosen is not None and chosen in legal else ()

    def _spend(self) -> None:
        self._spent += 1
        if self._spent > self.budget:
            raise RedealExhausted(f"the budget of {self.budget:,} transitions ended")

    def _cut_down(self, nodes: list[_Node]) -> list[_Node]:
        """Divide common factors out of the weights; above `width` nodes, resample first.

        Systematic resampling: the new weights are whole numbers that sum to `width`.
        """
        if len(nodes) > self.width:
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

    Raises:
        RedealExhausted: nothing consistent was found within the budget; never is the true position
        handed out instead.
    """
    belief = Belief.start(state.game, player, width=width, budget=budget, seed=seed)
    belief.follow(state)
    return belief.sample(seed)


def _agrees(child: State, after: State, seen: tuple[SeenEvent, ...], player: int) -> bool:
    """Return whether `player` takes `child` for `after`, of which he saw the events `seen`."""
    if child.current_player != after.current_player:
        return False
    return child.events(player) == seen


def _transitions(state: State, done: int) -> list[tuple[State, State]]:
    """Return the (before, after) pairs of a play from its step `done` on, in order."""
    pairs: list[tuple[State, State]] = []
    for _ in range(len(state.history) - done):
        before = state.previous
        assert before is not None, "a state with a history has a previous one"
        pairs.append((before, state))
        state = before
    return pairs[::-1]


def _by_weight(options: list[tuple[_T, int]], numbers: Numbers) -> _T:
    left = numbers.below(sum(weight for _, weight in options))
    for option, weight in options:
        left -= weight
        if left < 0:
            return option
    raise AssertionError("the weights sum to more than was drawn")
