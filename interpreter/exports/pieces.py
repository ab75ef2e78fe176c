"""The pieces of a game and where they lie when it begins: what every export is made from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

import attrs

from interpreter.chance import Numbers
from interpreter.document.model import Component, GameDocument, Index, Kind, Zone
from interpreter.document.sight import Sight, Spot
from interpreter.picture import Placed, Plan, middle_of, readable
from interpreter.position import Kinds
from interpreter.reference.values import contents
from interpreter.sheets.art import Picture, key_of
from interpreter.sheets.boards import emptied
from interpreter.sheets.drawing import CARD, TILE, size_of
from interpreter.state import State
from rulelang.core import Value
from rulelang.rule_types import Member

BOARD_MM = 420.0
"""How wide a board is, as wide as two sheets of A4 side by side."""


@attrs.frozen
class Item:
    """A kind of piece. `fields`: its attributes, by name; sizes are millimetres.

    `sides`: of a die that shows 1 to so many, else 0. `back`: what its back is called, "" for the
    only one; None where it has none.
    """

    number: int
    label: str
    name: str
    component: str
    sort: Literal["card", "tile", "die"]
    copies: int
    back: str | None
    fields: tuple[tuple[str, str], ...]
    width: float
    height: float
    sides: int = 0


@attrs.frozen
class Pile:
    """What lies in one zone when the game begins, from the top down.

    `owner`: whose zone it is. `board`: the place of its board among all, `at` where on it, as
    parts of its width and height.
    """

    zone: str
    kinds: tuple[int, ...]
    is_open: bool
    owner: int | None
    board: int | None = None
    at: tuple[float, float] = (0.0, 0.0)


@attrs.frozen
class Pieces:
    """All of it. `empty`: what boards are drawn from; `art`: an author's own drawings, by key."""

    title: str
    players: tuple[str, ...]
    items: tuple[Item, ...]
    piles: tuple[Pile, ...]
    plan: Plan = attrs.field(repr=False)
    empty: Sight = attrs.field(repr=False)
    art: Mapping[str, Picture] = attrs.field(factory=dict, repr=False)

    @property
    def boards(self) -> tuple[Placed, ...]:
        """The boards of the game."""
        return self.plan.placed


def pieces_of(plan: Plan, start: State, seed: int = 0) -> Pieces:
    """Return the pieces of a game, lying as they do at a state.

    `seed`: how what lies in bags is mixed.

    >>> from interpreter import load, shipped
    >>> from interpreter.look import look_of
    >>> from interpreter.picture.making import plan_of
    >>> game = load(shipped()[0], engine="reference")
    >>> plan = plan_of(game.document(), look_of(game.document()), 1280, None)
    >>> found = pieces_of(plan, game.start(seed=1))
    >>> len(found.items) > 0, {item.sort for item in found.items} <= {"card", "tile", "die"}
    (True, True)
    """
    document = plan.document
    piles = tuple(_piles(plan, start, seed))
    lying = {kind for pile in piles for kind in pile.kinds}
    items = tuple(
        _item(plan, component, document.kinds[number])
        for component in document.components
        for number in component.kinds
        if component.sort != "die" or number in lying
    )
    return Pieces(document.title, document.players, items, piles, plan, emptied(start.sight(None)))


def _item(plan: Plan, component: Component, kind: Kind) -> Item:
    document = plan.document
    sort = plan.kinds.sorts[component.name]
    width, height = size_of(plan, component, CARD if sort == "card" else TILE)
    shown = [document.kinds[number].face for number in component.kinds]
    sides = len(shown) if shown == list(range(1, len(shown) + 1)) else 0
    return Item(
        kind.number,
        kind.label,
        kind.name,
        component.name,
        "card" if sort == "card" else "die" if sort == "die" else "tile",
        kind.copies,
        None if kind.back is None else readable(document.backs[kind.back]),
        tuple(_fields(plan, component, kind)),
        width,
        height,
        sides,
    )


def _fields(plan: Plan, component: Component, kind: Kind) -> Iterator[tuple[str, str]]:
    at = component.kinds.index(kind.number)
    for attribute in component.attributes:
        value = attribute.values[at]
        yield attribute.name, "" if value is None else plan.names.read(value, attribute.type)
    yield from ((text.name, text.said[at]) for text in component.texts)


def back_key(item: Item) -> str:
    """Return what a drawing of the back of a card is called."""
    return key_of(f"back {item.back or ''}")


def _piles(plan: Plan, state: State, seed: int) -> Iterator[Pile]:
    """Yield what lies where, families of zones in the order of the text."""
    document, layout = plan.document, state.game.layout
    numbers = Numbers("pieces", seed)
    zones = {zone.name: zone for zone in document.zones}
    for family, index, lying in _everything(state):
        if not lying:
            continue
        zone = zones[family]
        kinds = list(lying)
        if zone.shape == "bag":
            for last in range(len(kinds) - 1, 0, -1):
                other = numbers.below(last + 1)
                kinds[last], kinds[other] = kinds[other], kinds[last]
        board, at = _on_board(plan, Spot(family, index))
        name = layout.names[layout.zone_cells[document.zones.index(zone)][index]]
        owner = _owner(document, zone, index)
        yield Pile(name, tuple(kinds), zone.seen == "all", owner, board, at)


def _everything(state: State) -> list[tuple[str, Index, Kinds]]:
    """Return what lies in each zone, seen by whoever sets the table up."""
    layout = state.game.layout
    found: list[tuple[str, Index, Kinds]] = []
    for zone, cells in zip(layout.spec.zones, layout.zone_cells, strict=True):
        for index, cell in cells.items():
            found.append((zone.name, _index(index), contents(cell, state.world)))
    return found


def _index(index: Sequence[Value]) -> Index:
    return tuple(value for value in index if isinstance(value, int))


def _owner(document: GameDocument, zone: Zone, index: Index) -> int | None:
    """Return the player whose zone a cell is."""
    for kind, value in zip(zone.index, index, strict=True):
        if kind == Member("Player", len(document.players)):
            return value
    return None


def _on_board(plan: Plan, cell: Spot) -> tuple[int | None, tuple[float, float]]:
    """Return on which board a cell lies, and where: on a place, or halfway along an edge."""
    for number, placed in enumerate(plan.placed):
        spots = [(p.cells, placed.at(p.x, p.y)) for p in placed.board.places]
        spots += [(line.cells, middle_of(placed, line)) for line in placed.board.edges]
        for cells, (x, y) in spots:
            if cell in cells:
                return number, (x / placed.width, y / placed.height)
    return None, (0.0, 0.0)
