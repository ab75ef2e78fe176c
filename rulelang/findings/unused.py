"""What a text declares and no rule uses, in none of its instances."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.elaborate.requests import Instance
from rulelang.source import Span


def unread(done: Sequence[Instance]) -> dict[str, Span]:
    """Return the variables that rules set in some instance, and read in none."""
    read = frozenset[str]().union(*(instance.read for instance in done))
    found = {name: span for instance in done for name, span in instance.unread.items()}
    return {name: span for name, span in found.items() if name not in read}


def idle(done: Sequence[Instance]) -> dict[str, tuple[str, Span]]:
    """Return the declarations that no instance uses."""
    found = dict(done[0].idle) if done else {}
    return {
        name: told
        for name, told in found.items()
        if all(name in instance.idle for instance in done)
    }
