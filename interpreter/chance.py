"""The numbers of chance, the same for every engine.

A named 64-bit counter hash, so that any engine can draw the same outcomes. Ref §16.

With `f(x)` = the SplitMix64 finaliser of `x + GAMMA`, all modulo 2**64, number `index` (from 0) of
the stream with a key (its ASCII bytes as one big-endian number) and some parts, `(seed,
playthrough)` for chance, is

    f(f(f(f(key) ^ seed) ^ playthrough) ^ index)

With integer weights of sum `total`, the outcome is the one in whose stretch `(word * total) >> 64`
falls, outcomes ascending. Players who choose by numbers use another key, so that they never share
numbers with chance.

Source: SplitMix64, Steele, Lea, Flood: Fast splittable pseudorandom number generators (2014).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import TypeVar

_T = TypeVar("_T")

_MASK = (1 << 64) - 1
_GAMMA = 0x9E3779B97F4A7C15


def word(key: str, *parts: int) -> int:
    """Return the 64-bit number for a key and some parts, the index last.

    >>> hex(word("chance", 0, 0, 0)), hex(word("chance", 7, 0, 1)), hex(word("players", 7, 0, 1))
    ('0xae456a560ba466dc', '0xf18f0c51fd4b80c4', '0x51252452ab251028')
    """
    mixed = _mix(int.from_bytes(key.encode("ascii"), "big") & _MASK)
    for part in parts:
        mixed = _mix(mixed ^ (part & _MASK))
    return mixed


def scaled(word_drawn: int, total: int) -> int:
    """Return the number in `0..total - 1` that a 64-bit word stands for.

    >>> scaled(0, 6), scaled((1 << 64) - 1, 6)
    (0, 5)
    """
    return (word_drawn * total) >> 64


def pick(outcomes: Sequence[tuple[int, Fraction]], word_drawn: int) -> int:
    """Return the outcome that a 64-bit word selects by weight.

    >>> pick([(4, Fraction(1, 3)), (9, Fraction(2, 3))], 1 << 63)
    9
    """
    scale = lcm(*(weight.denominator for _, weight in outcomes))
    at = scaled(word_drawn, scale)
    for outcome, weight in outcomes:
        at -= weight.numerator * (scale // weight.denominator)
        if at < 0:
            return outcome
    raise ValueError("the weights of chance outcomes add up to less than 1")


class Numbers:
    """The numbers of one stream, in order.

    >>> dice = Numbers("chance", 7, 0)
    >>> [dice.below(6) for _ in range(5)]
    [5, 5, 2, 2, 5]
    """

    __slots__ = ("_index", "_stream")

    def __init__(self, key: str, *parts: int) -> None:
        self._stream = word(key, *parts)
        self._index = 0

    @property
    def place(self) -> tuple[int, int]:
        """The stream, and the index of the next number in it: for code that draws it elsewhere."""
        return self._stream, self._index

    def go_to(self, index: int) -> None:
        """Let the next number be the one with this index."""
        self._index = index

    def word(self) -> int:
        """Return the next 64-bit number."""
        self._index += 1
        return _mix(self._stream ^ (self._index - 1))

    def share(self) -> float:
        """Return the next number as one from 0 up to 1, in steps of 2**-53."""
        return (self.word() >> 11) * 2.0**-53

    def below(self, total: int) -> int:
        """Return the next number in `0..total - 1`."""
        return scaled(self.word(), total)

    def weighted(self, ways: Sequence[tuple[_T, int]]) -> _T:
        """Return one of some things, each with its weight: at least one of them is above 0.

        >>> Numbers("chance", 7, 0).weighted([("tails", 1), ("heads", 3)])
        'heads'
        """
        at, left = 0, self.below(sum(weight for _, weight in ways))
        while left >= ways[at][1]:
            left -= ways[at][1]
            at += 1
        return ways[at][0]

    def outcome(self, outcomes: Sequence[tuple[int, Fraction]]) -> int:
        """Return the outcome that the next number selects by weight."""
        return pick(outcomes, self.word())


def _mix(number: int) -> int:
    number = (number + _GAMMA) & _MASK
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & _MASK
    return number ^ (number >> 31)
