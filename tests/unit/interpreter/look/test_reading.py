"""What looks say, read: values of every sort, drawings, and texts in all quotes of TOML."""

import pickle
import sys

import pytest

from interpreter import load
from interpreter.look import LookError, look_of
from interpreter.look.art import Fault, read_art
from interpreter.look.files import Missing, beside, read_bytes
from interpreter.look.layouts.settling import Drawing
from interpreter.look.places import BadLine, read_places
from interpreter.look.reading import read
from rulelang.diagnostics import Sink
from rulelang.source import Source

RULES = """game "Men"
players 2
space Town:
    | name |
    | Rome |
    | Bari |
component Card in deck:
    | name  | copies |
    | baker | 2      |
    | smith | 1      |
zone deck: Card set, open
zone lies(Town): Card set, open
var fame(Player): 0..9
play:
    each turn of p, at most 3:
        p chooses:
            pass: add 1 to fame(p)
    end: draw
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 90">{}</svg>'


def look_beside(tmp_path, look):
    (tmp_path / "men.rules").write_text(RULES, encoding="utf-8")
    (tmp_path / "men.look.toml").write_text(f"look = 1\n{look}", encoding="utf-8")
    return look_of(load(tmp_path / "men.rules", engine="reference").document())


def test_numbers_and_forms_are_read(tmp_path):
    found = look_beside(tmp_path, '[board.Town]\nradius = 0.25\n[zone]\nas = { deck = "pile" }\n')
    assert found.boards["Town"].radius == 0.25
    assert found.zones.forms == {"deck": "pile"}


def test_kinds_are_drawn_as_files_of_a_folder_are_called(tmp_path):
    (tmp_path / "faces").mkdir()
    (tmp_path / "faces" / "baker.svg").write_text(SVG.format("<circle r='3'/>"), encoding="utf-8")
    found = look_beside(tmp_path, '[piece.Card]\nart = "faces/"\n[card.Card]\nart = "faces"\n')
    assert set(found.pieces["Card"].art) == {"baker"}
    assert found.pieces["Card"].art["baker"].view == (0, 0, 60, 90)


def test_a_drawing_of_a_kind_that_is_refused_is_told(tmp_path):
    (tmp_path / "faces").mkdir()
    (tmp_path / "faces" / "baker.svg").write_text(SVG.format("<script/>"), encoding="utf-8")
    with pytest.raises(LookError, match=r"this drawing has the element <script>"):
        look_beside(tmp_path, '[card.Card]\nart = "faces"\n')


def test_a_drawing_settles_in_as_many_rounds_as_it_may():
    points = [(0.0, 0.0), (5.0, 0.0), (0.0, 5.0)]
    assert len(list(Drawing(points, [(0, 1), (1, 2)]).settle(1))) == 2


def test_a_look_with_errors_travels_between_processes(tmp_path):
    with pytest.raises(LookError) as refused:
        look_beside(tmp_path, "[bord.Town]\n")
    again = pickle.loads(pickle.dumps(refused.value))  # noqa: S301 - our own
    assert str(again) == str(refused.value)
    assert again.diagnostics == refused.value.diagnostics


@pytest.mark.parametrize(
    "text", ['"""a ""quoted"" word"""', "'''it''s'''", '"""it ends in one quote""""', '"a\\"b"']
)
def test_places_of_values_are_found_behind_every_sort_of_text(text):
    sink = Sink()
    read(Source("x.look.toml", f"look = 1\ntitle = {text}\n[board.A]\nturn = 3\n"), sink)
    turn = next(one for one in sink.found if "turn" in one.title)
    assert (turn.span.line, turn.span.column) == (4, 8)


def test_a_number_longer_than_python_reads_is_refused():
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)
    try:
        sink = Sink()
        assert read(Source("x.look.toml", "look = 1\nx = " + "9" * 700), sink) is None
    finally:
        sys.set_int_max_str_digits(before)
    assert [one.title for one in sink.found] == ["this look has a number or date that is none"]


def test_files_that_lead_nowhere_are_missing(tmp_path):
    (tmp_path / "round.svg").symlink_to("round.svg")
    assert beside(tmp_path, "round.svg") == Missing("lies outside of the folder of the look")
    assert read_bytes(tmp_path / "a\0b", 10).words.startswith("cannot be read: ")


def test_a_table_of_places_has_an_end():
    rows = "name,x,y\n" + "a,1,2\n" * 50_000
    assert isinstance(read_places(rows), BadLine)
    assert "there are more than" in read_places(rows).words


@pytest.mark.parametrize(
    ("inside", "view"),
    [
        ('<text x="1" y="9">Rome &amp; <tspan>Bari</tspan></text>', "Rome &amp; <tspan>Bari"),
        ('<defs><g id="a"><rect width="2" height="3"/></g></defs>', '<g id="p-a">'),
        ('<g id="a"><rect width="2" height="3"/></g>', '<g id="p-a" data-place="a">'),
        ('<g id="a"/><rect fill="url(#a)" stroke="url(#a)"/>', 'stroke="url(#p-a)"'),
        ("<metadata><x/>no</metadata><desc>yes</desc>", "<desc>yes</desc>"),
    ],
)
def test_what_is_drawn_is_written_anew(inside, view):
    assert view in read_art(SVG.format(inside).encode(), "p-").body


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('<metadata xmlns="http://www.w3.org/2000/svg"/>', "is no SVG"),
        ('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="8"/>', None),
        ('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="0"/>', "has no `viewBox`"),
        (SVG.format('<g id="a b"/>'), "has the id `a b`"),
    ],
)
def test_a_drawing_is_an_svg_of_some_size(text, words):
    found = read_art(text.encode(), "p-")
    assert (found.words if isinstance(found, Fault) else None) == words
