"""Where one run of the tests keeps what it compiles: all its processes share it.

It is there as long as the run, so that nothing is taken for granted that an earlier one compiled.
Whatever a test compiles goes there, unless it names another folder or none.
"""

from __future__ import annotations

import os
import shutil
import tempfile

import pytest

from rulelang.keeping import disk

VARIABLE = "RULELANG_KEPT_BY_TESTS"


def folder() -> str:
    """Return the folder, for `RULELANG_CACHE`."""
    return os.environ[VARIABLE]


def make(config: pytest.Config) -> None:
    """Make the folder, unless this process runs tests for another one; take it away at the end."""
    if VARIABLE not in os.environ:
        made = os.environ[VARIABLE] = tempfile.mkdtemp(prefix="rulelang-tests-")
        config.add_cleanup(lambda: _remove(made))
    os.environ[disk.FOLDER] = folder()


def _remove(made: str) -> None:
    del os.environ[VARIABLE]
    shutil.rmtree(made, ignore_errors=True)
