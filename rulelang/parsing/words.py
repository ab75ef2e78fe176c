"""What the grammar expects, in an author's words: `a name`, `to`, `the end of the line`."""

from __future__ import annotations

from typing import Final

from rulelang.core.folds import FOLD_OF, FOLDS
from rulelang.surface.reserved import BEGINNING, OPENING


def _set(kinds: str) -> frozenset[str]:
    return frozenset(kinds.split())


ENDS = frozenset({"NL", "DEDENT", "END"})
COMPARISONS = _set("< <= > >=")
OF_VALUES: Final = "|".join(FOLD_OF)
"""The words of folds of values, as a pattern: `sum`, `highest`, …."""
TOTALS: Final = "|".join(w for w, fold in FOLD_OF.items() if not FOLDS[fold].has_otherwise)
"""Of these, those that are something where nothing is found: `sum`, …."""
RANKED: Final = "|".join(w for w, fold in FOLD_OF.items() if FOLDS[fold].has_otherwise)
"""The others, which say what they are then: `highest`, …."""

_CLASSES = {
    "NAME": "a name",
    "INT": "a number",
    "STRING": 'a text in `"`',
    "ROW": "a row of a table",
    "LESS": "`<`",
    "ADD": "`+`",
    "NL": "the end of the line",
    "INDENT": "an indented line below",
}
_ORDER = ("a declaration", "a statement", "a value", "a name", "a number")
_MOST = 5  # alternatives that a label names

# (those that show which kind of thing is expected, what to call it, all that may begin it)
_GROUPS: tuple[tuple[frozenset[str], str, frozenset[str]], ...] = (
    (
        frozenset({"game", "zone", "scenario"}),
        "a declaration",
        _set(
            "game note use players length option kind space edge component token die zone var "
            "memory table let to setup play scenario NL END"
        ),
    ),
    (
        frozenset({"NAME", "INT", "(", "none", "true"}),
        "a value",
        _set("NAME INT ( { - NUMBER_OF GROUP_AT LONGEST_TRAIL") | OPENING,
    ),
    (
        frozenset({"move", "draw", "deal"}),
        "a statement",
        BEGINNING | {"DEDENT", "a value"},
    ),
)
# What may always follow a value: named only where nothing else is expected.
_GOING_ON = _set("is LESS ADD - * / mod and or . .. ( clockwise anticlockwise at")


def in_words(expected: frozenset[str]) -> tuple[str, ...]:
    """Return what to say of `expected`; nothing if it is too much to be of help."""
    for signs, phrase, members in _GROUPS:
        if signs <= expected:
            expected = expected - members | {phrase}
    if expected == {".."}:
        return (_name(".."),)
    if not expected - _GOING_ON - ENDS:
        return ("the end of the line",) if "NL" in expected else ("an operator",)
    named = {_name(kind) for kind in expected - _GOING_ON - {"DEDENT", "END"}}
    if len(named) > _MOST:
        return ()
    return tuple(sorted(named, key=lambda name: (_rank(name), name)))


def expected_words(expected: frozenset[str]) -> tuple[str, ...]:
    """Return the words of the language in `expected`, without classes and signs."""
    return tuple(sorted(kind for kind in expected if kind.isalpha() and kind.islower()))


def _name(kind: str) -> str:
    if kind in _ORDER:
        return kind
    return _CLASSES.get(kind, f"`{kind}`")


def _rank(name: str) -> int:
    return _ORDER.index(name) if name in _ORDER else len(_ORDER)
