"""What an observer knows of the way on which the rules came to the end of play.

As with choices: from each position that he must think possible, each action that he must think
possible is played on to an end that shows him what he saw. What all these ways have in common he
knows. It is a function of what he was told, so telling it adds nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from interpreter.layout import ArmLayout
from interpreter.observation.blanked import Blanked
from interpreter.observation.choices import knower_of
from interpreter.observation.following import Following
from interpreter.observation.matching import Seen
from interpreter.observation.observer import Observer
from interpreter.observation.options import arms_possible
from interpreter.observation.places import Reached, Way
from interpreter.observation.unseen import unseen
from interpreter.observation.where import possible
from interpreter.position import Drawing, Env, Picking, Run
from interpreter.reference.events import Event
from interpreter.reference.machine import Machine
from interpreter.reference.values import World
from rulelang import core

if TYPE_CHECKING:
    from interpreter.state import State

Ask: TypeAlias = Callable[[core.Expr, World, Env], tuple[str, ...]]
"""What a condition hangs on, in words; of a world in which not all is seen, what is seen."""


def known_way(state: State, player: int | None, ask: Ask) -> Way:
    """Return as much of the way to the end as a player (None: an onlooker) knows; () for none."""
    before = state.previous
    if not state.is_terminal or before is None:
        return ()
    known: Way | None = None
    for way in _ways(state, before, player, ask):
        known = way if known is None else _common(known, way)
        if not known:
            return ()
    return known or ()


def way_of(machine: Machine, passed: Mapping[tuple[int, int], tuple[str, ...]]) -> Way:
    """Return the statements in progress at the one that comes next.

    `passed`: what conditions hung on, by block and place.
    """
    found: list[Reached] = []
    top = len(machine.control) - 1
    for depth, frame in enumerate(machine.control):
        if isinstance(frame, Run):
            at = frame.at if depth == top else frame.at - 1
            if at >= 0:  # play has not begun where the set-up ends it
                found.append(Reached(frame.block, at, passed.get((frame.block, at), ())))
    return tuple(found)


def _common(one: Way, other: Way) -> Way:
    """Return the statements that two ways begin with, and the values that both have there."""
    found: list[Reached] = []
    for a, b in zip(one, other, strict=False):
        if (a.block, a.at) != (b.block, b.at):
            break
        found.append(a._replace(values=tuple(text for text in a.values if text in b.values)))
    return tuple(found)


def _ways(state: State, before: State, player: int | None, ask: Ask) -> Iterator[Way]:
    """Yield the ways to the end that show what the player saw; () for one he cannot follow."""
    who = knower_of(state.game.layout, player)
    for at in possible(before, who):
        to_end = _ToEnd(who.observer, at, state.effects(player), state.current_player, ask=ask)
        for seen in _tried(state, before, at, to_end, player):
            yield seen.way


def _tried(
    state: State, before: State, at: Blanked, to_end: _ToEnd, player: int | None
) -> Iterator[Seen]:
    """Yield what was met on each way that fits."""
    if before.current_player >= 0:
        for arm, env, place, arguments in _possible_actions(state, before, at, player):
            yield from to_end.ways(arm, env, place, arguments)
    elif at.control and isinstance(at.control[-1], Picking):
        yield from to_end.ways_of_chance()
    elif at.control and isinstance(at.control[-1], Drawing):
        yield from to_end.ways_of_drawing()


def _possible_actions(
    state: State, before: State, at: Blanked, player: int | None
) -> Iterator[tuple[ArmLayout, Env, int, Env]]:
    """Yield what may have been chosen: arms with locals, the place of their frame, arguments."""
    told = state.told(player)
    own = before.current_player == player
    assert state.action is not None, "it has a number"
    for arm, env, place in arms_possible(at.control, at.world):
        is_it = arm.holds(state.action)
        if not is_it and (own or told is not None):
            continue
        arguments = unseen(len(arm.kinds))
        if is_it and (own or (told is not None and told.action is not None)):
            arguments = arm.arguments(state.action)
        yield arm, env, place, arguments


class _ToEnd(Following):
    """Follows actions as far as an end, and keeps what is in progress there."""

    def __init__(
        self, observer: Observer, at: Blanked, seen: Sequence[Event], actor: int, *, ask: Ask
    ) -> None:
        super().__init__(observer, at, seen, actor)
        self._ask = ask

    def _statement(self, machine: Machine, frame: Run, seen: Seen) -> None:
        statements = machine.layout.blocks[frame.block].statements
        node = statements[frame.at] if frame.at < len(statements) else None
        if isinstance(node, core.If):
            values = self._ask(node.test, machine.world, frame.env)
            seen.passed = {**seen.passed, (frame.block, frame.at): values}
        elif isinstance(node, core.End):
            seen.way = way_of(machine, seen.passed)
        super()._statement(machine, frame, seen)
