"""Cases that certainly occur: a loop over 1..4 comes to its fourth round.

A claim about a local fails if it fails for one of the values which that local certainly takes
whenever play comes to the claim. Locals of loops, choices and `random` over constants take them
all, as long as nothing (a condition, an end, a round that may not be played) stands between the
binding and the claim.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rulelang import core
from rulelang.evolving import evolve
from rulelang.messages.obligations import Claim
from rulelang.prove import knowledge
from rulelang.prove.contexts import Prover
from rulelang.prove.footprints import reached
from rulelang.prove.knowledge import Knowledge, without_cases
from rulelang.prove.possible import of_value
from rulelang.source import Span

MOST_VALUES = 100

# What is claimed where so much is known, and whether it certainly fails there.
ClaimAt = Callable[[Knowledge], tuple[Claim, bool]]


def oblige(p: Prover, k: Knowledge, claim_at: ClaimAt, span: Span, *, proved: bool) -> None:
    """Record what must hold at a place: proved, open, or certain to fail, if only in one case."""
    claim, fails = claim_at(k)
    if not (proved or fails or k.is_dead or p.is_ahead):
        for at in _cases(k):
            one, fails_there = claim_at(at)
            if fails_there:
                p.fails_in_a_case(one, span)
                return
    p.oblige(k, claim, span, proved=proved, fails=fails)


def _cases(k: Knowledge) -> Iterator[Knowledge]:
    for slot, values in k.cases.items():
        for value in values:
            at = knowledge.with_local(k, slot, of_value(value))
            if not at.is_dead:
                yield at


def with_cases(k: Knowledge, slot: int, domain: core.Expr) -> Knowledge:
    """Note that a local takes all values of its domain; where that is not known, forget all cases.

    For what is unknown may be empty, and then nothing comes to what follows.
    """
    match domain:
        case core.Const(value=tuple(values)) if values and len(values) <= MOST_VALUES:
            numbers = tuple(value for value in values if isinstance(value, int))
            return evolve(k, cases={**k.cases, slot: numbers})
        case _:
            return without_cases(k)


def bound(k: Knowledge, binder: core.Binder) -> Knowledge:
    """Return `k`, inside a search that goes through all there is, with what a binder takes."""
    return without_cases(k) if binder.followed else with_cases(k, binder.slot, binder.domain)


def may_leave(p: Prover, node: core.Statement) -> bool:
    """Return whether a statement may keep play from what stands behind it."""
    inside = reached(p.w.spec, core.Block(0, (node,)))
    return any(isinstance(inner, core.End | core.Stop) for inner in inside)
