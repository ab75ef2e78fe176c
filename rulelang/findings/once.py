"""Declarations that a game needs, or may have, once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulelang import surface
from rulelang.diagnostics import Diagnostic
from rulelang.messages import flow

_ONCE: Final = (
    (surface.Game, "game", 'a line such as `game "High Card"`'),
    (surface.Players, "players", "a line such as `players 2..4`"),
    (surface.Play, "play:", "`play:`, and below it what happens"),
    (surface.Setup, "setup:", None),
    (surface.Length, "length", None),
    (surface.Standing, "standing", None),
)
"""What it is, how it begins, and an example of what no game is without."""


def problems(text: surface.RuleText) -> Iterator[Diagnostic]:
    """Yield what is missing, and what is there twice."""
    for kind, what, example in _ONCE:
        found = [node for node in text.declarations if isinstance(node, kind)]
        if example and not found:
            yield flow.missing_block(what, example, text.source.name)
        for again in found[1:]:
            yield flow.second_block(what.rstrip(":"), again.span, found[0].span)
