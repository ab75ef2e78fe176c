"""What a name in a rule text could be mistaken for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulelang import surface
from rulelang.freezing import frozen
from rulelang.results import Parsed
from rulelang.source import Source


@frozen
class Known:
    """What a name could be mistaken for: the next one of its family."""

    neighbours: dict[str, str]
    attributes: dict[str, str]
    zones: Mapping[str, Sequence[str]]
    players: frozenset[str]
    """The variables that are one of two players."""

    @classmethod
    def of(cls, parsed: Parsed) -> Known:
        """Gather the families of names in a text: zones alike, words, rows, attributes."""
        assert parsed.text is not None
        families: list[list[str]] = []
        columns: list[list[str]] = []
        zones: dict[object, list[str]] = {}
        players: list[str] = []
        between_two = False
        for node in parsed.text.declarations:
            match node:
                case surface.Zone(name=name, index=index, holds=holds):
                    alike = (tuple(held.text for held in holds), len(index))
                    zones.setdefault(alike, []).append(name.text)
                case surface.KindOfWords(words=words):
                    families.append([word.text for word in words])
                case surface.Var(names=names, index=(), type=surface.WordsType(names=(only,))):
                    players += [name.text for name in names if only.text == "Player"]
                case surface.Players(names=names):
                    between_two = len(names) == 2
                    families.append([name.text for name in names])
                case surface.Option(settings=settings):
                    families.append([name.text for name in settings])
                case surface.Fact() | surface.Standing() | surface.Effect() | surface.Scenario():
                    pass
                case _:
                    table = getattr(node, "table", None)
                    if isinstance(table, surface.TableText):
                        families.append(_row_names(parsed, table))
                        columns += _alike_columns(table)
        return cls(
            _next_in(families),
            _next_in(columns),
            {name: _others(name, alike) for alike in zones.values() for name in alike},
            frozenset(players if between_two else ()),
        )


def _others(name: str, alike: list[str]) -> list[str]:
    at = alike.index(name)
    return (alike[at + 1 :] + alike[:at])[:2]


def _next_in(families: list[list[str]]) -> dict[str, str]:
    return {
        name: family[(number + 1) % len(family)]
        for family in families
        for number, name in enumerate(family)
        if len(family) > 1
    }


def _row_names(parsed: Parsed, table: surface.TableText) -> list[str]:
    if table.rows and table.rows[0].cells[0].text == "name":
        return [row.cells[0].text for row in table.rows[1:]]
    source = parsed.read_file(table.path) if table.path and "{" not in table.path else None
    if isinstance(source, Source):
        lines = [line.split(",") for line in source.text.splitlines()]
        if lines and lines[0][0] == "name":
            return [line[0] for line in lines[1:]]
    return []


def _alike_columns(table: surface.TableText) -> list[list[str]]:
    """Return the names of the columns that have one type."""
    alike: dict[str, list[str]] = {}
    for attribute in table.attributes:
        is_number = isinstance(attribute.type, surface.RangeType)
        type_ = "number" if is_number else repr(attribute.type)
        alike.setdefault(type_, []).extend(name.text for name in attribute.names)
    return list(alike.values())
