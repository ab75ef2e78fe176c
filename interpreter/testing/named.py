"""Which scenario somebody means who gives its name, or part of it."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from interpreter.faults import UsageError

_SHOWN = 5


def named(wanted: str, names: Sequence[str], path: str) -> str:
    """Return the scenario with this name, or the only one with this text in its name.

    `path`: of the rule text, for what is said where there is none.

    >>> named("cell", ["one mark a cell", "a full board is a draw"], "grid.rules")
    'one mark a cell'

    Raises:
        UsageError: there is none, or more than one with this text.
    """
    holding = [name for name in names if wanted.casefold() in name.casefold()]
    if wanted in names or len(holding) == 1:
        return wanted if wanted in names else holding[0]
    near = holding or get_close_matches(wanted, names, n=3, cutoff=0.3) or list(names)
    mend = ", ".join(f'"{name}"' for name in near[:_SHOWN])
    told = f"there is {mend}" if mend else "it has none"
    raise UsageError(f'{path} has no scenario "{wanted}"; {told}')
