"""How many requests somebody may make: a bucket of tokens for each, in memory."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

_MOST: Final = 10_000


class Limits:
    """So many requests a second on average, and so many at once.

    >>> limits = Limits(rate=1.0, burst=2)
    >>> [limits.allow("Ann", now=0.0) for _ in range(3)], limits.allow("Ann", now=1.0)
    ([True, True, False], True)
    """

    def __init__(self, rate: float, burst: int) -> None:
        """Let nobody be late. `rate`: a second; `burst`: at once."""
        self._rate = rate
        self._burst = float(burst)
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allow(self, who: str, now: float) -> bool:
        """Return whether `who` may make a request, and count it. `now`: in seconds, monotonic."""
        left, then = self._left.pop(who, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._rate)
        allowed = left >= 1.0
        self._left[who] = (left - 1.0 if allowed else left, now)
        while len(self._left) > _MOST:
            self._left.popitem(last=False)
        return allowed
