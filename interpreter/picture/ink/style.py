"""The style sheet of a picture: what is light or dark is a custom property, all else is plain.

Classes are short because every element carries one, and begin with a `q` (`svg.css`) so that they
mean nothing to a page around. No rule looks at ancestors: what a `<use>` shows has none.
`THEMES` holds the two sets of values; a file for print or of one theme has the values themselves
in place of the properties.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from interpreter.picture.ink.colours import PATTERNS, contrast

Theme: TypeAlias = Literal["auto", "light", "dark", "print"]
THEMES: tuple[Theme, ...] = ("auto", "light", "dark", "print")

_LIGHT = {
    "ground": "#f3f0e8",
    "panel": "#fdfcf8",
    "zone": "#f1ede2",
    "board": "#e5dec9",
    "place": "#fbf7ec",
    "shade": "#eadfc4",
    "line": "#b9af96",
    "rule": "#8a8270",
    "ink": "#1d2227",
    "soft": "#565b60",
    "can": "#0b5fc0",
    "canlight": "#e3eefb",
    "new": "#a86400",
    "newlight": "#fbe9c6",
    "card": "#fffefa",
    "back": "#4b5a70",
    "backline": "#a9b6c9",
    "bar": "#27313c",
    "barink": "#ffffff",
    "barsoft": "#c9d2dc",
    "red": "#b3261e",
}
_DARK = {
    "ground": "#14181c",
    "panel": "#1d2329",
    "zone": "#262d34",
    "board": "#2a2f2f",
    "place": "#3a403f",
    "shade": "#313736",
    "line": "#5b625f",
    "rule": "#949c98",
    "ink": "#f1efe9",
    "soft": "#b5bac0",
    "can": "#7db8ff",
    "canlight": "#1f3550",
    "new": "#f2b441",
    "newlight": "#4a3a17",
    "card": "#2b3138",
    "back": "#5d6d85",
    "backline": "#a9b6c9",
    "bar": "#0b0e11",
    "barink": "#ffffff",
    "barsoft": "#b5bac0",
    "red": "#ff8f85",
}
_PRINT = {
    **_LIGHT,
    "ground": "#ffffff",
    "panel": "#ffffff",
    "zone": "#f5f5f5",
    "bar": "#ffffff",
    "barink": "#000000",
    "barsoft": "#444444",
}
VALUES = {"light": _LIGHT, "dark": _DARK, "print": _PRINT}

# Class → what it paints: fill, stroke, further properties; `$name` is a value of the theme.
_RULES = {
    "g": "fill:$ground",
    "p": "fill:$panel;stroke:$line",
    "z": "fill:$zone",
    "bd": "fill:$board;stroke:$line",
    "pl": "fill:$place;stroke:$rule",
    "sh": "fill:$shade;stroke:$rule",
    "sq": "fill:$place;stroke:$line",
    "sd": "fill:$shade;stroke:$line",
    "ln": "stroke:$rule;fill:none",
    "i": "fill:$ink",
    "s": "fill:$soft",
    "rd": "fill:$red",
    "b": "font-weight:700",
    "m": "text-anchor:middle",
    "e": "text-anchor:end",
    "it": "font-style:italic",
    "h": "paint-order:stroke;stroke:$board;stroke-width:3px;stroke-linejoin:round",
    "hp": "paint-order:stroke;stroke:$place;stroke-width:2.5px;stroke-linejoin:round",
    "cd": "fill:$card;stroke:$rule",
    "bk": "fill:$back;stroke:$card",
    "bl": "fill:none;stroke:$backline",
    "c": "fill:none;stroke:$can;stroke-width:2.5",
    "ce": "fill:none;stroke:$can",
    "cf": "fill:$can",
    "cb": "fill:$canlight;stroke:$can;stroke-width:1.5",
    "ct": "fill:$can;font-weight:700",
    "n": "fill:none;stroke:$new;stroke-width:2.5",
    "ne": "fill:none;stroke:$new",
    "nf": "fill:$newlight;stroke:$new;stroke-width:2",
    "nd": "fill:$new",
    "mt": "fill:none;stroke:$rule;stroke-dasharray:4 3",
    "bar": "fill:$bar",
    "bi": "fill:$barink",
    "bs": "fill:$barsoft",
    "bg": "fill:$ink",
    "bt": "fill:$panel;font-weight:700",
    "r": "stroke:$ink;stroke-width:1",
    "r0": "fill:none;stroke-width:5",
    "r1": "fill:none;stroke-width:7",
    "ri": "fill:none;stroke-opacity:.35",
    "o": "fill:none;stroke:$ink;stroke-opacity:.45",
}
_TYPEFACE = '"DejaVu Sans",Verdana,Geneva,sans-serif'


def sheet(theme: Theme) -> str:
    """Return the `<style>` of a picture.

    >>> "prefers-color-scheme" in sheet("auto"), "prefers-color-scheme" in sheet("dark")
    (True, False)
    """
    rules = [f"svg.rl{{font-family:{_TYPEFACE}}}"]
    if theme == "auto":
        light = ";".join(f"--{name}:{value}" for name, value in _LIGHT.items())
        dark = ";".join(f"--{name}:{value}" for name, value in _DARK.items())
        rules += [
            f"svg.rl{{{light}}}",
            f"@media(prefers-color-scheme:dark){{svg.rl{{{dark}}}}}",
        ]
    for name, rule in _RULES.items():
        rules.append(f".q{name}{{{_filled(rule, theme)}}}")
    return f"<style>{''.join(rules)}</style>"


def _filled(rule: str, theme: Theme) -> str:
    # Longest names first: `$place` begins as `$p…` of no other, but `$back` begins `$backline`.
    for name in sorted(_LIGHT, key=len, reverse=True):
        value = f"var(--{name})" if theme == "auto" else VALUES[theme][name]
        rule = rule.replace(f"${name}", value)
    return rule


def pattern(player: int, colour: str, prefix: str) -> str:
    """Return the definition of a player's pattern, as a fill `url(#prefix + "p" + player)`."""
    mark = "#ffffff" if contrast("#ffffff", colour) > contrast("#000000", colour) else "#000000"
    shape = {
        "plain": "",
        "stripes": '<path d="M-1 7 7-1M-1 1 1-1M5 7 7 5" {}/>',
        "dots": '<circle cx="3" cy="3" r="1.3" {}/>',
        "checks": '<path d="M0 0h3v3h3v3h-3v-3h-3z" {}/>',
        "rings": '<circle cx="3" cy="3" r="1.9" fill="none" {}/>',
        "bars": '<path d="M1.5 0v6M4.5 0v6" {}/>',
        "crosses": '<path d="M0 3h6M3 0v6" {}/>',
        "waves": '<path d="M0 3q1.5-3 3 0t3 0" fill="none" {}/>',
    }[PATTERNS[player % len(PATTERNS)]]
    filled = PATTERNS[player % len(PATTERNS)] in {"dots", "checks"}
    paint = f'fill="{mark}"' if filled else f'stroke="{mark}" stroke-width="1.1"'
    drawn = shape.format(f'{paint} opacity=".55"')
    return (
        f'<pattern id="{prefix}p{player}" width="6" height="6" patternUnits="userSpaceOnUse">'
        f'<rect width="6" height="6" fill="{colour}"/>{drawn}</pattern>'
    )


def patterns(colours: Sequence[str], prefix: str, drawn: str) -> tuple[str, ...]:
    """Return the patterns of those players whose fill something that is drawn uses."""
    return tuple(
        pattern(player, colour, prefix)
        for player, colour in enumerate(colours)
        if f"url(#{prefix}p{player})" in drawn
    )
