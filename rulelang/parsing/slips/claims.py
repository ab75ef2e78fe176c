"""What is asked and expected as other languages have it: what to write here.

before:  Stop at `contains` in `if hand(p) contains x:`
after:   ask `x is in hand(p)`
"""

from __future__ import annotations

import re
from typing import Final

from rulelang.messages.types import lying
from rulelang.parsing.stops import Scene, Stop

_CLAIMS: Final = {
    "then": "leave `then` out before the `:`",
    "contains": "ask `x is in hand(p)`",
    "includes": "ask `x is in hand(p)`",
    "has": "ask `x is in hand(p)`",
    "in": "write `is in`",
}

_THAN: Final = {
    **dict.fromkeys(("less", "fewer", "smaller", "lower"), "<"),
    **dict.fromkeys(("more", "greater", "larger", "bigger", "higher"), ">"),
}


def asked(stop: Stop, scene: Scene) -> str:
    """Find `if hand(p) contains x:`."""
    if stop.text == "else" and re.match(r"(?:else )?if\b.*: ", scene.line.code.strip()):
        return "`else:` begins a line of its own, below its `if`"
    if re.match(r"\w+n't\b", scene.rest(stop)):
        return "write `is not`"
    found = re.search(r"(\S+) is between$", scene.before(stop))
    limits = re.match(r"(\w+) and (\w+)", scene.rest(stop))
    if found and limits:
        return f"write `{found[1]} >= {limits[1]} and {found[1]} <= {limits[2]}`"
    than = re.match(r"than( or equal to)?\b", scene.rest(stop))
    how = re.search(r"\bis (\w+)$", scene.before(stop))
    if than and how and how[1] in _THAN:
        return f"write `{_THAN[how[1]]}{'=' if than[1] else ''}`"
    if re.match(r"not[ \t]+in\b", scene.rest(stop)):
        return "write `is not in`"
    return _CLAIMS.get(stop.text, "") if ":" in stop.expected else ""


_MOST: Final = r"(?:(most|highest|greatest|biggest|largest)|least|lowest|smallest|fewest)"
_BEST: Final = re.compile(
    rf"\b(\w+) (?:with|who has) (?:the )?{_MOST} ([a-z]\w*)(\(\w+\))?",
)
_PLAYERS: Final = frozenset({"player", "one", "p"})


def best(_stop: Stop, scene: Scene) -> str:
    """Find `if the player with the most points is p:`."""
    found = _BEST.search(scene.line.code)
    if found is None or re.search(r"\bend\b|\bin \w+ with\b", scene.line.code[: found.end()]):
        return ""
    who, is_most, what, index = found.groups()
    rank = "most" if is_most else "least"
    if index or who in _PLAYERS:
        return f"one of all is said so: `(the q in Player with {rank} {what}(q) else none)`"
    return f"one of all is said so: `(the c in hand(p) with {rank} c.{what} else none)`"


_END: Final = re.compile(
    r"\bthe (?:top|bottom|first|last|next)\b(?: \w+)? (?:of|from|in|on) (\w+(?:\([^()]*\))?)"
)


def end(_stop: Stop, scene: Scene) -> str:
    """Find `move the top card of pile to hand(p)`."""
    found = _END.search(scene.line.code)
    return f"a `row` has ends: `{found[1]}.first` and `{found[1]}.last`" if found else ""


_ITEM: Final = r"(?:\d+ )?[A-Za-z]\w*(?:\([^()]*\))?"
_LYING: Final = re.compile(
    rf"expect (\w+(?:\([^()]*\))?) (is|contains|includes|has|holds)"
    rf" ({_ITEM}(?:, {_ITEM})*)((?: and .*)?)"
)


def expected(_stop: Stop, scene: Scene) -> str:
    """Find `expect hand(P1) is king, queen`, as `given` says it, and `contains`."""
    found = _LYING.fullmatch(scene.line.code.strip())
    if found is None:
        return ""
    place, verb, items, more = found.groups()
    if place[0].isupper() and "(" not in place:  # a player, or a place of a board
        return (
            f"say what of `{place}` it is: `expect points({place}) is 3`,"
            f" `expect number of Coin in purse({place}) is 3`"
        )
    told = lying(place, re.findall(_ITEM, items), are_all=verb == "is")
    return f"write `expect {told}{more}`"


_EXPECTED: Final = frozenset({"assert", "check", "verify", "then", "should", "and"})


def begun(stop: Stop, _scene: Scene) -> str:
    """Find `when lay(c)` and `then points(P1) is 3` in a scenario."""
    if not {"expect", "given"} <= stop.expected:
        return ""
    if stop.text in ("set", "add", "take", "move", "let"):
        return "what lies where at the beginning is given: `given points(P1) is 3`"
    if stop.text in _EXPECTED:
        return "what must hold is expected: `expect points(P1) is 3`"
    return "actions are played: `play lay(c), pass`" if stop.text == "when" else ""


_WHILE: Final = re.compile(r"while \(?([^:{\"]+?)\)? ?(?:[:{].*)?")
_SIGNS: Final = r"<=|>=|<|>|==|!=|is not in|is not|is in|is"
_COMPARED: Final = re.compile(rf"((?:(?! and | or ).)+?) ?({_SIGNS}) ?((?:(?! and | or ).)+)")
_SAID: Final = re.compile(r"\b(?:can|cannot|did|does|has|have|still|wants?)\b")
_OPPOSITE: Final = {
    "<=": ">", ">=": "<", "<": ">=", ">": "<=", "==": "is not", "!=": "is",
    "is": "is not", "is not": "is", "is in": "is not in", "is not in": "is in",
}  # fmt: skip


def until(scene: Scene) -> str:
    """Find `while left > 0:`, and tell by when it is over."""
    found = _WHILE.fullmatch(scene.line.code.strip())
    if found is None:
        return ""
    compared = _COMPARED.fullmatch(found[1])
    if compared is None and _SAID.search(found[1]):
        return ""  # no claim as it stands: what it is nobody knows
    over = f"not ({found[1]})"
    if compared is not None:
        over = f"{compared[1]} {_OPPOSITE[compared[2]]} {compared[3]}"
    return f"say when it is over, and a bound: `repeat until {over}, at most 20:`"
