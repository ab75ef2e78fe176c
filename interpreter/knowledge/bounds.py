"""What zones hold at most, as one player can tell from all that he saw so far.

Three things are known of each zone: how many components it holds, which is public; how many of
each kind at most; and its **pool**: zones between which components may have moved unseen, so that
what they hold together is known, though not who holds what. An unseen move joins two pools. A zone
whose components are known parts from its pool, and takes what it holds along: a hand that is laid
open, a deck that is all that is left of a pool.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import attrs

from interpreter.knowledge.sights import Sight
from interpreter.layout import Layout
from interpreter.position import Kinds
from interpreter.reference.events import Moved, Revealed, Rolled, Shown

AtMost = tuple[Mapping[int, int], Mapping[int, int]]
"""What the source and the target of a move held at most before it, of each kind."""


@attrs.define(eq=False)
class _Pool:
    """Zones, and what they hold together; None where dice were rolled unseen in one of them."""

    cells: set[int]
    kinds: Counter[int] | None


class Bounds:
    """How many components each zone holds, and of each kind how many at most, as time goes on."""

    def __init__(self, layout: Layout, start: Sequence[Kinds]) -> None:
        self.start = tuple(start)
        self.sizes = [len(held) for held in start]
        self.most: list[dict[int, int]] = [dict(Counter(held)) for held in start]
        self._totals = list(self.sizes)
        self._inexact: set[int] = set()
        self._pools = [_Pool({cell}, Counter(held)) for cell, held in enumerate(start)]
        self._copies: Counter[int] = Counter(kind for held in start for kind in held)
        self._dice = {kind for kind, found in enumerate(layout.spec.kinds) if found.faces}
        dice = sum(self._copies[kind] for kind in self._dice)  # all may show one face
        self._copies.update(dict.fromkeys(self._dice, dice))

    @property
    def is_settled(self) -> bool:
        """Whether the player knows what every zone holds."""
        return not self._inexact

    def exact(self, cell: int) -> bool:
        """Return whether a zone holds just what it holds at most."""
        return cell not in self._inexact

    def pass_by(self, sight: Sight) -> AtMost | None:
        """Take one sight in; return what source and target held at most before an unseen move."""
        match sight:
            case Moved(source=source, target=target, kinds=None, amount=amount):
                before = dict(self.most[source]), dict(self.most[target])
                self._move_unseen(source, target, amount)
                return before
            case Moved(source=source, target=target, kinds=tuple(kinds)):
                self._move_seen(source, target, Counter(kinds))
            case Revealed(cell=cell, kinds=kinds) | Shown(cell=cell, kinds=tuple(kinds)):
                self._hold(cell, Counter(kinds))
                self._part([cell])
                self._settle(self.most[cell], cell)
            case Rolled(cell=cell, kinds=kinds):
                self._pools[cell].kinds = None
                still = Counter({k: n for k, n in self.most[cell].items() if k not in self._dice})
                if kinds is not None:
                    self._hold(cell, still + Counter(kinds))
                else:
                    rolled = Counter(dict.fromkeys(self._dice, sight.amount))
                    self._hold(cell, still + rolled)
            case _:
                pass
        return None

    # ------------------------------------------------------------ one zone

    def _hold(self, cell: int, most: Counter[int]) -> None:
        self.most[cell] = dict(most)
        self._totals[cell] = most.total()
        self._compare(cell)

    def _compare(self, cell: int) -> None:
        """Note whether what a zone holds at most is as much as it holds."""
        if self._totals[cell] == self.sizes[cell]:
            self._inexact.discard(cell)
        else:
            self._inexact.add(cell)

    def _drain(self, source: int) -> None:
        """Let a zone that holds nothing hold nothing at most."""
        if not self.sizes[source]:
            self.most[source].clear()
            self._totals[source] = 0
        self._compare(source)

    def _limit(self, cell: int, kind: int, most: int) -> None:
        """Let a zone hold no more of a kind than so many."""
        held = self.most[cell]
        over = held.get(kind, 0) - most
        if over > 0:
            self._totals[cell] -= over
            if most:
                held[kind] = most
            else:
                del held[kind]
            self._compare(cell)

    # ------------------------------------------------------------ moves

    def _move_seen(self, source: int, target: int, moved: Counter[int]) -> None:
        there, here, amount = self.most[target], self.most[source], moved.total()
        self.sizes[source] -= amount
        self.sizes[target] += amount
        self._totals[target] += amount
        for kind, copies in moved.items():
            there[kind] = there.get(kind, 0) + copies
            self._limit(source, kind, max(0, here.get(kind, 0) - copies))
        self._drain(source)
        self._compare(target)
        left, entered = self._pools[source], self._pools[target]
        if left is not entered:
            if entered.kinds is not None:
                entered.kinds.update(moved)
            self._leave(left, moved)
        self._part([source, target])
        self._settle(moved, target)

    def _move_unseen(self, source: int, target: int, amount: int) -> None:
        pool = self._joined(source, target)
        held, there = self.most[source], self.most[target]
        copies_of = self._copies if pool.kinds is None else pool.kinds
        gained = 0
        for kind, copies in held.items():
            before = there.get(kind, 0)
            there[kind] = here = min(before + min(copies, amount), max(copies, copies_of[kind]))
            gained += here - before
        self._totals[target] += gained
        self.sizes[source] -= amount
        self.sizes[target] += amount
        self._drain(source)
        self._compare(target)
        self._part([source, target])

    # ------------------------------------------------------------ pools

    def _joined(self, one: int, other: int) -> _Pool:
        """Return the pool of two zones, which is one from now on."""
        pool, second = self._pools[one], self._pools[other]
        if pool is second:
            return pool
        joined = _Pool(pool.cells | second.cells, None)
        if pool.kinds is not None and second.kinds is not None:
            joined.kinds = pool.kinds + second.kinds
        for cell in joined.cells:
            self._pools[cell] = joined
        return joined

    def _leave(self, pool: _Pool, moved: Mapping[int, int]) -> None:
        """Let components leave a pool; no zone of it holds more of them than are left."""
        if pool.kinds is None:
            return
        for kind, copies in moved.items():
            assert pool.kinds[kind] >= copies, "what leaves a pool was in it"
            pool.kinds[kind] -= copies
        for kind in moved:
            for cell in pool.cells:
                self._limit(cell, kind, pool.kinds[kind])

    def _part(self, cells: Iterable[int]) -> None:
        """Let zones part from their pools whose components are known, beginning with some."""
        waiting = list(cells)
        while waiting:
            cell = waiting.pop()
            pool = self._pools[cell]
            if len(pool.cells) == 1:
                if pool.kinds is not None and cell in self._inexact:
                    self._hold(cell, +pool.kinds)
            elif cell not in self._inexact:
                pool.cells.discard(cell)
                self._pools[cell] = _Pool({cell}, Counter(self.most[cell]))
                self._leave(pool, self.most[cell])
                waiting += pool.cells

    def _settle(self, seen: Mapping[int, int], here: int) -> None:
        """Where all copies of a kind were just seen, no other zone holds any."""
        for kind, copies in seen.items():
            if copies >= self._copies[kind] and kind not in self._dice:
                for cell, most in enumerate(self.most):
                    if kind in most and cell != here:
                        self._limit(cell, kind, 0)
