"""Moves that change a play into another that a player could not tell from the real one.

The target is that of Ref §18, for a history h of what can be and shows the player what he saw:

    π(h) ∝ ∏ of the chances of its outcomes · ∏ of 1/|legal| over the choices of others

Each move K proposes another history and takes it with the chance min(1, r), else stays (Metropolis
and Hastings). So π(h) K(h, h') = π(h') K(h', h), and π is what the chain comes to, if

    r = π(h') Q(h', h) / (π(h) Q(h, h'))

where Q is the chance of the proposal. Which points a move is about is drawn from what the player
saw (`Trail`) and never from the history, so these chances are alike both ways and drop out. What
is left, for each move:

* **Swap**. Points u < v of unseen draws trade their outcomes x and y; in the choices of others
  after u, by lot in none or in all of them, x and y trade places as arguments. Done twice, this is
  nothing: Q(h, h') = Q(h', h), r = π(h') / π(h).
* **Redraw**. The number a at one point becomes b, drawn from all that can happen there; and by
  lot, in the unseen draws and choices behind it, what a named and what b names trade places. The
  way back draws a at the same point of the same beginning, and trades the same two. Q(h, h') /
  Q(h', h) is then the chance of b there over that of a, which is the change of π at that point: r
  is π(h') / π(h) over all the other points.
* **Anew**. From a point on everything is drawn again, each number from those that show the player
  what he saw. With A(h) the product of the shares that those had, Q(h, h') = (π(h') / A(h')) over
  the stretch, so r = A(h') / A(h).

From the first open point on, the last of them makes every history that there is with some chance,
so that the chain comes everywhere. Shares of the three are fixed by what the player saw.
"""

from __future__ import annotations

from time import monotonic
from typing import Generic

from interpreter.chance import Numbers
from interpreter.knowledge.ground import OWN, TOSSED, C, Ground, Ways
from interpreter.knowledge.naming import Namer
from interpreter.knowledge.trail import Trail
from interpreter.native.memory.shares import NEAR, RETRY_COST, SHARES


class LateError(Exception):
    """It is time to stop; what was found so far is kept."""


