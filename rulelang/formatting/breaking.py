"""A sentence cut into lines: in the fewest and outermost places that the width allows.

    before:  let f(a) = first b in Cell where near(a, b) and free(b) else none
    after:   let f(a) = first b in Cell
                 where near(a, b) and free(b) else none

What each cut costs is added up, and the cheapest set of cuts taken: an overlong line costs most, a
line more than a cut that lies deeper, and of cuts that cost the same the later one is taken. What
`or` joins is cut inside only where no line can hold it, and then shares none with what it joins.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import accumulate
from typing import TypeAlias

from rulelang.formatting.flow import ALTERNATIVE, WIDTH, Break, Flow
from rulelang.freezing import frozen

_TOO_WIDE = 10_000
_LINE = 10
_DEPTH = 3
_RUN_ON = 2 * _LINE

# What it costs, and then where the cuts are (later ones first).
_Cost: TypeAlias = tuple[int, int]


@frozen
class Piece:
    """What stands between two breaks; `start` is the break before it."""

    start: Break | None
    text: str


def pieces(flow: Flow) -> tuple[Piece, ...]:
    """Return what stands between the breaks of a flow."""
    found: list[Piece] = []
    start: Break | None = None
    text: list[str] = []
    for part in flow:
        if isinstance(part, Break):
            found.append(Piece(start, "".join(text)))
            start, text = part, []
        else:
            text.append(part)
    return (*found, Piece(start, "".join(text)))


def lines(flow: Flow, indent: int, forced: Collection[int] = ()) -> tuple[tuple[int, str], ...]:
    """Return the lines of a flow, each with the number of the piece that begins it.

    Each piece in `forced` begins a line.
    """
    found = pieces(flow)
    begins = _cuts(found, indent, forced)
    ends = (*begins[1:], len(found))
    return tuple((i, _text(found[i:j], indent)) for i, j in zip(begins, ends, strict=True))


def _text(found: tuple[Piece, ...], indent: int) -> str:
    return " " * (indent + _hang(found[0])) + " ".join(piece.text for piece in found)


def _hang(piece: Piece) -> int:
    return piece.start.hang if piece.start else 0


def _cuts(found: tuple[Piece, ...], indent: int, forced: Collection[int]) -> tuple[int, ...]:
    """Return which pieces begin a line; the first one and all `forced` are among them."""
    offsets = list(accumulate((len(piece.text) + 1 for piece in found), initial=0))
    depths = [*(piece.start.depth if piece.start else 0 for piece in found), 0]
    # best[i]: the cheapest way to write the pieces from i on, if i begins a line.
    best: list[tuple[_Cost, tuple[int, ...]]] = [((0, 0), ())] * (len(found) + 1)
    end = len(found)
    for i in reversed(range(len(found))):
        room = WIDTH - indent - _hang(found[i])
        ways = [
            (_added(best[j][0], depths[i : j + 1], offsets[j] - offsets[i] - 1 - room, i), j)
            for j in range(i + 1, end + 1)
            if j == i + 1 or offsets[j - 1] - offsets[i] <= room
        ]
        cost, j = min(ways)
        best[i] = (cost, (i, *best[j][1]))
        end = i if i in forced else end
    return best[0][1]


def _added(rest: _Cost, depths: Sequence[int], too_wide: int, place: int) -> _Cost:
    """Return what it costs to write a line, and then the rest.

    `depths`: of the break before it, of those on it, and of the one behind it.
    """
    cost, places = rest
    begun = _LINE + depths[0] * _DEPTH
    deepest = max(depths[0], depths[-1])
    runs_on = deepest - min(depths[1:-1], default=deepest) >= ALTERNATIVE
    return (cost + begun + runs_on * _RUN_ON + max(0, too_wide) * _TOO_WIDE, places - place)
