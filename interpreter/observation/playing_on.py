"""The rules played on by who does not know all of the position, statement by statement.

What shows is held against what an observer saw next. Where the rules ask for what he does not
know, each way is tried, or all is held possible.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Never, assert_never

from interpreter.layout import ArmLayout
from interpreter.observation.blanked import SOMEBODY
from interpreter.observation.matching import (
    Fork,
    Parted,
    Seen,
    SeenBehindError,
    amount_of,
    known,
    player_of,
    zone_of,
)
from interpreter.observation.observer import Observer
from interpreter.observation.options import GIVES_UP
from interpreter.observation.places import place_of
from interpreter.observation.unseen import Cells, Unknown, Unseen
from interpreter.position import (
    CHANCE,
    TERMINAL,
    Cell,
    Choosing,
    Drawing,
    Env,
    Meanwhile,
    Picking,
    Position,
    Rolling,
    Run,
    Turning,
)
from interpreter.reference import effects, flow, points, stepping
from interpreter.reference.choice import Open, actor_of, offers
from interpreter.reference.machine import FRAMES, Machine
from rulelang import core
from rulelang.core import Value

ANYBODY = -9
"""In the place of who is to decide: whoever it is."""

_STEPS = 3_000


class _Over(Exception):
    """This way is over: it fits (`fits`) or not."""

    def __init__(self, *, fits: bool) -> None:
        self.fits = fits


class PlayingOn:
    """Plays on from machines that know as much as an observer.

    `actor`: who was to decide when all that he saw was over.
    """

    def __init__(self, observer: Observer, actor: int) -> None:
        self._observer = observer
        self._actor = actor
        self._forks: list[tuple[Machine, Seen]] = []
        """Other ways, to be tried later, each with what was still to be seen."""

    def _runs(self, machine: Machine, seen: Seen) -> bool:
        try:
            for _ in range(_STEPS):
                if seen.place is None and len(machine.control) <= seen.depth:
                    seen.place = place_of(machine.control, machine.clocks)
                self._step(machine, seen)
        except _Over as over:
            seen.place = seen.place or place_of(machine.control, machine.clocks)
            seen.end = tuple(machine.control), tuple(machine.clocks)
            return over.fits
        except Parted:
            return False
        except SeenBehindError:
            raise
        except GIVES_UP:
            if seen.is_strict:
                raise Unknown from None
            return True
        return not seen.is_strict

    # ------------------------------------------------------------ one step

    def _step(self, machine: Machine, seen: Seen) -> None:
        if not machine.control:
            self._stops(seen, TERMINAL)
        frame = machine.control[-1]
        if isinstance(frame, Run):
            self._statement(machine, frame, seen)
        elif isinstance(frame, Choosing):
            self._choosing(machine, frame, seen)
        elif isinstance(frame, Turning):
            self._turns(machine, seen, lambda: flow.go_on_turns(machine, frame))
        else:
            assert not isinstance(frame, Drawing | Rolling | Picking), "chance is not gone through"
            FRAMES[type(frame)](machine, frame)  # type: ignore[arg-type]  # pairs of the table

    def _stops(self, seen: Seen, actor: int) -> Never:
        """Come to a point: it fits if all was seen by then, and the same one is to decide."""
        raise _Over(fits=seen.is_over and actor == self._actor)

    def _forker(self, machine: Machine, seen: Seen) -> Fork:
        """Return what makes a copy from which another way is tried later."""

        def fork() -> Machine:
            if seen.is_strict:
                raise Unknown
            position = Position(
                (),
                tuple(machine.control),
                None,
                tuple(machine.clocks),
                tuple(machine.memories),
            )
            other = Machine(machine.layout, position)
            fill(other, machine.cells)
            self._forks.append((other, copy.copy(seen)))
            return other

        return fork

    # ------------------------------------------------------------ choices

    def _choosing(self, machine: Machine, frame: Choosing, seen: Seen) -> None:
        node = machine.layout.statements[frame.choice]
        assert isinstance(node, core.Choose)
        if not isinstance(frame.left, Unseen) and frame.left < 0:
            machine.drop()
            return
        actor = self._chooser(machine, frame)
        is_last = not isinstance(frame.left, Unseen) and frame.left == 0
        is_meant = actor is None or self._actor in (actor, ANYBODY)
        may_wait = not is_last and seen.is_over and is_meant
        if may_wait:
            if isinstance(frame.left, Unseen) and not seen.is_strict:
                other = self._forker(machine, seen)()  # all picks may be made
                other.control[-1] = frame._replace(left=0)
            raise _Over(fits=True)
        own = machine.layout.arms[frame.choice]
        if node.limit is None or node.asks:
            if node.otherwise is None or self._offers_some(machine, frame, own):
                raise _Over(fits=False)
            machine.control[-1] = frame._replace(left=-1, last=())
            machine.enter(node.otherwise, frame.env)
            return
        if not isinstance(frame.left, Unseen) and frame.left > 0:
            picks = tuple(arm for arm in own if not arm.arm.closes)
            if self._offers_some(machine, frame, picks):
                raise _Over(fits=False)
        self._close(machine, frame)

    def _chooser(self, machine: Machine, frame: Choosing) -> int | None:
        try:
            actor = actor_of(frame, machine.world)
        except GIVES_UP:
            return None
        return None if isinstance(actor, Unseen) else actor

    def _offers_some(self, machine: Machine, frame: Choosing, arms: tuple[ArmLayout, ...]) -> bool:
        """Return whether one of some arms of a choice is certainly legal."""
        world = machine.world
        for arm in arms:
            if arm.is_ordered and not frame.last:
                continue  # what comes after his last picks is not known
            try:
                last = frame.last[arm.index] if frame.last else ()
                found = Open(arm, frame.env, last, len(machine.control) - 1)
                if next(offers(found, world), None) is not None:
                    return True
            except GIVES_UP:
                continue
        return False

    def _close(self, machine: Machine, frame: Choosing) -> None:
        """Go on behind a choice that repeats, as if nothing were left to pick.

        Where nothing closes it, it would wait, or be a dead end: neither fits.
        """
        node = machine.layout.statements[frame.choice]
        assert isinstance(node, core.Choose)
        closing = [arm for arm in machine.layout.arms[frame.choice] if arm.arm.closes]
        if not closing or node.otherwise is not None:
            raise Unknown
        for arm in closing:
            found = Open(arm, frame.env, (), len(machine.control) - 1)
            offer = next(offers(found, machine.world), None)
            if offer is not None:
                machine.control[-1] = frame._replace(left=-1, last=())
                machine.enter(arm.arm.body, offer.env)
                return
        raise _Over(fits=False)

    # ------------------------------------------------------------ statements

    def _statement(self, machine: Machine, frame: Run, seen: Seen) -> None:  # noqa: C901 - a case for each node
        statements = machine.layout.blocks[frame.block].statements
        if frame.at == len(statements):
            stepping.go_on_run(machine, frame)
            return
        machine.control[-1] = Run(frame.block, frame.at + 1, frame.env)
        node = statements[frame.at]
        env = frame.env
        fork = self._forker(machine, seen)
        match node:
            case core.Let(value=expr):
                known = machine.control[-1]
                assert isinstance(known, Run)
                machine.control[-1] = known._replace(env=(*env, _or_unseen(expr, machine, env)))
            case core.If():
                self._branch(machine, node, env, fork)
            case core.Invoke(effect=effect, args=args):
                body = machine.layout.spec.effects[effect].body
                machine.enter(body, tuple(_or_unseen(arg, machine, env) for arg in args))
            case core.Random():
                self._stops(seen, CHANCE)
            case core.Anytime(actor=who, body=body, number=number):
                actor = player_of(who, machine, env)
                whose = SOMEBODY if isinstance(actor, Unseen) else actor
                machine.control.append(Meanwhile(number, whose, Unseen(), env))
                machine.enter(body, env)
            case core.Draw():
                self._draw(machine, node, env, seen)
            case core.Roll():
                self._roll(machine, node, env, seen)
            case core.Choose():
                points.begin_choose(machine, node, env)
            case core.Move():
                seen.move(machine, node, env, fork)
            case core.Assign():
                seen.assign(machine, node, env, fork)
            case core.Remember():
                effects.remember(machine, node, env)
            case core.Reveal():
                seen.reveal(machine, node, env, fork)
            case core.Show():
                seen.show(machine, node, env)
            case core.Say():
                seen.say(machine, node, env, fork)
            case core.End():
                _end(machine, node, env, seen)
            case core.Turns():
                self._turns(machine, seen, lambda: flow.begin_turns(machine, node, env))
            case core.For():
                flow.begin_for(machine, node, env)
            case core.Repeat():
                flow.begin_repeat(machine, node, env)
            case core.NextTurn():
                flow.next_turn(machine, node, env)
            case core.Stop():
                flow.stop(machine, node, env)
            case core.Phase():
                flow.phase(machine, node, env)
                seen.meet(machine)
            case core.Need():
                pass
            case core.TooDeep():
                flow.too_deep(machine, node, env)
            case _:
                assert_never(node)

    def _branch(self, machine: Machine, node: core.If, env: Env, fork: Fork) -> None:
        try:
            holds = bool(known(node.test, machine, env))
        except Unknown:
            other = fork()
            if node.other is not None:
                other.enter(node.other, env)
            holds = True
        if holds:
            machine.enter(node.then, env)
        elif node.other is not None:
            machine.enter(node.other, env)

    def _draw(self, machine: Machine, node: core.Draw, env: Env, seen: Seen) -> None:
        """Come to chance, where it is drawn from what is unordered."""
        fork = self._forker(machine, seen)
        source, target = zone_of(node.source, machine, env), zone_of(node.target, machine, env)
        held = None if source is None else machine.contents(source)
        wanted: int | None
        try:
            wanted = amount_of(node.count, machine, env)
        except Unknown:
            wanted = held = None
        kinds = None if held is None or wanted is None else held[: max(0, wanted)]
        if machine.layout.spec.zones[node.source.zone].shape in ("row", "one"):
            places = (node.source.zone, source), (node.target.zone, target)
            seen.transfer(machine, *places, kinds, fork)
        elif kinds != ():
            if kinds is None:
                fork()
            self._stops(seen, CHANCE)

    def _roll(self, machine: Machine, node: core.Roll, env: Env, seen: Seen) -> None:
        """Come to chance, where there are dice to roll."""
        cell = zone_of(node.place, machine, env)
        dice = machine.layout.spec.kinds
        held = () if cell is None else machine.contents(cell)
        known_ones = [kind for kind in held if not isinstance(kind, Unseen)]
        if not any(dice[kind].faces for kind in known_ones):
            if cell is not None and len(known_ones) == len(held):
                return
            self._forker(machine, seen)()
        self._stops(seen, CHANCE)

    def _turns(self, machine: Machine, seen: Seen, go_on: Callable[[], object]) -> None:
        """Begin a turn, or end the turns; a turn sets back what is fresh, seen or not."""
        depth = sum(isinstance(frame, Turning) for frame in machine.control)
        is_inner = depth > isinstance(machine.control[-1], Turning)
        hidden = [
            (cell, initial)
            for cell, initial in machine.layout.fresh
            if not is_inner and not self._observer.sees[cell]
        ]
        for cell, initial in hidden:
            machine.cells[cell] = initial
        go_on()
        if not machine.events:
            for cell, _ in hidden:
                machine.cells[cell] = Unseen()
        seen.meet(machine)


def _end(machine: Machine, node: core.End, env: Env, seen: Seen) -> None:
    try:
        flow.end(machine, node, env)
    except GIVES_UP:
        seen.meet_end()
        machine.finish(())
    else:
        seen.meet(machine)


def _or_unseen(expr: core.Expr, machine: Machine, env: Env) -> Value:
    try:
        return known(expr, machine, env)
    except Unknown:
        return Unseen()


def fill(machine: Machine, cells: list[Cell]) -> None:
    """Have a machine know no more than these cells say."""
    machine.cells = Cells(cells)
    machine.world.cells = machine.cells
