"""What is known at one place of a text: values that expressions may have, claims that hold.

Keys and claims are canonical expressions (see `trees`). Each carries its footprint, so that it is
forgotten when what it reads may have changed, or when a local that it names is bound anew.
"""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from rulelang import core
from rulelang.prove.footprints import Cells, Footprint, meet
from rulelang.prove.possible import Many, One, Possible, joined, met

NO_CLAIMS: Mapping[core.Expr, Footprint] = {}
NO_VALUES: Mapping[core.Expr, tuple[Possible, Footprint]] = {}
NO_CASES: Mapping[int, tuple[int, ...]] = {}


@attrs.frozen
class Knowledge:
    """What is known.

    `values`: what expressions can be at most. `locals`: the same for what is bound. `claims`:
    flags that are 1. `names`: locals that stand for the value of an expression which has not
    changed since. `fixed`: locals that are one number. `mentioned`: locals that anything here may
    name. `cases`: values that locals certainly take here, see `cases.py`. `is_dead`: this place is
    never reached.
    """

    values: Mapping[core.Expr, tuple[Possible, Footprint]] = NO_VALUES
    locals: Mapping[int, Possible] = attrs.field(factory=dict)
    claims: Mapping[core.Expr, Footprint] = NO_CLAIMS
    names: Mapping[int, tuple[core.Expr, Footprint]] = attrs.field(factory=dict)
    fixed: Mapping[int, int] = attrs.field(factory=dict)
    mentioned: frozenset[int] = frozenset()
    cases: Mapping[int, tuple[int, ...]] = NO_CASES
    is_dead: bool = False


NOWHERE_REACHED = Knowledge(is_dead=True)


def with_value(k: Knowledge, e: core.Expr, possible: Possible, print_: Footprint) -> Knowledge:
    """Add that an expression is one of some values; a contradiction means a dead place."""
    if isinstance(e, core.Local):
        return with_local(k, e.slot, possible)
    known = k.values.get(e)
    held = possible if known is None else met(known[0], possible)
    if known is not None and held == known[0]:
        return k
    return attrs.evolve(
        k,
        values={**k.values, e: (held, print_)},
        mentioned=k.mentioned | print_.locals,
        is_dead=k.is_dead or _is_contradiction(held),
    )


def with_local(k: Knowledge, slot: int, possible: Possible) -> Knowledge:
    """Add that a local is one of some values."""
    held = met(k.locals[slot], possible) if slot in k.locals else possible
    return attrs.evolve(
        k, locals={**k.locals, slot: held}, is_dead=k.is_dead or _is_contradiction(held)
    )


def _is_contradiction(possible: Possible) -> bool:
    match possible:
        case One():
            return possible.is_empty
        case Many(least=least, most=most):
            return least > most


def with_claim(k: Knowledge, e: core.Expr, print_: Footprint) -> Knowledge:
    """Add a flag that is 1."""
    if e in k.claims:
        return k
    return attrs.evolve(k, claims={**k.claims, e: print_}, mentioned=k.mentioned | print_.locals)


def bound(k: Knowledge, slot: int, possible: Possible) -> Knowledge:
    """Bind a local: what was known of another one in this slot is forgotten."""
    fixed = k.fixed
    if slot in fixed:
        fixed = {n: value for n, value in fixed.items() if n != slot}
    if isinstance(possible, One) and possible.only is not None:
        fixed = {**fixed, slot: possible.only}
    if slot in k.mentioned or slot in k.names:
        k = _without(k, slot)
    cases = k.cases
    if slot in cases:
        cases = {n: values for n, values in cases.items() if n != slot}
    return attrs.evolve(k, locals={**k.locals, slot: possible}, fixed=fixed, cases=cases)


def without_cases(k: Knowledge) -> Knowledge:
    """Forget which values locals certainly take: not every round comes here."""
    return attrs.evolve(k, cases=NO_CASES) if k.cases else k


def _without(k: Knowledge, slot: int) -> Knowledge:
    return attrs.evolve(
        k,
        values={e: v for e, v in k.values.items() if slot not in v[1].locals},
        claims={e: p for e, p in k.claims.items() if slot not in p.locals},
        names={n: v for n, v in k.names.items() if n != slot and slot not in v[1].locals},
        mentioned=k.mentioned - {slot},
    )


def named(k: Knowledge, slot: int, e: core.Expr, print_: Footprint) -> Knowledge:
    """Note that a local stands for the value of an expression."""
    if slot in print_.locals:
        return k
    return attrs.evolve(
        k, names={**k.names, slot: (e, print_)}, mentioned=k.mentioned | print_.locals
    )


def changed(k: Knowledge, cells: Cells) -> Knowledge:
    """Forget what may no longer hold after a change of some cells."""
    if not cells:
        return k
    return attrs.evolve(
        k,
        values={e: v for e, v in k.values.items() if not meet(v[1].cells, cells)},
        claims={e: p for e, p in k.claims.items() if not meet(p.cells, cells)},
        names={n: named for n, named in k.names.items() if not meet(named[1].cells, cells)},
    )


def either(left: Knowledge | None, right: Knowledge | None) -> Knowledge | None:
    """Return what is known where two ways come together; None: neither way leads here."""
    if left is None or left.is_dead:
        return left if right is None else right
    if right is None or right.is_dead:
        return left
    return Knowledge(
        values={
            e: (joined(v[0], right.values[e][0]), v[1])
            for e, v in left.values.items()
            if e in right.values
        },
        locals={
            slot: joined(held, right.locals[slot])
            for slot, held in left.locals.items()
            if slot in right.locals
        },
        claims={e: p for e, p in left.claims.items() if e in right.claims},
        names={n: v for n, v in left.names.items() if right.names.get(n) == v},
        fixed={n: v for n, v in left.fixed.items() if right.fixed.get(n) == v},
        mentioned=left.mentioned | right.mentioned,
        cases={**left.cases, **right.cases},
    )
