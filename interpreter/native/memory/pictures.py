"""The tag of a picture that a memory keeps: what is compared before its words are.

Two pictures with the same words have the same tag; with other words hardly ever, and the words
decide.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

MIX: Final = 0x9E3779B97F4A7C15 - (1 << 64)
"""An odd number, 2**64 divided by the golden ratio, as signed."""


def tag_of(words: Iterable[int]) -> int:
    """Return the tag of some words, as machine code makes it: signed, 64 bits.

    >>> tag_of((0, 0)), tag_of((1, 0)) == tag_of((0, 1))
    (0, False)
    """
    found = 0
    for word in words:
        found = (found ^ word) * MIX & (1 << 64) - 1
    return found - (1 << 64) if found >> 63 else found
