"""Small changes that are tried: one is meant if all of its line can be read with it.

before:  neeed near(p, s) else "…", stopped at `near`, as `neeed` was read as the name of an effect
after:   did you mean `need`?

So it is with words of the language that are misspelt, wherever the grammar stops, with commas that
are left out, and with brackets of which one is missing.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Final

import attrs

from rulelang.diagnostics import Diagnostic, Edit
from rulelang.messages import layout, syntax
from rulelang.messages.foreign import NUMBERS
from rulelang.parsing.heads import Heads
from rulelang.parsing.library import BEGINNING, after, reader_of, words_of_language
from rulelang.parsing.lines import Line
from rulelang.parsing.reader import END
from rulelang.parsing.scanning import StoppedError
from rulelang.parsing.slips import foreign, patterns, rewriting
from rulelang.parsing.stops import TEXT, Scene, Stop, edit_at
from rulelang.source import Span, blanked
from rulelang.suggest import near

MOST: Final = 20_000
"""Characters of a declaration in which changes are tried."""
_BEHIND: Final = 2  # lines behind the one that is changed: it may go on there
_WORDS: Final = 3  # words before a stop that may be misspelt
_WORD: Final = re.compile(r"(?<![\w.])[A-Za-z_]\w+")
_SOME: Final = range(100)
_BUILT_IN: Final = frozenset(
    ("column", "ends", "max", "min", "neighbours", "next", "opponent", "partner", "row", "team")
)
"""Names of the language that take something."""
_FOREIGN: Final = frozenset({*foreign.SAME, *foreign.WORDS, *NUMBERS})


def word(stop: Stop, scene: Scene) -> Diagnostic | None:
    """Find the misspelt word of the language at a stop, or shortly before it."""
    if stop.in_text or is_long(scene.lines):
        return None
    code, end = scene.line.code, stop.span.end_column - 1
    plain = blanked(code, TEXT)
    known = words_of_language()
    before = [found for found in _WORD.finditer(plain[:end]) if found[0] not in known]
    for found in before[: -_WORDS - 1 : -1]:
        written, start = found[0], found.start()
        is_known = written in _FOREIGN or (start and written in scene.heads.known)
        if is_known or (not start and plain[found.end() :].strip() != ":"):
            continue
        behind = code[found.end() :]
        for meant in near(written, known):
            if _is_read(scene.lines, scene.line, code[:start] + meant + behind):
                return _misspelt(stop, scene, found, meant)
        short = [
            meant
            for meant in _of_two_letters(written, known)
            if _is_read(scene.lines, scene.line, code[:start] + meant + behind)
        ]
        if len(short) == 1:
            return _misspelt(stop, scene, found, short[0])
    return None


def _of_two_letters(written: str, known: frozenset[str]) -> list[str]:
    """Return words that share a letter with one of two, too short to be told by its spelling."""
    if len(written) != 2:
        return []
    short = sorted(word for word in known if len(word) == 2)
    return [word for word in short if word[0] == written[0] or word[1] == written[1]]


def _misspelt(stop: Stop, scene: Scene, found: re.Match[str], meant: str) -> Diagnostic:
    span = _span(stop.span.file, scene.line, found.start(), found.end())
    hint = f"did you mean `{meant}`?"
    if not found.start():
        return syntax.unknown_declaration(span, found[0], sorted(scene.declarations), hint, meant)
    if found.start() == scene.line.indent and meant in scene.statements:
        return syntax.unknown_statement(span, found[0], hint, meant)
    made = syntax.unexpected_word(span, found[0], (f"`{meant}`",), (), hint)
    return attrs.evolve(made, text=patterns.told(stop, scene), mend=(Edit(span, meant),))


def comma(stop: Stop, scene: Scene) -> tuple[Edit, ...]:
    """Find `Lantern(red 4)` and `let near(p s)`."""
    code, at = scene.line.code, stop.span.column - 1
    before = code[:at].rstrip()
    is_open = before.count("(") > before.count(")") or "," in stop.expected
    is_listed = is_open and re.search(r"[\w)]$", before)
    if not is_listed or stop.ends_line or not stop.text[:1].isalnum() or is_long(scene.lines):
        return ()
    if stop.text in words_of_language() or rewriting.rewritten(stop, scene):
        return ()
    put = f"{before}, {code[at:]}"
    edit = edit_at(stop, scene, len(before), at, ", ")
    fits = _have_arguments(put, scene.heads)
    return (edit,) if fits and _is_read(scene.lines, scene.line, put) else ()


_BETWEEN: Final = ("then", "in", "of", "to", "from")


def between(stop: Stop, scene: Scene) -> tuple[Edit, ...]:
    """Find `if p is Red row(c) else 0` and `move c hand(p) to done`: a word is left out."""
    code, at = scene.line.code, stop.span.column - 1
    is_value = stop.text in scene.heads.known or (
        stop.text[:1].isalnum() and stop.text not in words_of_language()
    )
    is_first = at <= scene.line.indent
    if stop.ends_line or is_first or not is_value or is_long(scene.lines):
        return ()
    if rewriting.rewritten(stop, scene):
        return ()
    put = [
        word
        for word in _BETWEEN
        if word in stop.expected
        and _is_read(scene.lines, scene.line, f"{code[:at]}{word} {code[at:]}")
    ]
    return (edit_at(stop, scene, at, at, f"{put[0]} "),) if len(put) == 1 else ()


def with_partner(found: Diagnostic, lines: Sequence[Line], heads: Heads) -> Diagnostic:
    """Return the finding of a bracket without a partner, with that put in where it is plain."""
    line = lines[found.span.line - lines[0].number]
    if found.code not in ("stray-bracket", "unclosed-bracket") or is_long(lines):
        return found
    is_stray, at = found.code == "stray-bracket", found.span.column - 1
    if line.code[at : at + 1] not in ("(", ")"):
        return found
    bracket = "(" if is_stray else ")"
    places = _openings(line.code, at, heads) if is_stray else _endings(line.code, at)
    for place in places:
        code = line.code[:place] + bracket + line.code[place:]
        if _have_arguments(code, heads) and _is_read(lines, line, code):
            span = _span(found.span.file, line, place, place)
            return layout.without_partner(found, Edit(span, bracket), _around(code, place))
    return found


def _openings(code: str, at: int, heads: Heads) -> Iterator[int]:
    """Yield where a `(` may be missing before a `)`: behind a name that has one elsewhere."""
    called = heads.called() | _BUILT_IN
    plain = blanked(code, TEXT)
    for found in reversed([*re.finditer(r"[A-Za-z]\w*", plain[:at])]):
        for width in range(len(found[0]) - 1, 0, -1):
            if found[0][:width] in called:
                yield found.start() + width


def _endings(code: str, at: int) -> Iterator[int]:
    """Yield where a `)` may be missing behind a `(`."""
    plain = blanked(code, TEXT)
    return (at + 1 + found.end() for found in re.finditer(r"\w+|\)", plain[at + 1 :]))


def _have_arguments(code: str, heads: Heads) -> bool:
    """Return whether as much stands in brackets behind each name as it takes."""
    plain = blanked(code, TEXT)
    return all(
        _count(plain[found.end() :]) in _wanted(found[1], code, heads)
        for found in re.finditer(r"([A-Za-z]\w*)\(", plain)
    )


def _wanted(name: str, code: str, heads: Heads) -> Container[int]:
    """Return how many arguments a name may take; one that the line declares any number."""
    if name in ("max", "min"):
        return _SOME[2:]
    head = heads.known.get(name)
    if head is None or re.match(rf"[a-z]+ {name}\b", code):
        return _SOME
    return (len(head.index),)


def _count(code: str) -> int:
    """Return how many arguments a text begins with, up to the bracket that ends them."""
    deep, commas = 1, 0
    for sign in code:
        deep += {"(": 1, ")": -1}.get(sign, 0)
        commas += sign == "," and deep == 1
        if not deep:
            break
    return commas + 1


def _around(code: str, place: int) -> str:
    """Return the name and arguments around a bracket that was put in."""
    start = re.search(r"\w*\(?$", code[: code.rfind("(", 0, place + 1)])
    return code[start.start() if start else 0 : code.find(")", place) + 1].strip()


def reads(lines: Sequence[Line], instead: Mapping[int, str]) -> bool:
    """Return whether a declaration is read to its end with other code, by numbers of lines."""
    codes = [instead.get(line.number, line.code) for line in lines]
    return _stopped(codes) is None


def _is_read(lines: Sequence[Line], line: Line, code: str) -> bool:
    """Return whether a declaration is read beyond a line with other code on it."""
    number = line.number - lines[0].number
    above, below = lines[:number], lines[number + 1 : number + 1 + _BEHIND]
    stopped = _stopped((*[x.code for x in above], code, *[x.code for x in below]))
    return stopped is None or stopped > number + 1


def _stopped(codes: Sequence[str]) -> int | None:
    """Return the number of the line that stops a reader, from 1; None where none does."""
    reader, last = reader_of("\n".join((*codes, "")), "start"), BEGINNING
    try:
        for token in reader.words():
            last = token
        reader.finish(after(last, END))
    except StoppedError as error:
        return error.line
    return None


def is_long(lines: Sequence[Line]) -> bool:
    """Return whether lines are too many to try changes of them."""
    return sum(len(line.code) for line in lines) > MOST


def _span(file: str, line: Line, start: int, end: int) -> Span:
    return Span(file, line.number, start + 1, line.number, end + 1)
