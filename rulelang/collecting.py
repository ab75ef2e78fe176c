"""Fewer searches for circles among objects, where many are made that stay."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_NEW: Final = 100_000
"""So many objects more than before begin a search; Python begins one at 700."""
_MANY: Final = 2_000_000
"""More than the check of a text makes."""


@contextmanager
def seldom_collected(new: int = _NEW) -> Iterator[None]:
    """Look for circles seldom meanwhile: trees have none, and looking takes a tenth of a check.

    `new`: so many objects more than before begin a search.

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
        gc.set_threshold(*before)


@contextmanager
def hardly_collected() -> Iterator[None]:
    """Look for no circles meanwhile, nor right behind it in what was made: that soon goes at once.

    >>> with hardly_collected():
    ...     gc.get_threshold()[0]
    2000000
    """
    with seldom_collected(_MANY):
        yield
        if not gc.get_freeze_count():  # else what somebody has frozen would be looked through
            gc.freeze()
            gc.unfreeze()
