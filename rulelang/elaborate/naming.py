"""Names in expressions: locals, individuals, kinds, zones, variables, facts; and places."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias, assert_never

import attrs

from rulelang import core, surface
from rulelang.core import Const, Contents, Held, Local, Lookup, Read
from rulelang.elaborate import ask, hints, meant
from rulelang.elaborate.context import NOTHING, Context
from rulelang.elaborate.queries import builtins
from rulelang.elaborate.symbols import (
    Constant,
    EffectName,
    FactName,
    KindName,
    LocalConstant,
    LocalPlace,
    LocalValue,
    MemoryName,
    Scope,
    Symbol,
    TableName,
    Typed,
    TypeName,
    VariableName,
    ZoneName,
)
from rulelang.elaborate.typing import fits
from rulelang.messages import names, types
from rulelang.rule_types import Component, Maybe, Number, Type, Unknown, Word
from rulelang.source import Span
from rulelang.suggest import nearest

_CELL = re.compile(r"[a-z]{1,2}[0-9]{1,3}")
_VALUES = ("all", "false", "none", "true")
"""Words that stand for a value, or in its place."""
PlaceSymbol: TypeAlias = ZoneName | VariableName


def applied(c: Context, node: surface.Apply, scope: Scope) -> Typed:
    """Elaborate a name with or without arguments."""
    name = node.name.text
    local = scope.locals.get(name)
    if local is not None:
        return _local(c, node, scope)
    if node.args == () and name in c.words and _takes_something(c.symbols.get(name)):
        return _word(c, node)  # as it stands it can be nothing else
    symbol = find(c, name)
    if symbol is None:
        if builtins.is_builtin(name):
            return builtins.call(c, node, scope)
        if node.args == () and name in c.words:
            return _word(c, node)
        asked = meant.called_instead(c, node) if node.args else ""
        if asked:
            c.report(
                names.asked_instead(names.unknown_name(name, node.span, ()), asked, node.span)
            )
        else:
            _unknown(c, node.name, scope, is_called=node.args != ())
        return NOTHING
    return _symbol(c, symbol, node, scope)


def _takes_something(symbol: Symbol | None) -> bool:
    """Return whether a name needs brackets behind it, or is no value."""
    match symbol:
        case FactName(node=node):
            return node.parameters != ()
        case ZoneName(zone=made) | VariableName(variable=made):
            return made.index != ()
        case TableName(index=index) | KindName(index=index):
            return index != ()
        case EffectName():
            return True
        case _:
            return False


def _word(c: Context, node: surface.Apply) -> Typed:
    number = c.words[node.name.text]
    return Typed(Const(number, node.span), Word((number,)))


def _unknown(
    c: Context,
    name: surface.Name,
    scope: Scope,
    meant: str | None = None,
    *,
    is_called: bool = False,
) -> None:
    """Report an unknown name, unless that is known of it already. `meant`: instead of a local."""
    if name.text in c.broken or c.incomplete:
        return
    if name.text in c.later:
        c.report(names.not_settled(name.text, name.span))
        return
    if _is_local_elsewhere(c, name.text):
        c.report_once(f"local {name.text}", names.not_in_sight(name.text, name.span))
        return
    is_cell = _CELL.fullmatch(name.text) and name.text.upper() not in c.symbols
    cells = _cells_of_board(c) if is_cell else ()
    if cells:
        c.report(names.no_cell(name.text, name.span, cells))
        return
    parts = hints.of_local(c, name.text, scope)
    meant = meant or hints.local_called(c, name.text, scope)
    values = [one for one in _VALUES if abs(len(one) - len(name.text)) <= 1]
    known = (*_in_sight(c, scope), *values)
    if is_called:
        known = tuple(one for one in known if not _is_bare_type(c, one))
    c.unknown(name, known, meant=parts[0] if len(parts) == 1 else meant)


def _cells_of_board(c: Context) -> tuple[str, ...]:
    """Return the cells of the one board that is named by columns and rows; () without one."""
    boards = {*c.boards.values()}
    return c.family(boards.pop()).labels if len(boards) == 1 else ()


def _is_bare_type(c: Context, name: str) -> bool:
    """Return whether a name is that of a type with nothing in brackets, as `nextPlayer(p)` has."""
    symbol = c.symbols.get(name)
    return isinstance(symbol, TypeName) and symbol.constructor is None


def _in_sight(c: Context, scope: Scope) -> tuple[str, ...]:
    return (*c.names_in_sight(tuple(scope.locals)), *builtins.NAMES)


def is_slip_of_empty(c: Context, node: surface.Binary, scope: Scope) -> bool:
    """Return whether `emty` in `deck is emty` is meant for `empty`; it is reported then."""
    match node.left, node.right:
        case surface.Apply(name=held), surface.Apply(name=slip, args=()):
            is_known = any(slip.text in found for found in (c.symbols, scope.locals, c.words))
            if is_known or not isinstance(c.symbols.get(held.text), ZoneName):
                return False
            is_slip = nearest(slip.text, (*_in_sight(c, scope), *c.words, "empty")) == "empty"
            if is_slip:
                _unknown(c, slip, scope, "empty")
            return is_slip
        case _:
            return False


def _is_local_elsewhere(c: Context, name: str) -> bool:
    bodies = (s.node for s in c.symbols.values() if isinstance(s, FactName | EffectName))
    return name in c.bound or any(name in (p.text for p in body.parameters) for body in bodies)


def find(c: Context, name: str) -> Symbol | None:
    """Return what a name stands for, and note that it is used."""
    symbol = c.symbols.get(name)
    if symbol is not None:
        c.used.add(name)
    return symbol


def _report_indexed(c: Context, node: surface.Apply, what: str, declared: Span) -> None:
    """Report an index behind the name of something that has none."""
    without = names.Indexed(what, 0, declared)
    c.report(names.wrong_arity(node.name.text, without, len(node.args), node.span))


def _local(c: Context, node: surface.Apply, scope: Scope) -> Typed:
    local = scope.locals[node.name.text]
    if node.args:
        if isinstance(local, LocalValue) and isinstance(local.type, Unknown):
            for arg in node.args:  # it may stand for a place, which has an index
                c.elaborator.expression(c, arg, scope)
            return NOTHING
        _report_indexed(c, node, "a local name", local.span)
        return NOTHING
    match local:
        case LocalValue(slot=slot, type=type_, turns=turns):
            if turns is not None:
                c.turns_read.add(turns)
            return Typed(Local(slot, node.span), type_)
        case LocalConstant(value=value):
            return value
        case LocalPlace(symbol=symbol):
            args = _place_locals(local)
            if isinstance(symbol, ZoneName):
                return zone_value(symbol, args, node.span)
            _read(c, symbol.number)
            return Typed(Read(symbol.number, args, node.span), symbol.variable.type)
        case _:
            assert_never(local)


def _read(c: Context, variable: int) -> None:
    if variable != c.setting_now:
        c.read.add(variable)


def _place_locals(local: LocalPlace) -> tuple[core.Expr, ...]:
    index = (
        local.symbol.zone.index
        if isinstance(local.symbol, ZoneName)
        else local.symbol.variable.index
    )
    return tuple(Local(local.slot + i) for i in range(len(index)))


def zone_value(symbol: ZoneName, args: tuple[core.Expr, ...], span: Span) -> Typed:
    """Return a zone as a value: the component of a `one` zone, else all its contents."""
    if symbol.zone.shape == "one":
        return Typed(Held(symbol.number, args, span=span), Maybe(Component(symbol.zone.kinds)))
    return Typed(Contents(symbol.number, args, span), symbol.contents)


def _symbol(  # noqa: C901 - one arm a sort of symbol
    c: Context, symbol: Symbol, node: surface.Apply, scope: Scope
) -> Typed:
    span = node.span
    match symbol:
        case Constant():
            return _constant(c, symbol, node)
        case TypeName(constructor=KindName() as constructor):
            return _kind(c, constructor, node, scope)
        case TypeName():
            c.report(
                names.not_a(
                    node.name.text,
                    symbol.what,
                    "a value",
                    span,
                    hint=f"to go through all: `x in {node.name.text}`",
                )
            )
            return NOTHING
        case KindName():
            return _kind(c, symbol, node, scope)
        case ZoneName():
            return zone_value(symbol, _of_place(c, node, scope, symbol), span)
        case VariableName(number=n, variable=variable):
            args = _of_place(c, node, scope, symbol)
            _read(c, n)
            return Typed(Read(n, args, span), variable.type)
        case MemoryName(number=n, memory=memory):
            if node.args:
                _report_indexed(c, node, "a memory", memory.span)
            return Typed(core.Recalled(n, span), Number(0, memory.most))
        case TableName(number=n, index=index, type=type_):
            return Typed(
                Lookup(
                    n,
                    arguments(
                        c, node, scope, index, names.Indexed("a table", len(index), symbol.span)
                    ),
                    span,
                ),
                type_,
            )
        case FactName():
            return c.elaborator.fact(c, symbol, node, scope)
        case EffectName():
            c.report(
                names.not_a(
                    node.name.text,
                    "an effect",
                    "a value",
                    span,
                    hint="effects stand alone on a line",
                )
            )
            return NOTHING
        case _:
            assert_never(symbol)


def _constant(c: Context, symbol: Constant, node: surface.Apply) -> Typed:
    if node.args:
        _report_indexed(c, node, symbol.what, symbol.span)
    return Typed(Const(symbol.value, node.span), symbol.type)


def _kind(c: Context, symbol: KindName, node: surface.Apply, scope: Scope) -> Typed:
    declared = names.Indexed(symbol.what, len(symbol.index), symbol.span)
    args = arguments(c, node, scope, symbol.index, declared)
    if not symbol.index:
        return Typed(Const(symbol.kinds[0], node.span), Component(symbol.kinds))
    entries = dict(c.tables[symbol.table].entries)
    constants = tuple(arg.value for arg in args if isinstance(arg, Const))
    if len(constants) == len(symbol.index) and constants in entries:
        kind = entries[constants]
        assert isinstance(kind, int)
        return Typed(Const(kind, node.span), Component((kind,)))
    return Typed(Lookup(symbol.table, args, node.span), Component(symbol.kinds))


def arguments(
    c: Context,
    node: surface.Apply,
    scope: Scope,
    index: Sequence[Type],
    declared: names.Indexed,
) -> tuple[core.Expr, ...]:
    """Elaborate the arguments of an indexed name.

    A wrong number of them is reported, and they count as `none`.
    """
    if len(node.args) != len(index):
        if not node.args:
            declared = attrs.evolve(
                declared,
                in_full=hints.with_arguments(node.name.text, index, scope),
                example=hints.with_values(c, node.name.text, index),
            )
        c.report(names.wrong_arity(node.name.text, declared, len(node.args), node.span))
        for arg in node.args:
            c.elaborator.expression(c, arg, scope)
        return tuple(Const(None) for _ in index)
    given = [(c.elaborator.expression(c, arg, scope), arg) for arg in node.args]
    if all(fits(typed.type, kind) for (typed, _), kind in zip(given, index, strict=True)):
        return tuple(typed.expr for typed, _ in given)
    swapped = hints.turned_round(given, index)
    if swapped is not None:
        both = [(given[at][1].span, hints.written(given[at][1])) for at in swapped]
        c.report(types.turned_round(both, both[0][0].to(both[1][0])))
        return tuple(Const(None) for _ in index)
    return tuple(
        ask.fitted(c, typed, arg, wanted)
        for (typed, arg), wanted in zip(given, index, strict=True)
    )


def _of_place(
    c: Context, node: surface.Apply, scope: Scope, symbol: PlaceSymbol
) -> tuple[core.Expr, ...]:
    made = symbol.zone if isinstance(symbol, ZoneName) else symbol.variable
    declared = names.Indexed(symbol.what, len(made.index), made.span)
    return arguments(c, node, scope, made.index, declared)


def place(
    c: Context,
    node: surface.Apply,
    scope: Scope,
    wanted: str = "zone or variable",
    what: surface.Expr | None = None,
) -> tuple[PlaceSymbol, tuple[core.Expr, ...]] | None:
    """Elaborate a place: a zone or a variable with its index, or a parameter that stands for one.

    `wanted` says what messages ask for; the caller checks whether it is one. `what`: what lies or
    is to lie there, where that is said.
    """
    local = scope.locals.get(node.name.text)
    if isinstance(local, LocalPlace):
        if node.args:
            _report_indexed(c, node, "a place", local.span)
        return local.symbol, _place_locals(local)
    if isinstance(local, LocalValue) and isinstance(local.type, Unknown):
        return None
    if local is not None:
        zones = hints.zones_of(c, node, local.type, what) if isinstance(local, LocalValue) else []
        _report_no_place(c, node, "a value", wanted, zones)
        return None
    symbol = find(c, node.name.text)
    match symbol:
        case ZoneName() | VariableName():
            return symbol, _of_place(c, node, scope, symbol)
        case None:
            known = (name for name, s in c.symbols.items() if s.what[2:] in wanted)
            c.unknown(node.name, known, f"no {wanted}")
            return None
        case _:
            index = symbol.type if isinstance(symbol, Constant) else None
            zones = [] if index is None else hints.zones_of(c, node, index, what)
            _report_no_place(c, node, symbol.what, wanted, zones)
            return None


def _report_no_place(
    c: Context, node: surface.Apply, found: str, wanted: str, zones: Sequence[str]
) -> None:
    """Report what is no place; `zones`: those that may be meant."""
    report = names.not_a(node.name.text, found, f"a {wanted}", node.span)
    is_asked = zones and "zone" in wanted and not node.args
    c.report(names.no_zone(report, zones, node.span) if is_asked else report)


def zone_place(
    c: Context, node: surface.Apply, scope: Scope, what: surface.Expr | None = None
) -> tuple[ZoneName, core.Place] | None:
    """Elaborate a place that must be a zone. `what`: what lies or is to lie there, if said."""
    found = place(c, node, scope, "zone", what)
    if found is None:
        return None
    symbol, args = found
    if isinstance(symbol, VariableName):
        c.report(
            names.not_a(
                node.name.text,
                "a variable",
                "a zone",
                node.span,
                hint="change a variable with `set`, `add` or `take`",
            )
        )
        return None
    return symbol, core.Place(symbol.number, args, node.span)
