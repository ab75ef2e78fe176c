"""Scenarios as sentences.

before:  Do(Apply(confront, (Apply(here),)))
after:   do confront(here)
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from rulelang import surface as s
from rulelang.formatting.expressions import SUM, apply, expression
from rulelang.formatting.flow import Flow, Sentence, fixed, followed, listed


def scenario(node: s.Scenario) -> Iterator[Sentence]:
    """Yield the sentences of a scenario."""
    head = Sentence(0, (f'scenario "{node.name}"',), node.span.line, "scenario")
    lines = (Sentence(1, _line(line), line.span.line, "scenario") for line in node.lines)
    yield from followed(head, lines)


def _line(node: s.SceneLine) -> Flow:
    match node:
        case s.With(settings=settings):
            return (f"with {', '.join(map(_setting, settings))}",)
        case s.Given(every=every, place=place, items=items):
            what = listed(map(_item, items), (", ",)) if items else ("empty",)
            return ("given every " if every else "given ", *apply(place), " is ", *what)
        case s.GivenIn(what=thing, place=place):
            return ("given ", *apply(thing), " is in ", *apply(place))
        case s.Do(call=call):
            return ("do ", *apply(call))
        case s.Moves(actions=actions):
            return ("play ", *listed((fixed(apply(a)) for a in actions), (", ",)))
        case s.Expect():
            return ("expect ", *_expected(node))
        case _:
            assert_never(node)


def _setting(node: s.Setting | s.Luck) -> str:
    if isinstance(node, s.Luck):
        return "any chance" if node.seed is None else f"seed {node.seed}"
    if node.option is None:
        return f"players {node.players}"
    return node.option.text if node.value is None else f"{node.option.text} is {node.value.text}"


def _item(node: s.Item) -> Flow:
    what = fixed(expression(node.what))
    if node.count is None:
        return what
    return (*fixed(expression(node.count, SUM, closed=True)), " ", *what)


def _expected(node: s.Expect) -> Flow:
    value = () if node.value is None else expression(node.value)
    action = () if node.action is None else fixed(apply(node.action))
    match node.how:
        case "claim":
            return value
        case "wins":
            return (*value, " wins")
        case "draw" | "all win" | "all lose" as how:
            return (how,)
        case "chance":
            return ("chance to act",)
        case "choose":
            return (*value, " to choose")
        case "offered" | "not offered":
            return (f"{node.how} ", *action)
        case "refused":
            because = "" if node.reason is None else f' because "{node.reason}"'
            return ("refused ", *action, because)
        case _:
            assert_never(node.how)
