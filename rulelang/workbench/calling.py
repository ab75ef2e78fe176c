"""Which arguments a name takes, and at which of them a place is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from rulelang import surface as s
from rulelang.freezing import frozen
from rulelang.parsing.tree import Form, Node, Word
from rulelang.workbench.constructs import BUILT_IN
from rulelang.workbench.draft import Draft
from rulelang.workbench.names import Definition
from rulelang.workbench.places import place_at
from rulelang.workbench.telling import headline


@frozen
class Signature:
    """A name with its arguments; `active`: at which of them writing is, from 0."""

    label: str
    arguments: tuple[str, ...]
    text: str
    active: int


def signature(draft: Draft, line: int, column: int) -> Signature | None:
    """Return the arguments of the innermost call that is open at a place."""
    called = call_at(place_at(draft, line, column).before.nodes)
    return None if called is None else _of(draft, *called)


def call_at(nodes: Sequence[Node]) -> tuple[str, int] | None:
    """Return the name of the innermost call that is open, and which argument comes, from 0."""
    depth = commas = 0
    for at in range(len(nodes) - 1, 0, -1):
        node, ahead = nodes[at], nodes[at - 1]
        if isinstance(node, Form):
            commas += _parted(node)
            continue
        if node.text == ")":
            depth += 1
        elif node.text == "," and depth == 0:
            commas += 1
        elif node.text == "(" and depth:
            depth -= 1
        elif node.text == "(" and isinstance(ahead, Word) and ahead.kind == "NAME":
            return ahead.text, commas
        elif node.kind in {"NL", "INDENT"}:
            return None
    return None


def _parted(form: Form) -> int:
    """Return how many arguments the library put together already: each begins with a comma."""
    return sum(isinstance(c, Form) for c in form.children) if form.name.startswith("__") else 0


def _of(draft: Draft, name: str, active: int) -> Signature | None:
    if name in BUILT_IN and draft.declared.find(name, "names") is None:
        given, gives = BUILT_IN[name]
        return Signature(f"{name}({given})", tuple(given.split(", ")), gives, active)
    known = draft.declared.find(name, "names", "arm")
    arguments = () if known is None else _arguments(known)
    if known is None or not arguments:
        return None
    label = f"{name}({', '.join(arguments)})"
    return Signature(label, arguments, headline(draft, known), active)


def _arguments(known: Definition) -> tuple[str, ...]:
    match known.node:
        case s.Fact(parameters=parameters) | s.Effect(parameters=parameters):
            return tuple(name.text for name in parameters)
        case s.Zone(index=index) | s.Var(index=index) | s.Table(index=index):
            return tuple(map(_written, index))
        case s.Token(index=index) | s.Die(index=index) | s.Component(index=index):
            return tuple(map(_written, index))
        case s.Arm(choices=choices):
            return tuple(choice.name.text for choice in choices)
        case _:
            return ()


def _written(parameter: s.Parameter) -> str:
    match parameter.type:
        case s.WordsType(names=names):
            of = " | ".join(name.text for name in names)
        case s.MaybeType(names=names):
            of = f"{' | '.join(name.text for name in names)} or none"
        case s.RangeType(low=low, high=high):
            of = f"{low}..{high}"
        case s.FlagType():
            of = "flag"
        case _:
            assert_never(parameter.type)
    return of if parameter.name is None else f"{parameter.name.text}: {of}"
