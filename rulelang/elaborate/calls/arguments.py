"""What a call gives, and what its callee sees of that: places by their names, values by slots."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang import core, surface
from rulelang.elaborate import hints, naming
from rulelang.elaborate.context import LIBRARY, UNKNOWN, Context
from rulelang.elaborate.places import placed_parameters
from rulelang.elaborate.sharing import Places
from rulelang.elaborate.symbols import (
    Local,
    LocalPlace,
    LocalValue,
    Scope,
    TypeName,
    VariableName,
    ZoneName,
)
from rulelang.freezing import frozen
from rulelang.messages import names, types
from rulelang.rule_types import Component, Type, Word
from rulelang.source import Span


@frozen
class Arguments:
    """The arguments of a call.

    Which parameters are places, and the values passed, place indices among them.
    """

    places: Places
    values: tuple[core.Expr, ...]
    types: tuple[Type, ...]
    spans: tuple[Span, ...]


def arguments(
    c: Context,
    node: surface.Apply,
    parameters: Sequence[surface.Name],
    body: surface.Fact | surface.Effect,
    scope: Scope,
) -> Arguments | None:
    """Elaborate the arguments of a call, or report that there are too few or too many."""
    what = "an effect" if isinstance(body, surface.Effect) else "a fact"
    if len(node.args) != len(parameters):
        known = [one.text for one in parameters]
        form = f"{node.name.text}({', '.join(known)})"
        is_part = {*map(hints.written, node.args)} <= {*known} <= {*scope.locals}
        in_full = form if known and is_part and len(node.args) < len(known) else ""
        declared = names.Indexed(what, len(known), body.name.span, form if known else "", in_full)
        if node.name.text not in c.broken:
            c.report(names.wrong_arity(node.name.text, declared, len(node.args), node.span))
        return None
    placed = placed_parameters(c, body)
    places: dict[str, ZoneName | VariableName] = {}
    values: list[core.Expr] = []
    kinds: list[Type] = []
    spans: list[Span] = []
    for parameter, arg in zip(parameters, node.args, strict=True):
        symbol = _place_given(c, arg, scope)
        if symbol is not None and _is_place(symbol, changed=parameter.text in placed):
            assert isinstance(arg, surface.Apply)
            found = naming.place(c, arg, scope)
            assert found is not None, "it names a place"
            places[parameter.text] = found[0]
            values.extend(found[1])
            kinds.extend(_index(found[0]))
            spans.extend(arg.span for _ in found[1])
            continue
        if parameter.text in placed:
            if isinstance(arg, surface.Apply):
                naming.place(c, arg, scope)
            else:
                c.report(types.does_not_fit("a value", "a zone or variable", arg.span))
            return None
        typed = c.elaborator.expression(c, arg, scope)
        values.append(typed.expr)
        kinds.append(widened(c, typed.type))
        spans.append(arg.span)
    return Arguments(places, tuple(values), tuple(kinds), tuple(spans))


def widened(c: Context, given: Type) -> Type:
    """Return the type of a parameter for an argument: a single word or kind stands for its sort.

    Else a fact called with `sword` would know its parameter to be `sword`, and find fault with its
    other cases.
    """
    match given:
        case Word(words=(word,)):
            sorts = [s.type for s in c.symbols.values() if isinstance(s, TypeName)]
            holding = [
                sort.words for sort in sorts if isinstance(sort, Word) and word in sort.words
            ]
            return Word(tuple(dict.fromkeys([w for words in (*holding, (word,)) for w in words])))
        case Component(kinds=(kind,)):
            name = c.kinds[kind].component
            return Component(tuple(i for i, k in enumerate(c.kinds) if k.component == name))
        case _:
            return given


def _place_given(c: Context, arg: surface.Expr, scope: Scope) -> ZoneName | VariableName | None:
    match arg:
        case surface.Apply(name=name):
            local = scope.locals.get(name.text)
            if isinstance(local, LocalPlace):
                return local.symbol
            symbol = None if local is not None else c.symbols.get(name.text)
            return symbol if isinstance(symbol, ZoneName | VariableName) else None
        case _:
            return None


def _is_place(symbol: ZoneName | VariableName, *, changed: bool) -> bool:
    """Whether an argument that names a place is passed as one.

    So it is where the place is changed, or holds more than one component.
    """
    return changed or (isinstance(symbol, ZoneName) and symbol.zone.shape != "one")


def _index(symbol: ZoneName | VariableName) -> tuple[Type, ...]:
    return symbol.zone.index if isinstance(symbol, ZoneName) else symbol.variable.index


def inner_scope(
    c: Context, parameters: Sequence[surface.Name], places: Places, kinds: Sequence[Type]
) -> Scope:
    """Return the scope in which a body sees only its parameters.

    What one means that hides something nobody knows.
    """
    bound: dict[str, Local] = {}
    depth = 0
    for parameter in parameters:
        symbol = places.get(parameter.text)
        if symbol is None:
            is_new = parameter.text not in c.symbols or parameter.span.file.startswith(LIBRARY)
            kind = kinds[depth] if is_new else UNKNOWN
            bound[parameter.text] = LocalValue(depth, kind, parameter.span)
            depth += 1
        else:
            bound[parameter.text] = LocalPlace(symbol, depth, parameter.span)
            depth += len(_index(symbol))
    return Scope(bound, depth)
