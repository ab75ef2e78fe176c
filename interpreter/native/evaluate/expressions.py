"""Code for the values of expressions; whether something holds is in `conditions`. Ref §20.

    before:  Arithmetic("+", Read(coins, (Local(0),)), Const(3))
    after:   r2 = coins[r1]   r3 = r2 + 3

A fault is noted and the code goes on with a harmless value: nothing of a transition that faulted
is kept.
"""

from __future__ import annotations

from typing import assert_never

from interpreter.native.evaluate import (
    asking,
    conditions,
    facts,
    places,
    queries,
    recalling,
)
from interpreter.native.evaluate.buffers import Buffered, fill
from interpreter.native.evaluate.listed_sets import (
    ConstSet,
    SpilledRow,
    SpilledSet,
    TabledSet,
    constant,
)
from interpreter.native.evaluate.scalars import Scalar, SpilledScalar, is_between
from interpreter.native.evaluate.sets import (
    Loaded,
    RangeSet,
    SetValue,
    SpilledMask,
    Value,
    ZoneSet,
)
from interpreter.native.evaluate.spaces import graphs, regions, trails
from interpreter.native.evaluate.unit import Code, Env
from interpreter.native.ir.nodes import NONE, Block, Operand
from interpreter.native.ir.statuses import FAULT
from interpreter.native.memory.coverage import asked, is_probe
from rulelang import core
from rulelang.core.intervals import FLAG, Range, combine, join


def value(code: Code, e: core.Expr, env: Env) -> Loaded:  # noqa: C901 - one arm a node
    """Return the value of an expression."""
    match e:
        case core.Const():
            return constant(e.value)
        case core.Local(slot=slot):
            return _loaded(code, env[slot])
        case core.Read():
            return _read(code, e, env)
        case core.Contents(zone=zone):
            return ZoneSet(code.unit.slots.zones[zone], places.index_of(code, e, env))
        case core.Held():
            return _held(code, e, env)
        case core.Lookup():
            return _lookup(code, e, env)
        case core.Call():
            return facts.call(code, e, env)
        case core.Arithmetic():
            return _arithmetic(code, e, env)
        case core.IfThen():
            return _if_then(code, e, env)
        case core.Size(source=source):
            found = asking.set_of(code, source, env)
            return Scalar(found.size(code), Range(0, found.most))
        case core.Interval(low=low, high=high):
            return RangeSet(asking.number(code, low, env), asking.number(code, high, env))
        case core.Around():
            return queries.around(code, e, env)
        case core.Spread():
            return graphs.spread(code, e, env)
        case core.Fold():
            return queries.answer(code, e, env)
        case core.Groups():
            return graphs.groups(code, e, env)
        case core.Trail():
            return trails.longest(code, e, env)
        case core.Recalled(memory=memory):
            return recalling.recalled(code, memory)
        case core.Border():
            return regions.border(code, e, env)
        case core.Regions():
            return regions.regions(code, e, env)
        case core.Compare() | core.Not() | core.And() | core.Or() | core.Among() | core.Within():
            return Scalar(code.b.flag(conditions.condition(code, e, env)), FLAG)
        case core.ReturnOf():
            code.b.fault_unless(0, FAULT)  # play that goes on has none
            return Scalar(0, Range(0, 0))
        case _:
            assert_never(e)


def _loaded(code: Code, found: Value) -> Loaded:
    if isinstance(found, SpilledScalar):
        return Scalar(code.b.load(found.field), found.range)
    if isinstance(found, SpilledSet | SpilledMask | SpilledRow):
        return found.loaded(code)
    return found


# ---------------------------------------------------------------- reading


def _read(code: Code, e: core.Read, env: Env) -> Scalar:
    slots = code.unit.slots.variables[e.variable]
    return Scalar(code.b.load(slots.value, places.index_of(code, e, env)), slots.range)


def _held(code: Code, e: core.Held, env: Env) -> Scalar:
    b, slots = code.b, code.unit.slots.zones[e.zone]
    cell = places.index_of(code, e, env)
    found = Range(slots.base, slots.base + slots.span - 1, maybe=True)
    if slots.kind is not None:
        return Scalar(b.load(slots.kind, cell), found)
    if slots.items is not None and slots.length is not None:
        length = b.load(slots.length, cell)
        start = b.op("mul", cell, slots.room)
        last = b.op("max", 0, b.op("sub", length, 1))
        item = b.load(slots.items, b.op("add", start, last if e.last else 0))
        return Scalar(b.op("select", b.op("eq", length, 0), NONE, item, width=64), found)
    assert not e.last, "only a row has a last"
    bitset = ZoneSet(slots, cell).bitset(code)
    assert bitset is not None
    empty = b.op("eq", bitset.mask, 0)
    safe = (
        b.op(
            "or", bitset.mask, b.op("widen", b.flag(empty), width=bitset.width), width=bitset.width
        )
        if bitset.width > 64
        else b.op("or", bitset.mask, b.flag(empty))
    )
    at = b.op("ctz", safe, width=64)
    return Scalar(b.op("select", empty, NONE, b.op("add", at, slots.base), width=64), found)


