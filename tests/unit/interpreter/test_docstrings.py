import doctest
from importlib import import_module

import pytest


@pytest.mark.parametrize("name", ["chance", "explain", "flow", "queries"])
def test_examples_in_docstrings_hold(name):
    failed, tried = doctest.testmod(import_module(f"interpreter.{name}"))
    assert failed == 0
    assert tried > 0
