"""What a player's later sight says about earlier positions: which components must have lain where.

Whoever sees a card come out of a hand knows that it was in the hand, or in what the hand was
filled from, before. Going back through what the player saw, this makes for each moment a list of
**needs**: these zones together held at least these components. Every true history meets them, so a
search that drops what does not loses nothing and wastes less.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from interpreter.layout import Layout
from interpreter.position import Position
from interpreter.reference.events import Event, Moved, Revealed, Rolled, Shown

_Needed: TypeAlias = dict[frozenset[int], Counter[int]]
Needs: TypeAlias = Mapping[frozenset[int], Counter[int]]
"""For some sets of zone cells, what they hold at least, together."""


def needs_along(seen: Sequence[Sequence[Event]], player: int, layout: Layout) -> tuple[Needs, ...]:
    """Return for steps of a play, after each, what must lie where as `player` can tell at the end.

    `seen`: what he saw of each step.
    """
    needs: _Needed = {}
    along: list[Needs] = []
    for events in reversed(seen):
        along.append(needs)
        for event in reversed(events):
            needs = _before(event, needs, layout, player)
    return tuple(reversed(along))


def meets(position: Position, needs: Needs) -> bool:
    """Return whether what must lie somewhere does."""
    for cells, kinds in needs.items():
        held = [_held(position, cell) for cell in cells]
        for kind, copies in kinds.items():
            if sum([lying.count(kind) for lying in held]) < copies:
                return False
    return True


def _held(position: Position, cell: int) -> tuple[int, ...]:
    held = position.cells[cell]
    assert isinstance(held, tuple), "zone cells hold tuples"
    return held


def _before(event: Event, needs: _Needed, layout: Layout, player: int) -> _Needed:
    """Return what had to lie where before an event, from what had to after it."""
    match event:
        case Moved(target=target, kinds=None) if not any(target in cells for cells in needs):
            return needs
        case Moved(source=source, target=target, kinds=None):
            return _merged(
                (cells | {source} if target in cells else cells, kinds)
                for cells, kinds in needs.items()
            )
        case Moved(source=source, target=target, kinds=tuple(moved)):
            kinds, before = Counter(moved), needs
            if any((source in cells) != (target in cells) for cells in needs):
                before = _merged(
                    (cells, _counted_back(cells, needed, event, kinds))
                    for cells, needed in needs.items()
                )
            return before if player in layout.seen_by[source] else _with(before, source, kinds)
        case Rolled(cell=cell):
            faces = layout.spec.kinds
            return _merged(
                (
                    cells,
                    Counter({k: n for k, n in needed.items() if not faces[k].faces})
                    if cell in cells
                    else needed,
                )
                for cells, needed in needs.items()
            )
        case Revealed(cell=cell, kinds=shown) | Shown(cell=cell, kinds=tuple(shown)):
            return needs if player in layout.seen_by[cell] else _with(needs, cell, Counter(shown))
        case _:
            return needs


def _counted_back(
    cells: frozenset[int], needed: Counter[int], event: Moved, moved: Counter[int]
) -> Counter[int]:
    """Return what some cells had to hold before components were seen to move."""
    by = (event.source in cells) - (event.target in cells)
    if not by:
        return needed
    before = needed.copy()
    for kind, copies in moved.items():
        left = before[kind] + by * copies
        if left > 0:
            before[kind] = left
        else:
            del before[kind]
    return before


def _with(needs: _Needed, cell: int, kinds: Counter[int]) -> _Needed:
    cells = frozenset((cell,))
    return {**needs, cells: needs[cells] | kinds if cells in needs else kinds}


def _merged(needs: Iterable[tuple[frozenset[int], Counter[int]]]) -> _Needed:
    """Return needs by their cells; of two for the same cells, all that either says."""
    merged: _Needed = {}
    for cells, kinds in needs:
        if kinds:
            merged[cells] = merged[cells] | kinds if cells in merged else kinds
    return merged
