"""How much code a game becomes, and how long each step takes. For people to read."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

import attrs

from interpreter.keeping import plain
from interpreter.layout import Layout
from interpreter.native.emit.llvm import (
    FAST,
    QUICK,
    NativeMissingError,
    compile_text,
    processor,
)
from interpreter.native.emit.text import emit
from interpreter.native.engine.cache import Entry
from interpreter.native.engine.calls import Native
from interpreter.native.lower.game import lower
from interpreter.native.memory.lowered import Lowered, state_size
from interpreter.native.runtime.runtime import runtime

Result = TypeVar("Result")


@attrs.frozen
class Measures:
    """Sizes, in pieces and bytes, and times, in seconds; None where there is no LLVM.

    `lower`: core tree to IR. `quick` and `fast`: IR to machine code, at levels 1 and 2. `kept`:
    what a cached game takes instead of all these, the disk left out.
    """

    functions: int
    blocks: int
    instructions: int
    tables: int
    state_bytes: int
    code_bytes: int | None
    lower: float
    quick: float | None
    fast: float | None
    kept: float | None

    def as_json(self) -> dict[str, int | float | None]:
        """Return all figures by name."""
        return attrs.asdict(self)


def measure(layout: Layout) -> Measures:
    """Compile a game in all ways, without the cache, and return what that took.

    Raises:
        TooWideError: native code cannot hold it.
    """
    lowered, lowering = _timed(lambda: lower(layout))
    blocks = [b for f in lowered.module.functions.values() for b in f.blocks]
    code: bytes | None = None
    quick = fast = kept = None
    try:
        _, quick = _timed(lambda: _compiled(lowered, QUICK))
        optimised, fast = _timed(lambda: _compiled(lowered, FAST))
        kept = _load(lowered, optimised)
        code = optimised
    except NativeMissingError:
        pass
    return Measures(
        functions=len(lowered.module.functions),
        blocks=len(blocks),
        instructions=sum(len(block.instructions) + 1 for block in blocks),
        tables=len(lowered.module.tables),
        state_bytes=lowered.module.size,
        code_bytes=None if code is None else len(code),
        lower=lowering,
        quick=quick,
        fast=fast,
        kept=kept,
    )


def _compiled(lowered: Lowered, level: int) -> bytes:
    text = emit(lowered.module) + runtime(lowered, processor())
    return compile_text(text, level)


def _load(lowered: Lowered, code: bytes) -> float:
    """Return how long it takes to read a game as the cache keeps it, and to link it."""
    data = plain.packed(Entry.of(lowered, code))

    def read() -> None:
        entry = plain.unpacked(data, Entry)
        Native(entry.code, state_size(lowered), lowered.returns.count, 1)

    return _timed(read)[1]


def _timed(action: Callable[[], Result]) -> tuple[Result, float]:
    began = time.perf_counter()
    return action(), time.perf_counter() - began
