"""Values and names as they are written on boards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from interpreter.document.model import Attribute, Family, GameDocument
from interpreter.look_model import Paint
from rulelang.core import Value
from rulelang.rule_types import Flag, Member, Type, Word, plain

_SHOUTED = 4  # letters: a name in capitals that is longer is no abbreviation


def label_of(document: GameDocument, kind: Type, value: Value) -> str:
    """Return how rule texts write a value; "" for `none`."""
    return document.label(value, kind) if isinstance(value, int) else ""


def spoken(label: str) -> str:
    """Return a name as people write it.

    >>> spoken("MARE_LIBYCUM"), spoken("south_store"), spoken("UK")
    ('Mare Libycum', 'south store', 'UK')
    """
    words = label.replace("_", " ").strip() or label
    return words.title() if words.isupper() and len(words) >= _SHOUTED else words


def facts_of(document: GameDocument, family: Family, member: int) -> tuple[tuple[str, str], ...]:
    """Return the attributes of a place that say something, as (name, value).

    Not what only counts 1, 2, 3 …, nor what is 0, `none`, false or the name once more.
    """
    found = []
    for attribute in family.attributes:
        value = attribute.values[member]
        text = label_of(document, attribute.type, value)
        says = value not in {None, 0} or (
            isinstance(plain(attribute.type), Word | Member) and text
        )
        if says and not counts(attribute) and text.lower() != family.labels[member].lower():
            found.append((spoken(attribute.name), "" if text == "true" else spoken(text)))
    return tuple(found)


def counts(attribute: Attribute) -> bool:
    """Return whether a column only counts its rows, upwards or downwards."""
    values = list(attribute.values)
    count = len(values)
    return count > 1 and values in (list(range(1, count + 1)), list(range(count, 0, -1)))


def paint_of(document: GameDocument, paint: Paint, family: Family, member: int) -> str | None:
    """Return what a look says of a member: by its name, or by its attributes."""
    return paint.of(names_of(document, family, member, paint.by)) if paint.values else None


def names_of(
    document: GameDocument, family: Family, member: int, by: str | None = None
) -> tuple[str, ...]:
    """Return by which names a look may speak of a member: its own, then values and flags.

    With `by`: by the value of that attribute alone.
    """
    values = [(attribute, attribute.values[member]) for attribute in family.attributes]
    return known_by(document, [family.labels[member]], values, by)


def known_by(
    document: GameDocument,
    own: Sequence[str],
    values: Iterable[tuple[Attribute, Value]],
    by: str | None,
) -> tuple[str, ...]:
    """Return by which names a look may speak of what has its own names, and attributes."""
    found = [] if by else [*own]
    for attribute, value in values:
        if by not in {None, attribute.name}:
            continue
        if by is None and isinstance(attribute.type, Flag):
            found += [attribute.name] if value else []
        else:
            found.append(label_of(document, attribute.type, value))
    return tuple(found)


def distinct(values: Sequence[Value]) -> list[int]:
    """Return the different numbers among some values, ascending."""
    return sorted({value for value in values if isinstance(value, int)})
