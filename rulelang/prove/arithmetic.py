"""Operators on what values may be."""

from __future__ import annotations

from typing import Literal, assert_never

from rulelang import core
from rulelang.core.intervals import reach
from rulelang.core.operators import ARITHMETIC
from rulelang.prove.possible import (
    FLAG,
    MOST_LISTED,
    NEVER,
    UNBOUNDED,
    One,
    between,
    disjoint,
    kept,
    listed,
    number,
)

MOST_PAIRS = 64
OPPOSITE: dict[core.CompareOp, core.CompareOp] = {
    "<": ">=",
    ">=": "<",
    ">": "<=",
    "<=": ">",
    "is": "is not",
    "is not": "is",
}
TURNED: dict[core.CompareOp, core.CompareOp] = {
    "<": ">",
    ">": "<",
    "<=": ">=",
    ">=": "<=",
    "is": "is",
    "is not": "is not",
}


def calculated(op: core.ArithmeticOp, a: One, b: One) -> One:
    """Return what an operation on two numbers may give."""
    if a.is_empty or b.is_empty:
        return NEVER
    exact = _exactly(op, a, b)
    if exact is not None:
        return exact
    low, high = reach(op, (a.low, a.high), (b.low, b.high), sharp=False)
    return _limited(low, high)


def _exactly(op: core.ArithmeticOp, a: One, b: One) -> One | None:
    """Return all results, where there are few enough to try."""
    if a.listed is None or b.listed is None or len(a.listed) * len(b.listed) > MOST_PAIRS:
        return None
    divides = op in ("mod", "/up", "/down")
    pairs = [(x, y) for x in a.listed for y in b.listed if y or not divides]
    return listed(ARITHMETIC[op](x, y) for x, y in pairs)


def _limited(low: int, high: int) -> One:
    return between(max(low, -UNBOUNDED), min(high, UNBOUNDED))


def compared(op: core.CompareOp, left: One, right: One) -> One:
    """Return what a comparison may give."""
    match op:
        case "is" | "is not":
            if disjoint(left, right):
                return _settled(said=op == "is not")
            same = _same(left, right)
            return _settled(said=op == "is") if same else FLAG
        case "<" | "<=":
            a, b = number(left), number(right)
        case ">" | ">=":
            a, b = number(right), number(left)
        case _:
            assert_never(op)
    strict = op in ("<", ">")
    if a.high < b.low or (a.high == b.low and not strict):
        return _settled(said=True)
    if a.low > b.high or (a.low == b.high and strict):
        return _settled(said=False)
    return FLAG


def _same(left: One, right: One) -> bool:
    if left.is_none and right.is_none:
        return True
    return left.only is not None and left.only == right.only


def _settled(*, said: bool) -> One:
    return between(int(said), int(said))


def ordered(op: Literal["<", "<=", ">", ">="], one: One, other: One) -> One:
    """Return those of the numbers `one` for which the comparison with some of `other` may hold.

    Whether `none` is possible is kept, unless 0 fails, as which it counts.
    """
    match op:
        case "<":
            low, high = -UNBOUNDED, other.high - 1
        case "<=":
            low, high = -UNBOUNDED, other.high
        case ">":
            low, high = other.low + 1, UNBOUNDED
        case ">=":
            low, high = other.low, UNBOUNDED
        case _:
            assert_never(op)
    none = one.none and low <= 0 <= high
    if one.listed is not None:
        return listed((n for n in one.listed if low <= n <= high), none=none)
    low, high = max(low, one.low), min(high, one.high)
    if low > high:
        return listed((), none=none)
    found = between(low, high)
    return One(none, found.low, found.high, found.listed)


def without(one: One, value: int) -> One:
    """Return the numbers but one of them."""
    if one.listed is not None:
        return kept(one, lambda n: n != value)
    low = one.low + 1 if one.low == value else one.low
    high = one.high - 1 if one.high == value else one.high
    if high - low < MOST_LISTED:
        return listed((n for n in range(low, high + 1) if n != value), none=one.none)
    return One(one.none, low, high)
