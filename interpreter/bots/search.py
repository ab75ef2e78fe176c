"""Monte-Carlo tree search: one tree, grown iteration by iteration, over the engine's states.

An iteration goes down the tree from a state: at a choice to a legal action that was never tried
here, drawn at random, else to the one with the highest upper confidence bound for whoever chooses;
it adds one node, plays on at random, and adds the returns of all players to the nodes it passed.

* A node stands for what was chosen since the root. The states given to `grow` may differ in what
  the searcher does not know: actions are then compared by how often they were *available*, which
  makes it single-observer information-set search.
* Chance is drawn anew in each iteration. `keyed`: its outcomes have nodes of their own, so that
  values are those of positions; without, a node is the mean over what chance did.
* Returns count from 0 to 1 between the least and the most that a player got so far. A bound is
  `q + exploration * sqrt(ln(available) / visits)`.
* What a line is worth times its length is added up beside what it is worth, so that of actions
  that are worth the same the one that wins sooner, or loses later, can be told (`quickest`).

`PlainTree` is the algorithm; `interpreter.native.engine.tree` is the same in native memory,
number by number: the divisions are of whole numbers, and the logarithms come from one table.

Source: Kocsis and Szepesvári, Bandit based Monte-Carlo planning (2006); Cowling, Powley and
Whitehouse, Information set Monte Carlo tree search (2012).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from math import inf, log, sqrt
from typing import Final, Protocol

import attrs

from interpreter.chance import Numbers
from interpreter.measuring.rollouts import rollouts
from interpreter.position import CHANCE
from interpreter.state import State
from interpreter.tree import onward

DEPTH: Final = 4096
"""Nodes on the path of an iteration; what would come deeper is played at random."""

LONGEST: Final = 4095
"""Lengths of lines count up to here, so that their sums are numbers that native code has."""

LOGARITHMS: Final = 4096
"""Numbers below have their logarithm in the table; of larger ones the upper 12 bits count."""

_LN_2: Final = log(2)


@attrs.frozen
class Settings:
    """What a tree depends on besides the states.

    `nodes`: it holds no more than that. `horizon`: where playouts are cut, as `rollouts` has it.
    """

    seed: int = 0
    exploration: float = 0.7
    nodes: int = 1 << 20
    keyed: bool = False
    horizon: int | None = None


@attrs.frozen
class Tried:
    """What a search knows of an action at the root; `returns` are the players' totals.

    `delays`: the totals of returns times the length of the line that brought them.
    """

    action: int
    visits: int
    returns: tuple[Fraction, ...]
    delays: tuple[Fraction, ...]


class Tree(Protocol):
    """A search from one point of play."""

    def grow(self, state: State, count: int) -> None:
        """Do so many iterations more, from a state that may be the true one."""

    def tried(self) -> tuple[Tried, ...]:
        """Return the actions tried at the root, by ascending id."""


@attrs.define
class _Node:
    visits: int
    available: int
    totals: list[Fraction]
    delays: list[Fraction]
    children: dict[int, _Node]


class PlainTree:
    """The tree in Python, over the reference engine."""

    def __init__(self, players: int, settings: Settings) -> None:
        self.settings = settings
        self.done = 0
        self.size = 0
        self._low: list[Fraction | None] = [None] * players
        self._high: list[Fraction | None] = [None] * players
        self._root = self._made()

    def grow(self, state: State, count: int) -> None:
        """Do so many iterations more, from a state that may be the true one."""
        for _ in range(count):
            self._iterate(state)
            self.done += 1

    def tried(self) -> tuple[Tried, ...]:
        """Return the actions tried at the root, by ascending id."""
        return tuple(
            Tried(number, node.visits, tuple(node.totals), tuple(node.delays))
            for number, node in sorted(self._root.children.items())
        )

    def _made(self) -> _Node:
        self.size += 1
        nothing = [Fraction(0)] * len(self._low)
        return _Node(0, 0, nothing, list(nothing), {})

    def _iterate(self, state: State) -> None:
        numbers = Numbers("search", self.settings.seed, self.done)
        path = [self._root]
        node: _Node | None = self._root
        while node is not None and len(path) < DEPTH and not state.is_terminal:
            if state.current_player == CHANCE:
                number = numbers.outcome(state.chance_outcomes)
                following = self._after_chance(node, number) if self.settings.keyed else node
            else:
                number, following = self._choose(node, state, numbers)
            state = onward(state, number)
            if following is not node:
                node = following
                if node is not None:
                    path.append(node)
                    node = node if node.visits else None
        cut = self.settings.horizon
        done = rollouts(state, 1, self.settings.seed, self.done, cut)
        self._tell(path, done.returns, len(path) + done.choices + done.chances)

    def _after_chance(self, node: _Node, number: int) -> _Node | None:
        """Return the node of an outcome; None where there is no room for it."""
        found = node.children.get(number)
        if found is None and self.size < self.settings.nodes:
            found = node.children[number] = self._made()
        return found

    def _choose(self, node: _Node, state: State, numbers: Numbers) -> tuple[int, _Node | None]:
        """Return an action, and its node; None where there is no room for it."""
        known = [(number, node.children.get(number)) for number in state.legal_ids]
        for _, child in known:
            if child is not None:
                child.available += 1
        new = [number for number, child in known if child is None]
        if new:
            number = new[numbers.below(len(new))]
            if self.size >= self.settings.nodes:
                return number, None
            made = node.children[number] = self._made()
            made.available = 1
            return number, made
        return self._best(known, state.current_player)

    def _best(
        self, known: Sequence[tuple[int, _Node | None]], player: int
    ) -> tuple[int, _Node | None]:
        """Return the action with the highest bound, the first of several."""
        best, highest = known[0], -inf
        for number, child in known:
            bound = -inf if child is None else self._bound(child, player)
            if bound > highest:
                best, highest = (number, child), bound
        return best

    def _bound(self, node: _Node, player: int) -> float:
        low, high = self._low[player], self._high[player]
        if low is None or high is None or low == high:
            value = 0.5
        else:
            value = float((node.totals[player] - node.visits * low) / (node.visits * (high - low)))
        spread = sqrt(logarithm(node.available) / node.visits)
        return value + self.settings.exploration * spread

    def _tell(self, path: list[_Node], returns: tuple[Fraction, ...], length: int) -> None:
        """Add what a line was worth, and how long it was, to all nodes that led there."""
        for player, won in enumerate(returns):
            low, high = self._low[player], self._high[player]
            self._low[player] = won if low is None else min(low, won)
            self._high[player] = won if high is None else max(high, won)
        for node in path:
            node.visits += 1
            for player, won in enumerate(returns):
                node.totals[player] += won
                node.delays[player] += won * min(length, LONGEST)


@cache
def logarithms() -> tuple[float, ...]:
    """Return the natural logarithms of 1 to `LOGARITHMS - 1`, and 0 in place of the first."""
    return (0.0, *(log(number) for number in range(1, LOGARITHMS)))


def logarithm(number: int) -> float:
    """Return a natural logarithm, the same to the last bit as native code has it.

    >>> round(logarithm(10), 3), round(logarithm(1_000_000), 3)
    (2.303, 13.815)
    """
    shift = max(0, number.bit_length() - LOGARITHMS.bit_length() + 1)
    return logarithms()[number >> shift] + shift * _LN_2
