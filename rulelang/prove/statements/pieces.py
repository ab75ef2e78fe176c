"""Pieces of bodies, walked once for all bodies that have them and know the same where they begin.

    before:  a variant of an effect that differs from another one in a line of a branch
    after:   that line is walked, and what comes of all else is told again

What is known is compared by which object it is: a piece that is told again leads to the same
object, so what follows it is found as well. Where loops begin and end it is compared by a digest.
"""

from __future__ import annotations

from collections.abc import Callable

from rulelang import core
from rulelang.prove.contexts import Prover
from rulelang.prove.knowledge import Knowledge
from rulelang.prove.memory import After, Piece


def piece(
    p: Prover, k: Knowledge, node: core.Statement | core.Expr, run: Callable[[Prover], After]
) -> After:
    """Return what is known behind a piece, as `run` finds it, and record what it records."""
    sharing = p.sharing
    if sharing is None:
        return run(p)
    key = (sharing.world, sharing.digests.walked(node), id(k))
    known = sharing.pieces.made.get(key)
    if known is None:
        q = Prover(p.w, sharing=sharing)
        after = run(q)
        failures, tests = tuple(q.failures.items()), tuple(q.tests.items())
        known = Piece(k, tuple(q.found), failures, tuple(q.called), tests, after)
        if p.w.cut == sharing.cut:  # else what came of it may follow from what was asked before
            sharing.pieces.made[key] = known
    else:
        sharing.taken += 1
    p.found += known.found
    p.called += known.called
    for span, failure in known.failures:
        p.failures.setdefault(span, failure)
    for span, verdict in known.tests:
        p.judged(span, verdict)
    return known.after


def same(p: Prover, k: Knowledge) -> Knowledge:
    """Return what is known, as the same object wherever just as much is known."""
    sharing = p.sharing
    if sharing is None:
        return k
    return sharing.pieces.known.setdefault((sharing.world, sharing.digests.known(k)), k)
