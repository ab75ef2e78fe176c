"""What variants, and a text before and after an edit, share of elaboration: bodies that are alike.

    before:  the body of an effect or fact, what it is given, and all that it asks of the rest
    after:   its core tree, made once for all who answer the same

While a body is elaborated, its questions are noted: what a name stands for, which number a fact,
an effect or a relation has. Elsewhere the same questions are asked again, in the same order; where
the answers are the same, so is what comes of them, and the tree is the same object. A question
does what it does in elaboration (a fact that is asked for is there then), so that it does no harm
to have asked where an answer differs after all. What is wrong with a body is found each time.

What there is besides bodies (zones, types, tables) is the world. Bodies are shared within one.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final, TypeAlias, assert_never

import attrs

from rulelang import core, surface
from rulelang.diagnostics import Diagnostic
from rulelang.elaborate.symbols import (
    Constant,
    EffectName,
    FactName,
    Scope,
    Symbol,
    VariableName,
    ZoneName,
)
from rulelang.freezing import define, frozen
from rulelang.rule_types import Type
from rulelang.source import Source

TEXTS: Final = 8
"""What none of so many texts had is forgotten."""
OF_A_BODY: Final = 1 << 20
"""How many numbers of blocks a body may use."""
OF_A_DECLARATION: Final = 1 << 32
Places: TypeAlias = Mapping[str, ZoneName | VariableName]
Key: TypeAlias = tuple[int, Hashable, int | None]
"""The identity of a declaration, what its body is made with, and what its blocks begin with."""


class Symbols(dict[str, Symbol]):
    """What names stand for. `asked`: where it is noted, the names that were asked for."""

    asked: set[str] | None = None

    def ask(self, name: str) -> None:
        """Note that a name was asked for."""
        if self.asked is not None:
            self.asked.add(name)

    @contextmanager
    def unasked(self) -> Iterator[None]:
        """Note nothing meanwhile."""
        before, self.asked = self.asked, None
        yield
        self.asked = before

    def get(self, name: str, default: Symbol | None = None) -> Symbol | None:  # type: ignore[override]
        """Return what a name stands for."""
        self.ask(name)
        return super().get(name, default)

    def __getitem__(self, name: str) -> Symbol:
        """Return what a name stands for."""
        self.ask(name)
        return super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        """Return whether a name stands for something."""
        assert isinstance(name, str)
        self.ask(name)
        return super().__contains__(name)


@define
class Notes:
    """What bodies use, but for what they call; see `Context`."""

    used: set[str] = attrs.field(factory=set)
    read: set[int] = attrs.field(factory=set)
    written: set[int] = attrs.field(factory=set)
    bound: set[str] = attrs.field(factory=set)
    turns_read: set[int] = attrs.field(factory=set)
    open_ended: dict[int, Scope] = attrs.field(factory=dict)

    def add(self, more: Notes) -> None:
        """Add what another body uses."""
        self.used |= more.used
        self.read |= more.read
        self.written |= more.written
        self.bound |= more.bound
        self.turns_read |= more.turns_read
        self.open_ended.update(more.open_ended)


@frozen
class FactAsked:
    """A call of a fact for these places and types, and the answer.

    `deeper`: how far inside the body it is called. `value`: what it is, if that is a constant.
    """

    name: str
    places: Places
    types: tuple[Type, ...]
    deeper: int
    number: int
    type: Type
    value: core.Const | None


@frozen
class EffectAsked:
    """A call of an effect, inside of what goes on for so long, and its number."""

    name: str
    places: Places
    types: tuple[Type, ...]
    rounds: tuple[int, ...]
    lasting: tuple[int, ...]
    number: int


@frozen
class RelationAsked:
    """A relation that follows from the world, and the number of its table."""

    key: tuple[str, ...]
    table: core.Table
    number: int


Asked: TypeAlias = FactAsked | EffectAsked | RelationAsked


@frozen
class Unit:
    """A body, what it asked, and what came of it.

    `names`: those that may stand for something else in the same world, and what they stand for:
    the symbol, and what a body learns of it.
    `deepest`: how deep it nests. `count`: how many numbers it uses. `node`: what the key names by
    identity; None: nobody finds it by a key.
    """

    key: Key | None
    node: object
    names: tuple[tuple[str, Symbol | None, Hashable], ...]
    asked: tuple[Asked, ...]
    made: core.Block | core.Fact
    notes: Notes
    deepest: int
    count: int


@define
class Trace:
    """What a body has asked so far. `depth`: where it begins; `reported`: findings before it.

    `facts`: those that it called; each is noted once, for then it is there.
    """

    depth: int
    reported: int
    asked: list[Asked] = attrs.field(factory=list)
    facts: set[tuple[Hashable, ...]] = attrs.field(factory=set)


@frozen
class Things:
    """What is declared, as specifications hold it."""

    families: tuple[core.Family, ...]
    kinds: tuple[core.Kind, ...]
    zones: tuple[core.Zone, ...]
    variables: tuple[core.Variable, ...]
    memories: tuple[core.Memory, ...]
    tables: tuple[core.Table, ...]
    facts: tuple[core.Fact, ...]


@define
class World:
    """What there is besides bodies, and the bodies that are known in it.

    `there`: the declarations of the last text that had it, the same objects for all its instances.
    """

    parts: tuple[object, ...]
    text: int = 0
    there: Things | None = None
    units: dict[Key, list[tuple[int, Unit]]] = attrs.field(factory=dict)

    def of(self, key: Key) -> Iterator[Unit]:
        """Yield the bodies that are known by a key, first the one that was used last."""
        return (unit for _, unit in self.units.get(key, ()))


@define
class Made:
    """What is known of an instance, and the bodies in it. `text`: the last one that had it."""

    text: int
    units: tuple[Unit, ...]
    known: object


@frozen
class Watched:
    """What checks look for in a body: arms with something to try, loops of all at once."""

    block: core.Block
    tried: tuple[core.Arm, ...]
    at_once: tuple[core.For, ...]


@define
class Shelf:
    """All that is shared. `text`: which text is elaborated, counted from the first.

    `declared`: what instances of this text have declared (see `declarations.kept`), `beside` what
    of it is told beside what is played, `meant` its names for rules to use; `merged`: the cases of
    effects, with the one that they are. `instances`: what was made last of each setting,
    and `asked` the tables that this text has asked for (see `again`); `between`: what is different
    in this text, by the identity of another one; `watched`: what checks look for in its bodies;
    `effects`: those of this text, by the identity of their bodies.
    """

    text: int = 0
    worlds: list[World] = attrs.field(factory=list)
    numbered: dict[tuple[int, int], tuple[int, Numbered]] = attrs.field(factory=dict)
    declared: list[object] = attrs.field(factory=list)
    beside: dict[int, tuple[object, core.Declared]] = attrs.field(factory=dict)
    meant: frozenset[str] | None = None
    merged: dict[tuple[int, ...], Merged] = attrs.field(factory=dict)
    instances: dict[str, Made] = attrs.field(factory=dict)
    asked: dict[str, Source | Diagnostic] = attrs.field(factory=dict)
    between: dict[int, object] = attrs.field(factory=dict)
    watched: dict[int, Watched] = attrs.field(factory=dict)
    effects: dict[int, core.Effect] = attrs.field(factory=dict)

    def begin(self) -> None:
        """Begin another text; what none of the last ones had is forgotten."""
        self.text += 1
        self.end()
        self.asked = {}
        since = self.text - TEXTS
        self.merged = {k: one for k, one in self.merged.items() if one.text >= since}
        last = max((one.text for one in self.instances.values()), default=0)  # others had errors
        self.instances = {k: one for k, one in self.instances.items() if one.text > last - TEXTS}
        held = {id(unit): unit for made in self.instances.values() for unit in made.units}
        blocks = {id(unit.made) for unit in held.values()}
        self.numbered = {
            key: one for key, one in self.numbered.items() if one[0] >= since or key[0] in blocks
        }
        for world in self.worlds:
            found = {
                key: [one for one in units if one[0] >= since or id(one[1]) in held]
                for key, units in world.units.items()
            }
            world.units = {key: units for key, units in found.items() if units}
        self.worlds = [world for world in self.worlds if world.units]

    def end(self) -> None:
        """Forget what instances of one text alone share; it knows this shelf."""
        self.declared.clear()
        self.beside.clear()
        self.between.clear()
        self.watched.clear()
        self.effects.clear()
        self.meant = None

    def world(self, there: Things, more: tuple[object, ...]) -> World:
        """Return the world that is made of these parts."""
        parts = (more, there)
        found = next((known for known in self.worlds if known.parts == parts), None)
        if found is None:
            found = World(parts)
            self.worlds.append(found)
        if found.text != self.text or found.there is None:  # things may stand elsewhere now
            found.text, found.there = self.text, there
        return found

    def effect(self, made: core.Effect) -> core.Effect:
        """Return an effect, the same for all that are equal and have this body."""
        known = self.effects.get(id(made.body))
        if known is not None and (known.name, known.parameters, known.span) == (
            made.name,
            made.parameters,
            made.span,
        ):
            return known
        self.effects[id(made.body)] = made
        return made

    def used(self, world: World, key: Key, unit: Unit) -> None:
        """Note that a text has a body; the one that was used last is tried first."""
        units = world.units.setdefault(key, [])
        units[:] = [(self.text, unit), *(one for one in units if one[1] is not unit)]


@define
class Merged:
    """The cases of an effect, and the one that they are. `text`: the last one that had them."""

    text: int
    cases: tuple[surface.Effect, ...]
    one: surface.Effect


@frozen
class Numbered:
    """A block with numbered actions, the first number behind them, and its widest arm."""

    before: core.Block
    after: core.Block
    next_id: int
    widest: tuple[int, core.Arm] | None


Varying: TypeAlias = Constant | FactName | EffectName | None
"""What a name stands for that may stand for something else in the same world."""


def meant(symbol: Varying, placed: frozenset[str]) -> Hashable:
    """Return what a body learns of a name by asking for it; bodies are asked for by themselves."""
    match symbol:
        case FactName(node=node):
            return ("fact", tuple(name.text for name in node.parameters))
        case EffectName(node=node):
            return ("effect", tuple(name.text for name in node.parameters), placed)
        case Constant(value=value, type=type_, what=what):
            return ("constant", value, type_, what)
        case None:
            return None
        case _:
            assert_never(symbol)


def places_key(places: Places) -> Hashable:
    """Return what tells places apart in one world."""
    return tuple(sorted((p, s.what, s.number) for p, s in places.items())) if places else ()
