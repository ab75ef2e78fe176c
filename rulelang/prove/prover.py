"""Prove that a specification cannot fail in play, as far as that is cheap. Ref §25.

before:  core.Spec
after:   obligations, proved or open; findings about lines that always fail
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import attrs

from rulelang import core
from rulelang.diagnostics import Diagnostic
from rulelang.freezing import frozen
from rulelang.messages import obligations as claims
from rulelang.messages.flow import nested_too_deeply
from rulelang.obligations import Obligation, Verdict
from rulelang.prove import knowledge
from rulelang.prove.contexts import Prover
from rulelang.prove.expressions import walk
from rulelang.prove.footprints import reached
from rulelang.prove.knowledge import Knowledge
from rulelang.prove.memory import Memory
from rulelang.prove.possible import Many, of_value
from rulelang.prove.statements.blocks import block
from rulelang.prove.statements.transfers import tally
from rulelang.prove.walks import walks_of
from rulelang.prove.world import World, width
from rulelang.rule_types import values_of
from rulelang.source import NOWHERE, Span

STEPS_OF_SETUP = 1_000
CELLS_AT_START = 300
"""Of how many zones and variables the prover notes what they are at the start."""


@frozen
class Proof:
    """What is known about the faults of one specification.

    `obligations`: as they were found; several walks may come to the same claim. `tests`: for each
    condition that play comes to, what may come of it.
    """

    obligations: tuple[Obligation, ...]
    failures: tuple[Diagnostic, ...]
    tests: Mapping[Span, Verdict] = attrs.field(factory=dict)


def prove(spec: core.Spec, memory: Memory | None = None) -> Proof:
    """Return what must hold so that nothing fails in play, and what certainly fails.

    `memory`: what was proved of other specifications, and of this one before; it grows.
    """
    try:
        return _proof(spec, Memory() if memory is None else memory)
    except RecursionError:  # elaboration bounds how deep texts nest; this is for what it lets by
        span = spec.play.statements[0].span if spec.play.statements else NOWHERE
        return Proof((), (nested_too_deeply(span),))


def _proof(spec: core.Spec, memory: Memory) -> Proof:
    walks = walks_of(spec, memory)
    begun = walks.setup(at_start, block, STEPS_OF_SETUP)
    if begun is not None:
        walks.play(begun, _play)
    for effect in reversed(walks.effects_in_order):
        walks.effect(effect, block)
    if spec.standing is not None:
        asked = core.End(core.Scores(0, spec.standing.value))  # of every player, at any time
        walks.standing(core.Block(0, (asked,)), block)
    for fact in reversed(walks.facts_in_order):
        walks.fact(fact, walk)
    walks.keep()
    return Proof(tuple(walks.obligations), tuple(walks.failures.values()), walks.tests)


def _play(p: Prover, k: Knowledge, play: core.Block) -> None:
    after = block(p, k, play)
    span = play.statements[-1].span if play.statements else NOWHERE
    if span != NOWHERE:
        never = not any(isinstance(node, core.End) for node in reached(p.w.spec, play))
        claim = claims.play_ends()
        p.oblige(after or Knowledge(), claim, span, proved=after is None, fails=never)


def at_start(w: World) -> Knowledge:
    """Return what is known before the set-up: what lies where, and what variables are."""
    k = Knowledge()
    homes = _at_home(w)
    for number, zone in enumerate(w.spec.zones):
        if width(zone) <= CELLS_AT_START:
            for values in product(*map(values_of, zone.index)):
                held = sum(copies for _, copies in homes.get((number, values), ()))
                here = core.Contents(number, tuple(core.Const(value) for value in values))
                what = Many(w.contents(number).element, held, held)
                k = knowledge.with_value(k, here, what, w.print_of(here))
    for (zone_number, values), kinds in homes.items():
        here = core.Contents(zone_number, tuple(core.Const(value) for value in values))
        for kind, copies in kinds:
            key = tally(here, kind)
            k = knowledge.with_value(k, key, of_value(copies), w.print_of(key))
    for number, variable in enumerate(w.spec.variables):
        if width(variable) <= CELLS_AT_START:
            for values in product(*map(values_of, variable.index)):
                read = core.Read(number, tuple(core.Const(value) for value in values))
                initial = of_value(variable.initial)
                k = knowledge.with_value(k, read, initial, w.print_of(read))
    return k


def _at_home(w: World) -> dict[tuple[int, tuple[int, ...]], list[tuple[int, int]]]:
    """Return the kinds that begin in each zone, and how many of them."""
    homes: dict[tuple[int, tuple[int, ...]], list[tuple[int, int]]] = {}
    for number, kind in enumerate(w.spec.kinds):
        copies = kind.copies if kind.starts is None else kind.starts
        homes.setdefault((kind.home_zone, kind.home), []).append((number, copies))
    return homes
