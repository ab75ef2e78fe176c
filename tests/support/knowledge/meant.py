"""What `if`s are meant to tell, and which `say`s set two plays apart. Ref §25."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from interpreter.reference.events import Event, Said
from rulelang import core
from rulelang.core.walk import blocks_in, nested
from rulelang.secrecy.pauses import pauses_of
from rulelang.secrecy.sight import sights_of

SPOKEN = re.compile(r"^s\d+")

Told = tuple[Event, ...]


def apart(one: Told, other: Told, *, alone: bool) -> Counter[str]:
    """Return the `say`s that only one of two plays has, and with which they begin to differ."""
    heard = [_spoken(events, alone=alone) for events in (one, other, one[:1], other[:1])]
    return (heard[0] - heard[1]) | (heard[1] - heard[0]) | heard[2] | heard[3]


def _spoken(events: Told, *, alone: bool) -> Counter[str]:
    """Return how often which `say` was heard: by everybody, or by one player alone."""
    said = (event for event in events if isinstance(event, Said))
    texts = (event.text for event in said if (event.player is not None) == alone)
    return Counter(found[0] for text in texts if (found := SPOKEN.match(text)))


def both_told(spec: core.Spec) -> frozenset[str]:
    """Return the `say`s in each `if` both of whose ways tell which it is, one of them by `say`.

    Before those nothing need be known (Ref §25).
    """
    pauses = pauses_of(sights_of(spec))
    found: set[str] = set()
    for node in (node for block in spec.roots for node in nested(block)):
        if isinstance(node, core.If):
            told = {pauses.tells(node.then), pauses.tells(node.other)}
            if "" not in told and "say" in told:
                found.update(_says(node, spec))
    return frozenset(found)


def told_alone(spec: core.Spec) -> frozenset[str]:
    """Return the `say`s to one player in each `if` both of whose ways say as much to the same.

    Before those the one addressed need not know which way it is (Ref §25).
    """
    found: set[str] = set()
    for node in (node for block in spec.roots for node in nested(block)):
        if isinstance(node, core.If) and node.other is not None:
            ways = [[*_to_one(way, spec)] for way in (node.then, node.other)]
            if [to for to, _ in ways[0]] == [to for to, _ in ways[1]]:
                found.update(tag for way in ways for _, tags in way for tag in tags)
    return frozenset(found)


def _to_one(block: core.Block, spec: core.Spec) -> Iterator[tuple[core.Expr, list[str]]]:
    """Yield to whom alone something is said in a block, and what, in their order."""
    for node in block.statements:
        match node:
            case core.Say(player=player) if player is not None:
                yield player, [*_says(node, spec)]
            case core.Invoke(effect=effect):
                yield from _to_one(spec.effects[effect].body, spec)
            case _:
                for inner in blocks_in(node):
                    yield from _to_one(inner, spec)


def _says(node: core.Statement, spec: core.Spec) -> Iterator[str]:
    match node:
        case core.Say(text=text) if isinstance(text.parts[0], str):
            yield from SPOKEN.findall(text.parts[0])
        case core.Invoke(effect=effect):
            for statement in spec.effects[effect].body.statements:
                yield from _says(statement, spec)
        case _:
            for block in blocks_in(node):
                for statement in block.statements:
                    yield from _says(statement, spec)
