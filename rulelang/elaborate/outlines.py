"""What others learn of a body from how it is written, before it is elaborated."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang import surface
from rulelang.elaborate.places import changed_in, effects_called
from rulelang.elaborate.scenes import arms_of
from rulelang.surface.bodies import statements


def is_alike_outside(
    before: surface.Effect | surface.Setup | surface.Play,
    now: surface.Effect | surface.Setup | surface.Play,
) -> bool:
    """Return whether two declarations differ in nothing but what is done inside."""
    return _outside(before) == _outside(now) and not any(
        isinstance(node, surface.Effect) and node.deepest is not None for node in (before, now)
    )


def _outside(node: surface.Effect | surface.Setup | surface.Play) -> tuple[object, ...]:
    names: tuple[surface.Name, ...] = ()
    placed = frozenset[str]()
    if isinstance(node, surface.Effect):
        names, placed = (node.name, *node.parameters), changed_in(node)
    return (
        type(node),
        (node.span.file, node.span.line, node.span.column),
        [(name.text, name.span) for name in names],
        arms_of((node.body,)),
        placed,
        [(call.name.text, [_place(a) for a in call.args]) for call in effects_called(node.body)],
        [*_named(node.body)],
    )


def _place(e: surface.Expr) -> object:
    """Return the name of what may be a place that is given to an effect, and whether it is one."""
    return (e.name.text, bool(e.args)) if isinstance(e, surface.Apply) else None


def _named(body: surface.Body) -> Iterator[tuple[object, ...]]:
    """Yield what phases begin, and what is kept in memories and how it changes."""
    for statement in statements(body):
        match statement:
            case surface.Phase(name=name):
                yield ("phase", name.text)
            case surface.Remember(memory=memory, forgets=forgets):
                yield ("remember", memory.text, forgets)
            case surface.Set(how=how, place=place):
                yield (how, place.name.text)
            case _:
                pass
