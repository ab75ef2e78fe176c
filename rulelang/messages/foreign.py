"""Names that other languages and people use, and what is written in their place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

LENT: Final[Mapping[str, str]] = {
    "pay": "paying",
    "shuffle": "drawing",
    "swap": "moving",
    "top_up": "drawing",
}
"""The effects of the libraries, and which has each."""

ELSEWHERE: Final[Mapping[str, str]] = {
    "break": "`stop` leaves the loop that it stands in",
    "continue": "put what is left out under an `if`",
    "return": "an effect is over after its last line; put what is left out under an `if`",
    "skip": "`pass` does nothing",
}
"""What other languages have as a sentence of one word."""

SAME: Final[Mapping[str, str]] = {"break": "stop", "skip": "pass"}
"""Those of them that have a word of ours."""

ASKED: Final[Mapping[str, str]] = {
    **dict.fromkeys(
        ("other", "other_end", "opposite"),
        "the other end of an edge is found so: `the t in ends(e) where t is not s`",
    ),
    **dict.fromkeys(("distance", "dist"), "how far is asked so: `a is within 3 of b`"),
    **dict.fromkeys(
        ("adjacent", "is_adjacent", "beside"), "that is asked so: `b is in neighbours(a)`"
    ),
    **dict.fromkeys(("len", "length", "size"), "how many lie there is `count hand(p)`"),
    **dict.fromkeys(("contains", "includes"), "that is asked so: `x is in hand(p)`"),
    **dict.fromkeys(("random", "rand"), "chance is a sentence: `random n in 1..6:`"),
    **dict.fromkeys(
        ("any", "a", "an"),
        "leave it out: `move Coin from bank to purse(p)` takes one; if things differ, say which",
    ),
    "odd": "ask what is left over: `n mod 2 is 1`",
    "even": "ask what is left over: `n mod 2 is 0`",
    "range": "so often is `repeat 3:`; numbers are written `0..2`",
    "abs": "write `max(a, b) - min(a, b)`",
}
"""What other languages, and people, have as a fact."""

CALLED: Final[Mapping[str, str]] = {
    **dict.fromkeys(
        ("adversary", "enemy", "foe", "otherPlayer", "other_player", "rival"), "opponent"
    ),
    **dict.fromkeys(("left", "nextPlayer", "next_player", "successor"), "next"),
    **dict.fromkeys(
        ("predecessor", "prev", "prevPlayer", "previousPlayer", "previous_player", "right"),
        "previous",
    ),
    **dict.fromkeys(("adjacents", "neighborhood", "neighbors"), "neighbours"),
    **dict.fromkeys(("col", "file"), "column"),
}
"""What people call the built-in facts of one thing."""

NUMBERS: Final[Mapping[str, str]] = {
    word: str(number)
    for number, word in enumerate(
        ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    )
}
"""Numbers as words, and as they are written."""

BOUNDS: Final[Mapping[str, str]] = {
    **dict.fromkeys(("more", "higher", "greater", "larger", "above", "over"), ">="),
    **dict.fromkeys(("less", "fewer", "lower", "smaller", "below", "under"), "<="),
}
"""What stands behind `or` in `3 or more`, and the comparison that it is."""

VALUES: Final = {
    **dict.fromkeys(("on", "yes", "True", "TRUE"), "true"),
    **dict.fromkeys(("off", "False", "FALSE"), "false"),
    **dict.fromkeys(("null", "nil", "None", "nobody", "nothing"), "none"),
}
"""Values as other languages write them, and people."""

TYPES: Final[Mapping[str, str]] = {
    **dict.fromkeys(("int", "integer", "number", "float"), "a number has limits: `0..20`"),
    **dict.fromkeys(("bool", "boolean"), "what is true or false is a `flag`"),
    **dict.fromkeys(("string", "text"), "list what there is: `kind Mood: merry | calm`"),
    **dict.fromkeys(("list", "array", "set"), "many things lie in a zone"),
}
"""What other languages have as a type, by its name in small letters."""
