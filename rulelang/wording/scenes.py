"""Scenarios in sentences: what is given, what is done, what holds then."""

from __future__ import annotations

from typing import assert_never

from rulelang import surface as s
from rulelang.freezing import frozen
from rulelang.wording.phrases import Phrases
from rulelang.wording.sentences import capital
from rulelang.wording.terms import Said, listed, readable


@frozen
class Scene:
    """A worked example. `line`: where it begins; `plays`: whether somebody chooses in it.

    `prose`: what the author wrote about it.
    """

    name: str
    line: int
    cites: str | None
    plays: bool
    lines: tuple[Said, ...]
    prose: tuple[str, ...] = ()


def scene(node: s.Scenario, phrases: Phrases, cites: str | None) -> Scene:
    """Return a scenario in sentences, a line each."""
    lines = tuple(capital((*_line(line, phrases), ".")) for line in node.lines)
    plays = any(isinstance(line, s.Moves | s.Do) for line in node.lines)
    return Scene(node.name, node.span.line, cites, plays, lines)


def _line(node: s.SceneLine, say: Phrases) -> Said:
    match node:
        case s.With(settings=settings):
            return ("variant: ", ", ".join(map(_setting, settings)))
        case s.Given(every=every, place=place, items=items):
            held = listed((_item(item, say) for item in items), ", ") or ("empty",)
            return ("every " if every else "", *say.place(place), " is ", *held)
        case s.GivenIn(what=what, place=place):
            return (*say.place(what), " is in ", *say.place(place))
        case s.Do(call=call):
            return ("now: ", *say.place(call))
        case s.Moves(actions=actions):
            return ("played: ", *listed((say.place(action) for action in actions), "; then "))
        case s.Expect():
            return _expected(node, say)
        case _:
            assert_never(node)


def _setting(node: s.Setting | s.Luck) -> str:
    if isinstance(node, s.Luck):
        return "however chance goes" if node.seed is None else f"chance by the seed {node.seed}"
    if node.option is None:
        return f"{node.players} players"
    name = readable(node.option.text)
    return name if node.value is None else f"{name} is {readable(node.value.text)}"


def _item(node: s.Item, say: Phrases) -> Said:
    what = say.of(node.what, 4)
    return what if node.count is None else (*say.of(node.count, 4), " ", *what)


def _expected(node: s.Expect, say: Phrases) -> Said:
    value = () if node.value is None else say.of(node.value)
    action = () if node.action is None else say.place(node.action)
    match node.how:
        case "claim":
            return ("then ", *value)
        case "wins":
            return (*value, " wins")
        case "chance":
            return ("chance is to act",)
        case "all win" | "all lose" as how:
            return (how,)
        case "draw":
            return ("the game ends in a draw",)
        case "choose":
            return (*value, " is to choose")
        case "offered":
            return ("allowed: ", *action)
        case "not offered":
            return ("not allowed: ", *action)
        case "refused":
            because = "" if node.reason is None else f" — “{node.reason}”"
            return ("not allowed: ", *action, because)
        case _:
            assert_never(node.how)
