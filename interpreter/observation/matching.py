"""The effects that an observer saw, one after another, held against those that an action has.

What an effect shows must be the next that he saw; then what that tells is taken in, so what he
sees lies where it really did. An effect that may not show at all makes a `fork`: the way on which
it was silent is tried by itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, TypeAlias, TypeVar

from interpreter.observation.observer import Observer
from interpreter.observation.places import Place, Standing, Way
from interpreter.observation.unseen import Unknown, Unseen, unseen
from interpreter.position import Env, Kinds
from interpreter.reference.effects import in_type
from interpreter.reference.events import (
    Changed,
    Ended,
    Event,
    Moved,
    Revealed,
    Said,
    Shown,
)
from interpreter.reference.machine import Machine
from interpreter.reference.values import number_of, value, variable_cell, zone_cell
from interpreter.reference.wording import render
from rulelang import core
from rulelang.core import Value

GIVES_UP: Final = (Unknown, IndexError)
"""What evaluating raises over what is not known."""

Fork: TypeAlias = Callable[[], Machine]
_E = TypeVar("_E", Event, Moved, Changed, Revealed, Shown, Said, Ended)


class Parted(Exception):
    """This way would have shown something else."""


class SeenBehindError(Unknown):
    """Somebody else may have seen what the observer did not: in `cell`."""

    def __init__(self, cell: int) -> None:
        super().__init__(cell)
        self.cell = cell


def known(expr: core.Expr, machine: Machine, env: Env) -> Value:
    """Return a value that the observer can work out.

    Raises:
        Unknown: he cannot.
    """
    found = value(expr, machine.world, env)
    if isinstance(found, Unseen):
        raise Unknown
    return found


def amount_of(expr: core.Expr, machine: Machine, env: Env) -> int:
    """Return how many an observer can work out that there are: `none` counts 0.

    Raises:
        Unknown: he cannot.
    """
    found = known(expr, machine, env)
    return found if isinstance(found, int) else number_of(found, expr)


class Seen:
    """What an observer saw, and how much of it was met.

    Where it `is_strict`, what he saw and could not have known before is `Unknown`, and so is what
    changes unseen in one of the `guarded` cells. `place`: where the rules stood when no more than
    `depth` frames were left, or at the next point. `end`: how they stood there. None where that
    was not found out. `passed`: what conditions on the way hung on, by block and place; `way`: the
    statements in progress at the end of play. Both are kept where somebody asks for them.
    """

    def __init__(
        self,
        observer: Observer,
        events: Sequence[Event],
        *,
        is_strict: bool = False,
        depth: int = 0,
        place: Place | None = None,
    ) -> None:
        self.is_strict = is_strict
        self.depth = depth
        self.place = place
        self.end: Standing | None = None
        self.passed: Mapping[tuple[int, int], tuple[str, ...]] = {}
        self.way: Way = ()
        self.guarded: Collection[int] = ()
        self._observer = observer
        self._events = events
        self._at = 0

    @property
    def is_over(self) -> bool:
        """Whether all was met."""
        return self._at == len(self._events)

    def _next(self, kind: type[_E]) -> _E:
        if self.is_over:
            raise Parted
        event = self._events[self._at]
        if not isinstance(event, kind):
            raise Parted
        self._at += 1
        return event

    def _is_news(self) -> None:
        if self.is_strict:
            raise Unknown

    def _alike(self, held: Kinds, shown: Kinds) -> bool:
        """Return whether components may be those that were shown, as far as they are known."""
        if any(isinstance(kind, Unseen) for kind in held):
            self._is_news()
        return len(held) == len(shown) and all(
            isinstance(one, Unseen) or one == other for one, other in zip(held, shown, strict=True)
        )

    def _is_at(self, cell: int, place: tuple[int | None, int | None], machine: Machine) -> bool:
        family, wanted = place
        if wanted is not None:
            return cell == wanted
        self._is_news()
        return family is None or cell in machine.layout.zone_cells[family].values()

    # ------------------------------------------------------------ what the reference did

    def meet(self, machine: Machine) -> None:
        """Meet what the machine says has happened: turns, phases, what is fresh, the end.

        Raises:
            Parted: he saw something else.
        """
        for event in machine.events:
            if self.is_over or self._events[self._at] != event:
                raise Parted
            self._at += 1
        machine.events.clear()

    def meet_end(self) -> None:
        """Meet an end, whatever it gives."""
        self._is_news()
        self._next(Ended)

    # ------------------------------------------------------------ variables

    def assign(self, machine: Machine, node: core.Assign, env: Env, fork: Fork) -> None:
        """Meet an assignment; one that changes nothing, or is not seen, does not show."""
        try:
            new: Value = known(node.value, machine, env)
        except Unknown:
            new = Unseen()
        assert not isinstance(new, tuple), "variables hold single values"
        try:
            cell = variable_cell(node.variable, node.args, machine.world, env, node.span)
        except GIVES_UP:
            self._assign_somewhere(machine, node, new, fork)
            return
        kind = machine.layout.spec.variables[node.variable].type
        if not isinstance(new, Unseen) and not in_type(new, kind):
            raise Unknown  # a rule fault, of which nothing is made
        if not self._observer.sees[cell]:
            if cell in self.guarded:
                raise SeenBehindError(cell)
            machine.cells[cell] = new
        elif isinstance(new, Unseen):
            fork()
            self._changed(machine, cell, new)
        elif machine.cells[cell] != new:
            self._changed(machine, cell, new)

    def _assign_somewhere(
        self, machine: Machine, node: core.Assign, new: int | None, fork: Fork
    ) -> None:
        cells = tuple(machine.layout.variable_cells[node.variable].values())
        hidden = [cell for cell in cells if not self._observer.sees[cell]]
        silent = fork()
        for cell in hidden:
            silent.cells[cell] = Unseen()
        event = self._next(Changed)
        if event.cell not in cells or not (isinstance(new, Unseen) or new == event.value):
            raise Parted
        machine.cells[event.cell] = event.value

    def _changed(self, machine: Machine, cell: int, new: int | None) -> None:
        event = self._next(Changed)
        if event.cell != cell or not (isinstance(new, Unseen) or new == event.value):
            raise Parted
        machine.cells[cell] = event.value

    # ------------------------------------------------------------ components

    def move(self, machine: Machine, node: core.Move, env: Env, fork: Fork) -> None:
        """Meet a move: who does not see what moves sees how much of it does."""
        source = None if node.source is None else zone_of(node.source, machine, env)
        kinds: Kinds | None
        if node.what is None:
            kinds = None if source is None else machine.contents(source)
        else:
            kinds = _copies(node.what, node.count, machine, env)
        family = None if node.source is None else node.source.zone
        self.transfer(
            machine,
            (family, source),
            (node.target.zone, zone_of(node.target, machine, env)),
            kinds,
            fork,
            beneath=node.beneath,
        )

    def transfer(  # noqa: PLR0913 - a move is as much
        self,
        machine: Machine,
        source: tuple[int | None, int | None],
        target: tuple[int, int | None],
        kinds: Kinds | None,
        fork: Fork,
        *,
        beneath: bool = False,
    ) -> None:
        """Meet the move of `kinds` (None: nobody knows how many) between zones.

        Each is a family and a cell of it, None where that is not known.
        """
        if kinds is None:
            fork()
        elif not kinds:
            return
        event = self._next(Moved)
        if not (
            self._is_at(event.source, source, machine)
            and self._is_at(event.target, target, machine)
            and (kinds is None or len(kinds) == event.amount)
            and (kinds is None or self._shows(event, kinds))
        ):
            raise Parted
        if event.kinds is not None and not self._observer.sees[event.source]:
            self._is_news()
        moved = event.kinds or kinds or unseen(event.amount)
        self._leave(machine, event.source, moved)
        self._arrive(machine, event.target, moved, beneath=beneath)

    def _shows(self, event: Moved, kinds: Kinds) -> bool:
        if event.kinds is not None:
            return self._alike(kinds, event.kinds)
        if any(isinstance(kind, Unseen) for kind in kinds):
            if event.backs:
                self._is_news()
            return True
        return self._observer.backs(event.source, event.target, kinds) == event.backs

    def _leave(self, machine: Machine, cell: int, moved: Kinds) -> None:
        held = machine.contents(cell)
        if not self._observer.sees[cell]:
            machine.cells[cell] = unseen(len(held) - len(moved))
            return
        left = list(held)
        for kind in moved:
            left.remove(kind)  # he sees it lie there
        machine.cells[cell] = tuple(left)

    def _arrive(self, machine: Machine, cell: int, moved: Kinds, *, beneath: bool) -> None:
        held = machine.contents(cell)
        now = moved + held if beneath else held + moved
        if machine.layout.zone_of[cell].shape in ("row", "one"):
            machine.cells[cell] = now
        elif any(isinstance(kind, Unseen) for kind in now):
            machine.cells[cell] = unseen(len(now))
        else:
            machine.cells[cell] = tuple(sorted(now))

    # ------------------------------------------------------------ what is shown and said

    def reveal(self, machine: Machine, node: core.Reveal, env: Env, fork: Fork) -> None:
        """Meet what everybody sees of a zone, or of all zones of a family."""
        cells: tuple[int, ...] = tuple(machine.layout.zone_cells[node.zone].values())
        if node.args is not None:
            try:
                cells = (zone_cell(node.zone, node.args, machine.world, env, node.span),)
            except GIVES_UP:
                fork()
                event = self._next(Revealed)
                if event.cell not in cells:
                    raise Parted from None
                return
        for cell in cells:
            held = machine.contents(cell)
            if held:
                event = self._next(Revealed)
                if event.cell != cell or not self._alike(held, event.kinds):
                    raise Parted
                machine.cells[cell] = event.kinds

    def show(self, machine: Machine, node: core.Show, env: Env) -> None:
        """Meet what one player sees of a zone, and that the others see that."""
        cell = zone_of(node.place, machine, env)
        player = player_of(node.player, machine, env)
        event = self._next(Shown)
        if not self._is_at(event.cell, (node.place.zone, cell), machine):
            raise Parted
        if not isinstance(player, Unseen) and player != event.player:
            raise Parted
        if event.kinds is not None and not self._alike(machine.contents(event.cell), event.kinds):
            raise Parted

    def say(self, machine: Machine, node: core.Say, env: Env, fork: Fork) -> None:
        """Meet what is said, to everybody or to one player, who alone hears it."""
        to = None if node.player is None else player_of(node.player, machine, env)
        if isinstance(to, Unseen):
            fork()
        elif not self._observer.hears(to):
            return
        event = self._next(Said)
        addressed = isinstance(to, Unseen) or to == event.player
        wording = _wording(node.text, machine, env)
        if wording.pattern != re.escape(event.text):
            self._is_news()
        if not addressed or not wording.fullmatch(event.text):
            raise Parted


def _copies(what: core.Expr, count: core.Expr, machine: Machine, env: Env) -> Kinds | None:
    try:
        amount = amount_of(count, machine, env)
    except Unknown:
        return None
    try:
        kind = known(what, machine, env)
    except Unknown:
        return unseen(amount)
    if not isinstance(kind, int) or amount < 0:
        raise Unknown  # likewise
    return (kind,) * amount


def zone_of(place: core.Place, machine: Machine, env: Env) -> int | None:
    """Return the cell that a place names; None where that is not known."""
    try:
        return zone_cell(place.zone, place.args, machine.world, env, place.span)
    except GIVES_UP:
        return None


def player_of(expr: core.Expr, machine: Machine, env: Env) -> int:
    """Return the player that an expression names, or one that is not seen.

    Raises:
        Unknown: there is none, a rule fault.
    """
    try:
        player = known(expr, machine, env)
    except Unknown:
        return Unseen()
    if not isinstance(player, int):
        raise Unknown  # likewise
    return player


def _wording(text: core.Text, machine: Machine, env: Env) -> re.Pattern[str]:
    """Return what a text may read, where some of its values may not be known."""
    parts = "".join(_part(part, machine, env) for part in text.parts)
    return re.compile(parts, re.DOTALL)


def _part(part: str | core.Said, machine: Machine, env: Env) -> str:
    try:
        return re.escape(render(core.Text((part,)), machine.world, env))
    except GIVES_UP:
        return ".*"
