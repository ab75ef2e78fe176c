"""Rounds that are certainly played, followed one by one as far as one that certainly fails.

before:  repeat 14: draw 1 from stock to prize       (thirteen lie in the stock)
after:   `stock` cannot have what is taken from it: fails in round 14

A loop is walked once, with what none of its rounds can change: that the stock holds one less in
each is not known there. What is moved in every round is counted first, without a proof; rounds are
followed only where that is more than there is, or than there is room for, so that loops which fit
cost next to nothing. Only what certainly comes about counts: nothing that stands under a
condition, nor behind what may leave the loop. Effects are not entered: what a walk follows from is
digested without their bodies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from math import prod

from rulelang import core
from rulelang.evolving import evolve
from rulelang.freezing import frozen
from rulelang.messages.obligations import in_round
from rulelang.prove.contexts import AHEAD, Prover
from rulelang.prove.evaluate import many
from rulelang.prove.gathering import gathered
from rulelang.prove.knowledge import Knowledge
from rulelang.prove.world import total

STEPS_AHEAD = 300
MOST_DEPTH = 10  # of blocks within each other, in which is counted

RunRound = Callable[[Prover, Knowledge, int], "Knowledge | None"]


@frozen
class _Moved:
    """So many things go from one place to another."""

    source: core.Place
    target: core.Place
    count: int


def look_ahead(
    p: Prover, k: Knowledge, node: core.For | core.Repeat, rounds: int, run: RunRound
) -> None:
    """Record what fails in one of so many rounds of a loop. `run`: walks the round of a number."""
    if k.is_dead or p.is_ahead or not _may_come_short(p, k, node, rounds):
        return
    q = Prover(p.w, steps=STEPS_AHEAD, is_ahead=True)
    at: Knowledge | None = evolve(k, cases={AHEAD: (0,)})
    for number in range(rounds):
        if at is None or AHEAD not in at.cases or not q.steps:
            return
        at = run(q, at, number)
        if q.failures:
            for span, failure in q.failures.items():
                p.failures.setdefault(span, in_round(failure, number + 1, node.span))
            return


def _may_come_short(p: Prover, k: Knowledge, node: core.For | core.Repeat, rounds: int) -> bool:
    """Return whether more is taken from a zone than there is, or comes than it has room for.

    Zones where something comes back in a round are left alone.
    """
    taken, come = Counter[int](), Counter[int]()
    for moved, times in _certain(node.body):
        taken[moved.source.zone] += moved.count * times * rounds
        if not moved.target.args:
            come[moved.target.zone] += moved.count * times * rounds
        elif isinstance(node, core.Repeat):  # rounds of `for` have places of their own
            come[moved.target.zone] += moved.count * rounds
    short = {zone for zone, count in taken.items() if count > _most(p, k, zone)}
    full = {zone for zone, count in come.items() if _has_no_room(p, k, zone, count)}
    for way in gathered(node.body).ways if short or full else ():
        short.discard(way.target)
        full = full - {way.source} if way.source is not None else set()
    return bool(short or full)


def _most(p: Prover, k: Knowledge, zone: int) -> int:
    """Return how much a zone has at most, or all of a family together."""
    if p.w.spec.zones[zone].index:
        return total(p.w.spec, p.w.held[zone])
    return many(p.w, k, core.Contents(zone, ())).most


def _has_no_room(p: Prover, k: Knowledge, zone: int, count: int) -> bool:
    family = p.w.spec.zones[zone]
    if family.capacity is None:
        return False
    least = 0 if family.index else many(p.w, k, core.Contents(zone, ())).least
    return least + count > family.capacity


def _certain(block: core.Block, depth: int = 0) -> Iterator[tuple[_Moved, int]]:
    """Yield what is moved whenever a block is done, and how often."""
    for node in block.statements if depth < MOST_DEPTH else ():
        match node:
            case core.Move() | core.Draw():
                moved = _moved(node)
                if moved is not None:
                    yield moved, 1
            case core.Phase() | core.Random() | core.Anytime():
                yield from _certain(node.body, depth + 1)
            case core.Choose(arms=(arm,), limit=None, otherwise=None):
                yield from _certain(arm.body, depth + 1)
            case core.For() | core.Repeat():
                rounds = _rounds(node)
                for moved, times in _certain(node.body, depth + 1) if rounds else ():
                    yield moved, times * rounds
            case _:
                pass


def _moved(node: core.Move | core.Draw) -> _Moved | None:
    """Return what a statement moves, if that is a number of things."""
    counted = not node.up_to if isinstance(node, core.Draw) else node.what is not None
    match node.count:
        case core.Const(value=int(count)) if counted and node.source is not None:
            return _Moved(node.source, node.target, count)
        case _:
            return None


def _rounds(node: core.For | core.Repeat) -> int:
    """Return how many rounds a loop inside has for certain, as far as that is plain."""
    match node:
        case core.Repeat(until=None, limit=core.Const(value=int(rounds))):
            return rounds
        case core.For(search=core.Search(binders=binders, where=None)):
            sizes = [
                len(binder.domain.value)
                if isinstance(binder.domain, core.Const) and isinstance(binder.domain.value, tuple)
                else 0
                for binder in binders
            ]
            return prod(sizes)
        case _:
            return 0
