"""What is known at one place of a text: values that expressions may have, claims that hold.

Keys and claims are canonical expressions (see `trees`). Each carries its footprint, so that it is
forgotten when what it reads may have changed, or when a local that it names is bound anew.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

import attrs

from rulelang import core
from rulelang.evolving import evolve
from rulelang.freezing import frozen
from rulelang.prove.footprints import Cells, Footprint, meet
from rulelang.prove.possible import Many, One, Possible, joined, met

NO_CLAIMS: Mapping[core.Expr, Footprint] = {}
NO_VALUES: Mapping[core.Expr, tuple[Possible, Footprint]] = {}
NO_CASES: Mapping[int, tuple[int, ...]] = {}


@frozen
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
    values = {**k.values, e: (held, print_)}
    mentioned = k.mentioned | print_.locals if print_.locals else k.mentioned
    dead = k.is_dead or _is_contradiction(held)
    return Knowledge(values, k.locals, k.claims, k.names, k.fixed, mentioned, k.cases, dead)


def with_new_values(
    k: Knowledge, more: Mapping[core.Expr, tuple[Possible, Footprint]]
) -> Knowledge:
    """Add what expressions are, none of them locals, of which nothing is known so far."""
    values = {**k.values, **more}
    mentioned = k.mentioned.union(*[print_.locals for _, print_ in more.values()])
    dead = k.is_dead or any(_is_contradiction(held) for held, _ in more.values())
    return Knowledge(values, k.locals, k.claims, k.names, k.fixed, mentioned, k.cases, dead)


def with_local(k: Knowledge, slot: int, possible: Possible) -> Knowledge:
    """Add that a local is one of some values."""
    held = met(k.locals[slot], possible) if slot in k.locals else possible
    inner = {**k.locals, slot: held}
    dead = k.is_dead or _is_contradiction(held)
    return Knowledge(k.values, inner, k.claims, k.names, k.fixed, k.mentioned, k.cases, dead)


def _is_contradiction(possible: Possible) -> bool:
    match possible:
        case One():
            return possible.is_empty
        case Many(least=least, most=most):
            return least > most
        case _:
            assert_never(possible)


def with_claim(k: Knowledge, e: core.Expr, print_: Footprint) -> Knowledge:
    """Add a flag that is 1; of a constant nobody asks whether it is claimed."""
    if e in k.claims or isinstance(e, core.Const):
        return k
    claims = {**k.claims, e: print_}
    mentioned = k.mentioned | print_.locals if print_.locals else k.mentioned
    return Knowledge(k.values, k.locals, claims, k.names, k.fixed, mentioned, k.cases, k.is_dead)


def bound(k: Knowledge, slot: int, possible: Possible) -> Knowledge:
    """Bind a local: what was known of another one in this slot is forgotten."""
    fixed = k.fixed
    if slot in fixed:
        fixed = {n: value for n, value in fixed.items() if n != slot}
    if isinstance(possible, One) and possible.only is not None:
        fixed = {**fixed, slot: possible.only}
    if slot in k.mentioned or slot in k.names or slot in k.cases:
        k = _without(k, slot)
    inner = {**k.locals, slot: possible}
    return Knowledge(k.values, inner, k.claims, k.names, fixed, k.mentioned, k.cases, k.is_dead)


def without_cases(k: Knowledge) -> Knowledge:
    """Forget which values locals certainly take: not every round comes here."""
    return evolve(k, cases=NO_CASES) if k.cases else k


def _without(k: Knowledge, slot: int) -> Knowledge:
    values = {e: v for e, v in k.values.items() if slot not in v[1].locals}
    claims = {e: p for e, p in k.claims.items() if slot not in p.locals}
    names = {n: v for n, v in k.names.items() if n != slot and slot not in v[1].locals}
    cases = {n: listed for n, listed in k.cases.items() if n != slot}
    mentioned = k.mentioned - {slot}
    return Knowledge(values, k.locals, claims, names, k.fixed, mentioned, cases, k.is_dead)


def named(k: Knowledge, slot: int, e: core.Expr, print_: Footprint) -> Knowledge:
    """Note that a local stands for the value of an expression."""
    assert slot not in print_.locals, "what is named is known before its name"
    names = {**k.names, slot: (e, print_)}
    mentioned = k.mentioned | print_.locals
    return Knowledge(k.values, k.locals, k.claims, names, k.fixed, mentioned, k.cases, k.is_dead)


def changed(k: Knowledge, cells: Cells) -> Knowledge:
    """Forget what may no longer hold after a change of some cells."""
    if not cells:
        return k
    values = {e: v for e, v in k.values.items() if not meet(v[1].cells, cells)}
    claims = {e: p for e, p in k.claims.items() if not meet(p.cells, cells)}
    names = {n: named for n, named in k.names.items() if not meet(named[1].cells, cells)}
    return Knowledge(values, k.locals, claims, names, k.fixed, k.mentioned, k.cases, k.is_dead)


def either(left: Knowledge | None, right: Knowledge | None) -> Knowledge | None:
    """Return what is known where two ways come together; None: neither way leads here."""
    if left is None or left.is_dead:
        return left if right is None else right
    if right is None or right.is_dead:
        return left
    return Knowledge(
        values={
            e: v if other is v else (joined(v[0], other[0]), v[1])
            for e, v in left.values.items()
            if (other := right.values.get(e)) is not None
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
