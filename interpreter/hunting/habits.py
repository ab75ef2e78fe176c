"""How steered plays choose: each has habits of its own, so that together they go far apart.

Players who choose at random all play much the same game. Here one hoards, one always passes and
one does what was done least so far. Random habits for each play are known as swarm testing (Groce,
Zhang, Eide, Chen and Regehr: Swarm Testing, 2012).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import exp
from random import Random
from typing import Protocol

import attrs

from interpreter.chance import Numbers
from interpreter.game import Game
from interpreter.reference import stepping
from interpreter.state import State

_WARMTHS = (0.0, 1.0, 3.0)
"""How much the likelihoods of two things differ in a play: not, by some, by much."""

_MANY = 40
"""Actions that are weighed against each other at most."""


class Habit(Protocol):
    """Who chooses in one play, for players and for chance."""

    def choose(self, ids: Sequence[int]) -> int:
        """Return one of the legal actions."""

    def draw(self, state: State) -> int:
        """Return one of the outcomes at a chance point."""


@attrs.frozen
class Even:
    """Playout `number` of the simulation with this seed: all alike, chance by its weights."""

    seed: int
    number: int
    _chance_stream: Numbers = attrs.field(init=False)
    _player_stream: Numbers = attrs.field(init=False)

    @_chance_stream.default
    def _(self) -> Numbers:
        return Numbers("chance", self.seed, self.number)

    @_player_stream.default
    def _(self) -> Numbers:
        return Numbers("players", self.seed, self.number)

    def choose(self, ids: Sequence[int]) -> int:
        """Return any of them, each as likely."""
        return ids[self._player_stream.below(len(ids))]

    def draw(self, state: State) -> int:
        """Return an outcome by its weight."""
        return self._chance_stream.outcome(state.chance_outcomes)


@attrs.define(eq=False)
class Swarm:
    """Likes some arms, actions and outcomes better than others, throughout a play."""

    game: Game
    random: Random
    _by_arm: float = attrs.field(init=False)
    _by_action: float = attrs.field(init=False)
    _by_luck: float = attrs.field(init=False)
    _arms: dict[int, float] = attrs.field(init=False, factory=dict)
    _actions: dict[int, float] = attrs.field(init=False, factory=dict)
    _outcomes: dict[int, float] = attrs.field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        """Draw how strong the habits are."""
        self._by_arm = self.random.choice(_WARMTHS)
        self._by_action = self.random.choice(_WARMTHS)
        self._by_luck = self.random.choice(_WARMTHS)

    def choose(self, ids: Sequence[int]) -> int:
        """Return one of them, the likelier the better it is liked."""
        if len(ids) > _MANY:
            ids = self.random.sample(ids, _MANY)
        weights = [self._actions.get(number) or self._liked(number) for number in ids]
        return self.random.choices(ids, weights)[0]

    def draw(self, state: State) -> int:
        """Return an outcome, the likelier the better it is liked, whatever its weight."""
        ids = [number for number, _ in state.chance_outcomes]
        weights = [self._weight(self._outcomes, number, self._by_luck) for number in ids]
        return self.random.choices(ids, weights)[0]

    def _liked(self, number: int) -> float:
        arm = stepping.arm_of(self.game.layout, number)
        assert arm is not None, "it is on offer"
        weight = self._weight(self._arms, arm.arm.first_id, self._by_arm)
        weight *= exp(self._by_action * self.random.gauss(0, 1))
        self._actions[number] = weight
        return weight

    def _weight(self, known: dict[int, float], key: int, warmth: float) -> float:
        if key not in known:
            known[key] = exp(warmth * self.random.gauss(0, 1))
        return known[key]


@attrs.frozen
class Rarest:
    """Does what was done least so far, in all plays of this game that share `done`."""

    done: Counter[int]
    random: Random

    def choose(self, ids: Sequence[int]) -> int:
        """Return one of those done least."""
        least = min(self.done[number] for number in ids)
        number = self.random.choice([number for number in ids if self.done[number] == least])
        self.done[number] += 1
        return number

    def draw(self, state: State) -> int:
        """Return any outcome, each as likely."""
        return self.random.choice([number for number, _ in state.chance_outcomes])
