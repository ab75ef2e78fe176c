"""The static document of a game: all that is known of the table before anything is played.

It follows from one instance (text, players, options) and is the same for every seat. Pictures, the
terminal, editors, adapters and clients in other languages read this and need no rule text.

Values are as in play (`rule_types`): numbers; flags 0 and 1; words, members and kinds by number;
`None` for `none`. `GameDocument.label` writes any of them.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from rulelang import rule_types as types
from rulelang.core import DeclaredText, Value
from rulelang.freezing import frozen
from rulelang.rule_types import Type

FamilySort: TypeAlias = Literal["players", "teams", "space", "edge"]
FamilyShape: TypeAlias = Literal["grid", "hex", "ring", "track", "table"]
ComponentSort: TypeAlias = Literal["component", "token", "die"]
ZoneShape: TypeAlias = Literal["set", "row", "bag", "one"]
Seen: TypeAlias = Literal["all", "nobody", "owner", "others", "listed"]
Role: TypeAlias = Literal["score", "state", "inner", "history"]
Index: TypeAlias = tuple[int, ...]


@frozen
class Origin:
    """Where a declaration stands: `line` from 1; `about`: the comment behind it; `cites`."""

    line: int
    about: str | None = None
    cites: str | None = None


@frozen
class Attribute:
    """A column: `values[i]` belongs to member i of the family, or to kind `kinds[i]`.

    `on_back`: everybody sees it on a hidden component.
    """

    name: str
    type: Type
    values: tuple[Value, ...]
    on_back: bool = False


@frozen
class Family:
    """Named individuals: players, teams, the places of a space, the edges between them.

    `sizes`: (columns, rows) of a grid or hex, (length,) of a ring or track declared by number.
    `coordinates[i]`: (column, row) of place i from 0, for grids and hexes; else ().
    `neighbours[i]`: the places that lie beside place i by the shape of the space, or one edge
    away, ascending; () for what is no space. `joins`, `ends[i]`: the space that edges join, and
    the two places of edge i; None and () for what is no edge. `between`: the two spaces of edges
    that lead from one to another, which have no `joins`. `corners_of`, `corners[i]`: the board
    whose corners the places are, and those of its cell i, in order round it; `coordinates` are
    then to the right and up, in halves of the width of a hexagon and quarters of its height, or in
    sides of a square. `texts`: what players read of each.
    """

    name: str
    sort: FamilySort
    shape: FamilyShape
    sizes: tuple[int, ...]
    labels: tuple[str, ...]
    coordinates: tuple[tuple[int, int], ...]
    neighbours: tuple[tuple[int, ...], ...]
    joins: str | None
    ends: tuple[tuple[int, int], ...]
    attributes: tuple[Attribute, ...]
    origin: Origin
    between: tuple[str, str] | None = None
    corners_of: str | None = None
    corners: tuple[tuple[int, ...], ...] = ()
    texts: tuple[DeclaredText, ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the names of attributes and texts."""
        return _columns(self)


@frozen
class Kind:
    """One kind of component, by its number in `GameDocument.kinds`.

    `label` as texts write it: `king(P1)`; `name`: its name alone, `king`; that of a token or die
    is the name of its component. `owner`: the player it belongs to, where the component has an
    attribute `owner` of that type. `home`: the zone cell where all copies begin. `face`: what a
    die shows, else None.
    """

    number: int
    label: str
    name: str
    component: str
    copies: int
    owner: int | None
    back: int | None
    home: tuple[str, Index]
    face: int | None = None


