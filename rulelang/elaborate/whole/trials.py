"""What may stand above a late need: what can be done on a copy, without asking or chance.

before:  a specification, its effects among it
after:   findings: needs that come too late, and needs that could stand first
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from rulelang import core
from rulelang.core.changes import written
from rulelang.core.references import references
from rulelang.core.trials import late_needs, trial
from rulelang.core.walk import below, blocks_in, free, nested
from rulelang.elaborate.context import Context
from rulelang.elaborate.sharing import Watched
from rulelang.messages import flow
from rulelang.source import Span

AT_ONCE = ("row", "one")
"""Shapes out of which a draw is no chance."""


def check_trials(c: Context, spec: core.Spec) -> None:
    """Report needs behind what cannot be tried, and such as ask nothing of what is tried."""
    for block in spec.roots:
        for arm in found_in(c, block).tried:
            _check(c, spec, arm)


def found_in(c: Context, block: core.Block) -> Watched:
    """Return what checks look for in a body; in instances that share it, it is found once."""
    watched = {} if c.shelf is None else c.shelf.watched
    known = watched.get(id(block))
    if known is None:
        tried = tuple([arm for arm in _arms(block) if trial(arm)])
        loops = [node for node in nested(block) if isinstance(node, core.For) and node.at_once]
        known = watched[id(block)] = Watched(block, tried, tuple(loops))
    return known


def _arms(block: core.Block) -> Iterator[core.Arm]:
    """Yield all arms in a block, each before those inside it."""
    for node in block.statements:
        if isinstance(node, core.Choose | core.Anytime):
            for arm in node.arms:
                yield arm
                yield from _arms(arm.body)
            last = node.body if isinstance(node, core.Anytime) else node.otherwise
            if last is not None:
                yield from _arms(last)
        else:
            for inner in blocks_in(node):
                yield from _arms(inner)


def _check(c: Context, spec: core.Spec, arm: core.Arm) -> None:
    for node in trial(arm):
        found = next(_untried(spec, node, ()), None)
        if found is not None:
            what, span = found
            need = late_needs(arm)[-1]
            c.report(flow.need_too_late(what, need.span, span))
            return
    tried: list[core.Statement] = []
    for node in trial(arm):
        if isinstance(node, core.Need):
            bound = {made.slot for made in tried if isinstance(made, core.Let)}
            if not bound & free(node.test) and not written(tried, spec) & _read(spec, node.test):
                above = next(made for made in tried if not isinstance(made, core.Need))
                c.report(flow.need_could_be_early(node.span, above.span))
        tried.append(node)


def _untried(  # noqa: C901 - a flat dispatch
    spec: core.Spec, node: core.Statement, loops: tuple[int, ...]
) -> Iterator[tuple[str, Span]]:
    """Yield what cannot be done on a copy: what it is, and where it stands."""
    match node:
        case core.Choose(span=span) | core.Anytime(span=span):
            yield "a choice", span
        case core.Roll(span=span) | core.Random(span=span):
            yield "chance", span
        case core.Draw(source=source, span=span) if spec.zones[source.zone].shape not in AT_ONCE:
            yield "chance", span
        case core.End(span=span):
            yield "the end of the game", span
        case core.Turns(span=span) | core.NextTurn(span=span):
            yield "a turn", span
        case core.Phase(span=span):
            yield "a phase", span
        case core.Remember(span=span):
            yield "a memory that changes", span
        case core.Stop(loop=loop, span=span) if loop not in loops:
            yield "`stop`", span
        case core.Invoke(effect=effect, span=span):
            for inner in spec.effects[effect].body.statements:
                yield from ((what, span) for what, _ in _untried(spec, inner, ()))
        case core.For() | core.Repeat():
            for inner in node.body.statements:
                yield from _untried(spec, inner, (*loops, node.number))
        case core.If(then=then, other=other):
            for inner in (*then.statements, *(() if other is None else other.statements)):
                yield from _untried(spec, inner, loops)
        case core.Draw():
            return
        case _:
            if not isinstance(node, core.Simple):
                assert_never(node)


def _read(spec: core.Spec, e: core.Expr) -> set[tuple[str, int]]:
    """Return the families that an expression reads, with the facts that it asks."""
    found: set[tuple[str, int]] = set()
    todo, asked = [e], set[int]()
    while todo:
        for what, number in (r for node in below(todo.pop()) for r in references(node)):
            match what:
                case "variable" | "zone":
                    found.add((what, number))
                case "memory":
                    found.update(spec.memories[number].of)
                case "fact" if number not in asked:
                    asked.add(number)
                    todo.append(spec.facts[number].body)
                case "fact" | "effect" | "table":
                    pass  # asked before; or none of an expression; or the same all through
                case _:
                    assert_never(what)
    return found
