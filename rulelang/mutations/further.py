"""Faults besides those of `faults.py`, of which there are many in any text.

`of(node, actors)` yields, as that does, steps from the node to what is replaced, what the fault
is, and the replacement. They are told apart from the others since what comes of those is kept for
every rulebook, and each further sort of fault takes hours there.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from rulelang import surface
from rulelang.mutations import parts
from rulelang.mutations.table_faults import Fault

OTHER_JUNCTION = {"and": "or", "or": "and"}


def actors_of(text: surface.RuleText) -> frozenset[str]:
    """Return the names of players that loops and turns give, in a game for two by name."""
    between_two = any(
        isinstance(node, surface.Players) and len(node.names) == 2 for node in text.declarations
    )
    return frozenset(_turns_in(text.declarations)) if between_two else frozenset()


def _turns_in(node: object) -> Iterator[str]:
    if isinstance(node, surface.Turns):
        yield node.player.text
    inner = node if isinstance(node, tuple) else [parts.part(node, f) for f in parts.fields(node)]
    for each in inner:
        yield from _turns_in(each)


def of(node: object, actors: frozenset[str]) -> Iterator[Fault]:
    """Yield the further faults of a node itself, not of what is in it."""
    match node:
        case surface.Binary(op=op) if op in OTHER_JUNCTION:
            yield ("op",), f"`{OTHER_JUNCTION[op]}` for `{op}`", OTHER_JUNCTION[op]
        case surface.Apply(name=name, args=(), span=span) if name.text in actors:
            opponent = surface.Apply(surface.Name("opponent", name.span), (node,), span)
            yield (), f"the opponent of `{name.text}`", opponent
        case surface.Move(source=source, target=target) if source not in (None, target):
            back: dict[str, object] = {"source": target, "target": source}
            yield (), "back from where it goes", parts.with_parts(node, back)
        case surface.End(how="wins" | "leads", span=span):
            yield (), "a draw", surface.End("draw", None, None, (), span)
        case _:
            pass
    yield from _orders(node)


def _orders(node: object) -> Iterator[Fault]:
    """Yield bodies in which two neighbours have changed places."""
    for field in ("body", "otherwise"):
        if field not in parts.fields(node):
            continue
        body = parts.part(node, field)
        if not isinstance(body, tuple):
            continue
        for at, (first, second) in enumerate(pairwise(body)):
            if isinstance(first, surface.Let) or first == second:
                continue
            other = (*body[:at], second, first, *body[at + 2 :])
            yield (field,), f"statement {at + 2} before statement {at + 1}", other