@frozen
class Component:
    """A family of kinds.

    `kinds`: their numbers, in the order of the table; `texts`: what players read of each of them.
    """

    name: str
    sort: ComponentSort
    kinds: tuple[int, ...]
    attributes: tuple[Attribute, ...]
    origin: Origin
    texts: tuple[DeclaredText, ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the names of attributes and texts."""
        return _columns(self)


def _columns(of: Family | Component) -> tuple[str, ...]:
    return (*(a.name for a in of.attributes), *(text.name for text in of.texts))


@frozen
class Zone:
    """A family of zones: a cell for each combination of indices, the last fastest.

    `holds`: names of components. `kinds`: numbers of the kinds that may lie there. `seen` says in
    a word who sees the cells; `seen_by[i]` are the players who see cell i. `taken_from`: whether
    some arm's argument is one of the things that lie there. `label`: what it is called where it is
    shown, if the text says so.
    """

    name: str
    index: tuple[Type, ...]
    shape: ZoneShape
    capacity: int | None
    holds: tuple[str, ...]
    kinds: tuple[int, ...]
    seen: Seen
    seen_by: tuple[tuple[int, ...], ...]
    taken_from: bool
    origin: Origin
    label: str | None = None


@frozen
class Variable:
    """A family of bounded values; see `Zone` for `index`, `seen`, `seen_by`.

    `role`: `score` is a number of each player or team that an `end` with most or least reads.
    `state` decides what may be done or what happens next, or each player or team has it. `inner`
    is what effects alone read. `history` has an index range of more than 30 values beside another
    index and is never drawn. `label`: as of zones; `shown`: whether the text wants it shown.
    """

    name: str
    index: tuple[Type, ...]
    type: Type
    initial: Value
    fresh: bool
    seen: Seen
    seen_by: tuple[tuple[int, ...], ...]
    role: Role
    origin: Origin
    label: str | None = None
    shown: bool = True


@frozen
class Table:
    """A table of constants, in the order of the combinations of `index`; `None` where empty."""

    name: str
    index: tuple[Type, ...]
    type: Type
    values: tuple[Value, ...]
    origin: Origin


@frozen
class WordKind:
    """`kind Weapon: sword | spear`. `words`: their numbers in `GameDocument.words`."""

    name: str
    rising: bool
    words: tuple[int, ...]
    origin: Origin


@frozen
class Option:
    """An option of the text: the setting of this instance and all that there are."""

    name: str
    setting: str
    settings: tuple[str, ...]
    about: str | None
    origin: Origin


@frozen
class Anchor:
    """What a number or word as an argument points at: cells of that zone, variable or family.

    `index`: for each index of the family which parameter of the arm stands there, by its place
    among the arm's parameters; None where something else does (any cell then).
    """

    name: str
    index: tuple[int | None, ...]


@frozen
class Axis:
    """A number that says a column, or a row, of the places of a family: from 1, as texts count."""

    family: str
    along: Literal["column", "row"]


@frozen
class Parameter:
    """A parameter of an arm.

    `sources`: the zones in its domain, for a component: `t in shown(p)` has `shown`. `anchors`:
    zones, variables and families in the arm's needs and body that have the parameter as an index.
    `axes`: what it counts, where the arm compares it with `column(c)` or `row(c)`. `pair`: the
    place of the other member, where two are bound at once.
    """

    name: str
    type: Type
    pair: int | None
    in_order: bool
    sources: tuple[str, ...]
    anchors: tuple[Anchor, ...]
    axes: tuple[Axis, ...] = ()


@frozen
class Arm:
    """A way to act. Its actions are `first_id` up to `first_id + size - 1`.

    `sentence`: the template of the text, `{p} places {t} on {s}`; None where it has none.
    `phase`: the innermost phase it stands in, or None.
    """

    name: str
    first_id: int
    size: int
    parameters: tuple[Parameter, ...]
    sentence: str | None
    closes: bool
    last_resort: bool
    anytime: bool
    reads: tuple[str, ...]
    writes: tuple[str, ...]
    phase: str | None
    origin: Origin

    def holds(self, action: int) -> bool:
        """Return whether an action number is one of this arm."""
        return self.first_id <= action < self.first_id + self.size


@frozen
class EndKey:
    """A reason why somebody wins: `with most fame then least debt`.

    `label`: the expression as the text writes it; `most`: whether more is better. `variable`: the
    variable over players that it reads alone, if it does.
    """

    label: str
    most: bool
    variable: str | None


@frozen
class GameDocument:
    """All of the above, in declared order; `families[0]` are the players.

    `hash`: the specification hash of the instance. `file`: the rule text, as it was named when it
    was read. `teams`: the team of each player, or None.

    >>> from interpreter import load
    >>> document = load("tic_tac_toe").document()
    >>> [zone.name for zone in document.zones], document.arms[0].sentence
    (['supply', 'on'], '{p} marks {c}')
    """

    title: str
    file: str
    hash: str
    players: tuple[str, ...]
    teams: tuple[int, ...] | None
    options: tuple[Option, ...]
    words: tuple[str, ...]
    word_kinds: tuple[WordKind, ...]
    families: tuple[Family, ...]
    components: tuple[Component, ...]
    kinds: tuple[Kind, ...]
    backs: tuple[str, ...]
    zones: tuple[Zone, ...]
    variables: tuple[Variable, ...]
    tables: tuple[Table, ...]
    arms: tuple[Arm, ...]
    phases: tuple[str, ...]
    ends: tuple[tuple[EndKey, ...], ...]
    notes: tuple[str, ...]
    length: int | None

    def amount(self, component: str) -> int:
        """Return how many of a component there are: a die is one, whatever it may show.

        >>> from interpreter import load
        >>> load("backgammon").document().amount("Die")
        2
        """
        kinds = [kind for kind in self.kinds if kind.component == component]
        faces = [kind.face for kind in kinds if kind.face is not None]
        return sum(kind.copies for kind in kinds if kind.face in (None, min(faces, default=None)))

    def label(self, value: Value, kind: Type) -> str:
        """Return how rule texts write a value of a type.

        >>> from interpreter import load
        >>> document = load("tic_tac_toe").document()
        >>> document.label(4, document.zones[1].index[0]), document.label(None, types.Nothing())
        ('b2', 'none')
        """
        match kind:
            case _ if value is None:
                return "none"
            case types.Maybe(of=inner):
                return self.label(value, inner)
            case types.SetOf(element=element) if isinstance(value, tuple):
                return ", ".join(self.label(part, element) for part in value)
            case _ if isinstance(value, tuple):
                return ", ".join(map(str, value))
            case types.Flag():
                return "true" if value else "false"
            case types.Word():
                return self.words[value]
            case types.Member(family=name):
                return next(f.labels[value] for f in self.families if f.name == name)
            case types.Component():
                return self.kinds[value].label
            case _:
                return str(value)
