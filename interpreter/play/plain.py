"""What has no name but words, as people say it: `clubs six` for `Card(clubs, six)`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Final

from interpreter.document.model import Component, GameDocument, Kind

_LABEL: Final = re.compile(r"\w+\([^()]*\)")
_kept: Final[dict[int, tuple[GameDocument, Mapping[str, str]]]] = {}
_GAMES: Final = 8
"""Games whose words are kept, by the identity of their documents."""


def plainly(text: str, document: GameDocument) -> str:
    """Return a text in which what has no name is called by its words alone, numbers last.

    >>> from interpreter import load
    >>> plainly("East plays Card(clubs, six)", load("whist").document())
    'East plays clubs six'
    >>> plainly("Solitaire draws Card(13, clubs)", load("klondike").document())
    'Solitaire draws clubs 13'
    >>> plainly("P1 rolls Die(P1, 4)", load("liars_dice").document())
    'P1 rolls Die(P1, 4)'
    """
    known = _kept.get(id(document))
    if known is None or known[0] is not document:
        if len(_kept) >= _GAMES:
            _kept.clear()
        known = _kept[id(document)] = document, _words(document)
    words = known[1]
    return _LABEL.sub(lambda found: words.get(found[0], found[0]), text) if words else text


def _words(document: GameDocument) -> Mapping[str, str]:
    """Return the words of each label that they alone tell from all others."""
    found: dict[str, str] = {}
    for component in document.components:
        for number in component.kinds:
            kind = document.kinds[number]
            parts = _parts(kind)
            if _is_said(parts, kind, component, document):
                found[kind.label] = " ".join(sorted(parts, key=_is_number))
    often = Counter(found.values())
    return {label: words for label, words in found.items() if often[words] == 1}


def _is_said(parts: list[str], kind: Kind, component: Component, document: GameDocument) -> bool:
    """Return whether several words tell what a kind is.

    One may be a number where no kind has copies, as `2 clubs 5` would be one thing or two, and
    where the others are not only whose it is: `P1 5` is no card.
    """
    numbers = sum(map(_is_number, parts))
    single = all(document.kinds[other].copies == 1 for other in component.kinds)
    has_name = kind.name not in ("", kind.component)
    if has_name or kind.face is not None or len(parts) <= 1:
        return False
    return not numbers or (numbers == 1 and single and kind.owner is None)


def _parts(kind: Kind) -> list[str]:
    return kind.label.partition("(")[2].rstrip(")").split(", ")


def _is_number(part: str) -> bool:
    return part.lstrip("-").isdigit()
