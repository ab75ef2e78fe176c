"""Instances declare once what is declared alike, and each what only it has."""

import pytest

from rulelang import pipeline
from rulelang.diagnostics import Sink
from rulelang.elaborate.declarations import things
from rulelang.elaborate.sharing import Shelf
from rulelang.source import Source

MARKET = """\
game "Market"
players 2..3
option pace: slow | quick
option size: 2 | 4
option mood: calm | wild

space Stall on grid 4 x 2 without s where column(s) > size
var goods(Stall): 0..9
var coins(Player): 0..60

let goal = if pace is quick then 5 else 10

play:
    each turn of p, at most 6:
        p chooses:
            trade(s in Stall):
                need goods(s) < goal else "full"
                add 1 to goods(s)
                add 1 to coins(p)
            rest:
                if mood is wild: add 2 to coins(p)
    end: p with most coins(p) wins
"""


@pytest.fixture
def declared(monkeypatch):
    """Return the settings in which declarations are understood, and not taken from others."""
    settings = []
    begin = things.players

    def counted(c, node):
        settings.append(c.setting)
        return begin(c, node)

    monkeypatch.setattr(things, "players", counted)
    return settings


def instances(shelf, text):
    parsed = pipeline.read("market.rules", Source("market.rules", text))
    assert parsed.diagnostics == ()
    sink = Sink()
    if shelf is not None:
        shelf.begin()
    todo = pipeline.settings_of(parsed.text, sink)
    made = [pipeline.instance_of(parsed, setting, mine, sink, shelf) for setting, mine in todo]
    return made, sink.found


def test_only_players_and_options_that_declarations_ask_for_count(declared):
    made, found = instances(Shelf(), MARKET)
    assert found == ()
    assert len(made) == 2 * 2 * 2 * 2
    assert {(one.players, one.options["size"]) for one in declared} == {
        (players, size) for players in (2, 3) for size in ("2", "4")
    }
    assert len(declared) == 4


def test_an_option_means_its_own_value_everywhere():
    shared, _ = instances(Shelf(), MARKET)
    alone, _ = instances(None, MARKET)
    for one, other in zip(shared, alone, strict=True):
        assert one.spec.options == other.spec.options
        assert one.spec.families == other.spec.families
        assert len(one.spec.families[1].labels) == 2 * int(dict(one.spec.options)["size"])
        assert one.spec.facts == other.spec.facts
        assert one.spec.declared == other.spec.declared


def test_where_declarations_are_wrong_each_instance_tells_it(declared):
    text = MARKET.replace(
        "var goods(Stall): 0..9", "var goods(Stall): 0..9\nvar goods(Stall): 0..9"
    )
    parsed = pipeline.read("market.rules", Source("market.rules", text))
    todo = pipeline.settings_of(parsed.text, Sink())
    shelf = Shelf()
    shelf.begin()
    for setting, mine in todo:
        sink = Sink()
        pipeline.instance_of(parsed, setting, mine, sink, shelf)
        assert [found.code for found in sink.found] == ["declared-twice"]
    assert len(declared) == len(todo)


def test_a_text_after_it_declares_anew(declared):
    shelf = Shelf()
    instances(shelf, MARKET)
    before = len(declared)
    made, _ = instances(shelf, MARKET.replace("0..60", "0..50"))
    assert len(declared) == 2 * before
    assert {one.spec.variables[1].type.high for one in made} == {50}
