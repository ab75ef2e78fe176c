"""What is known of a declaration that could not be read: its first line tells its names.

Whoever uses them is right; nothing is said of that before the declaration is mended.
"""

from __future__ import annotations

import re
from difflib import get_close_matches

from rulelang.parsing.lines import Chunk
from rulelang.surface import Unread

_NAMED = {"to", "let", "zone", "table", "var", "option"}
_NAMELESS = {"game", "note", "doc", "length", "standing", "setup", "play", "scenario"}
_GIVING = {"players", "kind", "space", "edge", "component", "token", "die", "use"}
_WITH_WORDS = {"table", "var", "option"}
_WORD = re.compile(r"[A-Za-z]\w*")
_PLAIN = re.compile(r"\b[a-z]\w*")
_APART = re.compile(r"([a-z]\w*)[ -]([a-z]\w*)(?=[:(]| \")")
"""The name of an arm in two words, as it will be once it is mended."""
_NAMES = re.compile(r"\s+([A-Za-z]\w*(?:[ \t]*,[ \t]*[A-Za-z]\w*)*)")


def unread(chunk: Chunk) -> Unread:
    """Return what the lines of a declaration tell of it, even where its sort is misspelt.

    Words that begin lines below the first may be the names of actions; a scenario has none.
    """
    code = chunk.lines[0].code
    begins = _WORD.match(code)
    if begins is None:
        return Unread("", (), gives_more=True)
    word = begins[0]
    known = {*_NAMED, *_NAMELESS, *_GIVING}
    near = get_close_matches(word.lower(), sorted(known), n=1, cutoff=0.7)
    sort = word if word in known else near[0] if near else ""
    found = _NAMES.match(code, begins.end()) if sort not in _NAMELESS else None
    names = [] if found is None else re.split(r"[ \t]*,[ \t]*", found[1])
    is_sure = sort in _NAMELESS or (sort in _NAMED and bool(names))
    names += _PLAIN.findall(code, begins.end()) if sort in _WITH_WORDS else []
    is_sure = is_sure and code.count(")") <= code.count("(")
    names += ["standing"] if sort == "standing" else []
    if sort != "scenario":
        inner = (_WORD.match(line.code.lstrip()) for line in chunk.lines[1:])
        names += [first[0] for first in inner if first is not None]
        apart = (_APART.match(line.code.lstrip()) for line in chunk.lines[1:])
        names += [f"{both[1]}_{both[2]}" for both in apart if both is not None]
    return Unread(sort, tuple(dict.fromkeys(names)), gives_more=not is_sure)
