"""A board: where the places of a space lie, what lies on them, and the edges between.

Lengths are in units of the least distance between the centres of two places, x to the right, y
downwards, the upper left corner of the board at (0, 0). A page multiplies by pixels a unit, as it
has room: `Board.scale` says how few and how many are good.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from interpreter.document.sight import Spot
from interpreter.look_model import Art, Point
from rulelang.freezing import frozen

Outline: TypeAlias = Literal[
    "square", "hexagon", "circle", "polygon", "card", "slot", "bar", "dot"
]
"""`slot`: a tall or wide box in which things are stacked from one end, see `Place.grows`.

`bar`: the room of a line between two dots, filled by what lies there; `dot`: where lines meet."""
NameStyle: TypeAlias = Literal["plain", "faint", "none"]
"""`faint`: a name such as `a1`, grey and only in an empty place."""
Anchor: TypeAlias = Literal["start", "middle", "end"]
Turns: TypeAlias = Literal["none", "half", "flip", "rows"]
"""How a board is turned for a seat: not, by half a turn, upside down, or his row comes last."""


@frozen
class Place:
    """A place of a board.

    `spot`: the place itself (`Space(s12)`), or the first of its cells where there is no space (a
    row of `on(Player, 0..25)`, a step of a table). `x`, `y`: its centre; `width`, `height`: the
    box of its outline; `points`: the corners of a hexagon or polygon, else (). Contents are drawn
    inside `radius` of the centre, or inside the box for cards and slots.

    `cells`: the zones and variables that lie on it, in declared order, of all players. `name`: as
    it is written, with blanks. `facts`: attributes to be written into it, (name, value); `shade`:
    0 or 1 of a chequer, None without; `ground`: which of `Board.grounds` tints it. `owner`: the
    player whose row or arc it lies in. `grows`: the side to which a stack in a slot grows.
    `behind`: it is drawn below all others (the hexagons between corners). `called`: its name for
    each player by whom it is counted otherwise, where the look names some of these numbers.
    `text`: what players read of it.
    """

    spot: Spot
    x: float
    y: float
    outline: Outline
    width: float
    height: float
    radius: float
    name: str
    name_style: NameStyle
    cells: tuple[Spot, ...]
    points: tuple[Point, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    icon: str | None = None
    shade: int | None = None
    ground: int | None = None
    owner: int | None = None
    grows: Literal["up", "down"] | None = None
    behind: bool = False
    called: tuple[tuple[int, str], ...] = ()
    text: str = ""


@frozen
class Line:
    """An edge. `ends`: its places, by their order in `Board.places`.

    `points`: from the one to the other, two or more, centre to centre. `lanes`: one line for each
    entry of `Board.legend`, side by side; (0,) is one line in the manner of the first entry; ()
    for an edge that only what lies on it colours. `offsets`: how far to the right of the course
    each lane runs. `figures`: numbers to be written at the middle. `cells`: as of a place.
    """

    spot: Spot
    ends: tuple[int, int]
    points: tuple[Point, ...]
    lanes: tuple[int, ...]
    offsets: tuple[float, ...]
    cells: tuple[Spot, ...]
    name: str
    figures: tuple[str, ...] = ()
    label: str | None = None


@frozen
class Entry:
    """A line of a legend: `words` say what the colour and dash with these numbers mean.

    `attribute` and `value` (as labels) are where it comes from. `colour` and `dash` are numbers
    from 0 (dash 0 is a full line); `paint` is a colour `#rrggbb` and `stroke` a dash by name where
    the look says so.
    """

    words: str
    attribute: str
    value: str
    colour: int
    dash: int = 0
    paint: str | None = None
    stroke: str | None = None


@frozen
class Head:
    """The name of a column, row or player's side, written outside of the places at (x, y).

    `stays`: the coordinate that half a turn of the board leaves as it is. `anchor` as SVG has it.
    `along`, `number`: the column or row that it is the name of, from 1 as rule texts count.
    """

    text: str
    x: float
    y: float
    owner: int | None = None
    stays: Literal["x", "y"] | None = None
    anchor: Anchor = "middle"
    along: Literal["column", "row"] | None = None
    number: int = 0


@frozen
class Mooring:
    """A place of another space, on which nothing lies, at (x, y) beside those it is joined to.

    `text`: what is written there; `name`: what it is called with its attributes; `places`: which
    places of the board it is joined to.
    """

    text: str
    name: str
    x: float
    y: float
    places: tuple[int, ...]


@frozen
class Board:
    """A board of one space, of a row of numbered cells, or of a table with markers on it.

    `key`: unique, `Space`, `Cell/1` (for player 1). `family`: the space, zone family, variable or
    table that it is of. `rule`: the rule of layout that placed it (`B7`), for tests and notes.
    `owner`: the player whose cells these are, where each player has a board of his own (rule B9).

    `covers`: zones and variables all of whose cells lie on this board or, where `owner` is given,
    on one of those of `family`; whatever is not covered by a board is drawn elsewhere. `markers`:
    variables whose value is one of the places: each is a marker there.
    `scale`: least and most pixels a unit. `columns`: how many places stand in a row of a track,
    table or wrapping board, which `fold` may change; None for others. `turns`: how `turned` shows
    it to a seat. `art`: a drawing to be stretched over `art_box` (x, y, width, height).
    `order`: the places in the order in which they are read out. `notes`: for the author.
    """

    key: str
    family: str
    rule: str
    owner: int | None
    width: float
    height: float
    places: tuple[Place, ...]
    edges: tuple[Line, ...]
    covers: frozenset[str]
    markers: tuple[str, ...]
    scale: tuple[float, float]
    heads: tuple[Head, ...] = ()
    moorings: tuple[Mooring, ...] = ()
    legend: tuple[Entry, ...] = ()
    grounds: tuple[Entry, ...] = ()
    columns: int | None = None
    turns: Turns = "none"
    art: Art | None = None
    art_box: tuple[float, float, float, float] | None = None
    order: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()


@frozen
class Label:
    """Where the name of a place is written, in pixels.

    `x` is where `anchor` (as SVG has it) says; `y` is the middle of the first of `lines`. `size`:
    of its letters. `key`: what is written is this number, and the name stands in the key.
    """

    place: int
    lines: tuple[str, ...]
    x: float
    y: float
    anchor: Anchor
    size: float
    key: int | None = None


WidthOf: TypeAlias = Callable[[str], float]
"""How wide a text is, in pixels, in the font and size that names are written in."""

Frame: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom, in pixels."""
