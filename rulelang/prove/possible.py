"""Which values an expression may have, as far as that is known. Ref §20, §31.

`One` stands for single values, `Many` for sets. Both may be larger than the truth, never smaller.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import lru_cache
from typing import TypeAlias, assert_never

from rulelang.core import Value
from rulelang.evolving import evolve
from rulelang.freezing import frozen
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

UNBOUNDED = 10**30
"""Beyond what any declared range holds; nothing is known about a value that may be so large."""
MOST_LISTED = 300
CLAMPED = 2**31  # where the types of elaboration stop counting


@frozen
class One:
    """A single value: a number `low..high`, one of `listed` if that is known, or `none`."""

    none: bool
    low: int
    high: int
    listed: frozenset[int] | None = None

    @property
    def is_empty(self) -> bool:
        """Return whether there is no such value."""
        return not self.none and self.low > self.high

    @property
    def is_none(self) -> bool:
        """Return whether it can only be `none`."""
        return self.none and self.low > self.high

    @property
    def only(self) -> int | None:
        """Return the only number that it can be."""
        return self.low if self.low == self.high and not self.none else None


@frozen
class Many:
    """A set value of `least` to `most` elements."""

    element: Possible
    least: int
    most: int


Possible: TypeAlias = One | Many

NEVER = One(False, 1, 0)
NONE = One(True, 1, 0)
ANYTHING = One(True, -UNBOUNDED, UNBOUNDED)
FLAG = One(False, 0, 1, frozenset({0, 1}))


@lru_cache(maxsize=1024, typed=True)
def between(low: int, high: int) -> One:
    """Return the numbers `low..high`."""
    if low > high:
        return NEVER
    if high - low < MOST_LISTED:
        return One(False, low, high, frozenset(range(low, high + 1)))
    return One(False, low, high)


def listed(values: Iterable[int], *, none: bool = False) -> One:
    """Return exactly these numbers, and `none` if that is possible too."""
    return _listed(frozenset(values), none=none)


def _listed(known: frozenset[int], *, none: bool) -> One:
    if not known:
        return NONE if none else NEVER
    if len(known) > MOST_LISTED:
        return One(none, min(known), max(known))
    return One(none, min(known), max(known), known)


def of_value(value: Value) -> Possible:
    """Return what a constant is.

    >>> of_value((2, 3)).most, of_value(None).is_none
    (2, True)
    """
    if isinstance(value, tuple):
        return Many(of_values(value), len(value), len(value))
    return NONE if value is None else between(value, value)


def of_values(values: Collection[Value]) -> Possible:
    """Return what some constants are, any of them."""
    numbers = [value for value in values if isinstance(value, int)]
    nothing = len(numbers) < len(values) and any(value is None for value in values)
    found: Possible = listed(numbers, none=nothing)
    for value in values:
        if isinstance(value, tuple):
            found = joined(found, of_value(value))
    return found


def of_type(kind: Type) -> Possible:
    """Return the values of a type."""
    match kind:
        case Number(low=low, high=high):
            return between(
                -UNBOUNDED if low <= -CLAMPED else low, UNBOUNDED if high >= CLAMPED else high
            )
        case Flag():
            return FLAG
        case Word(words=among) | Component(kinds=among):
            return listed(among)
        case Member(size=size):
            return between(0, size - 1)
        case Maybe(of=inner):
            held = of_type(inner)
            return evolve(held, none=True) if isinstance(held, One) else ANYTHING
        case SetOf(element=inner):
            return Many(of_type(inner), 0, UNBOUNDED)
        case Nothing():
            return NONE
        case Unknown():
            return ANYTHING
        case _:
            assert_never(kind)


def joined(left: Possible, right: Possible) -> Possible:
    """Return what is one or the other."""
    if left is right:
        return left
    match left, right:
        case One(), One():
            return join_one(left, right)
        case Many(), Many():
            element = joined(left.element, right.element)
            return Many(element, min(left.least, right.least), max(left.most, right.most))
        case _:
            many, one = (left, right) if isinstance(left, Many) else (right, left)
            assert isinstance(many, Many)
            assert isinstance(one, One)
            if one.is_empty:
                return many
            return Many(many.element, 0, many.most) if one.is_none else ANYTHING


def join_one(left: One, right: One) -> One:
    """Return what is one or the other, of single values."""
    none = left.none or right.none
    if left.low > left.high or right.low > right.high:
        return evolve(right if left.low > left.high else left, none=none)
    if left.listed is not None and right.listed is not None:
        return listed(left.listed | right.listed, none=none)
    return One(none, min(left.low, right.low), max(left.high, right.high))


def met(left: Possible, right: Possible) -> Possible:
    """Return what a value may be that is bounded by both."""
    match left, right:
        case Many(), Many():
            element = met(left.element, right.element)
            return Many(element, max(left.least, right.least), min(left.most, right.most))
        case One(), One():
            return meet_one(left, right)
        case _:
            return left if isinstance(left, Many) else right


def meet_one(left: One, right: One) -> One:
    """Return what is both, of single values."""
    none = left.none and right.none
    low, high = max(left.low, right.low), min(left.high, right.high)
    one, other = left.listed, right.listed
    if one is not None and other is not None:
        both = one & other
        if len(both) == len(one) and none == left.none:
            return left
        return _listed(both, none=none)
    known = other if one is None else one
    if known is not None:
        return _listed(frozenset([n for n in known if low <= n <= high]), none=none)
    return evolve(between(low, high), none=none)


def kept(one: One, test: Callable[[int], bool]) -> One:
    """Return those of the numbers that pass a test; intervals too long to list stay as they are.

    Whether `none` is possible stays as it is.
    """
    if one.listed is None:
        return one
    return listed((n for n in one.listed if test(n)), none=one.none)


def number(possible: Possible) -> One:
    """Return the value as a number: `none` counts 0."""
    if isinstance(possible, Many):
        return evolve(ANYTHING, none=False)
    if not possible.none:
        return possible
    return join_one(evolve(possible, none=False), between(0, 0))


def elements(possible: Possible) -> Many:
    """Return the value as a set; `none` has no elements."""
    if isinstance(possible, Many):
        return possible
    return Many(NEVER, 0, 0) if possible.is_none else Many(ANYTHING, 0, UNBOUNDED)


def within(possible: Possible, wanted: Possible) -> bool:
    """Return whether all of `possible` is in `wanted`."""
    if not isinstance(possible, One) or not isinstance(wanted, One):
        return False
    if possible.none and not wanted.none:
        return False
    if possible.low > possible.high:
        return True
    if wanted.listed is not None:
        return possible.listed is not None and possible.listed <= wanted.listed
    return wanted.low <= possible.low and possible.high <= wanted.high


def disjoint(left: Possible, right: Possible) -> bool:
    """Return whether nothing can be both."""
    if isinstance(left, One) and isinstance(right, One):
        if left.none and right.none:
            return False
        if left.listed is not None and right.listed is not None:
            return left.listed.isdisjoint(right.listed)
    both = met(left, right)
    return isinstance(both, One) and both.is_empty
