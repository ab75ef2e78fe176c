"""What the elaboration of one instance has gathered so far.

Every module of this room works on one `Context`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import attrs

from rulelang import core, surface
from rulelang.diagnostics import Diagnostic, Sink
from rulelang.elaborate.sharing import Asked, Notes, Shelf, Symbols, Trace, Unit, World
from rulelang.elaborate.symbols import Doubt, FactName, Scope, Typed, VariableName, ZoneName
from rulelang.freezing import define, frozen
from rulelang.messages import flow, names
from rulelang.rule_types import Component, Maybe, Member, Type, Unknown, Word
from rulelang.source import Source, Span
from rulelang.suggest import nearest

MAX_GUESSES = 200
MAX_DEPTH = 600
"""How deep expressions, facts and blocks nest, counted in calls of this room at most."""
LIMIT = 10**9
"""No number that a text names is larger."""
LIBRARY = "std/"
"""What the names of the library's files begin with."""
MAX_TABLE_ENTRIES = 200_000


@frozen
class Setting:
    """One way to play: how many players, and the value of each option.

    Values are text, `on` and `off` for flags.
    """

    players: int
    options: Mapping[str, str]

    def __str__(self) -> str:
        """Return `3 players, board loom`."""
        parts = [
            f"{self.players} players",
            *(f"{name} {value}" for name, value in self.options.items()),
        ]
        return ", ".join(parts)


@frozen
class SpaceShape:
    """The shape of a family of places: `grid` (width, height), `ring`, `track`, or `table`.

    `is_orthogonal`: only those side by side are beside each other, none corner to corner.
    `cells`: column and row of each cell of a board, from 0, row by row; `numbers`: the number of
    each cell by those. `corners_of`: the board whose corners the places of a shape `corners` are;
    `corners`: of each cell of that board its corners, in order round it. `points`: where they
    lie, to the right and up, from 0; as far apart as `touching` says.
    """

    shape: str
    sizes: tuple[int, ...]
    is_orthogonal: bool = False
    cells: tuple[tuple[int, int], ...] = ()
    corners_of: str | None = None
    corners: tuple[tuple[int, ...], ...] = ()
    points: tuple[tuple[int, int], ...] = ()
    numbers: Mapping[tuple[int, int], int] = attrs.field(init=False, eq=False, repr=False)

    @numbers.default
    def _numbered(self) -> Mapping[tuple[int, int], int]:
        return {at: cell for cell, at in enumerate(self.cells)}


@frozen
class EdgeEnds:
    """A family of edges: the family of spaces it joins, and the two ends of each edge."""

    joins: str
    ends: tuple[tuple[int, int], ...]


@frozen
class CrossEdges:
    """A family of edges from one space to another: those two, and the end of each edge in each."""

    joins: tuple[str, str]
    ends: tuple[tuple[int, int], ...]


@frozen
class AttributeColumn:
    """An attribute: table from the individual or kind to its value.

    `kinds`: the component kinds that have it.
    """

    table: int
    type: Type
    kinds: frozenset[int]


@frozen
class CallOrder:
    """The effects, callers first, those that reach each other side by side in a group.

    `endless`: the calls that close a circle without a bound. `within`: the number of its group for
    each effect that reaches itself. `most`: how often each that has a bound may be in progress.
    """

    groups: tuple[tuple[str, ...], ...]
    endless: tuple[tuple[tuple[str, ...], surface.Apply], ...]
    within: Mapping[str, int]
    most: Mapping[str, int]


@define
class EffectInstance:
    """An effect for the places it is called with. The parameters' types join over all calls.

    `in_progress`: how often it and others of its circle are within each other there, by name.

    `rounds`: how often loops around one of its calls go round, the most of all calls; `lasting`:
    how often turns and other repetitions around one come, likewise.
    """

    number: int
    node: surface.Effect
    places: Mapping[str, ZoneName | VariableName]
    parameters: list[Type]
    in_progress: Mapping[str, int] = attrs.field(factory=dict)
    body: core.Block | None = None
    rounds: tuple[int, ...] = ()
    lasting: tuple[int, ...] = ()


@frozen
class Elaborator:
    """What knows all sorts of expressions and collections; it stands above who asks for parts.

    `fact` knows their calls. `again`: asks what a body asked elsewhere; whether the answer is the
    same here.
    """

    expression: Callable[[Context, surface.Expr, Scope], Typed]
    collection: Callable[[Context, surface.Domain, Scope], Typed]
    fact: Callable[[Context, FactName, surface.Apply, Scope], Typed]
    again: Callable[[Context, Asked], bool]


