"""How much loops and queries in each other go through, where that is fixed; too much is refused.

    for a in 1..1000: if near(a) > 3: stop      1,000 × what `near` goes through
    let near(n) = count b in Cell where …       3,600 × what stands in its `where`

Effects begin with what is around their calls, and a fact adds to each call what it goes through.
"""

from __future__ import annotations

from math import prod
from typing import Final

import attrs

from rulelang.elaborate.context import Context
from rulelang.elaborate.symbols import Scope
from rulelang.messages import flow
from rulelang.source import Span

MAX_ROUNDS: Final = 1_000_000_000


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
    return attrs.evolve(scope, rounds=rounds)
