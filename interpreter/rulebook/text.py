"""A rulebook in plain text, for terminals and pipes; pictures are told by their captions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from interpreter.rulebook.model import Block, Book, Entries, Figure, Grid, Lines, Points, Text
from rulelang.wording import Item, plain

_SIGNS = {"rule": "-", "action": "*", "need": "!"}


def text(book: Book) -> str:
    """Return the rulebook in lines."""
    return "\n".join(_lines(book)) + "\n"


def _lines(book: Book) -> Iterator[str]:
    yield f"{book.title}, {book.subtitle}"
    for chapter in book.chapters:
        yield ""
        yield chapter.title.upper()
        yield from _blocks(chapter.blocks)
        for part in chapter.parts:
            yield ""
            yield plain(part.heading) + _cite(part.cites)
            yield from _blocks(part.blocks)


def _blocks(blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        match block:
            case Text(said=said):
                yield plain(said)
            case Lines(items=items):
                yield from _items(items, 0)
            case Points(points=points):
                yield from (f"- {plain(point)}" for point in points)
            case Grid(head=head, rows=rows):
                yield from _grid((head, *rows))
            case Entries(entries=entries):
                for entry in entries:
                    places = ", ".join(dict.fromkeys(place.heading for place in entry.places))
                    yield f"{entry.text}: {places}"
            case Figure(caption=caption):
                yield f"[picture: {caption}]"
            case _:
                assert_never(block)


def _grid(rows: tuple[tuple[str, ...], ...]) -> Iterator[str]:
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        yield "  ".join(cells).rstrip()


def _items(items: Iterable[Item], depth: int) -> Iterator[str]:
    for item in items:
        about = f" ({item.about})" if item.about else ""
        yield f"{'  ' * depth}{_SIGNS[item.sort]} {plain(item.said)}{about}{_cite(item.cites)}"
        yield from _items(item.under, depth + 1)


def _cite(cites: str | None) -> str:
    return f" [{cites}]" if cites else ""
