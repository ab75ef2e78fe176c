"""A position as an observer knows it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import attrs

from interpreter.layout import Layout
from interpreter.observation.observer import Observer
from interpreter.observation.openness import Flags, Openness
from interpreter.observation.unseen import Cells, Unseen, unseen
from interpreter.position import (
    Acting,
    Choosing,
    Each,
    Env,
    Frame,
    Meanwhile,
    Picking,
    Repeating,
    Run,
    Turning,
)
from interpreter.reference.values import World
from rulelang import core

if TYPE_CHECKING:
    from interpreter.position import Cell
    from interpreter.reference.events import Chose
    from interpreter.state_like import StateLike


SOMEBODY = -1
"""The actor of an `anytime` where it is not known who that is."""


@attrs.frozen(eq=False)
class Blanked:
    """What an observer knows of a position: the rest is `Unseen`."""

    cells: Cells
    control: tuple[Frame, ...]
    clocks: tuple[int, ...]
    world: World


@attrs.frozen(eq=False)
class Knower:
    """An observer, and what he knows of locals: told of the choices in progress, or not."""

    observer: Observer
    told: Openness
    untold: Openness


def knower(observer: Observer) -> Knower:
    """Return what an observer knows of locals."""
    return Knower(observer, Openness(observer, told=True), Openness(observer, told=False))


def blanked_cells(state: StateLike, observer: Observer) -> Cells:
    """Return what the observer sees lie where, and the variables that he sees."""
    cells: list[Cell] = []
    for cell, sees in zip(state.position.cells, observer.sees, strict=True):
        if sees:
            cells.append(cell)
        else:
            cells.append(unseen(len(cell)) if isinstance(cell, tuple) else Unseen())
    return Cells(cells)


def blanked(
    state: StateLike, who: Knower, chosen: Callable[[StateLike], Chose | None]
) -> Blanked | None:
    """Return what an observer knows of the position at a choice point.

    None where he may not know which arm or branch is in progress. `chosen` is what he was told of
    the choice by which a state was reached.
    """
    control = _control(state, who, chosen)
    if control is None:
        return None
    cells = blanked_cells(state, who.observer)
    return Blanked(cells, control, state.position.clocks, known_world(state, who, cells))


def known_world(state: StateLike, who: Knower, cells: Cells) -> World:
    """Return what an observer reads of a position; what memories keep all see."""
    world = World(who.observer.layout, cells)
    world.memories = state.position.memories
    return world


def _control(
    state: StateLike, who: Knower, chosen: Callable[[StateLike], Chose | None]
) -> tuple[Frame, ...] | None:
    """Return the frames with the locals that the observer knows, from the bottom."""
    layout = who.observer.layout
    openness = who.told
    flags: Flags = ()
    found: list[Frame] = []
    control = state.position.control
    for at, frame in enumerate(control):
        if isinstance(frame, Run):
            below = control[at - 1] if at else None
            if isinstance(below, Choosing | Acting):
                place = at - 1 if isinstance(below, Choosing) else at - 2
                told = _knows_choice(state, place, frame, who, chosen)
                if told is None:
                    return None
                if told and isinstance(below, Choosing) and below.left < 0:
                    found[-1] = below._replace(env=_env(below.env, flags))  # it is over then
                openness = openness if told else who.untold
            if frame.block in openness.veiled:
                return None
            flags = openness.slots.get(frame.block, ())
            found.append(frame._replace(env=_env(frame.env, flags)))
        elif isinstance(frame, Choosing):
            found.append(_choosing(frame, flags, layout, openness))
        elif isinstance(frame, Meanwhile):
            actor = frame.actor if frame.anytime not in openness.unsure else SOMEBODY
            env = _env(frame.env, flags)
            found.append(Meanwhile(frame.anytime, actor, Unseen(), env))
        elif isinstance(frame, Each | Turning | Repeating | Picking):
            found.append(frame._replace(env=_env(frame.env, flags)))
        else:
            found.append(frame)
    return tuple(found)


def _choosing(frame: Choosing, flags: Flags, layout: Layout, openness: Openness) -> Choosing:
    """Return what he knows of a choice in progress: not the last picks, and not all limits."""
    known = frame._replace(env=_env(frame.env, flags))
    node = layout.statements[frame.choice]
    assert isinstance(node, core.Choose)
    if node.limit is None:
        return known
    is_counted = frame.choice not in openness.uncounted
    return known._replace(left=frame.left if is_counted else Unseen(), last=())


def _env(env: Env, flags: Flags) -> Env:
    known = flags + (False,) * (len(env) - len(flags))
    return tuple(value if flag else Unseen() for value, flag in zip(env, known, strict=False))


def _knows_choice(
    state: StateLike,
    place: int,
    body: Run,
    who: Knower,
    chosen: Callable[[StateLike], Chose | None],
) -> bool | None:
    """Return whether the observer knows the arguments of the choice whose arm is in progress.

    `place`: where its frame stands in the control. None where he does not know of which arm it is.
    """
    after: StateLike = state
    before = state.previous
    while before is not None and len(before.position.control) != place + 1:
        after, before = before, before.previous
    if before is None or after.action is None:
        return None
    if before.current_player == who.observer.player:
        return _is_body(after.action, body, who)
    told = chosen(after)
    if told is None:
        return None
    return told.action is not None and _is_body(told.action, body, who)


def _is_body(number: int, body: Run, who: Knower) -> bool:
    """Return whether the block in progress is that of the arm chosen, and no other's unasked."""
    from interpreter.reference.stepping import arm_of  # noqa: PLC0415 - stepping is imported by state

    arm = arm_of(who.observer.layout, number)
    if arm is None or arm.arm.body.number != body.block:
        return False
    return not arm.arm.closes or arm.size == 1  # with what it closes unasked, nobody is told
