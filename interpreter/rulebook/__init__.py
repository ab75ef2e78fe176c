"""A rulebook from a rule text: nothing is in it that the text does not say.

`book` puts chapters together from the static documents of the variants, the sentences of the text
and pictures of positions; `html` and `typst` write them as a page and as the source of a PDF.
"""

from interpreter.rulebook.book import Position, Sources, book
from interpreter.rulebook.html import html
from interpreter.rulebook.model import Book
from interpreter.rulebook.text import text
from interpreter.rulebook.typst import pdf, rasters, typeset, typst

__all__ = [
    "Book",
    "Position",
    "Sources",
    "book",
    "html",
    "pdf",
    "rasters",
    "text",
    "typeset",
    "typst",
]
