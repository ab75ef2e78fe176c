"""Boards: what lies on the places of a space, drawn in rows and columns or told place by place.

Places that edges join name their neighbours, by what the edges are and what lies on them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

import attrs

from interpreter.document.model import Attribute, Family, GameDocument, Variable, Zone
from interpreter.game import Game
from interpreter.play.columns import INDENT, beside, lines, packed, table
from interpreter.play.grid import Grid, draw_grid, grid_of
from interpreter.play.look import UNSEEN, Look
from interpreter.play.short import legend, short_forms
from rulelang import core
from rulelang.core.walk import Node, children
from rulelang.rule_types import Flag, Maybe, Member, Type, Word, values_of

_MANY: Final = 40
"""Of more places than that, those with nothing on them are only counted."""

_ON: Final = 30
"""Characters of what stands on a place; what is longer goes on in the next line."""

_OTHERS: Final = 12
"""What lies over places and something else stands on the board up to so many of the latter."""

Holding: TypeAlias = Zone | Variable


@attrs.frozen
class Board:
    """A space and what stands on it: zones and variables over its places, alone or with others.

    `markers`: variables whose values are places. `edges`: families that join its places.
    """

    family: Family
    grid: Grid | None
    holdings: tuple[Holding, ...]
    crossed: tuple[Holding, ...]
    markers: tuple[Variable, ...]
    edges: tuple[Family, ...]
    on_edges: tuple[Holding, ...]

    @property
    def drawn(self) -> tuple[Holding, ...]:
        """What need not be told elsewhere."""
        return (*self.holdings, *self.crossed, *self.markers, *self.on_edges)


def boards_of(document: GameDocument) -> Iterator[Board]:
    """Yield a board for each space on which something may stand."""
    taken: set[int] = set()
    for family in document.families:
        if family.sort == "space":
            board = _board(document, family, taken)
            if board is not None:
                taken |= {id(holding) for holding in board.drawn}
                yield board


def _board(document: GameDocument, family: Family, taken: set[int]) -> Board | None:
    """Return the board of a space; None where nothing stands on it that is not on another."""
    every: tuple[Holding, ...] = (*document.zones, *document.variables)
    declared = [h for h in every if id(h) not in taken]
    declared = [h for h in declared if not (isinstance(h, Variable) and h.role == "history")]
    edges = tuple(e for e in document.families if e.joins == family.name)
    on_edges = tuple(h for h in declared if any(_families(h) == [e.name] for e in edges))
    alone = tuple(h for h in declared if _families(h) == [family.name])
    crossed = tuple(h for h in declared if _crosses(h, family.name))
    markers = tuple(h for h in declared if isinstance(h, Variable) and _marks(h, family.name))
    if not (alone or crossed or on_edges or (markers and family.shape != "grid")):
        return None
    ends = [end for e in edges for end in e.ends]
    plain = not any(e.attributes for e in edges) and not on_edges
    grid = grid_of(family, ends if plain else ())
    return Board(family, grid, alone, crossed, () if grid else markers, edges, on_edges)


def _families(holding: Holding) -> list[str]:
    return [i.family if isinstance(i, Member) else "" for i in holding.index]


def _crosses(holding: Holding, family: str) -> bool:
    """Return whether there is one for each place and each of a few others: (Player, Cell)."""
    names = _families(holding)
    others = [i for i, name in zip(holding.index, names, strict=True) if name != family]
    return names.count(family) == 1 and len(others) == 1 and len(values_of(others[0])) <= _OTHERS


def _marks(variable: Variable, family: str) -> bool:
    """Return whether the value of a variable is a place, for a few indices at most."""
    kind = variable.type.of if isinstance(variable.type, Maybe) else variable.type
    cells = 1
    for index in variable.index:
        cells *= len(values_of(index))
    return isinstance(kind, Member) and kind.family == family and cells <= _OTHERS


# ---------------------------------------------------------------- drawing


def board_lines(look: Look, board: Board, width: int) -> list[list[str]]:
    """Return the blocks of lines that tell what stands on a board."""
    if board.grid is None:
        return [_told(look, board, width)]
    return list(_drawn(look, board, board.grid, width))


def _drawn(look: Look, board: Board, grid: Grid, width: int) -> Iterator[list[str]]:
    """Yield the drawing of what lies on a grid, then those of its values and of each player's."""
    zones = [h for h in board.holdings if isinstance(h, Zone)]
    places = range(len(board.family.labels))
    if zones:
        cells = [look.cells_of_zone(zone) for zone in zones]
        things = [[t for found in cells for t in _things(look, found[p,])] for p in places]
        labels = dict.fromkeys(look.name(kind) for zone in zones for kind in sorted(zone.kinds))
        yield _drawing(grid, things, short_forms(labels))
    blocks: list[list[str]] = []
    for holding in (*board.holdings, *board.crossed):
        if holding not in zones:
            blocks += _layers(look, board, grid, holding)
    if blocks:
        yield beside(blocks, width)


