"""What things are called: as texts write them, and as people read them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property, lru_cache

import attrs

from interpreter.document.model import Attribute, Component, Family, GameDocument, Index, Kind
from interpreter.document.sight import Spot
from rulelang import rule_types
from rulelang.core import Value
from rulelang.rule_types import Flag, Member, Number, Type, Word, plain

_LABEL = re.compile(r"\w+(?:\([^()]*\))?")
_SHORT = 3
_WORDS, _REFS = 5_000, 10_000


@lru_cache(maxsize=_WORDS)
def readable(label: str) -> str:
    """Return a label as people write it: blanks, and no word in capitals alone.

    >>> readable("MARE_IBERICUM"), readable("res_publica"), readable("FORUM_A"), readable("P1")
    ('Mare Ibericum', 'res publica', 'Forum A', 'P1')
    """
    words = label.replace("_", " ").split()
    return " ".join(
        word.capitalize() if len(word) > _SHORT and word.isupper() else word for word in words
    )


def own_name(kind: Kind) -> str:
    """Return the name that the table gives a kind; "" where it gives attributes alone."""
    return "" if kind.name == kind.component else kind.name


@attrs.frozen(eq=False)
class Names:
    """The names in one document. `called`: what the look calls zones and variables."""

    document: GameDocument
    called: Mapping[str, str] = attrs.field(factory=dict)

    def part(self, name: str) -> str:
        """Return what a zone or variable is called: as the look has it, or as people read it."""
        return self.called.get(name) or readable(name)

    @cached_property
    def families(self) -> dict[str, Family]:
        """All families by name."""
        return {family.name: family for family in self.document.families}

    @cached_property
    def components(self) -> dict[str, Component]:
        """All components by name."""
        return {component.name: component for component in self.document.components}

    @cached_property
    def indices(self) -> dict[str, tuple[Type, ...]]:
        """The types of the indices of each zone, variable, table and family."""
        document = self.document
        found: dict[str, tuple[Type, ...]] = {
            family.name: (Member(family.name, len(family.labels)),) for family in document.families
        }
        found.update({zone.name: zone.index for zone in document.zones})
        found.update({variable.name: variable.index for variable in document.variables})
        found.update({table.name: table.index for table in document.tables})
        return found

    def label(self, value: Value, kind: Type) -> str:
        """Return a value as rule texts write it; `none` for None."""
        return self.document.label(value, kind)

    def read(self, value: Value, kind: Type) -> str:
        """Return a value as people read it."""
        match plain(kind):
            case rule_types.Component() if isinstance(value, int):
                return self.kind(value)
            case Flag():
                return "yes" if value else "no"
            case _:
                return readable(self.label(value, kind))

    def ref(self, spot: Spot) -> str:
        """Return the reference of something on the table: `tile(s12)`, `hand(P1)/queen`."""
        return _ref(self, spot)

    def cell(self, name: str, index: Index, *, besides: int | None = None) -> str:
        """Return what a cell is called, `museum 1`; without index number `besides`."""
        kinds = self.indices[name]
        parts = [
            readable(self.label(value, kinds[at]))
            for at, value in enumerate(index)
            if at != besides
        ]
        return " ".join((self.part(name), *parts))

    def kind(self, number: int) -> str:
        """Return what a kind is called: `Roman Ballista`, `jack of hearts` → `hearts jack`."""
        return self._kind_names[number]

    @cached_property
    def _kind_names(self) -> tuple[str, ...]:
        return tuple(self._kind_name(kind) for kind in self.document.kinds)

    def _kind_name(self, kind: Kind) -> str:
        component = self.components[kind.component]
        values = self.values(kind)
        owner = "" if kind.owner is None else self.document.players[kind.owner]
        if kind.face is not None:
            return " ".join(filter(None, (readable(owner), component.name, str(kind.face))))
        if own_name(kind):
            return " ".join(filter(None, (readable(owner), readable(kind.name))))
        told = [
            (attribute, value)
            for attribute, value in values
            if not (kind.owner is not None and attribute.name == "owner")
        ]
        words = [readable(self.label(value, attribute.type)) for attribute, value in told]
        is_said = any(isinstance(plain(a.type), Word) and v is not None for a, v in told)
        is_said = is_said and kind.component not in self._alike
        what = "" if is_said else readable(component.name)  # `hearts jack` is a card anyway
        is_number = all(isinstance(plain(attribute.type), Number) for attribute, _ in told)
        named = (what, *words) if is_number else (*words, what)  # `5 Note` would be five of them
        return " ".join(filter(None, (readable(owner), *named)))

    @cached_property
    def _alike(self) -> frozenset[str]:
        """Return the components of which another one has all attributes: `red`, and `red 4`."""
        types = {
            name: {plain(attribute.type) for attribute in component.attributes}
            for name, component in self.components.items()
        }
        return frozenset(
            name
            for name, mine in types.items()
            if any(mine <= its for other, its in types.items() if other != name)
        )

    def told(self, sentence: str) -> str:
        """Return a sentence of the text with what it names as people read it.

        `P1 plays Card(spades, nine)` becomes `P1 plays spades nine`, `goes to MARMOR` `Marmor`.
        """
        return _LABEL.sub(lambda found: self._read_label(found[0], sentence), sentence)

    def _read_label(self, label: str, sentence: str) -> str:
        whole = self._readings.get(label)
        if whole is None:
            name = label.partition("(")[0]
            return self._readings.get(name, name) + label[len(name) :]
        for player in self.document.players:  # `P1 places spear`: his own, of course
            if sentence.startswith(player):
                return whole.removeprefix(f"{readable(player)} ")
        return whole

    @cached_property
    def _readings(self) -> dict[str, str]:
        """What members, words and kinds are called, where texts write them otherwise."""
        document = self.document
        labels = [label for family in document.families for label in family.labels]
        found = {label: readable(label) for label in (*labels, *document.words)}
        found |= {kind.label: self.kind(kind.number) for kind in document.kinds}
        return {label: read for label, read in found.items() if label != read}

    def values(self, kind: Kind) -> tuple[tuple[Attribute, Value], ...]:
        """Return the attributes of a kind with their values, in the order of the table."""
        component = self.components[kind.component]
        at = component.kinds.index(kind.number)
        return tuple((attribute, attribute.values[at]) for attribute in component.attributes)

    def text(self, kind: Kind) -> str:
        """Return what players read of a kind by the columns of type `text`."""
        component = self.components[kind.component]
        at = component.kinds.index(kind.number)
        return " ".join(text.said[at] for text in component.texts if text.said[at])

    def described(self, number: int) -> str:
        """Return the name of a kind with all that its table says: `Typhon (cost 11, …)`."""
        return self._descriptions[number]

    @cached_property
    def _descriptions(self) -> tuple[str, ...]:
        return tuple(map(self._described, range(len(self.document.kinds))))

    def _described(self, number: int) -> str:
        kind = self.document.kinds[number]
        if not own_name(kind):
            return self.kind(number)
        told = [
            _said(attribute.name, self.read(value, attribute.type), plain(attribute.type))
            for attribute, value in self.values(kind)
            if (value and not (attribute.name == "owner" and kind.owner is not None))
            or (value == 0 and isinstance(plain(attribute.type), Word | Member))
        ]
        name = f"{self.kind(number)} ({', '.join(told)})" if told else self.kind(number)
        text = self.text(kind)
        return f"{name}: {text}" if text else name


@lru_cache(maxsize=_REFS)
def _ref(names: Names, spot: Spot) -> str:
    kinds = names.indices.get(spot.name, ())
    labels = [
        names.label(value, kinds[at]) if at < len(kinds) else str(value)
        for at, value in enumerate(spot.index)
    ]
    whole = f"{spot.name}({', '.join(labels)})" if labels else spot.name
    return whole if spot.kind < 0 else f"{whole}/{names.document.kinds[spot.kind].label}"


def _said(name: str, value: str, kind: Type) -> str:
    name = readable(name)
    if isinstance(kind, Flag):
        return name
    return value if isinstance(kind, Word) else f"{name} {value}"
