"""`doc "…"`: what it is about, and that it changes nothing else."""

import pytest

from interpreter import load
from rulelang import Sink, Source, parse_text
from rulelang.pipeline import read
from rulelang.wording import manual, prose

TEXT = """game "Told"
doc "Above the players."
players 2
doc "Stones, of which there are two."
token Stone(owner: Player) in box: 2
zone box: Stone set, open
doc "Where they go."
zone out: Stone set, open
doc "How often."
doc "And when."

doc "Another paragraph, with {braces}."
var times: 0..3
doc "What it begins with."
setup:
    add 1 to times
doc "How it goes on."
play:
    twice
doc "Once more."
to twice:
    add 1 to times
    end: draw
doc "Seen at once."
scenario "it begins":
    expect times is 1
doc "At the end."
"""


@pytest.fixture
def told(tmp_path):
    path = tmp_path / "told.rules"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_each_line_is_about_what_stands_below_it(told):
    found = read(str(told))
    rules = manual(found.text, found.library)
    assert rules.prose[""] == ("Above the players.", "At the end.")
    assert rules.prose["Stone"] == ("Stones, of which there are two.",)
    assert rules.prose["out"] == ("Where they go.",)
    assert rules.prose["times"] == ("How often. And when.", "Another paragraph, with {braces}.")
    assert (rules.prose["setup"], rules.prose["play"]) == (
        ("What it begins with.",),
        ("How it goes on.",),
    )
    assert [passage.prose for passage in rules.procedures] == [("Once more.",)]
    assert [scene.prose for scene in rules.scenes] == [("Seen at once.",)]


def test_it_is_no_part_of_what_a_game_is(told, tmp_path):
    bare = tmp_path / "bare.rules"
    lines = [line for line in TEXT.splitlines() if not line.startswith("doc ")]
    bare.write_text("\n".join(lines), encoding="utf-8")
    game, other = load(str(told)), load(str(bare))
    assert game.specification_hash == other.specification_hash
    assert game.notes == other.notes == ()


def test_a_text_without_it_has_none():
    text = 'game "X"\nplayers 2\nplay:\n    end: draw\n'
    assert prose.prose(parse_text(Source("x.rules", text), Sink()).declarations) == {}
