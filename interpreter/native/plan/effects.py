"""Which zones and variables an expression reads and a block writes."""

from __future__ import annotations

from typing import TypeAlias, assert_never

from interpreter.facts.coverage_points import PROBES
from rulelang import core
from rulelang.core.constants import Known
from rulelang.core.walk import operands

Cells: TypeAlias = frozenset[tuple[str, int]]
NOTHING: Cells = frozenset()


Asked: TypeAlias = core.Expr | core.Search | tuple[core.Expr, ...]
"""What is asked of a position: a value, a search, or several values."""


def reads(node: Asked, spec: Known) -> Cells:
    """Return what the value of an expression, search or key depends on."""
    if isinstance(node, core.Operation | core.Search):
        return reads(tuple(operands(node)), spec)
    match node:
        case core.Read(variable=variable, args=args):
            return reads(args, spec) | {("variable", variable)}
        case core.Contents(zone=zone, args=args) | core.Held(zone=zone, args=args):
            return reads(args, spec) | {("zone", zone)}
        case core.Recalled(memory=memory):
            return frozenset((*spec.memories[memory].of, ("memory", memory)))
        case core.Call(fact=fact, args=args):
            return reads(args, spec) | reads(spec.facts[fact].body, spec)
        case core.Lookup(table=table) if spec.tables[table].name == PROBES:
            return frozenset((("probes", table),))
        case tuple():
            return NOTHING.union(*(reads(part, spec) for part in node))
        case core.Const() | core.Local():
            return NOTHING
        case (
            core.Lookup()
            | core.Fold()
            | core.Groups()
            | core.Trail()
            | core.Regions()
            | core.Within()
            | core.ReturnOf()
        ):
            return reads(tuple(operands(node)), spec)
        case _:
            assert_never(node)
