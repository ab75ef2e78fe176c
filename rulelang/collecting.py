"""Fewer searches for circles among objects, where many are made that stay."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_NEW: Final = 100_000
"""So many objects more than before begin a search; Python begins one at 700."""


@contextmanager
def seldom_collected() -> Iterator[None]:
    """Look for circles seldom meanwhile: trees have none, and looking takes a tenth of a check.

    >>> with seldom_collected():
    ...     gc.get_threshold()[0]
    100000
    """
    before = gc.get_threshold()
    if before[0]:  # else somebody has switched it off
        gc.set_threshold(max(before[0], _NEW), *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)
