"""What is listed with other signs than here, or one by one: settings, things, numbers.

before:  option target = 30, 50, 20
after:   option target: 30 | 50 | 20
"""

from __future__ import annotations

import re
from typing import Final

from rulelang.diagnostics import Edit
from rulelang.parsing.slips.rewriting import DEEP
from rulelang.parsing.stops import Scene, Stop, edit_at

_WORDS: Final = r"\w+(?:(?:, ?(?:or |and )?| or | and | ?/ ?| ?\| ?)\w+)+"
_BETWEEN: Final = re.compile(r", ?(?:or |and )?| or | and | ?/ ?| ?\| ?")
_SETTINGS: Final = re.compile(
    r"option \w+(?: ?\"[^\"]*\")?(?P<all> ?[=:] ?(?!(?:true|false|yes|no|on|off)\b)"
    rf"(?P<listed>{_WORDS}))"
    r"(?: ?\"[^\"]*\")?$"
)
_LABELLED: Final = re.compile(
    rf"option \w+(?P<all> ?(?P<label>\"[^\"]*\") ?[:=] ?(?P<listed>{_WORDS}))$"
)
_HELD: Final = re.compile(rf"zone [^:]+: ?(?P<all>(?P<listed>{_WORDS}))(?= (?:set|bag|row|one)\b)")
_SHAPED: Final = re.compile(
    r"zone [^:]+: ?(?P<all>(?P<shape>set|bag|row|one) of"
    r" (?P<listed>[A-Z]\w*(?:(?:, ?| or | and | ?\| ?)[A-Z]\w*)+))"
)
_NUMBERS: Final = re.compile(r"(?:players|die [^:]+:.* faces) (?P<all>\d+(?:, ?\d+)+)$")
_ITEM: Final = r"(?:\d+ )?[A-Za-z]\w*(?:\([^()]*\))?"
_GIVEN: Final = re.compile(
    rf" +given [A-Za-z]\w*(?:\([^()]*\))?(?P<all> ?(?:=|==|:|is) ?"
    rf"(?P<listed>{_ITEM}(?:(?:, and|,| and) {_ITEM})+))$"
)
_FEW: Final = re.compile(
    r"option \w+(?: ?\"[^\"]*\")?(?P<all> ?[=:] ?"
    r"(?P<listed>(?P<first>\d{1,3}) ?(?:\.\.|-|to) ?(?P<last>\d{1,3})))(?: ?\"[^\"]*\")?$"
)
_MOST_SETTINGS: Final = 8
_GIVEN_ALIKE: Final = re.compile(
    rf"( +)given (?P<listed>{DEEP}(?:(?:, and|,| and) {DEEP})+) (?:is|are|=) (?P<what>\S.*)$"
)
_SET: Final = re.compile(r"(?:option )?(?!option\b)(\w+)(?: ?(?:==?|:) ?| is | to | )(\w+)")
_OPTION: Final = re.compile(r"(?:option )?(\w+)(?: (on|off))?")


def settings(stop: Stop, scene: Scene) -> tuple[Edit, ...]:
    """Find `option target = 30, 50, 20` and `option target "gold to win": 30 | 50`."""
    labelled = _LABELLED.match(scene.line.code.rstrip())
    if labelled is not None:
        listed = " | ".join(_BETWEEN.split(labelled["listed"]))
        return _edit(stop, scene, labelled, "all", f": {listed} {labelled['label']}")
    found = _SETTINGS.match(scene.line.code.rstrip())
    if found is None:
        return ()
    listed = " | ".join(_BETWEEN.split(found["listed"]))
    if found["all"] == f": {found['listed']}":
        return _edit(stop, scene, found, "listed", listed)
    return _edit(stop, scene, found, "all", f": {listed}")


def settings_of_range(stop: Stop, scene: Scene) -> tuple[Edit, ...]:
    """Find `option rounds: 2..4`, which is a few settings."""
    found = _FEW.match(scene.line.code.rstrip())
    if found is None or not 0 < int(found["last"]) - int(found["first"]) < _MOST_SETTINGS:
        return ()
    listed = " | ".join(str(n) for n in range(int(found["first"]), int(found["last"]) + 1))
    if found["all"] == f": {found['listed']}":
        return _edit(stop, scene, found, "listed", listed)
    return _edit(stop, scene, found, "all", f": {listed}")


