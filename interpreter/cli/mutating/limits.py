"""Bound the time that a changed text may take: it may go on for long, or for ever."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class EndlessError(Exception):
    """A changed text does not come to an end."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise `EndlessError` in what goes on for longer; in the main thread of Unix only.

    >>> with limited(5):
    ...     done = True
    >>> done
    True
    """
    if not hasattr(signal, "SIGALRM") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(*_: object) -> None:
        raise EndlessError

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
