"""How often loops in each other go round, where that is fixed; too often is refused.

    for a in 1..1000: spread(a)         1,000 × the loops in the body of `spread`

Effects begin with what is around their calls. What queries go through is counted while play runs:
most of them end early, and few come to all that they name.

Turns, `repeat` and choices that repeat multiply by themselves: that is how long a play may last.
"""

from __future__ import annotations

from math import prod
from typing import Final

from rulelang import core
from rulelang.elaborate.context import Context
from rulelang.elaborate.symbols import Scope, Typed
from rulelang.elaborate.typing import as_number
from rulelang.evolving import evolve
from rulelang.messages import flow
from rulelang.source import Span

MAX_ROUNDS: Final = 1_000_000_000

MAX_LASTING: Final = 10_000_000
"""Turns, rounds of `repeat` and picks in each other: a longer play comes to no end for anybody."""


def going_round(c: Context, scope: Scope, search: core.Search) -> Scope:
    """Return the scope inside of a loop through a search; say where that is too often, first."""
    for domain in (binder.domain for binder in search.binders):
        if isinstance(domain, core.Const) and isinstance(domain.value, tuple):
            rounds = (*scope.rounds, len(domain.value))
            if prod(scope.rounds) <= MAX_ROUNDS < (whole := prod(rounds)):
                reckoning = " × ".join(f"{amount:,}" for amount in rounds)
                what = "loops in each other go round too often"
                c.report(flow.too_large(what, whole, MAX_ROUNDS, domain.span, reckoning))
            scope = evolve(scope, rounds=rounds)
    return scope


def lasting(c: Context, scope: Scope, limit: Typed, span: Span) -> Scope:
    """Return the scope inside of what is repeated so often; say where that is too long, first."""
    most = as_number(limit.type)
    bounds = (*scope.lasting, max(1, most.high if most is not None else 1))
    whole = prod(bounds)
    if prod(scope.lasting) <= MAX_LASTING < whole and not c.is_limited:
        what = "turns, rounds and picks in each other may go on for too long"
        reckoning = " × ".join(f"{amount:,}" for amount in bounds) if scope.lasting else ""
        c.report(flow.too_large(what, whole, MAX_LASTING, span, reckoning))
    return evolve(scope, lasting=bounds)
