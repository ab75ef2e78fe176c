"""Rules B6, B10, B11 and B12: lines of boxes, and how they are folded into rows."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Literal

import attrs

from interpreter.picture.boards.layout import Layout, Site, boxed
from interpreter.picture.boards.model import Board, Head, Outline, Turns
from rulelang.freezing import frozen

_FULL = 0.94  # of the room of a box, the rest is the gap to the next
_SIDE = 1.1  # room at the left for the names of players
SLOT = 2.4
_BETWEEN = 0.35  # from the rows of one fold to those of the next


@frozen
class Boxes:
    """What the boxes of a row are: their outline and height, and pixels a unit."""

    rule: str
    outline: Outline
    height: float
    scale: tuple[float, float]
    columns: int


TRACK = Boxes("B6", "card", 1.35, (52.0, 76.0), 15)
TABLE = Boxes("B12", "card", 1.15, (28.0, 44.0), 25)
CARDS = Boxes("B11", "card", 0.72, (92.0, 132.0), 6)
TOLD = attrs.evolve(CARDS, height=0.95)  # what players read there stands above what lies there
RANGE = Boxes("B10", "slot", SLOT, (28.0, 48.0), 26)
_BOXES = {boxes.rule: boxes for boxes in (TRACK, TABLE, CARDS, RANGE)}


def rows(boxes: Boxes, count: int, columns: int, *, backward: bool = False) -> Layout:
    """Return boxes in reading order, at most `columns` in a row, rows of equal length."""
    across = _even(count, columns)
    raw = []
    for i in range(count):
        row, column = divmod(i, across)
        x = across - 1 - column if backward else column
        raw.append(Site(x, row * (boxes.height + 0.06), boxes.outline, _FULL, boxes.height))
    sites, width, height = boxed(raw, 0.15)
    return _boxes(boxes, sites, (width, height), across)


def winding(boxes: Boxes, count: int, columns: int, *, backward: bool = False) -> Layout:
    """Return rows of `columns` that begin below and turn at each end (`fold` of a look).

    The first runs to the right, with `backward` to the left.
    """
    raw = []
    for i in range(count):
        row, column = divmod(i, columns)
        x = columns - 1 - column if (row % 2 == 1) != backward else column
        grows = None if boxes.outline != "slot" else _inwards(row, count, columns)
        site = Site(x, -row * (boxes.height + 0.1), boxes.outline, _FULL, boxes.height)
        raw.append(attrs.evolve(site, grows=grows, shade=(row + column) % 2))
    sites, width, height = boxed(raw, 0.15)
    return attrs.evolve(_boxes(boxes, sites, (width, height), columns), columns=None)


def facing(count: int, players: Sequence[str], columns: int) -> Layout:
    """Return a row of `count` cells for each player, or one row where there are no players (B10).

    Of two players, the first has his row below; the other's runs the other way, so that cells
    which lie across from each other add up to the last number. More rows run alike, in seat order
    with the first player's last.
    """
    across = _even(count, columns)
    two = len(players) == 2
    lanes = max(1, len(players))
    deep = RANGE.height + 0.06
    raw: list[Site] = []
    for who in range(lanes):
        for i in range(count):
            step = count - 1 - i if two and who == 1 else i
            fold, column = divmod(step, across)
            lane = (who - 1) % lanes
            y = fold * (lanes * deep + _BETWEEN) + lane * deep
            grows: Literal["up", "down"] = "down" if two and who == 1 else "up"
            site = Site(column, y, RANGE.outline, _FULL, RANGE.height, shade=step % 2)
            raw.append(attrs.evolve(site, owner=who if players else None, grows=grows))
    sites, width, height = boxed(raw, 0.15)
    heads = []
    if players:
        sites = tuple(site.moved(_SIDE, 0) for site in sites)
        width += _SIDE
        heads = [
            Head(name, 0.15, sites[_first(who, count, two=two)].y, who, "x", "start")
            for who, name in enumerate(players)
        ]
    turns: Turns = "half" if two else "rows" if players else "none"
    laid = _boxes(RANGE, sites, (width, height), across)
    return attrs.evolve(laid, heads=tuple(heads), turns=turns)


def fold(board: Board, columns: int) -> Board:
    """Return a board whose places stand in rows of at most `columns`; before it is turned.

    Boards that are no lines of boxes (`Board.columns` is None) stay as they are.
    """
    if board.columns is None or not board.places:
        return board
    laid = _again(board, max(1, columns))
    places = tuple(
        attrs.evolve(place, x=site.x, y=site.y)
        for place, site in zip(board.places, laid.sites, strict=True)
    )
    edges = tuple(
        attrs.evolve(line, points=tuple((places[i].x, places[i].y) for i in line.ends))
        for line in board.edges
    )
    return attrs.evolve(
        board,
        places=places,
        edges=edges,
        width=laid.width,
        height=laid.height,
        columns=laid.columns,
        heads=laid.heads,
    )


def _first(who: int, count: int, *, two: bool) -> int:
    """Return which cell is the leftmost of a player's first row."""
    return (who + 1) * count - 1 if two and who == 1 else who * count


def _again(board: Board, columns: int) -> Layout:
    count = len(board.places)
    boxes = _BOXES[board.rule]
    if boxes is CARDS and any(place.text for place in board.places):
        boxes = TOLD
    if boxes is RANGE:
        names = [head.text for head in board.heads]
        return facing(count // max(1, len(names)), names, columns)
    backward = count > 1 and board.places[1].x < board.places[0].x
    return rows(boxes, count, columns, backward=backward)


def _inwards(row: int, count: int, columns: int) -> Literal["up", "down"]:
    """Return where stacks of a folded row grow: in the lower half up, in the upper one down."""
    return "up" if 2 * row < ceil(count / columns) else "down"


def _even(count: int, columns: int) -> int:
    """Return how many to a row, if rows are to be of equal length.

    >>> _even(13, 12), _even(13, 15)
    (7, 13)
    """
    return ceil(count / ceil(count / max(1, columns))) if count else 1


def _boxes(
    boxes: Boxes, sites: tuple[Site, ...], size: tuple[float, float], columns: int
) -> Layout:
    radius = min(_FULL, boxes.height) / 2 - 0.06
    return Layout(
        boxes.rule, sites, *size, radius, boxes.scale, columns=columns, edges=True, facts=True
    )
