"""The work done in this process, one range after the other."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import attrs

from interpreter.cluster.work import Answer, Doer, Range, Work, done_at


@attrs.frozen
class Here:
    """Who does the work: this process."""

    @contextmanager
    def at(self, work: Work) -> Iterator[_Hands]:
        """Set to work."""
        yield _Hands(work.begin())


@attrs.define
class _Hands:
    doer: Doer
    waiting: list[Range] = attrs.Factory(list)

    @property
    def places(self) -> int:
        """One range is out at a time."""
        return 1

    def give(self, part: Range) -> None:
        """Hand out a range."""
        self.waiting.append(part)

    def take(self) -> Answer:
        """Do the range."""
        return done_at(self.doer, self.waiting.pop())
