"""The look of one instance of a game: what the text says, with its places and drawings read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import attrs

from interpreter.document.model import GameDocument
from interpreter.look import messages
from interpreter.look.art import Fault, read_art
from interpreter.look.files import (
    MAX_ART,
    MAX_LOOK,
    MAX_PLACES,
    SUFFIX,
    Missing,
    beside,
    look_path,
)
from interpreter.look.files import read_bytes as read_file
from interpreter.look.places import BadLine, Places, read_places
from interpreter.look.reading import LookText, read
from interpreter.look_model import Art, Look
from rulelang.diagnostics import Diagnostic, Sink
from rulelang.files import SAVED, unsaved_at
from rulelang.freezing import define
from rulelang.source import Source, Span

_HOLE = re.compile(r"\{([^{}]*)\}")


class LookError(Exception):
    """A look has errors, so that nothing can be drawn with it."""

    def __init__(
        self, path: str, diagnostics: tuple[Diagnostic, ...], sources: Mapping[str, Source]
    ) -> None:
        """Keep the findings, and the files they point into, for whoever shows them."""
        self.path = path
        self.diagnostics = diagnostics
        self.sources = sources
        errors = [d for d in diagnostics if d.severity == "error"]
        super().__init__(f"{errors[0].span}: {errors[0].title}" if errors else path)

    def __reduce__(self) -> tuple[type[LookError], tuple[object, ...]]:
        """Pickle what it was made of, so that it comes out of another process whole."""
        return LookError, (self.path, self.diagnostics, self.sources)


@define
class Shelf:
    """The files that a look names; each is read once and found fault with once.

    `unsaved`: texts that count in place of files, by their resolved paths. `sources`: the texts
    that were read, by name, for findings that point into them.
    """

    folder: Path
    sink: Sink
    unsaved: Mapping[str, str] = SAVED
    sources: dict[str, Source] = attrs.field(factory=dict)
    _places: dict[str, Places | None] = attrs.field(factory=dict, init=False)
    _art: dict[str, Art | None] = attrs.field(factory=dict, init=False)

    def places(self, name: str, span: Span) -> Places | None:
        """Return the kept places of a file that the look names at `span`; None with a finding."""
        if name not in self._places:
            self._places[name] = self._read_places(name, span)
        return self._places[name]

    def art(self, name: str, span: Span) -> Art | None:
        """Return a drawing that the look names at `span`; None with a finding."""
        if name not in self._art:
            self._art[name] = self._read_art(name, span)
        return self._art[name]

    def drawings(self, name: str, span: Span, kinds: tuple[str, ...]) -> dict[str, Art]:
        """Return the drawings of a folder that are named after kinds, `king.svg`."""
        found: dict[str, Art] = {}
        folder = beside(self.folder, name)
        if isinstance(folder, Missing) or not folder.is_dir():
            words = folder.words if isinstance(folder, Missing) else "is no folder"
            self.sink.add(messages.missing_file(span, name, words))
            return found
        for kind in kinds:
            if re.fullmatch(r"\w+", kind) and (folder / f"{kind}.svg").is_file():
                art = self.art(f"{name.rstrip('/')}/{kind}.svg", span)
                if art is not None:
                    found[kind] = art
        return found

    def path(self, name: str) -> str:
        """Return how findings call a file."""
        return str(self.folder / name)

    def _bytes(self, name: str, span: Span, most: int) -> bytes | None:
        path = beside(self.folder, name)
        data = path if isinstance(path, Missing) else read_file(path, most, self.unsaved)
        if isinstance(data, Missing):
            self.sink.add(messages.missing_file(span, name, data.words))
            return None
        return data

    def _read_places(self, name: str, span: Span) -> Places | None:
        data = self._bytes(name, span, MAX_PLACES)
        if data is None:
            return None
        path = self.path(name)
        text = data.decode("utf-8-sig", errors="replace")
        self.sources[path] = Source(path, text)
        found = read_places(text)
        if isinstance(found, BadLine):
            self.sink.add(messages.bad_places(line_span(path, found.line), found.words))
            return None
        return found

    def _read_art(self, name: str, span: Span) -> Art | None:
        data = self._bytes(name, span, MAX_ART)
        if data is None:
            return None
        path = self.path(name)
        self.sources[path] = Source(path, data.decode("utf-8", errors="replace"))
        prefix = re.sub(r"\W", "-", name.removesuffix(".svg"))
        found = read_art(data, f"{prefix}-")
        if isinstance(found, Fault):
            place = Span(path, found.line, found.column, found.line, found.column + 1)
            self.sink.add(messages.bad_art(place, found.words, found.hint))
            return None
        return found


def line_span(path: str, line: int) -> Span:
    """Return the span of the beginning of a line."""
    return Span(path, line, 1, line, 2)


def look_at(rules: str, sink: Sink, unsaved: Mapping[str, str] = SAVED) -> LookText | None:
    """Return the look that lies beside a rule text; None where there is none, or none to read."""
    path = look_path(rules)
    if unsaved_at(path, unsaved) is None and not path.exists() and not path.is_symlink():
        return None
    data = read_file(path, MAX_LOOK, unsaved)
    span = Span(str(path), 1, 1, 1, 1)
    if isinstance(data, Missing):
        sink.add(messages.unreadable(attrs.evolve(span, line=0, column=0), data.words))
        return None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        problem = f"is not UTF-8: line {line} has a byte that is none"
        sink.add(messages.unreadable(line_span(str(path), line), problem, "save it as UTF-8"))
        return None
    return read(Source(str(path), text), sink)


def resolved(text: LookText, document: GameDocument, shelf: Shelf) -> Look:
    """Return the look of one instance: paths filled in, places and drawings read."""
    look = text.look
    boards = dict(look.boards)
    for family, files in text.boards.items():
        board = boards[family]
        if files.places is not None and is_of(document, family):
            span = text.at.value("board", family, "places")
            name = filled(files.places, document, span, shelf.sink)
            places = None if name is None else shelf.places(name, span)
            points = None if places is None else places.points
            boards[family] = board = attrs.evolve(board, places=points)
        if files.art is not None and is_of(document, family):
            span = text.at.value("board", family, "art")
            name = filled(files.art, document, span, shelf.sink)
            art = None if name is None else shelf.art(name, span)
            boards[family] = attrs.evolve(board, art=art)
    cards = dict(look.cards)
    for component, folder in text.cards.items():
        span = text.at.value("card", component, "art")
        drawn = _drawings(folder, component, document, span, shelf)
        cards[component] = attrs.evolve(cards[component], art=drawn)
    pieces = dict(look.pieces)
    for component, folder in text.pieces.items():
        span = text.at.value("piece", component, "art")
        drawn = _drawings(folder, component, document, span, shelf)
        pieces[component] = attrs.evolve(pieces[component], art=drawn)
    return attrs.evolve(look, boards=boards, cards=cards, pieces=pieces)


def _drawings(
    template: str, component: str, document: GameDocument, span: Span, shelf: Shelf
) -> dict[str, Art]:
    """Return the drawings of the kinds of a component."""
    folder = filled(template, document, span, shelf.sink)
    return {} if folder is None else shelf.drawings(folder, span, kinds_of(document, component))


def filled(template: str, document: GameDocument, span: Span, sink: Sink) -> str | None:
    """Return a path with the settings of the options in its holes; None with a finding."""
    settings = {option.name: option.setting for option in document.options}
    for hole in _HOLE.findall(template):
        if hole not in settings:
            sink.add(messages.bad_template(span, hole, settings))
            return None
    return _HOLE.sub(lambda found: settings[found[1]], template)


def is_of(document: GameDocument, name: str) -> bool:
    """Return whether an instance has a family, zone, variable or table of a name."""
    found = [family.name for family in document.families]
    found += [zone.name for zone in document.zones]
    found += [variable.name for variable in document.variables]
    found += [table.name for table in document.tables]
    return name in found


def kinds_of(document: GameDocument, component: str) -> tuple[str, ...]:
    """Return the names of the kinds of a component, each once."""
    kinds = (k.name or k.label for k in document.kinds if k.component == component)
    return tuple(dict.fromkeys(kinds))


def look_of(document: GameDocument) -> Look:
    """Return the look that lies beside the rule text of a game; a plain one where there is none.

    What the text itself calls zones and variables, and does not show, is in it.

    Raises:
        LookError: the look has errors.

    >>> from interpreter import load
    >>> look_of(load("tic_tac_toe").document()) == Look()
    True
    """
    return _as_the_text_has_it(_found(document)[0], document)


def _as_the_text_has_it(look: Look, document: GameDocument) -> Look:
    """Return a look with what the rule text calls zones and variables, and does not show."""
    zones = {zone.name: zone.label for zone in document.zones if zone.label}
    variables = {v.name: v.label for v in document.variables if v.label}
    unseen = {v.name for v in document.variables if not v.shown}
    if not (zones or variables or unseen):
        return look
    return attrs.evolve(
        look,
        zones=attrs.evolve(look.zones, names=zones | dict(look.zones.names)),
        variables=attrs.evolve(
            look.variables,
            names=variables | dict(look.variables.names),
            hide=look.variables.hide | unseen,
        ),
    )


def look_files(document: GameDocument) -> dict[str, bytes]:
    """Return what the look of a game is made of: `game.look.toml`, and what it names by its paths.

    Put beside a rule text `game.rules` they make the same look there.

    >>> from interpreter import load
    >>> look_files(load("tic_tac_toe").document())
    {}

    Raises:
        LookError: the look has errors.
    """
    _, sources = _found(document)
    look = look_path(document.file)
    return {
        f"game{SUFFIX}"
        if Path(name) == look
        else Path(name).relative_to(look.parent).as_posix(): (source.text.encode())
        for name, source in sources.items()
    }


def _found(document: GameDocument) -> tuple[Look, dict[str, Source]]:
    """Return the look of a game, and the files that it was read from."""
    if not document.file:
        return Look(), {}
    sink = Sink()
    path = look_path(document.file)
    text = look_at(document.file, sink)
    if text is None and not sink.has_errors:
        return Look(), {}
    shelf = Shelf(path.parent, sink)
    look = Look() if text is None else resolved(text, document, shelf)
    sources = dict(shelf.sources)
    if text is not None:
        sources[text.source.name] = text.source
    if sink.has_errors:
        raise LookError(str(path), sink.found, sources)
    return look, sources
