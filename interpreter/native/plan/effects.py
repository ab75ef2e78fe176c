"""Which zones, variables, memories and probes an expression reads.

What a block writes is in `rulelang.core.changes`.
"""

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
    found: set[tuple[str, int]] = set()
    facts: set[int] = set()
    todo: list[core.Expr | core.Search] = [*node] if isinstance(node, tuple) else [node]
    while todo:
        part = todo.pop()
        todo += operands(part)
        if isinstance(part, core.Operation | core.Search):
            continue
        match part:
            case core.Read(variable=variable):
                found.add(("variable", variable))
            case core.Contents(zone=zone) | core.Held(zone=zone):
                found.add(("zone", zone))
            case core.Recalled(memory=memory):
                found |= {*spec.memories[memory].of, ("memory", memory)}
            case core.Call(fact=fact) if fact not in facts:
                facts.add(fact)
                todo.append(spec.facts[fact].body)
            case core.Lookup(table=table) if spec.tables[table].name == PROBES:
                found.add(("probes", table))
            case core.Call() | core.Lookup() | core.Const() | core.Local() | core.ReturnOf():
                pass
            case core.Fold() | core.Groups() | core.Trail() | core.Regions() | core.Within():
                pass
            case _:
                assert_never(part)
    return frozenset(found)
