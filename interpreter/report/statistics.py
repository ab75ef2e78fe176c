"""The statistics of a report: intervals, tests, and which of many findings to believe."""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, exp, pi, sqrt
from typing import Final

import attrs

Z: Final = 1.96
"""Standard deviations of a normal distribution that 95 of 100 values keep within."""

_FALSE: Final = 0.05


@attrs.frozen
class Mean:
    """A mean of `count` values, and how far it may be off in 5 of 100 cases.

    >>> Mean.of([0.0, 1.0, 0.0, 1.0]).value
    0.5
    """

    value: float
    doubt: float
    count: int

    @classmethod
    def of(cls, values: Sequence[float], among: int | None = None) -> Mean:
        """Return that of some values; without two of them nothing is known of its doubt.

        `among`: of so many values, of which the others are 0.
        """
        count = len(values) if among is None else among
        if not count:
            return cls(0.0, 1.0, 0)
        mean = sum(values) / count
        if count == 1:
            return cls(mean, 1.0, 1)
        squares = sum((value - mean) ** 2 for value in values) + (count - len(values)) * mean**2
        return cls(mean, Z * sqrt(squares / (count - 1) / count), count)

    @property
    def chance(self) -> float:
        """How likely a mean so far from 0 is where the true one is 0 (two-sided z test)."""
        if not self.doubt:
            return 0.0 if self.value else 1.0
        return erfc(abs(self.value) * Z / self.doubt / sqrt(2))


def chi_square(counts: Sequence[float], expected: Sequence[float]) -> float:
    """Return how likely counts so far from what is expected are (Pearson's test).

    >>> round(chi_square([60, 40], [50, 50]), 4), chi_square([5], [5])
    (0.0455, 1.0)
    """
    pairs = [(seen, due) for seen, due in zip(counts, expected, strict=True) if due]
    return survival(sum((seen - due) ** 2 / due for seen, due in pairs), len(pairs) - 1)


def survival(value: float, freedom: int) -> float:
    """Return how likely a chi-square variable is above a value.

    In closed form: a sum of powers for even degrees of freedom, one more of halves for odd ones
    (Abramowitz and Stegun, 26.4.4 and 26.4.5).

    >>> round(survival(3.841, 1), 3), round(survival(5.991, 2), 3), round(survival(7.815, 3), 3)
    (0.05, 0.05, 0.05)
    """
    if freedom < 1 or value <= 0:
        return 1.0
    half = value / 2
    if freedom % 2:
        total, term = erfc(sqrt(half)), exp(-half) * sqrt(half) * 2 / sqrt(pi)
        steps = [1.5 + k for k in range(freedom // 2)]
    else:
        total, term = 0.0, exp(-half)
        steps = [1.0 + k for k in range(freedom // 2)]
    for step in steps:
        total += term
        term *= half / step
    return min(1.0, total)


def believed(chances: Sequence[float]) -> tuple[bool, ...]:
    """Return which findings to believe so that at most a twentieth of those is false.

    Source: Benjamini and Hochberg, Controlling the false discovery rate (1995).

    >>> believed([0.001, 0.2, 0.02, 0.9])
    (True, False, True, False)
    """
    order = sorted(range(len(chances)), key=chances.__getitem__)
    last = -1
    for place, at in enumerate(order):
        if chances[at] <= _FALSE * (place + 1) / len(order):
            last = place
    kept = set(order[: last + 1])
    return tuple(at in kept for at in range(len(chances)))


def quantile(ordered: Sequence[float], share: float) -> float:
    """Return the value below which a share of ascending values lies, of one of them.

    >>> quantile([1, 2, 3, 4, 5], 0.5), quantile([], 0.5)
    (3, 0.0)
    """
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