class Mover(Generic[C]):
    """Moves chains over a ground.

    `spent`: what was tried, about in transitions. `until`: when to stop, by `monotonic`.
    """

    def __init__(self, namer: Namer, ground: Ground[C], trail: Trail) -> None:
        self._ground = ground
        self._trail = trail
        self._namer = namer
        self.spent = 0
        self.until: float | None = None

    def look_up(self) -> None:
        """Look at the clock.

        Raises:
            LateError: it is time to stop.
        """
        if self.until is not None and monotonic() >= self.until:
            raise LateError

    def move(self, chain: C, numbers: Numbers) -> bool:
        """Make one move, if it is taken; return whether it was. Something has to be open."""
        kind = numbers.below(SHARES)
        if not kind:
            return self._anew(chain, numbers)
        if kind <= self._trail.swaps:
            return self._swap(chain, numbers)
        return self._redraw(chain, numbers)

    def moves(self, chain: C, count: int, numbers: Numbers) -> int:
        """Make so many moves; return how many were taken."""
        if not self._trail.open_points:
            return 0
        taken = 0
        while count:
            made = self._ground.move_about(chain, count, numbers, self._trail)
            self.spent += made.spent
            taken += made.taken
            count -= made.count
            if count:
                taken += self.move(chain, numbers)
                count -= 1
        return taken

    def trade(self, chain: C, one: int, other: int) -> bool:
        """Let two draws trade outcomes, and choices behind name the other; False where it shows.

        This is no move of the chain: it asks for no ratio.
        """
        first, second = min(one, other), max(one, other)
        pair = chain.numbers[first], chain.numbers[second]
        new = {first: pair[1], second: pair[0]}
        self._rename(chain, first, pair, new)
        return self.renumber(chain, new)

    def put(self, chain: C, draw: int, pair: tuple[int, int]) -> bool:
        """Let a draw have the second outcome, not the first; choices behind it name it then.

        False where that shows. This is no move of the chain either.
        """
        new = {draw: pair[1]}
        self._rename(chain, draw, pair, new)
        return self.renumber(chain, new)

    def renumber(self, chain: C, new: dict[int, int]) -> bool:
        """Give points other numbers, if all before the end stays possible and unseen."""
        old = {point: chain.numbers[point] for point in new}
        for point, number in new.items():
            chain.numbers[point] = number
        begin = min(new)
        found = self.retry(chain, begin, max(new), chain.length)
        if found is not None:
            self._ground.accept(chain, begin, found[0])
            return True
        for point, number in old.items():
            chain.numbers[point] = number
        return False

    def step(self, chain: C, numbers: Numbers) -> float | None:
        """Take a chain one step on, by a number that agrees, by lot; return the share of those.

        None, and nothing taken, where none does.
        """
        said = self._ground.step(chain, numbers)
        if said is not None:
            self.spent += said.spent
            return said.share
        point = chain.length
        if self._trail.roles[point] == OWN:
            return 1.0 if self._ground.push(chain, self._trail.own[point]) else None
        found, total = self._ways(chain, point)
        if not found or not self._ground.push(chain, numbers.weighted(found)):
            return None
        return sum(weight for _, weight in found) / total

    # ------------------------------------------------------------ the moves

    def _swap(self, chain: C, numbers: Numbers) -> bool:
        draws = self._trail.draws
        one = numbers.below(len(draws))
        other = numbers.below(len(draws) - 1)
        first, second = sorted((draws[one], draws[other + (other >= one)]))
        renames = numbers.below(2)
        mine, its = chain.numbers[first], chain.numbers[second]
        if mine == its:
            return False
        new = {first: its, second: mine}
        if renames:
            self._rename(chain, first, (mine, its), new)
        return self._decide(chain, new, numbers, None)

    def _redraw(self, chain: C, numbers: Numbers) -> bool:
        point = self._open_point(numbers)
        renames = numbers.below(4)
        before = chain.numbers[point]
        now = numbers.weighted(self._ways(chain, point, every=True)[0])
        if now == before:
            return False
        new = {point: now}
        if renames:
            tossed = self._trail.roles[point] == TOSSED
            pair = (before, now) if tossed else self._namer.named(before, now)
            if pair is not None:
                for later in self._trail.draws:
                    if later > point and chain.numbers[later] in pair:
                        new[later] = pair[0] + pair[1] - chain.numbers[later]
                if renames > 1:
                    self._rename(chain, point, pair, new)
        return self._decide(chain, new, numbers, point)

    def _open_point(self, numbers: Numbers) -> int:
        trail = self._trail
        sort = numbers.below(16)
        if sort == 0 and trail.rare:
            return trail.rare[numbers.below(len(trail.rare))]
        if trail.unseen and (sort % 3 == 1 or not trail.draws):
            points = trail.near if sort % 2 else trail.unseen
            return points[numbers.below(len(points))]
        return trail.draws[numbers.below(len(trail.draws))]

    def _anew(self, chain: C, numbers: Numbers) -> bool:
        trail, ground = self._trail, self._ground
        length = chain.length
        near = numbers.below(8)
        reach = min(NEAR, length - trail.anchor) if near else length - trail.anchor
        begin = length - 1 - numbers.below(reach)
        made = ground.copied(chain, begin)
        ratio = 1.0
        for point in range(begin, length):
            if trail.roles[point] == OWN:
                number = trail.own[point]
            else:
                found, total = self._ways(made, point)
                if not found:
                    return False
                ratio *= sum(weight for _, weight in found) / total
                number = numbers.weighted(found)
            self.spent += 1
            if not ground.push(made, number):
                return False
        for point in range(begin, length):
            if trail.roles[point] != OWN:
                found, total = self._ways(chain, point)
                ratio /= sum(weight for _, weight in found) / total
        if ratio < 1.0 and numbers.share() >= ratio:
            return False
        ground.take(chain, made)
        return True

    # ------------------------------------------------------------ parts of them

    def _rename(self, chain: C, point: int, pair: tuple[int, int], new: dict[int, int]) -> None:
        for later in self._trail.choices:
            if later > point:
                number = chain.numbers[later]
                renamed = self._namer.traded(number, pair)
                if renamed != number:
                    new[later] = renamed

    def _decide(
        self, chain: C, new: dict[int, int], numbers: Numbers, redrawn: int | None
    ) -> bool:
        """Take other numbers, or leave it at those that there are."""
        old = {point: chain.numbers[point] for point in new}
        begin, last = min(new), max(new)
        for point, number in new.items():
            chain.numbers[point] = number
        found = self.retry(chain, begin, last, chain.length)
        if found is not None:
            stopped, ratio = found
            if redrawn is not None:
                here = self._ground.factor(chain, redrawn)
                ratio *= here / self._ground.factor(chain, redrawn, tried=True)
            if ratio >= 1.0 or numbers.share() < ratio:
                self._ground.accept(chain, begin, stopped)
                return True
        for point, number in old.items():
            chain.numbers[point] = number
        return False

    def retry(self, chain: C, begin: int, last: int, end: int) -> tuple[int, float] | None:
        """As `Ground.retry`, counted."""
        self.spent += RETRY_COST
        return self._ground.retry(chain, begin, last, end)

    def _ways(self, chain: C, point: int, *, every: bool = False) -> Ways:
        found = self._ground.ways(chain, point, every=every)
        self.spent += 1 if every else 1 + len(found[0])
        return found
