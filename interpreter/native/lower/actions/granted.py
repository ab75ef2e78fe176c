"""What the conditions of an arm grant of the places that a legal action names.

    before:  step(a in Cell where on(a).owner is p, …); `on(a)` holds nothing or one of four kinds
    after:   known: on[a] is r5 to r6, from tables over p: kinds 0 to 1, or 2 to 3

It holds where the action was drawn: `bound` tells playouts of it, and all others forget it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

import attrs

from interpreter.layout import ArmLayout
from interpreter.native.evaluate import asking
from interpreter.native.evaluate.places import index_of
from interpreter.native.evaluate.scalars import Scalar
from interpreter.native.evaluate.unit import Code, Env
from interpreter.native.ir.nodes import NONE, Field, Hold, Operand
from interpreter.native.memory.tables import encoded
from interpreter.native.plan.static import terms_of, written_out
from rulelang import core
from rulelang.core import Value
from rulelang.core.constants import Asked, NotStaticError
from rulelang.core.intervals import Range
from rulelang.core.walk import free, replaced

Term: TypeAlias = core.Held | core.Read

MOST: Final = 64
"""Values of a place, and of a local that a condition also asks for, which are all tried."""

_HELD: Final = -1
"""The slot of what a place holds; no rule has it."""


def grant(code: Code, arm: ArmLayout, env: Env, named: int) -> None:
    """Note what conditions of an arm say of single places; it names the last `named` locals."""
    slots = frozenset(range(len(env) - named, len(env)))
    conditions = [choice.where for choice in arm.arm.choices]
    conditions += [need.test for need in arm.arm.needs]
    for part in (one for e in conditions for one in written_out(e, len(env), code.unit.spec)):
        for term in terms_of(part, slots):
            if all(isinstance(arg, core.Local) for arg in term.args):
                _note(code, term, replaced(part, term, core.Local(_HELD)), env)


def _note(code: Code, term: Term, condition: core.Expr, env: Env) -> None:
    """Note between which numbers a place's value lies where a condition holds, if that is told.

    It may ask for one local besides, most often whose turn it is. That there is nothing is not
    noted: boards ask no more of it, and LLVM's code was 1 to 3 % slower where it knew.
    """
    others = sorted(free(condition) - {_HELD})
    local = asking.value(code, core.Local(others[0]), env) if others else Scalar(0, Range(0, 0))
    field, held = _lies(code, term)
    if field is None or len(others) > 1 or not isinstance(local, Scalar) or not _values(held):
        return
    try:
        test = code.unit.evaluator.function(condition)
        ends = [_ends(test, _values(held), dict.fromkeys(others, v)) for v in _values(local.range)]
    except NotStaticError:
        return
    whole = (NONE if held.maybe else held.low, held.high)
    if ends and not local.range.maybe and not {*ends} <= {whole, (NONE, NONE)}:
        low, high = (_told(code, side, local) for side in zip(*ends, strict=True))
        code.b.add(Hold(field, index_of(code, term, env), low, high))


def _lies(code: Code, term: Term) -> tuple[Field | None, Range]:
    """Return where a family has single values, and which they are."""
    slots = code.unit.slots
    if isinstance(term, core.Read):
        variable = slots.variables[term.variable]
        return variable.value, variable.range
    zone = slots.zones[term.zone]
    return zone.kind, attrs.evolve(zone.kinds, maybe=True)


def _values(found: Range) -> tuple[Value, ...]:
    """Return all values, `none` first; nothing where there are many."""
    numbers = range(found.low, found.high + 1)
    return () if len(numbers) > MOST else (*([None] if found.maybe else []), *numbers)


def _ends(test: Asked, held: Sequence[Value], known: dict[int, Value]) -> tuple[int, int]:
    """Return the least and greatest value for which a test holds; of all where it never does."""
    numbers = [encoded(one) for one in held if test({**known, _HELD: one})]
    numbers = numbers or [encoded(one) for one in held]
    return min(numbers), max(numbers)


def _told(code: Code, ends: tuple[int, ...], local: Scalar) -> Operand:
    """Return which of some ends goes with a local's value."""
    if len({*ends}) == 1:
        return ends[0]
    at = code.b.op("sub", local.op, local.range.low)
    return code.b.table(code.unit.constants.table(ends), at)
