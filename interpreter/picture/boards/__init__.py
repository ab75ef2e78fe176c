"""Where the places of each board lie: geometry alone, from the static document and a look."""

from interpreter.picture.boards.choosing import needs_places
from interpreter.picture.boards.layout import clearance, crossings, least_distance
from interpreter.picture.boards.making import boards
from interpreter.picture.boards.model import Board, Entry, Frame, Head, Label, Line, Place
from interpreter.picture.boards.names import labels
from interpreter.picture.boards.tracks import fold
from interpreter.picture.boards.turning import turned, upright

__all__ = [
    "Board",
    "Entry",
    "Frame",
    "Head",
    "Label",
    "Line",
    "Place",
    "boards",
    "clearance",
    "crossings",
    "fold",
    "labels",
    "least_distance",
    "needs_places",
    "turned",
    "upright",
]
