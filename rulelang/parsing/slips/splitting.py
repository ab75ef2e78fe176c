"""What a line holds that takes several here: each sentence has one of its own.

before:  if left > 0: add 1 to coins; take 1 from left
after:   if left > 0:
             add 1 to coins
             take 1 from left
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from rulelang.diagnostics import Edit
from rulelang.parsing.slips.rewriting import DOES
from rulelang.parsing.stops import Scene, Stop, edit_at

MOST_DEEP: Final = 8
_BODIES: Final = frozenset({"setup", "play", "to"})
_BLOCKS: Final = r"(?:if|for|match|random|repeat|each|phase|let|anytime)\b"
_BEGINS: Final = (
    rf"(?=(?:{DOES}|(?:in|de)crease|reduce)\b"
    r"|\w+(?:\([^()]*\))? ?(?:[-+]?=(?!=)|\+\+|--))"
)
_BETWEEN: Final = re.compile(rf",? and(?: then)? {_BEGINS}|,? then {_BEGINS}")
_CLAIMS: Final = re.compile(r"(?:for|let|need|repeat)\b|.*\b(?:has|if|until|where)\b")
_BRACES: Final = re.compile(
    r"((?:if|else|for|while|repeat|each|unless|when)\b[^{}:]*?) ?\{([^{}]*)\} ?(else\b.*)?"
)
_ELSE: Final = re.compile(r"((?:else )?if\b[^:]*:.*?)[,;]? else\b(?! if\b):? ?(.+)")
_HEADER: Final = re.compile(r"((?!end:|need\b|set\b|let\b|say\b)[^:]*[^:\s]): +(.+)")
_OVER: Final = re.compile(r"\b(?:the )?game (?:ends|is over); *(?:and )?(?=\w)")
_TEXT: Final = re.compile(r'"[^"]*"')


def split(stop: Stop, scene: Scene) -> tuple[Edit, ...]:
    """Return what to change where a line of a body holds several sentences; () where it does not.

    Only the last of its blocks may be in braces.
    """
    line, code = scene.line, scene.line.code.rstrip()
    in_body = re.match(r"\w*", scene.lines[0].code)
    if in_body is None or in_body[0] not in _BODIES or not line.indent or line.has_tabs:
        return ()
    if line is not scene.head or stop.in_text:
        return ()
    texts: list[str] = _TEXT.findall(code)
    plain = _TEXT.sub('"', code).strip()
    lines = list(_lines(plain, 0))
    if [text for _, text in lines] == [plain] or '"' in _TEXT.sub("", code):
        return ()
    waiting = iter(texts)
    written = [
        " " * (line.indent + 4 * deep) + re.sub('"', lambda _: next(waiting), text)
        for deep, text in lines
    ]
    return (edit_at(stop, scene, line.indent, len(code), "\n".join(written).lstrip()),)


def _lines(text: str, deep: int) -> Iterator[tuple[int, str]]:
    """Yield how deep each line stands that a text takes, and what it says.

    Texts in it are written as one `"` each.
    """
    text = _OVER.sub("end: ", text.strip().rstrip(";").rstrip())
    braces, branch, header = (p.fullmatch(text) for p in (_BRACES, _ELSE, _HEADER))
    if deep == MOST_DEEP:
        yield deep, text
    elif braces is not None:
        yield deep, f"{braces[1]}:"
        yield from _lines(braces[2], deep + 1)
        if braces[3]:
            yield from _lines(braces[3], deep)
    elif branch is not None:
        yield from _lines(branch[1], deep)
        yield from _lines(f"else: {branch[2]}", deep)
    elif header is not None:
        yield from _under(header[1], header[2], deep)
    elif ";" in text:
        for part in filter(str.strip, text.split(";")):
            yield from _lines(part, deep)
    else:
        parts = [text] if _CLAIMS.match(text) else _BETWEEN.split(text)
        yield from ((deep, part) for part in parts)


def _under(header: str, text: str, deep: int) -> Iterator[tuple[int, str]]:
    inner = list(_lines(text, deep + 1))
    if len(inner) == 1 and not re.match(_BLOCKS, text):
        yield deep, f"{header}: {inner[0][1]}"
    else:
        yield deep, f"{header}:"
        yield from inner
