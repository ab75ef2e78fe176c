"""What one player knows of a real play, step by step, and what of it that leaves open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from interpreter.knowledge.bounds import Bounds
from interpreter.knowledge.ground import OTHERS, OWN, TOSSED
from interpreter.knowledge.laying import Passed
from interpreter.knowledge.sights import Sight
from interpreter.layout import Layout
from interpreter.native.memory.shares import NEAR
from interpreter.position import Kinds
from interpreter.reference.events import Moved, Revealed, Rolled, Shown

_SWAPS: Final = 8
_AT_ONCE: Final = 48
_DRAWS_AT_ONCE: Final = 8
_UNLIKE: Final = 2
"""Of how many kinds components are that can lie in several orders."""


class Trail:
    """The steps of a real play as one player knows them.

    All that is drawn from here follows from what he saw, and from nothing else.

    `roles`, `own` (his numbers), `passed` (what he saw lie and move): one entry a step. `draws`:
    the points at which something was drawn unseen, `choices` those at which others chose unseen,
    `lots` other unseen chance (`unseen`: both, `near`: the last of both), and `rare` what he saw
    so much of that it is hardly open; all since the `anchor`, a point at which he knew where
    everything lay. The first steps, as many as are `certain`, can have come about in one way
    only; nothing of them is open. `drawn` and `chosen`: all draws, and all other open points, from
    the start on. `rolls`: for the points of a roll the last one of them.
    """

    def __init__(self, layout: Layout, player: int, start: Sequence[Kinds]) -> None:
        self._layout = layout
        self.player = player
        self.bounds = Bounds(layout, start)
        self.roles: list[int] = []
        self.own: list[int] = []
        self.passed: list[tuple[Passed, ...]] = []
        self.rolls: dict[int, int] = {}
        self.anchor = 0
        self.certain = 0
        self._settled: list[bool] = []
        self._mixed: set[int] = set()
        self._reached = 0
        self.draws: list[int] = []
        self.choices: list[int] = []
        self.lots: list[int] = []
        self.rare: list[int] = []
        self.unseen: list[int] = []
        self.near: list[int] = []
        self.drawn: list[int] = []
        self.chosen: list[int] = []
        self._sees_all = all(
            player in layout.seen_by[cell]
            for cell in range(len(layout.zone_of), len(layout.seen_by))
        )

    @property
    def length(self) -> int:
        """How many steps there were."""
        return len(self.roles)

    @property
    def open_points(self) -> int:
        """At how many points something was decided unseen."""
        return len(self.draws) + len(self.choices) + len(self.lots)

    def add(
        self, role: int, number: int | None, sights: tuple[Sight, ...], *, is_certain: bool = False
    ) -> None:
        """Take in a step; `is_certain`: it can have come about in one way only, as all before."""
        point = self.length
        if is_certain:
            self.certain = point + 1
        self.roles.append(role)
        self.own.append(-1 if number is None else number)
        self.passed.append(tuple((sight, self.bounds.pass_by(sight)) for sight in sights))
        if not is_certain:
            self._mix(sights)
        self._settled.append(bool(sights) and self._sees_all and self._knows_all_zones)
        openness = self._openness(point)
        if openness is self.draws:
            self.drawn.append(point)
        elif openness is not None and openness is not self.rare:
            self.chosen.append(point)
        first = sights[0] if sights else None
        if role == TOSSED and isinstance(first, Rolled):
            for earlier in range(max(0, point + 1 - first.amount), point + 1):
                self.rolls[earlier] = point

    def reach(self, length: int) -> None:
        """Let what is open be that of the first steps, so many of them."""
        for point in range(self._reached, length):
            openness = self._openness(point)
            if openness is not None:
                openness.append(point)
            if self._settled[point]:
                self.anchor = point + 1
                for points in (self.draws, self.choices, self.lots, self.rare):
                    points.clear()
        self._reached = max(self._reached, length)
        self.unseen = self.choices + self.lots
        self.near = sorted(self.unseen)[-NEAR:]

    def settles(self, begin: int, end: int | None = None) -> bool:
        """Whether he knew where everything lay behind some step of a stretch."""
        return any(self._settled[begin:end])

    def is_far(self, length: int) -> bool:
        """Whether so much came after so many steps that chains had better be made anew."""
        draws = sum(1 for point in reversed(self.drawn) if point >= length)
        return draws > _DRAWS_AT_ONCE or self.length - length > _AT_ONCE

    @property
    def swaps(self) -> int:
        """How many of so many moves trade two draws (`interpreter.knowledge.moves`)."""
        if len(self.draws) < 2:
            return 0
        return _SWAPS if self.unseen else 2 * _SWAPS

    @property
    def reached(self) -> tuple[int, int]:
        """How many steps what is open is of, and the anchor: what is open follows from both."""
        return self._reached, self.anchor

    @property
    def is_settled(self) -> bool:
        """Whether he knows now where everything lies."""
        return self.anchor == self.length

    @property
    def _knows_all_zones(self) -> bool:
        """Whether he knows what every zone holds, and in which order."""
        in_order = all(len(self.bounds.most[cell]) < _UNLIKE for cell in self._mixed)
        return in_order and self.bounds.is_settled

    def _mix(self, sights: tuple[Sight, ...]) -> None:
        """Note of which zones a step leaves open in which order they lie."""
        for sight in sights:
            match sight:
                case Moved(target=cell) if self._layout.is_row[cell]:
                    if self.player not in self._layout.seen_by[cell]:
                        self._mixed.add(cell)
                case Revealed(cell=cell) | Shown(cell=cell, kinds=tuple()):
                    self._mixed.discard(cell)
                case _:
                    pass

    def _openness(self, point: int) -> list[int] | None:
        """Return among which open points a step is."""
        role = self.roles[point]
        if role == OWN or point < self.certain:
            return None
        sights = [sight for sight, _ in self.passed[point]]
        first = sights[0] if sights else None
        if role == OTHERS:
            seen = [not isinstance(sight, Moved) or sight.kinds is not None for sight in sights]
            return self.rare if seen and all(seen) else self.choices
        if isinstance(first, Moved) and self._layout.is_bag[first.source]:
            return self.draws if first.kinds is None else self.rare
        return self.lots

    def seen_draw(self, point: int) -> int | None:
        """Return the kind that was seen to be drawn at a chance point."""
        if self.roles[point] != TOSSED or not self.passed[point]:
            return None
        first = self.passed[point][0][0]
        if isinstance(first, Moved) and first.kinds and self._layout.is_bag[first.source]:
            return first.kinds[0]
        return None

    def seen_faces(self, point: int) -> Sequence[int] | None:
        """Return the faces that were seen of a roll that a point is part of; None of no such."""
        last = self.rolls.get(point)
        if last is None:
            return None
        first = self.passed[last][0][0]
        return first.kinds if isinstance(first, Rolled) else None
