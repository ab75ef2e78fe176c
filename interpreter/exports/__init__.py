"""The pieces of a game for other programs: tables in three dimensions, card tools, spreadsheets.

`pieces` is what all exports are made from; each other module writes for one program. What they
return are files by their paths in a folder; nothing is written before all of them are made.
"""

from interpreter.exports.pieces import Pieces, pieces_of
from interpreter.exports.playing_cards import playing_cards
from interpreter.exports.tables import component_studio, nandeck, sheet
from interpreter.exports.tabletop_playground import tabletop_playground
from interpreter.exports.tabletop_simulator import tabletop_simulator

__all__ = [
    "Pieces",
    "component_studio",
    "nandeck",
    "pieces_of",
    "playing_cards",
    "sheet",
    "tabletop_playground",
    "tabletop_simulator",
]
