"""What there is to see at a position: routines in progress, places and what lies there.

Whoever debugs sees everything. What a seat sees is asked for by its number, an onlooker's by None,
and is never mixed with the rest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias

import attrs

from interpreter.debugging.legs import roots
from interpreter.labels import label
from interpreter.layout import Layout
from interpreter.position import Env, Frame, Run
from interpreter.reference.events import Event, backs_of, project, publicly
from interpreter.reference.values import World, contents
from rulelang.source import NOWHERE, Span

EVERYTHING: Final = "everything"
Eyes: TypeAlias = int | Literal["everything"] | None
"""Whose eyes: a seat's, an onlooker's (None), or those of whoever debugs."""


@attrs.frozen
class Routine:
    """A stretch of the text in progress: `setup`, `play` or an effect.

    `span`: the statement that it is at. `blocks`: those in progress in it, innermost first; `env`:
    the values of its locals there.
    """

    name: str
    span: Span
    blocks: tuple[int, ...]
    env: Env


def routines(
    control: Sequence[Frame], layout: Layout, named: Mapping[int, str]
) -> tuple[Routine, ...]:
    """Return the routines in progress, innermost first; what has not begun yet is left out.

    `named`: what blocks are called besides those of routines.
    """
    names = roots(layout) | dict(named)
    found: list[Routine] = []
    top = len(control) - 1
    for at, frame in enumerate(control):
        if not isinstance(frame, Run):
            continue
        statements = layout.blocks[frame.block].statements
        index = frame.at if at == top else frame.at - 1
        span = statements[min(max(index, 0), len(statements) - 1)].span if statements else NOWHERE
        if frame.block in names:
            found.append(Routine(names[frame.block], span, (frame.block,), frame.env))
        else:
            last = found[-1]
            found[-1] = Routine(last.name, span, (frame.block, *last.blocks), frame.env)
        if frame.at == 0 and at != top:
            found.pop()  # the game begins with its set-up; play waits beneath
    return tuple(reversed(found))


@attrs.frozen
class Family:
    """Zones or variables that are declared together. `cells`: their numbers in the layout."""

    name: str
    sort: Literal["zone", "variable"]
    cells: tuple[int, ...]


def families(layout: Layout) -> tuple[Family, ...]:
    """Return what the game has of zones and variables, in the order of the text.

    >>> from interpreter import load
    >>> [(one.name, len(one.cells)) for one in families(load("tic_tac_toe").layout)]
    [('supply', 1), ('on', 9)]
    """
    spec = layout.spec
    zones = [
        Family(zone.name, "zone", tuple(cells.values()))
        for zone, cells in zip(spec.zones, layout.zone_cells, strict=True)
    ]
    variables = [
        Family(variable.name, "variable", tuple(cells.values()))
        for variable, cells in zip(spec.variables, layout.variable_cells, strict=True)
    ]
    return (*zones, *variables)


def shown(cell: int, world: World, eyes: Eyes) -> str:
    """Return what a zone holds or a variable is, in words; of what is unseen how much it is."""
    layout = world.layout
    if cell >= len(layout.zone_of):
        if eyes != EVERYTHING and not layout.sees(cell, eyes):
            return "unseen"
        return _value(cell, world)
    kinds = contents(cell, world)
    if eyes == EVERYTHING or layout.sees(cell, eyes):
        return _counted([layout.spec.kinds[kind].label for kind in kinds])
    backs = () if layout.is_bag[cell] else backs_of(kinds, layout)
    behind = f" ({_counted([layout.spec.backs[back] for back in backs])})" if backs else ""
    return f"{len(kinds)} unseen{behind}"


def _value(cell: int, world: World) -> str:
    layout = world.layout
    variable = layout.variable_of[cell - len(layout.zone_of)]
    return label(world.cells[cell], variable.type, layout.spec)


def _counted(names: Sequence[str]) -> str:
    """Return names in their order, those that follow each other counted.

    >>> _counted(["king", "spear", "spear"]), _counted([])
    ('king, 2 spear', 'nothing')
    """
    groups: list[tuple[str, int]] = []
    for name in names:
        if groups and groups[-1][0] == name:
            groups[-1] = (name, groups[-1][1] + 1)
        else:
            groups.append((name, 1))
    return ", ".join(name if n == 1 else f"{n} {name}" for name, n in groups) or "nothing"


def seen_of(event: Event, eyes: Eyes, layout: Layout) -> Event | None:
    """Return what somebody sees of an event; None where it does not show."""
    match eyes:
        case "everything":
            return event
        case None:
            return publicly(event, layout)
        case player:
            return project(event, player, layout)
