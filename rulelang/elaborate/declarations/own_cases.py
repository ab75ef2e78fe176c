"""Effects that are written once for each value of one parameter: sugar for one `match`.

    before:  to use(p, barker): …      to use(p, juggler): …      to use(p, else): …
    after:   to use(p, the case): match the case: barker: … juggler: … else: …

The cases may stand anywhere, so beside the rows that they belong to.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulelang import surface
from rulelang.elaborate.context import Context
from rulelang.elaborate.sharing import Merged
from rulelang.elaborate.symbols import Constant
from rulelang.messages import flow, names
from rulelang.source import Span

ELSE = "else"
CASE = "the case"
"""The name of the parameter that tells the case: none that a text could write."""


def merged(c: Context, declared: Sequence[surface.Declaration]) -> tuple[surface.Declaration, ...]:
    """Return declarations in which the cases of an effect are one effect.

    What is wrong with the cases is reported, and they are left out. Two effects of one name whose
    parameters are the same are no cases; they stay, and are declared twice.
    """
    by_name: dict[str, list[surface.Effect]] = {}
    for node in declared:
        if isinstance(node, surface.Effect):
            by_name.setdefault(node.name.text, []).append(node)
    found: list[surface.Declaration] = []
    for node in declared:
        if not isinstance(node, surface.Effect):
            found.append(node)
            continue
        cases = by_name[node.name.text]
        place = _place(c, cases)
        if place is None:
            found.append(node)
        elif node is cases[0] and _is_sound(c, cases, place):
            found.append(_shared(c, tuple(cases), place))
    return tuple(found)


def _shared(c: Context, cases: tuple[surface.Effect, ...], place: int) -> surface.Effect:
    """Return the effect that some cases are, the same for all who have them."""
    if c.shelf is None:
        return _one(cases, place)
    key = (place, *map(id, cases))
    known = c.shelf.merged.get(key)
    if known is None:
        known = c.shelf.merged[key] = Merged(c.shelf.text, cases, _one(cases, place))
    known.text = c.shelf.text
    return known.one


def _place(c: Context, cases: Sequence[surface.Effect]) -> int | None:
    """Return which parameter tells the case; None where these are no cases of one effect."""
    width = len(cases[0].parameters)
    if any(len(node.parameters) != width for node in cases):
        return None
    for place in range(width):
        told = {node.parameters[place].text for node in cases}
        is_value = any(_is_value(c, name) for name in told)
        if is_value or (len(told) > 1 and len(cases) > 1 and _has_word(c, told)):
            return place
    return None


def _is_value(c: Context, name: str) -> bool:
    return name == ELSE or isinstance(c.symbols.get(name), Constant)


def _has_word(c: Context, told: set[str]) -> bool:
    return any(name in c.words for name in told)


def _is_sound(c: Context, cases: Sequence[surface.Effect], place: int) -> bool:
    """Report a case that is of nothing, said twice, or with other parameters."""
    head, sound = cases[0], True
    first: dict[str, Span] = {}
    bound: Span | None = None
    for node in cases:
        name = node.parameters[place]
        if name.text in first:
            c.report(names.listed_twice(name.text, name.span, first[name.text]))
            sound = False
        first.setdefault(name.text, name.span)
        if not _is_value(c, name.text) and name.text not in c.words:
            known = (n for n, symbol in c.symbols.items() if isinstance(symbol, Constant))
            c.report(names.no_case(name.text, name.span, (*known, *c.words)))
            sound = False
        if node.deepest is not None:
            if bound is not None:
                c.report(flow.deep_twice(head.name.text, node.deepest.span, bound))
                sound = False
            bound = node.deepest.span
        for at, (one, other) in enumerate(zip(head.parameters, node.parameters, strict=True)):
            if at != place and one.text != other.text:
                c.report(names.other_parameter(one.text, other.text, other.span, one.span))
                sound = False
    if not sound:
        c.broken.add(head.name.text)
    return sound


def _one(cases: Sequence[surface.Effect], place: int) -> surface.Effect:
    """Return the effect that some cases are."""
    head = cases[0]
    span = head.parameters[place].span
    name = surface.Name(CASE, span)
    ordered = sorted(cases, key=lambda node: node.parameters[place].text == ELSE)
    branches = tuple(_branch(node, place) for node in ordered)
    whole = surface.Match(surface.Apply(name, (), span), branches, head.name.span, head.name.text)
    parameters = (*head.parameters[:place], name, *head.parameters[place + 1 :])
    deepest = next((node.deepest for node in cases if node.deepest is not None), None)
    return surface.Effect(head.name, parameters, (whole,), head.span, deepest)


def _branch(node: surface.Effect, place: int) -> surface.Case:
    value = node.parameters[place]
    return surface.Case(None if value.text == ELSE else (value,), node.body, node.span)
