"""What a process that is killed leaves behind is taken away by the next one."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile

import pytest

from interpreter.hosting import locks
from interpreter.table.folders import PREFIX, folder, sweep

KILLED = """
import sys
from interpreter.table.folders import folder
with folder() as made:
    (made / "game.rules").write_text("a secret text")
    print(made, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    """Let folders for the time being lie in one of our own."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    yield tmp_path
    tempfile.tempdir = None


def test_the_folder_of_a_killed_process_goes_and_those_in_use_stay(temporary):
    own = os.environ | {"TMPDIR": str(temporary)}
    with (
        subprocess.Popen(  # noqa: S603 - ours
            [sys.executable, "-c", KILLED],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=own,
            text=True,
        ) as process,
        folder() as made,
    ):
        assert process.stdout.readline().startswith(str(temporary / PREFIX))
        (temporary / f"{PREFIX}of somebody else").mkdir()
        assert sweep(older_than_s=0) == 0
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert len(list(temporary.glob(f"{PREFIX}*/files/game.rules"))) == 1
        assert sweep() == 0  # it may be so new that it is not locked yet
        assert sweep(older_than_s=0) == 1
        assert list(temporary.glob(f"{PREFIX}*/files")) == [made]


def test_where_a_disk_has_no_locks_nothing_is_taken_away(temporary, monkeypatch):
    left = temporary / f"{PREFIX}left"
    left.mkdir()
    (left / "in-use").touch()
    os.utime(left, (1, 1))
    with monkeypatch.context() as patched:
        patched.setattr(locks, "take", lambda _: True)
        with folder() as made:
            assert made.is_dir()
    assert left.is_dir()
    with folder():
        assert not left.exists()
