"""Charts as SVG without script: axes, dots with intervals, bars, lines. Nothing but its data.

All coordinates are whole pixels of a drawing that is `WIDTH` wide; colours are names of CSS
variables that the page sets, so that light, dark and print differ there alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10
from typing import Final

import attrs

from interpreter.picture.ink.svg import escaped

WIDTH: Final = 640
_LEFT, _RIGHT, _ROW = 150, 76, 24
_LETTER, _LONGEST = 8, 30
"""How wide a letter of a label is at most, and how many of them are shown."""
_LINE = 15
"""How far names at the ends of lines stay apart."""
_DASHES: Final = ("", "6 3", "2 3", "8 3 2 3")


@attrs.frozen
class Dot:
    """A value with its interval; `is_marked` ones are drawn filled and with a sign."""

    label: str
    value: float
    low: float
    high: float
    is_marked: bool = False


@attrs.frozen
class Line:
    """Values at even distances; None: there is none."""

    label: str
    values: tuple[float | None, ...]


def dots(rows: Sequence[Dot], fair: float, span: tuple[float, float], title: str) -> str:
    """Return rows of dots with intervals, and a line where they would be fair."""
    low, high = span
    longest = min(_LONGEST, max((len(row.label) for row in rows), default=0))
    left = max(_LEFT, _LETTER * (longest + 1))
    inner = WIDTH - left - _RIGHT
    height = _ROW * len(rows) + 34

    def at(value: float) -> float:
        return left + inner * (min(max(value, low), high) - low) / (high - low)

    parts = [
        f'<line class="fair" x1="{at(fair):.0f}" x2="{at(fair):.0f}" y1="4" y2="{height - 26}"/>'
    ]
    for place, row in enumerate(rows):
        y = 16 + _ROW * place
        mark = " *" if row.is_marked else ""
        parts.append(
            f"<g><title>{escaped(row.label)}: {percent(row.value)}, "
            f"{percent(row.low)} to {percent(row.high)}</title>"
            f'<text x="{left - 8}" y="{y + 4}" class="end">'
            f"{escaped(short(row.label, _LONGEST))}</text>"
            f'<line class="span" x1="{at(row.low):.0f}" x2="{at(row.high):.0f}" '
            f'y1="{y}" y2="{y}"/>'
            f'<circle cx="{at(row.value):.0f}" cy="{y}" r="5" '
            f'class="{"marked" if row.is_marked else "dot"}"/>'
            f'<text x="{WIDTH - _RIGHT + 8}" y="{y + 4}">{percent(row.value)}{mark}</text></g>'
        )
    parts.append(_axis([(at(v), _whole(v)) for v in _quarters(low, high)], height - 12))
    return _svg(height, title, parts)


def bars(values: Sequence[int], labels: tuple[str, str], title: str) -> str:
    """Return a histogram; `labels` stand at both ends of its axis."""
    height, inner = 150, WIDTH - 2 * 20
    most = max([*values, 1])
    wide = inner / max(1, len(values))
    parts = [
        f'<rect class="bar" x="{20 + at * wide:.1f}" y="{120 - 110 * value / most:.1f}" '
        f'width="{max(1.0, wide - 1):.1f}" height="{110 * value / most:.1f}">'
        f"<title>{value}</title></rect>"
        for at, value in enumerate(values)
    ]
    parts.append(
        f'<text x="20" y="138">{escaped(labels[0])}</text>'
        f'<text x="{WIDTH - 20}" y="138" class="end">{escaped(labels[1])}</text>'
    )
    return _svg(height, title, parts)


def lines(
    rows: Sequence[Line],
    span: tuple[float, float],
    ends: tuple[str, str],
    title: str,
    *,
    in_percent: bool = True,
) -> str:
    """Return lines over the course of a play, each with its own dashes and its name at its end."""
    low, high = span
    height, left, right = 190, 64, 130
    ticks = _quarters(low, high) if in_percent else _round(low, high)
    low, high = min(low, *ticks), max(high, *ticks)

    def y(value: float) -> float:
        return 160 - 150 * (min(max(value, low), high) - low) / ((high - low) or 1)

    parts = [
        f'<line class="grid" x1="{left}" x2="{WIDTH - right}" y1="{y(v):.0f}" y2="{y(v):.0f}"/>'
        f'<text x="{left - 6}" y="{y(v) + 4:.0f}" class="end">'
        f"{_whole(v) if in_percent else _number(v)}</text>"
        for v in ticks
    ]
    names = []
    for place, row in enumerate(rows):
        step = (WIDTH - left - right) / max(1, len(row.values) - 1)
        known = [(at, value) for at, value in enumerate(row.values) if value is not None]
        points = " ".join(f"{left + at * step:.1f},{y(value):.1f}" for at, value in known)
        parts.append(
            f'<polyline class="line l{place % 4}" stroke-dasharray="{_DASHES[place % 4]}" '
            f'points="{points}"/>'
        )
        names.append((y(known[-1][1]) if known else 0, row.label))
    above = float(-_LINE)
    for at, label in sorted(names):
        above = max(at, above + _LINE)
        name = escaped(short(label, 18))
        parts.append(f'<text x="{WIDTH - right + 6}" y="{above + 4:.0f}">{name}</text>')
    parts.append(
        f'<text x="{left}" y="182">{escaped(ends[0])}</text>'
        f'<text x="{WIDTH - right}" y="182" class="end">{escaped(ends[1])}</text>'
    )
    return _svg(height, title, parts)


def heat(rows: Sequence[Line], title: str) -> str:
    """Return a row of cells for each name, the darker the more; a share from 0 to 1 each."""
    height = 20 * len(rows) + 24
    inner = WIDTH - _LEFT - 20
    parts = []
    for place, row in enumerate(rows):
        wide = inner / max(1, len(row.values))
        parts.append(
            f'<text x="{_LEFT - 8}" y="{20 * place + 17}" class="end">'
            f"{escaped(short(row.label, 20))}</text>"
        )
        parts += [
            f'<rect class="heat" x="{_LEFT + at * wide:.1f}" y="{20 * place + 4}" '
            f'width="{wide:.1f}" height="17" fill-opacity="{value:.2f}">'
            f"<title>{escaped(row.label)}: {often(value)}</title></rect>"
            for at, value in enumerate(row.values)
            if value is not None
        ]
    parts.append(
        f'<text x="{_LEFT}" y="{height - 2}">first choices</text>'
        f'<text x="{WIDTH - 20}" y="{height - 2}" class="end">last choices</text>'
    )
    return _svg(height, title, parts)


def percent(share: float) -> str:
    """Return a share as people read it.

    >>> percent(0.5), percent(-0.034), percent(-0.0001)
    ('50.0 %', '−3.4 %', '0.0 %')
    """
    told = f"{100 * share:.1f} %"
    return told.removeprefix("-") if told == "-0.0 %" else told.replace("-", "−")


def often(share: float) -> str:
    """Return how often something is so: `never`, or in what part of the cases.

    >>> often(0.0), often(0.25)
    ('never', '25.0 %')
    """
    return percent(share) if share else "never"


def together(words: Sequence[str]) -> str:
    """Return words as a sentence lists them.

    >>> together(["bet"]), together(["bet", "call", "pass"])
    ('bet', 'bet, call and pass')
    """
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


def short(text: str, most: int) -> str:
    """Return a text cut to a length by dots; what tells names of one arm apart is their end.

    >>> short("keep_for_charisma Carthagian_Elephant", 28)
    'keep_for_…arthagian_Elephant'
    """
    head = most // 3
    return text if len(text) <= most else f"{text[:head]}…{text[head + 1 - most :]}"


def _quarters(low: float, high: float) -> list[float]:
    return [low + (high - low) * at / 4 for at in range(5)]


def _round(low: float, high: float) -> list[float]:
    """Return round numbers from one at or below `low` to one at or above `high`, six at most.

    >>> _round(0.0, 33.2), _round(-3.0, 4.0), _round(0.0, 0.0)
    ([0.0, 10.0, 20.0, 30.0, 40.0], [-4.0, -2.0, 0.0, 2.0, 4.0], [0.0, 0.25])
    """
    span = max(high - low, 1.0)
    size = 10.0 ** floor(log10(span / 4))
    step = next(size * k for k in (1, 2, 2.5, 5, 10, 20) if span / (size * k) <= 4)
    first, last = floor(low / step), max(ceil(high / step), floor(low / step) + 1)
    return [at * step for at in range(first, last + 1)]


def _whole(share: float) -> str:
    return f"{100 * share:.0f} %".replace("-", "−")


def _number(value: float) -> str:
    return f"{value:g}".replace("-", "−")


def _axis(ticks: Sequence[tuple[float, str]], y: int) -> str:
    return "".join(f'<text x="{x:.0f}" y="{y}" class="middle">{text}</text>' for x, text in ticks)


def _svg(height: float, title: str, parts: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{escaped(title)}">'
        f"{''.join(parts)}</svg>"
    )
