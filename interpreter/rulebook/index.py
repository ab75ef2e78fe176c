"""The index of a rulebook: where each name of the rules is declared and used.

Rules are indexed, and what declares names; examples are not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, assert_never

from interpreter.rulebook.model import (
    Block,
    Chapter,
    Entries,
    Entry,
    Figure,
    Grid,
    Key,
    Lines,
    Part,
    Place,
    Points,
    Text,
)
from rulelang.wording import Item, Said, Term, TermSort, plain

SORTS: Final[dict[TermSort, str]] = {
    "zone": "zone",
    "variable": "count",
    "table": "table",
    "fact": "word",
    "effect": "procedure",
    "component": "piece",
    "place": "place",
    "option": "variant",
    "attribute": "attribute",
}
"""What is indexed, and what it is called where two things have one name."""


def index(chapters: Sequence[Chapter]) -> Chapter:
    """Return the index of chapters; it is empty where no rule names anything."""
    found: dict[Key, tuple[str, dict[Place, None]]] = {}
    for at, chapter in enumerate(chapters):
        if chapter.is_small:
            continue
        sections = [(Place(chapter.title, at, ""), _declared(chapter))]
        sections += [(_place(part, at), _declared(part)) for part in chapter.parts]
        for place, terms in sections:
            for term in terms:
                if term.sort in SORTS:
                    known = found.setdefault((term.sort, term.name), (term.text, {}))
                    known[1].setdefault(place)
    texts = [text.casefold() for text, _ in found.values()]
    entries = [
        Entry(
            key,
            f"{text} ({SORTS[key[0]]})" if texts.count(text.casefold()) > 1 else text,
            tuple(places),
        )
        for key, (text, places) in found.items()
    ]
    entries.sort(key=lambda entry: (entry.text.casefold(), entry.key))
    blocks = (Entries(tuple(entries)),) if entries else ()
    return Chapter("Index", blocks, is_small=True)


def named_in(part: Chapter | Part) -> tuple[Key, ...]:
    """Return the names that a section declares or uses and that are indexed, each once."""
    named = (term for term in _declared(part) if term.sort in SORTS)
    return tuple(dict.fromkeys((term.sort, term.name) for term in named))


def _place(part: Part, chapter: int) -> Place:
    return Place(plain(part.heading), chapter, part.mark)


def _declared(part: Chapter | Part) -> Iterator[Term]:
    yield from part.declares
    yield from _terms(part.blocks)


def _terms(blocks: Iterable[Block]) -> Iterator[Term]:
    for block in blocks:
        match block:
            case Lines(items=items):
                for item in _all(items):
                    yield from _of(item.said)
            case Text(said=said):
                yield from _of(said)
            case Points() | Grid() | Figure() | Entries():
                pass
            case _:
                assert_never(block)


def _of(said: Said) -> Iterator[Term]:
    return (part for part in said if isinstance(part, Term))


def _all(items: Iterable[Item]) -> Iterator[Item]:
    for item in items:
        yield item
        yield from _all(item.under)
