"""Which of the things that may come at a place are offered before others."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from rulelang import surface as s
from rulelang.workbench.names import Definition
from rulelang.workbench.places import Place

_DRAWING: Final = frozenset({"deal", "draw"})
_NEEDED: Final = frozenset({"game", "players", "play"})
"""What no text is without, by the first words."""
ENDINGS: Final = {
    "draw": "draw",
    "p with most …": "${1:p} with most ${2:points}(${1:p}) wins",
    "each p scores …": "each ${1:p} scores ${2:points}(${1:p})",
}
"""How a game ends, unless one player wins."""


def lacking(lines: Iterable[str]) -> frozenset[str]:
    """Return the words of declarations that a text needs and has not.

    >>> sorted(lacking(['game "Hearts"', "", "players 4"]))
    ['play']
    """
    return _NEEDED - {found[0] for line in lines if (found := re.match(r"\w+", line))}


def ends(place: Place) -> bool:
    """Return whether it is said at a place how the game ends."""
    return place.words[-2:] == ("end", ":")


def of_word(word: str, expected: frozenset[str], place: Place) -> int:
    """Return the rank of a word of the language: that without which a line cannot end is ahead."""
    is_begun = place.line.strip() != "" and not expected & {"NL", ":"}
    match word:
        case "else":
            return 0 if is_begun else 4
        case "then":
            return 0 if is_begun and "else" not in expected else 4
        case "turn":
            return 0 if place.words[-1:] == ("each",) else 4
        case "flag" | "text":
            return 1
        case _:
            return 4


def of_name(place: Place, one: Definition) -> int:
    """Return the rank of a name: behind others is what seldom stands where it would fit."""
    verb = next((word for word in reversed(place.words) if word in _DRAWING), "")
    match one.node:
        case s.Zone(shape=shape) if verb and place.words[-1] == "from":
            return 1 if shape in {"bag", "row"} else 2
        case _ if place.words[-1:] == ("in",):
            return 1 if one.sort in {"zone", "space", "edge"} else 2
        case _:
            return 1
