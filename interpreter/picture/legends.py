"""What colours, dashes and numbers on a board mean: the lines at its foot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from interpreter.picture.boards import Board, Entry, Label
from interpreter.picture.ink.colours import named
from interpreter.picture.ink.measure import fitted, width_of
from interpreter.picture.ink.svg import Piece, circle, num, text

_EDGES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b98200", "#3f8fc4", "#8a7a1e")
_GROUNDS = ("#e0a458", "#56b4e9", "#009e73", "#cc79a7", "#f0e442", "#d55e00", "#0072b2")
_DASHES = ("", "7 5", "2 4", "10 4 2 4", "14 5", "4 2")
_STROKES = {"full": "", "dashed": "7 5", "dotted": "2 4"}
_SIZE = 10.5
_ROW, _FOOT = 16.0, 6.0
_SIGN, _APART = 27.0, 15.0
_LONGEST = 150.0


def stroke_of(entry: Entry) -> tuple[str, str]:
    """Return colour and dash of the lines that an entry of a legend is about."""
    colour = entry.paint or named(entry.value) or named(entry.attribute)
    dash = _STROKES.get(entry.stroke or "", _DASHES[entry.dash % len(_DASHES)])
    return colour or _EDGES[entry.colour % len(_EDGES)], dash


def ground_of(entry: Entry) -> str:
    """Return the colour of a tint of places."""
    return entry.paint or named(entry.value) or _GROUNDS[entry.colour % len(_GROUNDS)]


def legend(board: Board, width: float, where: Sequence[Label | None] = ()) -> Piece:
    """Return the lines below a board, 12 pixels narrower at each side; no height without any.

    `where`: the names of its places; for those that are numbers their names stand here.
    """
    room = width - 24
    body, x, y = "", 0.0, 0.0
    for wide, drawn in (*_entries(board), *_keys(board, where, room)):
        if x and x + wide > room:
            x, y = 0.0, y + _ROW
        body += drawn.at(x, y)
        x += wide + _APART
    return Piece(width, y + _ROW + _FOOT if body else 0.0, body)


def _entries(board: Board) -> Iterator[tuple[float, Piece]]:
    for entries, sign in ((board.legend, _line), (board.grounds, _disc)):
        for entry in entries:
            if entry.words:
                words = fitted(entry.words, _LONGEST, _SIZE)
                wide = _SIGN + width_of(words.lines[0], words.size)
                body = sign(entry) + text(words.lines[0], (_SIGN, 8), words.size, "s")
                yield wide, Piece(wide, _ROW, body)


def _keys(
    board: Board, where: Sequence[Label | None], room: float
) -> Iterator[tuple[float, Piece]]:
    for label in where:
        if label is not None and label.key is not None:
            lead = width_of(f"{label.key} ", _SIZE, bold=True)
            words = fitted(board.places[label.place].name, room - lead, _SIZE)
            wide = lead + width_of(words.lines[0], words.size)
            body = text(str(label.key), (0, 8), _SIZE, "i b")
            body += text(words.lines[0], (lead, 8), words.size, "i")
            yield wide, Piece(wide, _ROW, body)


def _line(entry: Entry) -> str:
    colour, dash = stroke_of(entry)
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<path d="M0 8h22" stroke="{colour}" stroke-width="4"{dashed}/>'


def _disc(entry: Entry) -> str:
    tint = f'<circle cx="11" cy="8" r="{num(6.3)}" fill="{ground_of(entry)}" opacity=".45"/>'
    return circle((11, 8), 7, "pl") + tint
