"""A saved game of Tabletop Simulator in which the table is set up.

Cards lie in decks that cut faces out of sheets (at most ten by seven, the last cell left free),
other pieces are tiles, dice with 4, 6, 8, 10, 12 or 20 sides are its own. Lengths are its units,
about an inch each; y is up, and a seat looks along +z.

Source: kb.tabletopsimulator.com, "Save File Format" and "Custom Content"; saves that others keep
in public repositories. Images are named by addresses: others see only what lies on a server.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from itertools import groupby
from math import cos, pi, sin
from typing import Final

import attrs

from interpreter.exports.faces import Atlas, atlases, back_name, board_size, face_name, images
from interpreter.exports.pieces import Item, Pieces, Pile
from interpreter.formats import Json
from interpreter.sheets.art import key_of

_UNIT: Final = 25.4
_CARD_MM: Final = 63.5
_TILE_UNITS: Final = 2.0
"""How wide a tile of scale 1 is."""
_STEP: Final = 3.4
_ABREAST: Final = 7
_HEIGHT: Final = 1.1
_SIDES: Final = (4, 6, 8, 10, 12, 20)
_COLOURS: Final = ("White", "Red", "Orange", "Yellow", "Green", "Blue", "Purple", "Pink")


def tabletop_simulator(pieces: Pieces, url: str) -> dict[str, bytes]:
    """Return the save and the images that it names.

    `url`: what stands before the name of each image, such as `https://example.org/my_game/`.

    Raises:
        UsageError: the extra `print` is not installed.
    """
    found = atlases(pieces)
    files = images(pieces, found, alone=("tile", "die"))
    maker = _Maker(pieces, found, url)
    save: dict[str, Json] = {
        "SaveName": pieces.title,
        "GameMode": pieces.title,
        "Date": "",
        "Table": "Table_None" if pieces.boards else "Table_RPG",
        "Sky": "Sky_Museum",
        "Note": "",
        "Rules": "",
        "PlayerTurn": "",
        "LuaScript": "",
        "LuaScriptState": "",
        "ObjectStates": list(maker.objects()),
    }
    name = f"{key_of(pieces.title)}.json"
    return {name: json.dumps(save, indent=1, ensure_ascii=False).encode(), **files}


@attrs.frozen
class _Spot:
    """Where something lies, and how far it is turned."""

    x: float
    z: float
    turn: float = 180.0


@attrs.define
class _Maker:
    """Makes the objects of a save, in the order in which the text declares their zones."""

    pieces: Pieces
    found: tuple[Atlas, ...]
    url: str
    made: int = 0

    def objects(self) -> Iterator[Json]:
        yield from self._boards()
        spots = self._spots()
        for pile, spot in zip(self.pieces.piles, spots, strict=True):
            yield from self._pile(pile, spot)

    # ------------------------------------------------------------ where things lie

    def _spots(self) -> Iterator[_Spot]:
        """Yield where each pile lies: on its board, before its owner, or in rows in the middle."""
        common, own = 0, [0] * len(self.pieces.players)
        edge = self._edge()
        for pile in self.pieces.piles:
            if pile.board is not None:
                yield self._on_board(pile)
            elif pile.owner is not None:
                yield self._before(pile.owner, own[pile.owner], edge)
                own[pile.owner] += 1
            else:
                row, column = divmod(common, _ABREAST)
                side = edge if self.pieces.boards else 0.0
                yield _Spot((column - _ABREAST // 2) * _STEP, side - row * _STEP * 1.3)
                common += 1

    def _edge(self) -> float:
        """Return how far from the middle the boards end, or the rows of what is common."""
        common = sum(p.owner is None and p.board is None for p in self.pieces.piles)
        rows = -(-common // _ABREAST)
        half = max((board_size(b)[1] for b in self.pieces.boards), default=0.0) / _UNIT / 2
        return half + _STEP * (1 + rows)

    def _before(self, player: int, number: int, edge: float) -> _Spot:
        """Return the next free spot before a player; the first one sits at the near side."""
        angle = 2 * pi * player / len(self.pieces.players)
        away = edge + _STEP * (1 + number // _ABREAST)
        along = (number % _ABREAST - _ABREAST // 2) * _STEP
        x = -sin(angle) * away + cos(angle) * along
        z = -cos(angle) * away - sin(angle) * along
        return _Spot(x, z, (180.0 + angle * 180 / pi) % 360)

    def _middle(self, board: int) -> float:
        """Return where the middle of a board is: they lie side by side."""
        wide = board_size(self.pieces.boards[0])[0] / _UNIT + 1
        return (board - (len(self.pieces.boards) - 1) / 2) * wide

    def _on_board(self, pile: Pile) -> _Spot:
        assert pile.board is not None, "it lies on one"
        width, height = (mm / _UNIT for mm in board_size(self.pieces.boards[pile.board]))
        x = self._middle(pile.board) + (pile.at[0] - 0.5) * width
        return _Spot(x, (0.5 - pile.at[1]) * height)

    # ------------------------------------------------------------ objects

    def _boards(self) -> Iterator[Json]:
        for number, placed in enumerate(self.pieces.boards):
            image = self.url + f"board-{number + 1}.png"
            width, height = (mm / _UNIT for mm in board_size(placed))
            scale = (width / _TILE_UNITS, height / _TILE_UNITS)
            spot = _Spot(self._middle(number), 0)
            body = self._tile("Custom_Tile", image, spot, scale, placed.title or "board")
            yield {**body, "Locked": True}

    def _pile(self, pile: Pile, spot: _Spot) -> Iterator[Json]:
        """Yield what lies in a zone: a deck for each sort of card, tiles and dice beside it."""
        items = {item.number: item for item in self.pieces.items}
        cards = [items[kind] for kind in pile.kinds if items[kind].sort == "card"]
        others = [items[kind] for kind in pile.kinds if items[kind].sort != "card"]
        at = 0
        for _, group in groupby(cards, key=lambda item: item.component):
            yield self._deck(list(group), pile, self._beside(spot, at))
            at += 1
        for _, alike in groupby(others, key=lambda item: item.number):
            same = list(alike)
            place = self._beside(spot, at) if pile.board is None else self._beside(spot, at / 8)
            yield from self._others(same[0], len(same), pile, place)
            at += 1

    def _beside(self, spot: _Spot, number: float) -> _Spot:
        return attrs.evolve(spot, x=spot.x + number * _STEP / 3)

    def _deck(self, cards: list[Item], pile: Pile, spot: _Spot) -> Json:
        """Return a card, or a deck of several; what not everybody sees lies face down."""
        scale = cards[0].width / _CARD_MM
        turned = 0.0 if pile.is_open else 180.0
        singles: list[dict[str, Json]] = []
        for card in cards:
            number, at = self._cell(card)
            decks: dict[str, Json] = {str(number): self._custom_deck(number)}
            singles.append(
                {
                    **self._object("Card", card.label, spot, (scale, scale), turned),
                    "CardID": number * 100 + at,
                    "SidewaysCard": False,
                    "CustomDeck": decks,
                }
            )
        if len(singles) == 1:
            return singles[0]
        known = {self._cell(card)[0] for card in cards}
        ids: list[Json] = [single["CardID"] for single in singles]
        return {
            **self._object("DeckCustom", pile.zone, spot, (scale, scale), turned),
            "SidewaysCard": False,
            "DeckIDs": ids,
            "CustomDeck": {str(number): self._custom_deck(number) for number in sorted(known)},
            "ContainedObjects": list(singles),
        }

    def _cell(self, item: Item) -> tuple[int, int]:
        """Return the number of a sheet, from 1, and which cell of it shows a card."""
        return next(
            (number, at)
            for number, atlas in enumerate(self.found, 1)
            for at, other in enumerate(atlas.items)
            if other.number == item.number
        )

    def _custom_deck(self, number: int) -> Json:
        atlas = self.found[number - 1]
        return {
            "FaceURL": f"{self.url}{atlas.name}.png",
            "BackURL": f"{self.url}{back_name(atlas.items[0]) or f'{atlas.name}.png'}",
            "NumWidth": atlas.columns,
            "NumHeight": atlas.rows,
            "BackIsHidden": True,
            "UniqueBack": False,
            "Type": 0,
        }

    def _others(self, item: Item, amount: int, pile: Pile, spot: _Spot) -> Iterator[Json]:
        if item.sort == "die" and item.sides in _SIDES:
            for number in range(amount):
                place = self._beside(spot, number)
                yield self._object(f"Die_{item.sides}", pile.zone, place, (1.0, 1.0), 0.0)
            return
        side = item.width / _UNIT / _TILE_UNITS
        image = self.url + face_name(item)
        name = "Custom_Tile_Stack" if amount > 1 else "Custom_Tile"
        ratio = item.height / item.width
        tile = self._tile(name, image, spot, (side, side * ratio), item.label)
        yield {**tile, "Number": amount} if amount > 1 else tile

    def _tile(
        self, name: str, image: str, spot: _Spot, scale: tuple[float, float], called: str
    ) -> dict[str, Json]:
        return {
            **self._object(name, called, spot, scale, 0.0),
            "CustomImage": {
                "ImageURL": image,
                "ImageSecondaryURL": image,
                "ImageScalar": 1.0,
                "WidthScale": 0.0,
                "CustomTile": {"Type": 0, "Thickness": 0.1, "Stackable": True, "Stretch": True},
            },
        }

    def _object(
        self, name: str, called: str, spot: _Spot, scale: tuple[float, float], turned: float
    ) -> dict[str, Json]:
        self.made += 1
        guid = sha256(f"{self.pieces.title} {self.made}".encode()).hexdigest()[:6]
        transform: Mapping[str, Json] = {
            "posX": round(spot.x, 3),
            "posY": _HEIGHT,
            "posZ": round(spot.z, 3),
            "rotX": 0.0,
            "rotY": round(spot.turn, 3),
            "rotZ": turned,
            "scaleX": round(scale[0], 4),
            "scaleY": 1.0,
            "scaleZ": round(scale[1], 4),
        }
        return {
            "GUID": guid,
            "Name": name,
            "Transform": dict(transform),
            "Nickname": called,
            "Description": "",
            "ColorDiffuse": {"r": 1.0, "g": 1.0, "b": 1.0},
            "Locked": False,
            "Grid": False,
            "Snap": True,
            "Autoraise": True,
            "Sticky": True,
            "Tooltip": True,
            "LuaScript": "",
            "LuaScriptState": "",
        }
