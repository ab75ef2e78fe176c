"""Colours: players and words from a palette that colour-blind people tell apart, and ink on them.

Never colour alone: players also have a pattern and a letter, edges a dash, bands a name.
Source of the palette: Okabe and Ito, "Color Universal Design", 2008.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import cycle

from interpreter.picture.ink.seeing import ALIKE, looks_alike

DARK, LIGHT = "#14171a", "#ffffff"

_PLAYERS = (
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#e69f00",
    "#56b4e9",
    "#f0e442",
    "#6b6f76",
)
_WORDS = ("#e69f00", "#56b4e9", "#009e73", "#cc79a7", "#d55e00", "#f0e442", "#0072b2", "#8c8c8c")

# Words that are the name of a colour, or of a stuff or a land that everybody thinks of in one.
_NAMED = {
    "black": "#24272b",
    "white": "#fbfaf5",
    "grey": "#8c8c8c",
    "gray": "#8c8c8c",
    "red": "#c8322b",
    "blue": "#1f6fb5",
    "green": "#2a8350",
    "yellow": "#f0d642",
    "orange": "#e6861a",
    "purple": "#7b4a9e",
    "violet": "#7b4a9e",
    "pink": "#e48fb4",
    "brown": "#8a4b2a",
    "beige": "#e3c49a",
    "gold": "#d9a520",
    "silver": "#b4bac2",
    "iron": "#7d8894",
    "marble": "#ddd6ea",
    "land": "#9c6b2f",
    "sea": "#2878a4",
    "amber": "#f0a818",
    "apricot": "#f5b27a",
    "aqua": "#3fc1d0",
    "azure": "#4aa3e8",
    "bronze": "#b27a38",
    "burgundy": "#722041",
    "carmine": "#a31f3d",
    "cerulean": "#2f86c0",
    "charcoal": "#3b4046",
    "cobalt": "#1d4fa5",
    "copper": "#c4714a",
    "coral": "#ee7a5f",
    "cream": "#f3e6c4",
    "crimson": "#b01c3c",
    "cyan": "#3fc1d0",
    "ebony": "#2d2a28",
    "emerald": "#1b8052",
    "fuchsia": "#b8338a",
    "indigo": "#443a8c",
    "ivory": "#f4eedb",
    "jade": "#4bb08a",
    "khaki": "#b9ad75",
    "lavender": "#b9a9e3",
    "lilac": "#b497d6",
    "lime": "#9bc93a",
    "magenta": "#b8338a",
    "maroon": "#6e1f2c",
    "mauve": "#a98bb5",
    "mint": "#9fdcc0",
    "mustard": "#cfa72c",
    "navy": "#22386b",
    "ochre": "#c0832b",
    "olive": "#767325",
    "peach": "#f6b98f",
    "plum": "#7d3c72",
    "rose": "#e0708f",
    "ruby": "#a81d4e",
    "rust": "#a9482a",
    "salmon": "#f08d78",
    "sand": "#dcc494",
    "sapphire": "#1f55b0",
    "scarlet": "#d02a1e",
    "sienna": "#9a5230",
    "slate": "#5d6b7a",
    "tan": "#c9a477",
    "teal": "#17807e",
    "turquoise": "#35b8ae",
    "ultramarine": "#2f3fa8",
    "umber": "#6a4a30",
    "vermilion": "#cf432a",
}
_SHADES = (
    ("#000000", 0.0),
    ("#000000", 0.35),
    ("#ffffff", 0.35),
    ("#000000", 0.6),
    ("#ffffff", 0.6),
)
"""With what a colour is mixed, and how much, where somebody has one like it."""
_READ = 4.5
"""The contrast that ink has on every colour."""
WORDS = len(_WORDS)
"""How many words have a colour that no other has."""
ALL = frozenset((*_PLAYERS, *_WORDS, *_NAMED.values()))
PATTERNS = ("plain", "stripes", "dots", "checks", "rings", "bars", "crosses", "waves")
_ENOUGH = 0.04045
_FAR = 35.0
"""Two colours farther than this from each other have different names: no two blues, or reds."""


def named(word: str) -> str | None:
    """Return the colour that a word names: `White`, `red`; None for other words."""
    return _NAMED.get(word.casefold())


def of_players(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return a colour for each player: the one that his name says, else the next of the palette.

    Who is called as a colour like that of somebody before him has another shade of it; nobody
    else has a colour like one that a name says, as long as there are others.

    >>> of_players(("White", "Black", "Anna"))
    ('#fbfaf5', '#24272b', '#0072b2')
    >>> of_players(("Crimson", "Anna", "Cobalt"))
    ('#b01c3c', '#d55e00', '#1d4fa5')
    """
    own: dict[int, str] = {}
    for at, name in enumerate(names):
        said = named(name)
        if said is not None:
            shades = (_mixed(said, *shade) for shade in _SHADES)
            own[at] = next((one for one in shades if _is_apart(one, own.values())), said)
    unnamed = cycle(sorted(_PLAYERS, key=lambda colour: not _is_apart(colour, own.values(), _FAR)))
    return tuple(own.get(at) or next(unnamed) for at in range(len(names)))


