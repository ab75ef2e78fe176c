"""How alike two colours are, also to people who do not see red, or green.

Source of the simulation: Viénot, Brettel and Mollon, "Digital video colourmaps for checking the
legibility of displays by dichromats", 1999; of the distance: CIE 1976 L*a*b*, light D65.
"""

from __future__ import annotations

from math import dist
from typing import TypeAlias

Triple: TypeAlias = tuple[float, float, float]

ALIKE = 14.0
"""Two colours nearer than this are hard to tell apart on small things."""

SIGHTS = {
    "": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    " to people who do not see red": (
        (0.1121, 0.8853, -0.0005),
        (0.1127, 0.8897, -0.0001),
        (0.0045, 0.0, 1.0019),
    ),
    " to people who do not see green": (
        (0.2920, 0.7054, -0.0003),
        (0.2934, 0.7089, 0.0),
        (-0.0209, 0.0256, 1.0019),
    ),
}


def looks_alike(one: str, other: str, near: float = ALIKE) -> str | None:
    """Return to whom two colours `#rrggbb` look alike: "" to everybody, None to nobody.

    `near`: the distance at which they do.

    >>> looks_alike("#0072B2", "#E69F00") is None, looks_alike("#0072B2", "#0070B0")
    (True, '')
    >>> looks_alike("#A03030", "#406020")
    ' to people who do not see green'
    """
    for words, sight in SIGHTS.items():
        if dist(_lab(_seen(one, sight)), _lab(_seen(other, sight))) < near:
            return words
    return None


def _seen(colour: str, sight: tuple[Triple, Triple, Triple]) -> Triple:
    """Return the linear light of a colour as somebody sees it."""
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    parts = [max(0.0, min(1.0, a * red + b * green + c * blue)) for a, b, c in sight]
    return (parts[0], parts[1], parts[2])


def _linear(part: float) -> float:
    power: float = ((part + 0.055) / 1.055) ** 2.4
    return part / 12.92 if part <= 0.04045 else power


def _lab(light: Triple) -> Triple:
    red, green, blue = light
    x = _root((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505)
    y = _root(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    z = _root((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089)
    return (116 * y - 16, 500 * (x - y), 200 * (y - z))


def _root(part: float) -> float:
    power: float = part ** (1 / 3)
    return power if part > 0.008856 else 7.787 * part + 16 / 116
