"""Which parameters of a fact or effect stand for places.

Those that the body changes, by itself or through a call.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulelang import surface
from rulelang.elaborate.context import Context
from rulelang.elaborate.symbols import EffectName
from rulelang.surface.bodies import statements


def placed_parameters(c: Context, node: surface.Fact | surface.Effect) -> frozenset[str]:
    """Return the parameters that must be given a place."""
    if isinstance(node, surface.Fact):
        return frozenset()
    assert c.placed is not None, "all is declared before bodies are read"
    return c.placed.get(node.name.text, frozenset())


def all_placed(c: Context) -> dict[str, frozenset[str]]:
    """Return the placed parameters of every effect: what it changes, and what it passes on."""
    effects = [s.node for s in c.symbols.values() if isinstance(s, EffectName)]
    placed = {node.name.text: changed_in(node) for node in effects}
    parameters = {node.name.text: node.parameters for node in effects}
    callers: dict[str, list[surface.Effect]] = {}
    for node in effects:
        for name in {call.name.text for call in effects_called(node.body)}:
            callers.setdefault(name, []).append(node)
    todo = [node.name.text for node in effects]
    while todo:
        changed = todo.pop()
        for node in callers.get(changed, ()):
            calls = (call for call in effects_called(node.body) if call.name.text == changed)
            passed = (
                arg
                for call in calls
                for parameter, arg in zip(parameters[changed], call.args, strict=False)
                if parameter.text in placed[changed] and isinstance(arg, surface.Apply)
            )
            more = placed[node.name.text] | _own(node, passed)
            if more != placed[node.name.text]:
                placed[node.name.text] = more
                todo.append(node.name.text)
    return placed


def changed_in(node: surface.Effect) -> frozenset[str]:
    """Return the parameters that the body of an effect changes by itself."""
    return _own(node, _changed(node.body))


def _own(node: surface.Effect, places: Iterable[surface.Apply]) -> frozenset[str]:
    """Return which of the places are parameters of an effect."""
    parameters = {name.text for name in node.parameters}
    return frozenset(p.name.text for p in places if not p.args and p.name.text in parameters)


def _changed(body: surface.Body) -> Iterator[surface.Apply]:
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
                surface.Set(place=place)
                | surface.Reveal(place=place)
                | surface.Show(place=place)
                | surface.Roll(place=place)
            ):
                yield place
            case _:
                pass


def effects_called(body: surface.Body) -> Iterator[surface.Apply]:
    """Go through the calls of effects in a body."""
    for statement in statements(body):
        if isinstance(statement, surface.CallEffect):
            yield statement.call
