"""Tints of places: what a look paints, else the attribute that sorts places into a few sorts."""

from __future__ import annotations

import attrs

from interpreter.document.model import Attribute, Family, GameDocument
from interpreter.look.model import Look, SpaceLook
from interpreter.picture.boards.layers import plain
from interpreter.picture.boards.model import Entry
from interpreter.picture.boards.values import distinct, label_of, names_of, spoken
from rulelang.rule_types import Flag, Number, Word

_MOST_WORDS = 8
_MOST_NUMBERS = 3


@attrs.frozen
class Grounds:
    """The legend of tints, and which of them each place has."""

    legend: tuple[Entry, ...]
    of: tuple[int | None, ...]


def grounds(document: GameDocument, look: Look, family: Family) -> Grounds:
    """Return the tints of the places of a family."""
    paint = look.spaces.get(family.name, SpaceLook()).colour
    if paint.values:
        keys = list(paint.values)
        legend = tuple(
            Entry(_said(key, paint.by), paint.by or "", key, n, paint=paint.values[key])
            for n, key in enumerate(keys)
        )
        named = [names_of(document, family, i, paint.by) for i in range(len(family.labels))]
        firsts = [next((name for name in names if name in keys), None) for names in named]
        return Grounds(legend, tuple(None if k is None else keys.index(k) for k in firsts))
    attribute = _sorting(family)
    if attribute is None:
        return Grounds((), (None,) * len(family.labels))
    return _derived(document, attribute)


def _said(key: str, by: str | None) -> str:
    """Return what a legend says of a value: a number with the name of its attribute.

    >>> _said("2", "sea"), _said("WOODS", None)
    ('sea 2', 'Woods')
    """
    return f"{spoken(by)} {key}" if by and key.isdecimal() else spoken(key)


def _sorting(family: Family) -> Attribute | None:
    """Return the attribute with a few values that many places share: words before numbers."""
    count = len(family.labels)
    sorts = [(a, plain(a.type), len(distinct(a.values))) for a in family.attributes]
    words = [
        a
        for a, kind, n in sorts
        if isinstance(kind, Word) and 2 <= n <= _MOST_WORDS and 2 * n <= count
    ]
    numbers = [
        a
        for a, kind, n in sorts
        if isinstance(kind, Flag | Number) and 2 <= n <= _MOST_NUMBERS and 2 * n <= count
    ]
    return next(iter(words + numbers), None)


def _derived(document: GameDocument, attribute: Attribute) -> Grounds:
    kind = plain(attribute.type)
    values = distinct(attribute.values)
    if not isinstance(kind, Word):
        values = [value for value in values if value != 0]
    legend = []
    for n, value in enumerate(values):
        label = label_of(document, kind, value)
        words = {"true": attribute.name}.get(label, label)
        if isinstance(kind, Number):
            words = f"{attribute.name} {value}"
        legend.append(Entry(spoken(words), attribute.name, label, n))
    number = {value: n for n, value in enumerate(values)}
    return Grounds(
        tuple(legend),
        tuple(number.get(v) if isinstance(v, int) else None for v in attribute.values),
    )
