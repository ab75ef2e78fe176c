"""What needs a package that is not there says how to get it."""

import importlib.util
import sys

import pytest

from tests.support.games import ROOT


@pytest.mark.parametrize(
    ("file", "package", "extra"),
    [
        ("batch", "numpy", "batch"),
        ("adapters/openspiel", "pyspiel", "openspiel"),
        ("adapters/pettingzoo", "pettingzoo", "pettingzoo"),
    ],
)
def test_a_missing_package_is_named_with_its_extra(monkeypatch, file, package, extra):
    monkeypatch.setitem(sys.modules, package, None)
    path = ROOT / "interpreter" / f"{file}.py"
    spec = importlib.util.spec_from_file_location("without_the_package", path)
    with pytest.raises(ImportError, match=rf"pip install 'rulelang\[{extra}\]'"):
        spec.loader.exec_module(importlib.util.module_from_spec(spec))
