"""Exports: every piece is there once, where the set-up puts it, in the form that is asked."""

import csv
import io
import json
import re
import struct
from collections import Counter
from zipfile import ZipFile

import jsonschema
import pytest

from interpreter import load
from interpreter.exports import (
    component_studio,
    nandeck,
    pieces_of,
    playing_cards,
    sheet,
    tabletop_playground,
    tabletop_simulator,
)
from interpreter.exports.faces import MOST, atlases, face_name
from interpreter.look import look_of
from interpreter.picture.making import plan_of
from tests.support.exported import PCIO_WIDGETS, TTPG_CARD, TTS_SAVE
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
    assert len({face_name(item) for item in pieces.items}) == len(pieces.items)


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


@pytest.mark.parametrize("name", ["agamemnon", "tic_tac_toe", "whist"])
def test_a_room_of_playingcards_io_keeps_to_its_form(name):
    pieces = pieces_for(name)
    (data,) = playing_cards(pieces).values()
    package = ZipFile(io.BytesIO(data))
    widgets = json.loads(package.read("widgets.json"))
    jsonschema.validate(widgets, PCIO_WIDGETS)
    by_id = {one["id"]: one for one in widgets}
    assert len(by_id) == len(widgets)
    named = set(re.findall('package://([^"]+)', package.read("widgets.json").decode()))
    assert {*package.namelist()} == {"widgets.json", *named}
    found = Counter()
    for one in widgets:
        assert 0 <= one["x"] <= 1_600
        assert 0 <= one["y"] <= 1_000
        if one["type"] == "card":
            deck, pile = by_id[one["deck"]], by_id.get(one["parent"])
            assert pile is None or (pile["x"], pile["y"]) == (one["x"], one["y"])
            assert pile is None or pile["width"] >= deck["cardWidth"]
            found[deck["cardTypes"][one["cardType"]]["label"]] += 1
    labels = {item.number: item.label for item in pieces.items}
    assert found == Counter({labels[kind]: amount for kind, amount in lying(pieces).items()})


def test_the_uppermost_card_lies_above_the_others_of_its_pile():
    pieces = pieces_for("whist")
    (data,) = playing_cards(pieces).values()
    cards = json.loads(ZipFile(io.BytesIO(data)).read("widgets.json"))
    (pile,) = (pile for pile in pieces.piles if pile.zone == "hand(North)")
    hand = [one for one in cards if one.get("parent") == "pile-hand-north"]
    hand.sort(key=lambda one: -one["z"])
    assert [one["cardType"] for one in hand] == [f"kind-{kind}" for kind in pile.kinds]
    assert not any(one["faceup"] for one in hand)


def test_what_lies_on_an_edge_lies_on_its_board():
    pieces = pieces_for("agamemnon")
    on_edges = [pile for pile in pieces.piles if pile.zone.startswith("strung")]
    assert on_edges
    assert all(pile.board == 0 for pile in on_edges)
    assert len({pile.at for pile in on_edges}) == len(on_edges)


DICE = """game "Dice"
players 2
die Die in tray: 2, faces 1..6
zone tray: Die set, open
play:
    each turn of p, at most 2:
        p chooses:
            throw:
                roll tray
    end: draw
"""


def test_a_die_is_one_that_can_be_thrown(tmp_path):
    (tmp_path / "dice.rules").write_text(DICE, encoding="utf-8")
    pieces = pieces_for(tmp_path / "dice.rules")
    (data,) = playing_cards(pieces).values()
    widgets = json.loads(ZipFile(io.BytesIO(data)).read("widgets.json"))
    dice = [one for one in widgets if one["type"] == "spinner"]
    assert [one["options"] for one in dice] == [[1, 2, 3, 4, 5, 6]] * 2
    files = tabletop_simulator(pieces, URL)
    (save,) = [json.loads(data) for file, data in files.items() if file.endswith(".json")]
    assert [one["Name"] for one in save["ObjectStates"]].count("Die_6") == 2


def rows_of(data):
    return list(csv.reader(io.StringIO(data.decode(), newline="")))


def run_nandeck(script, folder):
    """Return how many cards of each row a script of nanDECK prints, reading it as that does.

    A line is a directive; `LINKMULTI` counts for the `LINK` after it; `[x]` is a column.
    """
    multiple, printed, columns = None, Counter(), set()
    for line in script.splitlines():
        directive, _, given = line.partition("=")
        (words,) = csv.reader([given], skipinitialspace=True)
        if directive == "LINKMULTI":
            (multiple,) = words
        elif directive == "LINK":
            head, *rows = rows_of(folder[words[0]])
            columns = set(head)
            for row in rows:
                told = dict(zip(head, row, strict=True))
                printed[told["name"]] += int(told[multiple]) if multiple else 1
        elif directive == "CARDSIZE":
            assert all(1 <= float(word) <= 20 for word in words)
        elif directive == "FONT":
            assert re.fullmatch("#[0-9A-F]{6}", words[3])
        else:
            assert directive == "TEXT"
            cards, text, *box, across, down = words
            assert cards == ""
            assert set(re.findall(r"\[(.*?)\]", text)) <= columns
            x, y, width, height = (float(word.removesuffix("%")) for word in box)
            assert max(x + width, y + height) <= 100.01
            assert (across, down) in {("CENTER", "WWCENTER"), ("LEFT", "WWCENTER")}
    return printed


@pytest.mark.parametrize("name", GAMES)
def test_a_script_of_nandeck_prints_every_copy(name):
    pieces = pieces_for(name)
    folder = nandeck(pieces)
    found = Counter()
    for file, data in folder.items():
        if file.endswith(".txt"):
            found += run_nandeck(data.decode(), folder)
    assert found == Counter({item.label: item.copies for item in pieces.items})


@pytest.mark.parametrize("name", GAMES)
def test_tables_of_component_studio_have_a_row_for_each_kind(name):
    pieces = pieces_for(name)
    found = Counter()
    for data in component_studio(pieces).values():
        head, *rows = rows_of(data)
        assert head[:2] == ["name", "quantity"]
        assert all(re.fullmatch("[a-z][a-z0-9_]*", column) for column in head)
        assert len(set(head)) == len(head)
        for row in rows:
            assert len(row) == len(head)
            found[row[0]] += int(row[1])
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
