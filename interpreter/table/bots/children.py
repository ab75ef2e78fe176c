"""Processes that answer questions, each with a deadline: one that hangs or fails is ended."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Lock
from typing import Final, Generic, TypeAlias, TypeVar

Question = TypeVar("Question")
Answerer: TypeAlias = Callable[[Question], object]
_LOG: Final = logging.getLogger(__name__)
_BEGIN_S: Final = 60.0
_READY: Final = "ready"


class Child(Generic[Question]):
    """A process that begins at the first question, and again after it was ended.

    `make` is called there, and makes what answers: it travels.
    """

    def __init__(self, make: Callable[[], Answerer[Question]], deadline: float) -> None:
        """Begin nothing yet. `deadline`: seconds for an answer, once the process has begun."""
        self._make = make
        self.deadline = deadline
        self._lock = Lock()
        self._closed = False
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    def ask(self, question: Question) -> object:
        """Return what the process answers; None where it fails or is too late."""
        with self._lock:
            if self._closed:
                return None
            try:
                pipe = self._ready()
                pipe.send(question)
                if not pipe.poll(self.deadline):
                    self._end()
                    return None
                answer: object = pipe.recv()
            except (OSError, EOFError):
                self._end()
                return None
            except Exception:  # noqa: BLE001 - whatever keeps it from beginning, the table goes on
                _LOG.exception("a process of bots cannot begin")
                self._end()
                return None
        return answer

    def close(self) -> None:
        """End the process, at once if it is thinking; none begins after that."""
        self._closed = True
        process = self._process
        if process is not None:
            process.kill()  # who waits for it hears the end of the pipe
        with self._lock:
            self._end()

    def _ready(self) -> Connection:
        if self._pipe is not None and self._process is not None and self._process.is_alive():
            return self._pipe
        self._end()
        context = get_context("spawn")
        here, there = context.Pipe()
        process = context.Process(target=_answer, args=(there, self._make), daemon=True)
        process.start()
        there.close()
        self._process, self._pipe = process, here
        if self._closed:  # who closed it meanwhile saw no process to end
            raise OSError("the process is not wanted any more")
        if not here.poll(_BEGIN_S) or here.recv() != _READY:
            raise OSError("the process did not begin")
        return here

    def _end(self) -> None:
        process, pipe = self._process, self._pipe
        self._process = self._pipe = None
        if pipe is not None:
            pipe.close()
        if process is not None:
            process.kill()
            process.join()


def _answer(pipe: Connection, make: Callable[[], Answerer[Question]]) -> None:
    """Answer what comes through the pipe until it ends: what the process is for."""
    warnings.simplefilter("ignore")
    with suppress(EOFError, OSError, KeyboardInterrupt):
        answerer = make()
        pipe.send(_READY)
        while True:
            question: Question = pipe.recv()
            try:
                answer = answerer(question)
            except Exception:  # noqa: BLE001 - whatever a bot does, the table goes on
                answer = None
            pipe.send(answer)
