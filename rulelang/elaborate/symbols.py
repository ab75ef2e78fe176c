"""What names stand for in one instance, and the scopes of rule bodies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias, assert_never

import attrs

from rulelang import core, surface
from rulelang.diagnostics import Diagnostic
from rulelang.evolving import evolve
from rulelang.freezing import frozen
from rulelang.rule_types import Component, Member, SetOf, Type, Word
from rulelang.source import NOWHERE, Span


@frozen
class Typed:
    """A core expression and its type."""

    expr: core.Expr
    type: Type


@frozen
class Constant:
    """A name for a constant: an individual, a word, an option, a kind without index."""

    value: core.Value
    type: Type
    what: str
    span: Span = NOWHERE


@frozen
class TypeName:
    """A name for a type; as a domain, all its values in order.

    `token`: a component that is also its own kind.
    """

    type: Member | Word | Component
    values: tuple[int, ...]
    what: str
    span: Span = NOWHERE
    constructor: KindName | None = None


@frozen
class KindName:
    """A name for kinds of component that are told apart by an index.

    `Mark(p)`. `table` maps the index to the kind.
    """

    table: int
    index: tuple[Type, ...]
    kinds: tuple[int, ...]
    what: str
    span: Span = NOWHERE


@frozen
class ZoneName:
    """A family of zones, by its place in `Spec.zones`."""

    number: int
    zone: core.Zone

    @property
    def what(self) -> str:
        """Say what the name stands for."""
        return "a zone"

    @property
    def contents(self) -> SetOf:
        """Return the type of all that lies in one of the zones."""
        return SetOf(Component(self.zone.kinds), self.zone.capacity or 10_000)


@frozen
class VariableName:
    """A family of variables, by its place in `Spec.variables`."""

    number: int
    variable: core.Variable
    what: str = "a variable"


@frozen
class MemoryName:
    """A memory, by its place in `Spec.memories`."""

    number: int
    memory: core.Memory
    what: str = "a memory"


@frozen
class TableName:
    """A table of the author's."""

    number: int
    index: tuple[Type, ...]
    type: Type
    span: Span
    what: str = "a table"


@frozen
class FactName:
    """A fact, elaborated anew for the types of each call."""

    node: surface.Fact
    what: str = "a fact"


@frozen
class EffectName:
    """An effect, expanded for the places of each call."""

    node: surface.Effect
    what: str = "an effect"


Symbol: TypeAlias = (
    Constant | TypeName | KindName | ZoneName | VariableName | MemoryName | TableName
    | FactName | EffectName
)  # fmt: skip


def place_of(symbol: Symbol) -> Span:
    """Return where a symbol is declared."""
    match symbol:
        case ZoneName(zone=zone):
            return zone.span
        case VariableName(variable=variable):
            return variable.span
        case MemoryName(memory=memory):
            return memory.span
        case FactName(node=fact):
            return fact.name.span
        case EffectName(node=effect):
            return effect.name.span
        case (
            Constant(span=span) | TypeName(span=span) | KindName(span=span) | TableName(span=span)
        ):
            return span
        case _:
            assert_never(symbol)


@frozen
class LocalValue:
    """A name bound in a body. `turns`: it is the number of the turn of that loop."""

    slot: int
    type: Type
    span: Span
    turns: int | None = None


@frozen
class LocalPlace:
    """A parameter that stands for a place of a family; its index values are the locals `slot…`."""

    symbol: ZoneName | VariableName
    slot: int
    span: Span


@frozen
class LocalConstant:
    """A `let` whose value is a constant in this instance."""

    value: Typed
    slot: int
    span: Span


Local: TypeAlias = LocalValue | LocalPlace | LocalConstant


@frozen
class Doubt:
    """A fact in which something is wrong for the types that a call gives it, perhaps by mistake.

    `calls`: all that give these; `found`: what is wrong then, and has not been reported.
    """

    declared: surface.Fact
    types: tuple[Type, ...]
    calls: list[surface.Apply]
    found: tuple[Diagnostic, ...]


@frozen
class Scope:
    """The locals in sight, and how many slots are taken.

    `loops`: those that `stop` could leave, innermost last. `rounds`: how often the loops
    around go round, where that is fixed, outermost first. `lasting`: how often turns,
    `repeat` and choices around repeat at most. `circle`: in the body of an effect that reaches
    itself the group of those that it is among; `in_progress`: how often they are, by name.
    `compared`: the name of what keys compare, where they are asked for.
    """

    locals: Mapping[str, Local] = attrs.field(factory=dict)
    depth: int = 0
    loops: tuple[int, ...] = ()
    rounds: tuple[int, ...] = ()
    lasting: tuple[int, ...] = ()
    circle: int | None = None
    in_progress: Mapping[str, int] = attrs.field(factory=dict)
    compared: str = ""

    def bind(self, name: surface.Name, type_: Type, turns: int | None = None) -> Scope:
        """Return the scope with one more slot, named."""
        local = LocalValue(self.depth, type_, name.span, turns)
        return evolve(self, locals={**self.locals, name.text: local}, depth=self.depth + 1)

    def bind_constant(self, name: surface.Name, value: Typed) -> Scope:
        """Return the scope with one more slot, whose value is also known now."""
        local = LocalConstant(value, self.depth, name.span)
        return evolve(self, locals={**self.locals, name.text: local}, depth=self.depth + 1)

    def inside(self, loop: int) -> Scope:
        """Return the scope of the body of a loop."""
        return evolve(self, loops=(*self.loops, loop))
