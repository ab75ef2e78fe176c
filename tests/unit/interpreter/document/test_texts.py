"""What a text says for those who play: on cards and places, of zones and variables."""

import csv
import io

import pytest

from interpreter import document_data, load
from interpreter.cli.printing.rulebook import sources
from interpreter.exports import component_studio, pieces_of
from interpreter.look import look_of
from interpreter.picture.making import plan_of
from interpreter.play.asked import answer
from interpreter.play.board import draw
from interpreter.rulebook import book, text
from tests.support.schemas import hold

RULES = """game "Lanterns"
players 2
component Card(owner: Player) in stall(owner):
    cost: 0..8
    rule: text
    | name    | cost | copies | rule                     |
    | barker  | 3    | 2      | "One card | two deeds."  |
    | juggler | 4    | 3      | RULE |
    | penny   | 0    | 4      |                          |
space Stand:
    gives: text
    | name  | gives             |
    | north | "Take two cards." |
    | south | ""                |
zone stall(Player): Card set, open
zone shelf(Stand): Card set, open
play:
    for p in Player:
        p chooses:
            sell(c in stall(p), s in Stand) "{p} sells {c} at {s}":
                move c from stall(p) to shelf(s)
    end: draw
"""


@pytest.fixture
def game(tmp_path):
    return written(tmp_path, '"Draw three."')


def written(folder, rule):
    path = folder / "lanterns.rules"
    path.write_text(RULES.replace("RULE", rule))
    return load(path)


def test_texts_are_told_by_kind_and_by_place(game):
    document = game.document()
    (card,), stand = document.components, document.families[-1]
    assert card.columns == ("owner", "cost", "rule")
    assert card.texts[0].said == (*["One card | two deeds."] * 2, *["Draw three."] * 2, "", "")
    assert stand.texts[0].said == ("Take two cards.", "")
    data = document_data(document)
    hold("game", data)
    assert data["components"]["Card"]["texts"] == {"rule": list(card.texts[0].said)}
    assert data["families"]["Stand"]["texts"] == {"gives": ["Take two cards.", ""]}


def test_other_words_make_no_other_game(game, tmp_path):
    reworded = written(tmp_path, '"Draw three cards, then lay one off."')
    assert reworded.specification_hash == game.specification_hash
    assert reworded.document() != game.document()


def test_a_text_stands_on_the_card_and_in_the_place(game):
    drawn = game.start(seed=0)._repr_svg_()
    for words in ("One card | two", "Draw three.", "Take two cards."):
        assert words in drawn


def test_the_terminal_tells_texts(game):
    start = game.start(seed=0)
    assert "Draw three." in answer(start, 0, "juggler", 80)
    assert "Take two cards." in answer(start, 0, "north", 80)
    assert "Draw three." in draw(start, 0, 80)


def test_rulebook_and_exports_have_texts(game, tmp_path):
    printed = text(book(sources(str(tmp_path / "lanterns.rules"), None, {}, 0)))
    assert "Draw three." in printed
    assert "Take two cards." in printed
    document = game.document()
    plan = plan_of(document, look_of(document), 1280, None)
    (listed,) = component_studio(pieces_of(plan, game.start(seed=0))).values()
    rows = list(csv.DictReader(io.StringIO(listed.decode())))
    assert [row["rule"] for row in rows if row["owner"] == rows[0]["owner"]] == [
        "One card | two deeds.",
        "Draw three.",
        "",
    ]


def test_a_text_in_a_file_needs_no_quotes(tmp_path):
    (tmp_path / "cards.csv").write_text(
        'name,rule\nking,Take a trick.\nqueen,"Lead, or ""follow""."\n'
    )
    path = tmp_path / "cards.rules"
    path.write_text(
        'game "Cards"\nplayers 2\ncomponent Card in deck from "cards.csv":\n    rule: text\n'
        "zone deck: Card set, open\nplay:\n    end: draw\n"
    )
    (card,) = load(path).document().components
    assert card.texts[0].said == ("Take a trick.", 'Lead, or "follow".')


LABELS = """game "Labels"
players 2
token Coin in bank: 20
zone bank "the bank": Coin set, open
zone purse(Player): Coin set of 9, owner sees
var points(Player) "points for wares": 0..90
var rounds: 0..9, not shown
play:
    repeat 5:
        add 1 to rounds
        for p in Player:
            p chooses:
                buy "{p} takes a coin":
                    move Coin from bank to purse(p)
                    add rounds to points(p)
    end: p with most points(p) wins
"""


def test_labels_are_shown_and_bookkeeping_is_not(tmp_path):
    path = tmp_path / "labels.rules"
    path.write_text(LABELS)
    game = load(path)
    data = document_data(game.document())
    hold("game", data)
    assert [zone.get("label") for zone in data["zones"]] == ["the bank", None]
    assert [v.get("label") for v in data["variables"]] == ["points for wares", None]
    assert [v.get("shown", True) for v in data["variables"]] == [True, False]
    later = game.start(seed=0)
    for _ in range(3):
        later = later.apply(later.legal_actions[0])
    drawn = later._repr_svg_()
    assert "the bank" in drawn
    assert "points for wares" in drawn
    assert "rounds" not in drawn
    assert "rounds" not in draw(later, 0, 80)
    assert "points for wares" in answer(later, 0, "points", 80)
    printed = text(book(sources(str(path), None, {}, 0)))
    assert "the bank" in printed
    assert "points for wares" in printed


def test_a_look_has_the_last_word(tmp_path):
    path = tmp_path / "labels.rules"
    path.write_text(LABELS)
    (tmp_path / "labels.look.toml").write_text('look = 1\n[zone.names]\nbank = "till"\n')
    look = look_of(load(path).document())
    assert look.zones.names == {"bank": "till"}
    assert look.variables.names == {"points": "points for wares"}
    assert look.variables.hide == {"rounds"}
