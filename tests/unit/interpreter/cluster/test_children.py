"""What is said of processes that have ended, or are out of reach."""

import os
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import chain

import pytest

from interpreter.cluster import children
from interpreter.cluster.children import begun, how_ended
from interpreter.cluster.processes import Processes
from interpreter.cluster.run import Care, run
from interpreter.cluster.work import ClusterError
from tests.support.processes.inside import workers


def leaves(_pipe, sent):
    os._exit(int(sent))


def falls_silent(pipe, _sent):
    pipe.close()
    time.sleep(300)


@pytest.mark.parametrize(
    ("life", "sent", "how", "grace"),
    [(leaves, b"7", "with code 7", 60.0), (falls_silent, b"", "by cutting its pipe", 0.1)],
)
def test_it_is_said_how_a_process_ended(life, sent, how, grace, monkeypatch):
    monkeypatch.setattr(children, "_GRACE", grace)
    process, pipe = begun(life, sent)
    with pytest.raises(EOFError):
        pipe.recv()
    pipe.close()
    assert how_ended(process) == how


class Squares:
    """Work that is refused from 7 on."""

    def begin(self):
        return self.done

    def done(self, part):
        if part.past > 7:
            raise ValueError(part.first)
        return [number**2 for number in range(part.first, part.past)]


class Unready(Squares):
    def begin(self):
        raise OSError("no room")


@pytest.fixture
def parent(monkeypatch):
    """Let processes be threads of this one; return what stands for the process that began them."""
    with workers(monkeypatch) as made:
        yield made


@pytest.mark.usefixtures("parent")
def test_a_process_does_what_comes_through_its_pipe():
    assert sorted(chain(*dict(run(Squares(), 7, Processes(1))).values())) == [
        number**2 for number in range(7)
    ]


@pytest.mark.usefixtures("parent")
def test_processes_may_be_begun_from_any_thread():
    with ThreadPoolExecutor(1) as pool:
        done = pool.submit(lambda: list(run(Squares(), 3, Processes(1), care=Care(most=3))))
        assert sum(piece.part.length for piece in done.result()) == 3


@pytest.mark.usefixtures("parent")
@pytest.mark.parametrize(
    ("work", "why"), [(Squares(), "ValueError: 7"), (Unready(), "OSError: no room")]
)
def test_what_goes_wrong_in_a_process_is_told_by_who_gave_it_the_work(work, why):
    with pytest.raises(ClusterError, match=why):
        list(run(work, 9, Processes(1), care=Care(most=1)))


def test_a_process_ends_with_the_one_that_began_it(parent):
    _, pipe = begun(lambda pipe, sent: pipe.send(sent), b"busy")
    assert pipe.recv() == b"busy"
    parent.end()
    assert parent.left == [1]
