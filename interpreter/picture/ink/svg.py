"""Writing SVG: escaped text, short numbers, symbols made once.

A `Piece` is drawn with its upper left corner at (0, 0) and put where it belongs by a translation:
the text of what has not changed is then the same in every picture of a play.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TypeAlias

import attrs

Point: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]
"""x and y of the upper left corner, width and height, in pixels."""

MIDDLE = 0.36  # from the middle of capital letters down to the base line, in sizes of the font


@attrs.frozen
class Symbol:
    """Something made once and used often. `body` is drawn with its upper left corner at (0, 0)."""

    id: str
    width: float
    height: float
    body: str = attrs.field(repr=False)

    def defined(self) -> str:
        """Return the definition, for `<defs>`."""
        return f'<g id="{self.id}">{self.body}</g>'

    def use(self, x: float, y: float) -> str:
        """Return the symbol at (x, y)."""
        return f'<use href="#{self.id}"{_unless_0("x", x)}{_unless_0("y", y)}/>'


_ILLEGAL = re.compile(r"[^\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@attrs.frozen
class Piece:
    """Something drawn, and its size in pixels."""

    width: float
    height: float
    body: str = attrs.field(repr=False)

    def at(self, x: float, y: float) -> str:
        """Return it moved to (x, y)."""
        return f"<g{_translated(num(x), num(y))}>{self.body}</g>"


def _translated(x: str, y: str) -> str:
    if y != "0":
        return f' transform="translate({x} {y})"'
    return "" if x == "0" else f' transform="translate({x})"'


def _unless_0(name: str, value: float) -> str:
    written = num(value)
    return "" if written == "0" else f' {name}="{written}"'


def escaped(text: str) -> str:
    r"""Return a text as it stands in SVG, between tags or quotes.

    Control characters, which XML cannot hold at all, become the sign for what cannot be shown.

    >>> escaped('<"A" & B>'), escaped("a\x00b")
    ('&lt;&quot;A&quot; &amp; B&gt;', 'a�b')
    """
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _ILLEGAL.sub("\ufffd", text.replace('"', "&quot;"))


@lru_cache(maxsize=20_000)
def num(value: float) -> str:
    """Return a length with at most one digit after the point.

    >>> num(3.0), num(2.55), num(-0.01)
    ('3', '2.5', '0')
    """
    text = f"{value:.1f}"
    text = text.removesuffix(".0")
    return "0" if text == "-0" else text


@lru_cache(maxsize=500)
def css(classes: str) -> str:
    """Return the attribute that gives an element its classes, as `style` names them.

    >>> css("i m b"), css("")
    (' class="qi qm qb"', '')
    """
    names = " ".join(f"q{name}" for name in classes.split())
    return f' class="{names}"' if names else ""


def path(line: str, classes: str, more: str = "") -> str:
    """Return a path; `more`: further attributes."""
    return f'<path{css(classes)}{more} d="{line}"/>'


def text(words: str, at: Point, size: float, classes: str = "i", fill: str | None = None) -> str:
    """Return a line of text; `at` is the middle of its capital letters."""
    paint = f' fill="{fill}"' if fill else ""
    return (
        f'<text{css(classes)} x="{num(at[0])}" y="{num(at[1] + MIDDLE * size)}"'
        f' font-size="{num(size)}"{paint}>{escaped(words)}</text>'
    )


def rect(box: Box, classes: str = "", radius: float = 0, fill: str | None = None) -> str:
    """Return a rectangle, with rounded corners where `radius` says so."""
    x, y, width, height = box
    round_ = f' rx="{num(radius)}"' if radius else ""
    of = css(classes)
    paint = f' fill="{fill}"' if fill else ""
    return (
        f'<rect{of} x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height)}"'
        f"{round_}{paint}/>"
    )


def circle(at: Point, radius: float, classes: str = "", fill: str | None = None) -> str:
    """Return a circle."""
    of = css(classes)
    paint = f' fill="{fill}"' if fill else ""
    return f'<circle{of} cx="{num(at[0])}" cy="{num(at[1])}" r="{num(radius)}"{paint}/>'
