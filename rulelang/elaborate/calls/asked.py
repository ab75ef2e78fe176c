"""What a body asked of facts, effects and relations in one variant, asked again in another."""

from __future__ import annotations

from typing import assert_never

from rulelang.elaborate import circles
from rulelang.elaborate.calls.effects import MAX_EFFECTS, effect_instance, signature
from rulelang.elaborate.calls.facts import CALLS, MAX_FACTS, answer, make_fact
from rulelang.elaborate.context import MAX_DEPTH, Context, EffectInstance
from rulelang.elaborate.sharing import Asked, EffectAsked, FactAsked, RelationAsked, places_key
from rulelang.elaborate.symbols import EffectName, FactName, Scope
from rulelang.elaborate.typing import join


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
        case _:
            assert_never(asked)


def _fact_again(c: Context, asked: FactAsked) -> bool:
    symbol, deeper = c.symbols[asked.name], asked.deeper
    assert isinstance(symbol, FactName), "the name means the same here"
    if asked.name in c.facts_in_progress:
        return False
    key = (asked.name, places_key(asked.places), asked.types)
    number = c.fact_instances.get(key)
    if number is None:
        if len(c.fact_instances) >= MAX_FACTS or c.depth + deeper + CALLS > MAX_DEPTH:
            return False
        c.depth += deeper + CALLS
        make_fact(c, symbol.node, asked.places, asked.types)
        c.depth -= deeper + CALLS
        number = c.fact_instances[key]
    return number == asked.number and answer(c, number) == (asked.type, asked.value)


def _effect_again(c: Context, asked: EffectAsked) -> bool:
    symbol = c.symbols[asked.name]
    assert isinstance(symbol, EffectName), "the name means the same here"
    inside = circles.entered(c, asked.name, Scope())  # what is shared is in no circle itself
    instance = c.effect_instances.get(signature(asked.name, asked.places, inside))
    if instance is not None and (instance.body is not None or _parts(instance, asked)):
        return False  # something would be said of it
    if instance is None and len(c.effects) >= MAX_EFFECTS:
        return False
    return effect_instance(c, symbol.node, asked, inside).number == asked.number


def _parts(instance: EffectInstance, asked: EffectAsked) -> bool:
    """Return whether an argument is nothing that a parameter could be in other calls."""
    pairs = zip(instance.parameters, asked.types, strict=True)
    return any(join(known, new) is None for known, new in pairs)
