"""Maps in letters, and what the terminal takes from the look of a game."""

import pytest

from interpreter import load
from interpreter.play.asked import answer
from interpreter.play.board import draw
from interpreter.play.chart import NO_MAP, charts
from interpreter.play.look import Look
from rulelang.source import lines_of

LINE = """game "Line"
players 2
space Town on track 4
token Cart(owner: Player) in yard: 1 each
zone yard: Cart set, open
zone there(Town): Cart set, open
zone shed: Cart set, open

play:
    each turn of p, at most 2:
        p chooses:
            go(t in Town) "{p} goes to {t}": move Cart(p) from yard to there(t)
    end: draw
"""
PLACES = "name,x,y\nTown1,0,0\nTown2,500,0\nTown3,502,0\nTown4,1000,1000\n"


@pytest.mark.parametrize(
    ("name", "family"),
    [("agamemnon", "Space"), ("egemonia", "Area"), ("antike_duellum", "Region")],
)
@pytest.mark.parametrize("width", [60, 100])
def test_a_map_has_each_place_once_and_keeps_to_the_width(name, family, width):
    state = load(name).start(seed=2).past_chance()
    places = next(f for f in state.game.document().families if f.name == family).labels
    lines = lines_of(charts(Look(state, 0), width))
    words = [word.rstrip("*") for line in lines[1:] for word in line.split()]
    assert {label: words.count(label) for label in places} == dict.fromkeys(places, 1)
    assert max(map(len, lines)) <= width


@pytest.fixture
def line(tmp_path):
    (tmp_path / "line.rules").write_text(LINE, encoding="utf-8")
    (tmp_path / "line.csv").write_text(PLACES, encoding="utf-8")
    (tmp_path / "line.look.toml").write_text(
        'look = 1\n[board.Town]\nplaces = "line.csv"\n[zone]\nhide = ["shed"]\n'
        '[card.Cart.text]\nCart = "goes once"\n',
        encoding="utf-8",
    )
    return load(str(tmp_path / "line.rules")).start()


def test_places_that_lie_together_have_lines_of_their_own(line):
    after = line.apply(line.find("go", ["Town2"]))
    told = charts(Look(after, 0), 40).splitlines()
    at = {word: row for row, text in enumerate(told) for word in text.split()[:4]}
    assert at["Town1"] == at["Town2*"] != at["Town3"]
    assert at["Town4"] > at["Town3"]
    assert told[-1] == "  * something stands there"


def test_what_a_look_hides_is_drawn_only_with_everything(line):
    assert "shed" not in draw(line, 0)
    assert "shed" in draw(line, 0, everything=True)


def test_the_words_of_a_look_are_told_of_a_component(line):
    assert "goes once" in answer(line, 0, "Cart(P1)", 80)
    start = load("egemonia").start(seed=1)
    assert "anywhere. Loses to all that win; no effect" in answer(start, 0, "False_alarm", 80)


def test_without_kept_places_there_is_no_map():
    assert charts(Look(load("tic_tac_toe").start(), 0), 80) == NO_MAP


def test_a_look_with_mistakes_is_no_look(tmp_path):
    (tmp_path / "line.rules").write_text(LINE, encoding="utf-8")
    (tmp_path / "line.look.toml").write_text("look = 1\n[zone]\nhide = 3\n", encoding="utf-8")
    assert "shed" in draw(load(str(tmp_path / "line.rules")).start(), 0)
