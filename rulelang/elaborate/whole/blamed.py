"""Whether a fact is wrong, or what calls it, where something in it does not fit what it is given.

before:  let near(p, s) = place(p) is s, called as near(s, p)
after:   at the call: `s` and `p` stand in each other's place

A call is wrong if the fact is right for what other calls give it, or would be if two arguments
changed places, or if a player were his team. Else what was found in the fact is told there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import attrs

from rulelang.core import Const
from rulelang.diagnostics import Diagnostic, Label
from rulelang.elaborate import calls, hints, meant
from rulelang.elaborate.context import Context
from rulelang.elaborate.sharing import places_key
from rulelang.elaborate.symbols import Doubt, Typed, TypeName
from rulelang.elaborate.typing import described, fits
from rulelang.messages import types
from rulelang.rule_types import Type

MOST = 50
"""Doubts that are looked into; of further ones is told what was found."""
_AT_ONCE = 4  # parameters of a fact in which two are tried in each other's place


def settle(c: Context) -> None:
    """Report what is left open: at a call, if that is wrong, else in the fact."""
    doubts, c.doubts = c.doubts, []
    for number, doubt in enumerate(doubts):
        wanted = _wanted(c, doubt, doubts) if number < MOST else None
        blamed = [] if wanted is None else [*_blamed(c, doubt, wanted)]
        for diagnostic in blamed or doubt.found:
            c.sink.add(diagnostic)


def _wanted(c: Context, doubt: Doubt, doubts: Sequence[Doubt]) -> tuple[Type, ...] | None:
    """Return what the arguments of a call should have been; None where it may well be right."""
    doubted = [other.types for other in doubts if other.declared is doubt.declared]
    name, where = doubt.declared.name.text, places_key({})
    for key in c.fact_instances:
        match key:
            case (called, places, tuple() as kinds) if called == name and places == where:
                if kinds not in doubted and _misfits(doubt.types, kinds):
                    return kinds
            case _:
                pass
    return next((kinds for kinds in _tried(c, doubt.types) if _is_right(c, doubt, kinds)), None)


def _misfits(given: Sequence[Type], wanted: Sequence[Type]) -> list[int]:
    pairs = enumerate(zip(given, wanted, strict=True))
    return [at for at, (one, other) in pairs if not fits(one, other)]


def _tried(c: Context, given: tuple[Type, ...]) -> Iterator[tuple[Type, ...]]:
    """Yield what may have been meant: two arguments turned round, the team of a player."""
    for one, other in combinations(range(len(given)), 2):
        if len(given) <= _AT_ONCE and not fits(given[one], given[other]):
            turned = [*given]
            turned[one], turned[other] = given[other], given[one]
            yield tuple(turned)
    player, team = c.symbols.get("Player"), c.symbols.get("Team")
    if isinstance(player, TypeName) and isinstance(team, TypeName):
        for at in (at for at, kind in enumerate(given) if kind == player.type):
            yield (*given[:at], team.type, *given[at + 1 :])


def _is_right(c: Context, doubt: Doubt, kinds: tuple[Type, ...]) -> bool:
    """Return whether nothing is wrong with a fact for other types of its parameters."""
    signature = (doubt.declared.name.text, places_key({}), kinds)
    if signature in c.fact_instances:
        return False  # it was looked at: the call is told of it then, or it is wrong as well
    found = calls.found_in_fact(c, doubt.declared, {}, kinds)
    del c.fact_instances[signature]
    is_right, c.doubts = not found and not c.doubts, []
    return is_right


def _blamed(c: Context, doubt: Doubt, wanted: Sequence[Type]) -> Iterator[Diagnostic]:
    because = (Label(doubt.found[0].span, "this would not fit"),)
    for call in doubt.calls:
        given = [
            (Typed(Const(None), kind), arg)
            for kind, arg in zip(doubt.types, call.args, strict=True)
        ]
        turned = hints.turned_round(given, wanted)
        if turned is not None:
            both = [(given[at][1].span, hints.written(given[at][1])) for at in turned]
            found = types.turned_round(both, both[0][0].to(both[1][0]))
            yield attrs.evolve(found, related=because)
            continue
        for at in _misfits(doubt.types, wanted):
            typed, arg = given[at]
            instead = meant.fitting_instead(c, typed, wanted[at], arg)
            hint = f"write `{instead}`" if instead else ""
            told = described(typed.type), described(wanted[at])
            found = types.does_not_fit(*told, arg.span, hint, instead)
            yield attrs.evolve(found, related=because)
