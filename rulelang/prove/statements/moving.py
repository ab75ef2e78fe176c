"""Obligations of statements that move components or roll them. Ref §31."""

from __future__ import annotations

from rulelang import core
from rulelang.evolving import evolve
from rulelang.messages import obligations as claims
from rulelang.messages.obligations import Claim
from rulelang.prove import cases, knowledge
from rulelang.prove.assume import assumed, narrowed
from rulelang.prove.contexts import Prover
from rulelang.prove.evaluate import key_of, many, numeric, one
from rulelang.prove.expressions import index, walk
from rulelang.prove.footprints import cell_of
from rulelang.prove.knowledge import Knowledge
from rulelang.prove.linear import at_least
from rulelang.prove.statements.transfers import (
    Transfer,
    contents,
    foreign,
    lies_there,
    rolled,
    steady,
    transferred,
)


def place(p: Prover, k: Knowledge, node: core.Place) -> Knowledge:
    """Walk a place; return what is known once it has been found."""
    zone = p.w.spec.zones[node.zone]
    index(p, k, (zone.name, zone.index), node.args, node.span)
    return present(p, k, node.args)


def present(p: Prover, k: Knowledge, args: tuple[core.Expr, ...]) -> Knowledge:
    """Return what is known once values have passed where `none` fails."""
    for arg in args:
        found = one(p.w, k, arg)
        if found.none:
            k = narrowed(p.w, k, arg, evolve(found, none=False))
    return k


def amount(p: Prover, k: Knowledge, e: core.Expr) -> None:
    """Walk a number of things or rounds, which must not be below 0."""
    walk(p, k, e)
    found = numeric(p.w, k, e)
    if not isinstance(e, core.Const) or found.low < 0:
        proved = at_least(p.w, k, e, core.Const(0))
        claim = claims.count_not_negative()
        cases.oblige(p, k, lambda at: (claim, numeric(p.w, at, e).high < 0), e.span, proved=proved)


def move(p: Prover, k: Knowledge, node: core.Move) -> Knowledge:
    """Walk a move; return what is known after it."""
    k = place(p, k, node.target)
    if node.what is None:
        assert node.source is not None, "what moves as a whole has a source"
        k = place(p, k, node.source)
        source = contents(node.source)
        kinds = many(p.w, k, source).element
        places = (node.source, node.target)
        whole = Transfer(core.Size(source), kinds, *places, node.span, whole=True)
        return transferred(p, k, whole)
    walk(p, k, node.what)
    what = one(p.w, k, node.what)
    there = not what.none
    p.oblige(k, claims.component_named(), node.span, proved=there, fails=what.is_none)
    k = present(p, k, (node.what,))
    if node.source is not None:
        k = place(p, k, node.source)
        amount(p, k, node.count)
        _takes(p, k, node, node.what)
    else:
        sure = not any(p.w.spec.kinds[kind].faces for kind in p.w.all_kinds(what))
        p.oblige(k, claims.lies_somewhere(), node.span, proved=sure)
    kinds = evolve(what, none=False)
    after = transferred(p, k, Transfer(node.count, kinds, node.source, node.target, node.span))
    return _arrived(p, after, node)


def _takes(p: Prover, k: Knowledge, node: core.Move, what: core.Expr) -> None:
    """Record that what is moved lies in its source."""
    assert node.source is not None
    name = p.w.spec.zones[node.source.zone].name
    claim, source = claims.lies_there(name), contents(node.source)

    def lacks(at: Knowledge) -> tuple[Claim, bool]:
        held, count = many(p.w, at, source), numeric(p.w, at, node.count)
        never = held.most < count.low or foreign(one(p.w, at, what), held.element)
        return claim, count.low > 0 and never

    cases.oblige(p, k, lacks, node.span, proved=lies_there(p, k, node, what))


def _arrived(p: Prover, k: Knowledge, node: core.Move) -> Knowledge:
    """Add that what was moved lies in the target, if both are still called the same."""
    if node.what is None or node.source is None or numeric(p.w, k, node.count).low < 1:
        return k
    moved = (cell_of("zone", place.zone, place.args) for place in (node.source, node.target))
    if not steady(p, k, (node.what, *node.target.args), frozenset(moved)):
        return k
    claim = key_of(p.w, k, core.Among(node.what, contents(node.target)))
    return knowledge.with_claim(k, claim, p.w.print_of(claim))


def draw(p: Prover, k: Knowledge, node: core.Draw) -> Knowledge:
    """Walk a draw; return what is known after it."""
    amount(p, k, node.count)
    k = place(p, k, node.source)
    k = place(p, k, node.target)
    source = contents(node.source)
    size = core.Size(source)
    count = node.count
    if node.up_to:
        count = core.Arithmetic("min", node.count, size)
    else:
        name = p.w.spec.zones[node.source.zone].name
        claim = claims.lies_there(name)
        enough = at_least(p.w, k, size, node.count)
        cases.oblige(
            p,
            k,
            lambda at: (claim, numeric(p.w, at, count).low > many(p.w, at, source).most),
            node.span,
            proved=enough,
        )
        k = assumed(p.w, k, core.Compare(">=", size, node.count))
    kinds = many(p.w, k, source).element
    return transferred(p, k, Transfer(count, kinds, node.source, node.target, node.span))


def roll(p: Prover, k: Knowledge, node: core.Roll) -> Knowledge:
    """Walk a roll; return what is known after it."""
    return rolled(p, place(p, k, node.place), node.place)
