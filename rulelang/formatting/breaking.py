"""A sentence cut into lines: in the fewest and outermost places that the width allows.

    before:  let f(a) = first b in Cell where near(a, b) and free(b) else none
    after:   let f(a) = first b in Cell
                 where near(a, b) and free(b) else none

What each cut costs is added up, and the cheapest set of cuts taken: an overlong line costs most, a
line more than a cut that lies deeper, and of cuts that cost the same the later one is taken.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import accumulate
from typing import TypeAlias

from rulelang.formatting.flow import WIDTH, Break, Flow
from rulelang.freezing import frozen

_TOO_WIDE = 10_000
_LINE = 10
_DEPTH = 3

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
    # best[i]: the cheapest way to write the pieces from i on, if i begins a line.
    best: list[tuple[_Cost, tuple[int, ...]]] = [((0, 0), ())] * (len(found) + 1)
    end = len(found)
    for i in reversed(range(len(found))):
        begun = _begun(found[i])
        room = WIDTH - indent - _hang(found[i])
        ways = [
            (_added(best[j][0], begun, offsets[j] - offsets[i] - 1 - room, i), j)
            for j in range(i + 1, end + 1)
            if j == i + 1 or offsets[j - 1] - offsets[i] <= room
        ]
        cost, j = min(ways)
        best[i] = (cost, (i, *best[j][1]))
        end = i if i in forced else end
    return best[0][1]


def _begun(piece: Piece) -> int:
    """Return what it costs to begin a line with `piece`."""
    return _LINE + (piece.start.depth * _DEPTH if piece.start else 0)


def _added(rest: _Cost, begun: int, too_wide: int, place: int) -> _Cost:
    cost, places = rest
    return (cost + begun + max(0, too_wide) * _TOO_WIDE, places - place)
