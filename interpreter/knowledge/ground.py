"""Plays that may be the real one, step by step: what chains of plays are made of.

A `Ground` knows what one player saw of each step of the real play, and takes steps of other plays
beside it. `PlainGround` does so in Python, over the reference engine; native code does the same,
number by number (`interpreter.knowledge.native_ground`).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm
from typing import TYPE_CHECKING, Protocol, TypeVar

import attrs

from interpreter.chance import Numbers
from interpreter.faults import BudgetExceeded, RuleFault
from interpreter.knowledge.crossing import Step, onward_seeing, seen_step
from interpreter.knowledge.sights import Sight, sights_among
from interpreter.position import CHANCE
from interpreter.state import State

if TYPE_CHECKING:
    from interpreter.native import OpenPoints

OWN, OTHERS, TOSSED = range(3)
"""Who decided a step: the player himself, another one, or chance."""

Ways = tuple[list[tuple[int, int]], int]
"""What can happen, each number with its whole weight, and what all together weigh."""

Across = tuple[list[tuple[int, State]], int]
"""States that may follow and show what was seen, each with its weight, and what all that can
happen weighs together, whatever it shows."""


@attrs.frozen
class Made:
    """What became of moves made in native code: how many there were, taken ones, what was tried.

    The next one, if more were wanted, is left to Python.
    """

    count: int = 0
    taken: int = 0
    spent: int = 0


@attrs.frozen
class Stepped:
    """A step by lot in native code: the share of what agreed, None where nothing did."""

    share: float | None
    spent: int


class Line(Protocol):
    """Numbers in a line."""

    def __getitem__(self, at: int, /) -> int:
        """Return the number at a point."""

    def __setitem__(self, at: int, number: int, /) -> None:
        """Put another number at a point."""


class Chain(Protocol):
    """One play: its numbers, and how many there are."""

    @property
    def numbers(self) -> Line:
        """The numbers; there may be room for more."""

    @property
    def length(self) -> int:
        """How many numbers there are."""


C = TypeVar("C", bound=Chain)


class Ground(Protocol[C]):
    """Takes steps of plays beside a real one.

    What is tried lies apart from a chain until it is accepted. `stopped` of a trial is the point
    that it came to.
    """

    def note(self, before: State, after: State) -> tuple[Sight, ...]:
        """Take in a step of the real play; return what the player saw lie and move in it."""

    def is_alike(self, point: int, before: State, after: State) -> bool:
        """Return whether a step shows the player what he saw at a point."""

    def begun(self) -> C:
        """Return a chain without steps."""

    def played(self, history: Sequence[int]) -> C | None:
        """Return a chain of some steps; None where they are impossible or show."""

    def copied(self, chain: C, length: int | None = None) -> C:
        """Return a chain of its own with the same play, up to a length."""

    def take(self, chain: C, other: C) -> None:
        """Let a chain be a copy of another one."""

    def ways(self, chain: C, point: int, *, every: bool = False) -> Ways:
        """Return what can happen at a point of a chain and shows the player what he saw.

        `every`: what shows something else as well.
        """

    def across(self, point: int, state: State, number: int | None) -> Across | None:
        """Return what follows a state at a point; `number`: what the player himself chose there.

        None where native code does not tell.
        """

    def push(self, chain: C, number: int) -> bool:
        """Take one step more; False, and nothing taken, where it is impossible or shows."""

    def retry(self, chain: C, begin: int, last: int, end: int) -> tuple[int, float] | None:
        """Try the numbers that a chain has now, those from `begin` to `last` being new.

        Returns the point from which everything is as it was, `end` at the latest, and how much
        likelier the play is now than before; None where it is impossible or shows.
        """

    def accept(self, chain: C, begin: int, stopped: int) -> None:
        """Take over what was tried last, from one point to another."""

    def factor(self, chain: C, point: int, *, tried: bool = False) -> float:
        """Return how likely the number at a point is there; `tried`: in the last trial."""

    def move_about(self, chain: C, count: int, numbers: Numbers, points: OpenPoints) -> Made:
        """Make moves in native code, as many of `count` as can be."""

    def step(self, chain: C, numbers: Numbers) -> Stepped | None:
        """Take a chain one step on by lot, in native code; None where that cannot be."""

    def moved(self, chain: C, point: int, number: int) -> tuple[Sight, ...]:
        """Return what truly lies and moves in a step that can be taken at a point."""

    def state(self, chain: C, point: int) -> State:
        """Return the state before a point; it remembers no way back."""


@attrs.define(eq=False)
class PlainChain:
    """A play over states of the reference."""

    numbers: list[int]
    factors: list[float]
    states: list[State]

    @property
    def length(self) -> int:
        """How many numbers there are."""
        return len(self.states) - 1


class PlainGround:
    """Steps in Python."""

    def __init__(self, start: State, player: int) -> None:
        self._start = start
        self._player = player
        self._steps: list[Step] = []
        self._factors: dict[int, float] = {}
        self._states: dict[int, State] = {}

    def note(self, before: State, after: State) -> tuple[Sight, ...]:
        """As `Ground.note`."""
        self._steps.append(seen_step(before, after, self._player))
        return sights_among(self._steps[-1].seen)

    def is_alike(self, point: int, before: State, after: State) -> bool:
        """As `Ground.is_alike`."""
        step = self._steps[point]
        here = before.current_player, after.current_player, after.effects(self._player)
        return here == (step.actor, step.next_actor, step.seen)

    def begun(self) -> PlainChain:
        """As `Ground.begun`."""
        return PlainChain([], [], [self._start])

    def played(self, history: Sequence[int]) -> PlainChain | None:
        """As `Ground.played`."""
        chain = self.begun()
        return chain if all(self.push(chain, number) for number in history) else None

    def copied(self, chain: PlainChain, length: int | None = None) -> PlainChain:
        """As `Ground.copied`."""
        end = chain.length if length is None else length
        return PlainChain(chain.numbers[:end], chain.factors[:end], chain.states[: end + 1])

    def take(self, chain: PlainChain, other: PlainChain) -> None:
        """As `Ground.take`."""
        chain.numbers[:], chain.factors[:] = other.numbers, other.factors
        chain.states[:] = other.states

    def ways(self, chain: PlainChain, point: int, *, every: bool = False) -> Ways:
        """As `Ground.ways`."""
        state, step = chain.states[point], self._steps[point] if not every else None
        weighed = weighed_at(state)
        total = sum(weight for _, weight in weighed)
        if step is None:
            return weighed, total
        return [(n, w) for n, w in weighed if taken(state, n, step) is not None], total

    def across(self, point: int, state: State, number: int | None) -> None:
        """Leave it to the reference."""
        del point, state, number

    def push(self, chain: PlainChain, number: int) -> bool:
        """As `Ground.push`."""
        point = chain.length
        del chain.numbers[point:], chain.factors[point:]
        chain.numbers.append(number)
        found = self._tried(chain.states[point], point, number)
        if found is None:
            return False
        chain.states.append(found[0])
        chain.factors.append(found[1])
        return True

    def retry(
        self, chain: PlainChain, begin: int, last: int, end: int
    ) -> tuple[int, float] | None:
        """As `Ground.retry`."""
        ratio, state = 1.0, chain.states[begin]
        for point in range(begin, end):
            found = self._tried(state, point, chain.numbers[point])
            if found is None:
                return None
            state, factor = found
            self._states[point + 1], self._factors[point] = state, factor
            ratio *= factor / chain.factors[point]
            known = chain.states[point + 1]
            if point >= last and state == known and clocks_of(state) == clocks_of(known):
                return point + 1, ratio
        return end, ratio

    def accept(self, chain: PlainChain, begin: int, stopped: int) -> None:
        """As `Ground.accept`."""
        for point in range(begin, stopped):
            chain.states[point + 1] = self._states[point + 1]
            chain.factors[point] = self._factors[point]

    def factor(self, chain: PlainChain, point: int, *, tried: bool = False) -> float:
        """As `Ground.factor`."""
        return self._factors[point] if tried else chain.factors[point]

    def move_about(
        self, chain: PlainChain, count: int, numbers: Numbers, points: OpenPoints
    ) -> Made:
        """Leave all moves to Python."""
        del chain, count, numbers, points
        return Made()

    def step(self, chain: PlainChain, numbers: Numbers) -> None:
        """Leave the step to Python."""
        del chain, numbers

    def moved(self, chain: PlainChain, point: int, number: int) -> tuple[Sight, ...]:
        """As `Ground.moved`."""
        return sights_among(chain.states[point].child(number).transition)

    def state(self, chain: PlainChain, point: int) -> State:
        """As `Ground.state`."""
        return chain.states[point]

    def _tried(self, state: State, point: int, number: int) -> tuple[State, float] | None:
        """Return the state after a step, and how likely it was."""
        step = self._steps[point]
        factor = factor_of(state, number, step)
        if factor is None:
            return None
        after = taken(state, number, step)
        return None if after is None else (after, factor)


def clocks_of(state: State) -> tuple[int, ...]:
    """Return the clocks of a position, which are no part of what makes positions equal."""
    return state.position.clocks


def weighed_at(state: State) -> list[tuple[int, int]]:
    """Return what can happen at a state, with whole weights."""
    if state.current_player != CHANCE:
        return [(number, 1) for number in state.legal_ids]
    outcomes = state.chance_outcomes
    scale = lcm(*(chance.denominator for _, chance in outcomes))
    return [(n, p.numerator * (scale // p.denominator)) for n, p in outcomes]


def factor_of(state: State, number: int, step: Step) -> float | None:
    """Return how likely a number is at a state; None where it cannot be."""
    weighed = weighed_at(state)
    part = sum(weight for other, weight in weighed if other == number)
    if not part:
        return None
    return 1.0 if step.chosen is not None else part / sum(weight for _, weight in weighed)


def taken(state: State, number: int, step: Step) -> State | None:
    """Return the state after a step by the reference; None where the player saw something else."""
    try:
        after = onward_seeing(state, number, step.player, step.seen)
    except (RuleFault, BudgetExceeded):
        return None  # play would have ended there, and it did not
    return after if after is not None and after.current_player == step.next_actor else None


def role_of(actor: int, player: int) -> int:
    """Return who decided a step."""
    return TOSSED if actor == CHANCE else OWN if actor == player else OTHERS


def kinds_moved(sights: Sequence[Sight]) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
    """Return source, target and sorted kinds of what truly moved."""
    return tuple(
        (sight.source, sight.target, tuple(sorted(sight.kinds)))
        for sight in sights
        if sight.tag == "moved" and sight.kinds is not None
    )


def history_of(chain: Chain) -> tuple[int, ...]:
    """Return the numbers of a chain."""
    return tuple(chain.numbers[point] for point in range(chain.length))
