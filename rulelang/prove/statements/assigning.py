"""Obligations of assignments: the value is one that the variable holds. Ref §31."""

from __future__ import annotations

from rulelang import core
from rulelang.messages import obligations as claims
from rulelang.messages.obligations import Claim
from rulelang.prove import cases, knowledge
from rulelang.prove.contexts import Prover
from rulelang.prove.evaluate import key_of, one
from rulelang.prove.expressions import index, walk
from rulelang.prove.footprints import cell_of, meet
from rulelang.prove.knowledge import Knowledge
from rulelang.prove.linear import at_least
from rulelang.prove.possible import One, Possible, between, disjoint, met, of_type, within
from rulelang.prove.statements.moving import present
from rulelang.rule_types import Flag, Maybe, Number, Type


def assign(p: Prover, k: Knowledge, node: core.Assign) -> Knowledge:
    """Walk an assignment; return what is known after it."""
    variable = p.w.spec.variables[node.variable]
    index(p, k, (variable.name, variable.index), node.args, node.span)
    k = present(p, k, node.args)
    walk(p, k, node.value)
    found = one(p.w, k, node.value)
    wanted = declared(variable.type)
    proved = within(found, wanted) or _bounded(p, k, node.value, variable.type)
    cases.oblige(p, k, lambda at: _leaves(p, at, node), node.span, proved=proved)
    return _after(p, k, node, met(found, wanted))


def declared(kind: Type) -> Possible:
    """Return exactly the values of a variable."""
    return between(kind.low, kind.high) if isinstance(kind, Number) else of_type(kind)


def _bounded(p: Prover, k: Knowledge, e: core.Expr, kind: Type) -> bool:
    if not isinstance(kind, Number) or one(p.w, k, e).none:
        return False
    return at_least(p.w, k, e, core.Const(kind.low)) and at_least(p.w, k, core.Const(kind.high), e)


def _leaves(p: Prover, k: Knowledge, node: core.Assign) -> tuple[Claim, bool]:
    """Return the claim about a range, and whether the value is surely outside."""
    variable = p.w.spec.variables[node.variable]
    found = one(p.w, k, node.value)
    claim = claims.stays_in_range(variable.name, _shown(found), _held(variable.type))
    return claim, _escapes(found, declared(variable.type))


def _escapes(found: One, wanted: Possible) -> bool:
    return not found.is_empty and disjoint(found, wanted)


def _shown(found: One) -> str:
    if found.is_none:
        return "`none`"
    return str(found.low) if found.low == found.high else f"{found.low}..{found.high}"


def _held(kind: Type) -> str:
    match kind:
        case Number(low=low, high=high):
            return f"{low}..{high}"
        case Flag():
            return "true and false"
        case Maybe():
            return "what it holds"
        case _:
            return "what it holds, and never `none`"


def _after(p: Prover, k: Knowledge, node: core.Assign, held: Possible) -> Knowledge:
    """Forget what reads the variable; add what it is now."""
    key = key_of(p.w, k, core.Read(node.variable, node.args))
    assert isinstance(key, core.Read)
    cell = frozenset({cell_of("variable", node.variable, key.args)})
    value = key_of(p.w, k, node.value)
    k = knowledge.changed(k, cell)
    inside = [p.w.print_of(arg).cells for arg in key.args]
    if any(meet(cells, cell) for cells in inside):
        return k
    k = knowledge.with_value(k, key, held, p.w.print_of(key))
    if isinstance(value, core.Const) or meet(p.w.print_of(value).cells, cell):
        return k
    same = core.Compare("is", key, value)
    return knowledge.with_claim(k, same, p.w.print_of(same))
