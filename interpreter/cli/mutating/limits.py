"""Bound the time that a changed text may take: it may go on for long, or for ever.

What counts is the time of the processor, so that the load of a machine makes no difference.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class EndlessError(Exception):
    """A changed text does not come to an end."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise `EndlessError` in what takes longer; in the main thread of Unix only.

    >>> with limited(5):
    ...     done = True
    >>> done
    True
    """
    if not hasattr(signal, "SIGPROF") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(*_: object) -> None:
        raise EndlessError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
