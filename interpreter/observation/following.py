"""Whether an action may have been followed by just what an observer saw.

The rules are played on from it as he knows the position, statement by statement. An effect that
shows is held against the next one that he saw, and what that tells is taken in. Where the rules
ask for what he does not know, each way is tried, or all is held possible: whoever finds fewer
actions impossible is told less, never wrongly.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from interpreter.layout import ArmLayout
from interpreter.observation.blanked import Blanked
from interpreter.observation.matching import Seen, SeenBehindError
from interpreter.observation.observer import Observer
from interpreter.observation.places import Place, Standing, goes_through, place_of
from interpreter.observation.playing_on import PlayingOn, fill
from interpreter.observation.unseen import Unknown, Unseen, unseen
from interpreter.position import (
    Acting,
    Choosing,
    Drawing,
    Env,
    Meanwhile,
    Picking,
    Position,
)
from interpreter.reference.events import Event
from interpreter.reference.machine import Machine
from rulelang import core

_FORKS = 40


class Following(PlayingOn):
    """Tries actions at one choice point against what an observer saw behind it.

    `seen`: the effects that he saw. `actor`: who was to decide then.
    """

    def __init__(self, observer: Observer, at: Blanked, seen: Sequence[Event], actor: int) -> None:
        super().__init__(observer, actor)
        self._at = at
        self._events = tuple(seen)

    def fits(self, arm: ArmLayout, env: Env, frame: int, arguments: Env) -> bool:
        """Return whether an arm with these arguments may have led to what was seen."""
        machine = self._machine()
        self._take(machine, arm, frame, env + arguments)
        return next(self._ways(machine), None) is not None

    def ways(self, arm: ArmLayout, env: Env, frame: int, arguments: Env) -> Iterator[Seen]:
        """Yield the ways on which an arm with these arguments fits, each with where it led."""
        machine = self._machine()
        self._take(machine, arm, frame, env + arguments)
        depth = len(self._at.control)
        behind = place_of(machine.control[:depth], machine.clocks)
        return self._ways(machine, depth, behind if goes_through(arm, machine.layout) else None)

    def ways_of_chance(self) -> Iterator[Seen]:
        """Yield the ways on which it fits that chance picked something, which is not told."""
        machine = self._machine()
        frame = machine.drop()
        assert isinstance(frame, Picking), "chance picks"
        node = machine.layout.statements[frame.random]
        assert isinstance(node, core.Random)
        depth = len(machine.control)
        machine.enter(node.body, (*frame.env, Unseen()))
        return self._ways(machine, depth)

    def ways_of_drawing(self) -> Iterator[Seen]:
        """Yield the ways on from where the last of what is drawn was drawn, seen or not."""
        machine, seen = self._machine(), Seen(self._observer, self._events)
        frame = machine.drop()
        assert isinstance(frame, Drawing), "something is drawn"
        assert frame.left == 1, "it is the last of what is drawn"
        node = machine.layout.statements[frame.draw]
        assert isinstance(node, core.Draw)
        places = (node.source.zone, frame.source), (node.target.zone, frame.target)
        seen.transfer(machine, *places, unseen(1), self._forker(machine, seen))
        return self._ways_from(machine, seen)

    def _ways(
        self, machine: Machine, depth: int = 0, place: Place | None = None
    ) -> Iterator[Seen]:
        """Yield the ways that fit, and one that leads anywhere where there are too many."""
        seen = Seen(self._observer, self._events, depth=depth, place=place)
        return self._ways_from(machine, seen)

    def _ways_from(self, machine: Machine, seen: Seen) -> Iterator[Seen]:
        self._forks = [(machine, seen)]
        tried = 0
        while self._forks:
            if tried == _FORKS:
                yield Seen(self._observer, self._events)
                return
            tried += 1
            way, seen = self._forks.pop()
            if self._runs(way, seen):
                yield seen

    def is_certain(
        self, arm: ArmLayout, env: Env, frame: int, arguments: Env, guarded: Collection[int]
    ) -> bool:
        """Return whether an arm with these arguments certainly leads to just what was seen.

        Nothing in it is then news to the observer.

        Raises:
            SeenBehindError: it may change one of the `guarded` cells, which he does not see.
        """
        machine = self._machine()
        self._take(machine, arm, frame, env + arguments)
        self._forks = []
        try:
            seen = Seen(self._observer, self._events, is_strict=True)
            seen.guarded = guarded
            return self._runs(machine, seen)
        except SeenBehindError:
            raise
        except Unknown:
            return False

    def unseen_way(self, arm: ArmLayout, env: Env, frame: int, arguments: Env) -> Standing:
        """Return how the rules stand when the next one is asked, if nothing shows before that.

        Raises:
            Unknown: something may show, or there is no saying where they stand.
        """
        machine = self._machine()
        self._take(machine, arm, frame, env + arguments)
        self._forks = []
        seen = Seen(self._observer, (), is_strict=True)
        if not self._runs(machine, seen) or seen.end is None:
            raise Unknown
        return seen.end

    def _machine(self) -> Machine:
        machine = Machine(
            self._observer.layout,
            Position((), self._at.control, None, self._at.clocks, tuple(self._at.world.memories)),
        )
        fill(machine, self._at.cells)
        return machine

    def _take(self, machine: Machine, arm: ArmLayout, place: int, env: Env) -> None:
        """Begin the body of an arm, as `taking.take_action` does."""
        frame = machine.control[place]
        if isinstance(frame, Meanwhile):
            machine.control.append(Acting(frame.anytime))
        else:
            assert isinstance(frame, Choosing), "arms belong to a choice or an anytime"
            node = machine.layout.statements[frame.choice]
            assert isinstance(node, core.Choose)
            if arm.arm.closes or node.limit is None:
                machine.control[place] = frame._replace(left=-1, last=())
            elif not isinstance(frame.left, Unseen):
                machine.control[place] = frame._replace(left=frame.left - 1, last=())
        machine.enter(arm.arm.body, env)
