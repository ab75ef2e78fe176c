"""How much loops and queries in each other go through, where that is fixed; too much is refused.

    for a in 1..1000: if near(a) > 3: stop      1,000 × what `near` goes through
    let near(n) = count b in Cell where …       3,600 × what stands in its `where`

Effects begin with what is around their calls, and a fact adds to each call what it goes through.

Turns, `repeat` and choices that repeat multiply by themselves: that is how long a play may last.
"""

from __future__ import annotations

from math import prod
from typing import Final

from rulelang.elaborate.context import Context
from rulelang.elaborate.symbols import Scope, Typed
from rulelang.elaborate.typing import as_number
from rulelang.evolving import evolve
from rulelang.messages import flow
from rulelang.source import Span

MAX_ROUNDS: Final = 1_000_000_000

MAX_LASTING: Final = 10_000_000
"""Turns, rounds of `repeat` and picks in each other: a longer play comes to no end for anybody."""


def going_through(c: Context, scope: Scope, inside: tuple[int, ...], span: Span) -> Scope:
    """Return the scope inside of what goes through so much; say where that is too often, first."""
    rounds = (*scope.rounds, *inside)
    whole = prod(rounds)
    if max(prod(scope.rounds), prod(inside)) <= MAX_ROUNDS < whole:
        what = "loops and queries in each other go through too much"
        reckoning = " × ".join(f"{amount:,}" for amount in rounds)
        c.report(flow.too_large(what, whole, MAX_ROUNDS, span, reckoning))
    if whole > prod(c.most_rounds):
        c.most_rounds = rounds
    return evolve(scope, rounds=rounds)


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
