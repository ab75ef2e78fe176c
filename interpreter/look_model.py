"""What a look says, typed: numbers, names and texts, no expressions.

A look is read for one instance of a game: paths with `{option}` in them are resolved, kept places
and art are read. `Look()` is the look of a game that has none. Names are those of the rule text.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

import attrs

from rulelang.freezing import frozen

Point: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]
"""x, y of the upper left corner, width and height."""
PieceShape: TypeAlias = Literal["disc", "square", "cube", "house", "meeple"]
ZoneForm: TypeAlias = Literal["fan", "pile", "row", "slots", "small"]
MatPlace: TypeAlias = Literal["below", "beside", "row"]


@frozen
class Art:
    """An SVG drawing that was found harmless.

    `body`: the elements inside `<svg>`, with own ids prefixed and place ids as `data-place`, safe
    to be put into a page; `view`: its view box; `boxes`: the box of each element with an id, by
    that id, in units of the view box; they follow from the body.
    """

    body: str = attrs.field(repr=False)
    view: Box
    boxes: Mapping[str, Box] = attrs.field(eq=False)


@frozen
class Paint:
    """A value by name.

    With `by`: by the value of that attribute. Without: by the name of the member or kind, or a
    word among its attributes.

    >>> Paint({"land": "#b08040"}, by="way").of(["land"])
    '#b08040'
    """

    values: Mapping[str, str] = attrs.field(factory=dict)
    by: str | None = None

    def of(self, names: Iterable[str]) -> str | None:
        """Return the value for the first of `names` that has one."""
        return next((self.values[name] for name in names if name in self.values), None)


@frozen
class BoardLook:
    """`[board.FAMILY]`. Coordinates of `places` are 0 to 1000, y downwards.

    `radius`: of a place, as a part of the least distance between two. `fold`: so many places in a
    row. `turn`: whether the board is turned for the seat that looks at it. `lattice`: the cells of
    a grid are in turn wide and narrow; which are first, lines (and dots) or boxes.
    `called`: what places are called instead, by label.
    """

    places: Mapping[str, Point] | None = None
    art: Art | None = None
    names: bool | None = None
    radius: float | None = None
    turn: Literal["seat", "none"] | None = None
    fold: int | None = None
    order: Literal["forward", "backward"] | None = None
    lattice: Literal["lines", "boxes"] | None = None
    called: Mapping[str, str] = attrs.field(factory=dict)


@frozen
class SpaceLook:
    """`[space.FAMILY]`: colours `#rrggbb` and icons (a few characters) of places.

    `label`: what the legend says of them.
    """

    colour: Paint = Paint()
    icon: Paint = Paint()
    label: Paint = Paint()


@frozen
class EdgeLook:
    """`[edge.FAMILY]`: colours, dashes (`full`, `dashed`, `dotted`) and letters of edges.

    Names are those of edges, words of their attributes, flags of theirs, or what lies on them.
    """

    colour: Paint = Paint()
    icon: Paint = Paint()
    dash: Paint = Paint()
    label: Paint = Paint()


@frozen
class CardLook:
    """`[card.COMPONENT]`: faces.

    `title`: a template with `{name}` and attributes in braces; `band`: the attribute that colours
    the band; `corner`, `rows`, `hide`: attributes; None where the look says nothing. `short`:
    short names of attributes; `text`: rules of a kind in words, by its name; `art`: by its name.
    """

    title: str | None = None
    band: str | None = None
    corner: tuple[str, ...] = ()
    rows: tuple[str, ...] | None = None
    hide: frozenset[str] = frozenset()
    short: Mapping[str, str] = attrs.field(factory=dict)
    text: Mapping[str, str] = attrs.field(factory=dict)
    art: Mapping[str, Art] = attrs.field(factory=dict)


@frozen
class PieceLook:
    """`[piece.COMPONENT]`: the small form. `letter`: a template as a card's title.

    `icon`: a character instead, by the name of the kind or a value of its attributes.
    """

    shape: PieceShape | None = None
    letter: str | None = None
    icon: Paint = Paint()
    art: Mapping[str, Art] = attrs.field(factory=dict)


@frozen
class PartLook:
    """`[zone]` or `[variable]`: what is shown and how, by the names of families.

    `hide`: not drawn; `fold`: small; `first`: before the others, in this order; `names`: what is
    written instead of the name; `forms` (`as` in the text): how zones are drawn.
    """

    hide: frozenset[str] = frozenset()
    fold: frozenset[str] = frozenset()
    first: tuple[str, ...] = ()
    names: Mapping[str, str] = attrs.field(factory=dict)
    forms: Mapping[str, ZoneForm] = attrs.field(factory=dict)


@frozen
class Group:
    """`[group."Market"]`: a frame around zones and variables, in this order."""

    name: str
    show: tuple[str, ...]


@frozen
class ActionLook:
    """`[action.ARM]`: `label` of its button, `anchor` where one may click for it, `key`."""

    label: str | None = None
    anchor: str | None = None
    key: str | None = None


@frozen
class Look:
    """All that a look says about one instance. Mappings are by name of the rule text.

    `mat`: zones and variables of a player's area, in order; None where the look says nothing.
    `mat_at`: where the own area goes on a wide page while there is room, below all else, beside
    the main board, or in a row with those of the others.
    `colours`: `#rrggbb` by name of a player or a word.
    """

    title: str | None = None
    boards: Mapping[str, BoardLook] = attrs.field(factory=dict)
    spaces: Mapping[str, SpaceLook] = attrs.field(factory=dict)
    edges: Mapping[str, EdgeLook] = attrs.field(factory=dict)
    cards: Mapping[str, CardLook] = attrs.field(factory=dict)
    pieces: Mapping[str, PieceLook] = attrs.field(factory=dict)
    zones: PartLook = PartLook()
    variables: PartLook = PartLook()
    mat: tuple[str, ...] | None = None
    mat_at: MatPlace = "below"
    groups: tuple[Group, ...] = ()
    actions: Mapping[str, ActionLook] = attrs.field(factory=dict)
    colours: Mapping[str, str] = attrs.field(factory=dict)

    def board(self, family: str) -> BoardLook:
        """Return what is said of the board of a space."""
        return self.boards.get(family, _PLAIN)


_PLAIN = BoardLook()
