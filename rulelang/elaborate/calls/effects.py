"""Calls of effects: their bodies come later, when all calls are known."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

from rulelang import core, surface
from rulelang.core import Const
from rulelang.elaborate import ask, circles
from rulelang.elaborate.calls.arguments import Arguments, arguments, inner_scope
from rulelang.elaborate.context import UNKNOWN, Context, EffectInstance
from rulelang.elaborate.sharing import EffectAsked, Places, places_key
from rulelang.elaborate.symbols import EffectName, Scope, Typed
from rulelang.elaborate.typing import described, join
from rulelang.evolving import evolve
from rulelang.messages import flow, types
from rulelang.rule_types import Type, Unknown
from rulelang.suggest import nearest

MAX_EFFECTS = 2_000
AN_EFFECT = "an effect"
"""What is broken where an effect is unknown: it may have had any arms."""


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
    known = c.effect_instances.get(signature(name, given.places, inside))
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
    instance = effect_instance(c, declared, asked, inside)
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


def signature(name: str, places: Places, inside: Mapping[str, int]) -> tuple[object, ...]:
    """Return what an effect is elaborated once for; `inside`: the depth of those in its circle."""
    return (name, places_key(places), tuple(sorted(inside.items())))


def effect_instance(
    c: Context, declared: surface.Effect, asked: EffectAsked, inside: Mapping[str, int]
) -> EffectInstance:
    """Return an effect for the places of a call; its parameters may be what is given there."""
    key = signature(asked.name, asked.places, inside)
    instance = c.effect_instances.get(key)
    if instance is None:
        number, kinds = len(c.effects), list(asked.types)
        instance = EffectInstance(number, declared, asked.places, kinds, inside)
        c.effect_instances[key] = instance
        c.effects.append(instance)
    elif instance.body is None:
        pairs = zip(instance.parameters, asked.types, strict=True)
        instance.parameters[:] = [_joined(known, new) for known, new in pairs]
    if prod(asked.rounds) > prod(instance.rounds):
        instance.rounds = asked.rounds
    if prod(asked.lasting) > prod(instance.lasting):
        instance.lasting = asked.lasting
    return instance


def _joined(known: Type, new: Type) -> Type:
    """Return what a parameter may be; what is of no type, as all in `{}`, says nothing of it."""
    if isinstance(known, Unknown) or isinstance(new, Unknown):
        return new if isinstance(known, Unknown) else known
    return join(known, new) or UNKNOWN


def _check_late_call(c: Context, instance: EffectInstance, given: Arguments) -> None:
    """Check the call of a scenario, which comes after the game is settled.

    Its arguments must fit what the game calls with.
    """
    for known, new, span in zip(instance.parameters, given.types, given.spans, strict=True):
        ask.check_fit(c, Typed(Const(None), new), known, span)


def effect_scope(c: Context, instance: EffectInstance) -> Scope:
    """Return the scope of an effect's body, which has its parameters and the loops around it."""
    scope = inner_scope(c, instance.node.parameters, instance.places, instance.parameters)
    circle = circles.call_order(c).within.get(instance.node.name.text)
    return evolve(
        scope,
        rounds=instance.rounds,
        lasting=instance.lasting,
        circle=circle,
        in_progress=instance.in_progress,
    )