def _layers(look: Look, board: Board, grid: Grid, holding: Holding) -> Iterator[list[str]]:
    """Yield a drawing of one holding, or one for each other index that it has."""
    if isinstance(holding, Zone):
        forms = short_forms(look.name(kind) for kind in sorted(holding.kinds))
    else:
        written = (look.written(v, holding.type) for v in values_of(holding.type))
        forms = short_forms(written)
    for name, cells in _slices(look, board.family, holding):
        things = [_stands(look, holding, cell) for cell in cells]
        if any(things) or look.everything or isinstance(holding, Zone):
            yield [f"{INDENT}{name}:", *_drawing(grid, things, forms)]


def _slices(look: Look, family: Family, holding: Holding) -> Iterator[tuple[str, list[int]]]:
    """Yield the cells over all places, for each value of the other index: `shots(P1)`."""
    by_index = _cells(look, holding)
    at = _families(holding).index(family.name)
    rest = {index[:at] + index[at + 1 :] for index in by_index}
    for other in sorted(rest):
        kinds = holding.index[:at] + holding.index[at + 1 :]
        written = [look.written(v, k) for v, k in zip(other, kinds, strict=True)]
        name = f"{holding.name}({written[0]})" if written else holding.name
        places = range(len(family.labels))
        yield name, [by_index[(*other[:at], place, *other[at:])] for place in places]


def _cells(look: Look, holding: Holding) -> Mapping[tuple[int, ...], int]:
    if isinstance(holding, Zone):
        return look.cells_of_zone(holding)
    return look.cells_of_variable(holding)


def _things(look: Look, cell: int) -> list[str]:
    """Return what lies in a zone; `?` for each thing that is not seen."""
    sees = look.sees(cell)
    return [look.name(kind) if sees else UNSEEN for kind in look.held(cell)]


def _stands(look: Look, holding: Holding, cell: int) -> list[str]:
    if isinstance(holding, Zone):
        return _things(look, cell)
    return [] if look.is_default(cell, holding) else [look.text(cell, holding)]


def _drawing(grid: Grid, things: Sequence[Sequence[str]], forms: Mapping[str, str]) -> list[str]:
    """Return the board with these things on its spaces, and what their short forms stand for."""
    squares = [
        "+".join(f"{n if n > 1 else ''}{forms.get(t, t)}" for t, n in Counter(names).items())
        for names in things
    ]
    present = {name for names in things for name in names}
    note = legend({name: form for name, form in forms.items() if name in present})
    return [INDENT + line for line in draw_grid(grid, squares) + ([note] if note else [])]


# ---------------------------------------------------------------- telling


