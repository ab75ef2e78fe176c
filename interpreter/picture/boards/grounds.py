"""Tints of places: what a look paints, else the attribute that sorts places into a few sorts."""

from __future__ import annotations

from interpreter.document.model import Attribute, Family, GameDocument
from interpreter.look_model import Look, Paint, SpaceLook
from interpreter.picture.boards.model import Entry
from interpreter.picture.boards.values import distinct, label_of, paint_of, spoken
from rulelang.freezing import frozen
from rulelang.rule_types import Flag, Number, Word, plain

_MOST_WORDS = 8
_MOST_NUMBERS = 3


@frozen
class Grounds:
    """The legend of tints, and which of them each place has."""

    legend: tuple[Entry, ...]
    of: tuple[int | None, ...]


def grounds(document: GameDocument, look: Look, family: Family) -> Grounds:
    """Return the tints of the places of a family."""
    wanted = look.spaces.get(family.name, SpaceLook())
    if wanted.colour.values:
        return _painted(document, family, wanted)
    attribute = _sorting(family)
    if attribute is None:
        return Grounds((), (None,) * len(family.labels))
    return _derived(document, attribute, wanted.label)


def _painted(document: GameDocument, family: Family, wanted: SpaceLook) -> Grounds:
    """Return the tints that a look gives; the legend has those by an attribute."""
    paint = wanted.colour
    called = wanted.label.values if wanted.label.by == paint.by else {}
    tints = list(dict.fromkeys(paint.values.values()))
    keys = [[key for key, value in paint.values.items() if value == tint] for tint in tints]
    words = [
        ", ".join(dict.fromkeys(called[key] for key in some if key in called))
        or _said(paint.by, some)
        for some in keys
    ]
    found = [paint_of(document, paint, family, i) for i in range(len(family.labels))]
    return Grounds(
        tuple(
            Entry(text, paint.by or "", text, n, paint=tint)
            for n, (tint, text) in enumerate(zip(tints, words, strict=True))
        ),
        tuple(None if tint is None else tints.index(tint) for tint in found),
    )


def _said(by: str | None, keys: list[str]) -> str:
    """Return what a legend says of a tint: the values of an attribute, or one or two names.

    >>> _said("sea", ["2"]), _said(None, ["WOODS"]), _said("fort", ["false"])
    ('sea 2', 'Woods', 'no fort')
    """
    if by is None:
        return ", ".join(map(spoken, keys)) if len(keys) <= 2 else ""
    flags = {"true": by, "false": f"no {by}"}
    said = (flags.get(key, f"{by} {key}" if key.isdecimal() else key) for key in keys)
    return ", ".join(map(spoken, said))


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


def _derived(document: GameDocument, attribute: Attribute, called: Paint) -> Grounds:
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
        said = called.values.get(label) if called.by in {None, attribute.name} else None
        legend.append(Entry(said or spoken(words), attribute.name, label, n))
    number = {value: n for n, value in enumerate(values)}
    return Grounds(
        tuple(legend),
        tuple(number.get(v) if isinstance(v, int) else None for v in attribute.values),
    )
