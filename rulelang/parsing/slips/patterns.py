"""How sentences and queries are said that have several parts, for findings inside one of them."""

from __future__ import annotations

import re
from typing import Final

from rulelang.core.folds import FOLD_OF, FOLDS
from rulelang.parsing.stops import Scene, Stop

_PATTERNS: Final = {
    "move": "`move c from hand(p) to done`, `move 2 Coin from bank to purse(p)`,"
    " `move all from hand(p) to done`",
    "draw": "`draw 1 from deck to hand(p)`, `draw up to 3 from deck to hand(p)`",
    "deal": "`deal 5 each from deck to hand(p) for p in Player`",
    "roll": "`roll cup(p)`",
    "add": "`add 1 to points(p)`",
    "take": "`take 1 from points(p)`",
    "set": "`set points(p) to 3`",
    "show": "`show hand(q) to p`",
    "next turn": "`next turn of next(p)`; what is left out stands below an `if`",
    "each turn": "`each turn of p, at most 40:`,"
    " `each turn of p in Player where alive(p) from q, at most 40:`",
    "chooses": "`p chooses:`, `p chooses or passes:`, `p chooses up to 2 times:`, "
    "`p chooses any number of times:`",
}
_WORDS: Final = re.compile(
    r"(?:^|: )(move|draw|deal|roll|add|take|set|show|each turn|next turn)\b|\b(chooses)\b"
)

_QUERIES: Final = {
    **{
        word: f"`{word} of c.rank for c in hand(p){' else 0' * FOLDS[fold].has_otherwise}`"
        for word, fold in FOLD_OF.items()
    },
    "every": "`every c in hand(p) has c.rank > 3`",
}
_ASKED: Final = re.compile(rf"\b({'|'.join(_QUERIES)})\b")
_THING: Final = re.compile(r"\b(?:best|cheapest|highest|largest|lowest|smallest|worst)$")
_OF_SOME: Final = re.compile(r"\b(max|min)\((?:[^()]|\([^()]*\))*$")
_PARTS: Final = frozenset({"of", "for", "in", "has"})
"""What is still to come where a query stops before its end."""


def told(stop: Stop, scene: Scene) -> str:
    """Return how the sentence before a stop is said; "" for one that has no pattern."""
    if {"STRING", ":"} <= stop.expected:  # read as the name of an arm
        return ""
    begun = scene.before(stop)
    of_some = _OF_SOME.search(begun) if stop.text == "for" else None
    if of_some is not None:
        query = _QUERIES["highest" if of_some[1] == "max" else "lowest"]
        return f"`{of_some[1]}` is of numbers; of all in a place: {query}."
    if _THING.search(begun.rstrip()) and re.match(r"[a-z]\w* (?:from|in|of)\b", scene.rest(stop)):
        return "A thing is found so: `the c in hand(p) with least c.rank else none`."
    asked = () if re.search(r"\bend:", begun) else _ASKED.findall(begun)
    if asked and _PARTS & stop.expected:
        return f"The query is said so: {_QUERIES[asked[-1]]}."
    found = [m[1] or m[2] for m in _WORDS.finditer(begun)]
    return f"The sentence is said so: {_PATTERNS[found[-1]]}." if found else ""
