"""Bare code first, full speed while play goes on.

What is asked for first is code of level 0 (`llvm`), which is there in some hundredths of a second.
When it has been used at length for a while, a process of its own compiles level 2, so that nobody
who plays waits for it, and the code is replaced between two calls. States are bytes of one layout
whatever the level, and all levels give the same results, so nothing is to be handed over.

What only takes a few steps never pays for full speed. Whoever wants it before play begins, since a
clock is to run, calls `reach`; `begin` does not wait. Where there can be no other process, code of
level 1 comes from a thread.
"""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable
from threading import Lock, Thread
from time import monotonic
from typing import Final

from interpreter.native.emit import llvm
from interpreter.native.emit.llvm import BARE, FAST, QUICK, compile_text
from interpreter.native.engine import cache
from interpreter.native.engine.calls import Native, leave_as_is
from interpreter.native.memory.lowered import Lowered

PATIENCE_S: Final = 0.2
"""Seconds from the first play at length until full speed is worth its price."""

_PERIOD_S: Final = 1.0
_ENDED: Final = (-signal.SIGINT, -signal.SIGTERM)
_running: Final[set[subprocess.Popen[bytes]]] = set()
"""The processes that compile."""


class Source:
    """Where code comes from: the disk, or what `write` makes: a game in IR and in LLVM's text.

    `name`: what the disk calls the code of a level. `first`: the best that is there, at `level`;
    if need be compiled now. `lowered` is without the functions of the IR.
    """

    def __init__(
        self, name: Callable[[int], str], write: Callable[[], tuple[Lowered, str]]
    ) -> None:
        self._name, self._write = name, write
        self._text: str | None = None
        for level in (FAST, QUICK, BARE):
            entry = cache.read(name(level))
            if entry is not None:
                break
        else:
            level = BARE
            lowered, self._text = write()
            entry = cache.Entry.of(lowered, compile_text(self._text, BARE))
            cache.write(name(level), entry)
        self.level, self.first, self.lowered = level, entry.code, entry.lowered

    def text(self) -> str:
        """Return the text of all levels: it is written once, for the first that is compiled."""
        if self._text is None:
            self._text = self._write()[1]
        return self._text

    def kept(self, level: int) -> bytes | None:
        """Return the code of a level from the disk; None where there is none."""
        entry = cache.read(self._name(level))
        return None if entry is None else entry.code

    def keep(self, level: int, code: bytes) -> None:
        """Keep the code of a level on the disk; behind full speed nobody wants the text."""
        cache.write(self._name(level), cache.Entry.of(self.lowered, code))
        if level == FAST:
            self._text = None


class Tiers:
    """The code of one game, at the best level that is there. `level`: which one that is.

    `worker`: the thread that waits for the process, once there is one.
    """

    def __init__(self, native: Native, source: Source) -> None:
        self.level = source.level
        self._native = native
        self._source = source
        self._lock = Lock()
        self._since: float | None = None
        self.worker: Thread | None = None
        if self.level < FAST:
            native.at_length = self._at_length

    def begin(self) -> None:
        """Compile for full speed beside play, unless that was begun."""
        with self._lock:
            if self.level < FAST and self.worker is None:
                self.worker = Thread(target=self._hasten, name="full speed", daemon=True)
                self.worker.start()

    def reach(self, level: int, tell: Callable[[], None] = leave_as_is) -> None:
        """Have code of a level, or better; wait for it, and `tell` so each second."""
        if self.level >= level:
            return
        if level == FAST:
            # Ctrl-C is heard while another process compiles, and not while LLVM does here.
            self.begin()
            worker = self.worker
            while worker is not None and worker.is_alive():
                worker.join(_PERIOD_S)
                tell()
        with self._lock:
            if self.level < level:
                self._replace(self._made(level), level)

    def stay(self) -> None:
        """Leave the code as it is, however long play goes on."""
        self._native.at_length = leave_as_is

    def _made(self, level: int) -> bytes:
        """Return code of a level, from the disk or compiled in this process."""
        code = self._source.kept(level)
        if code is None:
            code = compile_text(self._source.text(), level)
            self._source.keep(level, code)
        return code

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
            self.begin()

    def _hasten(self) -> None:
        level, code = FAST, self._source.kept(FAST)
        if code is None:
            try:
                code = compiled_apart(self._source.text())
            except EndedError:
                self.worker = None  # whoever still wants it begins anew
                return
            if code is None:
                level, code = QUICK, self._made(QUICK)
            else:
                self._source.keep(FAST, code)
        with self._lock:
            if self.level < level:
                self._replace(code, level)


def hasten(every: Iterable[Tiers], progress: Callable[[int], None] | None) -> None:
    """Have code of full speed of all, compiled at the same time.

    `progress` is told how many seconds it has taken so far, once in each.
    """
    since, begun, told = monotonic(), [], -1
    for tiers in every:
        tiers.begin()
        begun.append(tiers)

    def tell() -> None:
        nonlocal told
        seconds = int(monotonic() - since)
        if progress is not None and seconds > told:
            told = seconds
            progress(seconds)

    for tiers in begun:
        tiers.reach(FAST, tell)


class EndedError(Exception):
    """The process that compiles was ended: by Ctrl-C, or because this one ends."""


def compiled_apart(text: str) -> bytes | None:
    """Return an object file that another process makes; None where there can be no such process.

    In this one, a program that ends meanwhile would take LLVM apart while it works.

    Raises:
        EndedError: somebody ended it.
    """
    if not sys.executable:
        return None
    # -P: beside that file lie names of the standard library.
    command = [sys.executable, "-P", llvm.__file__]
    places = os.pathsep.join(place for place in sys.path if place)
    try:
        process = subprocess.Popen(  # noqa: S603 - this interpreter, and a file of this package
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": places},
        )
    except OSError:
        return None
    _running.add(process)
    with process:
        code, _ = process.communicate(text.encode())
    _running.discard(process)
    if process.returncode in _ENDED:
        raise EndedError
    return None if process.returncode else code


@atexit.register
def _end() -> None:
    """End the processes that compile: nobody would take what they make."""
    for process in tuple(_running):
        process.terminate()
