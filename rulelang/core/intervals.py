"""Which whole numbers a value may be, known before play: the arithmetic of intervals.

A range is sound: the value of a game in progress always lies in it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, assert_never

from rulelang.core.base import Value
from rulelang.core.expressions import ArithmeticOp
from rulelang.core.folds import Ends
from rulelang.core.operators import ARITHMETIC
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
from rulelang.source import NOWHERE, Span

LIMIT: Final = 1 << 60
"""No value and no step on the way to one may pass this where numbers have a fixed width."""

NONE: Final = -128
"""What stands for `none` where all values are numbers."""


class TooWideError(Exception):
    """Values are wider than numbers of a fixed width, or could be taken for `none`.

    `why` says so; `span` is the place in the rules, once it is known; `mend`: what to write
    instead, where something helps.
    """

    def __init__(self, why: str, mend: str = "", span: Span = NOWHERE) -> None:
        super().__init__(why)
        self.why = why
        self.mend = mend
        self.span = span

    def stands_at(self, span: Span) -> None:
        """Take a place for that of the reason, unless one within it is known."""
        if self.span == NOWHERE:
            self.span = span

    def __str__(self) -> str:
        """Return why, with the place in front."""
        return self.why if self.span == NOWHERE else f"{self.span}: {self.why}"


@frozen
class Range:
    """The numbers `low..high` (nothing where low > high), and `none` where `maybe`."""

    low: int
    high: int
    maybe: bool = False

    @property
    def is_none(self) -> bool:
        """Whether there is nothing but `none`."""
        return self.low > self.high

    @property
    def constant(self) -> int | None:
        """The only value, as an operand; None where there are several."""
        if self.low == self.high and not self.maybe:
            return self.low
        return NONE if self.is_none else None

    @property
    def numbers(self) -> Range:
        """The range where a number is wanted: `none` counts 0."""
        if not self.maybe:
            return self
        if self.is_none:
            return Range(0, 0)
        return Range(min(0, self.low), max(0, self.high))

    @property
    def sure(self) -> Range:
        """The range without `none`."""
        return Range(self.low, self.high)

    def within(self, low: int, high: int) -> bool:
        """Return whether every value is a number in `low..high`."""
        return not self.maybe and low <= self.low and self.high <= high


FLAG: Final = Range(0, 1)
ONLY_NONE: Final = Range(0, -1, maybe=True)


def checked(found: Range) -> Range:
    """Return a range that native code can hold.

    Raises:
        TooWideError: the numbers are too large, or one could be taken for `none`.
    """
    if not found.is_none and (found.low < -LIMIT or found.high > LIMIT):
        raise TooWideError(
            f"numbers from {found.low:,} to {found.high:,}, where there is room for those between "
            f"-{LIMIT:,} and {LIMIT:,}",
            "give variables and parameters narrower ranges, such as `0..100`",
        )
    if found.maybe and not found.is_none and found.low <= NONE:
        raise TooWideError(
            f"numbers from {found.low}, or none, where {NONE} and lower cannot be told from none",
            f"let numbers that may be `none` begin above {NONE}",
        )
    return found


def join(*ranges: Range) -> Range:
    """Return the least range that holds all of these."""
    sure = [one for one in ranges if not one.is_none]
    maybe = any(one.maybe for one in ranges)
    if not sure:
        return ONLY_NONE if maybe else Range(0, -1)
    low, high = min(one.low for one in sure), max(one.high for one in sure)
    return checked(Range(low, high, maybe))


def range_of(kind: Type) -> Range:
    """Return the range of a type of single values; of a set, that of its elements."""
    match kind:
        case Number(low=low, high=high):
            return Range(low, high)
        case Flag():
            return FLAG
        case Member(size=size):
            return Range(0, size - 1)
        case Word(words=among) | Component(kinds=among):
            return Range(min(among, default=0), max(among, default=-1))
        case Maybe(of=inner):
            found = range_of(inner)
            return checked(Range(found.low, found.high, maybe=True))
        case SetOf(element=element):
            return range_of(element)
        case Nothing() | Unknown():
            return ONLY_NONE
        case _:
            assert_never(kind)


def of_values(values: Iterable[Value]) -> Range:
    """Return the range of some single values."""
    low, high, maybe = 0, -1, False
    for value in set(values):  # of a large table they are few
        if isinstance(value, tuple):
            raise TooWideError("a set stands where a single value is wanted")
        if value is None:
            maybe = True
        elif low > high:
            low = high = value
        else:
            low, high = min(low, value), max(high, value)
    return checked(Range(low, high, maybe))


def bytes_for(found: Range) -> int:
    """Return how many bytes a slot needs for a range, `none` included.

    >>> bytes_for(Range(0, 100)), bytes_for(Range(0, 200)), bytes_for(Range(0, 40_000))
    (1, 2, 4)
    """
    low = min(found.low, NONE) if found.maybe else found.low
    if found.is_none:
        return 1
    for size in (1, 2, 4):
        if -(1 << 8 * size - 1) <= low and found.high < 1 << 8 * size - 1:
            return size
    return 8


def reach(op: ArithmeticOp, a: Ends, b: Ends, *, sharp: bool) -> Ends:
    """Return between which numbers an operation on two numbers lies, however large.

    `sharp`: as closely as is known. Types of texts are less so for `mod` and where a divisor may
    be 0: fingerprints of rules have been taken of them.

    >>> reach("-", (0, 9), (2, 3), sharp=True), reach("*", (-2, 3), (4, 5), sharp=True)
    ((-3, 7), (-10, 15))
    >>> [reach("mod", (0, 3), (1, 9), sharp=sharp) for sharp in (True, False)]
    [(0, 8), (0, 8)]
    >>> [reach("/down", (4, 9), (0, 2), sharp=sharp) for sharp in (True, False)]
    [(2, 9), (-9, 9)]
    """
    match op:
        case "+":
            return a[0] + b[0], a[1] + b[1]
        case "-":
            return a[0] - b[1], a[1] - b[0]
        case "*":
            corners = [x * y for x in a for y in b]
            return min(corners), max(corners)
        case "min" | "max":
            least = ARITHMETIC[op]
            return least(a[0], b[0]), least(a[1], b[1])
        case "mod":
            if sharp and b[0] > 0 and a[0] >= 0 and a[1] < b[0]:
                return a
            return min(0, b[0] + 1), max(0, b[1] - 1)
        case "/down" | "/up":
            return _quotient(op, a, b, sharp=sharp)
        case _:
            assert_never(op)


def _quotient(op: ArithmeticOp, a: Ends, b: Ends, *, sharp: bool) -> Ends:
    least, greatest = b
    if least <= 0 <= greatest and not sharp:
        far = max(abs(a[0]), abs(a[1]))
        return -far, far
    divisors = [d for d in (least, greatest, -1, 1) if d and least <= d <= greatest]
    corners = [ARITHMETIC[op](x, d) for x in a for d in divisors]
    return (min(corners), max(corners)) if corners else (0, 0)


def combine(op: ArithmeticOp, left: Range, right: Range) -> Range:
    """Return the range of an arithmetic operation on numbers."""
    a, b = left.numbers, right.numbers
    return checked(Range(*reach(op, (a.low, a.high), (b.low, b.high), sharp=True)))
