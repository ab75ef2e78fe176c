"""Rulebooks: what a text declares is in them, and a text cannot write into the page."""

import re
from collections import Counter

import attrs
import pytest

from interpreter.cli.printing.rulebook import sources
from interpreter.rulebook import book, html, pdf, text, typst
from interpreter.rulebook.model import Book, Chapter, Entries, Figure, Grid
from interpreter.rulebook.typst import typeset
from rulelang.wording import plain
from tests.support.games import RULES
from tests.support.sampling import gated

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


@pytest.mark.parametrize("path", gated(RULES), ids=lambda path: path.stem)
def test_pieces_are_counted_and_links_lead_somewhere(path):
    found = sources(str(path), None, {}, 0)
    rulebook = book(found)
    chapters = {chapter.title: chapter for chapter in rulebook.chapters}
    document = found.documents[0]
    copies = Counter()
    for kind in document.kinds:
        copies[kind.component] += kind.copies
    dice = {one.name for one in document.components if one.sort == "die"}
    needed = chapters["What you need"].parts if document.components else ()
    assert {part.mark for part in needed} == set(copies)
    for part in needed:
        for block in part.blocks:
            if isinstance(block, Grid) and part.mark not in dice:
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


PROSE = """game "Prose"
doc "Before all: <b>& #panic()</b>."
players 2
doc "A box of wood."
space Box on track 3
doc "Two of them."
token Stone(owner: Player) in box: 2
doc "Outside the box."
zone box: Stone set, open
doc "Counted."
var times: 0..9
doc "With more."
option more "one more"
doc "First this."
setup:
    add 1 to times
doc "Then that."
play:
    if big(times): rise
doc "Big is big."
let big(n) = n > 0
doc "Up."
to rise:
    add 1 to times
    end: draw
doc "As here."
scenario "it ends":
    expect times is 2
"""


def test_prose_of_the_author_is_told_with_what_it_is_about(tmp_path):
    path = tmp_path / "prose.rules"
    path.write_text(PROSE, encoding="utf-8")
    rulebook = made(path)
    before = {
        "The game": "Before all",
        "What you need": "Two of them.",
        "The table": "A box of wood.|Outside the box.|Counted.",
        "Setting up": "First this.",
        "Play": "Then that.",
        "Procedures": "Up.",
        "What words mean": "Big is big.",
        "Variants": "With more.",
        "Examples": "As here.",
    }
    pages = {chapter.title: repr(chapter) for chapter in rulebook.chapters}
    assert set(before) <= set(pages)
    for title, page in pages.items():
        for chapter, told in before.items():
            for one in told.split("|"):
                assert (f"'{one}" in page) == (chapter == title), (one, title)
    page = html(rulebook)
    assert "Before all: &lt;b&gt;&amp; #panic()" in page
    assert "Then that." in text(rulebook)
    assert page.count("Outside the box.") == 1
    assert pdf(rulebook, "a4").startswith(b"%PDF")


def test_pictures_before_and_after_have_room_on_one_page_and_none_grows():
    source, _ = typst(made("agamemnon", examples=1))
    assert source.count("#picture-of(") >= 5
    high, small = "0.svg", "1.svg"
    head = source.partition("#align(center)")[0]
    body = f'{head}#picture-of("{high}", "Before")\n#picture-of("{high}", "After")\n'
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {0} {1}" width="{0}" height="{1}"/>'
    )
    pictures = {high: svg.format(900, 1500), small: svg.format(60, 60)}
    assert pages_of(typeset(body, pictures)) == 1
    assert pages_of(typeset(body + f'#picture-of("{high}", "Later")\n', pictures)) == 2
    little = "".join(f'#picture-of("{small}", "A piece")\n' for _ in range(5))
    assert pages_of(typeset(head + little, pictures)) == 1


def pages_of(data):
    """Return how many pages a PDF has."""
    return max(int(count) for count in re.findall(rb"/Count (\d+)", data))


def test_what_is_looked_up_is_in_small_print(tmp_path):
    """Sections that follow each other, and are followed in the same place, are one row."""
    path = tmp_path / "cited.rules"
    path.write_text(
        'game "Cited"\nplayers 2\nvar points: 0..9\nplay:\n'
        "    add 1 to points    [C1]\n    add 1 to points    [C2, C9]\n"
        "    add 1 to points    [C3]\n    end: draw          [End of game]\n",
        encoding="utf-8",
    )
    found = made(path)
    (index,) = (chapter for chapter in found.chapters if chapter.title.startswith("Where"))
    assert index.blocks[0].rows == (
        ("C1 to C3", "Play"),
        ("C9", "Play"),
        ("End of game", "Play"),
    )
    assert '<div class="small">' in html(found)
    assert "#small-print[" in typst(found)[0]


def test_examples_without_pictures_come_behind_those_with_them():
    found = {chapter.title: chapter for chapter in made("tic_tac_toe", examples=2).chapters}
    assert (len(found["Examples"].parts), found["Examples"].is_small) == (2, False)
    assert found["More examples"].is_small
    assert len(found["More examples"].parts) == 5


