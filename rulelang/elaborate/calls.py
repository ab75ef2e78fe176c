"""Calls of facts and effects.

A fact is elaborated for the types of each call, so its parameters need no types of their own;
equal results are one fact. An effect is elaborated once for the places that it is called with,
after all its callers, so that the types of its parameters are the join over all calls; one that
reaches itself once for each depth (`circles`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

import attrs

from rulelang import core, surface
from rulelang.core import Const
from rulelang.elaborate import ask, circles, matching, naming
from rulelang.elaborate.context import NOTHING, UNKNOWN, Context, EffectInstance
from rulelang.elaborate.places import placed_parameters
from rulelang.elaborate.rounds import going_through
from rulelang.elaborate.symbols import (
    EffectName,
    FactName,
    Local,
    LocalPlace,
    LocalValue,
    Scope,
    Typed,
    TypeName,
    VariableName,
    ZoneName,
)
from rulelang.elaborate.typing import described, join
from rulelang.messages import flow, names, types
from rulelang.rule_types import Component, Type, Word
from rulelang.source import Span

MAX_FACTS = 5_000
MAX_EFFECTS = 2_000
_CALLS = 4  # from one fact to the next that it uses, beside those of expressions
Places = Mapping[str, ZoneName | VariableName]


@attrs.frozen
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
        declared = names.Indexed(what, len(parameters), body.name.span)
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
            if found is None:
                return None
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


def _inner_scope(
    parameters: Sequence[surface.Name], places: Places, kinds: Sequence[Type]
) -> Scope:
    """Return the scope in which a body sees only its parameters."""
    bound: dict[str, Local] = {}
    depth = 0
    for parameter in parameters:
        symbol = places.get(parameter.text)
        if symbol is None:
            bound[parameter.text] = LocalValue(depth, kinds[depth], parameter.span)
            depth += 1
        else:
            bound[parameter.text] = LocalPlace(symbol, depth, parameter.span)
            depth += len(_index(symbol))
    return Scope(bound, depth)


# ---------------------------------------------------------------- facts


def fact(c: Context, symbol: FactName, node: surface.Apply, scope: Scope) -> Typed:
    """Elaborate a call of a fact."""
    declared = symbol.node
    name = declared.name.text
    if name in c.facts_in_progress:
        path = (*c.facts_in_progress[c.facts_in_progress.index(name) :], name)
        hint = "say it with a query: `sum of …`, `highest of …`, `groups of …`, `… is within …`"
        c.report(flow.recursion(path, node.span, hint))
        return NOTHING
    given = arguments(c, node, declared.parameters, declared, scope)
    if given is None:
        return NOTHING
    signature = (
        name,
        tuple(sorted((p, s.what, s.number) for p, s in given.places.items())),
        given.types,
    )
    if signature not in c.fact_instances:
        if len(c.fact_instances) >= MAX_FACTS:
            c.report(flow.too_many_versions("facts", MAX_FACTS, declared.name.span))
            c.overflowed = True
        if not c.enter(_CALLS, node.span):
            return NOTHING
        c.facts_in_progress.append(name)
        c.fact_instances[signature] = _fact_instance(c, declared, given)
        c.facts_in_progress.pop()
        c.leave(_CALLS)
    number = c.fact_instances[signature]
    instance = c.facts[number]
    if isinstance(instance.body, Const):
        return Typed(attrs.evolve(instance.body, span=node.span), instance.type)
    going_through(c, scope, c.fact_rounds[number], node.span)
    return Typed(core.Call(number, given.values, node.span), instance.type)


def _fact_instance(c: Context, declared: surface.Fact, given: Arguments) -> int:
    inner = _inner_scope(declared.parameters, given.places, given.types)
    around, c.most_rounds = c.most_rounds, ()
    body = _fact_body(c, declared, inner)
    made = core.Fact(declared.name.text, inner.depth, body.expr, body.type, declared.span)
    number = _fact_number(c, made)
    c.fact_rounds[number], c.most_rounds = c.most_rounds, around
    return number


def _fact_body(c: Context, declared: surface.Fact, scope: Scope) -> Typed:
    if isinstance(declared.value, surface.Cases):
        return matching.cases(c, declared.value, scope)
    return c.elaborator.expression(c, declared.value, scope)


def _fact_number(c: Context, instance: core.Fact) -> int:
    if instance in c.facts:
        return c.facts.index(instance)
    c.facts.append(instance)
    return len(c.facts) - 1


# ---------------------------------------------------------------- effects


def effect(
    c: Context, symbol: EffectName, node: surface.Apply, scope: Scope
) -> core.Invoke | core.TooDeep | None:
    """Elaborate a call of an effect; its body comes later, when all calls are known."""
    declared = symbol.node
    given = arguments(c, node, declared.parameters, declared, scope)
    if given is None:
        return None
    inside = circles.entered(c, declared.name.text, scope)
    most = circles.call_order(c).most.get(declared.name.text)
    if most is not None and inside.get(declared.name.text, 0) > most:
        return core.TooDeep(most, declared.name.text, node.span)
    signature = (
        declared.name.text,
        tuple(sorted((p, s.what, s.number) for p, s in given.places.items())),
        tuple(sorted(inside.items())),
    )
    instance = c.effect_instances.get(signature)
    if instance is None and len(c.effects) >= MAX_EFFECTS:
        c.report(flow.too_many_versions("effects", MAX_EFFECTS, declared.name.span))
        c.overflowed = True
        return None
    if instance is None:
        number, kinds = len(c.effects), list(given.types)
        instance = EffectInstance(number, declared, given.places, kinds, inside)
        c.effect_instances[signature] = instance
        c.effects.append(instance)
    elif instance.body is None:
        _widen(c, instance, given)
    else:
        _check_late_call(c, instance, given)
    if prod(scope.rounds) > prod(instance.rounds):
        instance.rounds = scope.rounds
    if prod(scope.lasting) > prod(instance.lasting):
        instance.lasting = scope.lasting
    return core.Invoke(instance.number, given.values, node.span)


def _widen(c: Context, instance: EffectInstance, given: Arguments) -> None:
    for i, (known, new) in enumerate(zip(instance.parameters, given.types, strict=True)):
        joined = join(known, new)
        if joined is None:
            wanted = f"{described(known)}, as in another call,"
            c.report(types.does_not_fit(described(new), wanted, given.spans[i]))
            joined = UNKNOWN
        instance.parameters[i] = joined


def _check_late_call(c: Context, instance: EffectInstance, given: Arguments) -> None:
    """Check the call of a scenario, which comes after the game is settled.

    Its arguments must fit what the game calls with.
    """
    for known, new, span in zip(instance.parameters, given.types, given.spans, strict=True):
        ask.check_fit(c, Typed(Const(None), new), known, span)


def effect_scope(c: Context, instance: EffectInstance) -> Scope:
    """Return the scope of an effect's body, which has its parameters and the loops around it."""
    scope = _inner_scope(instance.node.parameters, instance.places, instance.parameters)
    circle = circles.call_order(c).within.get(instance.node.name.text)
    return attrs.evolve(
        scope,
        rounds=instance.rounds,
        lasting=instance.lasting,
        circle=circle,
        in_progress=instance.in_progress,
    )
