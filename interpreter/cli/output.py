"""What commands write: results to standard output, remarks and progress to standard error."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from threading import Event, Thread
from time import monotonic
from typing import TextIO

_PERIOD_S = 0.2
_PERIOD_OF_LINES_S = 30.0
_PATIENCE_S = 1.0


def prepare_streams() -> None:
    """Let any text through: a terminal that knows only ASCII gets escapes instead.

    What was closed when this process began leads nowhere; nothing else may take its number.
    """
    for name, mode, errors in (
        ("stdin", "r", "replace"),
        ("stdout", "w", "backslashreplace"),
        ("stderr", "w", "backslashreplace"),
    ):
        if getattr(sys, name) is None:
            nowhere = open(os.devnull, mode, encoding="utf-8")  # noqa: PTH123, SIM115 - to the end
            os.set_inheritable(nowhere.fileno(), True)
            setattr(sys, name, nowhere)
        reconfigure = getattr(getattr(sys, name), "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors=errors)


def write(text: str = "") -> None:
    """Write a line of result."""
    print(text)


def write_json(data: object) -> None:
    """Write a result as JSON."""
    print(json.dumps(data, indent=2, ensure_ascii=False))


def remark(text: str) -> None:
    """Write a line to standard error: what is wrong, or what was left out."""
    print(text, file=sys.stderr)


def is_terminal(stream: TextIO | None) -> bool:
    """Return whether a person sits at `stream`; a closed stream is none."""
    return stream is not None and not stream.closed and stream.isatty()


def wants_colour() -> bool:
    """Return whether standard output is a terminal that may be coloured (https://no-color.org)."""
    return is_terminal(sys.stdout) and not os.environ.get("NO_COLOR")


def progress(line: Callable[[int], str]) -> Callable[[int], None]:
    """Return what shows `line(done)` now and then, without a terminal as a line twice a minute."""
    on_terminal = is_terminal(sys.stderr)
    period = _PERIOD_S if on_terminal else _PERIOD_OF_LINES_S
    last = [monotonic()]

    def show(done: int) -> None:
        now = monotonic()
        if now - last[0] >= period:
            last[0] = now
            (show_progress if on_terminal else remark)(line(done))

    return show


def show_progress(text: str) -> None:
    """Write the line of progress anew, if there is a terminal to hold one."""
    if is_terminal(sys.stderr):
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def clear_progress() -> None:
    """Wipe the line of progress."""
    show_progress("")


@contextmanager
def waiting(text: str, since: float | None = None) -> Iterator[None]:
    """At a terminal, say `text` and the seconds so far while what is inside takes over a second.

    Args:
        text: what takes so long.
        since: a time of `monotonic` from which seconds count, of several such things in a row.

    >>> with waiting("P2 is thinking"):
    ...     pass
    """
    if not is_terminal(sys.stderr):
        yield
        return
    done = Event()
    begun = monotonic() if since is None else since

    def tell() -> None:
        while not done.wait(_PATIENCE_S - (monotonic() - begun) % _PATIENCE_S):
            show_progress(f"{text} ({monotonic() - begun:.0f} s)")

    teller = Thread(target=tell, daemon=True)
    teller.start()
    try:
        yield
    finally:
        done.set()
        teller.join()
        clear_progress()


def compiling() -> AbstractContextManager[None]:
    """At a terminal, say so while machine code is made for over a second."""
    return waiting("making machine code of the rules, which is kept for the next time")
