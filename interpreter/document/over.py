"""Why play is over: the statements in progress at the `end` that was reached.

The rules go from the last choice to the end once more; nothing is kept for it while play goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Final

import attrs

from interpreter.document.quoting import source_of
from interpreter.faults import BudgetExceeded, RuleFault
from interpreter.layout import Layout
from interpreter.position import Env, Run
from interpreter.reference.machine import Machine
from interpreter.reference.stepping import resume, step
from interpreter.reference.values import World, value
from rulelang import core
from rulelang.core import Value
from rulelang.core.walk import below
from rulelang.rule_types import Member, Number, Type
from rulelang.source import Span

if TYPE_CHECKING:
    from interpreter.state import State

_MOST: Final = 8
"""Values that are told of one condition."""

_EQUAL: Final = ("is", "is not")
"""Comparisons of what need not be numbers."""

_LOOPS: Final = (core.Turns, core.Repeat, core.For)


@attrs.frozen
class Cause:
    """A statement on the way to the end, and the values that it hung on."""

    span: Span
    values: tuple[str, ...]


def causes_of_end(state: State) -> tuple[Cause, ...]:
    r"""Return the statements in progress when the end was reached, outermost first; () before it.

    Left out is what leads there in any case; where nothing else does, the loops before it lead.
    """
    before = state.previous
    if not state.is_terminal or before is None or state.action is None:
        return ()
    layout = state.game.layout
    machine = Machine(layout, before.position)
    values: dict[tuple[int, int], tuple[str, ...]] = {}
    try:
        resume(machine, state.action)
        while machine.control:
            frame = machine.control[-1]
            node = _next(frame, layout) if isinstance(frame, Run) else None
            if isinstance(frame, Run) and isinstance(node, core.If):
                values[frame.block, frame.at] = tuple(_values(node.test, machine.world, frame.env))
            if isinstance(node, core.End):
                return _steps(machine, values)
            step(machine)
    except (RuleFault, BudgetExceeded):
        pass
    return ()


def _next(frame: Run, layout: Layout) -> core.Statement | None:
    statements = layout.blocks[frame.block].statements
    return statements[frame.at] if frame.at < len(statements) else None


def _steps(
    machine: Machine, values: Mapping[tuple[int, int], tuple[str, ...]]
) -> tuple[Cause, ...]:
    """Return the statements in progress at the `end` that comes next, and what they hung on."""
    layout = machine.layout
    found: list[Cause] = []
    top = len(machine.control) - 1
    for depth, frame in enumerate(machine.control):
        if not isinstance(frame, Run):
            continue
        at = frame.at if depth == top else frame.at - 1
        statements = layout.blocks[frame.block].statements
        if not 0 <= at < len(statements):
            continue
        node = statements[at]
        if isinstance(node, core.If | core.Invoke | core.End):
            found.append(Cause(node.span, values.get((frame.block, at), ())))
    if not any(one.values for one in found) and _is_last(machine):
        play = layout.spec.play.statements
        found = [*(Cause(s.span, ()) for s in play if isinstance(s, _LOOPS)), *found]
    return tuple(one for one in found if one.span.line)


def _is_last(machine: Machine) -> bool:
    """Return whether play is behind its loops."""
    bottom = machine.control[0]
    at = bottom.at - (len(machine.control) > 1) if isinstance(bottom, Run) else 0
    return not isinstance(machine.layout.spec.play.statements[at], _LOOPS)


# ---------------------------------------------------------------- the values of a condition


def _values(test: core.Expr, world: World, env: Env) -> Iterator[str]:
    """Yield what the numbers are that a condition compares: `forces(P1) 2`."""
    spec = world.layout.spec
    compared = (node for node in below(test) if isinstance(node, core.Compare))
    sides = (
        side
        for node in compared
        for side in (node.left, node.right)
        if _is_number(side, spec) or (isinstance(side, core.Local) and node.op not in _EQUAL)
    )
    for side in islice(sides, _MOST):
        try:
            found = value(side, world, env)
        except (RuleFault, BudgetExceeded, IndexError):
            continue  # it stands inside of a search, or has no value
        yield f"{_written(side, spec, env)} {found}"


def _is_number(node: core.Expr, spec: core.Spec) -> bool:
    """Return whether an expression is a number that the text reckons or keeps."""
    match node:
        case core.Call(fact=number):
            return isinstance(spec.facts[number].type, Number)
        case core.Read(variable=number):
            return isinstance(spec.variables[number].type, Number)
        case core.Fold(fold=fold):
            return fold in ("count", "sum", "highest", "lowest")
        case _:
            return isinstance(node, core.Size)


def _written(node: core.Expr, spec: core.Spec, env: Env) -> str:
    """Return an expression as the text has it; what is of one player is written with his name."""
    text = source_of(node.span)
    match node:
        case (
            core.Call(args=args)
            | core.Read(args=args)
            | core.Size(source=core.Contents(args=args))
        ) if len(args) == 1 and text.endswith(f"({source_of(args[0].span)})"):
            only = args[0]
            if isinstance(only, core.Local) and only.slot < len(env):
                who = _player(node, only, spec, env[only.slot])
                return text[: text.rindex("(")] + f"({who})" if who else text
        case _:
            pass
    return text


def _player(node: core.Expr, local: core.Local, spec: core.Spec, found: Value) -> str:
    """Return which player a local is that something is asked of; "" where it is none."""
    match node:
        case core.Read(variable=number):
            kinds: tuple[Type, ...] = spec.variables[number].index
        case core.Size(source=core.Contents(zone=number)):
            kinds = spec.zones[number].index
        case core.Call(fact=number):
            kinds = tuple(_asked_of(number, 0, spec))
        case _:
            kinds = ()
    is_player = isinstance(local, core.Local) and any(
        isinstance(kind, Member) and kind.family == "Player" for kind in kinds
    )
    if not is_player or not isinstance(found, int) or not 0 <= found < len(spec.players):
        return ""
    return spec.players[found]


def _asked_of(fact: int, slot: int, spec: core.Spec) -> Iterator[Type]:
    """Yield the types that a parameter of a fact has where it is the index of something."""
    for node in below(spec.facts[fact].body):
        match node:
            case core.Read(variable=number, args=args):
                kinds = spec.variables[number].index
                yield from (k for k, a in zip(kinds, args, strict=True) if _is_slot(a, slot))
            case core.Contents(zone=number, args=args):
                kinds = spec.zones[number].index
                yield from (k for k, a in zip(kinds, args, strict=True) if _is_slot(a, slot))
            case core.Call(fact=number, args=args):
                for at, argument in enumerate(args):
                    if _is_slot(argument, slot):
                        yield from _asked_of(number, at, spec)
            case _:
                pass


def _is_slot(node: core.Expr, slot: int) -> bool:
    return isinstance(node, core.Local) and node.slot == slot
