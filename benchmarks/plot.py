"""A picture of the rates as SVG: a row for each game, a dot for each peer, powers of ten across.

Written by hand, because a picture of dots on a logarithmic axis is forty lines, and a plotting
library is a dependency of hundred megabytes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from xml.sax.saxutils import escape

from benchmarks.comparison import Compared

_COLOURS = {
    "reference": "#7f7f7f",
    "native": "#d62728",
    "openspiel": "#1f77b4",
    "c_natural": "#2ca02c",
    "c_bitboard": "#9467bd",
    "c_vector": "#e0a000",
}
_OTHER = "#000000"
_WIDTH, _ROW, _LEFT, _RIGHT, _TOP, _BOTTOM = 860, 26, 150, 30, 64, 46


def rates(compared: Iterable[Compared]) -> str:
    """Return the picture."""
    rows = [(game.game, {peer: game.rate(peer) for peer in game.runs}) for game in compared]
    values = [rate for _, peers in rows for rate in peers.values()]
    low = math.floor(math.log10(min(values)))
    high = math.ceil(math.log10(max(values)))

    def across(rate: float) -> float:
        share = (math.log10(rate) - low) / max(1, high - low)
        return _LEFT + share * (_WIDTH - _LEFT - _RIGHT)

    height = _TOP + _ROW * len(rows) + _BOTTOM
    peers = list(dict.fromkeys(peer for _, row in rows for peer in row))
    size = f'viewBox="0 0 {_WIDTH} {height}" font-family="sans-serif" font-size="13"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>',
        f'<rect width="{_WIDTH}" height="{height}" fill="white"/>',
        _text(_LEFT, 20, "Random playouts in a second of one processor", "start", "bold"),
        *_legend(peers),
        *_grid([(10**power, across(10**power)) for power in range(low, high + 1)], height),
    ]
    for number, (game, row) in enumerate(rows):
        y = _TOP + _ROW * number + _ROW / 2
        parts.append(_text(_LEFT - 12, y + 4, game, "end"))
        ends = sorted(across(rate) for rate in row.values())
        parts.append(
            f'<line x1="{ends[0]:.1f}" y1="{y}" x2="{ends[-1]:.1f}" y2="{y}" stroke="#bbbbbb"/>'
        )
        parts += [_dot(across(rate), y, peer, f"{rate:,.0f}") for peer, rate in row.items()]
    return "\n".join((*parts, "</svg>", ""))


def _legend(peers: Sequence[str]) -> Iterable[str]:
    for number, peer in enumerate(peers):
        x = _LEFT + 6 + number * 112
        yield _dot(x, 40, peer, peer)
        yield _text(x + 10, 44, peer, "start")


def _grid(ticks: Iterable[tuple[float, float]], height: int) -> Iterable[str]:
    bottom = height - _BOTTOM
    for rate, x in ticks:
        yield f'<line x1="{x:.1f}" y1="{_TOP}" x2="{x:.1f}" y2="{bottom}" stroke="#e4e4e4"/>'
        yield _text(x, bottom + 20, _short(rate), "middle")


def _short(rate: float) -> str:
    """Return a power of ten in few signs.

    >>> [_short(rate) for rate in (0.1, 100, 10_000, 1_000_000)]
    ['0.1', '100', '10 k', '1 M']
    """
    for unit, size in (("M", 1_000_000), ("k", 1_000)):
        if rate >= size:
            return f"{rate / size:g} {unit}"
    return f"{rate:g}"


def _dot(x: float, y: float, peer: str, title: str) -> str:
    colour = _COLOURS.get(peer, _OTHER)
    return (
        f'<circle cx="{x:.1f}" cy="{y}" r="5.5" fill="{colour}">'
        f"<title>{escape(peer)}: {escape(title)}</title></circle>"
    )


def _text(x: float, y: float, text: str, anchor: str, weight: str = "normal") -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-weight="{weight}">'
        f"{escape(text)}</text>"
    )
