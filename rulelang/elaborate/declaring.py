"""The order in which declarations are understood: names first, then what needs them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, assert_never

from rulelang import surface
from rulelang.elaborate import dice
from rulelang.elaborate.context import LIBRARY, Context
from rulelang.elaborate.declarations import (
    components,
    edges,
    holdings,
    memories,
    own_cases,
    things,
)
from rulelang.elaborate.statements import fresh
from rulelang.elaborate.symbols import EffectName, FactName, place_of
from rulelang.messages import names
from rulelang.source import Span
from rulelang.surface.reserved import BEGINNING, OPENING

_Holding: TypeAlias = (
    surface.Fact | surface.Effect | surface.Var | surface.Zone | surface.Memory
    | surface.Component | surface.Token | surface.Table
)  # fmt: skip

# Sorts of declarations that give names to what there is; each may need those before it.
NAMING_ORDER: tuple[tuple[type[surface.Declaration], ...], ...] = (
    (surface.Players,),
    (surface.KindOfWords,),
    (surface.Space,),
    (surface.Edge,),
    (surface.Component, surface.Token, surface.Die),
    (surface.Option,),
)

HOLDING_ORDER: tuple[tuple[type[_Holding], ...], ...] = (
    (surface.Fact, surface.Effect),
    (surface.Var,),
    (surface.Zone,),
    (surface.Memory,),
    (surface.Component, surface.Token),
    (surface.Table,),
)


def meant_for_use(declared: Sequence[surface.Declaration]) -> frozenset[str]:
    """Return the names that rules should use: none of rows, words or the library."""
    named: set[str] = set()
    for node in declared:
        match node:
            case (
                surface.Fact()
                | surface.Effect()
                | surface.Zone()
                | surface.Memory()
                | surface.Table()
                | surface.Option()
            ):
                named.add(node.name.text)
            case surface.Var(names=listed):
                named |= {name.text for name in listed}
            case _:
                pass
    return frozenset(named)


def declare(
    c: Context, declared: Sequence[surface.Declaration]
) -> tuple[surface.Declaration, ...]:
    """Understand the declarations, in the order in which they need each other.

    Return them with the cases of each effect as one.
    """
    c.later = meant_for_use(declared) - {
        node.name.text for node in declared if isinstance(node, surface.Option)
    }
    for sorts in NAMING_ORDER:
        if surface.Space in sorts:
            _number_options(c, declared)
        for node in sorted(declared, key=_has_corners):
            if isinstance(node, sorts) and not _is_number(node):
                _names(c, node)
    whole = own_cases.merged(c, declared)
    plain = tuple(dice.as_token(n) if isinstance(n, surface.Die) else n for n in whole)
    _attributes(c, plain)
    _holdings(c, plain)
    fresh.check_names(c, plain)
    return whole


def _has_corners(node: surface.Declaration) -> bool:
    """Return whether these are corners of a board, which is declared before them."""
    return isinstance(node, surface.Space) and node.corners_of is not None


def _number_options(c: Context, declared: Sequence[surface.Declaration]) -> None:
    """Declare options that are on or off, or a number: boards and copies may depend on them."""
    for node in declared:
        if _is_number(node):
            _names(c, node)


def _is_number(node: surface.Declaration) -> bool:
    return isinstance(node, surface.Option) and all(s.text.isdigit() for s in node.settings)


def _names(c: Context, node: surface.Declaration) -> None:
    """Declare the individuals, words, kinds and types that a declaration names."""
    match node:
        case surface.Players():
            things.players(c, node)
        case surface.KindOfWords():
            things.words(c, node)
        case surface.Space() if not things.is_second(c, node):
            things.space(c, node)
        case surface.Edge():
            edges.edge(c, node)
        case surface.Component() | surface.Token() | surface.Die():
            components.component_names(c, node)
        case surface.Option():
            with c.symbols.unasked():
                things.option(c, node)
        case _:
            pass


def _attributes(c: Context, declared: Sequence[surface.Declaration]) -> None:
    columns = components.ComponentColumns()
    for node in declared:
        match node:
            case surface.Space():
                things.individual_attributes(c, node.name, node.table, node.span, ())
            case surface.Edge():
                things.individual_attributes(c, node.name, node.table, node.span, ("a", "b"))
            case surface.Component() | surface.Token():
                components.component_attributes(c, node, columns)
            case _:
                pass
    columns.declare(c)


def _holdings(c: Context, declared: Sequence[surface.Declaration]) -> None:
    """Declare what bodies use; facts and variables first, since a capacity may be a fact."""
    for sorts in HOLDING_ORDER:
        for node in declared:
            if isinstance(node, sorts):
                _holding(c, node)
    holdings.capacity_of_homes(c)
    for node in declared:
        if isinstance(node, surface.Fact | surface.Effect):
            _check_parameters(c, node)


def _holding(c: Context, node: _Holding) -> None:
    match node:
        case surface.Fact():
            things.declare(c, node.name, FactName(node))
        case surface.Effect():
            if node.name.text in BEGINNING:
                c.report(names.begins_sentence(node.name.text, node.name.span))
            things.declare(c, node.name, EffectName(node))
        case surface.Var():
            holdings.variable(c, node)
        case surface.Zone():
            holdings.zone(c, node)
        case surface.Memory():
            memories.memory(c, node)
        case surface.Component() | surface.Token():
            holdings.homes(c, node)
        case surface.Table():
            holdings.table(c, node)
        case _:
            assert_never(node)


def _check_parameters(c: Context, node: surface.Fact | surface.Effect) -> None:
    """Report parameters that hide something: each other, or what the game declares."""
    if node.name.span.file.startswith(LIBRARY):
        return
    first: dict[str, Span] = {}
    for name in node.parameters:
        if name.text in OPENING:
            c.report(names.word_of_language(name.text, name.span))
        hidden = first.get(name.text)
        if hidden is None and name.text in c.symbols:
            hidden = place_of(c.symbols[name.text])
        if hidden is not None:
            c.report(names.shadowed(name.text, name.span, hidden))
        first.setdefault(name.text, name.span)
