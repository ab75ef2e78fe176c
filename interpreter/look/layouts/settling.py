"""Improve a drawing: even distances and room around each place, and never a further crossing.

One place moves at a time, and only if the drawing is then better and has no crossing more (the
idea of PrEd, Bertault 1999). What is good: places as far apart as the graph says (stress), edges
that keep away from foreign places, and, where a drawing is to be mended only, places that stay.
The same drawing comes out each time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

from interpreter.look_model import Point

Pair = tuple[int, int]
ROOM = 0.5  # of an edge's length: from here on, a place is near a foreign edge
_NEARNESS = (6.0, 40.0)  # what nearness weighs against stress, at first and in the end
_FAR = 1.3  # of two places in different parts: so much further than those furthest apart
_LEAST_GAIN = 1e-6
_SETTLED = 1e-4  # of gain a place in a round
_STEPS = (0.6, 0.3, 0.12, 0.05)
_DIRECTIONS = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y)


class Drawing:
    """A drawing in work. Edges are about 1 long.

    `anchors`: where places should stay; None: nowhere.
    """

    def __init__(
        self,
        points: Sequence[Point],
        edges: Sequence[Pair],
        anchors: Sequence[Point] | None = None,
    ) -> None:
        self.count, self.edges = len(points), tuple(edges)
        self.anchors = anchors
        self.at = list(points)
        self.beside: list[list[int]] = [[] for _ in points]
        self.own: list[list[Pair]] = [[] for _ in points]
        for a, b in self.edges:
            self.beside[a].append(b)
            self.beside[b].append(a)
            self.own[a].append((a, b))
            self.own[b].append((b, a))
        self.apart = _distances(self.beside)
        self.weight = _NEARNESS[0]

    def settle(self, rounds: int) -> Iterator[float]:
        """Move each place in turn, again and again; yield the gain of each round.

        First till nothing much is gained, then once more with more room around edges.
        """
        for weight in _NEARNESS:
            self.weight = weight
            for n in range(rounds):
                order = range(self.count) if n % 2 == 0 else range(self.count - 1, -1, -1)
                gain = sum(self._move(v) for v in order)
                yield gain
                if gain < _SETTLED * self.count:
                    break

    def _move(self, v: int) -> float:
        """Move one place where it is best to; return by how much."""
        begun = here = self._cost(v, self.at[v])
        crossed = self._crossings(v, self.at[v])
        for p in self._candidates(v):
            cost = self._cost(v, p)
            if cost < here - _LEAST_GAIN:
                crossings = self._crossings(v, p)
                if crossings <= crossed:
                    self.at[v], here, crossed = p, cost, crossings
        return begun - here

    def _candidates(self, v: int) -> Iterator[Point]:
        """Yield where a place might go: where the others pull it, then a little to all sides."""
        x, y = self.at[v]
        goal_x, goal_y = self._pulled(v)
        for part in (1.0, 0.5, 0.25, 0.1):
            yield x + part * (goal_x - x), y + part * (goal_y - y)
        for step in _STEPS:
            x, y = self.at[v]
            for dx, dy in _DIRECTIONS:
                yield x + step * dx, y + step * dy

    def _pulled(self, v: int) -> Point:
        """Return where stress alone would put a place (one step of majorization)."""
        x, y = self.at[v]
        sum_x = sum_y = total = 0.0
        for u, (ux, uy) in enumerate(self.at):
            if u != v:
                d = self.apart[v][u]
                weight = 1 / (d * d)
                long = hypot(x - ux, y - uy) or 1e-9
                sum_x += weight * (ux + d * (x - ux) / long)
                sum_y += weight * (uy + d * (y - uy) / long)
                total += weight
        return (sum_x / total, sum_y / total) if total else (x, y)

    def _cost(self, v: int, p: Point) -> float:
        x, y = p
        at, apart = self.at, self.apart[v]
        cost = 0.0
        if self.anchors is not None:
            ax, ay = self.anchors[v]
            cost += 4 * ((x - ax) ** 2 + (y - ay) ** 2)
            cost += sum(
                _too_near(hypot(x - ux, y - uy)) for u, (ux, uy) in enumerate(at) if u != v
            )
        else:
            for u, (ux, uy) in enumerate(at):
                if u != v:
                    d = apart[u]
                    off = hypot(x - ux, y - uy) / d - 1
                    cost += off * off
        return cost + self.weight * self._nearness(v, p)

    def _nearness(self, v: int, p: Point) -> float:
        """Return how much a place at p crowds foreign edges, and its edges crowd other places."""
        x, y = p
        at = self.at
        found = 0.0
        for a, b in self.edges:
            if v not in (a, b):
                near = _near(x, y, at[a], at[b])
                if near < ROOM:
                    found += (1 - near / ROOM) ** 2
        for u in self.beside[v]:
            end = at[u]
            for w, (wx, wy) in enumerate(at):
                if w not in (u, v):
                    near = _near(wx, wy, p, end)
                    if near < ROOM:
                        found += (1 - near / ROOM) ** 2
        return found

    def _crossings(self, v: int, p: Point) -> int:
        """Return how many foreign edges the edges of a place at p cross."""
        at = self.at
        found = 0
        px, py = p
        for u in self.beside[v]:
            ux, uy = at[u]
            left, right = (px, ux) if px < ux else (ux, px)
            low, high = (py, uy) if py < uy else (uy, py)
            for a, b in self.edges:
                if v in (a, b) or u in (a, b):
                    continue
                (ax, ay), (bx, by) = at[a], at[b]
                if (
                    (ax < left and bx < left)
                    or (ax > right and bx > right)
                    or (ay < low and by < low)
                    or (ay > high and by > high)
                ):
                    continue
                one = (ux - px) * (ay - py) - (uy - py) * (ax - px)
                two = (ux - px) * (by - py) - (uy - py) * (bx - px)
                if one * two > 0:
                    continue
                one = (bx - ax) * (py - ay) - (by - ay) * (px - ax)
                two = (bx - ax) * (uy - ay) - (by - ay) * (ux - ax)
                found += one * two <= 0
        return found


def scaled(points: Sequence[Point], edges: Sequence[Pair]) -> list[Point]:
    """Return points so that edges are 1 long on average."""
    total = sum(hypot(points[a][0] - points[b][0], points[a][1] - points[b][1]) for a, b in edges)
    by = len(edges) / total if total else 1.0
    return [(x * by, y * by) for x, y in points]


def _too_near(distance: float) -> float:
    """Return what it costs that two places lie nearer than two radii and a bit."""
    return 3 * (1 - distance / 0.7) ** 2 if distance < 0.7 else 0.0


def _near(x: float, y: float, a: Point, b: Point) -> float:
    """Return how far (x, y) lies from the stretch ab; far enough where it is beyond the box."""
    ax, ay = a
    bx, by = b
    left, right = (ax, bx) if ax < bx else (bx, ax)
    low, high = (ay, by) if ay < by else (by, ay)
    if x < left - ROOM or x > right + ROOM or y < low - ROOM or y > high + ROOM:
        return ROOM
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    t = ((x - ax) * dx + (y - ay) * dy) / square if square else 0.0
    t = 0.0 if t < 0 else min(t, 1.0)
    return hypot(x - ax - t * dx, y - ay - t * dy)


def _distances(beside: Sequence[Sequence[int]]) -> list[list[float]]:
    """Return how many edges apart each two places are; of different parts: far."""
    found: list[list[float]] = []
    for start in range(len(beside)):
        steps = {start: 0}
        queue = [start]
        for here in queue:
            for there in beside[here]:
                if there not in steps:
                    steps[there] = steps[here] + 1
                    queue.append(there)
        far = _FAR * (1 + max(steps.values()))
        found.append([float(steps.get(u, far)) for u in range(len(beside))])
    return found
