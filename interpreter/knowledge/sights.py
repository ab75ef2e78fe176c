"""What a player saw to move, lie or be rolled in a step of play, from events or native words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from interpreter.layout import Layout
from interpreter.native.memory.records import (
    HIDDEN,
    HIDDEN_BACKS,
    MOVED,
    REVEALED,
    ROLLED,
    SHOWN,
    SHOWN_OTHERS,
    SORTED,
)
from interpreter.reference.events import Event, Moved, Revealed, Rolled, Shown

Sight: TypeAlias = Moved | Revealed | Rolled | Shown
"""An event that says where components lie."""

_SHORT: Final = 3
_LONG: Final = 4


def sights_among(events: Iterable[Event]) -> tuple[Sight, ...]:
    """Return the events that say where components lie."""
    return tuple(event for event in events if isinstance(event, Moved | Revealed | Rolled | Shown))


def sights_told(words: Sequence[int], layout: Layout) -> tuple[Sight, ...] | None:
    """Return what native words say of where components lie; None where they leave it open."""
    found: list[Sight] = []
    at = 0
    while at < len(words):
        tag = words[at]
        if tag not in _LONGER:
            at += _SHORT
            continue
        cell, other, count = words[at + 1 : at + _LONG]
        held = count
        if tag in {HIDDEN, SHOWN_OTHERS}:
            held = 0
        elif tag == HIDDEN_BACKS:
            backed = {layout.back_of[kind] is not None for kind in layout.holds[cell]}
            if len(backed) > 1:
                return None
            held = count if True in backed else 0
        at += _LONG
        found.append(_sight(tag, (cell, other, count), tuple(words[at : at + held])))
        at += held
    return tuple(found)


_LONGER: Final = {MOVED, HIDDEN, HIDDEN_BACKS, REVEALED, SHOWN, SHOWN_OTHERS, ROLLED, SORTED}


def _sight(tag: int, about: tuple[int, int, int], listed: tuple[int, ...]) -> Sight:
    cell, other, count = about
    if tag == MOVED:
        return Moved(cell, other, listed, count)
    if tag == HIDDEN_BACKS:
        return Moved(cell, other, None, count, listed)
    if tag == HIDDEN:
        return Rolled(cell, None, count) if other < 0 else Moved(cell, other, None, count)
    if tag in {ROLLED, SORTED}:
        return Rolled(cell, listed, count)
    if tag == REVEALED:
        return Revealed(cell, listed)
    return Shown(cell, listed if tag == SHOWN else None, other)
