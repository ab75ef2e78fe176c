"""`rulelang simulate` split into ranges: the figures are the same, whoever dies on the way."""

import json
import os
import signal
import sys

import pytest

from tests.support.processes.heads import PATIENCE_S, begun, is_gone, lines_of, until

WORDS = ("simulate", "tic_tac_toe", "--seed", "4", "--engine", "reference", "--json")


def told(out):
    """Return what a simulation said, but for how long it took."""
    return {**json.loads(out), "seconds": 0}


@pytest.mark.parametrize("how", [("--jobs", 1), ("--jobs", 3), ("--log", "{}/log")], ids=str)
def test_the_figures_are_the_same(command, how, tmp_path):
    code, out, _ = command(*WORDS, "-n", 60)
    apart = command(*WORDS, "-n", 60, *(str(word).format(tmp_path) for word in how))
    assert (code, apart[0], apart[2]) == (0, 0, "")
    assert told(apart[1]) == told(out)


@pytest.mark.skipif(sys.platform == "win32", reason="it has no groups of processes")
@pytest.mark.parametrize("by", [signal.SIGKILL, signal.SIGINT], ids=lambda by: by.name)
def test_what_is_done_stays_when_the_head_goes(command, tmp_path, by):
    log = tmp_path / "log"
    with begun(*WORDS, "-n", 100_000, "--jobs", 2, "--log", log) as head:
        until(lambda: lines_of(log) >= 4)
        if by == signal.SIGINT:
            os.killpg(head.pid, by)  # as a terminal does
        else:
            head.send_signal(by)
        out, err = head.communicate(timeout=PATIENCE_S)
    until(lambda: is_gone(head.pid))
    written = log.read_text().splitlines()[1:]
    kept = [json.loads(line) for line in written]
    if by == signal.SIGINT:
        assert head.returncode == 130
        lengths = [line["length"] for line in kept]
        # It may come while a range is written down.
        assert json.loads(out)["games"] in (sum(lengths), sum(lengths[:-1]))
        assert b"interrupted after" in err
        assert b"Traceback" not in err
    else:
        assert head.returncode == -by
    # As many games as the log holds from the first one on, and some more.
    past = 0
    for line in sorted(kept, key=lambda line: line["first"]):
        past = max(past, line["first"] + line["length"]) if line["first"] <= past else past
    with log.open("ab") as file:
        file.write(b'{"first": 5, "le')  # as if it had been cut off
    words = (*WORDS, "-n", past + 20)
    again = command(*words, "--log", log)
    assert again[0] == 0
    assert told(again[1]) == told(command(*words)[1])
    assert log.read_text().splitlines()[1 : len(kept) + 1] == written


def test_a_log_of_other_work_is_refused(command, tmp_path):
    log = tmp_path / "log"
    assert command("simulate", "tic_tac_toe", "-n", 5, "--log", log)[0] == 0
    before = log.read_bytes()
    code, out, err = command("simulate", "kuhn_poker", "-n", 5, "--log", log)
    assert (code, out) == (2, "")
    assert "this is the log of other work" in err
    assert log.read_bytes() == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--jobs", "0"), "somebody has to do the work"),
        (("--jobs", "x"), "`x` is no whole number"),
        (("--coverage", "--jobs", "2"), "--coverage is found in one process"),
        (("--log", "no/such/folder/log"), "cannot be written"),
        (("--log", "."), "cannot be read"),
    ],
)
def test_what_cannot_be_is_said(command, words, said):
    code, out, err = command("simulate", "tic_tac_toe", "-n", 5, *words)
    assert (code, out) == (2, "")
    assert said in err


def test_where_ray_is_missing_it_is_said(command, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.delitem(sys.modules, "interpreter.cluster.ray_workers", raising=False)
    code, out, err = command("simulate", "tic_tac_toe", "-n", 5, "--ray", "local")
    assert (code, out) == (2, "")
    assert err == "rulelang: this needs Ray: pip install 'rulelang[cluster]'\n"
