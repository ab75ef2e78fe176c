"""Sheets to print and cut out: the pieces of a game, fronts and mirrored backs.

`layout` says what lies where on a paper, `drawing` draws it as SVG in millimetres, `html` and
`pdf` put the sheets into a file.
"""

from interpreter.sheets.boards import board_sheets
from interpreter.sheets.drawing import Sheet, sheets
from interpreter.sheets.files import html, pdf
from interpreter.sheets.layout import PAPERS, Paper, SizeError

__all__ = ["PAPERS", "Paper", "Sheet", "SizeError", "board_sheets", "html", "pdf", "sheets"]
