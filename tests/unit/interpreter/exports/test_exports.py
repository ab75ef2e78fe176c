"""Exports: every piece is there once, where the set-up puts it, in the form that is asked."""

import csv
import io
import json
import struct
from collections import Counter

import jsonschema
import pytest

from interpreter import load
from interpreter.exports import (
    component_studio,
    nandeck,
    pieces_of,
    sheet,
    tabletop_playground,
    tabletop_simulator,
)
from interpreter.exports.faces import MOST, atlases
from interpreter.look import look_of
from interpreter.picture.making import plan_of
from tests.support.exported import TTPG_CARD, TTS_SAVE
from tests.support.games import RULES
from tests.support.sampling import gated

GAMES = ("agamemnon", "pergamon", "tic_tac_toe", "whist")
URL = "https://example.org/g/"


def pieces_for(name):
    game = load(name, engine="reference")
    document = game.document()
    return pieces_of(plan_of(document, look_of(document), 1280, None), game.start(seed=0))


def lying(pieces):
    """Return how many of each kind lie in piles."""
    return Counter(kind for pile in pieces.piles for kind in pile.kinds)


@pytest.mark.parametrize("path", gated(RULES), ids=lambda path: path.stem)
def test_every_piece_lies_where_the_set_up_puts_it(path):
    game = load(path, engine="reference")
    document = game.document()
    start = game.start(seed=0)
    pieces = pieces_of(plan_of(document, look_of(document), 1280, None), start)
    cells = start.position.cells[: len(game.layout.zone_of)]
    assert lying(pieces) == Counter(kind for cell in cells for kind in cell)
    for pile in pieces.piles:
        cell = game.layout.names.index(pile.zone)
        assert Counter(pile.kinds) == Counter(cells[cell])
        assert pile.is_open == (len(game.layout.seen_by[cell]) == len(game.players))
        assert pile.board is None or all(0 <= part <= 1 for part in pile.at)
    for atlas in atlases(pieces):
        assert len(atlas.items) <= min(MOST, atlas.columns * atlas.rows)
        assert max(atlas.pixels) <= 4_096


@pytest.mark.parametrize("name", GAMES)
def test_a_save_of_tabletop_simulator_keeps_to_its_form(name):
    pieces = pieces_for(name)
    files = tabletop_simulator(pieces, URL)
    (text,) = [data for file, data in files.items() if file.endswith(".json")]
    save = json.loads(text)
    jsonschema.validate(save, TTS_SAVE)
    found = Counter()
    for one in save["ObjectStates"]:
        cards = one.get("ContainedObjects", [one] if one["Name"] == "Card" else [])
        if "DeckIDs" in one:
            assert one["DeckIDs"] == [card["CardID"] for card in cards]
        for card in cards:
            ((number, deck),) = card["CustomDeck"].items()
            assert card["CardID"] // 100 == int(number)
            assert card["CardID"] % 100 < deck["NumWidth"] * deck["NumHeight"]
            assert {deck["FaceURL"], deck["BackURL"]} <= {URL + file for file in files}
            found[card["Nickname"]] += 1
        if "CustomImage" in one and not one["Locked"]:
            assert one["CustomImage"]["ImageURL"] in {URL + file for file in files}
            found[one["Nickname"]] += one.get("Number", 1)
    labels = {item.number: item.label for item in pieces.items}
    assert found == Counter({labels[kind]: amount for kind, amount in lying(pieces).items()})
    guids = [one["GUID"] for one in save["ObjectStates"]]
    assert len(set(guids)) == len(guids)


def test_what_not_everybody_sees_lies_face_down():
    files = tabletop_simulator(pieces_for("whist"), URL)
    save = json.loads(files["whist.json"])
    hands = [one for one in save["ObjectStates"] if one["Nickname"].startswith("hand")]
    assert len(hands) == 4
    assert all(one["Transform"]["rotZ"] == 180.0 for one in hands)
    places = {(one["Transform"]["posX"], one["Transform"]["posZ"]) for one in hands}
    assert len(places) == 4


@pytest.mark.parametrize("name", GAMES)
def test_templates_of_tabletop_playground_keep_to_its_schema(name):
    pieces = pieces_for(name)
    files = tabletop_playground(pieces)
    copies = Counter()
    for file, data in files.items():
        if file.startswith("Templates/"):
            template = json.loads(data)
            jsonschema.validate(template, TTPG_CARD)
            cells = template["NumHorizontal"] * template["NumVertical"]
            assert max(template["Indices"]) < cells
            for key in ("FrontTexture", "BackTexture"):
                assert key not in template or f"Textures/{template[key]}" in files
            for at in template["Indices"]:
                if str(at) in template["CardNames"]:
                    copies[template["CardNames"][str(at)]] += 1
    assert copies == Counter({item.label: item.copies for item in pieces.items})


def rows_of(data):
    return list(csv.reader(io.StringIO(data.decode(), newline="")))


@pytest.mark.parametrize(
    ("write", "column"), [(nandeck, "copies"), (component_studio, "quantity")]
)
@pytest.mark.parametrize("name", GAMES)
def test_tables_have_a_row_for_each_kind(name, write, column):
    pieces = pieces_for(name)
    found = Counter()
    for file, data in write(pieces).items():
        if file.endswith(".csv"):
            head, *rows = rows_of(data)
            assert len(set(head)) == len(head)
            assert {len(row) for row in rows} == {len(head)}
            for row in rows:
                found[row[0]] += int(row[head.index(column)])
        else:
            assert (
                f'LINK="{file.removesuffix(".txt")}.csv"\r\nLINKMULTI=copies\r\n' in data.decode()
            )
    assert found == Counter({item.label: item.copies for item in pieces.items})


def test_a_sheet_has_the_size_that_its_table_says():
    files = sheet(pieces_for("pergamon"))
    head, *rows = rows_of(files["pieces.csv"])
    for row in rows:
        told = dict(zip(head, row, strict=True))
        data = files[told["sheet"]]
        width, height = struct.unpack(">II", data[16:24])
        assert data.startswith(b"\x89PNG")
        assert width % int(told["columns"]) == height % int(told["rows"]) == 0
        assert int(told["column"]) <= int(told["columns"])
        assert int(told["row"]) <= int(told["rows"])
        assert not told["back"] or told["back"] in files
    assert "board-1.png" in files


def test_the_same_game_gives_the_same_files():
    assert tabletop_simulator(pieces_for("whist"), URL) == tabletop_simulator(
        pieces_for("whist"), URL
    )
