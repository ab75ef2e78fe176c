"""Words that begin lines in other languages, or at the table: what to write instead of them."""

from __future__ import annotations

from typing import Final

_MOVED: Final = "what goes from one place to another is moved: `move c from hand(p) to done`"
_SAID: Final = 'what players are told is said: `say "…"`'
_GAINED: Final = "what somebody gains is added: `add 1 to points(p)`"
_LOST: Final = "what somebody loses is taken: `take 1 from points(p)`"
_ELSE_IF: Final = "write `else if …:`"
_SENTENCES: Final = {
    "shuffle": "a `bag` needs no shuffling; for a `row` write `use drawing`"
    " and `shuffle(deck, cup)`, where `cup` is an empty bag",
    "while": "say when it is over, and a bound: `repeat until deck is empty, at most 20:`",
    **dict.fromkeys(
        ("loop", "forever"),
        "say how often at most: `repeat 20:`, or by turns: `each turn of p, at most 60:`",
    ),
    "until": "write `repeat until deck is empty, at most 20:`",
    "unless": "write `if not …:`",
    "when": "write `if …:`",
    "switch": "write `match …:`",
    "foreach": "write `for x in …:`",
    "winner": "the game ends with `end: p wins`",
    "var": "a variable is declared in the first column; `let` names a value within a block",
    **dict.fromkeys(("elif", "elsif", "elseif"), _ELSE_IF),
    **dict.fromkeys(("put", "place", "give", "discard", "remove", "transfer"), _MOVED),
    **dict.fromkeys(("print", "tell", "announce", "write", "display"), _SAID),
    **dict.fromkeys(("increase", "increment", "raise", "gain", "score"), _GAINED),
    **dict.fromkeys(
        ("decrease", "decrement", "reduce", "lower", "lose", "pay", "subtract"), _LOST
    ),
}
WORDS: Final = frozenset(_SENTENCES)

SAME: Final = {
    "when": "if",
    "foreach": "for",
    "switch": "match",
    **dict.fromkeys(("elif", "elsif", "elseif"), "else if"),
}
"""Words of other languages that stand for one of ours, as the rest of the sentence is."""
SAME_DECLARED: Final = {
    "variable": "var",
    "enum": "kind",
    **dict.fromkeys(("piece", "pawn", "marker", "meeple"), "token"),
}
"""Those that begin a declaration."""

_THING: Final = "things are declared with `token` or, with a table, `component`"
_PLACES: Final = "where things lie is a `zone`: `zone hand(Player): Card set, owner sees`"
_DECLARED: Final = {
    **dict.fromkeys(("card", "cards", "piece", "pieces", "pawn", "coin"), _THING),
    **dict.fromkeys(("deck", "pile", "hand", "area", "stack"), _PLACES),
    **dict.fromkeys(("board", "map", "field"), "a board is a `space`: `space Cell on grid 8 x 8`"),
    **dict.fromkeys(("def", "function", "procedure", "rule"), "an effect is `to score(p):`"),
    **dict.fromkeys(("define", "const", "constant"), "a value is named with `let`"),
    **dict.fromkeys(("turn", "turns", "round", "rounds"), "turns stand below `play:`"),
    **dict.fromkeys(
        ("counter", "int", "integer", "number", "score", "state", "track", "value", "variable"),
        "a variable is `var points(Player): 0..20`",
    ),
    **dict.fromkeys(("enum", "type"), "words are listed with `kind Suit: red | blue`"),
}

OTHERS: Final = "|".join(
    sorted(
        {*_DECLARED, *_SENTENCES, "else", "end", "otherwise", "options", "rules", "start", "then"}
    )
)
"""A pattern of what begins lines and names no effect: `spread:` is one, `turns:` none."""


def declared(word: str) -> str:
    """Return what to write for a declaration that begins with `word`; "" where nobody knows."""
    return _DECLARED.get(word, "")


def sentence(word: str) -> str:
    """Return what to write for a sentence that begins with `word`; "" where nobody knows."""
    return _SENTENCES.get(word, "")
