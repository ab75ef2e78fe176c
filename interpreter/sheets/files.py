"""Sheets as a file: a page for the browser's printer, or a PDF (extra `print`)."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.picture import PAGE_POLICY
from interpreter.picture.ink.svg import escaped
from interpreter.rulebook import typeset
from interpreter.rulebook.html import image
from interpreter.sheets.drawing import Sheet
from interpreter.sheets.layout import Paper


def html(title: str, found: Sequence[Sheet], paper: Paper) -> str:
    """Return a page that prints one sheet on each side of paper, at its true size."""
    size = f"{paper.width:g}mm {paper.height:g}mm"
    style = (
        f"@page{{size:{size};margin:0}}body{{margin:0}}img{{display:block;break-after:page;"
        f"width:{paper.width:g}mm;height:{paper.height:g}mm}}"
    )
    images = "".join(f"{image(one.svg, _said(one))}\n" for one in found)
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{PAGE_POLICY}">\n'
        f"<title>{escaped(title)}: pieces</title>\n<style>{style}</style>\n{images}</html>\n"
    )


def pdf(found: Sequence[Sheet], paper: Paper) -> bytes:
    """Return the sheets as a PDF of their true size; print both sides, turned over the long one.

    Raises:
        UsageError: the extra `print` is not installed.
    """
    pictures = {f"{number}.svg": one.svg for number, one in enumerate(found)}
    size = f"width: {paper.width:g}mm, height: {paper.height:g}mm"
    pages = "#pagebreak()\n".join(f'#image("{name}", {size})\n' for name in pictures)
    return typeset(f"#set document(date: none)\n#set page({size}, margin: 0mm)\n{pages}", pictures)


def _said(one: Sheet) -> str:
    side = "backs" if one.back else "fronts"
    return f"{one.component}: {one.pieces} {side}"
