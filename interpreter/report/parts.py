"""What the sections of a report's page are made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from interpreter.picture.ink.svg import escaped


def section(title: str, *parts: str) -> str:
    """Return a section under a heading."""
    return f"<section><h2>{escaped(title)}</h2>\n{''.join(parts)}</section>\n"


def figure(chart: str, caption: str) -> str:
    """Return a chart with what it shows below it."""
    return f"<figure>{chart}<figcaption>{escaped(caption)}</figcaption></figure>\n"


def table(head: Sequence[str], rows: Iterable[Sequence[str]], *, words: int = 1) -> str:
    """Return a table; cells behind the first `words` of a row are numbers."""
    top = "".join(
        f"<th{'' if at < words else ' class=n'}>{escaped(cell)}</th>"
        for at, cell in enumerate(head)
    )
    body = "".join(
        "<tr>"
        + "".join(f"<td>{escaped(cell)}</td>" for cell in row[:words])
        + "".join(f'<td class="n">{escaped(cell)}</td>' for cell in row[words:])
        + "</tr>"
        for row in rows
    )
    return f'<div class="table"><table><thead><tr>{top}</tr></thead>{body}</table></div>\n'


def paragraph(text: str) -> str:
    """Return a paragraph."""
    return f"<p>{escaped(text)}</p>\n"
