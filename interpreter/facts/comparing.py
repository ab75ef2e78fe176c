"""What the ends of a rule text compare, and who sees all that goes into it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias, assert_never

from interpreter.facts.results import results_of
from rulelang import core
from rulelang.core.walk import Node, below, children
from rulelang.freezing import frozen

End: TypeAlias = tuple[int, tuple[core.Key, ...]]
"""The slot of the player, or in a game with teams of the team, and what is compared."""


def ends(spec: core.Spec) -> Iterator[End]:
    """Yield what each `end` compares."""
    for result in results_of(spec):
        match result:
            case core.Leads(slot=slot, keys=keys):
                yield slot, keys
            case core.Scores(slot=slot, value=expr, label=label):
                yield slot, (core.Key(expr, most=True, label=label),)
            case core.Wins() | core.Drawn() | core.Together():
                pass
            case _:
                assert_never(result)


def stands_alone(end: End) -> bool:
    """Return whether the keys of an end read nothing that was bound on the way to it."""
    slot, keys = end
    inside = (one for key in keys for one in below(key.value))
    return not any(isinstance(one, core.Local) and one.slot < slot for one in inside)


@frozen
class Reckoned:
    """A number that an end compares first, and that nobody keeps: it follows from what lies there.

    `known_to`: the players who see all that it follows from; None, an onlooker, if all do.
    """

    slot: int
    key: core.Key
    known_to: frozenset[int | None]


def reckoned(spec: core.Spec) -> tuple[Reckoned, ...]:
    """Return what players would have to reckon to know who is ahead.

    Not what a variable keeps, nor how many lie in a zone: these are seen anyway.

    >>> from interpreter import load
    >>> [found.key.label for found in reckoned(load("othello").spec)]
    ['discs(p)']
    """
    everybody = frozenset(range(len(spec.players)))
    found: dict[str, Reckoned] = {}
    for slot, keys in filter(stands_alone, ends(spec)):
        key = keys[0]
        known_to = everybody.intersection(*sights(spec, key.value))
        if _is_named(key.value) and known_to:
            onlookers = {None} if known_to == everybody else set()
            found.setdefault(key.label, Reckoned(slot, key, known_to | onlookers))
    return tuple(found.values())


def _is_named(value: core.Expr) -> bool:
    """Return whether it is a fact, or how many a fact finds."""
    match value:
        case core.Size(source=source):
            return isinstance(source, core.Call)
        case _:
            return isinstance(value, core.Call)


def sights(spec: core.Spec, node: Node) -> Iterator[tuple[int, ...]]:
    """Yield who sees each cell of what a node reads; how many lie there all know."""
    return _sights(spec, node, set(), set())


def _sights(
    spec: core.Spec, node: Node, facts: set[int], effects: set[int]
) -> Iterator[tuple[int, ...]]:
    match node:
        case core.Size(source=core.Contents(args=args)):
            for argument in args:
                yield from _sights(spec, argument, facts, effects)
            return
        case core.Read(variable=number):
            yield from spec.variables[number].seen_by
        case core.Contents(zone=number) | core.Held(zone=number) | core.Place(zone=number):
            yield from spec.zones[number].seen_by
        case core.Call(fact=fact) if fact not in facts:
            facts.add(fact)
            yield from _sights(spec, spec.facts[fact].body, facts, effects)
        case core.Invoke(effect=effect) if effect not in effects:
            effects.add(effect)
            yield from _sights(spec, spec.effects[effect].body, facts, effects)
        case _:
            pass
    for part in children(node):
        yield from _sights(spec, part, facts, effects)
