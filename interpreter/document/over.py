"""Why play is over: the statements in progress at the `end` that was reached.

The rules go from the last choice to the end once more; nothing is kept for it while play goes on.
Who does not see everything is told what he knows of that way.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Final

import attrs

from interpreter.document.again import once_more
from interpreter.document.quoting import source_of
from interpreter.faults import BudgetExceeded, RuleFault
from interpreter.layout import Layout
from interpreter.observation.ended import known_way, way_of
from interpreter.observation.places import Reached, Way
from interpreter.observation.unseen import Unknown
from interpreter.position import Env, Run
from interpreter.reference.values import World, value
from rulelang import core
from rulelang.core.folds import FOLDS
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
    if not state.is_terminal:
        return ()
    layout = state.game.layout
    passed: dict[tuple[int, int], tuple[str, ...]] = {}
    for machine in once_more(state):
        frame = machine.control[-1] if machine.control else None
        if not isinstance(frame, Run):
            continue
        node = _next(frame, layout)
        if isinstance(node, core.If):
            passed[frame.block, frame.at] = _values(node.test, machine.world, frame.env)
        elif isinstance(node, core.End):
            return _causes(way_of(machine, passed), layout)
    return ()


def causes_known(state: State, player: int | None) -> tuple[Cause, ...]:
    """Return what a player (None: an onlooker) knows of the causes of the end; () for nothing.

    He knows a statement where every way to the end that he must think possible leads through it,
    and a value where he can work it out from what he sees.

    >>> from interpreter import load
    >>> state = load("kuhn_poker").start(seed=1).past_chance()
    >>> for name in "bet", "pass":
    ...     state = state.apply(state.find(name, ()))
    >>> source_of(causes_known(state, 0)[-1].span)
    'if stake(q) is 2: end: each r scores gain(r, q)'
    """
    if not state.game.facts.hidden_information:
        return causes_of_end(state)
    return _causes(known_way(state, player, _values), state.game.layout)


def _next(frame: Run, layout: Layout) -> core.Statement | None:
    statements = layout.blocks[frame.block].statements
    return statements[frame.at] if frame.at < len(statements) else None


def _causes(way: Way, layout: Layout) -> tuple[Cause, ...]:
    """Return the causes among the statements of a way to the end."""
    found: list[Cause] = []
    for one in way:
        node = layout.blocks[one.block].statements[one.at]
        if isinstance(node, core.If | core.Invoke | core.End):
            last = found[-1] if found else None
            if last is not None and _line(last.span) == _line(node.span):  # `if so: end`
                found[-1] = Cause(last.span, last.values + one.values)
            else:
                found.append(Cause(node.span, one.values))
    if way and not any(one.values for one in found) and _is_last(way[0], layout):
        play = layout.spec.play.statements
        found = [*(Cause(s.span, ()) for s in play if isinstance(s, _LOOPS)), *found]
    return tuple(one for one in found if one.span.line)


def _line(span: Span) -> tuple[str, int]:
    return span.file, span.line


def _is_last(bottom: Reached, layout: Layout) -> bool:
    """Return whether play is behind its loops."""
    return not isinstance(layout.blocks[bottom.block].statements[bottom.at], _LOOPS)


# ---------------------------------------------------------------- the values of a condition


def _values(test: core.Expr, world: World, env: Env) -> tuple[str, ...]:
    """Return what the numbers are that a condition compares: `forces(P1) 2`."""
    return tuple(_numbers(test, world, env))


def _numbers(test: core.Expr, world: World, env: Env) -> Iterator[str]:
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
            told = f"{_written(side, spec, env)} {value(side, world, env)}"
        except (RuleFault, BudgetExceeded, IndexError, Unknown):
            continue  # it stands inside of a search, has no value, or is not known
        yield told


def _is_number(node: core.Expr, spec: core.Spec) -> bool:
    """Return whether an expression is a number that the text reckons or keeps."""
    match node:
        case core.Call(fact=number):
            return isinstance(spec.facts[number].type, Number)
        case core.Read(variable=number):
            return isinstance(spec.variables[number].type, Number)
        case core.Fold(fold=fold):
            return FOLDS[fold].gives in ("number", "value")
        case _:
            return isinstance(node, core.Size)


def _written(node: core.Expr, spec: core.Spec, env: Env) -> str:
    """Return an expression as the text has it; what is of one player is written with his name."""
    text = source_of(node.span)
    match node:
        case core.Call(fact=number, args=(core.Local() as only,)):
            kinds = tuple(_asked_of(number, 0, spec))
        case core.Read(variable=number, args=(core.Local() as only,)):
            kinds = spec.variables[number].index
        case core.Size(source=core.Contents(zone=number, args=(core.Local() as only,))):
            kinds = spec.zones[number].index
        case _:
            return text
    is_player = any(isinstance(kind, Member) and kind.family == "Player" for kind in kinds)
    found, asked = env[only.slot], f"({source_of(only.span)})"
    if is_player and text.endswith(asked) and isinstance(found, int) and found >= 0:
        return f"{text.removesuffix(asked)}({spec.players[found]})"
    return text


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
