"""Calls of facts: each is made for the places and types of a call, and may be wrong by those."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang import core, surface
from rulelang.core import Const
from rulelang.diagnostics import Diagnostic, Sink
from rulelang.elaborate import bodies, matching
from rulelang.elaborate.calls.arguments import Arguments, arguments, inner_scope
from rulelang.elaborate.context import NOTHING, UNKNOWN, Context
from rulelang.elaborate.sharing import FactAsked, Places, places_key
from rulelang.elaborate.symbols import Doubt, FactName, Scope, Typed
from rulelang.evolving import evolve
from rulelang.messages import flow
from rulelang.rule_types import Type

MAX_FACTS = 5_000
CALLS = 4  # from one fact to the next that it uses, beside those of expressions
_MISFITS = frozenset(
    ("never-equal", "no-attribute", "not-a-claim", "not-a-collection", "type-mismatch")
)
"""What may be wrong in a fact because of what it is given."""


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
        if not c.enter(CALLS, node.span):
            return NOTHING
        found = found_in_fact(c, declared, given.places, given.types)
        c.leave(CALLS)
        _doubt(c, declared, given, node, found)
    else:
        _doubt_again(c, declared, given, node)
    number = c.fact_instances[signature]
    instance = c.facts[number]
    if c.trace is not None and signature not in c.trace.facts:
        c.trace.facts.add(signature)
        deeper = c.depth - c.trace.depth
        call = (name, given.places, given.types)
        c.trace.asked.append(FactAsked(*call, deeper, number, *answer(c, number)))
    if isinstance(instance.body, Const):
        return Typed(evolve(instance.body, span=node.span), instance.type)
    return Typed(core.Call(number, given.values, node.span), instance.type)


def found_in_fact(
    c: Context, declared: surface.Fact, places: Places, kinds: tuple[Type, ...]
) -> Sequence[Diagnostic]:
    """Make a fact, and return what is wrong in it; nobody is told."""
    around, c.sink = c.sink, Sink()
    make_fact(c, declared, places, kinds)
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
    if c.enter(CALLS, declared.span):
        make_fact(c, declared, {}, tuple(UNKNOWN for _ in declared.parameters))
        c.leave(CALLS)


def make_fact(c: Context, declared: surface.Fact, places: Places, kinds: tuple[Type, ...]) -> None:
    """Make a fact for the places and types of a call."""

    def made() -> core.Fact:
        inner = inner_scope(c, declared.parameters, places, kinds)
        body = _fact_body(c, declared, inner)
        return core.Fact(declared.name.text, inner.depth, body.expr, body.type, declared.span)

    name, where = declared.name.text, places_key(places)
    c.facts_in_progress.append(name)
    fact = bodies.shared(c, declared, ("fact", where, kinds), made)
    number = _fact_number(c, fact)
    c.fact_instances[name, where, kinds] = number
    c.facts_in_progress.pop()


def answer(c: Context, number: int) -> tuple[Type, Const | None]:
    """Return what a body learns of a fact by calling it, besides its number."""
    made = c.facts[number]
    return made.type, made.body if isinstance(made.body, Const) else None


def _fact_body(c: Context, declared: surface.Fact, scope: Scope) -> Typed:
    if isinstance(declared.value, surface.Cases):
        return matching.cases(c, declared.value, scope)
    return c.elaborator.expression(c, declared.value, scope)


def _fact_number(c: Context, instance: core.Fact) -> int:
    if instance in c.facts:
        return c.facts.index(instance)
    c.facts.append(instance)
    return len(c.facts) - 1
