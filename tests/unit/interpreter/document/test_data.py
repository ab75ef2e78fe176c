"""The static document as JSON."""

import json

import pytest

from interpreter import Game, document_data, load
from interpreter.document.data import value_of
from rulelang.rule_types import Flag, Maybe, Number, SetOf
from tests.support import games
from tests.support.sampling import gated
from tests.support.schemas import hold
from tests.unit.interpreter.support import small_poker

LARGEST = 64_000  # bytes


@pytest.mark.parametrize("path", gated([*games.RULES, *games.TEXTS]), ids=lambda path: path.stem)
def test_a_document_holds_to_its_schema_and_is_small(path):
    data = document_data(games.instances(path)[-1].game.document())
    hold("game", data)
    assert len(json.dumps(data, ensure_ascii=False).encode()) <= LARGEST


def test_a_tree_that_no_text_was_read_for_holds_to_it_too():
    hold("game", document_data(Game(small_poker()).document()))


def test_values_are_what_they_are():
    assert value_of(1, Flag()) is True
    assert value_of(None, Maybe(Flag())) is None
    assert value_of((1, 0), SetOf(Flag(), 2)) == [True, False]
    assert value_of(1, Number(0, 1)) == 1
    assert value_of(1, Number(0, 1)) is not True


def test_numbers_are_places_in_what_the_document_names():
    data = document_data(games.shipped("agamemnon").document())
    area = data["families"]["Area"]
    prints = area["attributes"]["prints"]
    first = data["words"][prints["values"][0]]
    assert first in ("strength", "force", "leadership")
    ends = [data["families"][area["joins"]]["labels"][end] for end in area["ends"][0]]
    assert area["labels"][0] == "_".join(ends)
    kind = data["kinds"][data["components"]["Tile"]["kinds"][0]]
    assert (kind["label"], kind["name"], kind["home"]) == (
        "A1(Trojans)",
        "A1",
        {"zone": "pool", "index": [0]},
    )


def test_types_name_components_and_families():
    data = document_data(games.shipped("pergamon").document())
    (excavate,) = (a for a in data["actions"] if a["name"] == "excavate")
    assert excavate["parameters"] == [
        {
            "name": "g",
            "type": {"low": 1, "high": 5},
            "in_order": False,
            "sources": [],
            "anchors": [{"name": "gallery", "index": [0]}],
        }
    ]
    (append,) = (a for a in data["actions"] if a["name"] == "append")
    assert append["parameters"][0]["type"] == {"components": ["Find"]}
    (stone,) = (
        v
        for v in document_data(games.shipped("antike_duellum").document())["variables"]
        if v["name"] == "stone"
    )
    assert stone["type"] == {"of": "Field", "none": True}


def test_the_file_is_named_without_its_folder(tmp_path):
    text = (games.ROOT / "games" / "tic_tac_toe.rules").read_text(encoding="utf-8")
    file = tmp_path / "private" / "mine.rules"
    file.parent.mkdir()
    file.write_text(text, encoding="utf-8")
    data = document_data(load(file).document())
    assert data["file"] == "mine.rules"
    assert "private" not in json.dumps(data)
