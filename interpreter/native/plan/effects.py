"""Which zones and variables an expression reads and a block writes."""

from __future__ import annotations

from typing import TypeAlias

from interpreter.facts.coverage_points import MARKS
from rulelang import core
from rulelang.core.constants import Known
from rulelang.core.walk import Node, children

Cells: TypeAlias = frozenset[tuple[str, int]]
NOTHING: Cells = frozenset()


def reads(node: Node | tuple[Node, ...], spec: Known) -> Cells:
    """Return what the value of an expression, search or key depends on."""
    match node:
        case core.Read(variable=variable, args=args):
            return reads(args, spec) | {("variable", variable)}
        case core.Contents(zone=zone, args=args) | core.Held(zone=zone, args=args):
            return reads(args, spec) | {("zone", zone)}
        case core.Recalled(memory=memory):
            return frozenset((*spec.memories[memory].of, ("memory", memory)))
        case core.Call(fact=fact, args=args):
            return reads(args, spec) | reads(spec.facts[fact].body, spec)
        case core.Lookup(table=table) if spec.tables[table].name == MARKS:
            return frozenset((("marks", table),))
        case tuple():
            return NOTHING.union(*(reads(part, spec) for part in node))
        case _:
            return NOTHING.union(*(reads(part, spec) for part in children(node)))


def writes(node: Node, spec: core.Spec) -> Cells:  # noqa: C901 - one arm a node
    """Return what a block or statement may change."""
    match node:
        case core.Move(source=source, target=target):
            if source is None:
                return frozenset(("zone", zone) for zone in range(len(spec.zones)))
            return frozenset((("zone", source.zone), ("zone", target.zone)))
        case core.Draw(source=source, target=target):
            return frozenset((("zone", source.zone), ("zone", target.zone)))
        case core.Roll(place=place):
            return frozenset((("zone", place.zone),))
        case core.Assign(variable=variable):
            return frozenset((("variable", variable),))
        case core.Remember(memory=memory):
            return frozenset((("memory", memory),))
        case core.Invoke(effect=effect):
            return writes(spec.effects[effect].body, spec)
        case core.Turns(body=body):
            fresh = ((("variable", n)) for n, v in enumerate(spec.variables) if v.fresh)
            return writes(body, spec) | frozenset(fresh)
        case core.Block() | core.If() | core.For() | core.Repeat() | core.Phase() | core.Random():
            return _inside(node, spec)
        case core.Choose() | core.Anytime() | core.Arm():
            return _inside(node, spec)
        case _:
            return NOTHING


def _inside(node: Node, spec: core.Spec) -> Cells:
    return NOTHING.union(*(writes(part, spec) for part in children(node)))
