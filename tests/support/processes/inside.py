"""Processes that are threads of this one: what is done in them is seen, and can be patched.

What ends a process ends such a thread only through its pipe: so a life that never listens to it
is no case for this.
"""

from __future__ import annotations

import multiprocessing
import os
import time
from contextlib import contextmanager, suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from threading import Event, Thread

from interpreter.cluster import children


class LeftError(BaseException):
    """What stands for a process was left: `os._exit` of a test raises it."""


def leave(code):
    """Leave what stands for a process, in the place of `os._exit`."""
    raise LeftError(code)


class Inside:
    """A process that is a thread; it has ends of pipes of its own, as a process has."""

    pid = os.getpid()

    def __init__(self, *, target, args, daemon):
        self.args = [_copied(one) for one in args]
        self.exitcode = None
        self._target = target
        self._thread = Thread(target=self.run, daemon=daemon)

    def start(self):
        self._thread.start()

    def run(self):
        self.exitcode = 0
        try:
            self._target(*self.args)
        except LeftError as left:
            (self.exitcode,) = left.args
        finally:
            for one in self.args:
                if isinstance(one, Connection):
                    with suppress(OSError):
                        one.close()

    def is_alive(self):
        return self._thread.is_alive()

    def join(self, timeout=None):
        if self._thread.ident is not None:
            self._thread.join(timeout)

    def kill(self):
        """Do nothing: its pipe ends."""

    terminate = close = kill


class AtOnce(Inside):
    """A process that is over when it has begun, in this thread."""

    def start(self):
        self.run()


class Context:
    """What stands for `multiprocessing.get_context("spawn")`."""

    Pipe = staticmethod(Pipe)

    def __init__(self, process=Inside):
        self.Process = process


def _copied(one):
    if not isinstance(one, Connection):
        return one
    return Connection(os.dup(one.fileno()), one.readable, one.writable)


class Parent:
    """What stands for the process that began others; `left`: the codes of those it took along."""

    def __init__(self):
        self.over, self.left, self.watched = Event(), [], 0

    def join(self):
        if self.over.is_set():  # whoever comes this late would leave the process of the tests
            Event().wait()
        self.watched += 1
        self.over.wait()

    def end(self):
        """End, and wait till all that watch it have heard of it."""
        self.over.set()
        until = time.monotonic() + 10
        while len(self.left) < self.watched and time.monotonic() < until:
            time.sleep(0.001)


@contextmanager
def workers(monkeypatch):
    """Let processes of a cluster be threads of this one; yield what stands for their parent."""
    made = Parent()
    monkeypatch.setattr(children, "_SPAWN", Context())
    monkeypatch.setattr(multiprocessing, "parent_process", lambda: made)
    monkeypatch.setattr(os, "_exit", made.left.append)
    yield made
    made.end()
