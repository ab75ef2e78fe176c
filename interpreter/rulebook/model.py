"""What a rulebook is made of, before it is written in a format."""

from __future__ import annotations

from typing import TypeAlias

import attrs

from rulelang.wording import Item, Said, Term, TermSort


@attrs.frozen
class Lines:
    """Sentences under one another, each perhaps with sentences under it."""

    items: tuple[Item, ...]


@attrs.frozen
class Points:
    """A list of short texts."""

    points: tuple[Said, ...]


@attrs.frozen
class Grid:
    """A table. `head`: the names of its columns."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@attrs.frozen
class Figure:
    """A picture as SVG, and what it shows."""

    svg: str = attrs.field(repr=False)
    caption: str


@attrs.frozen
class Text:
    """A paragraph."""

    said: Said


Key: TypeAlias = tuple[TermSort, str]
"""What is indexed: its sort, and its name in the text."""


@attrs.frozen
class Place:
    """A section that an index leads to: its heading, the number of its chapter, and its mark."""

    heading: str
    chapter: int
    mark: str


@attrs.frozen
class Entry:
    """A name in an index, and where it is declared and used, in the order of the book."""

    key: Key
    text: str
    places: tuple[Place, ...]


@attrs.frozen
class Entries:
    """An index."""

    entries: tuple[Entry, ...]


Block: TypeAlias = Lines | Points | Grid | Figure | Text | Entries


@attrs.frozen
class Part:
    """A section of a chapter. `mark`: by which names in sentences find it, or "".

    `declares`: names that stand in it as plain text, for the index.
    """

    heading: Said
    mark: str
    blocks: tuple[Block, ...]
    cites: str | None = None
    declares: tuple[Term, ...] = ()


@attrs.frozen
class Chapter:
    """A chapter: blocks, then sections. `is_small`: to look up, in small letters and columns.

    `declares`: as in a section.
    """

    title: str
    blocks: tuple[Block, ...]
    parts: tuple[Part, ...] = ()
    is_small: bool = False
    declares: tuple[Term, ...] = ()


@attrs.frozen
class Book:
    """A whole rulebook."""

    title: str
    subtitle: str
    chapters: tuple[Chapter, ...]

    @property
    def marks(self) -> frozenset[str]:
        """The names that sentences can point to."""
        return frozenset(part.mark for chapter in self.chapters for part in chapter.parts) - {""}
