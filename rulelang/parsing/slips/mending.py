"""What to change where a hint says what to write instead of what stands there.

before:  Stop at `=` in `points(p) += 2`, and the hint: write `add 2 to points(p)`
after:   that sentence in place of what stands on the line
"""

from __future__ import annotations

import re
from typing import Final

from rulelang.diagnostics import Edit
from rulelang.parsing.library import words_of_language
from rulelang.parsing.slips import reckoning
from rulelang.parsing.slips.rewriting import rewritten
from rulelang.parsing.stops import Scene, Stop, edit_at, wants_text

_WRITE: Final = re.compile(r"write `([^`]*)`")
_NAME: Final = re.compile(r"[A-Za-z]\w*")
_SENTENCES: Final = frozenset({"add", "take", "set", "let"})
_MARKS: Final = {"\u201c": '"', "\u201d": '"', "\u201e": '"', "'": '"'}


def mend(stop: Stop, scene: Scene, hint: str) -> tuple[Edit, ...]:
    """Return what to change; () where the hint says nothing to write here."""
    if stop.in_text:
        return ()
    line = scene.line
    if stop.kind == "CHARACTER" and stop.text in _MARKS:
        at = [i for i, c in enumerate(line.code) if c in _MARKS]
        marks = tuple(edit_at(stop, scene, i, i + 1, '"') for i in at)
        return marks if len(at) == 2 else rewritten(stop, scene)
    if scene.rest(stop).startswith("&&"):
        return rewritten(stop, scene)
    if scene.rest(stop).startswith("//"):
        start = stop.span.column - 1
        return (edit_at(stop, scene, start, start + 2, "#"),)
    ranged = reckoning.range_at(stop, scene)
    if ranged is not None and reckoning.written_range(ranged) == hint:
        return (ranged,)
    if wants_text(stop) and scene.before(stop).endswith("else") and '"' not in scene.rest(stop):
        start, end = stop.span.column - 1, len(line.code.rstrip())
        return tuple(edit_at(stop, scene, at, at, '"') for at in (start, end))
    written = _WRITE.fullmatch(hint)
    is_known = written is not None and _is_of_author(written[1], scene)
    found = _written(stop, scene, written[1]) if written is not None and is_known else ()
    return found or rewritten(stop, scene)


def _is_of_author(text: str, scene: Scene) -> bool:
    """Return whether all names in a text stand on the line: those of an example do not."""
    known = words_of_language().union(_NAME.findall(scene.line.code))
    return known.issuperset(_NAME.findall(text))


def _written(stop: Stop, scene: Scene, text: str) -> tuple[Edit, ...]:
    code, start = scene.line.code, stop.span.column - 1
    if stop.kind == "CHARACTER":
        before = "" if not text[0].isalpha() or code[:start].endswith(" ") else " "
        after = "" if not text[-1].isalpha() or code[start + 1 :].startswith(" ") else " "
        return (edit_at(stop, scene, start, start + len(stop.text), f"{before}{text}{after}"),)
    if text.split(maxsplit=1)[0] in _SENTENCES:
        begun = re.split(r":[ \t]+", code[:start])[-1].lstrip(" \t")
        return (edit_at(stop, scene, start - len(begun), len(code), text),)
    if text in ("to", "at most"):
        return (edit_at(stop, scene, start, start + len(stop.text), text),)
    if text.startswith(("players ", "expect ")):
        return (edit_at(stop, scene, len(code) - len(code.lstrip()), len(code), text),)
    return _claimed(stop, scene, text)


def _claimed(stop: Stop, scene: Scene, text: str) -> tuple[Edit, ...]:
    """Return what to change in `c in hand(p)`, `c not in hand(p)` and `n is less than 2`."""
    code, start = scene.line.code, stop.span.column - 1
    said = {
        "is in": r"in\b",
        "is not in": r"not[ \t]+in\b",
        **dict.fromkeys(("<", ">", "<=", ">="), r"is \w+ than(?: or equal to)?\b"),
    }.get(text)
    if said is None:
        return ()
    head = re.search(r"\bis \w+ $", code[:start]) if text[0] in "<>" else None
    begin = start if head is None else head.start()
    found = re.compile(said).match(code, begin)
    return () if found is None else (edit_at(stop, scene, begin, found.end(), text),)
