"""Quick code first, full speed while play goes on.

A game is played by code of level 1, which is there in a fraction of a second (`llvm`). When it has
been played at length for a while, a process of its own compiles level 2, so that nobody who plays
waits for it, and the code is replaced between two calls. States are bytes of one layout whatever
the level, and all levels give the same results, so nothing is to be handed over.

What only takes a few steps never pays for full speed. Whoever wants it before play begins, since a
clock is to run, calls `reach`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from threading import Lock, Thread
from time import monotonic
from typing import Final

import attrs

from interpreter.native.emit import llvm
from interpreter.native.emit.llvm import FAST, compile_text
from interpreter.native.engine.calls import Native, leave_as_is

PATIENCE_S: Final = 0.2
"""Seconds from the first play at length until full speed is worth its price."""


@attrs.frozen
class Source:
    """Where the code of a game comes from: LLVM text, or the disk, which keeps what is made."""

    text: Callable[[], str]
    kept: Callable[[int], bytes | None]
    keep: Callable[[int, bytes], None]


class Tiers:
    """The code of one game, at the best level that is there. `level`: which one that is.

    `worker`: the thread that waits for the process, once there is one.
    """

    def __init__(self, native: Native, level: int, source: Source) -> None:
        self.level = level
        self._native = native
        self._source = source
        self._lock = Lock()
        self._since: float | None = None
        self.worker: Thread | None = None
        if level < FAST:
            native.at_length = self._at_length

    def reach(self, level: int) -> None:
        """Have code of a level, or better; wait for it."""
        worker = self.worker
        if self.level < level == FAST and worker is not None:
            worker.join()
        with self._lock:
            if self.level < level:
                code = self._source.kept(level)
                if code is None:
                    text = self._source.text()
                    # Ctrl-C is heard while another process compiles, and not while LLVM does here.
                    apart = compiled_apart(text) if level == FAST else None
                    code = compile_text(text, level) if apart is None else apart
                    self._source.keep(level, code)
                self._replace(code, level)

    def stay(self) -> None:
        """Leave the code as it is, however long play goes on."""
        self._native.at_length = leave_as_is

    def _replace(self, code: bytes, level: int) -> None:
        self._native.replace(code)
        self.level = level
        if level == FAST:
            self._native.at_length = leave_as_is

    def _at_length(self) -> None:
        """Begin to compile for full speed once play has gone on for a while."""
        now = monotonic()
        if self._since is None:
            self._since = now
        elif now - self._since > PATIENCE_S and self.worker is None:
            with self._lock:
                if self.worker is None:
                    self.worker = Thread(target=self._hasten, name="full speed", daemon=True)
                    self.worker.start()

    def _hasten(self) -> None:
        code = self._source.kept(FAST)
        if code is None:
            code = compiled_apart(self._source.text())
            if code is None:
                return
            self._source.keep(FAST, code)
        with self._lock:
            if self.level < FAST:
                self._replace(code, FAST)


def compiled_apart(text: str) -> bytes | None:
    """Return an object file that another process makes; None where there can be no such process.

    In this one, a program that ends meanwhile would take LLVM apart while it works.
    """
    if not sys.executable:
        return None
    # -P: beside that file lie names of the standard library.
    command = [sys.executable, "-P", llvm.__file__]
    places = os.pathsep.join(place for place in sys.path if place)
    try:
        done = subprocess.run(  # noqa: S603 - this interpreter, and a file of this package
            command,
            input=text.encode(),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": places},
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout
