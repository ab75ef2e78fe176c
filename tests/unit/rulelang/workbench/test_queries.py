"""Hover, arguments, places of names, renaming, outline, folds and colours."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from rulelang import pipeline
from rulelang.elaborate.queries.builtins import NAMES as BUILT_IN
from rulelang.mends import applied
from rulelang.parsing.library import words_of_language
from rulelang.parsing.lines import lines_of
from rulelang.source import Source
from rulelang.workbench.calling import signature
from rulelang.workbench.colouring import colours
from rulelang.workbench.draft import Draft
from rulelang.workbench.hovering import hover
from rulelang.workbench.outlining import folds, outline
from rulelang.workbench.renaming import renamable, rename, uses_of
from rulelang.workbench.rows import cells_at
from rulelang.workbench.uses import names_of
from tests.support.editing.drafts import GAME, at, behind, draft_of, marked

HOVERS = {
    "zone ha‸nd": ["zone hand(Player): Card set of 3, owner sees", "Only its owner sees"],
    "zone ba‸nk": ["All see what lies there"],
    "zone de‸ck": ["drawn from by chance", "Nobody sees"],
    "zone pur‸se": ["what he has earned"],
    "var po‸ints": ["One for each `Player`", "the numbers 0 to 9"],
    "var no‸on": ["true or false"],
    "token Co‸in": ["There are 20; at first they lie in `bank`."],
    "lay(c‸ in": ["It may be: `Card`."],
    "kind Mo‸od": ["merry, calm."],
    "space Sta‸ll": ["A stall is where goods are sold."],
    "cho‸oses:": ["the only way in which players act", "p chooses:"],
    "nee‸d c": ["players read why not"],
    "Card ba‸g": ["drawn from by chance"],
    "c.ran‸k": ["an attribute", "the numbers 1 to 5"],
}


@pytest.mark.parametrize("place", HOVERS)
def test_what_is_said_of_a_word(place):
    found = at(hover, GAME.replace(place.replace("‸", ""), place, 1))
    for part in HOVERS[place]:
        assert part in found.markdown


@pytest.mark.parametrize("place", ["# A stal‸l", '"too lo‸w', "‸\n"])
def test_nothing_is_said_of_texts_and_remarks(place):
    assert at(hover, GAME.replace(place.replace("‸", ""), place, 1)) is None


@pytest.mark.parametrize(
    ("written", "label", "active"),
    [
        ("to act(p):\n    pay(‸", "pay(p, n)", 0),
        ("to act(p):\n    pay(p, ‸", "pay(p, n)", 1),
        ("let x(p) = best(hand(p), ‸", "best(p, n)", 1),
        ("let x(p) = best(hand(‸", "hand(Player)", 0),
        ("let x(p) = max(1, ‸", "max(a, b)", 1),
    ],
)
def test_which_argument_is_written(written, label, active):
    found = at(signature, behind(written))
    assert (found.label, found.active) == (label, active)


def test_no_arguments_are_told_outside_of_a_call():
    assert at(signature, behind("to act(p):\n    pay(p, 1)‸")) is None


def test_a_name_is_found_in_sentences_rows_and_examples():
    plain, line, column = marked(GAME.replace("zone hand", "zone ha‸nd"))
    draft = draft_of(plain)
    found = uses_of(draft, draft.use_at(line, column).definition)
    assert len(found) == plain.count("hand(")
    card = draft.names.find("Card", "names")
    assert len(uses_of(draft, card)) == plain.count("Card")
    east = draft.names.find("east", "names")
    assert len(uses_of(draft, east)) == 2


def test_a_local_name_is_another_one_in_each_body():
    plain, line, column = marked(GAME.replace('"{p} lays', '"{p‸} lays'))
    draft = draft_of(plain)
    spans = uses_of(draft, draft.use_at(line, column).definition)
    turn = plain[: plain.index("each turn of p")].count("\n") + 1
    assert {span.line for span in spans} == set(range(turn, turn + 7)) - {turn + 3}


def test_what_is_renamed_and_renamed_back_is_the_same_text():
    draft = draft_of(GAME)
    known = {(u.definition.sort, u.definition.span): u.definition for u in draft.names.uses}
    for definition in known.values():
        first = "Zzq" if definition.name[0].isupper() else "zzq"
        edits = rename(draft, definition, first + definition.name)
        if isinstance(edits, str):
            assert "edges are called after it" in edits
            continue
        changed = draft_of(applied(GAME, edits))
        assert not pipeline.glance(changed.parsed).diagnostics, definition
        again = changed.names.find(first + definition.name, "names", "word", definition.sort)
        if again is not None:
            assert applied(changed.text, rename(changed, again, definition.name)) == GAME


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("move", "a word of the language"),
        ("deck", "taken"),
        ("1st", "no name"),
        ("min", "a word of the language"),
    ],
)
def test_a_name_that_cannot_be_is_refused(name, why):
    draft = draft_of(GAME)
    assert why in rename(draft, draft.names.find("hand", "names"), name)


def test_nothing_is_renamed_while_a_declaration_cannot_be_read():
    draft = draft_of(GAME.replace("setup:", "setup"))
    line = GAME[: GAME.index("zone hand")].count("\n") + 1
    assert "mend first" in renamable(draft, line, 6)


def test_names_in_a_table_beside_the_text_are_found_and_renamed(tmp_path):
    (tmp_path / "areas.csv").write_text("name,next_to\nArden,Brim\nBrim,Arden\n", encoding="utf-8")
    text = 'game "A"\nplayers 2\nspace Area from "areas.csv":\n    next_to: Area\n'
    path = str(tmp_path / "a.rules")
    draft = Draft.of(path, Source(path, text), pipeline.Desk())
    assert draft.declared.find("Arden", "names") is not None
    (file,) = [name for name in draft.parsed.sources if name.endswith("areas.csv")]
    for place, span, told in [
        ((2, 7, file), (7, 11), "Column `next_to` of space `Area`: `Area`."),
        ((1, 2, file), (1, 5), "Column `name` of space `Area`: what each is called."),
    ]:
        found = hover(draft, *place)
        assert (found.span.file, found.span.column, found.span.end_column) == (file, *span)
        assert told in found.markdown
    assert "`Brim` is a place" in hover(draft, 2, 7, file).markdown
    edits = rename(draft, draft.names.find("Arden", "names"), "Ash")
    assert [(e.span.line, e.span.column) for e in edits] == [(2, 1), (3, 6)]
    assert all(e.span.file.endswith("areas.csv") for e in edits)


def beside(folder, text, **tables):
    """Return a text that has tables beside it, and the file of each."""
    for name, rows in tables.items():
        (folder / f"{name}.csv").write_text(rows, encoding="utf-8")
    path = str(folder / "a.rules")
    draft = Draft.of(path, Source(path, text), pipeline.Desk())
    assert draft.declared.find("Area", "names") is not None, "tables are read by then"
    return draft, {Path(file).stem: file for file in draft.parsed.sources}


def test_edges_in_a_table_beside_the_text_are_renamed_as_their_ends_are(tmp_path):
    text = """\
game "A"
players 2
space Area from "areas.csv"
edge Road joins Area from "roads.csv"
component Deed in chest from "deeds.csv":
    road: Road
zone chest: Deed set, open
var walked(Road): flag
to walk(p): set walked(Arden_Brim) to true
"""
    tables = {
        "areas": "name\nArden\nBrim\nCord\n",
        "roads": "a,b\nArden,Brim\nBrim,Cord\n",
        "deeds": "name,road\nold,Arden_Brim\nnew,Brim_Cord\n",
    }
    draft, files = beside(tmp_path, text, **tables)
    edits = rename(draft, draft.names.find("Arden", "names"), "Ash")
    changed = {
        name: applied(tables[name], [edit for edit in edits if edit.span.file == file])
        for name, file in files.items()
        if name != "a"
    }
    assert changed == {name: rows.replace("Arden", "Ash") for name, rows in tables.items()}
    mine = [edit for edit in edits if edit.span.file == draft.path]
    assert applied(text, mine) == text.replace("Arden", "Ash")


def test_of_tables_for_each_setting_those_that_are_there_count(tmp_path):
    text = """\
game "A"
players 2
option map: west | east
space Area from "{map}.csv"
space Harbour from "harbours.csv"
"""
    draft, files = beside(tmp_path, text, west="name\nArden\n")
    assert set(files) == {"a", "west"}
    assert [one.name for one in draft.declared.of("place")] == ["Arden"]
    assert [one.name for one in draft.declared.of("space")] == ["Area", "Harbour"]


def test_in_an_empty_table_and_in_an_empty_cell_nothing_is_known(tmp_path):
    text = 'game "A"\nplayers 2\nspace Area from "areas.csv":\n    next_to: Area\n'
    draft, files = beside(tmp_path, text, areas="name,next_to\nArden,\n")
    assert hover(draft, 2, 7, files["areas"]) is None
    assert [one.name for one in cells_at(draft, 2, 7, files["areas"])] == ["Arden"]
    draft, files = beside(tmp_path, text, areas="")
    assert cells_at(draft, 1, 1, files["areas"]) == ()


def test_what_is_called_as_it_was_takes_no_edits():
    draft = draft_of(GAME)
    assert rename(draft, draft.names.find("hand", "names"), "hand") == ()


def test_the_outline_has_arms_and_examples():
    found = {entry.name: entry for entry in outline(draft_of(GAME))}
    assert [inner.name for inner in found["play"].inner] == ["lay"]
    assert found["one is laid"].sort == "scenario"
    assert found["one is laid"].span.end_line == GAME.count("\n")
    assert found["hand"].span.line == found["hand"].span.end_line


def test_blocks_fold_though_they_are_broken():
    text = GAME.replace("setup:", "setup")
    play = GAME[: GAME.index("play:")].count("\n") + 1
    found = [(fold.first, fold.last) for fold in folds(draft_of(text))]
    assert (play, play + 8) in found


def test_each_word_has_a_colour():
    draft = draft_of(GAME)
    found = {GAME.split("\n")[c.line - 1][c.column - 1 :][: c.length]: c for c in colours(draft)}
    assert found["zone"].kind == "keyword"
    assert found["merry"].kind == "enumMember"
    assert found["rank"].kind == "property"
    assert found["lay"].kind == "method"
    assert found["# what he has earned"].kind == "comment"
    places = [(c.line, c.column, c.length) for c in colours(draft)]
    for (line, column, length), (after, next_column, _) in pairwise(places):
        assert (line, column + length) <= (after, next_column)


@pytest.mark.parametrize(
    ("now", "words"),
    [
        ('"{p} lays {c', ["p", "c"]),
        ('"{p} gives away {c}":', ["p"]),
        ('"lays {p}":', []),
    ],
)
def test_names_of_a_text_that_is_being_written_are_coloured_where_they_stand_still(now, words):
    whole = draft_of(GAME)
    text = GAME.replace('"{p} lays {c}":', now).replace("end: q with", "end: q wit")
    draft = draft_of(text, whole)
    line = text[: text.index(now)].count("\n") + 1
    written = draft.lines[line - 1]
    begin = written.index('"')
    found = [
        (written[one.column - 1 :][: one.length], one.kind)
        for one in colours(draft, line, line)
        if one.column > begin
    ]
    assert [word for word, kind in found if kind == "parameter"] == words
    assert "".join(word for word, _ in found) == now.rstrip(":")


def strangers(name):
    """Yield the words of a text that are neither names with a declaration nor the language's."""
    path = f"games/{name}.rules"
    draft = Draft.of(path, Source(path, Path(path).read_text(encoding="utf-8")), pipeline.Desk())
    known = {*words_of_language(), *BUILT_IN, "Player", "choices", "name", "copies", "a", "b", "x"}
    known |= {f"P{number}" for number in range(1, 9)} | {"grid", "hex", "ring", "track"}
    known |= {"Team", "face", "last", "diagonal", "orthogonal"}
    for line in lines_of(draft.source):
        code = re.sub(r'"[^"]*"', lambda text: " " * len(text[0]), line.code)
        if code.lstrip().startswith("|"):
            continue
        uses = {use.span.column for use in draft.uses_by_line.get((path, line.number), ())}
        for word in re.finditer(r"[A-Za-z]\w*", code):
            is_cell = re.fullmatch(r"[a-z]\d+|[A-Z]\w*_[A-Z]\w*|[A-Z][a-z]+\d+", word[0])
            if not (is_cell or word[0] in known or word.start() + 1 in uses):
                yield line.number, word[0]


@pytest.mark.parametrize(
    "name", ["carnival", "whist", "english_draughts", "liars_dice", "pergamon"]
)
def test_every_name_in_a_text_is_a_use_of_something(name):
    assert list(strangers(name)) == []


@pytest.mark.parametrize("name", ["whist", "pergamon"])
def test_a_line_alone_has_the_uses_that_all_of_the_text_has_there(name):
    path = f"games/{name}.rules"
    draft = Draft.of(path, Source(path, Path(path).read_text(encoding="utf-8")), pipeline.Desk())
    some = [use for uses in list(draft.uses_by_line.values())[::11] for use in uses]
    assert [draft.use_at(use.span.line, use.span.column, use.span.file) for use in some] == some
    del draft.uses_by_line
    assert [draft.use_at(use.span.line, use.span.column, use.span.file) for use in some] == some


def test_a_word_that_names_a_case_is_no_local():
    text = """\
game "Moods"
players 2
kind Mood: merry | calm
var mood: Mood = calm
to change(p, merry): set mood to calm
to change(p, calm): set mood to merry
play:
    each turn of p, at most 2: change(p, mood)
    end: draw
"""
    read = pipeline.read("game.rules", Source("game.rules", text)).text
    uses = [use.definition for use in names_of(read.declarations).uses]
    assert {name.name for name in uses if name.sort == "local"} == {"p"}
    assert [name.name for name in uses if name.sort == "word"].count("merry") == 3
