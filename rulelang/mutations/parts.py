"""The parts of any node of the surface tree by name, so that a change may go anywhere.

A path leads from a node to what lies in it: the name of a field, or the place in a tuple.
"""

from __future__ import annotations

from typing import TypeAlias

import attrs

from rulelang.source import Span

Step: TypeAlias = str | int
SPANS = ("span", "path_span")


def fields(node: object) -> tuple[str, ...]:
    """Return the names of the fields of a node, without its spans; () of what is no node."""
    cls = type(node)
    if not attrs.has(cls):
        return ()
    return tuple(field.name for field in attrs.fields(cls) if field.name not in SPANS)


def part(node: object, step: Step) -> object:
    """Return what lies one step further."""
    if isinstance(step, str):
        found: object = getattr(node, step)
        return found
    assert isinstance(node, tuple), "only a tuple has places"
    return node[step]


def with_parts(node: object, parts: dict[str, object]) -> object:
    """Return a node in which these fields are others."""
    cls = type(node)
    assert attrs.has(cls), "only a node has fields"
    known: dict[str, object] = {f.name: getattr(node, f.name) for f in attrs.fields(cls)}
    return cls(**(known | parts))


def replaced(node: object, path: tuple[Step, ...], new: object) -> object:
    """Return a tree in which the part at `path` is `new`."""
    if not path:
        return new
    step, rest = path[0], path[1:]
    inner = replaced(part(node, step), rest, new)
    if isinstance(step, str):
        return with_parts(node, {step: inner})
    assert isinstance(node, tuple), "only a tuple has places"
    return (*node[:step], inner, *node[step + 1 :])


def span_of(node: object) -> Span | None:
    """Return where a node stands; None of what has no place of its own."""
    span: object = getattr(node, "span", None)
    return span if isinstance(span, Span) else None
