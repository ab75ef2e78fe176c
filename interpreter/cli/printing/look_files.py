"""Which file the places of each map of a rule text belong in."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

import attrs

from interpreter.document.model import Family, GameDocument
from interpreter.load import UsageError
from interpreter.look import Missing, beside, board_of, ends_of, filled, look_at
from interpreter.picture.boards import needs_places
from rulelang import pipeline, surface
from rulelang.diagnostics import Sink
from rulelang.source import NOWHERE

_LAST_WORD = re.compile(r"[^_/{}]+$")


@attrs.frozen
class Map:
    """A space of some variants, and the file that keeps its places.

    `template`: the path from the rule text, perhaps with `{option}` in it; `is_new`: the look does
    not name it yet.
    """

    family: Family
    ends: tuple[tuple[int, int], ...]
    path: Path
    template: str
    is_new: bool


def maps_of(rules: str, documents: Iterable[GameDocument]) -> tuple[Map, ...]:
    """Return the maps of a rule text, one for each file.

    Raises:
        UsageError: variants with different maps would share a file.
    """
    sink = Sink()
    look = look_at(rules, sink)
    named = {} if look is None else {n: f.places for n, f in look.boards.items() if f.places}
    templates = _templates(rules)
    found: dict[Path, Map] = {}
    for document in documents:
        for family in document.families:
            ends = ends_of(document, family.name)
            if not needs_places(family, ends):
                continue
            template = named.get(family.name) or templates[family.name]
            one = Map(
                family, ends, _path(rules, template, document), template, family.name not in named
            )
            other = found.setdefault(one.path, one)
            if board_of(other.family, other.ends) != board_of(family, ends):
                raise UsageError(
                    f"{one.path} would be for two maps; let `places` of [board.{family.name}] in "
                    "the look name an option in braces"
                )
    return tuple(found.values())


def _path(rules: str, template: str, document: GameDocument) -> Path:
    sink = Sink()
    name = filled(template, document, NOWHERE, sink)
    found = Missing("names an option that there is not") if name is None else None
    path = found or beside(Path(rules).parent, name or "")
    if isinstance(path, Missing):
        raise UsageError(f"`{template}` {path.words}")
    return path


def _templates(rules: str) -> dict[str, str]:
    """Return where to keep the places of each space, as far as its own tables tell.

    `maps/{side}_towns.csv` has its places in `maps/{side}_places.csv`; a space that is written in
    the rule text, in `NAME/town_places.csv`.
    """
    text = pipeline.read(rules).text
    found: dict[str, str] = {}
    for declared in text.declarations if text is not None else ():
        if isinstance(declared, surface.Space):
            found[declared.name.text] = _template(rules, declared)
    for declared in text.declarations if text is not None else ():
        if isinstance(declared, surface.Edge) and declared.table.path is not None:
            # Edges may follow an option that the places do not.
            of, place = declared.joins.text, PurePosixPath(declared.table.path)
            if "{" in place.name and "{" not in found.get(of, "{"):
                found[of] = _places(place)
    return found


def _template(rules: str, declared: surface.Space) -> str:
    path = declared.table.path
    if path is None:
        stem = Path(rules).name.removesuffix(".rules")
        return f"{stem}/{declared.name.text.lower()}_places.csv"
    return _places(PurePosixPath(path))


def _places(path: PurePosixPath) -> str:
    """Return the path with the last word of its name changed.

    >>> _places(PurePosixPath("maps/{side}_towns.csv"))
    'maps/{side}_places.csv'
    """
    stem = path.name.removesuffix(".csv")
    words = _LAST_WORD.sub("places", stem)
    name = words if words != stem else f"{stem}_places"
    return str(path.with_name(f"{name}.csv"))
