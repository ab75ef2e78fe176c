"""The tag of a picture that a memory keeps: what is compared before its words are.

Two pictures with the same words have the same tag; with other words hardly ever, and the words
decide. The tags that are kept are marked, each by one bit of some words: a tag whose bit is unset
is not among them, and most questions end there.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

MIX: Final = 0x9E3779B97F4A7C15 - (1 << 64)
"""An odd number, 2**64 divided by the golden ratio, as signed."""

WORD_BITS: Final = 64

SPARSE: Final = 4
"""Bits that mark tags, for each picture that there is room for."""

MOST_MARKED: Final = 64
"""Words of such bits at most."""


def tag_of(words: Iterable[int]) -> int:
    """Return the tag of some words, as machine code makes it: signed, 64 bits.

    >>> tag_of((0, 0)), tag_of((1, 0)) == tag_of((0, 1))
    (0, False)
    """
    found = 0
    for word in words:
        found = (found ^ word) * MIX & (1 << 64) - 1
    return _signed(found)


def words_marked(most: int) -> int:
    """Return how many words mark the tags of so many pictures: a power of two.

    >>> words_marked(1), words_marked(121), words_marked(401)
    (1, 8, 32)
    """
    return min(MOST_MARKED, 1 << max(0, (SPARSE * most - 1) // WORD_BITS).bit_length())


def shift_of(words: int) -> int:
    """Return by how much a tag is shifted for the number of its bit: its highest bits stay.

    >>> shift_of(1), shift_of(32)
    (58, 53)
    """
    return WORD_BITS - (words * WORD_BITS - 1).bit_length()


def marks_of(tags: Iterable[int], words: int) -> tuple[int, ...]:
    """Return the words that mark some tags, signed.

    >>> marks_of((0, 5), 2), marks_of((-1,), 2)
    ((1, 0), (0, -9223372036854775808))
    """
    found = 0
    for tag in tags:
        found |= 1 << ((tag & (1 << WORD_BITS) - 1) >> shift_of(words))
    low = (1 << WORD_BITS) - 1
    return tuple(_signed(found >> WORD_BITS * at & low) for at in range(words))


def _signed(word: int) -> int:
    return word - (1 << WORD_BITS) if word >> WORD_BITS - 1 else word
