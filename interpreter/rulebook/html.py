"""A rulebook as one page: nothing is fetched, nothing runs, and it prints well."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never
from urllib.parse import quote

from interpreter.picture import page_head
from interpreter.picture.ink.svg import escaped
from interpreter.rulebook.model import (
    Block,
    Book,
    Chapter,
    Entries,
    Entry,
    Figure,
    Grid,
    Lines,
    Part,
    Place,
    Points,
    Text,
)
from rulelang.wording import Item, Said, Term

_KEPT_IN_URLS = " =:/'<>,;()!*?&+$@-_.~"
_STYLE = """
body{max-width:50rem;font:1rem/1.5 Georgia,'DejaVu Serif',serif}
h1{font-size:2.2rem;margin:1rem 0 0}h2{margin-top:2.5rem}
h3{margin:1.6rem 0 .3rem}.cite{color:var(--soft);font-size:.75rem}
a{color:var(--mark)}em{font-style:italic}ul.r,ul.r ul{list-style:none;padding-left:1.2rem;
margin:.2rem 0;border-left:1px solid var(--line)}ul.r{border:0;padding:0}li{margin:.2rem 0}
li.action{border-left:3px solid var(--mark);padding-left:.6rem}li.need{color:var(--soft)}
td,th{vertical-align:top}img{max-width:100%;height:auto;background:#fff}
.about{color:var(--soft)}nav ol{columns:2}.small{columns:2 20rem;font-size:.85rem}
.small h3{margin:.8rem 0 .2rem;break-after:avoid}.small h3:first-child{margin-top:0}
ul.index{list-style:none;margin:0;padding:0}ul.index li{padding-left:1em;text-indent:-1em}
@media print{li:not(:has(ul)){break-inside:avoid}.small{columns:2}a{color:inherit;
text-decoration:none}figure img{display:block;margin:auto;max-height:10.6cm;width:auto}}
""".replace("\n", "")


def html(book: Book) -> str:
    """Return the page."""
    marks = book.marks
    contents = "".join(
        f'<li><a href="#c{at}">{escaped(chapter.title)}</a></li>'
        for at, chapter in enumerate(book.chapters)
    )
    body = "".join(_chapter(at, chapter, marks) for at, chapter in enumerate(book.chapters))
    title = escaped(book.title)
    return (
        f"{page_head(book.title, 'rules', _STYLE)}"
        f'<header><h1>{title}</h1><p class="sub">{escaped(book.subtitle)}</p></header>\n'
        f'<nav aria-label="Contents"><ol>{contents}</ol></nav>\n<main>\n{body}</main>\n</html>\n'
    )


def _chapter(at: int, chapter: Chapter, marks: frozenset[str]) -> str:
    parts = "".join(_part(part, marks) for part in chapter.parts)
    opened, closed = ('<div class="small">', "</div>") if chapter.is_small else ("", "")
    return (
        f'<section id="c{at}"><h2>{escaped(chapter.title)}</h2>\n{opened}'
        f"{_blocks(chapter.blocks, marks)}{parts}{closed}</section>\n"
    )


def _part(part: Part, marks: frozenset[str]) -> str:
    mark = f' id="{escaped(_anchor(part.mark))}"' if part.mark else ""
    heading = _said(part.heading, frozenset())
    return f"<h3{mark}>{heading}{_cite(part.cites)}</h3>\n{_blocks(part.blocks, marks)}"


def _blocks(blocks: Iterable[Block], marks: frozenset[str]) -> str:
    return "".join(_block(block, marks) for block in blocks)


def _block(block: Block, marks: frozenset[str]) -> str:
    match block:
        case Text(said=said):
            return f"<p>{_said(said, marks)}</p>\n"
        case Lines(items=items):
            return f'<ul class="r">{_items(items, marks)}</ul>\n'
        case Points(points=points):
            lines = "".join(f"<li>{_said(point, marks)}</li>" for point in points)
            return f"<ul>{lines}</ul>\n"
        case Grid(head=head, rows=rows):
            return _grid(head, rows)
        case Entries(entries=entries):
            lines = "".join(f"<li>{_entry(entry)}</li>" for entry in entries)
            return f'<ul class="index">{lines}</ul>\n'
        case Figure(svg=svg, caption=caption):
            shown = escaped(caption)
            return f"<figure>{image(svg, caption)}<figcaption>{shown}</figcaption></figure>\n"
        case _:
            assert_never(block)


def _entry(entry: Entry) -> str:
    places = ", ".join(_leading(place) for place in entry.places)
    return f"<b>{escaped(entry.text)}</b> {places}"


def _leading(place: Place) -> str:
    where = _anchor(place.mark) if place.mark else f"c{place.chapter}"
    return f'<a href="#{escaped(where)}">{escaped(place.heading)}</a>'


def image(svg: str, said: str) -> str:
    """Return an SVG as an image of its own: its ids and styles meet no others of the page."""
    source = "data:image/svg+xml," + quote(svg, safe=_KEPT_IN_URLS)
    return f'<img alt="{escaped(said)}" src="{escaped(source)}">'


def _grid(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    names = "".join(f"<th>{escaped(name)}</th>" for name in head)
    lines = "".join(
        "<tr>" + "".join(f"<td>{escaped(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f'<div class="table"><table><thead><tr>{names}</tr></thead>{lines}</table></div>\n'


def _items(items: Iterable[Item], marks: frozenset[str]) -> str:
    return "".join(_item(item, marks) for item in items)


def _item(item: Item, marks: frozenset[str]) -> str:
    about = f' <span class="about">({escaped(item.about)})</span>' if item.about else ""
    under = f"<ul>{_items(item.under, marks)}</ul>" if item.under else ""
    said = _said(item.said, marks)
    return f'<li class="{item.sort}">{said}{about}{_cite(item.cites)}{under}</li>'


def _cite(cites: str | None) -> str:
    return f' <small class="cite">[{escaped(cites)}]</small>' if cites else ""


def _said(said: Said, marks: frozenset[str]) -> str:
    return "".join(_word(part, marks) for part in said)


def _word(part: str | Term, marks: frozenset[str]) -> str:
    if isinstance(part, str):
        return escaped(part)
    shown = escaped(part.text)
    if part.sort == "local":
        return f"<em>{shown}</em>"
    if part.name in marks:
        return f'<a href="#{escaped(_anchor(part.name))}">{shown}</a>'
    return shown


def _anchor(mark: str) -> str:
    return f"w-{quote(mark)}"
