"""Understand an expression that somebody asks about a game: what a debugger is given.

before:  `count hand(p) < 3`, at a place of the text where `p` is a local
after:   the same as core tree, its type, and the specification with what it needs besides
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import assert_never

import attrs

from rulelang import core, surface
from rulelang.diagnostics import Diagnostic, Sink
from rulelang.elaborate import ask
from rulelang.elaborate.context import Context
from rulelang.elaborate.symbols import LocalConstant, LocalPlace, LocalValue, Scope, Typed
from rulelang.elaborate.whole import blamed
from rulelang.evolving import evolve
from rulelang.freezing import frozen
from rulelang.parse import asked
from rulelang.rule_types import SetOf, Type, Unknown

NO_SCOPE = Scope()


@frozen
class Answerable:
    """An expression of the core tree: it reads the locals of the place, and `spec`."""

    expr: core.Expr
    type: Type
    spec: core.Spec = attrs.field(repr=False)


@frozen
class Inquiry:
    """One instance of a game that may be asked. `context`: what elaborated it."""

    context: Context = attrs.field(repr=False)
    spec: core.Spec = attrs.field(repr=False)

    def scope(self, blocks: Iterable[int], depth: int) -> Scope:
        """Return the names of the locals in the innermost of some blocks, `depth` slots taken.

        `blocks`: their numbers, innermost first.
        """
        known = self.context.scopes or {}
        for number in blocks:
            if (number, depth) in known:
                return known[number, depth]
        return Scope(depth=depth)

    def locals(self, scope: Scope) -> Mapping[str, tuple[int, Type]]:
        """Return the slots and types of the values that are named in a scope."""
        found: dict[str, tuple[int, Type]] = {}
        for name, local in scope.locals.items():
            match local:
                case LocalValue(slot=slot, type=type_):
                    found[name] = (slot, type_)
                case LocalConstant(slot=slot, value=value):
                    found[name] = (slot, value.type)
                case LocalPlace():  # a place is no value
                    pass
                case _:
                    assert_never(local)
        return found

    def understand(
        self, text: str, scope: Scope = NO_SCOPE, *, claim: bool = False
    ) -> Answerable | tuple[Diagnostic, ...]:
        """Return what a text asks, or what is wrong with it. `claim`: it must be true or false."""
        sink = Sink()
        tree = asked(text, sink)
        if tree is None:
            return sink.found
        if not claim:
            held = self._collected(tree, scope)
            if held is not None:
                return self._answerable(held)
        found = self._heard(lambda c: (ask.claim if claim else _value)(c, tree, scope), sink)
        return sink.found if found is None else self._answerable(found)

    def _collected(self, tree: surface.Expr, scope: Scope) -> Typed | None:
        """Return all that lies in a zone, or another collection; None where it is none."""
        found = self._heard(lambda c: c.elaborator.collection(c, tree, scope), Sink())
        return found if found is not None and isinstance(found.type, SetOf) else None

    def _heard(self, elaborate: Callable[[Context], Typed], sink: Sink) -> Typed | None:
        """Return what is elaborated, what is wrong with it going to a sink of its own."""
        c = self.context
        before, c.sink = (c.sink, set(c.broken)), sink
        try:
            found = elaborate(c)
            blamed.settle(c)
        finally:
            c.sink, c.broken = before
        return None if sink.has_errors or isinstance(found.type, Unknown) else found

    def _answerable(self, found: Typed) -> Answerable:
        c = self.context
        grown = evolve(
            self.spec, facts=tuple(c.facts), tables=tuple(c.tables), words=tuple(c.words)
        )
        return Answerable(found.expr, found.type, grown)


def _value(c: Context, tree: surface.Expr, scope: Scope) -> Typed:
    return c.elaborator.expression(c, tree, scope)
