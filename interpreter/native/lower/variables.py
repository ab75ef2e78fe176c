"""Code for variables that are set: one, or many of a family at once.

    before:  for x in between(c, e): set disc(x) to p
    after:   the board of p with between(c, e), all other boards without; then each disc(x) := p

Where what a round sets has nothing to do with the other rounds, boards are written once for all.
The slots themselves still take a loop, which `dce` drops where nobody reads them.
"""

from __future__ import annotations

from typing import Final

from interpreter.native.evaluate import asking, bitsets
from interpreter.native.evaluate.drafts import never_faults
from interpreter.native.evaluate.lane import aside, moved
from interpreter.native.evaluate.places import index_of
from interpreter.native.evaluate.scalars import Scalar
from interpreter.native.evaluate.unit import Code, Env
from interpreter.native.ir.bits import bit_of
from interpreter.native.ir.builder import Builder
from interpreter.native.ir.nodes import NONE, Operand
from interpreter.native.ir.statuses import FAULT
from interpreter.native.lower import contents, records
from interpreter.native.memory.coverage import NO_COVERAGE
from interpreter.native.memory.slots import Boards, VariableSlots
from interpreter.native.plan.effects import reads
from rulelang import core
from rulelang.core.intervals import range_of
from rulelang.core.walk import free
from rulelang.rule_types import Component, Maybe, Type, Word

FEW: Final = 2
"""Boards of which all are written sooner than the one is found that a place was on."""


def assign(code: Code, node: core.Assign, env: Env, *, is_vacant: bool = False) -> None:
    """Write an `Assign`. `is_vacant`: the variable is known to be `none` before."""
    b = code.b
    slots = code.unit.slots.variables[node.variable]
    at = index_of(code, core.Read(node.variable, node.args, node.span), env)
    found = asking.scalar(code, node.value, env)
    fits = _fits(code, found, slots.variable.type)
    b.fault_unless(fits, FAULT)
    with b.when(fits):
        records.changed(code, slots, at, found.op)
        _set(b, slots, found, at, is_vacant=is_vacant)


def _set(b: Builder, slots: VariableSlots, found: Scalar, at: Operand, *, is_vacant: bool) -> None:
    """Set a variable that may hold this value."""
    value = found.op
    if slots.boards is not None and slots.boards.span <= FEW and slots.boards.width == 64:
        _fill(b, slots.boards, bit_of(b, at, slots.boards.width), value)
    elif slots.boards is not None:
        turned = [] if is_vacant else [(b.load(slots.value, at), slots.range.maybe)]
        turned += [] if found.range.is_none else [(value, found.range.maybe)]
        for one, maybe in turned:
            with b.when(b.op("ne", one, NONE) if maybe else 1):
                contents.turn_bit(b, slots.boards, one, at)
    b.store(slots.value, value, at)


def _fits(code: Code, found: Scalar, kind: Type) -> Operand:
    """Return whether a value is one of a type's."""
    b = code.b
    inner = kind.of if isinstance(kind, Maybe) else kind
    may_be_none = isinstance(kind, Maybe)
    wanted, have = range_of(inner), found.range
    if have.is_none:
        return int(may_be_none)
    none: Operand = b.op("eq", found.op, NONE) if have.maybe else 0
    low: Operand = 1 if have.low >= wanted.low else b.op("ge", found.op, wanted.low)
    high: Operand = 1 if have.high <= wanted.high else b.op("le", found.op, wanted.high)
    inside = _both(b, low, high)
    if isinstance(inner, Word | Component):
        among = inner.words if isinstance(inner, Word) else inner.kinds
        if len(among) != wanted.high - wanted.low + 1:
            table = tuple(int(v in among) for v in range(wanted.low, wanted.high + 1))
            safe = b.op("select", _both(b, inside, b.invert(none)), found.op, wanted.low, width=64)
            listed = b.table(code.unit.constants.table(table), b.op("sub", safe, wanted.low))
            inside = _both(b, inside, b.op("ne", listed, 0))
    if not have.maybe:
        return inside
    if may_be_none:
        return 1 if inside == 1 else b.op("or", none, inside, width=1)
    return _both(b, b.invert(none), inside)


def _both(b: Builder, left: Operand, right: Operand) -> Operand:
    if left == 1:
        return right
    return left if right == 1 else b.op("and", left, right, width=1)


# ---------------------------------------------------------------- many at once


def fill(code: Code, node: core.For, env: Env) -> bool:
    """Write a loop that gives variables of a family with boards one value; False for any other."""
    known = _all_set(Code(code.unit, aside()), node, env)
    if known is None:
        return False
    slots, boards, assigned = known
    where, _ = bitsets.narrowed(code, node.search, env)
    assert where is not None, "it was found aside"
    value = asking.scalar(code, assigned, (*env, Scalar(boards.first, where.range)))
    b = code.b
    _fill(b, boards, moved(b, where, boards.first, boards.width), value.op)
    b.each_bit(
        where.mask,
        where.width,
        lambda at: b.store(slots.value, value.op, b.op("add", at, where.base - boards.first)),
    )
    return True


def _all_set(
    aside_: Code, node: core.For, env: Env
) -> tuple[VariableSlots, Boards, core.Expr] | None:
    """Return the variables that a loop sets and to what; None where it does more, or may fault."""
    unit = aside_.unit
    match node:
        case core.For(
            search=core.Search(binders=(_,)),
            keys=(),
            body=core.Block(
                statements=(
                    core.Assign(variable=number, args=(core.Local(slot=slot),), value=value),
                )
            ),
        ) if slot == len(env) and slot not in free(value):
            slots = unit.slots.variables[number]
        case _:
            return None
    boards, is_followed = (
        slots.boards,
        unit.logs or unit.counts or unit.coverage is not NO_COVERAGE,
    )
    if boards is None or is_followed or ("variable", number) in reads(value, unit.spec):
        return None
    where, asked = bitsets.narrowed(aside_, node.search, env)
    if (
        where is None
        or asked
        or not where.range.within(boards.first, boards.first + boards.cells - 1)
    ):
        return None
    found = asking.scalar(aside_, value, (*env, Scalar(boards.first, where.range)))
    is_sure = _fits(aside_, found, slots.variable.type) == 1
    return (slots, boards, value) if is_sure and never_faults(aside_.b.function, {}) else None


def _fill(b: Builder, boards: Boards, places: Operand, value: Operand) -> None:
    """Put some places on the board of a value, and take them off all others."""
    width = boards.width
    others = b.op("xor", places, (1 << width) - 1, width=width)
    for at in range(boards.span):
        kept = b.op("and", b.load(boards.field, at, width), others, width=width)
        filled = b.op("select", b.op("eq", value, boards.low + at), places, 0, width=width)
        b.store(boards.field, b.op("or", kept, filled, width=width), at, width)