def _told(look: Look, board: Board, width: int) -> list[str]:
    """Return a line for each place: what stands there, what it is, and its neighbours."""
    family = board.family
    joined = any(e.ends for e in board.edges)
    several = sum(isinstance(h, Zone) for h in (*board.holdings, *board.crossed)) > 1
    attributes = [a for a in _played(look, family) if not _counts(a)]
    names = () if joined else (*(a.name for a in attributes), *(t.name for t in family.texts))
    rows: list[tuple[str, ...]] = []
    plain: list[str] = []
    for place, name in enumerate(family.labels):
        on = "; ".join(_on(look, board, place, several=several))
        if on or joined or len(family.labels) <= _MANY or look.everything:
            read = {text.name: text.said[place] for text in family.texts if text.said[place]}
            traits = look.told(attributes, place, name) | read
            said = [*_traits(look, attributes, place, name), *read.values()]
            last = (_neighbours(look, board.edges, board.on_edges, board.family, place),)
            on = "; ".join(filter(None, (on, ", ".join(said)))) if joined else on
            values = tuple(traits.get(key, "") for key in names)
            rows.append((name, on, *(last if joined else values)))
        else:
            plain.append(name)
    head = f"{INDENT}{family.name}{_SHAPES.get(family.shape, '')}:"
    kept = [at for at in range(len(names)) if any(row[at + 2] for row in rows)]
    if names and rows:  # what no place says more of than its name does is no column
        rows = [(*row[:2], *(row[at + 2] for at in kept)) for row in rows]
        rows.insert(0, ("", "", *(names[at] for at in kept)))
    told = table(rows, width, _ON) if rows else []
    if len(told) > len(rows) * 3 // 2:  # long names: a paragraph for each place
        told = [line for row in rows for line in _paragraph(row, width)]
    elif not names:
        told = packed(told, width)
    if plain:
        told.append(f"{INDENT}{len(plain)} others: nothing there")
    return [head, *told]


def _paragraph(row: Sequence[str], width: int) -> list[str]:
    name, *said = row
    return lines(f"{name}  {'; '.join(filter(None, said))}", width)


_SHAPES: Final = {
    "ring": ", a ring: each beside the next, the last beside the first",
    "track": ", a track: each beside the next",
}


def _played(look: Look, family: Family) -> Iterator[Attribute]:
    """Yield the attributes that play reads; what only the set-up does is over."""
    spec = look.state.game.spec
    columns = next((f.columns for f in spec.declared.families if f.name == family.name), ())
    tables = _looked_up(look.state.game)
    for attribute, column in zip(family.attributes, columns, strict=True):
        if column.table in tables:
            yield attribute


@lru_cache(maxsize=8)
def _looked_up(game: Game) -> frozenset[int]:
    """Return the tables that rules read once the set-up is over."""
    spec = game.spec
    waiting: list[Node] = [spec.play, *spec.effects, *spec.facts]
    found: set[int] = set()
    while waiting:
        node = waiting.pop()
        if isinstance(node, core.Lookup):
            found.add(node.table)
        waiting.extend(children(node))
    return frozenset(found)


def _counts(attribute: Attribute) -> bool:
    """Return whether an attribute only numbers the places; from 2 on it is a value of its own."""
    first = attribute.values[0]
    return (
        first in (0, 1)
        and isinstance(first, int)
        and attribute.values == tuple(range(first, first + len(attribute.values)))
    )


def _traits(look: Look, attributes: Sequence[Attribute], at: int, name: str = "") -> list[str]:
    """Return what a place or edge is: flags by name, words by themselves, others by both."""
    found: list[str] = []
    for attribute in attributes:
        for value in look.told([attribute], at, name).values():
            kind = attribute.type.of if isinstance(attribute.type, Maybe) else attribute.type
            if isinstance(kind, Flag):
                found.append(attribute.name)
            else:
                found.append(value if isinstance(kind, Word) else f"{attribute.name} {value}")
    return found


def _on(look: Look, board: Board, place: int, *, several: bool) -> Iterator[str]:
    """Yield what stands on a place: things, values that are not nothing, markers."""
    for holding in (*board.holdings, *board.crossed):
        for index, cell in _at(look, board.family, holding, place):
            text = _value(look, holding, cell)
            if text:
                yield _named(holding, index, text, several=several)
    for marker in board.markers:
        for env, cell in look.cells_of_variable(marker).items():
            if look.sees(cell) and look.value(cell) == place:
                yield " ".join((marker.name, *_written(look, env, marker.index)))


