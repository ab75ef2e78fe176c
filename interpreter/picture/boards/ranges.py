"""Rules B10 and B12: rows of numbered cells, and tables of constants with markers on them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from interpreter.document.model import GameDocument, Index, Table, Variable
from interpreter.document.sight import Spot
from interpreter.look_model import BoardLook, Look
from interpreter.picture.boards import tracks
from interpreter.picture.boards.layers import Part, is_long, parts
from interpreter.picture.boards.layout import Layout
from interpreter.picture.boards.model import Board, Place
from interpreter.picture.boards.values import label_of, spoken
from rulelang.rule_types import Type, is_member, plain, values_of

Facts = tuple[tuple[str, str], ...]


def of_ranges(document: GameDocument, look: Look) -> Iterator[tuple[int, Board]]:
    """Yield boards whose places are numbers, each with the line that declares it."""
    groups: dict[tuple[Type, ...], list[Part]] = {}
    for part in parts(document):
        if _is_row(part.index):
            groups.setdefault(part.index, []).append(part)
    for group in groups.values():
        yield group[0].origin.line, _row(document, look.board(group[0].name), group)
    tables: dict[Type, list[Table]] = {}
    for table in document.tables:
        if len(table.index) == 1 and is_long(table.index[0]):
            tables.setdefault(table.index[0], []).append(table)
    for index, found in tables.items():
        markers = [v for v in document.variables if _counts_on(v, index)]
        if markers:
            yield found[0].origin.line, _scale(document, look, found, markers)


def _is_row(index: tuple[Type, ...]) -> bool:
    """Return whether cells are indexed by a long range, or by players and one."""
    match index:
        case (cells,):
            return is_long(cells)
        case (players, cells):
            return is_member(players, "Player") and is_long(cells)
        case _:
            return False


def _counts_on(variable: Variable, index: Type) -> bool:
    """Return whether a variable holds a step of a table for each player."""
    by_player = any(is_member(t, "Player") for t in variable.index)
    return by_player and variable.role != "history" and plain(variable.type) == index


def _row(document: GameDocument, look: BoardLook, group: Sequence[Part]) -> Board:
    """Return the rows of the families with one index: a row for each player, or one (B10)."""
    first = group[0]
    numbers = values_of(first.index[-1])
    players = document.players if len(first.index) == 2 else ()
    backward = look.order == "backward"
    facts = [_facts(document, first.index[-1], n) for n in numbers]
    if look.fold is not None and len(players) in {0, 2}:
        laid = tracks.winding(tracks.RANGE, len(numbers), look.fold, backward=backward)
        laid = attrs.evolve(laid, turns="flip" if players else "none")
        cells = [_opposite(group, numbers, i, both=bool(players)) for i in range(len(numbers))]
    else:
        columns = look.fold or tracks.RANGE.columns
        laid = tracks.facing(len(numbers), players, columns)
        owners: list[Index] = [(who,) for who in range(len(players))] or [()]
        cells = [tuple(Spot(p.name, (*o, n)) for p in group) for o in owners for n in numbers]
        facts *= len(owners)
    board = _board(first.name, laid, [str(spots[0].index[-1]) for spots in cells], cells, facts)
    return attrs.evolve(
        board, places=tuple(_called(place, look, document.players) for place in board.places)
    )


def _called(place: Place, look: BoardLook, players: Sequence[str]) -> Place:
    """Return a place with the names that the look has for its number, for each player."""
    own = [(spot.index[0] if len(spot.index) > 1 else -1, spot.index[-1]) for spot in place.cells]
    said = {who: look.called[str(n)] for who, n in own if str(n) in look.called}
    if not said:
        return place
    names = []
    for who, number in dict.fromkeys(own):
        others = (f"{spoken(players[p])} {w}" for p, w in said.items() if p != who)
        names.append((who, ", ".join((said.get(who) or str(number), *others))))
    return attrs.evolve(place, name=names[0][1], called=tuple(names))


def _opposite(
    group: Sequence[Part], numbers: Sequence[int], i: int, *, both: bool
) -> tuple[Spot, ...]:
    """Return the cells at a step of a folded row: of both players, those across each other."""
    if not both:
        return tuple(Spot(p.name, (numbers[i],)) for p in group)
    ends = ((0, numbers[i]), (1, numbers[-1 - i]))
    return tuple(Spot(p.name, index) for index in ends for p in group)


def _scale(
    document: GameDocument, look: Look, tables: Sequence[Table], markers: Sequence[Variable]
) -> Board:
    """Return the steps of tables, with variables as markers on them (B12)."""
    index = tables[0].index[0]
    numbers = values_of(index)
    wanted = look.board(tables[0].name)
    boxes, backward = tracks.TABLE, wanted.order == "backward"
    if wanted.fold is None:
        laid = tracks.rows(boxes, len(numbers), boxes.columns, backward=backward)
    else:
        laid = tracks.winding(boxes, len(numbers), wanted.fold, backward=backward)
    facts = [_facts(document, index, n) for n in numbers]
    name = tables[0].name
    spots = [(Spot(name, (n,)),) for n in numbers]
    board = _board(name, laid, [str(n) for n in numbers], spots, facts)
    places = tuple(attrs.evolve(place, cells=()) for place in board.places)
    names = tuple(v.name for v in markers)
    return attrs.evolve(board, places=places, markers=names, covers=frozenset(names))


def _facts(document: GameDocument, index: Type, number: int) -> Facts:
    """Return what the tables over a range say about one of its numbers."""
    return tuple(
        (spoken(table.name), spoken(label_of(document, table.type, table.values[n])))
        for table in document.tables
        if table.index == (index,)
        for n, value in enumerate(values_of(index))
        if value == number and table.values[n] is not None
    )


def _board(
    name: str,
    laid: Layout,
    names: Sequence[str],
    cells: Sequence[tuple[Spot, ...]],
    facts: Sequence[Facts],
) -> Board:
    places = tuple(
        Place(
            spot=cells[i][0],
            x=site.x,
            y=site.y,
            outline=site.outline,
            width=site.width,
            height=site.height,
            radius=laid.radius,
            name=names[i],
            name_style="plain",
            cells=cells[i],
            facts=facts[i],
            shade=site.shade,
            owner=site.owner,
            grows=site.grows,
        )
        for i, site in enumerate(laid.sites)
    )
    return Board(
        key=name,
        family=name,
        rule=laid.rule,
        owner=None,
        width=laid.width,
        height=laid.height,
        places=places,
        edges=(),
        covers=frozenset(spot.name for spots in cells for spot in spots),
        markers=(),
        scale=laid.scale,
        heads=laid.heads,
        columns=laid.columns,
        turns=laid.turns,
        order=tuple(range(len(places))),
    )
