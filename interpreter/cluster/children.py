"""Processes that this one begins, and that end with it, however it ends."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from multiprocessing.process import BaseProcess
from typing import TypeAlias

Life: TypeAlias = Callable[[Connection, bytes], None]
"""What a process is for: it gets its end of a pipe, and what it was sent."""

_GRACE = 2.0
"""Seconds that a process has to end once it was told to."""

# What threads of this process hold (LLVM's, for instance) must not be copied half way: no fork.
_SPAWN = multiprocessing.get_context("spawn")


def begun(life: Life, sent: bytes) -> tuple[SpawnProcess, Connection]:
    """Begin a process; return it, and this end of its pipe."""
    ours, theirs = _SPAWN.Pipe()
    process = _SPAWN.Process(target=_live, args=(life, theirs, sent), daemon=True)
    with _uninterrupted():
        process.start()
    theirs.close()  # so that the pipe ends with the process
    return process, ours


def how_ended(process: SpawnProcess) -> str:
    """Return how a process has ended whose pipe has, such as `by signal 9`."""
    process.join(_GRACE)
    code = process.exitcode
    ended(process)
    if code is None:
        return "by cutting its pipe"
    return f"by signal {-code}" if code < 0 else f"with code {code}"


def ended(process: SpawnProcess) -> None:
    """Wait until a process has ended that was told to; one that does not is killed."""
    process.join(_GRACE)
    if process.is_alive():
        process.kill()
        process.join()
    process.close()


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Let processes that begin meanwhile not hear Ctrl-C, which is for whoever gave them work."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _live(life: Life, pipe: Connection, sent: bytes) -> None:
    """Do what a process is for; it ends with the one that began it, busy or not."""
    parent = multiprocessing.parent_process()
    assert parent is not None, "somebody began this process"
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    life(pipe, sent)


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)