def stands_at(look: Look, board: Board, place: int) -> bool:
    """Return whether anything stands on a place of a board."""
    return any(True for _ in _on(look, board, place, several=False))


def _named(holding: Holding, index: str, text: str, *, several: bool) -> str:
    """Return what stands there with the name of where, as far as that says something."""
    if isinstance(holding, Variable):
        if text == "true":
            return f"{holding.name} {index}".rstrip()
        return f"{holding.name} {index} {text}" if index else f"{holding.name} {text}"
    says = holding.name.casefold() in text.casefold()
    name = "" if says or not (several or index) else holding.name
    return " ".join(part for part in (name, index, text) if part)


def _value(look: Look, holding: Holding, cell: int) -> str:
    if isinstance(holding, Zone):
        return look.contents(cell)
    return "" if look.is_default(cell, holding) else look.text(cell, holding)


def _at(look: Look, family: Family, holding: Holding, place: int) -> Iterator[tuple[str, int]]:
    """Yield the cells of a holding at a place, each with its other index as text."""
    at = _families(holding).index(family.name)
    for index, cell in _cells(look, holding).items():
        if index[at] == place:
            rest = index[:at] + index[at + 1 :]
            kinds = holding.index[:at] + holding.index[at + 1 :]
            yield " ".join(_written(look, rest, kinds)), cell


def _written(look: Look, index: Sequence[int], kinds: Sequence[Type]) -> list[str]:
    return [look.written(v, k) for v, k in zip(index, kinds, strict=True)]


def neighbours(look: Look, family: Family, place: int) -> str:
    """Return the places beside a place of a space, by the edges or by its shape."""
    declared: tuple[Holding, ...] = (*look.document.zones, *look.document.variables)
    edges = tuple(e for e in look.document.families if e.joins == family.name and e.ends)
    on_edges = tuple(h for h in declared if any(_families(h) == [e.name] for e in edges))
    if edges:
        return _neighbours(look, edges, on_edges, family, place)
    return ", ".join(family.labels[other] for other in family.neighbours[place])


def _neighbours(
    look: Look,
    families: Sequence[Family],
    on_edges: Sequence[Holding],
    space: Family,
    place: int,
) -> str:
    """Return the places one edge away, by what the edges are and what lies on them."""
    found: dict[str, list[str]] = {}
    for edges in families:
        for number, ends in enumerate(edges.ends):
            if place in ends:
                other = ends[1] if ends[0] == place else ends[0]
                what = " + ".join(_edge(look, on_edges, edges, number))
                found.setdefault(what, []).append(space.labels[other])
    return "; ".join(
        f"{what}: {', '.join(names)}" if what else ", ".join(names)
        for what, names in found.items()
    )


def _edge(look: Look, on_edges: Sequence[Holding], edges: Family, number: int) -> list[str]:
    """Return what an edge is, and what lies on it where that is something else.

    What lies there in the words of an attribute comes first: `force (prints strength)`.
    """
    said = _traits(look, edges.attributes, number)
    words = [
        (
            a.name,
            look.written(a.values[number], a.type),
            {look.written(v, a.type) for v in a.values},
        )
        for a in edges.attributes
    ]
    for holding in on_edges:
        if _families(holding) == [edges.name]:
            text = _value(look, holding, _cells(look, holding)[number,])
            thing = text.partition("(")[2].removesuffix(")") or text
            same = next(((name, own) for name, own, every in words if thing in every), None)
            if not text or thing in said:
                continue
            if same is not None and same[1] in said:
                said[said.index(same[1])] = f"{thing} ({same[0]} {same[1]})"
            else:
                said.append(f"{holding.name} {thing}")
    return said
