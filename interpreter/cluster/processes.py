"""The work done by processes of this machine. One that is killed loses its range, and is replaced.

Each process has a pipe of its own: a pool from the library would lose all ranges that are out with
the first process that dies.
"""

from __future__ import annotations

import pickle
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess

import attrs

from interpreter.cluster.children import begun, ended, how_ended
from interpreter.cluster.work import Answer, ClusterError, Range, Work, failed_at, tried_at


@attrs.frozen
class Processes:
    """Who does the work: so many processes of this machine."""

    number: int

    @contextmanager
    def at(self, work: Work) -> Iterator[_Hands]:
        """Set to work.

        Raises:
            ClusterError: the work cannot be sent to other processes.
        """
        hands = _Hands(max(1, self.number), packed(work))
        try:
            yield hands
        finally:
            hands.close()


def packed(work: Work) -> bytes:
    """Return work as it is sent.

    Raises:
        ClusterError: it cannot be.
    """
    try:
        return pickle.dumps(work, protocol=pickle.HIGHEST_PROTOCOL)
    except (pickle.PicklingError, AttributeError, TypeError, RecursionError) as error:
        raise ClusterError(
            f"this cannot be sent to other processes: {error}; functions and classes that play "
            "must stand at the top of a module that can be imported"
        ) from error


@attrs.define(eq=False)
class _Worker:
    """A process, this end of its pipe, and the range that it does."""

    process: SpawnProcess
    pipe: Connection
    part: Range | None = None


@attrs.define(eq=False)
class _Hands:
    places: int
    work: bytes
    workers: list[_Worker] = attrs.Factory(list)

    def give(self, part: Range) -> None:
        """Hand out a range, to a process that is there or a new one."""
        worker = next((one for one in self.workers if one.part is None), None)
        if worker is None:
            worker = self._hired()
        worker.part = part
        with suppress(OSError):  # it has died: `take` will notice
            worker.pipe.send(part)

    def take(self) -> Answer:
        """Wait for one of the ranges that are out."""
        busy = {worker.pipe: worker for worker in self.workers if worker.part is not None}
        pipe = next(iter(wait(list(busy))))
        assert isinstance(pipe, Connection), "only pipes are waited for"
        worker = busy[pipe]
        assert worker.part is not None, "it was busy"
        try:
            answer: Answer = worker.pipe.recv()
        except (EOFError, OSError):
            return self._died(worker, worker.part)
        worker.part = None
        return answer

    def close(self) -> None:
        """End all processes."""
        for worker in self.workers:
            worker.pipe.close()
            worker.process.terminate()
        for worker in self.workers:
            ended(worker.process)
        self.workers.clear()

    def _hired(self) -> _Worker:
        worker = _Worker(*begun(_do, self.work))
        self.workers.append(worker)
        return worker

    def _died(self, worker: _Worker, part: Range) -> Answer:
        self.workers.remove(worker)
        worker.pipe.close()
        number = worker.process.pid
        return Answer(part, why=f"process {number} ended {how_ended(worker.process)}", lost=True)


def _do(pipe: Connection, packed_work: bytes) -> None:
    """Do what comes through the pipe until it ends: what a process is for."""
    warnings.simplefilter("ignore")  # whoever began this process has heard them
    with suppress(EOFError, OSError):
        part: Range = pipe.recv()
        try:
            work: Work = pickle.loads(packed_work)  # noqa: S301 - from the process that began this one
            doer = work.begin()
        except Exception as error:  # noqa: BLE001 - whoever asked is told
            pipe.send(failed_at(part, error))
            return
        while True:
            pipe.send(tried_at(doer, part))
            part = pipe.recv()
