"""Ctrl-C ends all that plays long, at once.

What the clock on the wall says depends on who else works here; the processor's is asked. Each
command is interrupted when it has worked for a while, so it is in the midst of what takes long and
not of its imports; programs say when they are there.
"""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.support.games import ROOT
from tests.support.processes.heads import PATIENCE_S, until
from tests.support.sampling import RULEBOOKS

BOUND_S = 1.0
"""Seconds of the processor; without an end the commands would go on for hours."""

AFTER_S = 1.0
TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
COMMANDS = {
    "play": ("play", "connect_four", "--seat", "none", "--bot", "mcts:60s"),
    "simulate": ("simulate", "pergamemnon", "-n", 100_000_000),
    "simulate with bots": ("simulate", "whist", "-n", 1_000, "--bot", "mcts:60s"),
    "simulate, reference": ("simulate", "whist", "-n", 100_000, "--engine", "reference"),
    "tournament": ("tournament", "connect_four", "mcts:60s", "mc:60s", "-n", 1_000),
    "report": ("report", "connect_four", "-n", 100_000_000, "--effort", 0),
    "report with bots": ("report", "connect_four", "-n", 10, "--effort", 1_000_000_000),
    "check": ("check", *(f"games/{name}.rules" for name in RULEBOOKS)),
}
READY = "print('ready', flush=True)"
PROGRAMS = {
    "playouts": f"""
from interpreter import load, rollouts
game = load("hex")
game.prepare()
state = game.start()
{READY}
rollouts(state, 10**9)
""",
    "batch": f"""
from interpreter import load
from interpreter.batch import BatchGame
batch = BatchGame(load("kuhn_poker"), 4096)
batch.prepare()
told = batch.reset()
{READY}
while True:
    told = batch.step(told.legal.argmax(axis=1))
""",
    "preparing": f"""
from interpreter import load
game = load("pergamemnon", players=5)
game.native()
{READY}
game.prepare()
""",
}
ALIKE = {"simulate", "report with bots", "tournament", "simulate, reference"}
"""Others do what these do: "report", "simulate with bots" and "play"."""

WORDS = {
    **{name: ("-m", "interpreter.cli.main", *words) for name, words in COMMANDS.items()},
    **{name: ("-c", program) for name, program in PROGRAMS.items()},
}


def worked(process):
    """Return for how many seconds of the processor a process has worked."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="it asks Linux who worked")
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.soak) if name in ALIKE else name for name in WORDS],
)
def test_ctrl_c_ends_it_at_once(name, tmp_path):
    with subprocess.Popen(  # noqa: S603 - this Python
        [sys.executable, "-X", "faulthandler", *map(str, WORDS[name])],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "RULELANG_CACHE": str(tmp_path)},
        text=True,
    ) as process:
        try:
            if name in PROGRAMS:
                assert process.stdout.readline() == "ready\n"
                time.sleep(0.5)
            else:
                until(lambda: process.poll() is not None or worked(process) > AFTER_S)
            assert process.poll() is None, process.stdout.read()
            before = worked(process)
            process.send_signal(signal.SIGINT)
            said, after = told(process, before)
        finally:
            process.kill()
    assert process.returncode == (130 if name in COMMANDS else -signal.SIGINT), said
    assert after < BOUND_S
    assert ("Traceback" in said) == (name in PROGRAMS)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("exec('raise KeyboardInterrupt')", "\nrulelang: interrupted\n"),
        ("type('Slots', (), {'packing': Interrupted()})", "\nrulelang: interrupted\n"),
        ("cut_short()", ""),
        ("clear_away()", "\nrulelang: interrupted\n"),
    ],
    ids=["reading a text", "making a class", "a command that ends by itself", "clearing away"],
)
def test_whatever_ctrl_c_comes_upon_a_command_ends_like_any_other(body, said, tmp_path):
    (tmp_path / "interrupted.py").write_text(
        "import sys, time\n"
        "from interpreter.cli import main\n"
        "class Interrupted:\n"
        "    def __set_name__(self, owner, name):\n"
        "        raise KeyboardInterrupt\n"
        "def cut_short():\n"
        "    try:\n"
        "        exec('raise KeyboardInterrupt')\n"
        "    except KeyboardInterrupt:\n"
        "        return 130\n"
        "class Cleared:\n"
        "    def __del__(self):\n"
        "        raise KeyboardInterrupt\n"
        "def clear_away():\n"
        "    Cleared()\n"
        "    time.sleep(60)\n"
        f"main._dispatch = lambda words: {body}\n"
        "sys.exit(main.main([]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "interrupted"],
        cwd=tmp_path,
        capture_output=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (130, said)


def told(process, before):
    """Return what a process says to its end, and for how long it worked until then."""
    end, after = time.monotonic() + PATIENCE_S, 0.0
    while os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
        after = worked(process) - before
        if after >= BOUND_S:
            process.send_signal(signal.SIGABRT)  # it says where it is
            pytest.fail(f"it goes on and on: {process.communicate(timeout=PATIENCE_S)[0]}")
        assert time.monotonic() < end
        time.sleep(0.01)
    return process.communicate(timeout=PATIENCE_S)[0], after
