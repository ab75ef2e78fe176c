"""Signs of other languages, and characters without a meaning here: what to write instead.

before:  Stop at `!` in `x != 3`
after:   the finding `comparison-sign`, with `is not` as its mend
"""

from __future__ import annotations

import re
from typing import Final

import attrs

from rulelang.diagnostics import Diagnostic
from rulelang.messages import layout, syntax
from rulelang.parsing.stops import Scene, Stop, edit_at, wants_text

_PLACE: Final = re.compile(r" ?([a-z]\w*)(?:\([^()]*\))?(?![\w.(])")
_QUOTED: Final = re.compile(r'(?:==?|!=|\bis(?: not)?) ?("([A-Za-z]\w*)")')
"""A name in quotation marks that is compared, which no text can be."""


def comparison(stop: Stop, scene: Scene) -> Diagnostic | None:
    """Find `==`, `!=` and `=>`, where a word or another sign compares."""
    found = re.match(r"=[<>]|==?|!=", scene.line.text[stop.span.column - 1 :])
    compares = stop.kind == "CHARACTER" or (stop.kind == "=" and "is" in stop.expected)
    if found is None or not compares:
        return None
    sign = found.group()
    span = attrs.evolve(stop.span, end_column=stop.span.column + len(sign))
    text, start = scene.line.text, stop.span.column - 1
    word = _word_for(sign, text[start + len(sign) :], scene)
    before = "" if text[:start].endswith(" ") else " "
    after = "" if text[start + len(sign) :].startswith(" ") else " "
    made = syntax.comparison_sign(span, sign, word, f"{before}{word}{after}")
    again = tuple(
        edit_at(stop, scene, at, at + 2, _word_for(sign, text[at + 2 :], scene))
        for at in _again(text, start, sign)
    )
    quoted = tuple(
        edit_at(stop, scene, found.start(1), found.end(1), found[2])
        for found in _QUOTED.finditer(text, start)
    )
    return attrs.evolve(made, mend=(*made.mend, *again, *quoted))


def _word_for(sign: str, other: str, scene: Scene) -> str:
    """Return what compares in the place of a sign; `other`: what stands behind it."""
    word = {"!=": "is not", "=>": ">=", "=<": "<="}.get(sign, "is")
    place = _PLACE.match(other)
    is_asked = word[0].isalpha() and place is not None and scene.heads.holds_several(place[1])
    return f"{word} in" if is_asked else word


def _again(text: str, start: int, sign: str) -> list[int]:
    """Return where else on a line a sign of two stands between blanks, outside of texts."""
    if len(sign) == 1:
        return []
    others = re.finditer(rf"(?<= ){re.escape(sign)}(?= )", text[start + 2 :])
    places = [start + 2 + found.start() for found in others]
    return [at for at in places if text[:start].endswith(" ") and text.count('"', 0, at) % 2 == 0]


_INSTEAD: Final = {
    ";": "begin a new line instead",
    "{": "open a block with `:` and indent the lines below",
    "}": "a block ends where the indentation ends",
    "'": 'write texts between `"` and `"`',
    "“": 'write texts between `"` and `"`',
    "”": 'write texts between `"` and `"`',
    "„": 'write texts between `"` and `"`',
    "–": "write `-`",
    "—": "write `-`",
    "−": "write `-`",
    "×": "write `*`",
    "·": "write `*`",
    "÷": "write `/`",
    "≤": "write `<=`",
    "≥": "write `>=`",
    "≠": "write `is not`",
    "!": "write `not`",
    "&": "write `and`",
    "%": "write `mod`",
    "_": "begin a name with a letter",
    "\u00a0": "write an ordinary space",
}

_LISTED = re.compile(r"\[[\w(), \t]+\][ \t]*[^ \t\[\n]")
_INDEX = re.compile(r"\[([\w, \t]+)\](?=.*[^ \t\n])")
_BEFORE = re.compile(r"(\b(in|is|of|to|not)|[=(,])[ \t]*$")


def character(stop: Stop, scene: Scene) -> Diagnostic | None:
    """Find what is no part of the language, or stands where it has no meaning."""
    if stop.kind not in ("CHARACTER", "{", "}") or (stop.text == "{" and wants_text(stop)):
        return None
    if stop.text == "[":
        index = _INDEX.match(scene.rest(stop))
        if index is not None and scene.line.text[: stop.span.column - 1][-1:].isalnum():
            return layout.bracketed_index(stop.span, index[1])
        is_set = _LISTED.match(scene.rest(stop)) and _BEFORE.search(scene.before(stop))
        return layout.bracketed_set(stop.span) if is_set else layout.misplaced_citation(stop.span)
    instead = _INSTEAD.get(stop.text, "")
    if scene.rest(stop).startswith("&&"):
        span = attrs.evolve(stop.span, end_column=stop.span.column + 2)
        return syntax.unexpected_character(span, "&&", instead)
    if not instead and stop.text.isalpha():
        instead = "use the letters a–z and A–Z, digits and `_` in names"
    return syntax.unexpected_character(stop.span, stop.text, instead)


_DECIMAL = re.compile(r"(?:(?<=\.\.)|(?<![.\w]))\d+\.\d+(?![.\w])")


def decimal(stop: Stop, scene: Scene) -> Diagnostic | None:
    """Find `area(p) > 7.5`, whose `.` was read as that of an attribute."""
    at = stop.span.column
    for found in _DECIMAL.finditer(scene.line.text):
        if found.start() < at <= found.end() and stop.text in (".", found[0].split(".")[1]):
            span = attrs.evolve(stop.span, column=found.start() + 1, end_column=found.end() + 1)
            return syntax.decimal(span, found[0])
    return None