def things(stop: Stop, scene: Scene) -> tuple[Edit, ...]:
    """Find `zone on(Cell): Ranger, Villager set`."""
    code = scene.line.code.rstrip()
    found = _HELD.match(code) or _SHAPED.match(code)
    if found is None:
        return ()
    listed = " or ".join(_BETWEEN.split(found["listed"]))
    if "shape" in found.groupdict():
        return _edit(stop, scene, found, "all", f"{listed} {found['shape']}")
    return _edit(stop, scene, found, "all", listed)


def numbers(stop: Stop, scene: Scene) -> tuple[Edit, ...]:
    """Find `players 2, 3, 4` and `faces 1, 2, 3, 4, 5, 6`."""
    found = _NUMBERS.match(scene.line.code.rstrip())
    if found is None:
        return ()
    listed = [int(one) for one in re.findall(r"\d+", found["all"])]
    if listed != [*range(listed[0], listed[0] + len(listed))]:
        return ()
    return _edit(stop, scene, found, "all", f"{listed[0]}..{listed[-1]}")


def given(stop: Stop, scene: Scene) -> tuple[Edit, ...]:
    """Find `given on(a1) = Ranger(P1) and Villager`."""
    found = _GIVEN.match(scene.line.code.rstrip())
    if found is None or {"true", "false"} & set(re.findall(r"\w+", found["listed"])):
        return ()
    listed = ", ".join(re.split(r", and |, | and ", found["listed"]))
    return _edit(stop, scene, found, "all", f" is {listed}")


def given_alike(stop: Stop, scene: Scene) -> tuple[Edit, ...]:
    """Find `given on(a1), on(a2) is Stone(Red)`: a line for each."""
    code = scene.line.code.rstrip()
    found = _GIVEN_ALIKE.match(code)
    if found is None or not scene.lines[0].code.startswith("scenario"):
        return ()
    places = re.split(r", and |, | and ", found["listed"])
    lines = "\n".join(f"{found[1]}given {place} is {found['what']}" for place in places)
    at = stop.span.column - 1
    is_at = found.start("listed") <= at <= found.end("listed") + 1
    return (edit_at(stop, scene, 0, len(code), lines),) if is_at else ()


def variant(stop: Stop, scene: Scene) -> tuple[Edit, ...]:
    """Find `with rich = true, players = 3` and `with 3 players`."""
    code = scene.line.code.rstrip()
    begun = re.match(r" +with ", code)
    if begun is None or not scene.lines[0].code.startswith("scenario"):
        return ()
    written = [_setting(one) for one in re.split(r", ?(?:and )?| and ", code[begun.end() :])]
    new = ", ".join(written)
    if "" in written or new == code[begun.end() :]:
        return ()
    return (edit_at(stop, scene, begun.end(), len(code), new),)


def _setting(text: str) -> str:
    many = re.fullmatch(r"(\d+) players|players ?(?:=|:|is) ?(\d+)|players (\d+)", text)
    if many is not None:
        return f"players {many[1] or many[2] or many[3]}"
    if re.fullmatch(r"seed \d+|any chance|not \w+", text):
        return text
    chosen, flag = _SET.fullmatch(text), _OPTION.fullmatch(text)
    if chosen is not None:
        return _switched(chosen[1], chosen[2]) or f"{chosen[1]} is {chosen[2]}"
    return "" if flag is None else _switched(flag[1], flag[2] or "on")


def _switched(name: str, value: str) -> str:
    if value in ("true", "on", "yes"):
        return name
    return f"not {name}" if value in ("false", "off", "no") else ""


def _edit(
    stop: Stop, scene: Scene, found: re.Match[str], group: str, text: str
) -> tuple[Edit, ...]:
    """Return the edit of a group, where a stop is in what was found."""
    at = stop.span.column - 1
    if not found.start("all") <= at <= found.end("all") + 1 or found[group] == text:
        return ()
    return (edit_at(stop, scene, found.start(group), found.end(group), text),)
