"""Questions about types.

May these be compared, what do they join to, what interval does an operation have.
"""

from __future__ import annotations

from typing import assert_never

from rulelang.core import ArithmeticOp
from rulelang.core.intervals import reach
from rulelang.rule_types import (
    Component,
    Flag,
    Maybe,
    Member,
    Nothing,
    Number,
    SetOf,
    Type,
    Unknown,
    Word,
)

NUMBER_LIMIT = 2**31


def bare(type_: Type) -> Type:
    """Return a type without `or none`."""
    return type_.of if isinstance(type_, Maybe) else type_


def maybe(type_: Type) -> Type:
    """Return a type with `or none`; numbers and flags have 0 instead."""
    match type_:
        case Number(low=low, high=high):
            return Number(min(low, 0), max(high, 0))
        case Flag() | Maybe() | Nothing() | Unknown() | SetOf():
            return type_
        case Word() | Member() | Component():
            return Maybe(type_)
        case _:
            assert_never(type_)


def as_number(type_: Type) -> Number | None:
    """Return the interval of a type that counts as a number, else None."""
    match type_:
        case Number():
            return type_
        case Flag():
            return Number(0, 1)
        case _:
            return None


def comparable(left: Type, right: Type) -> bool:
    """Return whether `is` may ever hold between values of two types."""
    match left, right:
        case (Unknown(), _) | (_, Unknown()):
            return True
        case (Nothing(), other) | (other, Nothing()):
            return not isinstance(other, SetOf)
        case Maybe(of=inner), other:
            return comparable(inner, bare(other))
        case other, Maybe(of=inner):
            return comparable(other, inner)
        case Number() | Flag(), Number() | Flag():
            return True
        case Word(words=a), Word(words=b):
            return not set(a).isdisjoint(b)
        case Component(kinds=a), Component(kinds=b):
            return not set(a).isdisjoint(b)
        case Member(family=a), Member(family=b):
            return a == b
        case _:
            return False


def fits(given: Type, wanted: Type) -> bool:
    """Return whether a value of `given` may be one of `wanted`.

    Escapes that only some values make are left to play.
    """
    match given, wanted:
        case Nothing(), Maybe() | Unknown():
            return True
        case Nothing(), _:
            return False
        case Number(low=low, high=high), Number(low=least, high=most):
            return low <= most and least <= high
        case SetOf(element=a), SetOf(element=b):
            return comparable(a, b)
        case _:
            return comparable(bare(given), bare(wanted))


def join(left: Type, right: Type) -> Type | None:
    """Return the least type that holds both, or None where they have nothing in common."""
    match left, right:
        case (Unknown(of_none=of_none), other) | (other, Unknown(of_none=of_none)):
            return other if of_none else Unknown()
        case (Nothing(), other) | (other, Nothing()):
            return other if isinstance(other, Nothing) else maybe(other)
        case (Maybe(of=inner), other) | (other, Maybe(of=inner)):
            joined = join(inner, bare(other))
            return None if joined is None else maybe(joined)
        case Flag(), Flag():
            return left
        case Number() | Flag(), Number() | Flag():
            a, b = as_number(left), as_number(right)
            return Number(min(a.low, b.low), max(a.high, b.high)) if a and b else None
        case Word(words=a), Word(words=b):
            return Word((*a, *(word for word in b if word not in a)))
        case Component(kinds=a), Component(kinds=b):
            return Component(tuple(sorted({*a, *b})))
        case Member(), Member():
            return left if left == right else None
        case SetOf(), SetOf():
            return _joined_sets(left, right)
        case _:
            return None


def _joined_sets(left: SetOf, right: SetOf) -> Type | None:
    """Return the type of either set; `{}` fits with any."""
    if 0 in (left.size, right.size):
        return right if left.size == 0 else left
    element = join(left.element, right.element)
    return None if element is None else SetOf(element, max(left.size, right.size))


def interval(op: ArithmeticOp, a: Number, b: Number) -> Number:
    """Return the interval of an operation on two intervals."""
    return _bounded(*reach(op, (a.low, a.high), (b.low, b.high), sharp=False))


def _bounded(low: int, high: int) -> Number:
    return Number(max(low, -NUMBER_LIMIT), min(high, NUMBER_LIMIT))


def described(type_: Type) -> str:
    """Return what a type is called in a message."""
    match type_:
        case Number():
            return "a number"
        case Flag():
            return "true or false"
        case Word():
            return "a word"
        case Member(family=family):
            return "a player" if family == "Player" else f"one of `{family}`"
        case Component():
            return "a component"
        case SetOf(element=Component()):
            return "a zone of components"
        case SetOf():
            return "a collection"
        case Maybe(of=inner):
            return f"{described(inner)} or `none`"
        case Nothing() | Unknown():  # nothing is said of what is not known
            return "`none`"
        case _:
            assert_never(type_)


def plural(type_: Type) -> str:
    """Return what several values of a type are called in a message."""
    match type_:
        case Number():
            return "numbers"
        case Word():
            return "words"
        case Member(family=family):
            return "players" if family == "Player" else f"those of `{family}`"
        case Component():
            return "components"
        case Flag():
            return "values that are true or false"
        case SetOf() | Maybe() | Nothing() | Unknown():
            return "collections"
        case _:
            assert_never(type_)
