"""What the tests of two engines share: native code is compiled anew in each run."""

import pytest

from interpreter.native.emit.llvm import llvm
from tests.support import kept


def pytest_collection_modifyitems(items):
    """Pass over these tests where there is no native code."""
    if llvm is None:
        for item in items:
            if "differential" in item.path.parts:
                item.add_marker(pytest.mark.skip(reason="llvmlite is not installed"))


@pytest.fixture(scope="session", autouse=True)
def _compiled_anew():
    """Keep compiled games in a folder of this run, which all its processes share."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULELANG_CACHE", kept.folder())
        yield
