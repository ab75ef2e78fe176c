"""Who is told that a table has changed, here and by other servers of the same store."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock
from typing import Final

_DOUBT_S: Final = 40.0


class Listeners:
    """Those who wait for tables to change, and tables whose bots may have been left alone."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._lock = Lock()
        self._told: dict[str, list[Callable[[], None]]] = {}
        self._doubtful: dict[str, float] = {}

    def __len__(self) -> int:
        """Return how many wait."""
        with self._lock:
            return sum(map(len, self._told.values()))

    def add(self, table: str, told: Callable[[], None]) -> Callable[[], None]:
        """Call `told` whenever a table has changed; return what ends that, to be called once."""
        with self._lock:
            self._told.setdefault(table, []).append(told)
            self._doubtful[table] = time.monotonic()  # a bot may have been left alone there

        def end() -> None:
            with self._lock:
                others = self._told[table]
                others.remove(told)
                if not others:
                    del self._told[table]

        return end

    def tell(self, table: str) -> None:
        """Tell those who wait that a table has changed."""
        with self._lock:
            listeners = tuple(self._told.get(table, ()))
        for told in listeners:
            told()

    def heard(self, table: str | None) -> None:
        """Tell those who wait that another server has changed a table; None: perhaps any."""
        with self._lock:
            tables = [waited for waited in self._told if table is None or waited == table]
            for changed in tables:
                self._doubtful[changed] = time.monotonic() + _DOUBT_S
        for changed in tables:
            self.tell(changed)

    def due(self) -> list[str]:
        """Return, once, the tables of which nothing has come for a while: their bots wait."""
        now = time.monotonic()
        with self._lock:
            due = [table for table, when in self._doubtful.items() if when <= now]
            for table in due:
                del self._doubtful[table]
        return due
