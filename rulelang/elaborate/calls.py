"""Calls of facts and effects.

A fact is elaborated for the types of each call, so its parameters need no types of their own;
equal results are one fact. An effect is elaborated once for the places that it is called with,
after all its callers, so that the types of its parameters are the join over all calls; one that
reaches itself once for each depth (`circles`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

from rulelang import core, surface
from rulelang.core import Const
from rulelang.diagnostics import Diagnostic, Sink
from rulelang.elaborate import ask, bodies, circles, matching, naming
from rulelang.elaborate.context import (
    LIBRARY,
    MAX_DEPTH,
    NOTHING,
    UNKNOWN,
    Context,
    EffectInstance,
)
from rulelang.elaborate.places import placed_parameters
from rulelang.elaborate.sharing import (
    Asked,
    EffectAsked,
    FactAsked,
    Places,
    RelationAsked,
    places_key,
)
from rulelang.elaborate.symbols import (
    Doubt,
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
from rulelang.evolving import evolve
from rulelang.freezing import frozen
from rulelang.messages import flow, names, types
from rulelang.rule_types import Component, Type, Word
from rulelang.source import Span
from rulelang.suggest import nearest

MAX_FACTS = 5_000
MAX_EFFECTS = 2_000
_MISFITS = frozenset(
    ("never-equal", "no-attribute", "not-a-claim", "not-a-collection", "type-mismatch")
)
"""What may be wrong in a fact because of what it is given."""
AN_EFFECT = "an effect"
"""What is broken where an effect is unknown: it may have had any arms."""
_CALLS = 4  # from one fact to the next that it uses, beside those of expressions


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
    signature = (name, places_key(given.places), given.types)
    if signature not in c.fact_instances:
        if len(c.fact_instances) >= MAX_FACTS:
            c.report(flow.too_many_versions("facts", MAX_FACTS, declared.name.span))
            c.overflowed = True
        if not c.enter(_CALLS, node.span):
            return NOTHING
        found = found_in_fact(c, declared, given.places, given.types)
        c.leave(_CALLS)
        _doubt(c, declared, given, node, found)
    else:
        _doubt_again(c, declared, given, node)
    number = c.fact_instances[signature]
    instance = c.facts[number]
    if c.trace is not None and signature not in c.trace.facts:
        c.trace.facts.add(signature)
        deeper = c.depth - c.trace.depth
        call = (name, given.places, given.types)
        c.trace.asked.append(FactAsked(*call, deeper, number, *_answer(c, number)))
    if isinstance(instance.body, Const):
        return Typed(evolve(instance.body, span=node.span), instance.type)
    return Typed(core.Call(number, given.values, node.span), instance.type)


def found_in_fact(
    c: Context, declared: surface.Fact, places: Places, kinds: tuple[Type, ...]
) -> Sequence[Diagnostic]:
    """Make a fact, and return what is wrong in it; nobody is told."""
    around, c.sink = c.sink, Sink()
    _make_fact(c, declared, places, kinds)
    found, c.sink = c.sink.found, around
    return found


def _doubt(
    c: Context,
    declared: surface.Fact,
    given: Arguments,
    node: surface.Apply,
    found: Sequence[Diagnostic],
) -> None:
    """Leave open whether a fact or its call is wrong, where something does not fit."""
    if found and not given.places and all(one.code in _MISFITS for one in found):
        c.doubts.append(Doubt(declared, given.types, [node], tuple(found)))
        return
    for one in found:
        c.sink.add(one)


def _doubt_again(
    c: Context, declared: surface.Fact, given: Arguments, node: surface.Apply
) -> None:
    """Note a further call of a fact that may be wrong by its calls."""
    for doubt in c.doubts:
        if doubt.declared is declared and doubt.types == given.types and not given.places:
            doubt.calls.append(node)
            c.reported += 1


def uncalled(c: Context, declared: surface.Fact) -> None:
    """Look at a fact that nothing calls: nothing is known of its parameters."""
    if c.enter(_CALLS, declared.span):
        _make_fact(c, declared, {}, tuple(UNKNOWN for _ in declared.parameters))
        c.leave(_CALLS)


def _make_fact(
    c: Context, declared: surface.Fact, places: Places, kinds: tuple[Type, ...]
) -> None:
    """Make a fact for the places and types of a call."""

    def made() -> core.Fact:
        inner = _inner_scope(c, declared.parameters, places, kinds)
        body = _fact_body(c, declared, inner)
        return core.Fact(declared.name.text, inner.depth, body.expr, body.type, declared.span)

    name, where = declared.name.text, places_key(places)
    c.facts_in_progress.append(name)
    fact = bodies.shared(c, declared, ("fact", where, kinds), made)
    number = _fact_number(c, fact)
    c.fact_instances[name, where, kinds] = number
    c.facts_in_progress.pop()


def _answer(c: Context, number: int) -> tuple[Type, Const | None]:
    """Return what a body learns of a fact by calling it, besides its number."""
    made = c.facts[number]
    return made.type, made.body if isinstance(made.body, Const) else None


def again(c: Context, asked: Asked) -> bool:
    """Ask what a body asked elsewhere; return whether the answer is the same here."""
    match asked:
        case RelationAsked(key=key, table=table, number=number):
            if key not in c.relations:
                c.tables.append(table)
                c.relations[key] = len(c.tables) - 1
            return c.relations[key] == number
        case FactAsked():
            return _fact_again(c, asked)
        case EffectAsked():
            return _effect_again(c, asked)


def _fact_again(c: Context, asked: FactAsked) -> bool:
    symbol, deeper = c.symbols[asked.name], asked.deeper
    if not isinstance(symbol, FactName) or asked.name in c.facts_in_progress:
        return False
    signature = (asked.name, places_key(asked.places), asked.types)
    number = c.fact_instances.get(signature)
    if number is None:
        if len(c.fact_instances) >= MAX_FACTS or c.depth + deeper + _CALLS > MAX_DEPTH:
            return False
        c.depth += deeper + _CALLS
        _make_fact(c, symbol.node, asked.places, asked.types)
        c.depth -= deeper + _CALLS
        number = c.fact_instances[signature]
    return number == asked.number and _answer(c, number) == (asked.type, asked.value)


def _effect_again(c: Context, asked: EffectAsked) -> bool:
    symbol = c.symbols[asked.name]
    if not isinstance(symbol, EffectName):
        return False
    inside = circles.entered(c, asked.name, Scope())  # what is shared is in no circle itself
    instance = c.effect_instances.get(_signature(asked.name, asked.places, inside))
    if instance is not None and (instance.body is not None or _parts(instance, asked)):
        return False  # something would be said of it
    if instance is None and len(c.effects) >= MAX_EFFECTS:
        return False
    return _instance(c, symbol.node, asked, inside).number == asked.number


def _parts(instance: EffectInstance, asked: EffectAsked) -> bool:
    """Return whether an argument is nothing that a parameter could be in other calls."""
    pairs = zip(instance.parameters, asked.types, strict=True)
    return any(join(known, new) is None for known, new in pairs)


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
    name = declared.name.text
    inside = circles.entered(c, name, scope)
    most = circles.call_order(c).most.get(name)
    if most is not None and inside.get(name, 0) > most:
        return core.TooDeep(most, name, node.span)
    known = c.effect_instances.get(_signature(name, given.places, inside))
    if known is None and len(c.effects) >= MAX_EFFECTS:
        c.report(flow.too_many_versions("effects", MAX_EFFECTS, declared.name.span))
        c.overflowed = True
        return None
    if known is not None and known.body is not None and c.is_settled:
        _check_late_call(c, known, given)
    elif known is not None:
        _check_joined(c, known, given)
    asked = EffectAsked(
        name, given.places, given.types, scope.rounds, scope.lasting, len(c.effects)
    )
    instance = _instance(c, declared, asked, inside)
    if c.trace is not None:
        c.trace.asked.append(evolve(asked, number=instance.number))
    return core.Invoke(instance.number, given.values, node.span)


def no_effect(c: Context, name: surface.Name) -> None:
    """Report a call of what is no effect; one that is like none would have had arms of its own."""
    if name.text in c.broken:
        return
    effects = [known for known, symbol in c.symbols.items() if isinstance(symbol, EffectName)]
    near = nearest(name.text, effects)
    other = None if near else nearest(name.text, ("pass", "stop"))
    c.unknown(name, effects, "no effect", other)
    if not near and not other:
        c.broken.add(AN_EFFECT)


def _check_joined(c: Context, instance: EffectInstance, given: Arguments) -> None:
    for known, new, span in zip(instance.parameters, given.types, given.spans, strict=True):
        if join(known, new) is None:
            wanted = f"{described(known)}, as in another call,"
            c.report(types.does_not_fit(described(new), wanted, span))


def _signature(name: str, places: Places, inside: Mapping[str, int]) -> tuple[object, ...]:
    return (name, places_key(places), tuple(sorted(inside.items())))


def _instance(
    c: Context, declared: surface.Effect, asked: EffectAsked, inside: Mapping[str, int]
) -> EffectInstance:
    """Return an effect for the places of a call; its parameters may be what is given there."""
    signature = _signature(asked.name, asked.places, inside)
    instance = c.effect_instances.get(signature)
    if instance is None:
        number, kinds = len(c.effects), list(asked.types)
        instance = EffectInstance(number, declared, asked.places, kinds, inside)
        c.effect_instances[signature] = instance
        c.effects.append(instance)
    elif instance.body is None:
        pairs = zip(instance.parameters, asked.types, strict=True)
        instance.parameters[:] = [join(known, new) or UNKNOWN for known, new in pairs]
    if prod(asked.rounds) > prod(instance.rounds):
        instance.rounds = asked.rounds
    if prod(asked.lasting) > prod(instance.lasting):
        instance.lasting = asked.lasting
    return instance


def _check_late_call(c: Context, instance: EffectInstance, given: Arguments) -> None:
    """Check the call of a scenario, which comes after the game is settled.

    Its arguments must fit what the game calls with.
    """
    for known, new, span in zip(instance.parameters, given.types, given.spans, strict=True):
        ask.check_fit(c, Typed(Const(None), new), known, span)


def effect_scope(c: Context, instance: EffectInstance) -> Scope:
    """Return the scope of an effect's body, which has its parameters and the loops around it."""
    scope = _inner_scope(c, instance.node.parameters, instance.places, instance.parameters)
    circle = circles.call_order(c).within.get(instance.node.name.text)
    return evolve(
        scope,
        rounds=instance.rounds,
        lasting=instance.lasting,
        circle=circle,
        in_progress=instance.in_progress,
    )
