"""Hold the places and drawings of a look against the boards of one variant."""

from __future__ import annotations

from math import dist

from interpreter.document.model import Family, GameDocument
from interpreter.look import messages
from interpreter.look.instances import Shelf, filled, is_of, line_span, resolved
from interpreter.look.places import Places, board_of, ends_of
from interpreter.look.reading import Files, LookText
from interpreter.look_model import Look
from interpreter.picture.boards import Board, boards, upright
from rulelang.source import Span

NARROW = 390.0
FINGER = 24.0
_MARGIN = 24.0  # pixels of a narrow page that no board gets


def check_places(text: LookText, document: GameDocument, shelf: Shelf) -> None:
    """Find places that are missing, twice, too near or of another board, and drawings without."""
    look = resolved(text, document, shelf)
    made = {board.family: board for board in boards(document, look)}
    families = {f.name: f for f in document.families if f.sort == "space"}
    for name, files in text.boards.items():
        family = families.get(name)
        if family is None:
            continue
        if files.places is not None:
            _check_file(text, document, family, files.places, shelf)
        if files.art is not None:
            _check_art(text, family, files, look, shelf)
        board = made.get(name)
        if board is not None and (files.places or files.art):
            _check_room(board, family, text.at.key("board", name), shelf)
    for name in text.boards:
        if is_of(document, name) and name not in made:
            span = text.at.key("board", name)
            why = f"`{name}` is drawn as no board of its own"
            shelf.sink.add(messages.unused(span, f"[board.{name}]", why))


def _check_file(
    text: LookText, document: GameDocument, family: Family, template: str, shelf: Shelf
) -> None:
    """Hold a file of places against the names and edges of a space."""
    span = text.at.value("board", family.name, "places")
    name = filled(template, document, span, shelf.sink)
    places = None if name is None else shelf.places(name, span)
    if name is None or places is None:
        return
    path = shelf.path(name)
    _check_rows(places, path, family, shelf)
    missing = [label for label in family.labels if label not in places.points]
    drawn = text.boards[family.name].art is not None
    if missing and not drawn:
        shelf.sink.add(messages.place_missing(span, name, missing, drawn=False))
    board = board_of(family, ends_of(document, family.name))
    if places.board is not None and places.board != board and not missing:
        shelf.sink.add(messages.other_board(line_span(path, 1), family.name))


def _check_rows(places: Places, path: str, family: Family, shelf: Shelf) -> None:
    """Find rows of no place, and second rows."""
    first: dict[str, int] = {}
    for row in places.rows:
        span = Span(path, row.line, 1, row.line, 1 + len(row.name))
        if row.name not in family.labels:
            sort = f"place of {family.name}"
            shelf.sink.add(messages.unknown_name(span, row.name, sort, family.labels))
        elif row.name in first:
            before = line_span(path, first[row.name])
            shelf.sink.add(messages.place_twice(span, before, row.name))
        first.setdefault(row.name, row.line)


def _check_art(text: LookText, family: Family, files: Files, look: Look, shelf: Shelf) -> None:
    """Hold the ids of a drawing against the names of a space."""
    art = look.board(family.name).art
    if art is None:
        return
    span = text.at.value("board", family.name, "art")
    for name in art.boxes:
        if name.startswith("@"):
            shelf.sink.add(messages.art_unknown_place(span, name, family.labels))
    missing = [label for label in family.labels if label not in art.boxes]
    file = files.art or ""
    if files.places is None and len(missing) == len(family.labels):
        shelf.sink.add(messages.art_no_places(span, file, family.name, family.labels[0]))
    elif files.places is None and missing:
        shelf.sink.add(messages.place_missing(span, file, missing, drawn=True))


def _check_room(board: Board, family: Family, span: Span, shelf: Shelf) -> None:
    """Find the two nearest places, if a finger cannot tell them apart on a telephone."""
    shown = upright(board)
    unit = (NARROW - _MARGIN) / shown.width
    spots = [(p.x * unit, p.y * unit, p.spot) for p in shown.places if not p.behind]
    apart, a, b = min(
        (
            (dist(one[:2], other[:2]), one[2], other[2])
            for n, one in enumerate(spots)
            for other in spots[:n]
        ),
        default=(FINGER, None, None),
    )
    if a is not None and b is not None and apart < FINGER:
        names = family.labels[b.index[0]], family.labels[a.index[0]]
        shelf.sink.add(messages.places_near(span, *names, apart))
