"""Play of the reference that notes which of its rules it reaches.

What is watched is a play that was: it is gone through again, leg by leg. Probes in the core tree
(`facts.coverage_points`) note themselves, and a `Machine` that looks at the frame of each step
notes statements. Play that nobody watches knows of neither.

Wherever the rules look whether anything is legal or possible, all of it is asked for, as whoever
chose there saw it. What is tried out in looking ahead is not noted: it never happened.
`native.engine.coverage` reaches the same in native code.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from itertools import pairwise

from interpreter.facts.coverage_points import (
    DECIDES,
    Key,
    Point,
    Reports,
    Step,
    deciding_probes,
    instrumented,
)
from interpreter.faults import BudgetExceeded, RuleFault
from interpreter.layout import Layout, build_layout
from interpreter.position import Choosing, Env, Leg, Position, Run
from interpreter.reference import stepping
from interpreter.reference.choice import Open, actor_of, offers, open_arms
from interpreter.reference.machine import Machine
from interpreter.reference.points import chance_weights
from interpreter.reference.values import Effort, Keys, Rank
from rulelang import core
from rulelang.core import Value


class Watch:
    """One instance of a game, and what the plays that were gone through reached in it.

    >>> from interpreter import load
    >>> from interpreter.facts.coverage_points import points
    >>> from interpreter.measuring.simulate import playout
    >>> game = load("tic_tac_toe")
    >>> watch = Watch(game.spec)
    >>> watch.replay(playout(game, seed=1).history).control
    ()
    >>> sorted({point.what for point in points(game.spec) - watch.reached()})
    ['statement']
    """

    def __init__(self, spec: core.Spec) -> None:
        self._instrumented = instrumented(spec)
        self.layout = build_layout(self._instrumented.spec)
        self._notes = _Notes(self.layout)
        self._into = {
            place.step: place.into for place in self._instrumented.places if place.into is not None
        }

    @property
    def noted(self) -> tuple[int, int, int]:
        """How much was noted so far; it grows where something new is reached."""
        notes = self._notes
        return len(notes.probes.asked), len(notes.steps), len(notes.chosen)

    def reached(self) -> frozenset[Point]:
        """Return what was reached so far."""
        notes = self._notes
        begun = {step for _, step in notes.steps}
        skipped = {
            self._into[before]
            for before, now in notes.steps
            if before in self._into and now != (self._into[before], 0)
        }
        return self._instrumented.reached(
            Reports(notes.probes.asked, begun, skipped, notes.chosen)
        )

    def replay(self, history: Sequence[int]) -> Position:
        """Go through a play again, from the start of the game; return where it ends."""
        spec = self.layout.spec
        control = (Run(spec.play.number, 0, ()), Run(spec.setup.number, 0, ()))
        position = self._go(
            (Position(self.layout.start, control, memories=self.layout.no_memories), None)
        )
        for number in history:
            position = self._go((position, number))
        return position

    def follow(self, legs: Iterable[Leg]) -> None:
        """Go through legs of a play again."""
        for leg in legs:
            self._go(leg)

    def _go(self, leg: Leg) -> Position:
        position, number = leg
        machine = _Noting(self.layout, position)
        machine.notes, machine.before = self._notes, None
        if number is not None:
            if isinstance(position.control[-1], Choosing):
                arm = stepping.arm_of(self.layout, number)
                assert arm is not None, "the play chose what its game offers"
                self._notes.chosen.add((arm.owner, arm.index))
            stepping.resume(machine, number)
        stepping.run(machine)
        if machine.control:
            machine.note(on=True)
            chance_weights(machine.control[-1], machine.world)
        return machine.frozen()


# ---------------------------------------------------------------- what is noted


class _Probes(dict[Env, Value]):
    """The table of probes, which notes the numbers that it is asked for."""

    def __init__(self, entries: dict[Env, Value]) -> None:
        super().__init__(entries)
        self.asked: set[int] = set()

    def get(self, key: Env, default: Value = None, /) -> Value:  # type: ignore[override]  # the engine's one way to ask
        """Note a probe, but for those that only keys note, by deciding."""
        at = key[0]
        assert isinstance(at, int)
        found = super().get(key, default)
        if found != DECIDES:
            self.asked.add(at)
        return found


class _Notes:
    """What the plays of an instance reached. `tables` note probes; those of the layout do not."""

    def __init__(self, layout: Layout) -> None:
        self._spec = layout.spec
        self.probes = _Probes(layout.tables[-1])
        self.tables = (*layout.tables[:-1], self.probes)
        self.steps: set[tuple[Step | None, Step]] = set()
        self.chosen: set[Key] = set()

    def leading(self, keys: Keys, ranks: Collection[Rank]) -> None:
        """Note which keys part those that are ahead in the keys before from the best."""
        best = min(ranks, default=())
        self._decide(keys, ((best, rank) for rank in ranks if rank != best))

    def in_order(self, keys: Keys, found: Sequence[tuple[Rank, Env]]) -> None:
        """Note which keys put neighbours in order; if none does, that they are tied."""
        neighbours = [(a, b) for a, b in pairwise(found) if a != b]
        self._decide(keys, ((a, b) for (a, _), (b, _) in neighbours if a != b))
        tie = deciding_probes(keys[:1], self._spec)[0] if keys else None
        if tie is not None and any(a == b for (a, _), (b, _) in neighbours):
            self.probes.asked.add(tie)

    def _decide(self, keys: Keys, pairs: Iterable[tuple[Rank, Rank]]) -> None:
        """Note the key that decides between each two; what the first key decides is no news."""
        numbers = (None, *deciding_probes(keys, self._spec)[1:])
        for one, other in pairs:
            at = next(at for at, (a, b) in enumerate(zip(one, other, strict=True)) if a != b)
            number = numbers[at]
            if number is not None:
                self.probes.asked.add(number)


class _Noting(Machine):
    """A machine that notes which statements it begins, and what came before each."""

    __slots__ = ("before", "notes")
    before: Step | None
    notes: _Notes

    def note(self, *, on: bool) -> None:
        """Note what is asked from now on, or do not."""
        self.world.tables = self.notes.tables if on else self.layout.tables
        self.world.scales = self.notes if on else None

    def spend_step(self) -> None:
        super().spend_step()
        frame = self.control[-1]
        self.note(on=True)
        if isinstance(frame, Run):
            now = (frame.block, frame.at)
            self.notes.steps.add((self.before, now))
            self.before = now
            return
        self.before = None
        if isinstance(frame, Choosing) and frame.left >= 0:
            self._ask_all(frame)
            self.note(on=False)  # the engine asks only as far as it must

    def _ask_all(self, frame: Choosing) -> None:
        """Ask for all that is legal; what fails there fails in play, if play comes so far."""
        world, effort = self.world, self.world.effort
        world.effort = Effort()
        with suppress(RuleFault, BudgetExceeded):
            actor_of(frame, world)
            for found in self._asked(frame):
                for _ in offers(found, world):
                    pass
        world.effort = effort

    def _asked(self, frame: Choosing) -> tuple[Open, ...]:
        """Return the arms that are asked; after the last pick those that close."""
        if frame.left:
            return open_arms(self.control, self.world)
        at = len(self.control) - 1
        arms = self.layout.arms[frame.choice]
        return tuple(Open(arm, frame.env, (), at) for arm in arms if arm.arm.closes)
