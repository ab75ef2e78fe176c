"""A room of playingcards.io in which the table is set up: a package with what lies there.

A package is a ZIP archive: `widgets.json`, a list of what lies on the table, and the folder
`userassets` with the images that it names. Lengths are pixels of a table of 1,600 by 1,000, whose
lower edge is the hand of whoever looks. Every piece is a card there, dice are spinners.

Source: programs in public repositories that write and read such packages.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from io import BytesIO
from itertools import groupby
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import attrs

from interpreter.exports.faces import atlases, back_name, board_size, face_name, images
from interpreter.exports.pieces import Item, Pieces, Pile
from interpreter.formats import Json
from interpreter.sheets.art import key_of

_ASSETS: Final = "package://userassets/"
_PIXELS: Final = 103 / 63  # a millimetre: cards are 103 wide there
_LEFT, _TOP, _RIGHT, _BOTTOM = 50, 50, 1_550, 780
_GAP: Final = 20
_WIDEST: Final = 1_000  # of the boards together
_ASIDE: Final = 6
_HAND: Final[dict[str, Json]] = {"id": "hand", "type": "hand", "x": _LEFT, "y": 820, "z": 1}


def playing_cards(pieces: Pieces) -> dict[str, bytes]:
    """Return the package.

    Raises:
        UsageError: the extra `print` is not installed.
    """
    files = images(pieces, atlases(pieces), alone=("card", "tile", "die"))
    widgets = json.dumps(list(_Room.of(pieces).widgets()), indent=1, ensure_ascii=False)
    package = BytesIO()
    with ZipFile(package, "w") as archive:
        archive.writestr(_entry("widgets.json"), widgets)
        named = (name for name in files if f'"{_ASSETS}{name}"' in widgets)
        for name in named:
            archive.writestr(_entry(f"userassets/{name}"), files[name])
    return {f"{key_of(pieces.title)}.pcio": package.getvalue()}


def _entry(name: str) -> ZipInfo:
    """Return an entry without the time of day: the same game gives the same bytes."""
    entry = ZipInfo(name)
    entry.compress_type = ZIP_DEFLATED
    return entry


@attrs.define
class _Room:
    """Makes what lies in a room. `scale`: pixels a millimetre; `edge`: where the boards end."""

    pieces: Pieces
    scale: float
    edge: float
    made: int = 0

    @classmethod
    def of(cls, pieces: Pieces) -> _Room:
        """Return a room whose boards have room in it."""
        sizes = [board_size(placed) for placed in pieces.boards]
        wide = sum(width for width, _ in sizes) or 1.0
        high = max((height for _, height in sizes), default=1.0)
        scale = min(_PIXELS, _WIDEST / wide, (_BOTTOM - _TOP) / high)
        return cls(pieces, scale, _LEFT + sum(width * scale + _GAP for width, _ in sizes))

    def widgets(self) -> Iterator[Json]:
        """Yield all that lies in the room, what lies below first."""
        yield _HAND
        yield from self._boards()
        items = {item.number: item for item in self.pieces.items}
        loose = [pile for pile in self.pieces.piles if pile.board is None]
        spots = dict(zip((pile.zone for pile in loose), self._grid(len(loose)), strict=True))
        for pile in loose:
            yield self._place(pile, spots[pile.zone], [items[kind] for kind in pile.kinds])
        cards = sorted((item for item in items.values() if not item.sides), key=_deck)
        for deck, group in groupby(cards, key=_deck):
            yield self._deck(deck, list(group))
        for pile in self.pieces.piles:
            yield from self._pile(pile, [items[kind] for kind in pile.kinds], spots.get(pile.zone))

    def _widget(self, name: str, sort: str, x: float, y: float) -> dict[str, Json]:
        self.made += 1
        return {"id": name, "type": sort, "x": round(x), "y": round(y), "z": self.made}

    def _boards(self) -> Iterator[Json]:
        x = float(_LEFT)
        for number, placed in enumerate(self.pieces.boards, 1):
            width, height = (round(mm * self.scale) for mm in board_size(placed))
            body = self._widget(f"board-{number}", "board", x, _TOP)
            image = f"{_ASSETS}board-{number}.png"
            yield {**body, "width": width, "height": height, "boardImage": image}
            x += width + _GAP

    def _place(self, pile: Pile, spot: tuple[float, float], items: Iterable[Item]) -> Json:
        """Return what holds a pile, as large as what lies there."""
        width, height = map(max, zip(*map(self._size, items), strict=True))
        body = self._widget(key_of(f"pile {pile.zone}"), "cardPile", *spot)
        return {**body, "width": width, "height": height, "label": pile.zone}

    def _grid(self, number: int) -> Iterator[tuple[float, float]]:
        """Yield places beside the boards, nearer to each other where they are many."""
        sizes = map(self._size, self.pieces.items)
        width, height = map(max, zip(*sizes, strict=True))
        columns = max(1, int((_RIGHT - self.edge) // (width + _GAP)))
        rows = -(-number // columns)
        step = min(height + 2 * _GAP, (_BOTTOM - _TOP - height) / max(1, rows - 1))
        for at in range(number):
            row, column = divmod(at, columns)
            x = min(self.edge + column * (width + _GAP), _RIGHT - width)
            yield x, _TOP + row * step

    def _size(self, item: Item) -> tuple[int, int]:
        return round(item.width * self.scale), round(item.height * self.scale)

    def _deck(self, name: str, items: list[Item]) -> Json:
        """Return what says how the cards of one back look."""
        width, height = self._size(items[0])
        types: dict[str, Json] = {
            _type(item): {
                "label": item.label,
                "face": _ASSETS + face_name(item),
                "back": _ASSETS + (back_name(item) or face_name(item)),
            }
            for item in items
        }
        return {
            **self._widget(name, "cardDeck", _LEFT, _BOTTOM),
            "parent": None,
            "cardWidth": width,
            "cardHeight": height,
            "cardTypes": types,
            "faceTemplate": _template("face", width, height),
            "backTemplate": _template("back", width, height),
        }

    def _pile(
        self, pile: Pile, items: list[Item], spot: tuple[float, float] | None
    ) -> Iterator[Json]:
        """Yield the pieces of a pile, the lowest first."""
        x, y = self._on_board(pile) if spot is None else spot
        aside, below = 0, items[-1].number
        for item in reversed(items):
            aside += _ASIDE if item.number != below and spot is None else 0
            below = item.number
            width, height = self._size(item)
            left, top = (x + aside - width / 2, y - height / 2) if spot is None else (x, y)
            name = f"piece-{self.made + 1}"
            if item.sides:
                options: list[Json] = list(range(1, item.sides + 1))
                yield {**self._widget(name, "spinner", left, top), "options": options, "value": 1}
                continue
            yield {
                **self._widget(name, "card", left, top),
                "parent": None if spot is None else key_of(f"pile {pile.zone}"),
                "deck": _deck(item),
                "cardType": _type(item),
                "faceup": pile.is_open,
            }

    def _on_board(self, pile: Pile) -> tuple[float, float]:
        """Return where the middle of a pile on a board is."""
        assert pile.board is not None, "it lies on one"
        sizes = [board_size(placed) for placed in self.pieces.boards]
        before = sum(round(width * self.scale) + _GAP for width, _ in sizes[: pile.board])
        width, height = (mm * self.scale for mm in sizes[pile.board])
        return _LEFT + before + pile.at[0] * width, _TOP + pile.at[1] * height


def _deck(item: Item) -> str:
    return key_of(f"deck {item.component} {item.back or ''}")


def _type(item: Item) -> str:
    return f"kind-{item.number}"


def _template(side: str, width: int, height: int) -> Json:
    """Return a side of a card: one image, whose name is in each type of card."""
    image: dict[str, Json] = {
        "type": "image",
        "valueType": "dynamic",
        "value": side,
        "color": "white",
        "x": 0,
        "y": 0,
        "w": width,
        "h": height,
    }
    return {"includeBorder": False, "includeRadius": True, "objects": [image]}
