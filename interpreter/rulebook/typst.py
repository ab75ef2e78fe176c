"""A rulebook as the source of a PDF, and the PDF, which the extra `print` makes (typst).

Texts go into strings of Typst's own (`#"…"`), where nothing of theirs means anything to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, assert_never

from interpreter.load import UsageError
from interpreter.rulebook.index import named_in
from interpreter.rulebook.model import (
    Block,
    Book,
    Chapter,
    Entries,
    Figure,
    Grid,
    Key,
    Lines,
    Part,
    Points,
    Text,
)
from interpreter.rulebook.packing import packed
from rulelang.wording import Item, Said, Term, plain

_HEAD = """#set document(title: {title}, date: none)
#set page(paper: "{paper}", margin: 18mm, numbering: "1")
#set text(size: 10pt, lang: "en")
#set heading(numbering: none)
#show heading.where(level: 1): set block(above: 2.5em, below: 1em)
#show figure: set block(breakable: false)
#let picture-of(name, caption) = layout(size => {{
  let wide = calc.min(size.width, measure(image(name)).width)
  let whole = image(name, width: wide)
  let low = measure(whole).height <= 10.6cm
  figure(if low {{ whole }} else {{ image(name, height: 10.6cm) }}, caption: caption)
}})
#let cite-of(said) = text(size: 7pt, fill: rgb("#666666"), [ \\[#said\\]])
#let small-print(body) = {{
  set text(size: 8pt)
  show heading: set text(size: 9pt)
  show heading: set block(above: 1.1em, below: 0.5em)
  columns(2, gutter: 8mm, body)
}}
#let used(..names) = for name in names.pos() {{ [#metadata(name)<used>] }}
#let index-of(..entries) = context {{
  let pages = (:)
  for one in query(<used>) {{
    let page = counter(page).at(one.location()).first()
    let known = pages.at(one.value, default: ())
    if page not in known {{ pages.insert(one.value, known + (page,)) }}
  }}
  set par(hanging-indent: 1em, spacing: 0.6em)
  for (key, name) in entries.pos() {{
    let found = pages.at(key, default: ()).map(str).join(", ")
    par[#name #h(0.6em) #found]
  }}
}}
#align(center)[
  #block(below: 0.9em, text(size: 28pt, weight: "bold", {title}))
  #block(below: 1.6em, text(size: 12pt, fill: rgb("#555555"), {under}))
]
#outline(depth: 1, title: none)
"""


def typst(book: Book, paper: str = "a4") -> tuple[str, dict[str, str]]:
    """Return the source, and the files that it reads: pictures as SVG, by name.

    Args:
        book: the rulebook.
        paper: `a4` or `us-letter`.
    """
    pictures: dict[str, str] = {}
    head = _HEAD.format(title=_text(book.title), under=_text(book.subtitle), paper=paper)
    body = "".join(_chapter(chapter, pictures) for chapter in book.chapters)
    return head + body, pictures


def pdf(book: Book, paper: str = "a4") -> bytes:
    """Return the rulebook as a PDF: the same bytes for the same book.

    Raises:
        UsageError: the extra `print` is not installed.
    """
    return packed(typeset(*typst(book, paper)))


def typeset(source: str, pictures: Mapping[str, str]) -> bytes:
    """Return a source of Typst as a PDF; `pictures`: the SVG files that it reads, by name.

    Raises:
        UsageError: the extra `print` is not installed.
    """
    made = _compiled(source, pictures, "pdf", 144.0)
    assert isinstance(made, bytes)
    return made


def rasters(pictures: Sequence[str], sizes: Sequence[tuple[int, int]]) -> list[bytes]:
    """Return pictures (SVG) as PNG files of these widths and heights in pixels.

    Raises:
        UsageError: the extra `print` is not installed.
    """
    named = {f"{number}.svg": svg for number, svg in enumerate(pictures)}
    pages = (
        f"#set page(width: {width}pt, height: {height}pt, margin: 0pt, fill: white)\n"
        f'#image("{name}", width: {width}pt, height: {height}pt, fit: "stretch")\n'
        for name, (width, height) in zip(named, sizes, strict=True)
    )
    made = _compiled("".join(pages), named, "png", 72.0)
    return [made] if isinstance(made, bytes) else made


def _compiled(
    source: str, pictures: Mapping[str, str], sort: Literal["pdf", "png"], ppi: float
) -> bytes | list[bytes]:
    try:
        from typst import compile as compiled  # noqa: PLC0415 - an extra
    except ImportError:
        what = "a PDF" if sort == "pdf" else "a picture in pixels"
        html = "; --html needs nothing more" if sort == "pdf" else ""
        raise UsageError(
            f"{what} needs the extra `print`: pip install 'rulelang[print]'{html}"
        ) from None
    with TemporaryDirectory() as folder:
        for name, svg in pictures.items():
            Path(folder, name).write_text(svg, encoding="utf-8")
        main = Path(folder, "book.typ")
        main.write_text(source, encoding="utf-8")
        made = compiled(str(main), root=folder, format=sort, ppi=ppi, ignore_system_fonts=True)
    assert made is not None, "nothing was to be written to a file"
    return made


def _chapter(chapter: Chapter, pictures: dict[str, str]) -> str:
    parts = "".join(_part(part, pictures) for part in chapter.parts)
    inside = f"{_blocks(chapter.blocks, pictures)}{parts}"
    body = f"#small-print[\n{inside}]\n" if chapter.is_small else inside
    used = "" if chapter.is_small else _used(named_in(chapter))
    return f"= #{_text(chapter.title)}\n{used}{body}"


def _part(part: Part, pictures: dict[str, str]) -> str:
    cites = _cite(part.cites)
    used = _used(named_in(part))
    return f"== {_said(part.heading)}{cites}\n{used}{_blocks(part.blocks, pictures)}"


def _used(names: Sequence[Key]) -> str:
    """Return the marks of names that are used from here on: an index looks for their pages."""
    return f"#used({', '.join(_text(_key(name)) for name in names)})\n" if names else ""


def _key(name: Key) -> str:
    return " ".join(name)


def _blocks(blocks: Iterable[Block], pictures: dict[str, str]) -> str:
    return "".join(_block(block, pictures) + "\n" for block in blocks)


def _block(block: Block, pictures: dict[str, str]) -> str:
    match block:
        case Text(said=said):
            return f"{_said(said)}\n"
        case Lines(items=items):
            return _items(items, 0)
        case Points(points=points):
            return "".join(f"- {_said(point)}\n" for point in points)
        case Grid(head=head, rows=rows):
            return _grid(head, rows)
        case Entries(entries=entries):
            named = ", ".join(f"({_text(_key(e.key))}, {_text(e.text)})" for e in entries)
            return f"#index-of({named})\n"
        case Figure(svg=svg, caption=caption):
            name = f"{len(pictures)}.svg"
            pictures[name] = svg
            return f'#picture-of("{name}", {_text(caption)})\n'
        case _:
            assert_never(block)


def _grid(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    cells = ",".join(_text(cell) for row in rows for cell in row)
    names = ",".join(f"strong({_text(name)})" for name in head)
    style = 'stroke: (_, row) => (bottom: if row == 0 { 0.8pt } else { 0.4pt + rgb("#bbbbbb") })'
    return f"#table(columns: {len(head)}, {style}, table.header({names}),{cells})\n"


def _items(items: Iterable[Item], depth: int) -> str:
    return "".join(_item(item, depth) for item in items)


def _item(item: Item, depth: int) -> str:
    about = f" (#{_text(item.about)})" if item.about else ""
    said = f"{'  ' * depth}- {_said(item.said)}{about}{_cite(item.cites)}\n"
    return said + _items(item.under, depth + 1)


def _cite(cites: str | None) -> str:
    return f"#cite-of({_text(cites)})" if cites else ""


def _said(said: Said) -> str:
    parts = (
        f"#emph({_text(part.text)});"
        if isinstance(part, Term) and part.sort == "local"
        else f"#{_text(plain((part,)))};"
        for part in said
    )
    return "".join(parts)


def _text(words: str) -> str:
    """Return a text as a string of Typst: nothing in it is markup."""
    kept = "".join(letter if letter.isprintable() else " " for letter in words)
    return '"' + kept.replace("\\", "\\\\").replace('"', '\\"') + '"'
