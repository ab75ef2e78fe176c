"""Faces: a kind of thing as a symbol, made once a game and used wherever such a thing lies.

Four forms: a card (see `cards`), a small form (named pieces, and cards where room is short), a
token, a die. Backs and the discs that stand for players are symbols, too.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from functools import partial
from typing import assert_never

import attrs

from interpreter.look_model import PieceLook
from interpreter.picture import cards
from interpreter.picture.ink.colours import ink_on
from interpreter.picture.ink.measure import LEAST, beginning, fitted, width_of
from interpreter.picture.ink.svg import Symbol, circle, css, num, rect, text
from interpreter.picture.kinds import Kinds

WOOD = "#b98b5e"
TOKEN, DIE = 32.0, 34.0
BACK = (34.0, 46.0)
SMALL_HEIGHT = 36.0
KNOB = 8.5  # radius of the disc on an edge that has a letter
_SMALL = (36.0, 74.0)  # least and most width of a small form
_HALVES = 116.0  # most width of a small form whose name has two parts
_PATTERNED = 22.0  # smaller discs have no pattern: a letter is enough
_COUNT = 14.0  # what a count covers of a small form, from the right
_NUMBERED = 30.0  # smaller boxes have no numbers
_LEAST_PIECE = 12.0
_PIPS = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
_ICON = 0.66  # how high an icon is written on a disc, in parts of its size
_ROUND = PieceLook()
_SHAPES = {
    "square": "M2 4q0-2 2-2h16q2 0 2 2v16q0 2-2 2h-16q-2 0-2-2z",
    "cube": "M3 7l4-4h14v14l-4 4h-14zM3 7h14l4-4M17 7v14",
    "house": "M2 11l10-9 10 9v11h-20z",
    "meeple": "M12 1q4 0 4 5 6 1 7 5-2 2-5 1l3 10h-7l-2-5-2 5h-7l3-10q-3 1-5-1 1-4 7-5 0-5 4-5z",
}


@attrs.define
class Faces:
    """The symbols of one game. `prefix` begins every id, so that pictures can share a page.

    `shortened`: by id, what is written on a box that is too small for its name, and that name.
    """

    kinds: Kinds
    prefix: str
    shortened: dict[str, tuple[str, str]] = attrs.field(factory=dict, init=False, repr=False)
    _made: dict[str, Symbol] = attrs.field(factory=dict, init=False, repr=False)

    def card(self, kind: int) -> Symbol:
        """Return the largest form of a kind: a card, or whatever else its sort is."""
        if self.kinds.sort(kind) == "card":
            return self._kept(f"c{kind}", partial(cards.card, self.kinds, kind))
        return self.small(kind)

    def small(self, kind: int) -> Symbol:
        """Return the form for zones where room is short."""
        match sort := self.kinds.sort(kind):
            case "token":
                return self.token(kind, TOKEN)
            case "die":
                return self.die(kind, DIE)
            case "named" | "card":
                return self._kept(f"s{kind}", partial(self._small, kind))
            case _:
                assert_never(sort)

    def is_small(self, kind: int, used: Container[str]) -> bool:
        """Return whether the small form of a kind is among the symbols with these ids."""
        return f"{self.prefix}s{kind}" in used

    def placed(self, kind: int, size: float) -> Symbol:
        """Return the form for a place of a board: within a square of `size`."""
        size = float(max(_LEAST_PIECE, round(size)))
        match sort := self.kinds.sort(kind):
            case "token":
                return self.token(kind, size)
            case "die":
                return self.die(kind, size)
            case "named" | "card":
                return self._kept(f"b{kind}-{num(size)}", partial(self._boxed, kind, size))
            case _:
                assert_never(sort)

    def token(self, kind: int, size: float) -> Symbol:
        """Return a disc."""
        return self._kept(f"t{kind}-{num(size)}", partial(self._token, kind, size))

    def die(self, kind: int, size: float) -> Symbol:
        """Return a die."""
        return self._kept(f"d{kind}-{num(size)}", partial(self._die, kind, size))

    def player(self, player: int, size: float) -> Symbol:
        """Return the disc that stands for a player: colour, pattern and letter."""
        letter = self.kinds.palette.letters[player]
        make = partial(self._players_disc, player, size, letter)
        return self._kept(f"p{player}-{num(size)}", make)

    def stone(self, player: int, size: float) -> Symbol:
        """Return the disc of a player as it lies on a place, without a letter if it needs none."""
        letter = "" if self.kinds.palette.tell_apart else self.kinds.palette.letters[player]
        make = partial(self._players_disc, player, size, letter)
        return self._kept(f"o{player}-{num(size)}", make)

    def knob(self, player: int | None, kind: int, letter: str) -> Symbol:
        """Return the small disc with a letter on an edge that a thing, or a player, lies along."""
        colour = self.colour(kind) if player is None else self.kinds.palette.players[player]
        key = f"j{kind}" if player is None else f"jp{player}"
        return self._kept(key, lambda: (2 * KNOB, 2 * KNOB, knob(colour, letter)))

    def back(self, number: int | None) -> Symbol:
        """Return the back of a card, with its name where backs differ."""
        return self._kept(f"k{'' if number is None else number}", partial(self._back, number))

    def _kept(self, key: str, make: Callable[[], tuple[float, float, str]]) -> Symbol:
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = Symbol(self.prefix + key, *make())
        return found

    def _back(self, number: int | None) -> tuple[float, float, str]:
        width, height = BACK
        body = rect((0.5, 0.5, width - 1, height - 1), "bk", 4)
        body += rect((4, 4, width - 8, height - 8), "bl", 2)
        if number is not None:
            name = fitted(self.kinds.document.backs[number].replace("_", " "), width - 2, 10)
            body += text(name.lines[0], (width / 2, height / 2), name.size, "m b", "#ffffff")
        return width, height, body

    # ------------------------------------------------------------ discs

    def _players_disc(self, player: int, size: float, letter: str) -> tuple[float, float, str]:
        return size, size, self.disc(player, None, size, letter)

    def disc(
        self, player: int | None, colour: str | None, size: float, letter: str, icon: str = ""
    ) -> str:
        """Return a disc in a player's colour and pattern or another colour, with what is on it."""
        palette, half = self.kinds.palette, size / 2
        fill = colour or (WOOD if player is None else palette.players[player])
        patterned = player is not None and not palette.tell_apart and size >= _PATTERNED
        rim = f"url(#{self.prefix}p{player})" if patterned else fill
        body = circle((half, half), half - 0.75, "r", rim)
        if patterned:
            body += circle((half, half), half * 0.68, "", fill)
        elif size >= _PATTERNED and not icon:
            ink = ink_on(fill)
            ring = circle((half, half), half * 0.72, "ri")
            body += ring.replace("/>", f' stroke="{ink}"/>')
        if icon:
            body += text(icon, (half, half), size * _ICON, "m", ink_on(fill))
        elif letter:
            room = size * (0.62 if patterned else 0.92 if letter.isdigit() else 0.78)
            written = fitted(letter, max(room, 8.0), max(LEAST, min(16.0, size * 0.42)), bold=True)
            if not written.cut:
                at = (half, half)
                body += text(written.lines[0], at, written.size, "m b", ink_on(fill))
        return body

    def _token(self, kind: int, size: float) -> tuple[float, float, str]:
        found = self.kinds.document.kinds[kind]
        letter, icon = self.kinds.letter(found), self.kinds.icon(found) or ""
        colour = None if found.owner is not None else self._own_colour(kind)
        if not letter and found.owner is not None and not self.kinds.palette.tell_apart:
            letter = self.kinds.palette.letters[found.owner]
        look = self.kinds.look.pieces.get(found.component, _ROUND)
        art = look.art.get(found.name)
        if art is not None:
            return size, size, cards.drawing_in(art, (0, 0, size, size))
        if look.shape in _SHAPES:
            shape = _SHAPES[look.shape]
            return size, size, self._shaped(shape, colour or self.colour(kind), size, letter, icon)
        return size, size, self.disc(found.owner, colour, size, letter, icon)

    def _shaped(self, shape: str, colour: str, size: float, letter: str, icon: str) -> str:
        """Return a piece that is no disc; `shape` is drawn on 24 by 24."""
        factor = num(size / 24)
        body = f'<path{css("r")} transform="scale({factor})" fill="{colour}" d="{shape}"/>'
        written = fitted(letter, size * 0.7, max(LEAST, size * 0.4), bold=True)
        if icon:
            body += text(icon, (size / 2, size * 0.58), size * 0.5, "m", ink_on(colour))
        elif letter and not written.cut:
            body += text(letter, (size / 2, size * 0.58), written.size, "m b", ink_on(colour))
        return body

    def _own_colour(self, kind: int) -> str:
        """Return the colour of a token that nobody owns: of its first word, else wood."""
        found = self.kinds.document.kinds[kind]
        for attribute, value in self.kinds.names.values(found):
            colour = self.kinds.palette.of(value, attribute.type)
            if colour is not None:
                return colour
        return self.kinds.look.colours.get(found.name, WOOD)

    def colour(self, kind: int) -> str:
        """Return the colour of a thing as a line on an edge has it."""
        owner = self.kinds.document.kinds[kind].owner
        return self._own_colour(kind) if owner is None else self.kinds.palette.players[owner]

    # ------------------------------------------------------------ small forms

    def _small(self, kind: int) -> tuple[float, float, str]:
        """Return a rounded box with the name, as wide as that asks for, and numbers below."""
        written = self.kinds.written[kind]
        if written.suit is not None:
            return 34.0, SMALL_HEIGHT, self._suited(kind, 34.0, SMALL_HEIGHT)
        low, high = _SMALL
        title = " ".join(written.title)
        numbers = self._numbers(kind)
        name = fitted(title, high - 8, 11.0, bold=True, lines=1 if numbers else 2)
        height = SMALL_HEIGHT
        if name.cut and numbers:
            name = fitted(title, high - 8, 10.0, bold=True, lines=2)
            height += 10
        wide = max(width_of(line, name.size, bold=True) for line in name.lines)
        beside = 2 * _COUNT if "·" in numbers else 10  # for how many of them there are
        width = min(high, max(low, wide + 10, width_of(numbers, 10) + beside))
        if len(written.band) > 1 and len(written.title) > 1:
            parts = max(width_of(part, 10, bold=True) for part in written.title[:2])
            width, height = min(_HALVES, max(low, 2 * parts + 8)), SMALL_HEIGHT
            return width, height, self._box(kind, (width, height), name.lines[:1], 10.0)
        return width, height, self._box(kind, (width, height), name.lines, name.size)

    def _boxed(self, kind: int, size: float) -> tuple[float, float, str]:
        """Return a square with the name, or as much of it as says which kind it is."""
        written = self.kinds.written[kind]
        if written.suit is not None:
            return size, size, self._suited(kind, size, size)
        title = self.kinds.whole_title(kind)
        name = fitted(title, size - 3, min(13.0, size * 0.36), bold=True)
        if name.cut:
            letter = self.kinds.letters[kind]
            name = fitted(letter, size - 3, min(13.0, size * 0.42), bold=True)
            line = beginning(letter, size - 3, name.size, bold=True)
            self.shortened[f"{self.prefix}b{kind}-{num(size)}"] = (line, title)
            name = attrs.evolve(name, lines=(line,))
        return size, size, self._box(kind, (size, size), name.lines, name.size)

    def _box(
        self, kind: int, box: tuple[float, float], lines: tuple[str, ...], size: float
    ) -> str:
        """Return a box: the owner's or band's colour, lines of the name, numbers below."""
        width, height = box
        written = self.kinds.written[kind]
        halves = len(written.band) > 1
        body = rect((0.5, 0.5, width - 1, height - 1), "r", 6, written.band[0])
        if halves:
            body += cards.half(written.band[1], width, height)
        ink = ink_on(written.band[0])
        numbers = self._numbers(kind) if height >= _NUMBERED else ""
        top = height / 2 - (len(lines) - 1) * (size + 1) / 2 - (6 if numbers else 0)
        if halves and len(written.title) > 1:
            return body + self._in_halves(kind, width, top, size)
        for at, line in enumerate(lines):
            body += text(line, (width / 2, top + at * (size + 1)), size, "m b", ink)
        if numbers:
            below = fitted(numbers, width - 4, 10.0)
            body += text(below.lines[0], (width / 2, height - 9), below.size, "m", ink)
        return body

    def _in_halves(self, kind: int, width: float, top: float, size: float) -> str:
        """Return the two parts of a title, each on its colour."""
        written, body = self.kinds.written[kind], ""
        for at, part in enumerate(written.title[:2]):
            short = fitted(part, width / 2 - 2, size, bold=True)
            word = part[:1] if short.cut else short.lines[0]
            ink = ink_on(written.band[at])
            body += text(word, (width * (0.25 + at / 2), top), short.size, "m b", ink)
        numbers = self._numbers(kind)
        if numbers:
            ink = ink_on(written.band[0])
            body += text(numbers, (4, SMALL_HEIGHT - 9), LEAST, "", ink)
        return body

    def _numbers(self, kind: int) -> str:
        """Return the numbers on a small form, `3·8`: the same attributes on all of a component."""
        return "·".join(value for _, value in self.kinds.numbers[kind])

    def _suited(self, kind: int, width: float, height: float) -> str:
        """Return a small playing card."""
        written = self.kinds.written[kind]
        ink = cards.ink_of(written)
        body = rect((0.5, 0.5, width - 1, height - 1), "cd", 4)
        size = min(13.0, height * 0.36)
        body += text(written.title[0], (width / 2, height * 0.3), size, f"m b {ink}")
        return body + text(written.suit or "", (width / 2, height * 0.7), size, f"m {ink}")

    def _die(self, kind: int, size: float) -> tuple[float, float, str]:
        found = self.kinds.document.kinds[kind]
        face = found.face or 0
        owner = found.owner
        fill = "#fffdf6" if owner is None else self.kinds.palette.players[owner]
        ink = ink_on(fill)
        body = rect((0.75, 0.75, size - 1.5, size - 1.5), "r", size * 0.2, fill)
        if face not in _PIPS:
            mark = fitted(str(face), size - 4, size * 0.5, bold=True)
            at = (size / 2, size / 2)
            return size, size, body + text(mark.lines[0], at, mark.size, "m b", ink)
        step = size * 0.25
        for x, y in _PIPS[face]:
            body += circle((size / 2 + x * step, size / 2 + y * step), size * 0.09, "", ink)
        return size, size, body


def knob(colour: str, letter: str) -> str:
    """Return a small disc with a letter, which lies on a line of its colour."""
    body = circle((KNOB, KNOB), KNOB, "r", colour)
    size = 10.5 if len(letter) == 1 else LEAST
    return body + text(letter, (KNOB, KNOB), size, "b m", ink_on(colour))
