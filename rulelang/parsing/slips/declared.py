"""What other declarations say of a slip: what lies in a zone, how much of what somebody gets.

before:  zone crate: bag, hidden
after:   zone crate: Lantern bag, hidden
"""

from __future__ import annotations

import re
from typing import Final

from rulelang.diagnostics import Edit
from rulelang.parsing.slips.rewriting import DEEP
from rulelang.parsing.stops import Scene, Stop, edit_at
from rulelang.suggest import nearest

_THINGS: Final = frozenset({"token", "component", "die"})
_EMPTY: Final = re.compile(
    r"zone (?P<zone>[a-z]\w*)[^:]*: ?(?P<shape>bag|set|row|one)(?= ?,| of \d|$)"
)
_SIGNS: Final = {
    "more than": ">", "fewer than": "<", "less than": "<", "at least": ">=", "at most": "<=",
    "at more": ">=", "at fewer": "<=", "at less": "<=", "exactly": "is",
}  # fmt: skip
_HAS: Final = re.compile(
    r"(?<!expect )\b(?P<who>[A-Za-z]\w*) has (?P<how>more than |fewer than |less than |at least "
    r"|at most |exactly )?(?P<amount>\d+) (?:or (?P<or>more|fewer|less) )?(?P<what>[a-z]\w*)"
)
_WHOLE: Final = re.compile(
    rf"(?:: |^ +)(?P<verb>give|put|place|discard|return|transfer) (?:all )?(?:of )?"
    rf"(?P<source>{DEEP}) (?:to|into|onto|on) (?P<target>{DEEP})$"
)
_GAIN: Final = re.compile(
    r"\b(?P<verb>add|take) (?P<amount>\w+) (?P<what>[a-z]\w*) (?P<to>to|from) (?P<who>[a-z]\w*)$"
)


def content(stop: Stop, scene: Scene) -> tuple[Edit, ...]:
    """Find `zone crate: bag`, where one sort of things begins there, or there is but one sort."""
    found = _EMPTY.match(scene.line.code)
    if found is None or not found.start("shape") < stop.span.column <= found.end() + 2:
        return ()
    sorts = {n: head.rest for n, head in scene.heads.known.items() if head.sort in _THINGS}
    home = re.compile(rf" in {found['zone']}\b")
    begins = [name for name, rest in sorts.items() if home.match(rest)] or [*sorts]
    if len(begins) != 1:
        return ()
    head = found[0][: found.start("shape")].rstrip()
    return (edit_at(stop, scene, 0, found.end(), f"{head} {begins[0]} {found['shape']}"),)


def compared(stop: Stop, scene: Scene) -> tuple[Edit, ...]:
    """Find `if p has more than 3 coins:`, where `coins` is a variable of each player."""
    for found in _HAS.finditer(scene.line.code.rstrip()):
        if not found.start() <= stop.span.column - 1 <= found.end():
            continue
        how = f"at {found['or']}" if found["or"] else (found["how"] or "").strip()
        name = _of_each(found["what"], scene)
        if name is not None and how in _SIGNS:
            written = f"{name}({found['who']}) {_SIGNS[how]} {found['amount']}"
            return (edit_at(stop, scene, found.start(), found.end(), written),)
    return ()


def _of_each(word: str, scene: Scene) -> str | None:
    """Return the variable of each player, or of each of something else, that a word may mean."""
    counted = [n for n in scene.heads.variables() if len(scene.heads.known[n].index) == 1]
    return nearest(word, counted)


def whole(stop: Stop, scene: Scene) -> tuple[Edit, ...]:
    """Find `give hand(p) to done`, where all that lies in a zone goes to another one."""
    found = _WHOLE.search(scene.line.code.rstrip())
    if found is None or not found.start() <= stop.span.column - 1 <= found.end():
        return ()
    heads = [scene.heads.known.get(found[group].split("(")[0]) for group in ("source", "target")]
    if not all(head is not None and head.sort == "zone" for head in heads):
        return ()
    written = f"move all from {found['source']} to {found['target']}"
    return (edit_at(stop, scene, found.start("verb"), found.end(), written),)


def gain(stop: Stop, scene: Scene) -> tuple[Edit, ...]:
    """Find `add 1 coin to p`, where `coins` is a variable of each player."""
    found = _GAIN.search(scene.line.code.rstrip())
    if found is None or found.start("what") != stop.span.column - 1:
        return ()
    name = _of_each(found["what"], scene)
    written = f"{found['verb']} {found['amount']} {found['to']} {name}({found['who']})"
    return () if name is None else (edit_at(stop, scene, found.start(), found.end(), written),)
