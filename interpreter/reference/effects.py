"""Effects without control: components move, variables change, something is shown or said.

One function per statement: it changes the machine and emits what happened. Ref §2.
"""

from __future__ import annotations

from typing import assert_never

from interpreter.faults import RuleFault
from interpreter.labels import label
from interpreter.position import Env, Kinds, in_order
from interpreter.reference.events import Changed, Moved, Revealed, Said, Shown
from interpreter.reference.machine import Machine
from interpreter.reference.values import number, picture, value, variable_cell, zone_cell
from interpreter.reference.wording import listed, render
from rulelang import core
from rulelang.core import Value
from rulelang.rule_types import Component, Flag, Maybe, Member, Number, Type, Word, single
from rulelang.source import Span


def place_cell(place: core.Place, machine: Machine, env: Env) -> int:
    """Return the cell that a place names."""
    return zone_cell(place.zone, place.args, machine.world, env, place.span)


def amount(expr: core.Expr, machine: Machine, env: Env) -> int:
    """Return a number of things or rounds; a fault where it is below 0. Ref §31."""
    found = number(expr, machine.world, env)
    if found < 0:
        raise RuleFault(f"{found} is no number of times", expr.span)
    return found


def move(machine: Machine, node: core.Move, env: Env) -> None:
    """Move all of a zone, or some copies of one kind."""
    target = place_cell(node.target, machine, env)
    if node.what is None:
        assert node.source is not None, "what moves as a whole has a source"
        source = place_cell(node.source, machine, env)
        transfer(
            machine, (source, target), machine.contents(source), node.span, beneath=node.beneath
        )
        return
    kind = value(node.what, machine.world, env)
    if not isinstance(kind, int):
        raise RuleFault("there is nothing to move: the component is `none`", node.span)
    if node.source is None:
        source = _where(machine, kind, node.span)
    else:
        source = place_cell(node.source, machine, env)
    kinds = (kind,) * amount(node.count, machine, env)
    transfer(machine, (source, target), kinds, node.span, beneath=node.beneath)


def _where(machine: Machine, kind: int, span: Span) -> int:
    for cell in range(len(machine.layout.zone_of)):
        if kind in machine.contents(cell):
            return cell
    raise RuleFault(f"{machine.layout.spec.kinds[kind].label} lies nowhere", span)


def transfer(
    machine: Machine,
    places: tuple[int, int],
    kinds: Kinds,
    span: Span,
    *,
    beneath: bool = False,
) -> None:
    """Move components from one cell to another (`places`), and say so.

    In a row they go to the end, or `beneath` to the front, and keep their order; of alike ones the
    first leaves.

    Raises:
        RuleFault: they are not there, the target has no room for them or does not hold such.
    """
    if not kinds:
        return
    source, target = places
    machine.cells[source] = _without(machine, source, kinds, span)
    machine.cells[target] = _with(machine, target, kinds, span, beneath=beneath)
    machine.events.append(Moved(source, target, kinds, len(kinds)))


def _without(machine: Machine, cell: int, kinds: Kinds, span: Span) -> Kinds:
    held = machine.contents(cell)
    if held == kinds:
        return ()
    left = list(held)
    for kind in kinds:
        if kind not in left:
            wanted = listed(kinds, machine.layout)
            name = machine.layout.names[cell]
            raise RuleFault(
                f"`{name}` does not hold {wanted}; it holds {listed(held, machine.layout)}", span
            )
        left.remove(kind)
    return tuple(left)


def _with(machine: Machine, cell: int, kinds: Kinds, span: Span, *, beneath: bool) -> Kinds:
    layout = machine.layout
    zone = layout.zone_of[cell]
    held = machine.contents(cell)
    now = kinds + held if beneath else held + kinds
    room = 1 if zone.shape == "one" else zone.capacity
    if room is not None and len(now) > room:
        raise RuleFault(
            f"`{layout.names[cell]}` would hold {len(now)} components; it has room for {room}",
            span,
        )
    if not layout.holds[cell].issuperset(kinds):
        raise RuleFault(f"`{layout.names[cell]}` does not take {listed(kinds, layout)}", span)
    return now if zone.shape == "row" else tuple(sorted(now))


