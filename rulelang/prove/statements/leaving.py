"""Loops that empty the zone they go through: `for c in hand(p): move c from hand(p) to box`.

The loop has listed every component before it begins. Where each round takes nothing from the zone
but its own component, and that at most once, that component is still there when its round begins.
"""

from __future__ import annotations

from rulelang import core
from rulelang.core.walk import blocks_in
from rulelang.prove import knowledge
from rulelang.prove.contexts import Prover
from rulelang.prove.evaluate import key_of
from rulelang.prove.footprints import Cell, meet
from rulelang.prove.knowledge import Knowledge

OFTEN = 9


def still_there(p: Prover, k: Knowledge, node: core.For) -> Knowledge:
    """Return what is known when a round begins: where its own component lies."""
    last = node.search.binders[-1]
    match last:
        case core.Binder(domain=core.Contents() as source, followed=False):
            pass
        case _:
            return k
    cells = frozenset({Cell("zone", source.zone, None)})
    shuffled = meet(p.w.anytime, cells)
    if shuffled or not _lists_once(node, source) or _takes(p, node.body, last) > 1:
        return k
    claim = key_of(p.w, k, core.Among(core.Local(last.slot), source))
    return knowledge.with_claim(k, claim, p.w.print_of(claim))


def _lists_once(node: core.For, source: core.Contents) -> bool:
    """Return whether no component is bound in two rounds: other binders name the zone."""
    if not all(isinstance(arg, core.Local | core.Const) for arg in source.args):
        return False
    for binder in node.search.binders[:-1]:
        match binder:
            case core.Binder(slot=slot, domain=core.Const(value=tuple(values)), followed=False):
                if core.Local(slot) not in source.args or len(set(values)) < len(values):
                    return False
            case _:
                return False
    return True


def _takes(p: Prover, block: core.Block, binder: core.Binder) -> int:
    """Return how often a block may take the component of its round; `OFTEN` for anything worse."""
    taken = 0
    for node in block.statements:
        inner = [_takes(p, part, binder) for part in blocks_in(node)]
        most = max(inner, default=0)
        match node:
            case core.For() | core.Repeat() | core.Turns() | core.Choose() | core.Anytime():
                most = OFTEN if most else 0
            case _:
                pass
        taken += most + _takes_itself(p, node, binder)
    return taken


def _takes_itself(p: Prover, node: core.Statement, binder: core.Binder) -> int:
    source = binder.domain
    assert isinstance(source, core.Contents)
    family = frozenset({Cell("zone", source.zone, None)})
    match node:
        case core.Move(what=core.Local(slot=slot), count=core.Const(value=1)) if (
            slot == binder.slot and node.source == core.Place(source.zone, source.args)
        ):
            return 1
        case core.Move(source=None):
            return OFTEN
        case core.Move(source=core.Place(zone=zone)) | core.Draw(source=core.Place(zone=zone)):
            return OFTEN if zone == source.zone else 0
        case core.Roll(place=core.Place(zone=zone)):
            return OFTEN if zone == source.zone else 0
        case core.Invoke(effect=effect):
            return OFTEN if meet(p.w.footprints.of_effect(effect), family) else 0
        case _:
            return 0
