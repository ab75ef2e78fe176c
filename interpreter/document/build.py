"""The static document of a game, out of its core tree and what the text declares beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import TYPE_CHECKING, Literal, TypeAlias

import attrs

from interpreter.document.model import (
    Anchor,
    Arm,
    Attribute,
    Axis,
    Component,
    Family,
    GameDocument,
    Index,
    Kind,
    Option,
    Origin,
    Parameter,
    Seen,
    Table,
    Variable,
    WordKind,
    Zone,
)
from interpreter.document.parameters import Pointed, anchor
from interpreter.document.roles import Standing, ends, roles, standing
from interpreter.document.shared import Shared
from interpreter.document.walking import Reading
from interpreter.facts.comparing import Reckoned, reckoned
from interpreter.layout import ArmLayout, Layout
from rulelang import core
from rulelang.core.canonical import specification_hash
from rulelang.core.trials import late_needs
from rulelang.freezing import frozen
from rulelang.rule_types import Maybe, Member, Type, values_of
from rulelang.source import Span

if TYPE_CHECKING:
    from interpreter.rules import Rules

OWNER = "owner"
"""The attribute that says to whom a component belongs."""


Cells: TypeAlias = tuple[tuple[str, Index], ...]


@frozen
class Described:
    """A document and what sights need beside it.

    `pointed`: what each parameter of each arm points at. `cells`: the family and index of each
    cell of a position, by its number: zones, then variables. `reckoned`: what ends compare and
    nobody keeps.
    """

    document: GameDocument
    pointed: tuple[tuple[Pointed, ...], ...] = attrs.field(repr=False)
    cells: Cells = attrs.field(repr=False)
    reckoned: tuple[Reckoned, ...] = attrs.field(repr=False)


_ALONG: tuple[Literal["column", "row"], ...] = ("column", "row")


def describe(game: Rules, shared: Shared | None = None) -> Described:
    """Return the document of a game; it takes a while, so games keep it.

    `shared`: what other variants of its text have in common with it.
    """
    maker = _Maker(game, shared)
    return Described(maker.document(), maker.pointed, _cells(game.layout), reckoned(game.spec))


def _cells(layout: Layout) -> Cells:
    zones = ((zone.name, zone.index) for zone in layout.spec.zones)
    variables = ((variable.name, variable.index) for variable in layout.spec.variables)
    return tuple((name, i) for name, index in (*zones, *variables) for i in _indices(index))


def _axes(spec: core.Spec) -> dict[int, Axis]:
    """Return the tables that say the column or row of each place of a family.

    `column(c)` and `row(c)` are tables whose names no table of an author can have: with a blank.
    """
    axes = {
        f"{along} {family.name}": Axis(family.name, along)
        for family in spec.families
        for along in _ALONG
    }
    return {n: axes[table.name] for n, table in enumerate(spec.tables) if table.name in axes}


def _indices(index: tuple[Type, ...]) -> Iterator[Index]:
    return product(*(values_of(kind) for kind in index))


def _hash(spec: core.Spec, shared: Shared) -> str:
    return "" if shared.texts is None else specification_hash(spec, shared.texts)


class _Maker:
    """Makes the document of one game."""

    def __init__(self, game: Rules, shared: Shared | None) -> None:
        self.game = game
        self.hash = game.specification_hash if shared is None else _hash(game.spec, shared)
        self.spec = game.spec
        self.declared = game.spec.declared
        self.comments = dict(self.declared.comments)
        self.citations = dict(self.declared.citations)
        self.tables = game.layout.tables
        self.labels = dict(game.spec.declared.labels)
        self.arms = game.layout.numbering
        self.shared = Shared() if shared is None else shared
        self.reading = Reading(self.spec, self.shared.bodies)
        self.pointed = tuple(self.shared.pointed(arm, self.spec) for arm in self.arms)
        self.axes = _axes(self.spec)

    def document(self) -> GameDocument:
        """Return the whole document."""
        spec, declared = self.spec, self.declared
        role_of = roles(spec, self.reading, self.shared.uses(spec))
        stands = standing(spec)
        taken = {
            use.number for arm in self.pointed for parameter in arm for use in parameter.sources
        }
        return GameDocument(
            title=spec.title,
            file=declared.file,
            hash=self.hash,
            players=spec.players,
            teams=spec.teams,
            options=tuple(
                Option(o.name, o.setting, o.settings, o.about, self.origin(o.line))
                for o in declared.options
            ),
            words=spec.words,
            word_kinds=tuple(
                WordKind(w.name, w.rising, w.words, self.origin(w.line)) for w in declared.words
            ),
            families=tuple(self.family(family) for family in spec.families),
            components=tuple(self.component(found) for found in self.components()),
            kinds=tuple(self.kinds()),
            backs=spec.backs,
            zones=tuple(
                self.zone(zone, taken_from=at in taken) for at, zone in enumerate(spec.zones)
            ),
            variables=tuple(
                Variable(
                    name=v.name,
                    index=v.index,
                    type=v.type,
                    initial=v.initial,
                    fresh=v.fresh,
                    seen=seen(v.index, v.seen_by, len(spec.players)),
                    seen_by=v.seen_by,
                    role=role,
                    origin=self.at(v.span),
                    label=self.labels.get(v.name),
                    shown=v.name not in declared.not_shown,
                )
                for v, role in zip(spec.variables, role_of, strict=True)
            ),
            tables=tuple(self.table(found) for found in declared.tables),
            arms=tuple(
                self.arm(arm, points, stands)
                for arm, points in zip(self.arms, self.pointed, strict=True)
            ),
            phases=stands.phases,
            ends=ends(spec, self.reading),
            notes=spec.notes,
            length=spec.length,
        )

    # ------------------------------------------------------------ where it is written

    def origin(self, line: int) -> Origin:
        """Return where a declaration of the text itself stands."""
        return Origin(line, self.comments.get(line), self.citations.get(line))

    def at(self, span: Span) -> Origin:
        """Return where a span begins; what stands in the library has no remarks."""
        return self.origin(span.line) if span.file == self.declared.file else Origin(span.line)

    # ------------------------------------------------------------ families and components

    def family(self, family: core.Family) -> Family:
        """Return a family of individuals."""
        named = (found for found in self.declared.families if found.name == family.name)
        found = next(named, None) or _undeclared(family)
        return Family(
            name=family.name,
            sort=found.sort,
            shape=found.shape,
            sizes=found.sizes,
            labels=family.labels,
            coordinates=found.coordinates,
            neighbours=found.neighbours,
            joins=found.joins,
            ends=found.ends,
            attributes=self.attributes(found.columns, range(len(family.labels))),
            origin=self.origin(found.line),
            between=found.between,
            corners_of=found.corners_of,
            corners=found.corners,
            texts=found.texts,
        )

    def attributes(
        self, columns: Iterable[core.Column], members: Iterable[int]
    ) -> tuple[Attribute, ...]:
        """Return columns with their values for some members or kinds."""
        numbers = tuple(members)
        return tuple(
            Attribute(
                column.name,
                column.type,
                tuple(self.looked_up(column.table, (number,)) for number in numbers),
                column.on_back,
            )
            for column in columns
        )

    def looked_up(self, table: int, arguments: tuple[core.Value, ...]) -> core.Value:
        """Return the value of a table, as play would."""
        return self.tables[table].get(arguments, self.game.layout.defaults[table])

    def components(self) -> tuple[core.DeclaredComponent, ...]:
        """Return what is declared; of a tree that was not made from a text what can be told."""
        if self.declared.components:
            return self.declared.components
        by_name: dict[str, list[int]] = {}
        for number, kind in enumerate(self.spec.kinds):
            by_name.setdefault(kind.component, []).append(number)
        return tuple(
            core.DeclaredComponent(
                name,
                "component",
                0,
                tuple(kinds),
                tuple(self.spec.kinds[k].label for k in kinds),
                (),
            )
            for name, kinds in by_name.items()
        )

    def component(self, found: core.DeclaredComponent) -> Component:
        """Return a family of kinds."""
        columns = self.attributes(found.columns, found.kinds)
        origin = self.origin(found.line)
        return Component(found.name, found.sort, found.kinds, columns, origin, found.texts)

    def kinds(self) -> Iterator[Kind]:
        """Yield all kinds by number."""
        told: dict[int, tuple[core.DeclaredComponent, int]] = {
            number: (found, at)
            for found in self.components()
            for at, number in enumerate(found.kinds)
        }
        for number, kind in enumerate(self.spec.kinds):
            found, at = told[number]
            yield Kind(
                number=number,
                label=kind.label,
                name=found.names[at],
                component=kind.component,
                copies=kind.copies,
                owner=self.owner(found, number),
                back=kind.back,
                home=(self.spec.zones[kind.home_zone].name, kind.home),
                face=found.faces[at] if found.faces else None,
            )

    def owner(self, found: core.DeclaredComponent, number: int) -> int | None:
        """Return whose a component is."""
        for column in found.columns:
            if column.name == OWNER and is_player(column.type):
                value = self.looked_up(column.table, (number,))
                return value if isinstance(value, int) else None
        return None

    # ------------------------------------------------------------ holdings

    def zone(self, zone: core.Zone, *, taken_from: bool) -> Zone:
        """Return a family of zones."""
        held = dict.fromkeys(self.spec.kinds[kind].component for kind in zone.kinds)
        return Zone(
            name=zone.name,
            index=zone.index,
            shape=zone.shape,
            capacity=zone.capacity,
            holds=tuple(held),
            kinds=zone.kinds,
            seen=seen(zone.index, zone.seen_by, len(self.spec.players)),
            seen_by=zone.seen_by,
            taken_from=taken_from,
            origin=self.at(zone.span),
            label=self.labels.get(zone.name),
        )

    def table(self, found: core.DeclaredTable) -> Table:
        """Return a table of constants."""
        entries = self.tables[found.table]
        combinations = product(*(values_of(kind) for kind in found.index))
        values = tuple(entries.get(arguments) for arguments in combinations)
        return Table(found.name, found.index, found.type, values, self.origin(found.line))

    # ------------------------------------------------------------ arms

    def arm(self, layout: ArmLayout, points: tuple[Pointed, ...], stands: Standing) -> Arm:
        """Return an arm."""
        arm = layout.arm
        owner = self.game.layout.statements[layout.owner]
        asked = (*arm.choices, *(need.test for need in (*arm.needs, *late_needs(arm))))
        reads = sorted(self.reading.of(*asked))
        writes = sorted(self.reading.written(arm.body))
        return Arm(
            name=arm.name,
            first_id=arm.first_id,
            size=layout.size,
            parameters=tuple(self.parameters(arm, points)),
            sentence=None if arm.sentence is None else arm.sentence.template,
            closes=arm.closes,
            last_resort=arm.last_resort,
            anytime=isinstance(owner, core.Anytime),
            reads=tuple(dict.fromkeys(map(self.reading.name, reads))),
            writes=tuple(dict.fromkeys(map(self.reading.name, writes))),
            phase=stands.phase_of.get(layout.owner),
            origin=self.at(arm.span),
        )

    def parameters(self, arm: core.Arm, points: tuple[Pointed, ...]) -> Iterator[Parameter]:
        """Yield the parameters of an arm; a pair is two."""
        slots = tuple(point.slot for point in points)
        at = 0
        for choice in arm.choices:
            for name in choice.names:
                point, pair = points[at], None
                if choice.pair:
                    pair = at + 1 if name == choice.names[0] else at - 1
                zones = (self.spec.zones[use.number].name for use in point.sources)
                anchors = [anchor(use, self.spec, slots) for use in point.anchors]
                if isinstance(choice.type, Member):
                    anchors.insert(0, Anchor(choice.type.family, (at,)))
                yield Parameter(
                    name,
                    choice.type,
                    pair,
                    choice.in_order,
                    tuple(dict.fromkeys(zones)),
                    tuple(dict.fromkeys(anchors)),
                    tuple(self.axes[table] for table in point.tables if table in self.axes),
                )
                at += 1


def _undeclared(family: core.Family) -> core.DeclaredFamily:
    """Return what can be told of a family in a tree that was not made from a text."""
    match family.name:
        case "Player":
            return core.DeclaredFamily(family.name, "players", "table", 0)
        case "Team":
            return core.DeclaredFamily(family.name, "teams", "table", 0)
        case _:
            return core.DeclaredFamily(family.name, "space", "table", 0)


def is_player(kind: Type) -> bool:
    """Return whether values of a type are players, or a player or none."""
    inner = kind.of if isinstance(kind, Maybe) else kind
    return isinstance(inner, Member) and inner.family == "Player"


def seen(index: tuple[Type, ...], seen_by: tuple[tuple[int, ...], ...], players: int) -> Seen:
    """Return in a word who sees the cells of a family.

    >>> player = Member("Player", 2)
    >>> seen((player,), ((0,), (1,)), 2), seen((player,), ((0, 1), (0, 1)), 2)
    ('owner', 'all')
    """
    everybody = tuple(range(players))
    if all(tuple(sorted(by)) == everybody for by in seen_by):
        return "all"
    if not any(seen_by):
        return "nobody"
    cells = tuple(_indices(index))
    for at, kind in enumerate(index):
        if not is_player(kind):
            continue
        owners = [cell[at] for cell in cells]
        if all(tuple(by) == (p,) for p, by in zip(owners, seen_by, strict=True)):
            return "owner"
        if all(
            tuple(sorted(by)) == tuple(q for q in everybody if q != p)
            for p, by in zip(owners, seen_by, strict=True)
        ):
            return "others"
    return "listed"
