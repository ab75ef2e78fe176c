"""Declarations of players, options, words and places: who and what there is, and its constants.

Components are in `components.py`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod
from typing import TypeVar, assert_never

from rulelang import core, surface
from rulelang.diagnostics import Diagnostic
from rulelang.elaborate.context import (
    LIBRARY,
    LIMIT,
    AttributeColumn,
    Context,
    SpaceShape,
)
from rulelang.elaborate.declarations import constants, rows
from rulelang.elaborate.declarations.columns import check_columns
from rulelang.elaborate.queries import relations, touching
from rulelang.elaborate.symbols import Constant, Symbol, TypeName, place_of
from rulelang.elaborate.typing import bare, described
from rulelang.freezing import field_names, has_fields
from rulelang.messages import flow, names, shapes, tables, types
from rulelang.messages.foreign import TYPES
from rulelang.rule_types import (
    Flag,
    Maybe,
    Member,
    Number,
    Type,
    Unknown,
    Word,
    count_of,
)
from rulelang.source import Span
from rulelang.suggest import nearest
from rulelang.surface.reserved import OPENING

MAX_CELLS = 4_096
TEXT = "text"
"""The type of attributes that players read."""
T = TypeVar("T")


def declare(c: Context, name: surface.Name, symbol: Symbol) -> None:
    """Give a name its meaning, or report that it has one; then it has none any more."""
    if name.text in OPENING:
        c.report(names.word_of_language(name.text, name.span))
    if name.text in c.symbols:
        again, first = name.span, place_of(c.symbols.pop(name.text))
        if _comes_first(again, first):
            again, first = first, again
        boards = {c.boards.get(again), c.boards.get(first)}
        if None not in boards and len(boards) > 1:
            key = " ".join(sorted(str(board) for board in boards))
            c.report_once(key, names.cells_twice(name.text, again, first))
        else:
            c.report(names.declared_twice(name.text, again, first))
        c.broken.add(name.text)
    if name.text not in c.broken:
        c.symbols[name.text] = symbol


def _comes_first(a: Span, b: Span) -> bool:
    """Return whether `a` stands before `b`; the library stands before everything."""
    if a.file == b.file:
        return (a.line, a.column) < (b.line, b.column)
    return a.file.startswith(LIBRARY) and not b.file.startswith(LIBRARY)


def add_family(
    c: Context,
    name: surface.Name,
    labels: Sequence[surface.Name],
    what: str,
    *,
    slanted: bool = False,
) -> Member:
    """Declare a family of individuals and its type."""
    seen: dict[str, surface.Name] = {}
    for label in labels:
        if label.text in seen:
            c.report(names.listed_twice(label.text, label.span, seen[label.text].span))
        seen.setdefault(label.text, label)
    kind = Member(name.text, len(seen))
    c.families.append(core.Family(name.text, tuple(seen), slanted))
    declare(c, name, TypeName(kind, tuple(range(len(seen))), f"a type ({what})", name.span))
    for number, label in enumerate(seen.values()):
        one = "a player" if name.text == "Player" else f"one of `{name.text}`"
        declare(c, label, Constant(number, kind, one, label.span))
    return kind


def players(c: Context, node: surface.Players) -> None:
    """Declare the players of this instance."""
    listed = node.names or tuple(
        surface.Name(f"P{i + 1}", node.span) for i in range(c.setting.players)
    )
    add_family(c, surface.Name("Player", node.span), listed, "the players")
    if node.teams:
        add_family(c, surface.Name("Team", node.span), node.teams, "the teams")
        c.teams = tuple(i % len(node.teams) for i in range(c.setting.players))


def option(c: Context, node: surface.Option) -> None:
    """Declare an option as the constant that it is in this instance."""
    declare(c, node.name, option_constant(c, node))


def option_constant(c: Context, node: surface.Option) -> Constant:
    """Return the constant that an option is in this instance."""
    chosen = c.setting.options[node.name.text]
    if node.settings and all(chosen != setting.text for setting in node.settings):
        chosen = node.settings[0].text  # it is another option's of that name
    if not node.settings:
        return Constant(int(chosen == "on"), Flag(), "an option", node.name.span)
    value: core.Value
    if all(setting.text.isdigit() for setting in node.settings):
        value = int(chosen)
        if value > LIMIT:
            span = next(setting.span for setting in node.settings if setting.text == chosen)
            c.report(flow.too_large("a number is too large", value, LIMIT, span))
        return Constant(value, Number(value, value), "an option", node.name.span)
    one_word = len(node.settings) == 1 and chosen not in c.symbols
    kind = Word(numbers_of(c, node.settings)) if one_word else type_of_words(c, node.settings)
    symbol = c.symbols.get(chosen)
    value = (
        symbol.value
        if isinstance(symbol, Constant) and isinstance(kind, Member)
        else c.word(chosen)
    )
    return Constant(value, kind, "an option", node.name.span)


def words(c: Context, node: surface.KindOfWords) -> None:
    """Declare a kind: a list of words."""
    numbers = numbers_of(c, node.words)
    if node.rising:
        ranks = (((word,), rank) for rank, word in enumerate(numbers, start=1))
        c.rising[numbers] = c.add_table(f"rank {node.name.text}", ranks, 0)
    declare(c, node.name, TypeName(Word(numbers), numbers, "a kind", node.name.span))


def type_of_words(c: Context, listed: Sequence[surface.Name]) -> Type:
    """Return the type that `a | b` stands for: individuals of one family, or words."""
    symbols = [c.symbols.get(name.text) for name in listed]
    if len(listed) == 1 and isinstance(symbols[0], TypeName):
        c.used.add(listed[0].text)
        return symbols[0].type
    if all(isinstance(symbol, Constant) and isinstance(symbol.type, Member) for symbol in symbols):
        c.used.update(name.text for name in listed)
        return _one_family(c, listed)
    if len(listed) == 1 and listed[0].text == TEXT:
        c.report(types.text_elsewhere(listed[0].span))
        return Unknown()
    if len(listed) == 1:
        known = (name for name, symbol in c.symbols.items() if isinstance(symbol, TypeName))
        _no_type(c, listed[0], tuple(known))
        return Unknown()
    return Word(numbers_of(c, listed))


def _no_type(c: Context, name: surface.Name, known: Sequence[str]) -> None:
    """Report a type that nothing declares; what is like none would have given names of its own."""
    near = nearest(name.text, known)
    other = None if near else nearest(name.text, ("flag",))
    c.unknown(name, known, "no type", other)
    if not near and not other and name.text.casefold() not in TYPES:
        c.incomplete = True


def _one_family(c: Context, listed: Sequence[surface.Name]) -> Type:
    """Return the family that all of some individuals belong to; report one of another family."""
    types_ = [s.type for name in listed if isinstance(s := c.symbols[name.text], Constant)]
    for name, type_ in zip(listed, types_, strict=True):
        if type_ != types_[0]:
            told = described(types_[0]), described(type_)
            c.report(types.no_common_type(*told, name.span, listed[0].span))
            return Unknown()
    return types_[0]


def numbers_of(c: Context, listed: Sequence[surface.Name]) -> tuple[int, ...]:
    """Return the numbers of words; one that is listed twice is reported."""
    first: dict[str, Span] = {}
    for word in listed:
        if word.text in OPENING:
            c.report(names.word_of_language(word.text, word.span))
        if word.text in first:
            c.report(names.listed_twice(word.text, word.span, first[word.text]))
        first.setdefault(word.text, word.span)
    return tuple(c.word(text) for text in first)


def is_text(c: Context, attribute: surface.Attribute) -> bool:
    """Return whether an attribute is prose for players, about which rules cannot ask."""
    match attribute.type:
        case surface.WordsType(names=(only,)):
            return only.text == TEXT and TEXT not in c.symbols
        case _:
            return False


def texts(
    c: Context, table: surface.TableText, found: rows.Rows, attribute: surface.Attribute
) -> Iterator[tuple[str, list[str]]]:
    """Yield the columns of an attribute of type `text`, each with what players read by row."""
    if attribute.on_the_back:
        c.report(types.text_on_the_back(attribute.span))
    for column in attribute.names:
        cells = (row.get(column.text) for row in found.rows)
        quoted = table.path is None
        yield column.text, [rows.text(c, cell, column.text, quoted=quoted) for cell in cells]


def type_of(c: Context, node: surface.TypeText) -> Type:
    """Return the type that a text names."""
    match node:
        case surface.RangeType(low=low, high=high, span=span):
            if low > high:
                c.report(types.falling_range(low, high, span))
                return Unknown()
            if high > LIMIT:
                c.report(flow.too_large("a number is too large", high, LIMIT, span))
                return Unknown()
            if low < -LIMIT:
                c.report(flow.too_large("a number is too low", low, -LIMIT, span))
                return Unknown()
            return Number(low, high)
        case surface.FlagType():
            return Flag()
        case surface.WordsType(names=listed):
            return type_of_words(c, listed)
        case surface.MaybeType(names=listed):
            inner = type_of_words(c, listed)
            return inner if isinstance(inner, Unknown) else Maybe(inner)
        case _:
            assert_never(node)


# ---------------------------------------------------------------- places


def is_second(c: Context, node: surface.Space) -> bool:
    """Report a second family of spaces with a name; none of either is known then."""
    if node.name.text not in c.shapes:
        return False
    first = c.symbols.get(node.name.text)
    if first is not None:
        c.report(names.declared_twice(node.name.text, node.name.span, place_of(first)))
    lose(c, node.name)
    return True


def space(c: Context, node: surface.Space) -> None:
    """Declare a family of spaces and its shape."""
    if node.corners_of is not None:
        _corners(c, node, node.corners_of)
        return
    shape = node.shape.text if node.shape else "table"
    if not _shape_is_known(shape, node.sizes):
        where = node.shape.span if node.shape else node.span
        c.report(shapes.bad_shape(shape, node.sizes, where))
        lose(c, node.name)
        return
    size = prod(node.sizes)
    if node.sizes and not 0 < size <= MAX_CELLS:
        c.report(_wrong_size(node, size))
        lose(c, node.name)
        return
    cells: tuple[tuple[int, int], ...] = ()
    if node.cut is not None and shape not in relations.BOARDS:
        c.report(shapes.only_boards(shape, node.cut.span))
    if shape in relations.BOARDS:
        cells = _cells_of(c, node)
        listed = [surface.Name(relations.cell_name(x, y), node.name.span) for x, y in cells]
    elif node.sizes:
        listed = [surface.Name(f"{node.name.text}{i + 1}", node.name.span) for i in range(size)]
    else:
        table = rows.read(c, node.table, node.span)
        if table is None:
            c.report(tables.no_rows(f"`{node.name.text}`", node.name.span))
            c.incomplete = True
        listed = names_of(c, table or rows.EMPTY, node.name)
    c.shapes[node.name.text] = SpaceShape(shape, node.sizes, node.around is not None, cells)
    if node.around is not None and shape != "grid":
        c.report(shapes.only_grids(shape, node.sizes, node.around.span))
    if shape in relations.BOARDS:
        c.boards[node.name.span] = node.name.text
    add_family(c, node.name, listed, "a family of spaces", slanted=shape == "hex")


def _corners(c: Context, node: surface.Space, board: surface.Name) -> None:
    """Declare the corners of a board, each once though cells share it."""
    count = touching.declare_corners(c, node, board)
    if count is None or count > MAX_CELLS:
        if count is not None:
            c.report(_wrong_size(node, count))
        lose(c, node.name)
        return
    listed = [surface.Name(f"{node.name.text}{i + 1}", node.name.span) for i in range(count)]
    add_family(c, node.name, listed, "a family of spaces")


def _cells_of(c: Context, node: surface.Space) -> tuple[tuple[int, int], ...]:
    """Return column and row of the cells that a board has, from 0; all where a cut is wrong."""
    width, height = node.sizes
    every = tuple((x, y) for y in range(height) for x in range(width))
    if node.cut is None:
        return every
    kept: list[tuple[int, int]] = []
    for x, y in every:
        left_out = constants.holds(c, _placed(node.cut.where, node.cut.name.text, x + 1, y + 1))
        if left_out is None:
            lose(c, node.name)
            return every
        if not left_out:
            kept.append((x, y))
    if not kept:
        c.report(shapes.no_cells_left(node.name.text, node.cut.span))
        lose(c, node.name)
    return tuple(kept) or every


def _placed(node: T, cell: str, column: int, row: int) -> T:
    """Return a condition on a cell with numbers in the place of its row and column."""
    match node:
        case surface.Apply(surface.Name(which), (surface.Apply(surface.Name(of), ()),), span):
            if of != cell or which not in ("row", "column"):
                return node
            kind: type = surface.LiteralValue
            number: T = kind(row if which == "row" else column, span)
            return number
        case Span():
            return node
        case tuple():
            return type(node)([_placed(part, cell, column, row) for part in node])
        case _ if has_fields(type(node)):
            sort: type = type(node)
            parts = [getattr(node, field) for field in field_names(sort)]
            return type(node)(*[_placed(part, cell, column, row) for part in parts])
        case _:
            return node


def lose(c: Context, family: surface.Name) -> None:
    """Give up a family whose members nobody knows."""
    c.broken.add(family.text)
    c.incomplete = True


def _wrong_size(node: surface.Space, size: int) -> Diagnostic:
    if not size:
        return types.out_of_range("0", f"1..{MAX_CELLS:,}", node.name.span)
    factors = flow.factors(node.sizes)
    what = f"`{node.name.text}` has too many spaces"
    return flow.too_large(what, size, MAX_CELLS, node.name.span, factors)


def names_of(c: Context, table: rows.Rows, owner: surface.Name) -> list[surface.Name]:
    """Return the names of the rows of a table, which needs a column for them."""
    if table.header and not table.has("name"):
        slip = next((one for one in table.header if nearest(one.text, ("name",))), None)
        found = tables.missing_column("name", owner.span, table.header_span)
        c.report(found if slip is None else tables.misspelt_column(found, "name", slip.span))
        lose(c, owner)
        return []
    return [name for row in table.rows if (name := rows.name_of(c, row))]


def _shape_is_known(shape: str, sizes: tuple[int, ...]) -> bool:
    match shape, len(sizes):
        case ("grid" | "hex", 2) | ("ring" | "track", 0 | 1) | ("table", 0):
            return True
        case _:
            return False


def individual_attributes(
    c: Context, name: surface.Name, table: surface.TableText, span: Span, extra: Sequence[str]
) -> None:
    """Declare the attributes of spaces or edges from their rows."""
    found = rows.read(c, table, span) if table.attributes or table.rows or table.path else None
    if found is None or name.text in c.broken:
        return
    check_columns(c, name.text, found, table, ("name", *extra))
    for attribute in table.attributes:
        if is_text(c, attribute):
            for text, said in texts(c, table, found, attribute):
                c.texts[(name.text, text)] = tuple(said)
            continue
        kind = type_of(c, attribute.type)
        for column in attribute.names:
            default = default_of(kind)
            cells = enumerate(rows.column(c, found, column.text, kind, default))
            number = c.add_table(column.text, (((i,), cell) for i, cell in cells), default)
            c.attributes[(name.text, column.text)] = AttributeColumn(number, kind, frozenset())


def default_of(type_: Type) -> core.Value:
    """Return what an attribute of `none` is: 0, false or `none`."""
    return 0 if isinstance(bare(type_), Number | Flag) else None


def width_of(index: Sequence[Type]) -> int:
    """Return how many combinations of index values there are."""
    return prod(count_of(kind) for kind in index)
