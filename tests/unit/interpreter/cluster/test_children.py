"""What is said of processes that have ended, or are out of reach."""

import os
import time

import pytest

from interpreter.cluster import children
from interpreter.cluster.children import begun, how_ended


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