@define
class Context:
    """The growing instance. Lists become the tuples of `core.Spec` in the end.

    What was reported once is not reported again where it is used: `broken` are names whose
    declaration could not be understood, and `lacking` those of them before any body is looked at;
    `later` are those that are understood behind components;
    `incomplete` is set where a table is missing that would have given names: nobody can tell then
    which names are known, so bodies are not looked at.
    `notes`: what the body uses that is elaborated now (see `sharing`), of all together in the end:
    its local names (`bound`); variables that it reads and writes, by their numbers, but what reads
    only the one that it sets does not read it; by its number, the scope of each choice made any
    number of times (`open_ended`). `scopes`: where they are asked for, the locals in sight by the
    number of a block and how many slots are taken. `is_limited`: the text says how long play is,
    so that no product has to. `call_order`: of effects, where it was asked
    for. `boards`: families of cells that are named by column and row, by where they are declared.
    `shelf`: what is shared with others, if anything; `world` is the part of it for what is
    declared here, `whole` the notes of all bodies, `trace` what the body asks that is elaborated
    now. `bodies`: what each body begins to number with, and how many numbers it has. `units`: the
    same bodies with what came of them, those of facts too. `positions`: by their identity, the
    number of each declaration that is no scenario. `is_settled`: all calls of effects with a body
    are known, so that further ones must fit; not so while what nothing calls is looked at.
    `acted`: the actions that scenarios name, with their values.
    `doubts`: what is wrong in facts, or with their calls; it is told which in the end.
    """

    setting: Setting
    sink: Sink
    read_file: Callable[[str], Source | Diagnostic]
    elaborator: Elaborator
    symbols: Symbols = attrs.field(factory=Symbols)
    words: dict[str, int] = attrs.field(factory=dict)
    families: list[core.Family] = attrs.field(factory=list)
    shapes: dict[str, SpaceShape] = attrs.field(factory=dict)
    edges: dict[str, EdgeEnds] = attrs.field(factory=dict)
    cross_edges: dict[str, CrossEdges] = attrs.field(factory=dict)
    kinds: list[core.Kind] = attrs.field(factory=list)
    kind_names: list[str] = attrs.field(factory=list)
    backs: dict[str, int] = attrs.field(factory=dict)
    attributes: dict[tuple[str, str], AttributeColumn] = attrs.field(factory=dict)
    texts: dict[tuple[str, str], tuple[str, ...]] = attrs.field(factory=dict)
    zones: list[core.Zone] = attrs.field(factory=list)
    variables: list[core.Variable] = attrs.field(factory=list)
    memories: list[core.Memory] = attrs.field(factory=list)
    tables: list[core.Table] = attrs.field(factory=list)
    relations: dict[tuple[str, ...], int] = attrs.field(factory=dict)
    facts: list[core.Fact] = attrs.field(factory=list)
    fact_instances: dict[tuple[object, ...], int] = attrs.field(factory=dict)
    effects: list[EffectInstance] = attrs.field(factory=list)
    effect_instances: dict[tuple[object, ...], EffectInstance] = attrs.field(factory=dict)
    numbers: int = 0
    notes: Notes = attrs.field(factory=Notes)
    setting_now: int | None = None
    broken: set[str] = attrs.field(factory=set)
    lacking: frozenset[str] = frozenset()
    incomplete: bool = False
    later: frozenset[str] = frozenset()
    next_action: int = 0
    teams: tuple[int, ...] | None = None
    rising: dict[tuple[int, ...], int] = attrs.field(factory=dict)
    fresh_at: dict[str, list[VariableName]] = attrs.field(factory=dict)
    facts_in_progress: list[str] = attrs.field(factory=list)
    own_kinds: dict[str, list[int]] = attrs.field(factory=dict)
    placed: dict[str, frozenset[str]] | None = None
    at_home: set[int] = attrs.field(factory=set)
    cells: int = 0
    depth: int = 0
    overflowed: bool = False
    guesses: int = 0
    bad_cells: int = 0
    arms: dict[str, frozenset[int]] = attrs.field(factory=dict)
    acted: list[tuple[surface.Apply, list[Typed]]] = attrs.field(factory=list)
    scopes: dict[tuple[int, int], Scope] | None = None
    is_limited: bool = False
    is_settled: bool = True
    is_partly_read: bool = False
    call_order: CallOrder | None = None
    boards: dict[Span, str] = attrs.field(factory=dict)
    shelf: Shelf | None = None
    world: World | None = None
    whole: Notes = attrs.field(init=False)
    trace: Trace | None = None
    reported: int = 0
    deepest: int = 0
    bodies: list[tuple[int, int]] = attrs.field(factory=list)
    units: list[tuple[int | None, Unit]] = attrs.field(factory=list)
    doubts: list[Doubt] = attrs.field(factory=list)
    positions: Mapping[int, int] = attrs.field(factory=dict)

    def __attrs_post_init__(self) -> None:
        """Begin with the notes of all bodies together."""
        self.whole = self.notes

    @property
    def used(self) -> set[str]:
        """Return the names that the body uses which is elaborated."""
        return self.notes.used

    @property
    def read(self) -> set[int]:
        """Return the variables that it reads, by their numbers."""
        return self.notes.read

    @property
    def written(self) -> set[int]:
        """Return the variables that it sets, by their numbers."""
        return self.notes.written

    @property
    def bound(self) -> set[str]:
        """Return the local names in it."""
        return self.notes.bound

    @property
    def turns_read(self) -> set[int]:
        """Return the loops in it of which the number of the turn is read."""
        return self.notes.turns_read

    @property
    def open_ended(self) -> dict[int, Scope]:
        """Return the scopes of choices in it that are made any number of times."""
        return self.notes.open_ended

    def enter(self, depth: int, span: Span) -> bool:
        """Go deeper into what is nested; False, and a finding, where it is too deep to go on."""
        if self.depth + depth > MAX_DEPTH or self.overflowed:
            if not self.overflowed:
                self.report(flow.nested_too_deeply(span))
            self.overflowed = True
            return False
        self.depth += depth
        self.deepest = max(self.deepest, self.depth)
        return True

    def leave(self, depth: int) -> None:
        """Come back from where `enter` went."""
        self.depth -= depth

    def kinds_of(self, component: str) -> list[int]:
        """Return the kinds of a component, in order."""
        return self.own_kinds.get(component, [])

    def report(self, diagnostic: Diagnostic) -> None:
        """Hand a finding to the sink."""
        self.reported += 1
        self.sink.add(diagnostic)

    def report_once(self, key: str, diagnostic: Diagnostic) -> None:
        """Hand a finding to the sink if there was none with this key."""
        if key not in self.broken:
            self.report(diagnostic)
        self.broken.add(key)

    def unknown(
        self,
        name: surface.Name,
        known: Iterable[str],
        what: str = "nothing",
        meant: str | None = None,
    ) -> None:
        """Report a name that nothing declares; `meant`: the local name that may be meant.

        A slip of the pen is reported wherever it is; a name that is like no other only once. In a
        text of very many mistakes only the first are held against all names.
        """
        if name.text in self.broken or self.is_partly_read:
            return
        self.guesses += 1
        listed = sorted(set(known)) if self.guesses <= MAX_GUESSES else []
        self.report(names.unknown_name(name.text, name.span, listed, what, meant))
        if meant is None and nearest(name.text, listed) is None:
            self.broken.add(name.text)

    def next_number(self) -> int:
        """Return a fresh number for a block or statement."""
        self.numbers += 1
        return self.numbers

    def word(self, text: str) -> int:
        """Return the number of a word, which is new or known."""
        return self.words.setdefault(text, len(self.words))

    def add_table(
        self,
        name: str,
        entries: Iterable[tuple[tuple[core.Value, ...], core.Value]],
        default: core.Value,
    ) -> int:
        """Append a constant function; return its number."""
        self.tables.append(core.Table(name, tuple(entries), default))
        return len(self.tables) - 1

    def family(self, name: str) -> core.Family:
        """Return a family of individuals by name."""
        return next(family for family in self.families if family.name == name)

    def label(self, type_: Type, value: core.Value) -> str:
        """Return how texts write a value of a type."""
        match type_, value:
            case Member(family=name), int(number):
                return self.family(name).labels[number]
            case Word(), int(number):
                return list(self.words)[number]
            case Component(), int(number):
                return self.kinds[number].label
            case _, None:
                return "none"
            case Maybe(of=inner), _:
                return self.label(inner, value)
            case _:
                return str(value)

    def called(self, type_: Type) -> str:
        """Return what the author calls an individual or component of a type."""
        match type_:
            case Member(family=name) if name != "Player":
                return f"`{name}`"
            case Component(kinds=kinds):
                known = sorted({self.kinds[kind].component for kind in kinds})
                return " or ".join(f"`{name}`" for name in known) or "a component"
            case _:
                return "a player"

    def names_in_sight(self, extra: Sequence[str] = ()) -> tuple[str, ...]:
        """Return every name that could have been meant: symbols, words and locals."""
        return (*extra, *self.symbols, *self.words)


UNKNOWN = Unknown()

NOTHING = Typed(core.IfThen(core.Const(0), core.Const(None), core.Const(None)), UNKNOWN)
"""What could not be understood. No constant, so that no branch is left out because of it."""