def test_an_index_leads_to_where_a_name_is_declared_and_used():
    found = sources("pergamemnon", None, {}, 0)
    rulebook = book(found)
    *others, chapter = rulebook.chapters
    (entries,) = (block.entries for block in chapter.blocks if isinstance(block, Entries))
    keys = [entry.key for entry in entries]
    assert (chapter.title, len(keys)) == ("Index", len(set(keys)))
    texts = [entry.text.casefold() for entry in entries]
    assert texts == sorted(set(texts))
    document = found.documents[0]
    assert {key[1] for key in keys if key[0] == "zone"} == {zone.name for zone in document.zones}
    assert {key[1] for key in keys if key[0] == "option"} == {o.name for o in document.options}
    passages = found.manual.procedures
    assert {key[1] for key in keys if key[0] == "effect"} == {part.name for part in passages}
    told = {}
    for at, one in enumerate(others):
        told[at, ""] = text(Book("", "", (attrs.evolve(one, parts=()),)))
        told |= {(at, plain(p.heading)): text(_alone(p)) for p in one.parts}
    for entry in entries:
        name = re.sub(r" \((\w+)\)$", "", entry.text).casefold()
        for place in entry.places:
            where = told.get((place.chapter, place.heading)) or told[place.chapter, ""]
            is_drawn = entry.key[0] == "attribute" and place.mark == "Card"
            assert is_drawn or name in where.casefold(), (entry, where)
    source, _ = typst(rulebook)
    marks = set(re.findall(r'"([^"]+)"', "".join(re.findall(r"#used\((.*)\)", source))))
    assert marks == {" ".join(key) for key in keys}
    assert "\nbattle (p, q, w)" not in text(rulebook).casefold().split("\nindex\n")[1]
    assert "\nBattle: Play, Battle (p, q, w)\n" in text(rulebook)


def _alone(part):
    return Book("", "", (Chapter("", (), (part,)),))


KEPT = """\
game "Kept"
players Red, Blue
var starter: Player
var other: Player = Blue
var score(Player): 0..9
var seen: 0..9, not shown
play:
    each turn of p from starter, at most 6:
        p chooses:
            take_one "{p} takes": add 1 to score(p)
        set other to opponent(other)
        set starter to other
        set seen to score(p)
    end: p with most score(p) wins
"""


def test_all_that_players_keep_count_of_is_listed(tmp_path):
    path = tmp_path / "kept.rules"
    path.write_text(KEPT, encoding="utf-8")
    (table,) = (one for one in made(path).chapters if one.title == "The table")
    (listed,) = (one for part in table.parts for one in part.blocks if isinstance(one, Grid))
    assert [row[0] for row in listed.rows] == ["starter", "other", "score, one for each Player"]


DICE = """game "Throws"
players 2
die Die(owner: Player) in cup(owner): 4 each, faces 1..6
token Mark in bag: 3
zone cup(Player): Die set, open
zone bag: Mark set, open
play:
    each turn of p, at most 4:
        p chooses:
            throw: roll cup(p)
    end: draw
"""


def test_a_die_is_one_whatever_it_shows(tmp_path):
    path = tmp_path / "throws.rules"
    path.write_text(DICE, encoding="utf-8")
    told = text(made(path))
    assert "Die (8)" in told
    assert "Mark (3)" in told
    assert "[picture: Die, what it shows]" in told
    assert "face\n1\n2\n3" in told


NUMBERED = """game "Numbered"
players 2
component Card in deck:
    | name  | copies |
{rows}
zone deck: Card bag, hidden
zone pile(Card): Card set, open
zone side(flag, 1..2): Card set, open
var marks(Card): 0..9
play:
    each turn of p, at most 2:
        draw 1 from deck to side(true, 1)
        for c in side(true, 1):
            move c from side(true, 1) to pile(c)
            add 1 to marks(c)
    end: draw
"""


def test_zones_are_told_by_what_there_is_one_for_each_of(tmp_path):
    path = tmp_path / "numbered.rules"
    path.write_text(NUMBERED.format(rows="    | plain | 9 |"), encoding="utf-8")
    told = text(made(path))
    assert "pile, one for each Card" in told
    assert "side, one for each yes or no and number from 1 to 2" in told
    assert "[picture: Card" in told


def test_faces_of_very_many_kinds_are_left_out(tmp_path):
    path = tmp_path / "numbered.rules"
    rows = "\n".join(f"    | k{n} | 1 |" for n in range(160))
    path.write_text(NUMBERED.format(rows=rows), encoding="utf-8")
    assert "[picture: Card" not in text(made(path))


SITES = """game "Sites"
players 2
kind Good: wood | clay
space Site:
    gives: Good or none
    amount: 0..3
    sacred: flag
    | name      | gives | amount | sacred |
    | OldForest | wood  | 3      |        |
    | Market    | none  | 0      | x      |
play:
    end: draw
"""


def test_places_are_listed_with_what_they_say(tmp_path):
    path = tmp_path / "sites.rules"
    path.write_text(SITES, encoding="utf-8")
    rulebook = made(path)
    (table,) = [chapter for chapter in rulebook.chapters if chapter.title == "The table"]
    (grid,) = [block for block in table.parts[0].blocks if isinstance(block, Grid)]
    assert grid.head == ("name", "gives", "amount", "sacred")
    assert grid.rows == (("OldForest", "wood", "3", ""), ("Market", "–", "0", "✓"))
