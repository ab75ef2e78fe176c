"""What is compared, divided and counted as other languages have it: what to write here.

before:  Stop at the second `<=` in `2 <= x <= 3`
after:   write `2 <= x and x <= 3`
"""

from __future__ import annotations

import re
from typing import Final

from rulelang.diagnostics import Edit
from rulelang.parsing.stops import Scene, Stop, edit_at
from rulelang.parsing.words import COMPARISONS, TOTALS


def one_of_two(stop: Stop, scene: Scene) -> str:
    """Find `draw 5 if fast else 8 from deck`."""
    found = re.match(r"if (.+) else (.+?)(?=$|:| from | to )", scene.rest(stop))
    value = re.search(r"(?:= |to |\bdraw )(.+)$", scene.before(stop))
    if found is None:
        return ""
    first = value[1] if value else "…"
    return f"one of two values is `if {found[1]} then {first} else {found[2]}`"


def comparing(stop: Stop, scene: Scene) -> str:
    """Find `2 <= x <= 3`, `x > 1 and < 3` and `x <> 3`."""
    if stop.text not in COMPARISONS:
        return ""
    before, rest = scene.before(stop), scene.rest(stop)
    if before.endswith("<") and stop.text == ">":
        return "write `is not`"
    counted = re.search(r"\bcount (\w+) (in \S+)$", before)
    if counted:
        name, place = counted.groups()
        whole = f"(count {name} {place}) {stop.text}"
        return (
            f"write `{whole}`, or, for those of one kind, `number of {name} {place} {stop.text}`"
        )
    query = re.search(
        rf"\b(?:count|number of|(?:{TOTALS}) of) .+ where .+ is (?:\w+|\([^()]*\))$", before
    )
    if query:
        return f"put what is counted into brackets: `({query[0]}) {stop.text} …`"
    if re.search(r"\b(?:and|or)$", before):
        return f"say on both sides what is compared: `… and x {stop.text} …`"
    twice = re.search(r"(\S+) ([<>]=?) (\S+)$", before)
    last = re.match(r"[<>]=? (\w+)", rest)
    if twice is None or last is None:
        return ""
    low, sign, middle = twice.groups()
    return f"write `{low} {sign} {middle} and {middle} {stop.text} {last[1]}`"


_COUNTED: Final = re.compile(rf"(\S+) / ((?:count|number|{TOTALS})\b[^()]*)$")


def division(stop: Stop, scene: Scene) -> str:
    """Find a division that does not say how it rounds."""
    if "rounded" not in stop.expected:
        return ""
    open_query = _COUNTED.search(scene.before(stop))
    if open_query and stop.text in ("in", "of"):
        divided, query = open_query.groups()
        return (
            "a query reaches as far as it can, over `rounded` too; put it in brackets: "
            f"`{divided} / ({query} …) rounded down`"
        )
    return "a division says how it rounds: `… / 2 rounded down`"


_ONE_KIND = re.compile(r"\bcount (\w+\([^()]*\))$")


def counting(stop: Stop, scene: Scene) -> str:
    """Find `count Coin(gold) in bank`."""
    found = _ONE_KIND.search(scene.before(stop))
    if found is None or stop.text != "in":
        return ""
    return f"for those of one kind, write `number of {found[1]} {scene.rest(stop)}`"


_RANGE: Final = re.compile(r"(\d+)[ \t]*(?:-|–|to|\.\.\.)[ \t]*(\d+)")


def range_at(stop: Stop, scene: Scene) -> Edit | None:
    """Return what writes the range in which a line stops as it is written here."""
    at = stop.span.column - 1
    found = next((r for r in _RANGE.finditer(scene.line.code) if r.start() < at < r.end()), None)
    if found is None:
        return None
    return edit_at(stop, scene, found.start(), found.end(), f"{found[1]}..{found[2]}")


def ranged(stop: Stop, scene: Scene) -> str:
    """Find `players 2-4` and `for n in 1 to 3`."""
    found = range_at(stop, scene)
    return "" if found is None else written_range(found)


def written_range(edit: Edit) -> str:
    """Return what to say of a range."""
    return f"a range is written `{edit.text}`"
