"""Texts of the checkout that tests read again and again are read once for a process.

What a declaration becomes follows from its lines, where they stand and in which file; the same
lines are read no further time. What is drawn or written by tests is read as ever.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from rulelang import parse, surface
from rulelang.diagnostics import Diagnostic, Sink
from rulelang.parsing.heads import Heads
from rulelang.parsing.lines import Chunk

KEPT = 10_000
"""Declarations; all texts of the checkout have less."""

HERE = ("games/", "tests/", "std/", str(Path(__file__).parents[2]))


def read_once() -> None:
    """From now on keep what is read of the texts of the checkout."""
    read = parse._declarations  # noqa: SLF001 - the one place that all that read go through

    @lru_cache(maxsize=KEPT)
    def known(
        chunk: Chunk, file: str
    ) -> tuple[tuple[surface.Declaration, ...] | None, tuple[Diagnostic, ...]]:
        sink = Sink()
        return read(chunk, file, sink, Heads()), sink.found

    def declarations(
        chunk: Chunk, file: str, sink: Sink, heads: Heads
    ) -> tuple[surface.Declaration, ...] | None:
        if not file.startswith(HERE):
            return read(chunk, file, sink, heads)
        found, told = known(chunk, file)
        # What is wrong with a declaration is said in the light of the others.
        return read(chunk, file, sink, heads) if told else found

    parse._declarations = declarations  # noqa: SLF001
