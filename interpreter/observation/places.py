"""Places of a text: where the rules stand, as far as an observer may tell one from another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias, assert_never

from interpreter.layout import ArmLayout, Layout
from interpreter.observation.unseen import Unseen
from interpreter.position import (
    Acting,
    Choosing,
    Drawing,
    Each,
    Frame,
    Meanwhile,
    Picking,
    Repeating,
    Rolling,
    Run,
    Turning,
)
from rulelang import core
from rulelang.core import Value
from rulelang.core.walk import nested

Place: TypeAlias = tuple[tuple[Value, ...], ...]
"""What is in progress, from the bottom, and how far, without other values in it."""

Standing: TypeAlias = tuple[tuple[Frame, ...], tuple[int, ...]]
"""What is in progress, with clocks, as an observer holds it possible."""


class Reached(NamedTuple):
    """A statement in progress, by its block and place there, and what it hung on, in words."""

    block: int
    at: int
    values: tuple[str, ...] = ()


Way: TypeAlias = tuple[Reached, ...]
"""The statements in progress where the rules came to, outermost first."""

_UNSEEN = -2

_PAUSES = (
    *(core.Choose, core.Draw, core.Roll, core.Random, core.Turns, core.NextTurn, core.Stop),
    *(core.Anytime, core.End),
)


def place_of(control: Sequence[Frame], clocks: Sequence[int]) -> Place:
    """Return where the rules stand."""
    return (*(_part(frame) for frame in control), tuple(clocks))


def key_of(standing: Standing) -> Place:
    """Return what ways of standing share that an observer cannot tell apart."""
    control, clocks = standing
    envs = tuple(_shown(part) for frame in control for part in getattr(frame, "env", ()))
    return (*place_of(control, clocks), envs)


def is_whole(place: Place) -> bool:
    """Return whether nothing in a place is unseen, such as the picks that are left."""
    return all(_UNSEEN not in part for part in place)


def _part(frame: Frame) -> tuple[Value, ...]:
    match frame:
        case Run(block=block, at=at):
            return block, at
        case Choosing(choice=choice, left=left):
            return choice, _shown(left)
        case Repeating(loop=loop, left=left):
            return loop, left
        case Each(loop=loop, rest=rest):
            return loop, *(_shown(value) for env in rest for value in env)
        case Turning(loop=loop, player=player, upcoming=upcoming, turn=turn):
            return loop, player, upcoming, turn
        case Drawing() | Rolling() | Picking() | Meanwhile() | Acting():
            return (frame[0],)
        case _:
            assert_never(frame)


def _shown(value: Value) -> Value:
    return _UNSEEN if isinstance(value, Unseen) else value


# ---------------------------------------------------------------- what the text alone tells


@lru_cache(maxsize=4096)
def goes_through(arm: ArmLayout, layout: Layout) -> bool:
    """Return whether play comes out behind an arm, whatever it does, without a pause inside."""
    waiting, met = [arm.arm.body], set[int]()
    while waiting:
        for node in nested(waiting.pop()):
            if isinstance(node, _PAUSES):
                return False
            if isinstance(node, core.Invoke) and node.effect not in met:
                met.add(node.effect)
                waiting.append(layout.spec.effects[node.effect].body)
    return True


@lru_cache(maxsize=256)
def turns(layout: Layout) -> int:
    """Return how many loops of turns there are."""
    return sum(isinstance(node, core.Turns) for node in layout.statements.values())


@lru_cache(maxsize=256)
def single(layout: Layout) -> frozenset[int]:
    """Return the numbers of choices and turns that play comes to by one way of calls only."""
    spec = layout.spec
    inside = [list(nested(body)) for body in spec.roots]
    calls = [
        Counter(node.effect for node in nodes if isinstance(node, core.Invoke)) for nodes in inside
    ]
    ways = [1, 1, *(0 for _ in spec.effects)]
    waiting = [0, 1]
    while waiting:
        for effect in calls[waiting.pop()].elements():
            if ways[effect + 2] < 2:
                ways[effect + 2] += 1
                waiting.append(effect + 2)
    return frozenset(
        node.number
        for nodes, amount in zip(inside, ways, strict=True)
        if amount == 1
        for node in nodes
        if isinstance(node, core.Choose | core.Turns)
    )
