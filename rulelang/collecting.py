"""Fewer searches for circles among objects, where many are made that stay."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Final

_NEW: Final = 100_000
"""So many objects more than before begin a search; Python begins one at 700."""
MANY: Final = 2_000_000
"""More than the check of a text makes."""
_PASSES: Final = 64
"""Behind one of so many all is looked through, should there be circles after all."""

_passed = count(1)

_frozen: Final[list[bool]] = []
"""True, once it was seen that somebody else has frozen objects: to ask counts them one by one."""


@contextmanager
def seldom_collected(new: int = _NEW) -> Iterator[None]:
    """Look for circles seldom meanwhile: trees have none, and looking takes a tenth of a check.

    Nor right behind it in what was made, for the same reason. `new`: so many objects more than
    before begin a search.

    >>> with seldom_collected():
    ...     gc.get_threshold()[0]
    100000
    """
    before = gc.get_threshold()
    if before[0]:  # else somebody has switched it off
        gc.set_threshold(max(before[0], new), *before[1:])
    try:
        yield
    finally:
        if before[0] and not _is_frozen():  # what is frozen would be looked through, too
            gc.freeze()  # what is thawed is old, and looked through only with all else
            gc.unfreeze()
            if not next(_passed) % _PASSES:
                gc.collect()
        gc.set_threshold(*before)


def _is_frozen() -> bool:
    """Return whether somebody else has frozen objects, now or earlier."""
    if not _frozen and gc.get_freeze_count():
        _frozen.append(True)
    return bool(_frozen)
