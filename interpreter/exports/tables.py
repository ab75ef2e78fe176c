"""Pieces as tables: for nanDECK, for Component Studio, and beside sheets of faces.

Sources: nanDECK manual (`LINK` reads a CSV whose first line names the columns, `LINKMULTI` before
it names the column that says how many copies); The Game Crafter's Component Studio (`name`,
`quantity`).
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO

from interpreter.exports.faces import atlases, back_name, images
from interpreter.exports.pieces import Item, Pieces
from interpreter.sheets.art import key_of


def nandeck(pieces: Pieces) -> dict[str, bytes]:
    """Return a CSV for each component, and a script for each that prints its cards."""
    found: dict[str, bytes] = {}
    for name, items in _by_component(pieces):
        found[f"{name}.csv"] = _listed(items, "copies")
        found[f"{name}.txt"] = _script(name, items[0], _fields(items)).encode()
    return found


def _script(name: str, item: Item, fields: Sequence[str]) -> str:
    """Return a script of nanDECK: the name on top, below it a line for each attribute."""
    width, height = item.width / 10, item.height / 10
    lines = [
        "LINKMULTI=copies",
        f'LINK="{name}.csv"',
        f"CARDSIZE={width:g},{height:g}",
        "FONT=Arial,12,B,#000000",
        'TEXT=,"[name]",4%,4%,92%,16%,CENTER,WWCENTER',
        "FONT=Arial,9,,#000000",
    ]
    step = min(12.0, 76.0 / max(1, len(fields)))
    for at, field in enumerate(fields):
        lines.append(
            f'TEXT=,"{field}: [{field}]",6%,{22 + at * step:g}%,88%,{step:g}%,LEFT,WWCENTER'
        )
    return "\r\n".join((*lines, ""))


def component_studio(pieces: Pieces) -> dict[str, bytes]:
    """Return a CSV for each component, as Component Studio takes data."""
    return {f"{name}.csv": _listed(items, "quantity") for name, items in _by_component(pieces)}


def sheet(pieces: Pieces) -> dict[str, bytes]:
    """Return sheets of faces with their backs, the boards, and a table of what is where.

    Raises:
        UsageError: the extra `print` is not installed.
    """
    found = atlases(pieces)
    names = ("sheet", "back", "columns", "rows", "row", "column", "name", "copies")
    rows = [
        [
            f"{atlas.name}.png",
            back_name(item) or "",
            str(atlas.columns),
            str(atlas.rows),
            str(at // atlas.columns + 1),
            str(at % atlas.columns + 1),
            item.label,
            str(item.copies),
        ]
        for atlas in found
        for at, item in enumerate(atlas.items)
    ]
    return {"pieces.csv": _csv(names, rows), **images(pieces, found)}


def _by_component(pieces: Pieces) -> Iterator[tuple[str, list[Item]]]:
    """Yield the pieces of each component, with what its files are called."""
    for component in dict.fromkeys(item.component for item in pieces.items):
        items = [item for item in pieces.items if item.component == component]
        yield key_of(f"{pieces.title} {component}"), items


def _fields(items: Sequence[Item]) -> tuple[str, ...]:
    """Return the attributes of a component; those that are called as our columns say whose."""
    taken = {"name", "copies", "quantity", "back"}
    return tuple(f"its_{name}" if name in taken else name for name, _ in items[0].fields)


def _listed(items: Sequence[Item], copies: str) -> bytes:
    """Return a CSV with a row for each piece; `copies`: how the column is called that counts."""
    rows = [
        [item.label, str(item.copies), item.back or "", *(value for _, value in item.fields)]
        for item in items
    ]
    return _csv(("name", copies, "back", *_fields(items)), rows)


def _csv(names: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    out = StringIO()
    csv.writer(out, lineterminator="\r\n").writerows((names, *rows))
    return out.getvalue().encode()
