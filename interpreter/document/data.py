"""The static document as plain data for JSON: `schemas/game.json`.

Members, words and kinds are numbers: places in `labels` of a family, in `words` and in `kinds`, so
that nothing has to be parsed. Flags are true and false, `none` is null. What a declaration does
not have is left out: `about`, `cites`, `owner`, `back`, `capacity` and their like.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import PurePath
from typing import assert_never

from interpreter.document.model import (
    Arm,
    Attribute,
    Component,
    Family,
    GameDocument,
    Kind,
    Origin,
    Parameter,
    Seen,
    Variable,
    Zone,
)
from interpreter.formats import Json, head
from rulelang import rule_types as types
from rulelang.core import DeclaredText, Value

Data = dict[str, Json]


def document_data(document: GameDocument) -> Data:
    """Return a document as plain data for JSON: `schemas/game.json` says what is in it.

    >>> from interpreter import load
    >>> data = document_data(load("tic_tac_toe").document())
    >>> data["families"]["Cell"]["shape"], data["actions"][0]["parameters"][0]["anchors"]
    ('grid', [{'name': 'Cell', 'index': [0]}, {'name': 'on', 'index': [0]}])
    """
    writer = _Writer(document)
    return {
        **head("game"),
        "title": document.title,
        "file": PurePath(document.file).name,
        "hash": document.hash,
        "players": list(document.players),
        "teams": None if document.teams is None else list(document.teams),
        "length": document.length,
        "notes": list(document.notes),
        "options": {
            option.name: {
                "setting": option.setting,
                "settings": list(option.settings),
                **_present(about=option.about),
                **_origin(option.origin, about=option.about is None),
            }
            for option in document.options
        },
        "words": list(document.words),
        "word_kinds": {
            kind.name: {
                "words": list(kind.words),
                "rising": kind.rising,
                **_origin(kind.origin),
            }
            for kind in document.word_kinds
        },
        "families": {family.name: writer.family(family) for family in document.families},
        "components": {found.name: writer.component(found) for found in document.components},
        "kinds": [_kind(kind) for kind in document.kinds],
        "backs": list(document.backs),
        "zones": [writer.zone(zone) for zone in document.zones],
        "variables": [writer.variable(variable) for variable in document.variables],
        "tables": [
            {
                "name": table.name,
                "index": writer.index(table.index),
                "type": writer.type(table.type),
                "values": [value_of(value, table.type) for value in table.values],
                **_origin(table.origin),
            }
            for table in document.tables
        ],
        "phases": list(document.phases),
        "actions": [writer.arm(arm) for arm in document.arms],
        "ends": [
            [
                {"label": key.label, "most": key.most, **_present(variable=key.variable)}
                for key in keys
            ]
            for keys in document.ends
        ],
    }


def value_of(value: Value, kind: types.Type) -> Json:
    """Return a value as plain data: a number, a flag, null for `none`, a list for a set.

    >>> value_of(1, types.Flag()), value_of(3, types.Number(0, 9)), value_of((0, 2), types.Flag())
    (True, 3, [False, True])
    """
    inner = kind.of if isinstance(kind, types.Maybe) else kind
    if isinstance(inner, types.SetOf):
        inner = inner.element
    if isinstance(value, tuple):
        return [value_of(part, inner) for part in value]
    return bool(value) if isinstance(inner, types.Flag) and value is not None else value


class _Writer:
    """Writes the parts that name types: those of components go by the kinds that there are."""

    def __init__(self, document: GameDocument) -> None:
        self._document = document

    def index(self, kinds: Iterable[types.Type]) -> list[Json]:
        """Return types."""
        return [self.type(kind) for kind in kinds]

    def type(self, kind: types.Type) -> Data:
        """Return a type."""
        found = types.single(kind)
        match found:
            case types.Number(low=low, high=high):
                return {"low": low, "high": high}
            case types.Flag():
                return {"flag": True}
            case types.Word(words=words):
                return {"words": list(words)}
            case types.Member(family=family):
                return {"of": family}
            case types.Component(kinds=kinds):
                return self._components(kinds)
            case types.Maybe(of=inner):
                return {**self.type(inner), "none": True}
            case _:
                assert_never(found)

    def _components(self, kinds: Sequence[int]) -> Data:
        """Return kinds by the names of their components, where all of those are meant."""
        wanted = set(kinds)
        whole = [c for c in self._document.components if c.kinds and wanted >= set(c.kinds)]
        if wanted == {kind for component in whole for kind in component.kinds}:
            return {"components": [component.name for component in whole]}
        return {"kinds": list(kinds)}

    def attributes(self, found: Iterable[Attribute]) -> Data:
        """Return columns by their names."""
        return {
            attribute.name: {
                "type": self.type(attribute.type),
                **({"on_back": True} if attribute.on_back else {}),
                "values": [value_of(value, attribute.type) for value in attribute.values],
            }
            for attribute in found
        }

    def family(self, family: Family) -> Data:
        """Return a family of individuals."""
        return {
            "sort": family.sort,
            "shape": family.shape,
            "labels": list(family.labels),
            **_lists(sizes=family.sizes),
            **_rows(
                coordinates=family.coordinates,
                neighbours=family.neighbours,
                ends=family.ends,
                corners=family.corners,
            ),
            **_present(joins=family.joins, corners_of=family.corners_of),
            **({} if family.between is None else {"between": list(family.between)}),
            "attributes": self.attributes(family.attributes),
            **_texts(family.texts),
            **_origin(family.origin),
        }

    def component(self, found: Component) -> Data:
        """Return a family of kinds."""
        return {
            "sort": found.sort,
            "kinds": list(found.kinds),
            "attributes": self.attributes(found.attributes),
            **_texts(found.texts),
            **_origin(found.origin),
        }

    def zone(self, zone: Zone) -> Data:
        """Return a family of zones."""
        return {
            "name": zone.name,
            **_present(label=zone.label),
            "index": self.index(zone.index),
            "shape": zone.shape,
            **_present(capacity=zone.capacity),
            "holds": list(zone.holds),
            **_seen(zone.seen, zone.seen_by),
            "taken_from": zone.taken_from,
            **_origin(zone.origin),
        }

    def variable(self, variable: Variable) -> Data:
        """Return a family of variables."""
        return {
            "name": variable.name,
            **_present(label=variable.label),
            **({} if variable.shown else {"shown": False}),
            "index": self.index(variable.index),
            "type": self.type(variable.type),
            "initial": value_of(variable.initial, variable.type),
            "fresh": variable.fresh,
            **_seen(variable.seen, variable.seen_by),
            "role": variable.role,
            **_origin(variable.origin),
        }

    def arm(self, arm: Arm) -> Data:
        """Return a way to act."""
        return {
            "name": arm.name,
            "first_id": arm.first_id,
            "size": arm.size,
            "parameters": [self.parameter(parameter) for parameter in arm.parameters],
            **_present(sentence=arm.sentence, phase=arm.phase),
            "closes": arm.closes,
            "last_resort": arm.last_resort,
            "anytime": arm.anytime,
            "reads": list(arm.reads),
            "writes": list(arm.writes),
            **_origin(arm.origin),
        }

    def parameter(self, parameter: Parameter) -> Data:
        """Return a parameter of an arm."""
        axes: list[Json] = [
            {"family": axis.family, "along": axis.along} for axis in parameter.axes
        ]
        return {
            "name": parameter.name,
            "type": self.type(parameter.type),
            **_present(pair=parameter.pair),
            "in_order": parameter.in_order,
            "sources": list(parameter.sources),
            "anchors": [
                {"name": anchor.name, "index": list(anchor.index)} for anchor in parameter.anchors
            ],
            **({"axes": axes} if axes else {}),
        }


def _kind(kind: Kind) -> Data:
    zone, index = kind.home
    return {
        "label": kind.label,
        "name": kind.name,
        "component": kind.component,
        "copies": kind.copies,
        **_present(owner=kind.owner, back=kind.back, face=kind.face),
        "home": {"zone": zone, "index": list(index)},
    }


def _seen(seen: Seen, seen_by: Sequence[Sequence[int]]) -> Data:
    """Return who sees; cell by cell only where no word says it."""
    return {"seen": seen, **(_rows(seen_by=seen_by) if seen == "listed" else {})}


def _origin(origin: Origin, *, about: bool = True) -> Data:
    remark = origin.about if about else None
    return {"line": origin.line, **_present(about=remark, cites=origin.cites)}


def _texts(found: Sequence[DeclaredText]) -> Data:
    return {"texts": {text.name: list(text.said) for text in found}} if found else {}


def _present(**entries: int | str | None) -> Data:
    """Return the entries that are there."""
    return {name: value for name, value in entries.items() if value is not None}


def _lists(**entries: Sequence[int]) -> Data:
    return {name: list(numbers) for name, numbers in entries.items() if numbers}


def _rows(**entries: Sequence[Sequence[int]]) -> Data:
    """Return lists of lists; those that are empty are left out."""
    return {name: [list(row) for row in rows] for name, rows in entries.items() if rows}
