"""Code for masks of digits: which values of a binding are in its domain, or after the last pick.

A digit is the place of a value among those that a binding may ever have, its static values; bit
`i` of a mask stands for the digit `i`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from interpreter.native.errors import too_many
from interpreter.native.evaluate.lane import MAX_WIDTH, moved
from interpreter.native.evaluate.scalars import Scalar
from interpreter.native.evaluate.sets import SetValue, Value, ZoneSet
from interpreter.native.evaluate.unit import Code
from interpreter.native.ir.bits import Bitset, bit_of, read_mask, tested, write_mask
from interpreter.native.ir.nodes import Field, Operand, Width
from interpreter.native.lower.actions.digits import is_run, value_at
from rulelang import core
from rulelang.freezing import frozen
from rulelang.rule_types import Component

Binding: TypeAlias = tuple[core.Choice, tuple[int, ...]]
"""A binding with its static values."""

Masked: TypeAlias = tuple[Operand, Width]
"""A mask and its width."""


def digit_mask(code: Code, domain: SetValue, static: tuple[int, ...], width: Width) -> Operand:
    """Return the elements of a domain as a mask of their digits."""
    found = domain.bitset(code)
    if found is None:
        return _gathered(code, domain, static, width)
    if is_run(static):
        return moved(code.b, found, static[0], width)
    return _looked_up(code, found, static, width)


def _gathered(code: Code, domain: SetValue, static: tuple[int, ...], width: Width) -> Operand:
    """Return the mask of a domain that is too wide for a mask of its own."""
    b = code.b
    if width > MAX_WIDTH:
        raise too_many(
            "values of what an arm asks for", len(static), MAX_WIDTH, "ask for them in two steps"
        )
    mask = b.variable(width)
    b.set(mask, 0)

    def note(element: Value) -> None:
        bit = bit_of(b, _digit_of(code, static, element), width)
        b.set(mask, b.op("or", b.get(mask), bit, width=width))

    domain.each(code, note)
    return b.get(mask)


def _digit_of(code: Code, static: tuple[int, ...], element: Value) -> Operand:
    """Return the digit of a value that a binding may have."""
    assert isinstance(element, Scalar), "an arm asks for single values"
    if is_run(static):
        return code.b.op("sub", element.op, static[0])
    digits = {value: digit for digit, value in enumerate(static)}
    low, high = min(static), max(static)
    table = code.unit.constants.table(tuple(digits.get(v, 0) for v in range(low, high + 1)))
    return code.b.table(table, code.b.op("sub", element.op, low))


def _looked_up(code: Code, found: Bitset, static: tuple[int, ...], width: Width) -> Operand:
    b = code.b
    mask = b.variable(width)
    b.set(mask, 0)
    table = code.unit.constants.table(static)

    def ask(digit: Operand) -> None:
        at = b.op("sub", b.table(table, digit), found.base)
        inside = b.op("and", b.op("ge", at, 0), b.op("lt", at, found.width), width=1)
        safe = b.op("select", inside, at, 0, width=64)
        lies = b.op("and", inside, tested(b, found.mask, safe, found.width), width=1)
        with b.when(lies):
            b.set(mask, b.op("or", b.get(mask), bit_of(b, digit, width), width=width))

    b.count_up(0, len(static), ask)
    return b.get(mask)


# ---------------------------------------------------------------- pairs


@frozen
class Members:
    """What a pair is chosen from, as digits: all, what lies there twice, and what is after one."""

    all: Operand
    twice: Operand
    after: Callable[[Operand], Operand]


def members(code: Code, domain: SetValue, static: tuple[int, ...], width: Width) -> Members:
    """Return what a pair is chosen from: its members stand in the order of the domain."""
    b = code.b
    is_set = domain.is_plain or (isinstance(domain, ZoneSet) and domain.slots.items is None)
    if not is_set or list(static) != sorted(static):
        return _in_a_row(code, domain, static, width)
    mask = digit_mask(code, domain, static, width)

    def above(digit: Operand) -> Operand:
        bit = bit_of(b, digit, width)
        upto = b.op("or", b.op("sub", bit, 1, width=width), bit, width=width)
        return b.op("and", mask, b.op("xor", upto, (1 << width) - 1, width=width), width=width)

    return Members(mask, doubles(code, domain, static, width), above)


def _in_a_row(code: Code, domain: SetValue, static: tuple[int, ...], width: Width) -> Members:
    """Return what a pair is chosen from where it stands in an order of its own.

    A buffer has for each digit the mask of those that come up to it. Of alike members the first
    counts.
    """
    b, words = code.b, width // 64
    seen, twice, upto = b.variable(width), b.variable(width), b.buffer(len(static) * words)
    b.set(seen, 0)
    b.set(twice, 0)

    def note(element: Value) -> None:
        digit = _digit_of(code, static, element)
        bit, before = bit_of(b, digit, width), b.get(seen)
        again = b.op("and", before, bit, width=width)
        b.set(twice, b.op("or", b.get(twice), again, width=width))
        b.set(seen, b.op("or", before, bit, width=width))
        with b.when(b.op("eq", again, 0)):
            write_mask(b, upto, b.op("mul", digit, words), b.get(seen), width)

    domain.each(code, note)
    whole = b.get(seen)

    def behind(digit: Operand) -> Operand:
        return b.op(
            "xor", whole, read_mask(b, upto, b.op("mul", digit, words), width), width=width
        )

    return Members(whole, b.get(twice), behind)


def doubles(code: Code, domain: SetValue, static: tuple[int, ...], width: Width) -> Operand:
    """Return the mask of digits whose kind lies there at least twice."""
    if not isinstance(domain, ZoneSet) or domain.slots.counts is None:
        return 0
    b, slots = code.b, domain.slots
    counts = slots.counts
    mask = b.variable(width)
    b.set(mask, 0)

    def note(digit: Operand) -> None:
        kind = value_at(code, static, digit)
        at = b.op("sub", b.op("add", b.op("mul", domain.cell, slots.span), kind.op), slots.base)
        assert counts is not None
        with b.when(b.op("gt", b.load(counts, at), 1)):
            b.set(mask, b.op("or", b.get(mask), bit_of(b, digit, width), width=width))

    b.each_bit(digit_mask(code, domain, static, width), width, note)
    return b.get(mask)


# ---------------------------------------------------------------- picks in order


def after_last(code: Code, binding: Binding, last: Field, mask: Operand, width: Width) -> Operand:
    """Return the digits that come after the one picked last in order."""
    b = code.b
    choice, static = binding
    before = b.load(last)
    bit = bit_of(b, b.op("max", before, 0), width)
    below = b.op("sub", bit, 1, width=width)
    if _may_repeat(code, choice):
        bit = b.op("and", bit, _single_kinds(code, static), width=width)
    blocked = b.op("or", below, bit, width=width)
    none = b.op("lt", before, 0)
    gone = b.op("select", none, 0, blocked, width=width)
    return b.op("and", mask, b.op("xor", gone, (1 << width) - 1, width=width), width=width)


def pair_after_last(
    code: Code, binding: Binding, last: tuple[Field, Field], digit: Operand, what: Masked
) -> Operand:
    """Return the digits with which a first one makes a pair after the one picked last in order."""
    b = code.b
    choice, static = binding
    seconds, width = what
    first, second = (b.load(field) for field in last)
    bit = bit_of(b, b.op("max", second, 0), width)
    upto = b.op("sub", bit, 1, width=width)
    if _may_repeat(code, choice):  # two of which there are copies may follow two that are alike
        alone = _single_kinds(code, static)
        is_alone = tested(b, alone, digit, width)
        bit = b.op("select", is_alone, bit, b.op("and", bit, alone, width=width), width=width)
    upto = b.op("or", upto, bit, width=width)
    behind = b.op("and", seconds, b.op("xor", upto, (1 << width) - 1, width=width), width=width)
    level = b.op("select", b.op("eq", digit, first), behind, 0, width=width)
    return b.op("select", b.op("gt", digit, first), seconds, level, width=width)


def _may_repeat(code: Code, choice: core.Choice) -> bool:
    """Return whether copies of one kind may follow each other."""
    if not isinstance(choice.type, Component):
        return False
    return any(code.unit.spec.kinds[kind].copies > 1 for kind in choice.type.kinds)


def _single_kinds(code: Code, static: tuple[int, ...]) -> int:
    """Return the mask of digits whose kind has one copy."""
    kinds = code.unit.spec.kinds
    return sum(1 << digit for digit, kind in enumerate(static) if kinds[kind].copies <= 1)
