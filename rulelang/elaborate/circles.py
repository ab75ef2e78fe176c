"""Which effects reach themselves, how deep, and the order in which bodies are understood.

    before:  to perform(p, c), at most 3 deep: use(p, c)      to use(p, c): … perform(p, c)
    after:   perform₁ → use₁ → perform₂ → use₂ → perform₃ → use₃ → TooDeep

What is in a circle is elaborated once for each depth, so the core tree has none: who reads it
needs to know nothing of circles. Each circle leads through an effect with a bound.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from rulelang import surface
from rulelang.elaborate.context import CallOrder, Context, EffectInstance
from rulelang.elaborate.declarations import constants
from rulelang.elaborate.places import effects_called
from rulelang.elaborate.symbols import EffectName, Scope
from rulelang.messages import flow, types

MOST_DEEP = 100
Calls = Mapping[str, Sequence[surface.Apply]]


def call_order(c: Context) -> CallOrder:
    """Sort the effects of a text so that callers come first, those of a circle side by side."""
    if c.call_order is None:
        c.call_order = _sorted(c)
    return c.call_order


def _sorted(c: Context) -> CallOrder:
    effects = {name: s.node for name, s in c.symbols.items() if isinstance(s, EffectName)}
    calls = {name: tuple(effects_called(node.body)) for name, node in effects.items()}
    most = {name: _most(c, node) for name, node in effects.items() if node.deepest is not None}
    order, endless = _followed(calls, most)
    rank = {name: at for at, name in enumerate(order)}
    whole, circles = _followed(calls, ()) if most else (order, endless)
    joined = _together(calls, whole) if circles and not endless else [[name] for name in whole]
    groups = tuple(tuple(sorted(group, key=rank.__getitem__)) for group in joined)
    selves = {name for name, called in calls.items() if any(a.name.text == name for a in called)}
    within = {
        name: number
        for number, group in enumerate(groups)
        for name in group
        if len(group) > 1 or name in selves
    }
    for name, node in effects.items():
        if name in most and name not in within and not endless and node.deepest is not None:
            c.report(flow.never_deep(name, node.deepest.span))
    return CallOrder(groups, endless, within, most)


def _most(c: Context, node: surface.Effect) -> int:
    """Return how often an effect may be in progress; 1 where that is not said well."""
    deepest = node.deepest
    assert deepest is not None
    most = constants.number(c, deepest, "a fixed bound")
    if most < 1:
        c.report(types.does_not_fit(str(most), "a bound of at least 1", deepest.span))
    if most > MOST_DEEP:
        what = f"`{node.name.text}` would be too deep in itself"
        c.report(flow.too_large(what, most, MOST_DEEP, deepest.span))
    return most if 1 <= most <= MOST_DEEP else 1


def _followed(
    calls: Calls, but: Iterable[str]
) -> tuple[tuple[str, ...], tuple[tuple[tuple[str, ...], surface.Apply], ...]]:
    """Return the effects, callers first, and what closes a circle, without calls of some."""
    left_out = frozenset(but)
    done: dict[str, None] = {}
    circles: list[tuple[tuple[str, ...], surface.Apply]] = []
    for first, called in calls.items():
        path = {} if first in done else {first: iter(called)}
        while path:
            name, rest = next(reversed(path.items()))
            call = next(rest, None)
            if call is None:
                done[name] = None
                del path[name]
            elif call.name.text in left_out:
                continue
            elif call.name.text in path:
                names = tuple(path)
                circle = (*names[names.index(call.name.text) :], call.name.text)
                circles.append((circle, call))
            elif call.name.text in calls and call.name.text not in done:
                path[call.name.text] = iter(calls[call.name.text])
    return tuple(reversed(done)), tuple(circles)


def _together(calls: Calls, order: Sequence[str]) -> list[list[str]]:
    """Return the effects that reach each other, callers first (Kosaraju's algorithm)."""
    callers: dict[str, list[str]] = {name: [] for name in calls}
    for name, called in calls.items():
        for callee in dict.fromkeys(call.name.text for call in called):
            if callee in callers:
                callers[callee].append(name)
    done: set[str] = set()
    groups: list[list[str]] = []
    for first in order:
        group: list[str] = []
        todo = [first]
        while todo:
            name = todo.pop()
            if name not in done:
                done.add(name)
                group.append(name)
                todo.extend(callers[name])
        if group:
            groups.append(group)
    return groups


def entered(c: Context, name: str, scope: Scope) -> Mapping[str, int]:
    """Return how often effects with a bound are in progress within a call of one.

    Only those that reach the effect and are reached by it count: what it cannot reach again
    stays as it is, whatever calls it.
    """
    order = call_order(c)
    circle = order.within.get(name)
    if circle is None:
        return {}
    inside = dict(scope.in_progress) if scope.circle == circle else {}
    if name in order.most:
        inside[name] = inside.get(name, 0) + 1
    return inside


def each_of(c: Context, group: Sequence[str], look_at: Callable[[EffectInstance], None]) -> None:
    """Look at the bodies of some effects, callers first: those less deep come before deeper ones.

    What is looked at may call for further ones of the same circle.
    """
    rank = {name: at for at, name in enumerate(group)}

    def place(instance: EffectInstance) -> tuple[int, int]:
        return sum(instance.in_progress.values()), rank[instance.node.name.text]

    while found := [i for i in c.effects if i.body is None and i.node.name.text in rank]:
        if group[0] not in call_order(c).within:
            for instance in found:
                look_at(instance)
            return
        look_at(min(found, key=place))