def _is_apart(colour: str, others: Iterable[str], near: float = ALIKE) -> bool:
    """Return whether ink reads on a colour, and it looks like none of others."""
    reads = contrast(ink_on(colour), colour) >= _READ
    return reads and all(looks_alike(colour, other, near) != "" for other in others)


def _mixed(colour: str, other: str, share: float) -> str:
    """Return a colour with a share of another.

    >>> _mixed("#204060", "#ffffff", 0.5), _mixed("#204060", "#000000", 0.0)
    ('#90a0b0', '#204060')
    """
    parts = ((int(one[at : at + 2], 16) for one in (colour, other)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in parts)


def of_words(words: tuple[str, ...], taken: int = 0) -> tuple[str, ...]:
    """Return a colour for each word of a kind, in order, after so many that are `taken`.

    >>> of_words(("boat", "red")), of_words(("boat",), taken=2)
    (('#e69f00', '#c8322b'), ('#009e73',))
    """
    spare = iter((_WORDS * (2 + len(words) // len(_WORDS)))[taken:])
    return tuple(named(word) or next(spare) for word in words)


def letters(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the shortest letters that tell names apart; the whole names where nothing does.

    >>> letters(("North", "East", "South", "West")), letters(("P1", "P2")), letters(("ab", "ac"))
    (('N', 'E', 'S', 'W'), ('1', '2'), ('ab', 'ac'))
    >>> letters(("left", "lefty"))
    ('left', 'lefty')
    """
    tails = tuple(re.sub(r"^[^\d]+", "", name) for name in names)
    if len(names) > 1 and all(tail.isdigit() for tail in tails) and len(set(tails)) == len(tails):
        return tails
    for size in (1, 2, 3):
        short = tuple(name[:size].strip("_ ") for name in names)
        if len(set(short)) == len(names):
            return tuple(text[:1].upper() + text[1:] for text in short) if size == 1 else short
    return names


@lru_cache(maxsize=1000)
def luminance(colour: str) -> float:
    """Return the relative luminance of `#rrggbb`, 0 to 1.

    Source: Web Content Accessibility Guidelines 2.2, "relative luminance".
    """
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))

    def linear(part: float) -> float:
        power: float = ((part + 0.055) / 1.055) ** 2.4
        return part / 12.92 if part <= _ENOUGH else power

    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21.

    >>> round(contrast("#000000", "#ffffff"))
    21
    """
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def ink_on(colour: str) -> str:
    """Return black or white, whichever reads better on `colour`: at least 4.5:1.

    >>> ink_on("#0072b2"), ink_on("#f0e442")
    ('#ffffff', '#14171a')
    """
    return max(DARK, LIGHT, key=lambda ink: contrast(ink, colour))
