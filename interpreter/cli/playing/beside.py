"""A table in the browser beside a game in the terminal: another process, ended with it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory


@contextmanager
def table_beside(words: Sequence[str]) -> Iterator[str]:
    """Open a table as `rulelang table WORDS` does; yield the link to its first seat.

    "" where there is none, as without the extra `table`: the game in the terminal goes on.
    """
    program = [sys.executable, "-m", "interpreter.cli.main", "table", *words]
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        kept = str(Path(folder) / "tables.sqlite")
        process = subprocess.Popen(  # noqa: S603 - our own program
            [*program, "--no-browser", "--port", "0", "--keep", kept],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            start_new_session=True,  # Ctrl-C in the terminal is for the game there
        )
        try:
            assert process.stdout is not None, "it is a pipe"
            _, _, link = process.stdout.readline().strip().partition(": ")
            yield link if "/join#" in link else ""
        finally:
            process.terminate()
            process.communicate()