def assign(machine: Machine, node: core.Assign, env: Env) -> None:
    """Set a variable; an event tells of it where the value differs."""
    cell = variable_cell(node.variable, node.args, machine.world, env, node.span)
    new = value(node.value, machine.world, env)
    variable = machine.layout.spec.variables[node.variable]
    if isinstance(new, tuple) or not in_type(new, variable.type):
        raise RuleFault(_outside(machine, cell, new, variable.type), node.span)
    change(machine, cell, new)


def change(machine: Machine, cell: int, new: int | None) -> None:
    """Set a variable cell, and say so where the value differs."""
    if machine.cells[cell] != new:
        machine.cells[cell] = new
        machine.events.append(Changed(cell, new))


def in_type(found: int | None, kind: Type) -> bool:
    """Return whether a value is one of those that a variable of a type may hold."""
    declared = single(kind)
    match declared:
        case Maybe(of=inner):
            return found is None or in_type(found, inner)
        case _ if found is None:
            return False
        case Number(low=low, high=high):
            return low <= found <= high
        case Flag():
            return found in (0, 1)
        case Member(size=size):
            return 0 <= found < size
        case Word(words=among) | Component(kinds=among):
            return found in among
        case _:
            assert_never(declared)


def _outside(machine: Machine, cell: int, new: Value, kind: Type) -> str:
    name = machine.layout.names[cell]
    inner = kind.of if isinstance(kind, Maybe) else kind
    if isinstance(inner, Number) and new is not None:
        return f"`{name}` would be {new}; it holds {inner.low}..{inner.high}"
    named = isinstance(inner, Word | Component) or new is None
    shown = label(new, inner, machine.layout.spec) if named else new
    return f"`{name}` would be {shown}, which it cannot hold"


def remember(machine: Machine, node: core.Remember, _env: Env) -> None:
    """Add the present picture to a memory, or empty it."""
    memory = machine.layout.spec.memories[node.memory]
    kept = () if node.forgets else machine.memories[node.memory]
    if not node.forgets:
        if len(kept) == memory.most:
            raise RuleFault(f"`{memory.name}` is full: it keeps {memory.most} pictures", node.span)
        kept = tuple(sorted((*kept, picture(node.memory, machine.world)), key=in_order))
    machine.memories[node.memory] = kept


def reveal(machine: Machine, node: core.Reveal, env: Env) -> None:
    """Let everybody see what lies in one zone or in all of a family.

    Empty ones are passed over.
    """
    if node.args is None:
        cells = tuple(machine.layout.zone_cells[node.zone].values())
    else:
        cells = (zone_cell(node.zone, node.args, machine.world, env, node.span),)
    for cell in cells:
        if machine.contents(cell):
            machine.events.append(Revealed(cell, machine.contents(cell)))


def show(machine: Machine, node: core.Show, env: Env) -> None:
    """Let one player see what lies in a zone."""
    cell = place_cell(node.place, machine, env)
    machine.events.append(
        Shown(cell, machine.contents(cell), player_of(machine, node.player, env))
    )


def say(machine: Machine, node: core.Say, env: Env) -> None:
    """Tell everybody or one player a text with values."""
    to = None if node.player is None else player_of(machine, node.player, env)
    machine.events.append(Said(render(node.text, machine.world, env), to))


def player_of(machine: Machine, expr: core.Expr, env: Env) -> int:
    """Return the player that an expression names; a fault where it is `none`."""
    player = value(expr, machine.world, env)
    if not isinstance(player, int) or not 0 <= player < len(machine.layout.spec.players):
        raise RuleFault("a player is wanted here, and there is none", expr.span)
    return player
