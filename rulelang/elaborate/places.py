"""Which parameters of a fact or effect stand for places.

Those that the body changes, by itself or through a call.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import attrs

from rulelang import surface
from rulelang.elaborate.context import Context
from rulelang.elaborate.symbols import EffectName

Use = Literal["changed"]


def placed_parameters(
    c: Context, node: surface.Fact | surface.Effect, seen: frozenset[str] = frozenset()
) -> dict[str, Use]:
    """Return the parameters that must be given a place."""
    if isinstance(node, surface.Fact) or node.name.text in seen:
        return {}
    parameters = {name.text for name in node.parameters}
    found: dict[str, Use] = {}
    for place in _changed(c, node.body, seen | {node.name.text}):
        if place.name.text in parameters and not place.args:
            found[place.name.text] = "changed"
    return found


def _changed(c: Context, body: surface.Body, seen: frozenset[str]) -> Iterator[surface.Apply]:
    for statement in statements(body):
        match statement:
            case surface.Move(source=source, target=target):
                yield target
                if source is not None:
                    yield source
            case (
                surface.Draw(source=source, target=target)
                | surface.Deal(source=source, target=target)
            ):
                yield from (source, target)
            case (
                surface.Set(place=place) | surface.Reveal(place=place) | surface.Show(place=place)
            ):
                yield place
            case surface.Shuffle(place=place) | surface.Roll(place=place):
                yield place
            case surface.CallEffect(call=call):
                yield from _passed_on(c, call, seen)
            case _:
                pass


def _passed_on(c: Context, call: surface.Apply, seen: frozenset[str]) -> Iterator[surface.Apply]:
    symbol = c.symbols.get(call.name.text)
    if isinstance(symbol, EffectName):
        placed = placed_parameters(c, symbol.node, seen)
        for parameter, arg in zip(symbol.node.parameters, call.args, strict=False):
            if parameter.text in placed and isinstance(arg, surface.Apply):
                yield arg


def statements(body: surface.Body) -> Iterator[surface.Statement]:
    """Go through all statements of a body, nested ones too, in the order of the text."""
    for statement in body:
        yield statement
        for inner in _bodies(statement):
            yield from statements(inner)


def _bodies(statement: surface.Statement) -> Iterator[surface.Body]:
    match statement:
        case surface.If(branches=branches, otherwise=otherwise):
            yield from (body for _, body in branches)
            if otherwise is not None:
                yield otherwise
        case surface.Match(cases=cases):
            yield from (case.body for case in cases if isinstance(case.body, tuple))
        case surface.Choose(arms=arms, otherwise=otherwise):
            yield from (arm.body for arm in arms)
            if otherwise is not None:
                yield otherwise
        case surface.Anytime(arms=arms):
            yield from (arm.body for arm in arms)
        case (
            surface.For() | surface.Random() | surface.Repeat() | surface.Turns() | surface.Phase()
        ):
            yield statement.body
        case _:
            pass


def effects_called(body: surface.Body) -> Iterator[surface.Apply]:
    """Go through the calls of effects in a body."""
    for statement in statements(body):
        if isinstance(statement, surface.CallEffect):
            yield statement.call


@attrs.frozen
class CallOrder:
    """Effects with all callers before their callees, and the calls that close a circle."""

    order: tuple[str, ...]
    circles: tuple[tuple[tuple[str, ...], surface.Apply], ...]


def call_order(c: Context) -> CallOrder:
    """Sort the effects of a text so that callers come first."""
    done: list[str] = []
    circles: list[tuple[tuple[str, ...], surface.Apply]] = []

    def visit(name: str, path: tuple[str, ...]) -> None:
        symbol = c.symbols.get(name)
        if name in done or not isinstance(symbol, EffectName):
            return
        for call in effects_called(symbol.node.body):
            callee = call.name.text
            if callee in path:
                circles.append(((*path[path.index(callee) :], callee), call))
            else:
                visit(callee, (*path, callee))
        done.append(name)

    for name in list(c.symbols):
        visit(name, (name,))
    return CallOrder(tuple(reversed(done)), tuple(circles))
