"""Operators on values that are elaborated already; constants are settled at once."""

from __future__ import annotations

from typing import Literal

from rulelang import core
from rulelang.core import And, Arithmetic, Compare, Const, Not, Or, Size
from rulelang.core.operators import ORDER
from rulelang.elaborate.context import NOTHING, UNKNOWN
from rulelang.elaborate.symbols import Typed
from rulelang.elaborate.typing import as_number, interval
from rulelang.rule_types import Flag, Maybe, Nothing, Number, SetOf, Type, Unknown
from rulelang.source import Span


def junction(op: Literal["and", "or"], left: Typed, right: Typed, span: Span) -> Typed:
    """Join two claims, without the constants."""
    stops = 1 if op == "or" else 0
    parts: list[core.Expr] = []
    for part in (left.expr, right.expr):
        if isinstance(part, Const):
            if part.value == stops:
                return Typed(Const(stops, span), Flag())
            continue
        inner = part.parts if isinstance(part, Or if op == "or" else And) else (part,)
        parts.extend(inner)
    if not parts:
        return Typed(Const(1 - stops, span), Flag())
    if len(parts) == 1:
        return Typed(parts[0], Flag())
    return Typed(Or(tuple(parts), span) if op == "or" else And(tuple(parts), span), Flag())


def negation(typed: Typed, span: Span) -> Typed:
    """Deny a claim."""
    if isinstance(typed.expr, Const):
        return Typed(Const(0 if typed.expr.value else 1, span), Flag())
    return Typed(Not(typed.expr, span), Flag())


def compare(op: core.CompareOp, left: Typed, right: Typed, span: Span) -> Typed:
    """Compare two values; constants at once."""
    if isinstance(left.expr, Const) and isinstance(right.expr, Const):
        a, b = left.expr.value, right.expr.value
        if op in ("is", "is not"):
            return Typed(Const(int((a == b) == (op == "is")), span), Flag())
        if isinstance(a, int) and isinstance(b, int):
            return Typed(Const(int(ORDER[op](a, b)), span), Flag())
    if _is_none_test(left.type, right.type) or _is_none_test(right.type, left.type):
        return Typed(Const(int(op == "is not"), span), Flag())
    return Typed(Compare(op, left.expr, right.expr, span), Flag())


def _is_none_test(tested: Type, against: Type) -> bool:
    """Whether `tested` is compared with `none` and can never be it.

    A fact may be called with either.
    """
    return isinstance(against, Nothing) and not isinstance(tested, Maybe | Nothing | Unknown)


def arithmetic(op: core.ArithmeticOp, left: Typed, right: Typed, span: Span) -> Typed:
    """Calculate with two numbers; constants at once, except what would be a fault."""
    a, b = as_number(left.type), as_number(right.type)
    if a is None or b is None:
        return Typed(Arithmetic(op, left.expr, right.expr, span), UNKNOWN)
    held = interval(op, a, b)
    if isinstance(left.expr, Const) and isinstance(right.expr, Const) and held.low == held.high:
        return Typed(Const(held.low, span), held)
    return Typed(Arithmetic(op, left.expr, right.expr, span), held)


def size(source: Typed, span: Span) -> Typed:
    """Count the elements of a set value; a constant's at once."""
    match source:
        case Typed(expr=Const(value=tuple(parts))):
            return Typed(Const(len(parts), span), Number(len(parts), len(parts)))
        case Typed(type=SetOf(size=size)):
            return Typed(Size(source.expr, span), Number(0, size))
        case _:
            return NOTHING
