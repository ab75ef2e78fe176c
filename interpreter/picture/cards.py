"""The face of a card (rules C3 and C5): a band with the name, then what the table says of it."""

from __future__ import annotations

from functools import lru_cache

from interpreter.look_model import Art
from interpreter.picture.ink.colours import ink_on
from interpreter.picture.ink.measure import Fitted, fitted, width_of, wrapped
from interpreter.picture.ink.svg import Box, num, path, rect, text
from interpreter.picture.kinds import Kinds, Written

WIDE, NARROW = 112.0, 78.0
PLAYING = (56.0, 78.0)
_ROW, _LINE = 13.5, 12.0
_BAND, _LONGER = 21.0, 33.0
_FIGURE = 22.0


def drawing_in(art: Art, box: Box) -> str:
    """Return an author's drawing in a box; it was found harmless when it was read."""
    x, y, width, height = (num(part) for part in box)
    view = " ".join(num(part) for part in art.view)
    return (
        f'<svg x="{x}" y="{y}" width="{width}" height="{height}" viewBox="{view}">{art.body}</svg>'
    )


def ink_of(written: Written) -> str:
    """Return the class of the ink of a playing card."""
    return "rd" if written.red else "i"


def half(colour: str, width: float, height: float) -> str:
    """Return the right half of a band or box in its own colour, with rounded corners outside."""
    x = num(width / 2)
    right, low = num(width / 2 - 6.5), num(height - 13)
    return path(f"M{x} .5h{right}q6 0 6 6v{low}q0 6-6 6h-{right}z", "r", f' fill="{colour}"')


@lru_cache(maxsize=256)
def _shape(kinds: Kinds, component: str) -> tuple[float, float, float]:
    """Return width, height and height of the band of all cards of a component."""
    found = [kinds.written[kind] for kind in kinds.names.components[component].kinds]
    longest = max((_room(name, value) for w in found for name, value in w.rows), default=0.0)
    titles = max((_titles(w) for w in found), default=0.0)
    width = min(WIDE, max(NARROW, longest, titles))
    band = max((_band_height(_titled(w, width)) for w in found), default=_BAND)
    height = max((band + _below(w, width) for w in found), default=band) + 6
    return width, max(height, 52.0), band


def _room(name: str, value: str) -> float:
    return width_of(name, 9.5) + width_of(value, 11.5, bold=True) + 17


def _titles(written: Written) -> float:
    """Return how wide a card must be so that each word of its title has room."""
    if len(written.band) > 1:
        return 2 * max(width_of(part, 9.5, bold=True) + 6 for part in written.title)
    return max(width_of(word, 10, bold=True) + 9 for word in written.title[0].split() or [""])


def _titled(written: Written, width: float) -> Fitted:
    room = width - 8 - (16 if written.corner else 0)
    return fitted(" ".join(written.title), room, 11.0, bold=True, lines=2)


def _band_height(title: Fitted) -> float:
    return _BAND if len(title.lines) == 1 else _LONGER


def _is_big(written: Written) -> bool:
    """Return whether a single number is all that there is: it is drawn large."""
    return len(written.rows) == 1 and not (written.words or written.flags or written.text)


def _said(written: Written, width: float) -> tuple[str, ...]:
    """Return the words of a card in lines."""
    return wrapped(" · ".join(written.words), width - 10, 9.5) if written.words else ()


def _marked(written: Written, width: float) -> tuple[str, ...]:
    return wrapped(" · ".join(written.flags), width - 10, 9.5, bold=True) if written.flags else ()


def _told(written: Written, width: float) -> tuple[str, ...]:
    return wrapped(written.text, width - 10, 9.5) if written.text else ()


def _below(written: Written, width: float) -> float:
    """Return the height of all below the band."""
    if _is_big(written):
        return _FIGURE + 2 * _LINE
    lines = len(_said(written, width)) + len(_marked(written, width)) + len(_told(written, width))
    return len(written.rows) * _ROW + lines * _LINE + 4


def card(kinds: Kinds, kind: int) -> tuple[float, float, str]:
    """Return width, height and body of the card of a kind."""
    written = kinds.written[kind]
    if written.suit is not None:
        return _playing(written)
    width, height, band = _shape(kinds, kinds.document.kinds[kind].component)
    found = kinds.document.kinds[kind]
    art = kinds.card_look(found).art.get(found.name)
    if art is not None:
        return width, height, drawing_in(art, (0, 0, width, height))
    body = rect((0.75, 0.75, width - 1.5, height - 1.5), "cd", 6)
    body += _headed(written, width, band)
    y = band + 9
    if _is_big(written):
        name, value = written.rows[0]
        middle = width / 2
        body += text(value, (middle, y + 8), _FIGURE, "i b m")
        small = fitted(name, width - 8, 10.0)
        return width, height, body + text(small.lines[0], (middle, y + 27), small.size, "s m")
    for line in _said(written, width):
        body += text(line, (6, y), 9.5, "s")
        y += _LINE
    for name, value in written.rows:
        figure = fitted(value, width - 20, 11.5, bold=True)
        room = width - 14 - width_of(figure.lines[0], figure.size, bold=True)
        label = fitted(name, max(room, 20.0), 9.5)
        body += text(label.lines[0], (6, y), label.size, "s")
        body += text(figure.lines[0], (width - 6, y), figure.size, "i b e")
        y += _ROW
    for line in _marked(written, width):
        body += text(line, (6, y), 9.5, "i b")
        y += _LINE
    for line in _told(written, width):
        body += text(line, (6, y), 9.5, "i it")
        y += _LINE
    return width, height, body


def _headed(written: Written, width: float, band: float) -> str:
    """Return the band with the title, in two colours where it has two parts."""
    colour = written.band[0]
    right = num(width - 13.5)
    body = (
        f'<path d="M.8 {num(band)}v-{num(band - 6.8)}q0-6 6-6h{right}q6 0 6 6v{num(band - 6.8)}z"'
        f' fill="{colour}"/>'
    )
    if len(written.band) > 1 and len(written.title) > 1:
        other, middle = written.band[1], width / 2
        rest = num(middle - 6.8)
        body += (
            f'<path d="M{num(middle)} .8h{rest}q6 0 6 6v{num(band - 6.8)}h-{num(middle - 0.8)}z"'
            f' fill="{other}"/>'
        )
        for at, part in enumerate(written.title):
            short = fitted(part, middle - 3, 10.0, bold=True)
            x = width * (0.25 + at / 2)
            ink = ink_on(written.band[at])
            body += text(short.lines[0], (x, band / 2 + 1), short.size, "m b", ink)
        return body
    ink = ink_on(colour)
    title = _titled(written, width)
    corner = " · ".join(written.corner)
    middle = (width - (16 if corner else 0)) / 2
    top = band / 2 + 1 - (len(title.lines) - 1) * (title.size + 1) / 2
    for at, line in enumerate(title.lines):
        body += text(line, (middle, top + at * (title.size + 1)), title.size, "m b", ink)
    if corner:
        body += text(corner, (width - 5, band / 2 + 1), 11.5, "e b", ink)
    return body


def _playing(written: Written) -> tuple[float, float, str]:
    width, height = PLAYING
    ink = ink_of(written)
    rank = fitted(written.title[0], width - 10, 19.0, bold=True)
    body = rect((0.75, 0.75, width - 1.5, height - 1.5), "cd", 6)
    body += text(rank.lines[0], (7, 15), rank.size, f"b {ink}")
    body += text(written.suit or "", (7, 33), 15, ink)
    return (
        width,
        height,
        body + text(written.suit or "", (width - 20, height - 24), 30, f"m {ink}"),
    )