def _lookup(code: Code, e: core.Lookup, env: Env) -> Loaded:
    if is_probe(e, code.unit.spec):
        return Scalar(asked(code.b, e, code.unit.spec), FLAG)
    b, grid = code.b, code.unit.grid(e.table)
    args = [asking.scalar(code, arg, env) for arg in e.args]
    at: Operand = 0
    inside: Operand = 1
    # A table without entries, such as what lies between cells of two rows, spans nothing.
    for found, low, span in zip(args, grid.lows, grid.spans, strict=bool(grid.lows)):
        digit = b.op("sub", found.op, low)
        if not found.range.within(low, low + span - 1):
            fits = is_between(b, found, low, low + span - 1)
            inside = fits if inside == 1 else b.op("and", inside, fits, width=1)
            digit = b.op("select", fits, digit, 0, width=64)
        at = b.op("add", b.op("mul", at, span), digit)
    if not grid.lows:
        inside = 0 if grid.spans == () and not code.unit.spec.tables[e.table].entries else 1
    if isinstance(at, int) and isinstance(inside, int):
        entries = code.unit.module.tables[grid.name].entries
        found_op: Operand = entries[at] if inside else grid.default
    else:
        entry = b.table(grid.name, at)
        found_op = b.op("select", inside, entry, grid.default, width=64)
    if grid.set_table is None:
        if isinstance(found_op, int):
            return constant(None if found_op == NONE else found_op)
        return Scalar(found_op, grid.inside if inside == 1 else grid.range)
    if isinstance(found_op, int):
        return ConstSet(grid.set_table.sets[found_op])
    return TabledSet(grid.set_table, found_op)


# ---------------------------------------------------------------- numbers


def _arithmetic(code: Code, e: core.Arithmetic, env: Env) -> Scalar:
    b = code.b
    left, right = asking.number(code, e.left, env), asking.number(code, e.right, env)
    found = combine(e.op, left.range, right.range)
    divides = e.op in ("mod", "/down", "/up") and right.range.low <= 0 <= right.range.high
    if found.constant is not None and not divides:
        return Scalar(found.constant, found)
    match e.op:
        case "+":
            return Scalar(b.op("add", left.op, right.op), found)
        case "-":
            return Scalar(b.op("sub", left.op, right.op), found)
        case "*":
            return Scalar(b.op("mul", left.op, right.op), found)
        case "min" | "max":
            return Scalar(b.op(e.op, left.op, right.op), found)
        case "mod" | "/down" | "/up":
            divisor = right.op
            if right.range.low <= 0 <= right.range.high:
                zero = b.op("eq", divisor, 0)
                b.fault_unless(b.invert(zero), FAULT)
                divisor = b.op("select", zero, 1, divisor, width=64)
            if e.op == "mod":
                return Scalar(b.op("floormod", left.op, divisor), found)
            if e.op == "/down":
                return Scalar(b.op("floordiv", left.op, divisor), found)
            negative = b.op("sub", 0, left.op)
            return Scalar(b.op("sub", 0, b.op("floordiv", negative, divisor)), found)
        case _:
            assert_never(e.op)


def _if_then(code: Code, e: core.IfThen, env: Env) -> Loaded:
    if is_probe(e.test, code.unit.spec):
        value(code, e.test, env)
        return value(code, e.then, env)
    b = code.b
    yes, no, after = b.block("then"), b.block("else"), b.block()
    conditions.branch_on(code, e.test, env, yes, no)
    b.enter(yes)
    then = value(code, e.then, env)
    then_block = b.here
    b.enter(no)
    other = value(code, e.other, env)
    other_block = b.here
    if isinstance(then, Scalar) and isinstance(other, Scalar):
        into = b.variable()
        b.enter(then_block)
        b.set(into, then.op)
        b.jump(after)
        b.enter(other_block)
        b.set(into, other.op)
        b.jump(after)
        b.enter(after)
        return Scalar(b.get(into), join(then.range, other.range))
    return _either_set(code, (then, then_block), (other, other_block), after)


def _either_set(
    code: Code, then: tuple[Loaded, Block], other: tuple[Loaded, Block], after: Block
) -> Loaded:
    """Return one of two sets, in a buffer."""
    b = code.b
    sets: list[SetValue] = []
    for found, _ in (then, other):
        sets.append(asking.as_set(found))
    buffer, length = Buffered(code, max(one.most for one in sets)), b.variable()
    for one, (_, block) in zip(sets, (then, other), strict=True):
        b.enter(block)
        fill(code, one, buffer, length)
        b.jump(after)
    b.enter(after)
    plain = all(one.is_plain for one in sets)
    return buffer.found(b.get(length), is_plain=plain)
