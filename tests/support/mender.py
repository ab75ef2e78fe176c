"""Texts of one test file, checked and mended: what is proved of one is proved once for all."""

from rulelang import mends, pipeline
from rulelang.prove.memory import Memory
from rulelang.source import Source

_NAME = "g.rules"


class Mender:
    """Checks and mends texts that have most in common."""

    def __init__(self):
        self._memory = Memory()

    def checked(self, text):
        """Return what is found in a text."""
        return pipeline.check(_NAME, self._memory, Source(_NAME, text)).diagnostics

    def mended(self, text):
        """Return what comes of a text, and which findings are gone."""
        return mends.mended(_NAME, Source(_NAME, text), self._memory)
