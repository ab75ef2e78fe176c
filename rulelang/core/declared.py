"""What a text declares and play has no need of: shapes, columns, settings, remarks.

Documents, pictures and editors are made of it. It is no part of what a game is: equality, `repr`
and so the hash of a specification ignore it. Declarations stand in the order in which they name
what there is; zones, variables, facts and effects have their places in `Spec` itself.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from rulelang.freezing import frozen
from rulelang.rule_types import Type

FamilySort: TypeAlias = Literal["players", "teams", "space", "edge"]
FamilyShape: TypeAlias = Literal["grid", "hex", "ring", "track", "table"]
ComponentSort: TypeAlias = Literal["component", "token", "die"]
Pairs: TypeAlias = tuple[tuple[int, int], ...]


@frozen
class Column:
    """An attribute: `Spec.tables[table]` from the member or kind to its value.

    `on_back`: everybody sees it on a hidden component.
    """

    name: str
    type: Type
    table: int
    on_back: bool = False


@frozen
class DeclaredText:
    """An attribute of type `text`: what players read of each member or kind, "" for nothing.

    Rules cannot ask for it, so it is no table, and no part of what a game is.
    """

    name: str
    said: tuple[str, ...]


@frozen
class DeclaredFamily:
    """A family of individuals, beside `Spec.families`.

    `sizes`: (columns, rows) or (length,), where the text gives numbers. `coordinates`: (column,
    row) of each place of a grid or hex, from 0; of corners, to the right and up, in halves of the
    width of a hexagon and quarters of its height, or sides of a square. `neighbours`: of each
    place, by the shape and one edge away, ascending. `joins`, `ends`: what edges join, and the two
    places of each. `between`: the two spaces of edges that begin in one and end in another,
    instead of `joins`. `corners_of`, `corners`: the board whose corners the places are, and those
    of each of its cells, in order round it.
    """

    name: str
    sort: FamilySort
    shape: FamilyShape
    line: int
    sizes: tuple[int, ...] = ()
    coordinates: Pairs = ()
    neighbours: tuple[tuple[int, ...], ...] = ()
    joins: str | None = None
    ends: Pairs = ()
    columns: tuple[Column, ...] = ()
    between: tuple[str, str] | None = None
    corners_of: str | None = None
    corners: tuple[tuple[int, ...], ...] = ()
    texts: tuple[DeclaredText, ...] = ()


@frozen
class DeclaredComponent:
    """Kinds that are declared together. `names`: of each, without its index; a token has its own.

    `faces`: what each kind of a die shows; () for what is no die.
    """

    name: str
    sort: ComponentSort
    line: int
    kinds: tuple[int, ...]
    names: tuple[str, ...]
    columns: tuple[Column, ...]
    faces: tuple[int, ...] = ()
    texts: tuple[DeclaredText, ...] = ()


@frozen
class DeclaredTable:
    """A table of the author's: `Spec.tables[table]`, and the types of its arguments and values."""

    name: str
    line: int
    table: int
    index: tuple[Type, ...]
    type: Type


@frozen
class DeclaredWords:
    """A kind of words, by their numbers in `Spec.words`; `rising` ones have an order."""

    name: str
    line: int
    rising: bool
    words: tuple[int, ...]


@frozen
class DeclaredOption:
    """An option: its setting in this instance, all its settings, and what the text says of it."""

    name: str
    line: int
    setting: str
    settings: tuple[str, ...]
    about: str | None


@frozen
class Declared:
    """All of it. `file`: what the rule text was called when it was read.

    `comments`, `citations`: what stands at the end of a line, by the number of the line, from 1.
    `labels`: what zones and variables are called where they are shown, by their names;
    `not_shown`: variables that nobody needs to look at.
    """

    file: str = ""
    families: tuple[DeclaredFamily, ...] = ()
    components: tuple[DeclaredComponent, ...] = ()
    tables: tuple[DeclaredTable, ...] = ()
    words: tuple[DeclaredWords, ...] = ()
    options: tuple[DeclaredOption, ...] = ()
    comments: tuple[tuple[int, str], ...] = ()
    citations: tuple[tuple[int, str], ...] = ()
    labels: tuple[tuple[str, str], ...] = ()
    not_shown: frozenset[str] = frozenset()
