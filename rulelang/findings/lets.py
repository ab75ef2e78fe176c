"""Find local names that nothing uses: `let k = …` in a body, and no `k` below it there.

before:  surface.RuleText
after:   findings

Names are compared as they are written: a local name may be no other name as well.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang import surface
from rulelang.diagnostics import Diagnostic
from rulelang.messages import names
from rulelang.surface.bodies import bodies, inside, statements


def unused(text: surface.RuleText) -> Iterator[Diagnostic]:
    """Yield a finding for each local name that nothing uses."""
    for node in text.declarations:
        if isinstance(node, surface.Setup | surface.Play | surface.Effect):
            yield from _in_body(node.body)
            for statement in statements(node.body):
                for body in bodies(statement):
                    yield from _in_body(body)


def _in_body(body: surface.Body) -> Iterator[Diagnostic]:
    lets = [(at, node.name) for at, node in enumerate(body) if isinstance(node, surface.Let)]
    for at, name in lets:
        if not any(_names(statement, name.text) for statement in body[at + 1 :]):
            yield names.never_used(name.text, "a local name", name.span, by="nothing below it")


def _names(node: object, name: str) -> bool:
    """Return whether a name is written anywhere in a node, or in a tuple of some."""
    if isinstance(node, surface.Name):
        return node.text == name
    return any(_names(part, name) for part in inside(node))
