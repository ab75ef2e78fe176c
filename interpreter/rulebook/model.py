"""What a rulebook is made of, before it is written in a format."""

from __future__ import annotations

from typing import TypeAlias

import attrs

from rulelang.wording import Item, Said


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


Block: TypeAlias = Lines | Points | Grid | Figure | Text


@attrs.frozen
class Part:
    """A section of a chapter. `mark`: by which names in sentences find it, or ""."""

    heading: Said
    mark: str
    blocks: tuple[Block, ...]
    cites: str | None = None


@attrs.frozen
class Chapter:
    """A chapter: blocks, then sections. `is_small`: to look up, in small letters and columns."""

    title: str
    blocks: tuple[Block, ...]
    parts: tuple[Part, ...] = ()
    is_small: bool = False


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
