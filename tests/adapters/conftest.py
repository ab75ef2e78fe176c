"""The adapter for OpenSpiel, imported by the first test that needs it."""

from importlib import import_module

import pytest


@pytest.fixture(scope="session")
def openspiel():
    """Make all games known to OpenSpiel: that takes seconds, which collecting tests need not."""
    return import_module("interpreter.adapters.openspiel")
