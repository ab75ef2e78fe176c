"""Rulebooks: what a text declares is in them, and a text cannot write into the page."""

import re
from collections import Counter

import pytest

from interpreter.cli.printing.rulebook import sources
from interpreter.rulebook import book, html, pdf, text, typst
from interpreter.rulebook.model import Figure, Grid
from tests.support.games import RULES

HOSTILE = """game "<script>alert(1)</script> #panic() \\" $x$ */"
players 2
note "a </style> & ]#eval(1)"
zone box: Card set, open
component Card in box:
    worth: 0..3
    | name | worth | copies |
    | ace  | 3     | 2      |
play:
    each turn of p, at most 2:
        p chooses:
            take_it "{p} <b>takes</b> #read(\\"/etc/passwd\\") it":
                need count box > 0 else "`*none* </li> #pagebreak()"
                pass
    end: draw
scenario "</figure> #image(\\"/etc/passwd\\")":
    play take_it
    expect count box is 2
"""


def made(name, examples=0, players=None):
    """Return the rulebook of a game."""
    return book(sources(str(name), players, {}, examples))


@pytest.fixture
def hostile(tmp_path):
    """Return the path of a text that tries to write into whatever shows it."""
    path = tmp_path / "hostile.rules"
    path.write_text(HOSTILE.replace('\\"', "'"), encoding="utf-8")
    return path


@pytest.mark.parametrize("path", RULES, ids=lambda path: path.stem)
def test_pieces_are_counted_and_links_lead_somewhere(path):
    found = sources(str(path), None, {}, 0)
    rulebook = book(found)
    chapters = {chapter.title: chapter for chapter in rulebook.chapters}
    document = found.documents[0]
    copies = Counter()
    for kind in document.kinds:
        copies[kind.component] += kind.copies
    needed = chapters["What you need"].parts if document.components else ()
    assert {part.mark for part in needed} == set(copies)
    for part in needed:
        for block in part.blocks:
            if isinstance(block, Grid):
                assert sum(int(row[-1]) for row in block.rows) == copies[part.mark]
    starts = [b for b in chapters["Setting up"].blocks if isinstance(b, Figure)]
    assert len(starts) == len(found.documents)
    page = html(rulebook)
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)
    assert set(re.findall(r"https?[:%][^ >'%]*", page)) == {"http://www.w3.org/2000/svg"}


def test_examples_have_pictures_before_and_after():
    (chapter,) = (c for c in made("tic_tac_toe", examples=2).chapters if c.title == "Examples")
    pictured = [part for part in chapter.parts if any(isinstance(b, Figure) for b in part.blocks)]
    assert [len(part.blocks) for part in pictured] == [3, 3]


def test_a_text_cannot_write_into_the_page(hostile):
    page = html(made(hostile, examples=1))
    assert "<script" not in page
    assert "</style> &amp;" not in page
    assert page.count("<figure>") == page.count("</figure>")
    assert "<b>takes" not in page


def test_a_text_cannot_write_into_the_pdf(hostile):
    source, pictures = typst(made(hostile, examples=1))
    words = re.sub(r'"(?:[^"\\]|\\.)*"', "", source)
    assert not re.search(r"panic|eval|read\(|etc/passwd|pagebreak\(", words)
    assert set(pictures) == {f"{number}.svg" for number in range(len(pictures))}
    assert pdf(made(hostile)).startswith(b"%PDF")


def test_the_same_text_gives_the_same_bytes():
    assert pdf(made("kuhn_poker")) == pdf(made("kuhn_poker"))
    assert html(made("kuhn_poker")) == html(made("kuhn_poker"))


def test_plain_text_has_every_chapter():
    found = made("whist")
    shown = text(found)
    assert all(f"\n{chapter.title.upper()}\n" in shown for chapter in found.chapters)
